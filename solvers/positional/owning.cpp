// Can one of two players own a set first (owning.py)? Whose each ply is a list says; a cell may be
// taken when the one below it is, and a set may be spoilt by the owner's own stones beside it. Depth
// first with a table of verdicts; sets that a turn fills, threats and plays in which one player
// answers in the same column (certificates/strategies/ply_by_ply.py) are seen at once.
#include "depth_first.h"

namespace gameproof {
namespace {

constexpr i64 WINS = 1, FAILS = 2;  // the attacker
constexpr i64 IMAGES = 8;           // of a position under symmetries of the board, at most
constexpr i64 MANY = 1 << 20;
constexpr i64 FEW = 24;  // free cells, with which a reply that fails is refuted at once

// A verdict of 1 or 2 on a hash of 64 bits, and the stones of the position, in one word. The fewer
// stones, the more work it stands for. Eight bits of the hash are given up, most of which the place
// tells.
struct StoneRow {
    using Number = u64;
    struct Key {
        u64 hash;
        i64 stones;
    };
    static constexpr u64 OWN = 255;
    u64 word;

    static u64 hash(const Key& key) { return key.hash; }
    bool free() const { return !(word & 3); }
    bool holds(const Key& key) const { return !free() && !((word ^ key.hash) & ~OWN) && (word & OWN) >> 2 == (u64)key.stones % 64; }
    u64 worth() const { return 64 - ((word & OWN) >> 2); }
    Key key(u64 place) const { return {(word & ~OWN) | (place & OWN), (i64)((word & OWN) >> 2)}; }
    i64 verdict() const { return word & 3; }
    void keep(const Key& key, i64 verdict) { word = (key.hash & ~OWN) | (u64)key.stones % 64 << 2 | (u64)verdict; }
};
using Verdicts = TranspositionTable<StoneRow, 4>;

struct Board {
    i64 step;                         // from a cell to the one below it; 0 where stones do not fall
    Array<const i64> movers;          // by the number of stones: whose ply it is, -1 where play ends
    Array<const i64> rows;            // how many plies in a row he has from there
    Array<const i64, 2> left;         // how many plies each player has from there on
    Array<const i64> ends;            // where each player's sets end
    Array<const u64, 2> sets;         // each as a word and what spoils it, the first player's first
    Array<const i64> starts;          // by player and cell: his sets through it, from there on
    Array<const u64, 2> through;      // these sets
    Table<const u64, 3> key;          // by symmetry, player and cell (Zobrist)
    GAMEPROOF_ARRAYS(step, movers, rows, left, ends, sets, starts, through, key)
};
// A position on the path: the stones of both, the cells that a set of each is short of, the hash; a
// set that the attacker may hope for; the moves.
struct Node {
    using Number = u64;
    u64 own[2], near[2];
    u64 hash[IMAGES];
    i64 hope, count, next;
};
struct Move {
    using Number = i64;
    i64 cell, worth;
};
struct Search {
    Verdicts table;
    Array<Node> path;
    Array<Move> order;   // of each node as many as there are cells
    Array<Move> wanted;  // the replies to be tried at a position
    GAMEPROOF_ARRAYS(table, path, order, wanted)
};
// `verdict` is the root's once it is known; `asked` positions have a reply, and of the `replies` to
// the next one (0: not listed yet) `tried` do not keep the answer; `trying`: is one being looked into?
struct State {
    i64 depth, nodes, verdict, attacker, images, asked, replies, tried, trying;
    GAMEPROOF_NUMBERS(depth, nodes, verdict, attacker, images, asked, replies, tried, trying)
};

struct OwningSearch {
    const Board& board;
    const Search& at;
    State& state;

