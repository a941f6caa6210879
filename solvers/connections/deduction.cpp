// Virtual connections of one player in a position of a connection game, deduced by rules; which and
// by whom they were found stands in search.py.
//
// Connections stand in an arena, each with the rule and the premises that it was made by, and in
// the list of its two ends: a chain of stones is an end, named by its largest number.
#include <algorithm>

#include "board.h"

namespace gameproof {
namespace {

// Rules: adjacent; two connections through a stone; through an empty cell (the only one that makes
// a semi-connection); semi-connections without a common cell.
constexpr i32 TOUCH = 0, CHAIN = 1, BRIDGE = 2, CHOICE = 3;
constexpr i32 NONE = -1;
constexpr i64 ARENA = 60000, MOST_FULL = 12, MOST_SEMI = 32;

struct Connection {
    using Number = i32;
    i32 x, y, rule;
    i32 premises[4];  // or NONE
};

struct Arena {
    Array<Connection> rows;
    Array<Cells> carriers;
    Array<Cells> stones;  // that they run through
    Array<bool> alive;    // does it still stand in a list?
    GAMEPROOF_ARRAYS(rows, carriers, stones, alive)
};

// The rows of the connections of each two ends, either way round, and their number.
struct Lists {
    Table<i32, 3> rows;
    Table<i32, 2> counts;
    GAMEPROOF_ARRAYS(rows, counts)

    i32* of(i64 x, i64 y) const { return &rows(x, y, 0); }
};

struct Chains {
    Array<i32> group;  // of each number its chain, a free cell its own, NONE the opponent's cells
    Array<Cells> way;  // the cells of a shortest way through the chain to the one that names it
    GAMEPROOF_ARRAYS(group, way)
};

// What is asked: whose connections, and whether he moves next. The number of rows made.
struct State {
    i64 player, moves_next;
    i64 size;
    GAMEPROOF_NUMBERS(player, moves_next, size)
};

struct Deduction {
    const Board& board;
    const Cells own, gone;
    const Chains& chains;
    const Arena& arena;
    const Lists &full, &semi;
    State& s;
    const i32 cells = board.cells();
    i32 source = NONE, target = NONE;

    bool is_free(i32 x) const { return x < cells && !own.has(x); }
    bool joins(i32 x, i32 y) const {
        return (x == source || y == source) && (x == target || y == target);
    }

    // Chains by breadth-first search from the number that names each.
    void find_chains() {
        i32 total = cells + 2, queue[130];
        for (i32 cell = 0; cell < total; cell++) {
            bool stone = cell >= cells || own.has(cell);
            chains.group[cell] = stone || gone.has(cell) ? NONE : cell;
            chains.way[cell] = Cells::none();
        }
        for (i32 name = total - 1; name >= 0; name--) {
            if (chains.group[name] != NONE || (name < cells && !own.has(name))) continue;
            i32 last = 0;
            auto enter = [&](i32 cell, Cells way) {
                chains.group[cell] = name;
                chains.way[cell] = cell < cells ? way | Cells::single(cell) : way;
                queue[last++] = cell;
            };
            enter(name, Cells::none());
            for (i32 first = 0; first < last; first++) {
                const bool* meets = &board.meets(s.player, queue[first], 0);
                for (i32 cell = 0; cell < total; cell++)
                    if (meets[cell] && chains.group[cell] == NONE && (cell >= cells || own.has(cell)))
                        enter(cell, chains.way[queue[first]]);
            }
        }
    }

    i32 push(const Connection& made, Cells carrier) {
        if (s.size == arena.rows.size) return NONE;
        i32 row = s.size++;
        arena.rows[row] = made;
        arena.carriers[row] = carrier;
        arena.stones[row] = Cells::none();
        for (i32 premise : made.premises)
            if (premise != NONE) arena.stones[row] |= arena.stones[premise];
        return row;
    }

    // Enter a connection unless its carrier holds another's; drops those that hold its own. A list
    // that is full loses its largest. Returns the row, or NONE.
    i32 add(const Lists& lists, const Connection& made, Cells carrier) {
        i32 x = made.x, y = made.y, *list = lists.of(x, y), kept = 0;
        i32 &count = lists.counts(x, y), most = lists.rows.shape[2];
        for (i32 i = 0; i < count; i++)
            if (arena.carriers[list[i]].within(carrier)) return NONE;
        for (i32 i = 0; i < count; i++) {
            if (carrier.within(arena.carriers[list[i]])) arena.alive[list[i]] = false;
            else list[kept++] = list[i];
        }
        i32 row = NONE;
        bool room = kept < most;
        if (!room) {
            i32 worst = NONE;
            i64 largest = carrier.size();
            for (i32 i = 0; i < kept; i++)
                if (i64 size = arena.carriers[list[i]].size(); size > largest)
                    worst = i, largest = size;
            if (worst != NONE) {
                arena.alive[list[worst]] = false;
                list[worst] = list[--kept];
                room = true;
            }
        }
        if (room) row = push(made, carrier);
        if (row != NONE) {
            arena.alive[row] = true;
            list[kept++] = row;
        }
        std::copy_n(list, kept, lists.of(y, x));
        count = lists.counts(y, x) = kept;
        return row;
    }

