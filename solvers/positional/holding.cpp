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
// must-play region, Hayward). At each position all zones that serve after some answer are looked up,
// so that it may be held before any move is tried. The zones are the proof: what the root needs of
// them.
//
// The table has positions without what does not count, one for many; what holds one of them need
// not serve another, whose stones differ. So zones are not taken from it.
#include "df_pn.h"
#include "transposition_table.h"
#include "zones.h"

namespace gameproof {
namespace {

constexpr i64 BREAKER = 0, MAKER = 1;
constexpr i64 SOLVED = 1 << 20;  // expansions that a solved position counts for in the table
constexpr i64 GOOD = 16;  // so many times nearer seems an answer that serves others of Maker's moves

// A row of the table: lost and held (ProofNumbers of Maker, the attacker) of a position.
template <int W>
struct Row {
    using Number = u64;
    struct Key {
        Position<W> position;
        i64 turn;
    };
    Key of;
    u64 work;  // 0 in a free row
    ProofNumbers numbers;

    static u64 hash(const Key& key) {
        return hash_words((const u64*)&key.position, 2 * W, key.turn + 1);
    }
    bool free() const { return work == 0; }
    bool holds(const Key& other) const {
        return of.position == other.position && of.turn == other.turn && work;
    }
    Key key(u64) const { return of; }
    u64 worth() const { return work; }
};

template <int W>
struct Child {
    Position<W> key;  // of the table
    ProofNumbers numbers;
    i64 cell;  // the move that leads there
    i64 same;  // the first child that is the same
};

template <int W>
struct Node {
    DfPnRow row;
    Position<W> position, key;
    Held by;
    Bits<W> must;  // Maker's moves that no answer serves
    Bits<W> good;  // Breaker's answers to others of them
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

    // What the table says of a position. One that was held in another way, by a zone that does not
    // serve here, is near to it.
    bool numbers_of(const Position<W>& key, i64 turn, ProofNumbers& numbers) {
        Row<W>* row = room.table.find({key, turn});
        if (row) numbers = row->numbers.dn ? row->numbers : ProofNumbers{SOLVED, 1};
        return row;
    }
    void store(const Position<W>& p, i64 turn, ProofNumbers numbers, i64 work) {
        typename Row<W>::Key key{p, turn};
        room.table.place(key) = {key, (u64)(work + 1 + (numbers.solved() ? SOLVED : 0)), numbers};
    }