    Node& node() { return at.path[state.depth]; }
    i64 cells() const { return board.key.shape[2]; }
    Move* moves() { return &at.order[state.depth * cells()]; }
    StoneRow::Key key(const Node& n) const {
        u64 least = n.hash[0];
        for (i64 i = 1; i < state.images; i++)
            if (n.hash[i] < least) least = n.hash[i];
        return {least, __builtin_popcountll(n.own[0] | n.own[1])};
    }
    i64 verdict_for(i64 winner) const { return winner == state.attacker ? WINS : FAILS; }
    u64 all() const { return cells() == 64 ? ~0ull : (1ull << cells()) - 1; }
    // As the word moves up so many rows: cells that leave the board vanish.
    u64 up(u64 word, i64 rows) const {
        const i64 by = board.step * rows;
        return by < 64 ? word >> by : 0;
    }
    u64 down(u64 word) const { return board.step < 64 ? word << board.step : 0; }
    u64 open(u64 taken) const {
        const u64 free = ~taken & all();
        if (!board.step) return free;
        const i64 above = cells() - board.step;  // the bottom row is the last
        const u64 bottom = above ? all() >> above << above : all();
        return free & (up(taken, 1) | bottom);
    }
    // Does the cell complete a set of these stones?
    bool completes(i64 seat, u64 own, i64 cell) const {
        const u64 after = own | 1ull << cell;
        const i64* from = &board.starts[seat * cells() + cell];
        for (i64 j = from[0]; j < from[1]; j++)
            if (!(board.through[j][0] & ~after) && !(board.through[j][1] & after)) return true;
        return false;
    }
    // What the cell is worth: the sets through it that nothing has hit or spoilt, by their stones.
    i64 worth(i64 seat, u64 own, u64 other, i64 cell) const {
        i64 sum = 0;
        const i64* from = &board.starts[seat * cells() + cell];
        for (i64 j = from[0]; j < from[1]; j++)
            if (!(board.through[j][0] & other) && !(board.through[j][1] & own))
                sum += 1ll << (2 * __builtin_popcountll(board.through[j][0] & own));
        return sum;
    }
    // Those of the cells that complete a set; `near` holds all that do.
    u64 completing(i64 seat, u64 own, u64 near) const {
        u64 found = 0;
        for (; near; near &= near - 1)
            if (const i64 c = __builtin_ctzll(near); completes(seat, own, c)) found |= 1ull << c;
        return found;
    }
    static u64 alone(u64 rest) { return rest & (rest - 1) ? 0 : rest; }
    // The cells that his sets are short of, others' stones aside: all, and what his stone there adds.
    u64 near(i64 seat, u64 own) const {
        u64 found = 0;
        for (i64 j = begin(seat); j < board.ends[seat]; j++) found |= alone(board.sets[j][0] & ~own);
        return found;
    }
    u64 nearer(i64 seat, u64 after, i64 cell) const {
        u64 found = 0;
        const i64* from = &board.starts[seat * cells() + cell];
        for (i64 j = from[0]; j < from[1]; j++) found |= alone(board.through[j][0] & ~after);
        return found;
    }
    i64 begin(i64 seat) const { return seat ? board.ends[0] : 0; }
    // May the attacker still own set j?
    bool hoped(i64 j, u64 own, u64 other, i64 left) const {
        return !(board.sets[j][0] & other) && !(board.sets[j][1] & own) && __builtin_popcountll(board.sets[j][0] & ~own) <= left;
    }
    // Has the attacker no hope? Looks for another set only where that of the ply before is gone.
    bool hopeless(Node& here, i64 stones) const {
        const u64 own = here.own[state.attacker], other = here.own[1 - state.attacker];
        const i64 left = board.left[stones][state.attacker], end = board.ends[state.attacker];
        if (here.hope < end && hoped(here.hope, own, other, left)) return false;
        here.hope = begin(state.attacker);
        while (here.hope < end && !hoped(here.hope, own, other, left)) here.hope++;
        return here.hope == end;
    }
    // The fewest cells that a set of his is short of which nothing has hit or spoilt.
    i64 missing(i64 seat, u64 own, u64 other) const {
        i64 least = MANY;
        for (i64 j = begin(seat); j < board.ends[seat]; j++) {
            if (board.sets[j][0] & other || board.sets[j][1] & own) continue;
            const i64 short_of = __builtin_popcountll(board.sets[j][0] & ~own);
            if (short_of < least) least = short_of;
        }
        return least;
    }
    // The cells one of which has to be taken now, since the other can fill a set in his next turn:
    // the last ply of a turn has to hit every such set, an earlier one may hit any.
    u64 urgent(i64 seat, u64 own, u64 other, i64 most, bool last, u64 free) const {
        for (i64 j = begin(1 - seat); j < board.ends[1 - seat]; j++) {
            if (board.sets[j][0] & own || board.sets[j][1] & other) continue;
            const u64 rest = board.sets[j][0] & ~other;
            if (__builtin_popcountll(rest) > most) continue;
            free &= rest;
            if (!last) break;
        }
        return free;
    }
    // Do the cells hold a set?
    bool any(i64 seat, u64 word) const {
        for (i64 j = begin(seat); j < board.ends[seat]; j++)
            if (!(board.sets[j][0] & ~word)) return true;
        return false;
    }
    // Is it settled, the other of `seat` to move, by answering in the same column? `wins`: that the
    // player owns a set, else that the other owns none.
    bool followed(i64 seat, u64 own, u64 other, u64 near, bool wins) const {
        if (!board.step) return false;
        const u64 first = open(own | other), threats = near & ~(own | other | first);
        u64 lower = first;
        for (u64 next = lower; next; lower |= next) next = up(next, 2);
        if (kept(seat, own, other, lower, threats, wins)) return true;
        return threats & lower && kept(seat, own, other, lower, threats & ~lower, wins);
    }
    // The same where nobody goes past the cells below these threats.
    bool kept(i64 seat, u64 own, u64 other, u64 lower, u64 threats, bool wins) const {
        for (u64 next = threats; next; threats |= next) next = up(next, 1);
        const u64 last = down(threats) & ~threats, played = ~(own | other | threats | last) & all();
        const u64 upper = played & ~lower, ends = played & ~down(played);
        lower &= played;
        u64 odd = lower & ends;
        if (!odd) {
            if (wins && !last && !any(seat, own | upper)) return false;
            return !any(1 - seat, other | lower | last);
        }
        if (__builtin_popcountll(odd) != 2 || (wins && !last)) return false;
        for (; odd; odd &= odd - 1) {
            u64 column = odd & -odd;
            for (u64 next = column; next; column |= next) next = down(next) & played;
            for (u64 turn = lower & column; turn; turn &= turn - 1) {
                const u64 over = column & ((turn & -turn) - 1);  // the cells above
                if (any(1 - seat, other | last | (lower & ~over & ~(turn & -turn)) | (upper & over))) return false;
            }
        }
        return true;
    }
    // The plays of the proved player end here: he wins, or the other has no hope. As in the proof.
    bool settled(i64 seat, u64 own, u64 other, i64 stones) const {
        const bool wins = seat == state.attacker;
        if (!wins && missing(1 - seat, other, own) > board.left[stones][1 - seat]) return true;
        if (!board.step) return false;
        if (board.movers[stones] != seat) return board.movers[stones] >= 0 && followed(seat, own, other, near(seat, own), wins);
        for (u64 some = open(own | other); some; some &= some - 1) {
            const u64 after = own | (some & -some);
            if (completes(seat, own, __builtin_ctzll(some)) || settled(seat, after, other, stones + 1)) return true;
        }
        return false;
    }

