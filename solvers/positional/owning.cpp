// Can one of two players own a set first (owning.py)? A cell may be taken when the one below it is,
// and a set may be spoilt by the owner's own stones beside it. Depth first with a table of verdicts;
// a double threat, a single one and cells that would open an answer to the other are seen at once.
#include "transposition_table.h"

namespace gameproof {
namespace {

constexpr i64 WINS = 1, FAILS = 2;  // the attacker
constexpr i64 IMAGES = 8;           // of a position under symmetries of the board, at most

struct Board {
    Array<const i64> below;           // of each cell the one below, -1 at the bottom
    Array<const i64> starts;          // of each cell its sets, from starts[c] on
    Array<const u64, 2> sets;         // each set as a word and what spoils it, once for every cell
    Array<const u64, 2> whole;        // every set once
    Array<const i64> above;           // of each cell the one above, -1 at the top
    Table<const u64, 3> key;          // by symmetry, player and cell (Zobrist)
    GAMEPROOF_ARRAYS(below, starts, sets, whole, above, key)
};
// A position on the path: the stones of both, the hash, the cell that led here; its moves.
struct Node {
    using Number = u64;
    u64 own[2];
    u64 hash[IMAGES];
    i64 mover, count, next;
};
struct Move {
    using Number = i64;
    i64 cell, worth;
};
struct Search {
    TranspositionTable<VerdictRow, 1> table;
    Array<Node> path;
    Array<Move> order;  // of each node as many as there are cells
    GAMEPROOF_ARRAYS(table, path, order)
};
// `verdict` is the root's once it is known.
struct State {
    i64 depth, nodes, verdict, attacker, images;
    GAMEPROOF_NUMBERS(depth, nodes, verdict, attacker, images)
};

struct OwningSearch {
    const Board& board;
    const Search& at;
    State& state;

    Node& node() { return at.path[state.depth]; }
    Move* moves() { return &at.order[state.depth * board.below.size]; }
    u64 key(const Node& n) const {
        u64 least = n.hash[0];
        for (i64 i = 1; i < state.images; i++)
            if (n.hash[i] < least) least = n.hash[i];
        return least;
    }
    i64 verdict_for(i64 winner) const { return winner == state.attacker ? WINS : FAILS; }

    bool open(u64 taken, i64 cell) const {
        if (taken >> cell & 1) return false;
        i64 under = board.below[cell];
        return under < 0 || taken >> under & 1;
    }
    // Does the cell complete a set of these stones?
    bool completes(u64 own, i64 cell) const {
        const u64 after = own | 1ull << cell;
        for (i64 j = board.starts[cell]; j < board.starts[cell + 1]; j++)
            if (!(board.sets[j][0] & ~after) && !(board.sets[j][1] & after)) return true;
        return false;
    }
    // What the cell is worth: the sets through it that nothing has hit or spoilt, by their stones.
    i64 worth(u64 own, u64 other, i64 cell) const {
        i64 sum = 0;
        for (i64 j = board.starts[cell]; j < board.starts[cell + 1]; j++)
            if (!(board.sets[j][0] & other) && !(board.sets[j][1] & own))
                sum += 1ll << (2 * __builtin_popcountll(board.sets[j][0] & own));
        return sum;
    }
    bool alive(u64 own, u64 other) const {
        for (i64 j = 0; j < board.whole.size; j++)
            if (!(board.whole[j][0] & other) && !(board.whole[j][1] & own)) return true;
        return false;
    }

    // What is known at a node that has just been entered; 0 where its moves are to be tried.
    i64 enter() {
        Node& here = node();
        const u64 own = here.own[here.mover], other = here.own[1 - here.mover], taken = own | other;
        Move* move = moves();
        i64 count = 0, forced = -1, threats = 0;
        for (i64 c = 0; c < board.below.size; c++) {
            if (!open(taken, c)) continue;
            if (completes(own, c)) return verdict_for(here.mover);
            if (completes(other, c)) forced = c, threats++;
            move[count++] = {c, 0};
        }
        if (!count) return FAILS;
        if (threats > 1) return verdict_for(1 - here.mover);
        if (!alive(here.own[state.attacker], here.own[1 - state.attacker])) return FAILS;
        if (const VerdictRow* row = at.table.find(key(here))) return row->verdict();
        if (threats) {
            move[0] = {forced, 0};
            here.count = 1, here.next = 0;
            return 0;
        }
        here.count = here.next = 0;
        for (i64 i = 0; i < count; i++) {
            const i64 cell = move[i].cell;
            // A cell above the one taken becomes open to the other.
            const i64 above = board.above[cell];
            const bool gift = above >= 0 && completes(other, above);
            const i64 worth =
                gift ? -1 : this->worth(own, other, cell) + this->worth(other, own, cell);
            i64 j = here.count++;
            for (; j > 0 && move[j - 1].worth < worth; j--) move[j] = move[j - 1];
            move[j] = {cell, worth};
        }
        return 0;
    }
    void down() {
        Node& here = node();
        const i64 cell = moves()[here.next++].cell;
        state.depth++;
        Node& next = node();
        next = here;
        next.own[here.mover] |= 1ull << cell;
        for (i64 i = 0; i < state.images; i++) next.hash[i] ^= board.key(i, here.mover, cell);
        next.mover = 1 - here.mover;
    }
    // Go on for so many positions; whether the root is decided.
    bool search(i64 budget) {
        i64 verdict = 0;  // of the node just left, 0 while going down
        for (;;) {
            if (!verdict) {
                if (budget-- <= 0) return false;
                state.nodes++;
                verdict = enter();
            }
            while (verdict) {
                if (!state.depth) {
                    state.verdict = verdict;
                    return true;
                }
                state.depth--;
                const Node& here = node();
                const i64 good = here.mover == state.attacker ? WINS : FAILS;
                if (verdict != good && here.next < here.count) break;
                at.table.place(key(here)).keep(key(here), verdict);
            }
            verdict = 0;
            down();
        }
    }
};

bool search(const Board& board, const Search& at, State& state, i64 budget) {
    return OwningSearch{board, at, state}.search(budget);
}

// A larger table takes over what the search's holds.
void take_over(const Search& at, const TranspositionTable<VerdictRow, 1>& larger) {
    larger.take(at.table);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(owning, GAMEPROOF_FUNCTION(search), GAMEPROOF_FUNCTION(take_over))
