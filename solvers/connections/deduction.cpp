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
constexpr i64 MOST = 130;  // cells and terminals

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

// The rows of the connections of each two ends, the smaller number first, with their carriers beside
// each other; and how many there are, either way round.
struct Lists {
    Table<i32, 3> rows;
    Array<Cells> carriers;
    Table<i32, 2> counts;
    GAMEPROOF_ARRAYS(rows, carriers, counts)

    i32* of(i64 x, i64 y) const { return x < y ? &rows(x, y, 0) : &rows(y, x, 0); }
    Cells* carriers_of(i64 x, i64 y) const { return &carriers[of(x, y) - &rows(0, 0, 0)]; }
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
    Bits<3> linked[MOST] = {};  // of each end, those to which it has a full connection
    // Semi-connections that choose() looks at: rows, carriers, what is common to those from one on.
    i32 others[MOST_SEMI] = {};
    Cells met[MOST_SEMI], rest[MOST_SEMI + 1];

    bool is_free(i32 x) const { return x < cells && !own.has(x); }
    bool joins(i32 x, i32 y) const {
        return (x == source || y == source) && (x == target || y == target);
    }

    // Chains by breadth-first search from the number that names each.
    void find_chains() {
        i32 total = cells + 2, queue[MOST];
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

    i32 push(const Connection& made, const Cells& carrier) {
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
    i32 add(const Lists& lists, const Connection& made, const Cells& carrier) {
        i32 x = made.x, y = made.y, *list = lists.of(x, y), kept = 0;
        Cells* carriers = lists.carriers_of(x, y);
        i32 count = lists.counts(x, y), most = lists.rows.shape[2];
        for (i32 i = 0; i < count; i++)
            if (carriers[i].within(carrier)) return NONE;
        for (i32 i = 0; i < count; i++) {
            if (carrier.within(carriers[i])) arena.alive[list[i]] = false;
            else carriers[kept] = carriers[i], list[kept++] = list[i];
        }
        i32 row = NONE;
        bool room = kept < most;
        if (!room) {
            i32 worst = NONE;
            i64 largest = carrier.size();
            for (i32 i = 0; i < kept; i++)
                if (i64 size = carriers[i].size(); size > largest) worst = i, largest = size;
            if (worst != NONE) {
                arena.alive[list[worst]] = false;
                list[worst] = list[--kept], carriers[worst] = carriers[kept];
                room = true;
            }
        }
        if (room) row = push(made, carrier);
        if (row != NONE) {
            arena.alive[row] = true;
            carriers[kept] = carrier, list[kept++] = row;
        }
        lists.counts(x, y) = lists.counts(y, x) = kept;
        if (!count && &lists == &full) linked[x].add(y), linked[y].add(x);
        return row;
    }

    // Full connections from a new semi-connection and up to three others without a cell common to
    // all. Those that come later in the list tell whether it is worth going on: `rest[i]` are the
    // cells common to them.
    void choose(i32 made) {
        i32 x = arena.rows[made].x, y = arena.rows[made].y, count = 0;
        const Cells first = arena.carriers[made], *known = semi.carriers_of(x, y);
        const i32* rows = semi.of(x, y);
        for (i32 i = 0; i < semi.counts(x, y); i++)
            if (rows[i] != made) met[count] = known[i], others[count++] = rows[i];
        rest[count] = Cells::below(cells);
        for (i32 i = count; i-- > 0;) rest[i] = rest[i + 1] & met[i];
        for (i32 i = 0; i < count && !first.meets(rest[i]); i++) {
            Cells common_a = first & met[i], all_a = first | met[i];
            i32 a = others[i];
            if (!common_a) {
                add(full, {x, y, CHOICE, {made, a, NONE, NONE}}, all_a);
                continue;
            }
            for (i32 j = i + 1; j < count && !common_a.meets(rest[j]); j++) {
                if (common_a.within(met[j])) continue;
                Cells common_b = common_a & met[j], all_b = all_a | met[j];
                i32 b = others[j];
                if (!common_b) {
                    add(full, {x, y, CHOICE, {made, a, b, NONE}}, all_b);
                    continue;
                }
                for (i32 k = j + 1; k < count && !common_b.meets(rest[k]); k++)
                    if (!common_b.meets(met[k]))
                        add(full, {x, y, CHOICE, {made, a, b, others[k]}}, all_b | met[k]);
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
    i32 join(i32 row, i32 g, i32 x) {
        bool stone = !is_free(g), x_free = is_free(x);
        const Cells carrier = arena.carriers[row];
        for (i32 y : linked[g]) {
            if (y == x) continue;
            if (is_free(y) && carrier.has(y)) continue;
            const Cells *carriers = full.carriers_of(g, y), *known = full.carriers_of(x, y);
            if (full.counts(x, y) && !known[0]) continue;  // what needs no cell leaves no more to find
            for (i32 nth = 0; nth < full.counts(g, y); nth++) {
                if (carrier.meets(carriers[nth])) continue;
                if (x_free && carriers[nth].has(x)) continue;
                i32 other = full.of(g, y)[nth];
                Cells both = carrier | carriers[nth];
                if (stone) {
                    i32 made = add(full, {x, y, CHAIN, {row, other, NONE, NONE}}, both);
                    if (made != NONE && joins(x, y)) return made;
                    continue;
                }
                both.add(g);
                if (std::any_of(known, known + full.counts(x, y),
                                [&](const Cells& one) { return one.within(both); }))
                    continue;
                i32 made = add(semi, {x, y, BRIDGE, {row, other, NONE, NONE}}, both);
                if (made == NONE) continue;
                if (joins(x, y) && s.moves_next) return made;
                choose(made);
                if (joins(x, y) && full.counts(source, target)) return full.of(source, target)[0];
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
        touch();
        for (i32 row = 0; row < s.size; row++) {
            if (arena.rows[row].rule == BRIDGE) continue;
            i32 x = arena.rows[row].x, y = arena.rows[row].y;
            for (auto [g, other] : {std::pair{x, y}, std::pair{y, x}}) {
                if (!arena.alive[row]) break;
                if (g == source || g == target) continue;
                if (i32 won = join(row, g, other); won != NONE) return won;
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
