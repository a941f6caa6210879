// Who wins a game on squares that are covered (square_game.py)? Depth first with a table of verdicts.
// A position (the free squares, and an empty word) is taken without what takes part in no move any
// more, and as the least of its images under the flips of the board.
#include "depth_first.h"
#include "square_board.h"

namespace gameproof {
namespace {

constexpr i64 WINS = 1, FAILS = 2;  // the player to move
constexpr i64 SURE = 1ll << 39;     // a reply of that worth settles the play
using Verdicts = TranspositionTable<VerdictRow, 1>;

struct Node {
    using Number = i64;
    Pair at;
    i64 count, next;
};
struct Child {
    using Number = i64;
    Pair at;
    i64 worth, move;
};
struct Board {
    i64 rows, columns;
    Array<const i64> ends;   // where each player's moves end
    Array<const Move> move;  // Left's, then Right's
    GAMEPROOF_ARRAYS(rows, columns, ends, move)
};
struct Search {
    Verdicts table;
    Array<Node> path;
    Array<Child> order;   // of each node as many as a player has moves
    Array<Child> wanted;  // the replies to be tried at a position
    GAMEPROOF_ARRAYS(table, path, order, wanted)
};
// `starter` moves at the root, where `verdict` is known in the end; `asked` positions have a reply,
// and of the `replies` to the next one (0: not listed yet) `tried` do not win; `trying`: is one being
// looked into?
struct State {
    i64 nodes, depth, starter, verdict, asked, replies, tried, trying;
    GAMEPROOF_NUMBERS(nodes, depth, starter, verdict, asked, replies, tried, trying)
};

// Which squares lie where.
struct Squares : Flips {
    u64 all, first[2], last[2];  // of the direction of Left's dominoes (down), of Right's
    i64 step[2];

    explicit Squares(const Board& b) : Flips(b.rows, b.columns) {
        const i64 squares = rows * columns;
        all = squares == 64 ? ~0ull : (1ull << squares) - 1;
        step[0] = columns, step[1] = 1;
        first[0] = top, last[0] = top << columns * (rows - 1);
        first[1] = left, last[1] = left << (columns - 1);
    }
    u64 further(u64 word, int way) const { return step[way] < 64 ? (word & ~last[way]) << step[way] : 0; }
    u64 back(u64 word, int way) const { return step[way] < 64 ? (word & ~first[way]) >> step[way] : 0; }
    u64 beside(u64 word) const { return further(word, 0) | back(word, 0) | further(word, 1) | back(word, 1); }

    // The first squares of as many disjoint dominoes as lie in a word: of each run the first,
    // the third square, ... that has one behind it.
    u64 packed(u64 word, int way) const {
        const u64 inner = word & further(word, way);
        u64 two = word & further(inner, way), found = word & ~inner;
        for (i64 by = 2 * step[way]; two && by < 64; by *= 2) {
            found |= found << by & two;
            two &= two << by;
        }
        return found & back(word, way);
    }
    Pair least(Pair p) const {
        const Pair down{upside_down(p.one), upside_down(p.two)};
        const Pair across{mirrored(p.one), mirrored(p.two)}, both{mirrored(down.one), mirrored(down.two)};
        Pair found = p;
        if (down < found) found = down;
        if (across < found) found = across;
        if (both < found) found = both;
        return found;
    }
};

// Domineering: a sum of switches bounds a position (certificates/strategies/domino_sums.py, which has
// the proof and takes the same dominoes in the same order).
struct Dominoes {
    const Squares& on;

    Pair tidied(Pair p) const { return {p.one & on.beside(p.one), 0}; }

