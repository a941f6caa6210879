// df-pn (df_pn.h) for positional games: does the attacker complete a set of his before the defender
// completes one of hers? Positions are taken up to the board's symmetries and without their dead
// cells. `moves` counts the attacker's moves left, UNLIMITED where nobody counts them. There are two
// searches over the same table, null_moves.h and weak_numbers.h; here is what Python calls.
#include "null_moves.h"
#include "weak_numbers.h"

namespace gameproof {
namespace {

// The canonical form of words[0], words[1] takes their place; returns the symmetry's number.
template <int W>
i64 canonical(const Problem<W>& problem) {
    return Board<W>(problem, 0).canonical(problem.words[0], problem.words[1]);
}

// A winning sequence of threats of the attacker, to move, into the line; its length, or none.
template <int W>
i64 sequence(const Problem<W>& problem, const Question& asked) {
    return Board<W>(problem, asked.budget)
        .threats.shortest(problem.words[0], problem.words[1], asked.moves,
                          problem.line.data, asked.budget);
}

// Of the defender's moves in words[2] those after which the line's sequence wins stay.
template <int W>
void beaten(const Problem<W>& problem, const Question& asked) {
    Board<W> board(problem, 0);
    Bits<W> left = problem.words[2], &kept = problem.words[2];
    while (left.some()) {
        i64 cell = left.pop();
        Bits<W> grown = problem.words[1] | Bits<W>::single(cell);
        if (!board.threats.replays(problem.words[0], grown, asked.moves,
                                   problem.line.data, asked.length))
            kept.drop(cell);
    }
}

// Pairs that stop the attacker, into problem.pairs; how many, -1 if none were found.
template <int W>
i64 stopping_pairs(const Problem<W>& problem, const Question& asked) {
    return Board<W>(problem, 0).stopping_pairs(problem.words[0], problem.words[1], asked.budget);
}

// The numbers of a position, as far as the search would know them at once.
template <int W, bool WEAK>
bool numbers_of(const Problem<W>& problem, Child<W> at, i64 moves, i64 budget,
                ProofNumbers& numbers) {
    if constexpr (WEAK) {
        i64 end = WeakSearch<W>(problem, budget).settle(at.a, at.d, at.attacker, at);
        if (end != WeakSearch<W>::OPEN) {
            numbers = end == PROVED ? PROOF : DISPROOF;
            return true;
        }
    } else {
        Board<W>(problem, 0).canonical(at.a, at.d);
    }
    const Found* found =
        Board<W>(problem, 0).known(at.a, at.d, at.attacker, WEAK ? UNLIMITED : moves);
    if (found) numbers = {found->pn, found->dn};
    return found;
}

// The same for Python: into asked.pn and asked.dn; whether they are known.
template <int W, bool WEAK>
bool look_up(const Problem<W>& problem, Question& asked) {
    ProofNumbers numbers;
    Child<W> at{problem.words[0], problem.words[1], {1, 1}, asked.attacker != 0};
    if (!numbers_of<W, WEAK>(problem, at, asked.moves, asked.budget, numbers)) return false;
    asked.pn = numbers.pn, asked.dn = numbers.dn;
    return true;
}

// The first of the moves in words[2], those through sets with few free cells first, of which is
// known that it serves whoever moves; -1 without one.
template <int W, bool WEAK>
i64 reply(const Problem<W>& problem, const Question& asked) {
    Board<W> board(problem, 0);
    const Bits<W> a = problem.words[0], d = problem.words[1], moves = problem.words[2];
    const bool attacks = asked.attacker;
    u64 weight[64 * W] = {};
    for (bool mine : {true, false}) {
        const SetFamily<W>& family = mine ? board.attack : board.defend;
        for (i64 i = 0; i < family.size(); i++) {
            if (family.set(i).meets(mine ? d : a)) continue;
            i64 free = 4 * (family.set(i) - (mine ? a : d)).size();
            for (Bits<W> cells = family.set(i) & moves; cells.some();)
                weight[cells.pop()] += u64{1} << (free < 60 ? 60 - free : 0);
        }
    }
    i64 order[64 * W], n = 0;
    for (Bits<W> rest = moves; rest.some();) {
        i64 cell = rest.pop(), i = n++;
        for (; i > 0 && weight[order[i - 1]] < weight[cell]; i--) order[i] = order[i - 1];
        order[i] = cell;
    }
    const i64 after = attacks ? fewer(asked.moves) : asked.moves;
    auto grown = [&](i64 cell, bool mine) {
        return mine ? (attacks ? a | Bits<W>::single(cell) : a)
                    : (attacks ? d : d | Bits<W>::single(cell));
    };
    if (!attacks)
        for (i64 i = 0; i < n; i++)
            if (board.attack.scan(a, grown(order[i], false), after).potential <
                i64{1} << (POTENTIAL - 1))
                return order[i];
    for (i64 i = 0; i < n; i++) {
        Bits<W> own = grown(order[i], true), other = grown(order[i], false);
        Bits<W> live_a = board.attack.scan(own, other, after).live;
        Bits<W> live_d = board.defend.scan(other, own, after).live;
        Child<W> at = board.reduced(own, other, live_a, live_d, !attacks);
        ProofNumbers numbers;
        if (numbers_of<W, WEAK>(problem, at, after, asked.budget, numbers) &&
            (attacks ? numbers.pn : numbers.dn) == 0)
            return order[i];
    }
    return -1;
}

// Into words[2]: the attacker's moves after which the defender has something to stop.
template <int W>
void hopeful(const Problem<W>& problem, const Question& asked) {
    Board<W> board(problem, 0);
    const Bits<W> a = problem.words[0], d = problem.words[1];
    const i64 after = fewer(asked.moves);
    Bits<W>& found = problem.words[2];
    found = Bits<W>::none();
    if (after == 0) return;
    for (Bits<W> free = board.board() - (a | d); free.some();) {
        i64 cell = free.pop();
        Bits<W> grown = a | Bits<W>::single(cell);
        if (board.attack.scan(grown, d, after).potential >= i64{1} << POTENTIAL &&
            board.defend.completing(d, grown).empty())
            found.add(cell);
    }
}

// Begin with a position, until a number reaches asked.pn or asked.dn. Returns PROVED or DISPROVED
// where no search is needed.
template <int W, bool WEAK>
i64 begin(const Problem<W>& problem, const Question& asked, DfPnState& state) {
    auto& row = Board<W>(problem, 0).node(0);
    Child<W> at{problem.words[0], problem.words[1], {1, 1}, asked.attacker != 0};
    if constexpr (WEAK) {
        i64 end = WeakSearch<W>(problem, asked.budget).settle(at.a, at.d, at.attacker, at);
        if (end != WeakSearch<W>::OPEN) return end;
    } else {
        Board<W>(problem, 0).canonical(at.a, at.d);
    }
    row.a = at.a, row.d = at.d, row.attacker = at.attacker;
    row.moves = WEAK ? UNLIMITED : asked.moves;
    row.limits = {asked.pn, asked.dn};
    state.row = 0, state.step = NEW;
    return 0;
}

// Every row of the path is to go home with its numbers.
template <int W>
void go_home(const Problem<W>& problem, const DfPnState& state) {
    for (i64 k = 0; k <= state.row; k++) Board<W>(problem, 0).node(k).limits = {0, 0};
}

// A larger table, or one of as many rows, takes over what the problem's holds.
template <int W>
void take_over(const Problem<W>& problem, const TranspositionTable<Row<W>, 8>& larger) {
    larger.take(problem.table);
}

// Search on for about asked.effort expansions; whether it is finished.
template <int W, bool WEAK>
bool search(const Problem<W>& problem, const Question& asked, DfPnState& state) {
    if constexpr (WEAK) {
        WeakSearch<W> game(problem, asked.budget);
        return df_pn<Gather::WEAK>(game, state, asked.effort);
    } else {
        SumSearch<W> game(problem, asked.budget);
        return df_pn<Gather::SUM>(game, state, asked.effort);
    }
}


}  // namespace
}  // namespace gameproof

