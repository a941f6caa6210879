// Does a player hold all sets of the other? df-pn (Nagai 2002) on boards to 64 or 128 cells.
//
// The other, Maker, gets a whole set or not; the holder, Breaker, only takes cells, and is done
// where pairs stop what is left. `held` is how far Breaker is from having held, `lost` how far
// Maker is from a set as far as the search looks: it tries only Breaker's best answers, so that
// lost = 0 proves nothing.
//
// A held position has a zone (zones.h), which serves though Maker owned all cells outside of it. So
// where an answer to one move of Maker's holds, it holds after every move outside of its zone too,
// and only moves inside are left (Hsu, Ko, Chen, Wei, Hsueh, Wu, TCS 815 (2020); in Hex the
// must-play region, Hayward). The zones are the proof: what the root needs of them.
#include "df_pn.h"
#include "transposition_table.h"
#include "zones.h"

namespace gameproof {
namespace {

constexpr i64 BREAKER = 0, MAKER = 1;
constexpr i64 SOLVED = 1 << 20;  // expansions that a solved position counts for in the table

// What the table knows: lost and held (ProofNumbers of Maker, the attacker), and what holds.
struct Known {
    ProofNumbers numbers;
    Held by;
};

// A row of the table.
template <int W>
struct Row {
    using Number = u64;
    struct Key {
        Position<W> position;
        i64 turn;
    };
    Key key;
    u64 work;  // 0 in a free row
    Known found;

    static u64 hash(const Key& key) {
        return hash_words((const u64*)&key.position, 2 * W, key.turn + 1);
    }
    bool free() const { return work == 0; }
    bool holds(const Key& other) const {
        return key.position == other.position && key.turn == other.turn && work;
    }
    u64 worth() const { return work; }
};

template <int W>
struct Child {
    Position<W> position;
    Bits<W> zone;  // once held, with the answer, in the node's coordinates
    ProofNumbers numbers;
    Held by;     // once held, likewise
    i64 cell;    // the move that leads there
    i64 turned;  // the automorphism that took the position to its canonical form
    i64 same;    // the first child that is the same
};

template <int W>
struct Node {
    DfPnRow row;
    Position<W> position;
    Held by;
    Bits<W> must;  // Maker's moves that no held child serves
};

template <int W>
struct Room {
    TranspositionTable<Row<W>, 8> table;
    Array<u64, sizeof(Node<W>) / 8> path;
    Array<u64, sizeof(Child<W>) / 8> children;  // of each row of the path as many as cells
    GAMEPROOF_ARRAYS(table, path, children)
};

// The search as df_pn's Game: Maker is the attacker, pn is how far he is from a set (lost), dn how
// far Breaker is from having held.
template <int W>
struct Holding {
    const Board<W>& board;
    const Room<W>& room;
    Effort& effort;

    Node<W>& node(i64 k) { return (Node<W>&)room.path[k]; }
    Child<W>* children_of(i64 k) {
        return (Child<W>*)room.children[k * board.images.shape[1]];
    }
    DfPnRow& row(i64 k) { return node(k).row; }
    ProofNumbers& child(i64 k, i64 i) { return children_of(k)[i].numbers; }

    const Known* known(const Position<W>& p, i64 turn) {
        Row<W>* row = room.table.find({p, turn});
        return row ? &row->found : nullptr;
    }
    void store(const Position<W>& p, i64 turn, const Known& found, i64 work) {
        typename Row<W>::Key key{p, turn};
        room.table.place(key) = {key, (u64)(work + 1 + (found.numbers.solved() ? SOLVED : 0)), found};
    }