    bool settled(i64 seat, Pair p, bool begins) const {
        const int mine = (int)seat, other = 1 - mine;
        const u64 free = p.one, touched = free & (on.further(free, other) | on.back(free, other));
        const u64 safe = on.packed(free & ~touched, mine);
        u64 used = safe | on.further(safe, mine), near = 0, rest = free;
        i64 whole = counted(safe), against = counted(on.packed(rest, other)), odd = 0, sums = 0;
        auto won = [&] {
            i64 sign = begins ? 1 : -1, last = 0;
            for (i64 width = 3; width >= 0; width--)
                if (odd >> width & 1) last += sign * width, sign = -sign;
            return 2 * (whole - against) + sums + last - (sign > 0 ? 2 : 0) >= 0;
        };
        if (won()) return true;
        for (i64 least = 2; least >= 0; least--) {
            const u64 open = free & ~used;
            for (u64 some = open & on.back(open, mine); some; some &= some - 1) {
                const u64 one = some & -some, domino = one | on.further(one, mine);
                if (domino & (used | near) || !(domino & touched)) continue;
                const i64 k = counted(domino & touched), fewer = against - counted(on.packed(rest & ~domino, other));
                u64 freed = 0;
                for (int side = 0; side < 2; side++) {
                    const u64 next = side ? on.further(domino, other) : on.back(domino, other);
                    const u64 behind = side ? on.further(next, other) : on.back(next, other);
                    if (counted(next) == 2 && !(next & ~free) && !(next & used) && !(behind & free)) freed |= next;
                }
                const i64 gain = counted(freed) / 2;
                if (2 * fewer + gain - (k - 1) < least) continue;
                used |= domino | freed;
                near |= on.further(domino, other) | on.back(domino, other);
                rest &= ~domino;
                against -= fewer;
                odd ^= 1ll << (gain + k - 1);
                sums += gain - (k - 1);
                if (won()) return true;
            }
        }
        return false;
    }
    // Safe moves count most, then how many there are.
    i64 worth(i64 seat, Pair p) const {
        const int mine = (int)seat, other = 1 - mine;
        return 4 * (safe(p.one, mine) - safe(p.one, other)) + counted(p.one & on.back(p.one, mine)) - counted(p.one & on.back(p.one, other));
    }
    i64 safe(u64 free, int mine) const {
        return counted(on.packed(free & ~(on.further(free, 1 - mine) | on.back(free, 1 - mine)), mine));
    }
};

struct SquareSearch {
    const Board& board;
    const Search& at;
    State& state;
    const Squares& on;
    Dominoes rules;

    i64 room() const { return at.wanted.size; }
    Node& node() { return at.path[state.depth]; }
    Child* children() { return &at.order[state.depth * room()]; }
    i64 mover() const { return (state.starter + state.depth) & 1; }
    u64 key(Pair p, i64 seat) const {
        const u64 words[2] = {p.one, p.two};
        return hash_words(words, 2, seat + 1);
    }
    i64 begin(i64 seat) const { return seat ? board.ends[0] : 0; }
    static bool legal(Pair p, const Move& m) { return !(m.needs.one & ~p.one) && !(m.needs.two & ~p.two); }
    static Pair after(Pair p, const Move& m) { return {p.one ^ m.flips.one, p.two ^ m.flips.two}; }
    Pair named(Pair p) const { return on.least(rules.tidied(p)); }

