// Values of the nodes of a game graph, and the games and sums that prove them; the graph is that of
// game_graph_values.py, the rows are those of value_rows.py.
#include "short_games.h"

namespace gameproof {
namespace {

// The game graph. Options of v, from stream[pointer[v]] on: how many of Left's and of Right's; for
// each an integer, the number of its components, and references 2 node + (1 for its negative).
struct Graph {
    Array<const i64> pointer;
    Array<const i32> stream;
    Array<const i32> order;
    Array<i32> value;  // the game of each node
    GAMEPROOF_ARRAYS(pointer, stream, order, value)
};

struct Reader {
    const i32* at;
    i64 next() { return *at++; }
};

// An integer plus components, folded from 0 on. `use(g, h)` sees the summands before they are added
// and says whether to go on.
template <class Use>
i64 total_of(Games& games, i64 whole, const i32* references, i64 count, const Graph& graph, Use use) {
    i64 sum = 0;
    for (i64 i = 0; i < count; i++) {
        i64 g = graph.value[references[i] >> 1];
        if (references[i] & 1) g = games.negative(g);
        if (g < 0 || !use(sum, g, references[i] & 1)) return STOPPED;
        sum = games.add(sum, g);
        if (sum < 0) return STOPPED;
    }
    if (!whole) return sum;
    i64 g = games.whole_game(whole);
    if (g < 0 || !use(sum, g, false)) return STOPPED;
    return games.add(sum, g);
}

constexpr auto ANY = [](i64, i64, bool) { return true; };

// The zero game is game 0.
void begin(State& state, const Store& store) { Games{state, store}.number_game(0); }

// An integer plus a sum of components.
i64 total(State& state, const Store& store, const Graph& graph, i64 whole,
          const Array<const i32>& references) {
    Games games{state, store};
    return total_of(games, whole, references.data, references.size, graph, ANY);
}

// Give nodes their values, from a place of the order on; the place reached.
i64 evaluate(State& state, const Store& store, const Graph& graph, i64 place) {
    Games games{state, store};
    for (; place < graph.order.size; place++) {
        i64 v = graph.order[place];
        Reader read{graph.stream.data + graph.pointer[v]};
        i64 left = read.next(), options = left + read.next();
        state.steps += 1 + options;
        if (state.steps > state.budget) return games.stop(OUT_OF_STEPS), place;
        if (options > store.stack.size) return games.stop(FULL_STACK), place;
        state.top = options;
        for (i64 i = 0; i < options; i++) {
            i64 whole = read.next(), count = read.next();
            i64 g = total_of(games, whole, read.at, count, graph, ANY);
            if (g < 0) return place;
            read.at += count;
            store.stack[i] = (i32)g;
        }
        i64 g = games.canonical({0, left}, {left, options});
        if (g < 0) return place;
        graph.value[v] = (i32)g;
    }
    return place;
}

// -- the rows that prove them ----------------------------------------------------------------------

struct Row {
    i32 g, h, sum;
    GAMEPROOF_RECORD(i32, g, h, sum)
};
struct Rows {
    Array<Row> row;
    Array<i32> place;   // table of rows by g and h: one more than the row
    Array<u8> negated;  // games whose negatives are used
    GAMEPROOF_ARRAYS(row, place, negated)
};
struct Progress {
    i64 node, done, rows, full;  // nodes seen; rows whose sum is known; all rows; out of room?
    GAMEPROOF_NUMBERS(node, done, rows, full)
};

i64 place_of(const Rows& rows, i64 g, i64 h) {
    return place_in(rows.place, mixed(pair_of(g, h)), [&](i32 next) {
        return !next || (rows.row[next - 1].g == g && rows.row[next - 1].h == h);
    });
}

// g + h gets a row unless who reads it adds by himself: 0, and numbers. False: no room.
bool want(const Games& games, i64 g, i64 h, const Rows& rows, Progress& progress) {
    if (games.is_zero(g) || games.is_zero(h)) return true;
    if (games.of(g).is_number && games.of(h).is_number) return true;
    if (g > h) std::swap(g, h);
    i64 place = place_of(rows, g, h);
    if (rows.place[place]) return true;
    if (progress.rows >= rows.row.size || 2 * progress.rows >= rows.place.size) {
        progress.full = 1;
        return false;
    }
    rows.row[progress.rows] = {(i32)g, (i32)h, 0};
    rows.place[place] = (i32)++progress.rows;
    return true;
}

// List the sums that the options of all nodes and an integer plus components are, then those that
// the options of these sums are. Whether all are listed; `quota`: rows to look at.
bool gather(State& state, const Store& store, const Graph& graph, i64 whole,
            const Array<const i32>& references, const Rows& rows, Progress& progress, i64 quota) {
    Games games{state, store};
    progress.full = 0;
    auto use = [&](i64 sum, i64 g, bool negated) {
        if (negated) rows.negated[games.of(g).negative] = 1;
        return want(games, sum, g, rows, progress);
    };
    for (; progress.node < graph.pointer.size; progress.node++) {
        Reader read{graph.stream.data + graph.pointer[progress.node]};
        i64 left = read.next(), options = left + read.next();
        state.steps += 1 + options;
        if (state.steps > state.budget) return games.stop(OUT_OF_STEPS), false;
        for (i64 i = 0; i < options; i++) {
            i64 number = read.next(), count = read.next();
            if (total_of(games, number, read.at, count, graph, use) < 0) return false;
            read.at += count;
        }
    }
    if (progress.node == graph.pointer.size) {
        if (total_of(games, whole, references.data, references.size, graph, use) < 0) return false;
        progress.node++;
    }
    for (; progress.done < progress.rows; progress.done++) {
        if (quota-- == 0) return false;
        auto [g, h, unknown] = rows.row[progress.done];
        i64 sum = games.add(g, h);
        if (sum < 0) return false;
        rows.row[progress.done].sum = (i32)sum;
        for (int turn = 0; turn < 2; turn++) {
            i64 mine = turn ? h : g, other = turn ? g : h;
            if (games.of(mine).is_number) continue;
            for (const i32 *x = games.begin(mine, LEFT), *e = games.end(mine, RIGHT); x < e; x++)
                if (!want(games, *x, other, rows, progress)) return false;
        }
    }
    return true;
}

void refill_rows(const Rows& rows, i64 count) {
    for (i64 i = 0; i < count; i++) rows.place[place_of(rows, rows.row[i].g, rows.row[i].h)] = (i32)i + 1;
}

// Complete both marks: with -g the negatives of g's options; with a game its options, and the number
// at which it stops where both stops are the same. False after a stop. O(games and options).
bool mark(State& state, const Store& store, const Array<u8>& negated, const Array<u8>& needed) {
    Games games{state, store};
    auto each_option = [&](i64 g, auto use) {
        for (const i32 *x = games.begin(g, LEFT), *e = games.end(g, RIGHT); x < e; x++) use(*x);
    };
    for (i64 g = state.games - 1; g >= 0; g--) {
        if (!negated[g]) continue;
        needed[g] = needed[games.of(g).negative] = 1;
        if (!games.of(g).is_number) each_option(g, [&](i64 x) { negated[x] = 1; });
    }
    for (i64 g = state.games - 1; g >= 0; g--) {
        const Game& game = games.of(g);
        if (!needed[g] || game.is_number) continue;
        each_option(g, [&](i64 x) { needed[x] = 1; });
        if (game.left_stop != game.right_stop) continue;
        i64 x = games.number_game(game.left_stop);
        if (x < 0) return false;
        needed[x] = 1;
    }
    return true;
}

// Tell of each game its negative where that is a game too; false: the stack is too small. O(games
// and options).
bool pair(State& state, const Store& store) {
    Games games{state, store};
    i32* stack = store.stack.data;
    for (i64 g = 0; g < state.games; g++) {  // options before what they are options of
        const Game& game = games.of(g);
        if (game.negative >= 0) continue;
        if (game.left + game.right > store.stack.size) return games.stop(FULL_STACK), false;
        bool complete = true;
        for (i64 i = 0; i < game.left + game.right; i++) {
            i64 h = games.of(store.arena[game.options + i]).negative;
            complete = complete && h >= 0;
            stack[i < game.left ? game.right + i : i - game.left] = (i32)h;
        }
        if (!complete) continue;
        games.sort(0, game.right);
        games.sort(game.right, game.right + game.left);
        i64 place = games.place_of(stack, game.right, stack + game.right, game.left);
        i64 h = store.known[place] - 1;
        if (h < 0) continue;
        store.game[g].negative = h;
        store.game[h].negative = g;
    }
    return true;
}

// -- larger tables, empty, from the smaller ones ---------------------------------------------------

void refill_less(const Array<const u64>& old, const Array<u64>& fresh) {
    for (i64 i = 0; i < old.size; i++)
        if (old[i]) fresh[place_in(fresh, mixed(old[i] & ~GREATER), [](u64 e) { return !e; })] = old[i];
}
void refill_sums(const Array<const Sum>& old, const Array<Sum>& fresh) {
    for (i64 i = 0; i < old.size; i++)
        if (u64 pair = old[i].pair)
            fresh[place_in(fresh, mixed(pair), [](const Sum& s) { return !s.pair; })] = old[i];
}
void refill_games(State& state, const Store& store) {
    Games games{state, store};
    for (i64 g = 0; g < state.games; g++) {
        const Game& game = games.of(g);
        const i32* options = store.arena.data + game.options;
        i64 place = games.place_of(options, game.left, options + game.left, game.right);
        store.known[place] = (i32)g + 1;
        if (game.is_number)
            store.number[games.place_of_number(game.left_stop)] = {game.left_stop, g + 1};
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(short_games, GAMEPROOF_FUNCTIONS(begin, evaluate, total, gather, mark, pair,
                 refill_rows, refill_less, refill_sums, refill_games),
                 GAMEPROOF_CONSTANTS(OUT_OF_STEPS, FULL_GAMES, FULL_ARENA, FULL_LESS, FULL_SUMS,
                 FULL_STACK, TOO_FINE, PLACES))