    // In which order moves are tried where players take turns of one ply: by the threats there are
    // then, and by the sets through the cell.
    i64 threats(i64 seat, const Node& here, i64 cell) const {
        const u64 near = here.near[seat] | nearer(seat, here.own[seat] | 1ull << cell, cell);
        const i64* from = &board.starts[seat * cells() + cell];
        return MANY * __builtin_popcountll(near & ~(here.own[0] | here.own[1])) + from[1] - from[0];
    }

    // What is known at a node that has just been entered; 0 where its moves are to be tried.
    i64 enter() {
        Node& here = node();
        const u64 taken = here.own[0] | here.own[1];
        const i64 stones = __builtin_popcountll(taken), mover = board.movers[stones];
        if (mover < 0) return FAILS;
        const u64 own = here.own[mover], other = here.own[1 - mover];
        const i64 row = board.rows[stones], then = board.rows[stones + row];
        const u64 free = open(taken);
        if (row == 1 ? completing(mover, own, here.near[mover] & free) != 0 : missing(mover, own, other) <= row) return verdict_for(mover);
        u64 asked = free;
        if (row == 1 && then == 1) {
            const u64 threats = completing(1 - mover, other, here.near[1 - mover] & free);
            if (threats) asked = threats;
            // The cell above the one taken becomes open to the other.
            if (board.step) asked &= ~(completing(1 - mover, other, here.near[1 - mover] & up(asked, 1)) << board.step);
            if (!asked || threats & (threats - 1)) return verdict_for(1 - mover);
        } else if (then) {
            asked = urgent(mover, own, other, then, row == 1, free);
            if (!asked) return verdict_for(1 - mover);
        }
        if (hopeless(here, stones)) return FAILS;
        if (const StoneRow* found = at.table.find(key(here))) return found->verdict();
        const i64 follower = 1 - mover;
        if (followed(follower, here.own[follower], own, here.near[follower], follower == state.attacker)) return verdict_for(follower);
        for (u64 some = board.step ? asked : 0; some; some &= some - 1) {
            const i64 cell = __builtin_ctzll(some);
            const u64 after = own | 1ull << cell, near = here.near[mover] | nearer(mover, after, cell);
            if (followed(mover, after, other, near, mover == state.attacker)) return verdict_for(mover);
        }
        here.count = here.next = 0;
        Move* move = moves();
        for (; asked; asked &= asked - 1) {
            const i64 cell = __builtin_ctzll(asked);
            const i64 sum = row == 1 && then == 1 ? threats(mover, here, cell) : worth(mover, own, other, cell) + worth(1 - mover, other, own, cell);
            i64 j = here.count++;
            for (; j > 0 && move[j - 1].worth < sum; j--) move[j] = move[j - 1];
            move[j] = {cell, sum};
        }
        return 0;
    }
    void down() {
        Node& here = node();
        const i64 cell = moves()[here.next++].cell;
        const i64 mover = board.movers[__builtin_popcountll(here.own[0] | here.own[1])];
        state.depth++;
        Node& next = node();
        next = here;
        take(next, mover, cell);
        at.table.expect(key(next));
    }
    void take(Node& n, i64 seat, i64 cell) const {
        n.own[seat] |= 1ull << cell;
        n.near[seat] |= nearer(seat, n.own[seat], cell);
        for (i64 i = 0; i < state.images; i++) n.hash[i] ^= board.key(i, seat, cell);
    }
    // The position with these stones.
    Node with(u64 first, u64 second) const {
        Node n = {};
        for (; first; first &= first - 1) take(n, 0, __builtin_ctzll(first));
        for (; second; second &= second - 1) take(n, 1, __builtin_ctzll(second));
        for (i64 seat = 0; seat < 2; seat++) n.near[seat] = near(seat, n.own[seat]);
        n.hope = MANY;
        return n;
    }
    void start(u64 first, u64 second) {
        state.depth = 0;
        node() = with(first, second);
    }
    // Up from a node that is decided: the verdict above, 0 where the mover has further moves.
    i64 leave(i64 verdict) {
        state.depth--;
        const Node& here = node();
        const i64 mover = board.movers[__builtin_popcountll(here.own[0] | here.own[1])];
        if (verdict != verdict_for(mover) && here.next < here.count) return 0;
        at.table.place(key(here)).keep(key(here), verdict);
        return verdict;
    }

