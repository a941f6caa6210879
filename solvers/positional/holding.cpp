// Does a player hold all sets of the other? df-pn (Nagai 2002) on boards to 64 or 128 cells.
//
// The other, Maker, gets a whole set or not; the holder, Breaker, only takes cells, and is done
// where pairs stop what is left. `held` is how far Breaker is from having held, `lost` how far
// Maker is from a set as far as the search looks: it tries only Breaker's best answers, so that
// lost = 0 proves nothing.
//
// A held position has a zone, the free cells on which Breaker's strategy plays or relies: it serves
// though Maker owned all others. So where an answer to one move of Maker's holds, it holds after
// every move outside of its zone too, and only moves inside are left (Hsu, Ko, Chen, Wei, Hsueh,
// Wu, TCS 815 (2020); in Hex the must-play region, Hayward).
#include "df_pn.h"
#include "pairs.h"
#include "row_pairs.h"
#include "transposition_table.h"

namespace gameproof {
namespace {

constexpr i64 BREAKER = 0, MAKER = 1;
constexpr i64 SOLVED = 1 << 20;  // expansions that a solved position counts for in the table
constexpr i64 SCALE = 30;        // a set of no free cells has potential 2^SCALE

// Maker's cells in live sets, and the cells that count no more: Breaker's and those in no live set.
template <int W>
struct Position {
    Bits<W> own, gone;
    bool operator==(const Position& o) const { return own == o.own && gone == o.gone; }
};

// What the table knows: lost and held (ProofNumbers of Maker, the attacker), and a zone once held.
template <int W>
struct Known {
    ProofNumbers numbers;
    Bits<W> zone;
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
    Known<W> found;

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
    Bits<W> zone;  // once held, in the node's coordinates
    ProofNumbers numbers;
    i64 cell;    // the move that leads there
    i64 turned;  // the automorphism that took the position to its canonical form
    i64 same;    // the first child that is the same
};

template <int W>
struct Node {
    DfPnRow row;
    Position<W> position;
    Bits<W> zone;
    Bits<W> must;  // Maker's moves that no held child serves
};

struct Effort {
    i64 width;     // Breaker's answers that are tried at a position
    i64 pairing;   // steps of a search for pairs
    i64 zoned;     // are Maker's moves outside of zones left out?
    i64 pairings;  // searches for pairs so far
    i64 budget;    // what Python gives: steps of a search for pairs, or how many zones there are
    GAMEPROOF_NUMBERS(width, pairing, zoned, pairings, budget)
};

// Maker's sets, the cells of the board, and images(g, c), where automorphism g takes cell c
// (`inverse`: which cell it takes there); room for pairs; the table, and the path with a row of
// children for each of its nodes.
template <int W>
struct Board {
    Array<const Bits<W>> sets, cells;
    Table<const u8, 2> images, inverse;
    PairRoom<W> room;
    Lines lines;
    TranspositionTable<Row<W>, 8> table;
    Array<u64, sizeof(Node<W>) / 8> path;
    Array<u64, sizeof(Child<W>) / 8> children;
    GAMEPROOF_ARRAYS(sets, cells, images, inverse, room, lines, table, path, children)

    const Bits<W>& whole() const { return cells[0]; }
    Bits<W> free(const Position<W>& p) const { return whole() - p.own - p.gone; }
    Node<W>& node(i64 k) const { return (Node<W>&)path[k]; }
    Child<W>* children_of(i64 k) const { return (Child<W>*)children[k * images.shape[1]]; }

