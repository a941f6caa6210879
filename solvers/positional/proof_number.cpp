// df-pn (df_pn.h) for positional games: does the attacker complete a set of his before the defender
// completes one of hers? Positions are taken up to the board's symmetries and without their dead
// cells. `moves` counts the attacker's moves left, UNLIMITED where nobody counts them. There are two
// searches over the same table, null_moves.h and weak_numbers.h; here is what Python calls, but for
// strategy_writer.h.
#include "strategy_writer.h"

namespace gameproof {
namespace {

// The canonical form of words[0], words[1] takes their place; returns the symmetry's number.
template <int W>
i64 canonical(const Problem<W>& problem) {
    return Board<W>(problem, 0).canonical(problem.words[0], problem.words[1]);
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
    GAMEPROOF_NAMED("canonical_" #W, canonical<W>), GAMEPROOF_NAMED("go_home_" #W, go_home<W>), \
        GAMEPROOF_NAMED("take_over_" #W, take_over<W>), GAMEPROOF_NAMED("root_" #W, root<W>),   \
        GAMEPROOF_NAMED("find_anew_" #W, find_anew<W>),                                         \
        GAMEPROOF_NAMED("look_up_" #W, look_up<W, false>),                                      \
        GAMEPROOF_NAMED("look_up_weak_" #W, look_up<W, true>),                                  \
        GAMEPROOF_NAMED("begin_" #W, begin<W, false>),                                          \
        GAMEPROOF_NAMED("begin_weak_" #W, begin<W, true>),                                      \
        GAMEPROOF_NAMED("search_" #W, search<W, false>),                                        \
        GAMEPROOF_NAMED("search_weak_" #W, search<W, true>),                                    \
        GAMEPROOF_NAMED("opening_" #W, opening<W, false>),                                      \
        GAMEPROOF_NAMED("opening_weak_" #W, opening<W, true>),                                  \
        GAMEPROOF_NAMED("write_" #W, write<W, false>),                                          \
        GAMEPROOF_NAMED("write_weak_" #W, write<W, true>),                                      \
        {"node_" #W, nullptr, nullptr, sizeof(Node<W>) / 8},                                    \
        {"child_" #W, nullptr, nullptr, sizeof(Child<W>) / 8},                                  \
        {"groups_" #W, nullptr, nullptr, sizeof(Groups<W>) / 8}

GAMEPROOF_ENGINE(proof_number, GAMEPROOF_OF_WIDTH(1), GAMEPROOF_OF_WIDTH(2), GAMEPROOF_OF_WIDTH(6),
                 GAMEPROOF_OF_WIDTH(64), GAMEPROOF_CONSTANTS(PROVED, DISPROVED, INFINITE,
                 MOST_THREATS, GROUPS_DEEP, PAIRED, WRITTEN, ROOM, UNKNOWN))