    // How many answers of the other player are there to which no reply settles or ends the play?
    i64 unsettled(i64 seat, u64 own, u64 other) const {
        const u64 taken = own | other;
        i64 found = 0;
        for (u64 some = open(taken); some; some &= some - 1) {
            const u64 against = other | (some & -some);
            const i64 stones = __builtin_popcountll(own | against);
            bool good = false;
            for (u64 mine = open(own | against); mine && !good; mine &= mine - 1)
                good = completes(seat, own, __builtin_ctzll(mine));
            for (u64 mine = open(own | against); mine && !good; mine &= mine - 1)
                good = settled(seat, own | (mine & -mine), against, stones + 1);
            found += !good;
        }
        return found;
    }
    // What the table says of a position, 0 where it says nothing.
    i64 known(u64 first, u64 second) const {
        const StoneRow* found = at.table.find(key(with(first, second)));
        return found ? found->verdict() : 0;
    }
    // The replies of the player to move in the order in which they are tried; the first keeps the
    // answer if it is the only one.
    i64 replies(i64 seat, u64 own, u64 other) {
        const i64 stones = __builtin_popcountll(own | other);
        u64 free = open(own | other);
        Move* move = &at.wanted[0];
        for (u64 some = free; some; some &= some - 1)
            if (const i64 c = __builtin_ctzll(some); completes(seat, own, c)) {
                move[0] = {c, 0};
                return 1;
            }
        const i64 row = board.rows[stones], then = board.rows[stones + row];
        if (then && !board.step)
            if (const u64 few = urgent(seat, own, other, then, row == 1, free)) free = few;
        // To fill a set in this turn is the shortest way.
        i64 shortest = row + 1;
        for (i64 j = begin(seat); row > 1 && j < board.ends[seat]; j++) {
            const u64 rest = board.sets[j][0] & ~own;
            if (rest & other || __builtin_popcountll(rest) >= shortest) continue;
            shortest = __builtin_popcountll(rest), free = rest;
        }
        i64 count = 0;
        for (; free; free &= free - 1) {
            const u64 bit = free & -free;
            const i64 cell = __builtin_ctzll(bit);
            i64 sum = worth(seat, own, other, cell) + worth(1 - seat, other, own, cell);
            if (settled(seat, own | bit, other, stones + 1)) {
                sum = 1ll << 60;
            } else if (cells() - stones > FEW && known(seat ? other : own | bit, seat ? own | bit : other) == verdict_for(seat)) {
                sum += 1ll << 58;
            } else if (board.step) {
                sum -= unsettled(seat, own | bit, other) << 40;
            }
            i64 j = count++;
            for (; j > 0 && move[j - 1].worth < sum; j--) move[j] = move[j - 1];
            move[j] = {cell, sum};
        }
        return count;
    }
};

// Replies of `seat` to positions, the stones of both.
struct Replying : OwningSearch {
    i64 seat;
    const Array<const u64, 2>& positions;