    i64 expand(i64 k, bool) { return row(k).attacker ? expand_maker(k) : expand_breaker(k); }
    i64 expand_maker(i64 k) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        if (board.completing(at.position)) return PROVED;
        at.good = Bits<W>::none();
        if (at.by = held_by_known(at.position, at.must, at.good); at.by.zone != NOTHING) return DISPROVED;
        // Maker's best move first where nothing else tells.
        i64 worth[64 * W] = {}, order[64 * W + 1], n = 0;
        for (i64 cell : at.must) worth[cell] = 1;
        board.live(at.position, [&](const Bits<W>&, const Bits<W>& rest) {
            board.weigh(rest & at.must, worth, rest.size());
        });
        i64 count = board.best(worth, 64 * W, order);
        for (i64 i = 0; i < count; i++) {
            i64 cell = order[i];
            Position<W> q = at.position;
            q.own.add(cell);
            if (board.completing(q).several()) return PROVED;
            Position<W> key = board.canonical(q);
            i64 same = 0;
            while (same < n && !(child[same].key == key)) same++;
            child[n++] = {key, {1, board.distance(q, true)}, cell, same};
        }
        return n;
    }
    // Do known zones serve all moves of Maker's? What holds the position then; else those for which
    // they do not are left in `must`, and the answers of those that serve are `good`.
    Held held_by_known(const Position<W>& p, Bits<W>& must, Bits<W>& good) {
        Answer<W> by[MOST_KNOWN + 64 * W];
        Bits<W> moves = must = board.whole() - p.own - p.stones;
        i64 n = board.known(p, by, must);
        if (n < 0) return by[0].by;
        for (i64 i = 0; i < n; i++) good.add(by[i].by.cell);
        if (must) return {NOTHING, 0, 0};
        return {(i32)board.keep(board.join(effort, by, n, moves, p.stones)), 0, 0};
    }
    i64 expand_breaker(i64 k) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        i64 order[64 * W + 1], count = board.answers(at.position, effort.width, order);
        if (count < 0) return PROVED;
        // Where no set is left, any cell will do.
        if (Bits<W> rest = board.whole() - at.position.own - at.position.stones; !count && rest)
            order[count++] = rest.first();
        // Maker's moves that no answer serves yet.
        bool lines = board.lines.start.size;
        Bits<W> must{}, good{};
        if (k) must = node(k - 1).must, good = node(k - 1).good;
        if (answered_by_known(at, must)) return DISPROVED;
        for (i64 i = 0; i < count; i++) {
            Position<W> q = at.position;
            q.stones.add(order[i]);
            child[i] = {board.canonical(q), {1, 1}, order[i], i};
            if (numbers_of(child[i].key, MAKER, child[i].numbers)) continue;
            i64 zone = board.held_by_pairs(q, effort, effort.pairing, must);
            if (zone != NOTHING) {
                at.by = {(i32)zone, 0, (i32)order[i]};
                return DISPROVED;
            }
            // What answers others of Maker's moves is likely to answer this one.
            i64 far = board.distance(q, false) * (1 + effort.failed);
            child[i].numbers.dn = lines && good.has(order[i]) ? 1 + far / GOOD : far;
            store(child[i].key, MAKER, child[i].numbers, 0);
        }
        return count;
    }
    // The answer with a known zone that leaves fewest of these moves, then the smallest.
    bool answered_by_known(Node<W>& at, const Bits<W>& must) {
        Bits<W> free = board.whole() - at.position.own - at.position.stones;
        i64 least = i64{1} << 20;
        auto each = [&](const Placed<W>& one, const Bits<W>& lacks) {
            // Where it lacks nothing, any cell may be the answer.
            Bits<W> answer = lacks ? lacks : one.cells & free ? one.cells & free : free;
            Bits<W> cells = one.cells | lacks;
            i64 cost = 64 * W * (cells & must).size() + cells.size();
            if (cost >= least || !answer) return false;
            least = cost;
            at.by = {one.zone, one.turn, (i32)answer.first()};
            return false;
        };
        board.places.serving(at.position.own, at.position.stones, each);
        return least < i64{1} << 20;
    }

    // Of Maker's moves those count that still need an answer, each position once.
    bool counts(i64 k, i64 i) {
        Node<W>& at = node(k);
        Child<W>* child = children_of(k);
        if (!at.row.attacker && child[i].numbers.dn == 0) return true;
        if (at.row.attacker) {
            i64 first = child[i].same;
            if (!at.must.has(child[i].cell)) return false;
            if (first != i && at.must.has(child[first].cell)) return false;
        }
        numbers_of(child[i].key, at.row.attacker ? BREAKER : MAKER, child[i].numbers);
        return true;
    }
    bool wants_more(i64, ProofNumbers) { return false; }

    void leave(i64 k, ProofNumbers numbers) {
        Node<W>& at = node(k);
        if (numbers.dn == 0 && at.row.attacker && at.row.children >= 0)
            at.by = held_by_known(at.position, at.must, at.good);
        store(at.key, at.row.attacker, numbers, at.row.work);
    }
    // The same answer serves every move of Maker's outside of its zone and it.
    void back(i64 k) {
        Node<W>& at = node(k);
        Held by = node(k + 1).by;
        if (child(k, at.row.chosen).dn) return;
        if (at.row.attacker) {
            Bits<W> zone = board.placed(by).cells;
            zone.add(by.cell);
            at.must &= zone, at.good.add(by.cell);
        } else {
            at.by = {by.zone, by.turn, (i32)children_of(k)[at.row.chosen].cell};
        }
    }
    void enter(i64 k) {
        Node<W>&at = node(k), &next = node(k + 1);
        const Child<W>& child = children_of(k)[at.row.chosen];
        next.row.attacker = !at.row.attacker;
        next.position = at.position, next.key = child.key;
        (at.row.attacker ? next.position.own : next.position.stones).add(child.cell);
    }
};