    // Each live set, by its free cells.
    template <class F>
    void live(const Position<W>& p, F each) const {
        for (i64 i = 0; i < sets.size; i++)
            if (const Bits<W>& set = sets[i]; !set.meets(p.gone)) each(set, set - p.own);
    }
    // Reduce a position to its live sets and take its least image; by which automorphism.
    i64 canonical(Position<W>& p) const {
        Bits<W> alive{};
        live(p, [&](const Bits<W>& set, Bits<W>) { alive |= set; });
        p.own &= alive;
        p.gone = whole() - alive;
        Position<W> best = p;
        i64 number = 0;
        for (i64 g = 1; g < images.shape[0]; g++) {
            const u8* to = images.row(g);
            Bits<W> own = image_of(p.own, to);
            if (best.own < own) continue;
            Bits<W> gone = image_of(p.gone, to);
            if (own < best.own || gone < best.gone) best = {own, gone}, number = g;
        }
        p = best;
        return number;
    }
    // A first guess how far Breaker is from having held: by Maker's potential squared.
    i64 distance(const Position<W>& p) const {
        f64 total = 0;
        live(p, [&](const Bits<W>&, Bits<W> rest) { total += 1.0 / (f64)(u64{1} << rest.size()); });
        return 1 + (i64)(8 * total * total);
    }
    // The cells by which Maker completes a set.
    Bits<W> completing(const Position<W>& p) const {
        Bits<W> found{};
        live(p, [&](const Bits<W>&, Bits<W> rest) {
            if (!rest.several()) found |= rest;
        });
        return found;
    }
    // Breaker's moves into `order`, those that take most potential squared first, or the one that
    // he must make; how many, -1 if Maker completes a set in two ways.
    i64 answers(const Position<W>& p, i64 width, i64* order) const {
        Bits<W> must = completing(p);
        if (must.several()) return -1;
        if (must.some()) {
            order[0] = must.first();
            return 1;
        }
        i64 worth[64 * W] = {};
        live(p, [&](const Bits<W>&, Bits<W> rest) {
            i64 scale = 2 * rest.size(), value = i64{1} << (scale < SCALE ? SCALE - scale : 0);
            while (rest.some()) worth[rest.pop()] += value;
        });
        i64 n = 0;
        for (i64 cell = 0; cell < 64 * W; cell++) {
            if (!worth[cell]) continue;
            i64 i = n;
            for (; i > 0 && worth[order[i - 1]] < worth[cell]; i--)
                if (i < width) order[i] = order[i - 1];
            if (i < width) order[i] = cell, n = n < width ? n + 1 : width;
        }
        return n;
    }
    i64 pairs(const Position<W>& p, i64 budget) const {
        if (lines.start.size) return find_row_pairs(lines, p.own, p.gone, room.pairs, budget);
        return find_pairs(sets, p.own, p.gone, room, budget);
    }
    // Are there pairs that stop every live set? Their cells are the zone.
    bool held_by_pairs(const Position<W>& p, Effort& effort, Bits<W>& zone) const {
        effort.pairings++;
        i64 found = pairs(p, effort.pairing);
        zone = Bits<W>::none();
        for (i64 i = 0; i < found; i++) zone |= room.pairs[i];
        return found >= 0;
    }

    const Known<W>* known(const Position<W>& p, i64 turn) const {
        Row<W>* row = table.find({p, turn});
        return row ? &row->found : nullptr;
    }
    void store(const Position<W>& p, i64 turn, const Known<W>& found, i64 work) const {
        typename Row<W>::Key key{p, turn};
        table.place(key) = {key, (u64)(work + 1 + (found.numbers.solved() ? SOLVED : 0)), found};
    }
};

// The search as df_pn's Game: Maker is the attacker, pn is how far he is from a set (lost), dn how
// far Breaker is from having held.
template <int W>
struct Holding {
    const Board<W>& board;
    Effort& effort;

    DfPnRow& row(i64 k) { return board.node(k).row; }
    ProofNumbers& child(i64 k, i64 i) { return board.children_of(k)[i].numbers; }

    i64 expand(i64 k, bool) {
        Node<W>& at = board.node(k);
        at.zone = Bits<W>::none();
        return at.row.attacker ? expand_maker(at, board.children_of(k)) : expand_breaker(k);
    }
    i64 expand_maker(Node<W>& at, Child<W>* child) {
        if (board.completing(at.position)) return PROVED;
        at.must = board.free(at.position);
        i64 n = 0;
        for (i64 cell : at.must) {
            Position<W> q = at.position;
            q.own.add(cell);
            if (board.completing(q).several()) return PROVED;
            i64 turned = board.canonical(q), same = 0;
            while (same < n && !(child[same].position == q)) same++;
            child[n++] = {q, {}, {1, board.distance(q)}, cell, turned, same};
        }
        return n ? n : DISPROVED;
    }
    i64 expand_breaker(i64 k) {
        Node<W>& at = board.node(k);
        Child<W>* child = board.children_of(k);
        i64 order[64 * W + 1], count = board.answers(at.position, effort.width, order);
        if (count < 0) return PROVED;
        for (i64 i = 0; i < count; i++) {
            Position<W> q = at.position;
            q.gone.add(order[i]);
            i64 turned = board.canonical(q);
            Known<W> found{};
            if (const Known<W>* known = board.known(q, MAKER)) {
                found = *known;
            } else {
                found.numbers = DISPROOF;
                if (!board.held_by_pairs(q, effort, found.zone))
                    found.numbers = {1, board.distance(q)};
                board.store(q, MAKER, found, 0);
            }
            child[i] = {q, {}, found.numbers, order[i], turned, i};
            if (found.numbers.dn == 0) {
                answered(k, i, found.zone);
                return DISPROVED;
            }
        }
        return count ? count : DISPROVED;
    }