    i64 list(i64 i) { return replies(seat, positions[i][seat], positions[i][1 - seat]); }
    bool kept(i64) const { return state.replies == 1; }
    i64 reply(i64 k) const { return at.wanted[k].cell; }
    bool keeps(i64 verdict) const { return verdict == verdict_for(seat); }
    void root(i64 i, i64 k) {
        u64 after[2] = {positions[i][0], positions[i][1]};
        after[seat] |= 1ull << reply(k);
        start(after[0], after[1]);
    }
};

bool search(const Board& board, const Search& at, State& state, u64 first, u64 second, i64 budget) {
    OwningSearch here{board, at, state};
    if (!state.trying) here.start(first, second);
    state.trying = !depth_first(here, budget);
    return !state.trying;
}

// The cell of a reply to each of these positions that keeps the answer (reply_to_each).
bool answers(const Board& board, const Search& at, State& state, i64 seat, Array<const u64, 2> positions, Array<i64> found, i64 budget) {
    Replying here{{board, at, state}, seat, positions};
    return reply_to_each(here, positions.size, found, budget);
}

// Which of these positions are settled for `seat`?
void settled(const Board& board, const Search& at, State& state, i64 seat, Array<const u64, 2> positions, Array<bool> found) {
    const OwningSearch here{board, at, state};
    for (i64 i = 0; i < positions.size; i++) {
        const u64* both = positions[i];
        found[i] = here.settled(seat, both[seat], both[1 - seat], __builtin_popcountll(both[0] | both[1]));
    }
}

// A larger table takes over what the search's holds.
void take_over(const Search& at, const Verdicts& larger) {
    larger.take(at.table);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(owning, GAMEPROOF_FUNCTIONS(search, answers, settled, take_over))