// Expand `budget` positions; whether the search is finished.
template <int W>
bool search(const Board<W>& board, const Room<W>& room, Effort& effort, DfPnState& state, i64 budget) {
    Holding<W> game{board, room, effort};
    return df_pn<Gather::SUM>(game, state, budget);
}

// Begin at a position with this player to move.
template <int W>
void begin(const Board<W>& board, const Room<W>& room, Effort& effort, DfPnState& state,
           const Array<const Bits<W>, 2>& position, i64 turn) {
    Node<W>& root = Holding<W>{board, room, effort}.node(0);
    root.position = {position[0][0], position[0][1]};
    root.key = board.canonical(root.position);
    root.row.attacker = turn == MAKER;
    root.row.limits = {INFINITE, INFINITE};
    state.row = 0, state.step = NEW;
}

// A larger table takes over what the one of the room holds.
template <int W>
void take_over(const Room<W>& room, const TranspositionTable<Row<W>, 8>& larger) {
    larger.take(room.table);
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
    Effort effort{};
    return board.pairs({position[0][0], position[0][1]}, effort, budget, {});
}

// The zones in the index that serve a position where Breaker has one stone more; how many.
template <int W>
i64 serving(const Board<W>& board, const Array<const Bits<W>, 2>& position,
            const Array<Placed<W>>& found) {
    i64 n = 0;
    auto each = [&](const Placed<W>& one, const Bits<W>&) {
        found[n++] = one;
        return n == found.size;
    };
    board.places.serving(position[0][0], position[0][1], each);
    return n;
}

#define GAMEPROOF_SIZE(name, ...) {name, nullptr, nullptr, sizeof(__VA_ARGS__) / 8}
#define GAMEPROOF_OF_WIDTH(W)                                                                   \
    GAMEPROOF_NAMED("search_" #W, search<W>), GAMEPROOF_NAMED("begin_" #W, begin<W>),           \
        GAMEPROOF_NAMED("root_" #W, root<W>), GAMEPROOF_NAMED("paired_" #W, paired<W>),         \
        GAMEPROOF_NAMED("take_over_" #W, take_over<W>),                                         \
        GAMEPROOF_NAMED("serving_" #W, serving<W>),                                             \
        GAMEPROOF_NAMED("needed_" #W, needed<W>),                                               \
        GAMEPROOF_NAMED("pairs_" #W, pairs<W>), GAMEPROOF_SIZE("row_" #W, Row<W>),              \
        GAMEPROOF_SIZE("node_" #W, Node<W>), GAMEPROOF_SIZE("child_" #W, Child<W>),         \
        GAMEPROOF_SIZE("placed_" #W, Placed<W>), GAMEPROOF_SIZE("index_node_" #W, IndexNode<W>)

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(holding, GAMEPROOF_OF_WIDTH(1), GAMEPROOF_OF_WIDTH(2),
                 GAMEPROOF_FUNCTION(line_choices),
                 GAMEPROOF_CONSTANT(BREAKER), GAMEPROOF_CONSTANT(MAKER),
                 GAMEPROOF_CONSTANT(LONGEST_LINE), GAMEPROOF_CONSTANT(PLAYED_POSITIONS),
                 GAMEPROOF_CONSTANT(MOST_SETS), GAMEPROOF_CONSTANT(SERVED),
                 GAMEPROOF_CONSTANT(AT_A_LEAF))