    i64 expand(i64 k, bool) { return row(k).attacker ? expand_maker(k) : expand_breaker(k); }
    i64 expand_maker(i64 k) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        if (board.completing(at.position)) return PROVED;
        at.must = board.free(at.position);
        i64 n = 0;
        for (i64 cell : at.must) {
            Position<W> q = at.position;
            q.own.add(cell);
            if (board.completing(q).several()) return PROVED;
            i64 turned = board.canonical(q), same = 0;
            while (same < n && !(child[same].position == q)) same++;
            child[n++] = {q, {}, {1, board.distance(q)}, {}, cell, turned, same};
        }
        return n ? n : DISPROVED;
    }
    i64 expand_breaker(i64 k) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        i64 order[64 * W + 1], count = board.answers(at.position, effort.width, order);
        if (count < 0) return PROVED;
        // Maker's moves that no answer serves yet.
        Bits<W> must{};
        if (k) must = image_of(node(k - 1).must, board.images.row(children_of(k - 1)[row(k - 1).chosen].turned));
        for (i64 i = 0; i < count; i++) {
            Position<W> q = at.position;
            q.stones.add(order[i]);
            i64 turned = board.canonical(q);
            Known found{};
            if (const Known* one = known(q, MAKER)) {
                found = *one;
            } else {
                i64 zone = board.held_by_pairs(q, effort, effort.pairing,
                                                image_of(must, board.images.row(turned)));
                found = {zone == NOTHING ? ProofNumbers{1, board.distance(q)} : DISPROOF,
                         {(i32)zone, 0, 0}};
                store(q, MAKER, found, 0);
            }
            child[i] = {q, {}, found.numbers, {}, order[i], turned, i};
            if (found.numbers.dn == 0) {
                answered(k, i, found.by);
                return DISPROVED;
            }
        }
        return count ? count : DISPROVED;
    }

    // Of Maker's moves those count that still need an answer, each position once.
    bool counts(i64 k, i64 i) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        if (at.row.attacker) {
            i64 first = child[i].same;
            if (child[i].numbers.dn == 0 || !at.must.has(child[i].cell)) return false;
            if (first != i && at.must.has(child[first].cell)) return false;
        }
        const Known* found = known(child[i].position, at.row.attacker ? BREAKER : MAKER);
        if (!found) return true;
        child[i].numbers = found->numbers;
        if (found->numbers.dn) return true;
        held(k, i, found->by);
        return !at.row.attacker;
    }
    bool wants_more(i64, ProofNumbers) { return false; }

    // Child i of row k is held, in the child's coordinates.
    void held(i64 k, i64 i, const Held& by) {
        if (row(k).attacker) served(k, i, by);
        else answered(k, i, by);
    }
    // The same answer serves every move of Maker's outside of the zone and it, and those that lead to
    // the same position likewise.
    void served(i64 k, i64 i, const Held& by) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        for (i64 j = 0; j < at.row.children; j++) {
            if (child[j].same != child[i].same) continue;
            i64 back = board.inverse[child[j].turned];
            const u8* to = board.images.row(back);
            child[j].by = {by.zone, board.products(by.turn, back), to[by.cell]};
            child[j].zone = board.placed(child[j].by).cells;
            child[j].zone.add(child[j].by.cell);
            child[j].numbers = DISPROOF;
            at.must &= child[j].zone;
        }
    }
    void answered(i64 k, i64 i, const Held& by) {
        const Child<W>& child = children_of(k)[i];
        node(k).by = {by.zone, board.products(by.turn, board.inverse[child.turned]), (i32)child.cell};
    }
    void join(Node<W>& at, const Child<W>* child) {
        Held by[64 * W];
        i64 n = 0;
        for (i64 i = 0; i < at.row.children; i++)
            if (child[i].numbers.dn == 0) by[n++] = child[i].by;
        i64 zone = board.join(effort, by, n, board.free(at.position), at.position.stones);
        at.by = {(i32)zone, 0, 0};
    }
    void leave(i64 k, ProofNumbers numbers) {
        Node<W>& at = node(k);
        if (numbers.dn == 0 && at.row.attacker) join(at, children_of(k));
        store(at.position, at.row.attacker, {numbers, at.by}, at.row.work);
    }
    void back(i64 k) {
        i64 chosen = row(k).chosen;
        if (child(k, chosen).dn == 0) held(k, chosen, node(k + 1).by);
    }
    void enter(i64 k) {
        Node<W>&at = node(k), &next = node(k + 1);
        next.position = children_of(k)[at.row.chosen].position;
        next.row.attacker = !at.row.attacker;
    }
};