    // Put in by falling worth, after those of the same.
    static void put(Child* list, i64& count, const Child& child) {
        i64 j = count++;
        for (; j > 0 && list[j - 1].worth < child.worth; j--) list[j] = list[j - 1];
        list[j] = child;
    }
    // The verdict of a node that has just been entered; 0 where its moves are to be tried.
    i64 enter() {
        Node& here = node();
        const i64 seat = mover();
        if (rules.settled(seat, here.at, true)) return WINS;
        if (rules.settled(1 - seat, here.at, false)) return FAILS;
        if (const VerdictRow* found = at.table.find(key(here.at, seat))) return found->verdict();
        here.count = here.next = 0;
        Child* list = children();
        for (i64 i = begin(seat); i < board.ends[seat]; i++) {
            if (!legal(here.at, board.move[i])) continue;
            const Pair next = named(after(here.at, board.move[i]));
            bool seen = false;
            for (i64 j = 0; j < here.count && !seen; j++) seen = list[j].at == next;
            if (seen) continue;
            if (const VerdictRow* found = at.table.find(key(next, 1 - seat))) {
                if (found->verdict() == FAILS) return WINS;
                continue;
            }
            if (rules.settled(seat, next, false)) return WINS;
            if (rules.settled(1 - seat, next, true)) continue;
            put(list, here.count, {next, rules.worth(seat, next), i - begin(seat)});
        }
        return here.count ? 0 : FAILS;
    }
    void start(Pair p, i64 seat) {
        state.depth = 0;
        state.starter = seat;
        node().at = named(p);
    }
    void down() {
        const Pair next = children()[node().next++].at;
        state.depth++;
        node().at = next;
        at.table.expect(key(next, mover()));
    }
    // Up from a node that is decided: the verdict above, 0 where the mover has further moves. What
    // wins for the one loses for the other.
    i64 leave(i64 verdict) {
        state.depth--;
        const Node& here = node();
        if (verdict == WINS && here.next < here.count) return 0;
        const i64 above = verdict == WINS ? FAILS : WINS;
        const u64 name = key(here.at, mover());
        at.table.place(name).keep(name, above);
        return above;
    }
    // The replies in the order in which they are tried: those that settle the play, those that are
    // known to win, the others.
    i64 replies(i64 seat, Pair p) {
        i64 count = 0;
        for (i64 i = begin(seat); i < board.ends[seat]; i++) {
            if (!legal(p, board.move[i])) continue;
            const Pair name = named(after(p, board.move[i]));
            i64 worth = rules.worth(seat, name);
            const VerdictRow* found = at.table.find(key(name, 1 - seat));
            if (rules.settled(seat, name, false)) worth += 2 * SURE;
            else if (found && found->verdict() == FAILS) worth += 1ll << 20;
            put(&at.wanted[0], count, {name, worth, i - begin(seat)});
        }
        return count;
    }
};

// Replies of `seat`, who wins, to positions.
struct Replying : SquareSearch {
    i64 seat;
    const Array<const Pair>& positions;

    const Child& wanted(i64 k) const { return this->at.wanted[k]; }
    i64 list(i64 i) { return this->replies(seat, positions[i]); }
    bool kept(i64 k) const { return wanted(k).worth >= SURE; }
    i64 reply(i64 k) const { return wanted(k).move; }
    bool keeps(i64 verdict) const { return verdict == FAILS; }
    void root(i64, i64 k) { this->start(wanted(k).at, 1 - seat); }
};

// Does `seat`, who moves, win?
bool search(const Board& board, const Search& at, State& state, i64 seat, u64 one, u64 two, i64 budget) {
    const Squares on(board);
    SquareSearch here{board, at, state, on, Dominoes{on}};
    if (!state.trying) here.start(Pair{one, two}, seat);
    state.trying = !depth_first(here, budget);
    return !state.trying;
}
// The number of a winning move in each of these positions (reply_to_each).
bool answers(const Board& board, const Search& at, State& state, i64 seat, Array<const Pair> positions, Array<i64> found, i64 budget) {
    const Squares on(board);
    Replying replying{{board, at, state, on, Dominoes{on}}, seat, positions};
    return reply_to_each(replying, positions.size, found, budget);
}
// In which of these positions does `seat` win without a further look, moving first or second?
void settled(const Board& board, i64 seat, bool begins, Array<const Pair> positions, Array<bool> found) {
    const Squares on(board);
    for (i64 i = 0; i < positions.size; i++) found[i] = Dominoes{on}.settled(seat, positions[i], begins);
}
// A larger table takes over what the search's holds.
void take_over(const Search& at, const Verdicts& larger) { larger.take(at.table); }

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(square_game, GAMEPROOF_FUNCTION(search), GAMEPROOF_FUNCTION(answers), GAMEPROOF_FUNCTION(settled),
                 GAMEPROOF_FUNCTION(take_over))