    // Of Maker's moves those count that still need an answer, each position once.
    bool counts(i64 k, i64 i) {
        Node<W>& at = board.node(k);
        Child<W>* child = board.children_of(k);
        if (at.row.attacker) {
            i64 first = child[i].same;
            if (child[i].numbers.dn == 0 || !at.must.has(child[i].cell)) return false;
            if (first != i && at.must.has(child[first].cell)) return false;
        }
        const Known<W>* known = board.known(child[i].position, at.row.attacker ? BREAKER : MAKER);
        if (!known) return true;
        child[i].numbers = known->numbers;
        if (known->numbers.dn) return true;
        held(k, i, known->zone);
        return !at.row.attacker;
    }
    bool wants_more(i64, ProofNumbers) { return false; }

    // Child i of row k is held in a zone, given in the child's coordinates.
    void held(i64 k, i64 i, Bits<W> zone) {
        if (board.node(k).row.attacker) served(k, i, zone);
        else answered(k, i, zone);
    }
    // The same answer serves every move of Maker's outside of the zone, and those that lead to the
    // same position likewise.
    void served(i64 k, i64 i, Bits<W> zone) {
        Node<W>& at = board.node(k);
        Child<W>* child = board.children_of(k);
        for (i64 j = 0; j < at.row.children; j++) {
            if (child[j].same != child[i].same) continue;
            child[j].zone = image_of(zone, board.inverse.row(child[j].turned));
            child[j].numbers = DISPROOF;
            if (effort.zoned) at.must &= child[j].zone;
        }
    }
    // The zone where Breaker moves: that of his answer's child, and the answer.
    void answered(i64 k, i64 i, Bits<W> zone) {
        Child<W>& child = board.children_of(k)[i];
        board.node(k).zone = image_of(zone, board.inverse.row(child.turned));
        board.node(k).zone.add(child.cell);
    }
    // The zone where Maker moves: that of a few children, each of his moves outside of the zone of
    // one of them. Greedily, the child first that leaves the fewest moves.
    void join(Node<W>& at, const Child<W>* child) {
        at.zone = Bits<W>::none();
        for (Bits<W> left = board.free(at.position); left;) {
            i64 best = -1, least = 1 << 10;
            for (i64 i = 0; i < at.row.children; i++) {
                if (child[i].numbers.dn || left.within(child[i].zone)) continue;
                i64 size = 4 * (left & child[i].zone).size() + (child[i].zone - at.zone).size();
                if (size < least) least = size, best = i;
            }
            left &= child[best].zone;
            at.zone |= child[best].zone;
        }
    }
    void leave(i64 k, ProofNumbers numbers) {
        Node<W>& at = board.node(k);
        if (numbers.dn == 0 && at.row.attacker) join(at, board.children_of(k));
        board.store(at.position, at.row.attacker, {numbers, at.zone}, at.row.work);
    }
    void back(i64 k) {
        i64 chosen = row(k).chosen;
        if (child(k, chosen).dn == 0) held(k, chosen, board.node(k + 1).zone);
    }
    void enter(i64 k) {
        Node<W>&at = board.node(k), &next = board.node(k + 1);
        next.position = board.children_of(k)[at.row.chosen].position;
        next.row.attacker = !at.row.attacker;
    }
};

// Expand `budget` positions; whether the search is finished.
template <int W>
bool search(const Board<W>& board, Effort& effort, DfPnState& state, i64 budget) {
    Holding<W> game{board, effort};
    return df_pn<Gather::SUM>(game, state, budget);
}

// Begin at a position with this player to move.
template <int W>
void begin(const Board<W>& board, DfPnState& state, const Array<const Bits<W>, 2>& position,
           i64 turn) {
    Node<W>& root = board.node(0);
    root.position = {position[0][0], position[0][1]};
    root.row.attacker = turn == MAKER;
    root.row.limits = {INFINITE, INFINITE};
    state.row = 0, state.step = NEW;
}

template <int W>
i64 canonical(const Board<W>& board, const Array<Bits<W>, 2>& position) {
    return board.canonical((Position<W>&)position[0]);
}

// Pairs that stop every live set, into room.pairs; how many, -1 if none were found.
template <int W>
i64 pairs(const Board<W>& board, const Effort& effort, const Array<const Bits<W>, 2>& position) {
    return board.pairs((const Position<W>&)position[0], effort.budget);
}

// Of the zones, each with the stones that it asks Breaker for, those that Maker has no cell of
// and that lack one stone at most: their number and the stone, into `found`. How many; or -1 - the
// number of the first that lacks none.
template <int W>
i64 serving(const Effort& effort, const Array<const Bits<W>, 2>& zones,
            const Array<const Bits<W>, 2>& position, const Array<i64, 2>& found) {
    const Bits<W> own = position[0][0], gone = position[0][1];
    i64 n = 0;
    for (i64 i = 0; i < effort.budget; i++) {
        Bits<W> missing = zones[i][1] - gone;
        if ((zones[i][0] | missing).meets(own) || missing.several()) continue;
        if (!missing) return -1 - i;
        found[n][0] = i, found[n++][1] = missing.first();
    }
    return n;
}

// Answer Maker's move on the cell at once, if one of Breaker's best answers leaves pairs, into
// room.pairs: take the moves that the same answer and pairs serve out of the set `left`. Returns
// 256 * pairs + answer, -1 if there is none, -2 if Maker completes a set in two ways.
template <int W>
i64 cover(const Board<W>& board, Effort& effort, const Array<const Bits<W>, 2>& position, i64 cell,
          const Array<Bits<W>>& left) {
    Position<W> p{position[0][0], position[0][1]};
    p.own.add(cell);
    i64 order[64 * W + 1], count = board.answers(p, effort.width, order);
    if (count < 0) return -2;
    for (i64 i = 0; i < count; i++) {
        Position<W> q = p;
        q.gone.add(order[i]);
        i64 found = board.pairs(q, effort.pairing);
        if (found < 0) continue;
        Bits<W> zone = q.gone - p.gone;
        for (i64 j = 0; j < found; j++) zone |= board.room.pairs[j];
        left[0] &= zone;
        return 256 * found + order[i];
    }
    return -1;
}

// A move of Breaker's, to move, after which he holds as far as the table knows, one that pairs
// follow if there is one; -1 if none is known.
template <int W>
i64 reply(const Board<W>& board, Effort& effort, const Array<const Bits<W>, 2>& position) {
    Position<W> p{position[0][0], position[0][1]};
    i64 order[64 * W + 1], count = board.answers(p, effort.width, order), found = -1;
    for (i64 i = 0; i < count; i++) {
        Position<W> q = p;
        q.gone.add(order[i]);
        board.canonical(q);
        const Known<W>* known = board.known(q, MAKER);
        if (!known || known->numbers.dn) continue;
        Bits<W> zone;
        if (board.held_by_pairs(q, effort, zone)) return order[i];
        if (found < 0) found = order[i];
    }
    return found;
}

#define GAMEPROOF_SIZE(name, ...) {name, nullptr, nullptr, sizeof(__VA_ARGS__) / 8}
#define GAMEPROOF_OF_WIDTH(W)                                                                   \
    GAMEPROOF_NAMED("search_" #W, search<W>), GAMEPROOF_NAMED("begin_" #W, begin<W>),           \
        GAMEPROOF_NAMED("canonical_" #W, canonical<W>), GAMEPROOF_NAMED("pairs_" #W, pairs<W>), \
        GAMEPROOF_NAMED("serving_" #W, serving<W>),                                             \
        GAMEPROOF_NAMED("cover_" #W, cover<W>), GAMEPROOF_NAMED("reply_" #W, reply<W>),         \
        GAMEPROOF_SIZE("row_" #W, Row<W>), GAMEPROOF_SIZE("node_" #W, Node<W>),          \
        GAMEPROOF_SIZE("child_" #W, Child<W>)

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(holding, GAMEPROOF_OF_WIDTH(1), GAMEPROOF_OF_WIDTH(2),
                 GAMEPROOF_FUNCTION(line_choices),
                 GAMEPROOF_CONSTANT(BREAKER), GAMEPROOF_CONSTANT(MAKER),
                 GAMEPROOF_CONSTANT(LONGEST_LINE),
                 GAMEPROOF_CONSTANT(SERVED))