    // Full connections from a new semi-connection and up to three others without a cell common to
    // all. Those that come later in the list tell whether it is worth going on: `rest[i]` are the
    // cells common to them.
    void choose(i32 made) {
        i32 x = arena.rows[made].x, y = arena.rows[made].y, others[MOST_SEMI], count = 0;
        Cells carriers[MOST_SEMI], rest[MOST_SEMI + 1];
        const Cells first = arena.carriers[made];
        for (i32 i = 0; i < semi.counts(x, y); i++)
            if (i32 row = semi.rows(x, y, i); row != made) {
                carriers[count] = arena.carriers[row];
                others[count++] = row;
            }
        rest[count] = Cells::below(cells);
        for (i32 i = count; i-- > 0;) rest[i] = rest[i + 1] & carriers[i];
        for (i32 i = 0; i < count && !first.meets(rest[i]); i++) {
            Cells common_a = first & carriers[i], all_a = first | carriers[i];
            i32 a = others[i];
            if (!common_a) {
                add(full, {x, y, CHOICE, {made, a, NONE, NONE}}, all_a);
                continue;
            }
            for (i32 j = i + 1; j < count && !common_a.meets(rest[j]); j++) {
                if (common_a.within(carriers[j])) continue;
                Cells common_b = common_a & carriers[j], all_b = all_a | carriers[j];
                i32 b = others[j];
                if (!common_b) {
                    add(full, {x, y, CHOICE, {made, a, b, NONE}}, all_b);
                    continue;
                }
                for (i32 k = j + 1; k < count && !common_b.meets(rest[k]); k++)
                    if (!common_b.meets(carriers[k]))
                        add(full, {x, y, CHOICE, {made, a, b, others[k]}}, all_b | carriers[k]);
            }
        }
    }

    void touch() {
        for (i32 cell = 0; cell < cells; cell++) {
            i32 g = chains.group[cell];
            if (g == NONE) continue;
            for (i32 k = 0; k < board.places(); k++) {
                i32 other = board.near(s.player, cell, k);
                if (other <= cell || chains.group[other] == NONE || chains.group[other] == g)
                    continue;
                i32 made = add(full, {g, chains.group[other], TOUCH, {NONE, NONE, NONE, NONE}},
                               Cells::none());
                if (made != NONE) arena.stones[made] = chains.way[cell] | chains.way[other];
            }
        }
    }

    // Join a row by each full connection that begins at its end `g`. Returns a row that wins, or
    // NONE.
    i32 join(i32 row, i32 g, i32 x, const i32* ends, i32 count) {
        bool stone = !is_free(g), x_free = is_free(x);
        const Cells carrier = arena.carriers[row];
        for (i32 e = 0; e < count; e++) {
            i32 y = ends[e];
            if (y == g || y == x || full.counts(g, y) == 0) continue;
            if (is_free(y) && carrier.has(y)) continue;
            for (i32 nth = 0; nth < full.counts(g, y); nth++) {
                i32 other = full.rows(g, y, nth);
                if (carrier.meets(arena.carriers[other])) continue;
                if (x_free && arena.carriers[other].has(x)) continue;
                Cells both = carrier | arena.carriers[other];
                if (stone) {
                    i32 made = add(full, {x, y, CHAIN, {row, other, NONE, NONE}}, both);
                    if (made != NONE && joins(x, y)) return made;
                    continue;
                }
                both.add(g);
                const i32* known = full.of(x, y);
                if (std::any_of(known, known + full.counts(x, y),
                                [&](i32 f) { return arena.carriers[f].within(both); }))
                    continue;
                i32 made = add(semi, {x, y, BRIDGE, {row, other, NONE, NONE}}, both);
                if (made == NONE) continue;
                if (joins(x, y) && s.moves_next) return made;
                choose(made);
                if (joins(x, y) && full.counts(source, target))
                    return full.rows(source, target, 0);
            }
        }
        return NONE;
    }

    // All connections that the rules find, within the sizes of the lists; stops at the first
    // connection of the terminals that wins and returns its row, NONE where none is found. A full
    // one does, and a semi-connection if its owner moves next.
    i32 run() {
        s.size = 0;
        for (const Lists* lists : {&full, &semi})
            std::fill_n(lists->counts.data, (i64)(cells + 2) * (cells + 2), 0);
        find_chains();
        source = chains.group[cells], target = chains.group[cells + 1];
        if (source == target) {
            i32 row = push({source, target, TOUCH, {NONE, NONE, NONE, NONE}}, Cells::none());
            arena.stones[row] = chains.way[cells];
            return row;
        }
        i32 ends[130], count = 0;
        for (i32 cell = 0; cell < cells + 2; cell++)
            if (chains.group[cell] == cell) ends[count++] = cell;
        touch();
        for (i32 row = 0; row < s.size; row++) {
            if (arena.rows[row].rule == BRIDGE) continue;
            i32 x = arena.rows[row].x, y = arena.rows[row].y;
            for (auto [g, other] : {std::pair{x, y}, std::pair{y, x}}) {
                if (!arena.alive[row]) break;
                if (g == source || g == target) continue;
                if (i32 won = join(row, g, other, ends, count); won != NONE) return won;
            }
        }
        return NONE;
    }
};

// `own` and `gone` are one set each: the cells of the player and of his opponent.
i64 deduce(const Board& board, const Array<const Cells>& own, const Array<const Cells>& gone,
           const Chains& chains, const Arena& arena, const Lists& full, const Lists& semi,
           State& state) {
    return Deduction{board, own[0], gone[0], chains, arena, full, semi, state}.run();
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(deduction, GAMEPROOF_CONSTANTS(TOUCH, CHAIN, BRIDGE, CHOICE, ARENA, MOST_FULL,
                 MOST_SEMI), GAMEPROOF_FUNCTION(deduce))