// Expand `budget` positions; whether the search is finished.
template <int W>
bool search(const Board<W>& board, const Room<W>& room, Effort& effort, DfPnState& state, i64 budget) {
    Holding<W> game{board, room, effort};
    return df_pn<Gather::SUM>(game, state, budget);
}

// Begin at a position with this player to move; by which automorphism it comes to its canonical form.
template <int W>
i64 begin(const Board<W>& board, const Room<W>& room, Effort& effort, DfPnState& state,
          const Array<const Bits<W>, 2>& position, i64 turn) {
    Node<W>& root = Holding<W>{board, room, effort}.node(0);
    root.position = {position[0][0], position[0][1]};
    i64 turned = board.canonical(root.position);
    root.row.attacker = turn == MAKER;
    root.row.limits = {INFINITE, INFINITE};
    state.row = 0, state.step = NEW;
    return turned;
}

// What holds the position at which the search began, once it is found held: zone, automorphism, answer.
template <int W>
void root(const Board<W>& board, const Room<W>& room, Effort& effort, const Array<i64>& by) {
    const Held& found = Holding<W>{board, room, effort}.node(0).by;
    by[0] = found.zone, by[1] = found.turn, by[2] = found.cell;
}

// Which zones the last of these needs, itself among them: 1.
template <int W>
void needed(const Board<W>& board, const Array<u8>& mark) {
    mark[mark.size - 1] = 1;
    for (i64 z = mark.size - 1; z >= 0; z--) {
        if (!mark[z]) continue;
        for (i64 i = z ? board.ends[z - 1][1] : 0; i < board.ends[z][1]; i++) mark[board.answer[i][1]] = 1;
        for (i64 i = z ? board.ends[z - 1][2] : 0; i < board.ends[z][2]; i++) mark[board.part[i][0]] = 1;
    }
}

// A zone of pairs for the position at which the search begins; its number, or NOTHING.
template <int W>
i64 paired(const Board<W>& board, const Room<W>& room, Effort& effort, i64 budget) {
    Node<W>& root = Holding<W>{board, room, effort}.node(0);
    i64 found = board.held_by_pairs(root.position, effort, budget, {});
    root.by = {(i32)found, 0, 0};
    return found;
}

// Pairs that stop every live set, into room.pairs; how many, -1 if none were found.
template <int W>
i64 pairs(const Board<W>& board, const Array<const Bits<W>, 2>& position, i64 budget) {
    return board.pairs({position[0][0], position[0][1]}, budget, {});
}

#define GAMEPROOF_SIZE(name, ...) {name, nullptr, nullptr, sizeof(__VA_ARGS__) / 8}
#define GAMEPROOF_OF_WIDTH(W)                                                                   \
    GAMEPROOF_NAMED("search_" #W, search<W>), GAMEPROOF_NAMED("begin_" #W, begin<W>),           \
        GAMEPROOF_NAMED("root_" #W, root<W>), GAMEPROOF_NAMED("paired_" #W, paired<W>),         \
        GAMEPROOF_NAMED("needed_" #W, needed<W>),                                               \
        GAMEPROOF_NAMED("pairs_" #W, pairs<W>), GAMEPROOF_SIZE("row_" #W, Row<W>),              \
        GAMEPROOF_SIZE("node_" #W, Node<W>), GAMEPROOF_SIZE("child_" #W, Child<W>)

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(holding, GAMEPROOF_OF_WIDTH(1), GAMEPROOF_OF_WIDTH(2),
                 GAMEPROOF_FUNCTION(line_choices),
                 GAMEPROOF_CONSTANT(BREAKER), GAMEPROOF_CONSTANT(MAKER),
                 GAMEPROOF_CONSTANT(LONGEST_LINE), GAMEPROOF_CONSTANT(PLAYED_POSITIONS),
                 GAMEPROOF_CONSTANT(MOST_SETS), GAMEPROOF_CONSTANT(SERVED))