using namespace gameproof;

#define GAMEPROOF_OF_WIDTH(W)                                                                   \
    GAMEPROOF_NAMED("canonical_" #W, canonical<W>), GAMEPROOF_NAMED("sequence_" #W, sequence<W>), \
        GAMEPROOF_NAMED("beaten_" #W, beaten<W>), GAMEPROOF_NAMED("go_home_" #W, go_home<W>),   \
        GAMEPROOF_NAMED("take_over_" #W, take_over<W>),                                         \
        GAMEPROOF_NAMED("stopping_pairs_" #W, stopping_pairs<W>),                               \
        GAMEPROOF_NAMED("look_up_" #W, look_up<W, false>),                                      \
        GAMEPROOF_NAMED("reply_" #W, reply<W, false>),                                          \
        GAMEPROOF_NAMED("reply_weak_" #W, reply<W, true>),                                      \
        GAMEPROOF_NAMED("hopeful_" #W, hopeful<W>),                                             \
        GAMEPROOF_NAMED("look_up_weak_" #W, look_up<W, true>),                                  \
        GAMEPROOF_NAMED("begin_" #W, begin<W, false>),                                          \
        GAMEPROOF_NAMED("begin_weak_" #W, begin<W, true>),                                      \
        GAMEPROOF_NAMED("search_" #W, search<W, false>),                                        \
        GAMEPROOF_NAMED("search_weak_" #W, search<W, true>),                                    \
        {"node_" #W, nullptr, nullptr, sizeof(Node<W>) / 8},                                    \
        {"child_" #W, nullptr, nullptr, sizeof(Child<W>) / 8},                                  \
        {"groups_" #W, nullptr, nullptr, sizeof(Groups<W>) / 8}

GAMEPROOF_ENGINE(proof_number, GAMEPROOF_OF_WIDTH(1), GAMEPROOF_OF_WIDTH(2), GAMEPROOF_OF_WIDTH(6),
                 GAMEPROOF_OF_WIDTH(64),
                 GAMEPROOF_CONSTANT(PROVED), GAMEPROOF_CONSTANT(DISPROVED),
                 GAMEPROOF_CONSTANT(INFINITE), GAMEPROOF_CONSTANT(MOST_THREATS),
                 GAMEPROOF_CONSTANT(GROUPS_DEEP), GAMEPROOF_CONSTANT(PAIRED))
