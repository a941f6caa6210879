// For each cell of a connection game, how much of a current between a player's terminals runs
// through it, where his full connections are wires: a free cell resists, a chain of his stones does
// not (Anshelevich 2002).
#include <algorithm>

#include "board.h"

namespace gameproof {
namespace {

// Resistance of a wire between chains, and conductance of a leak; the leaks keep the equations
// regular where a piece of the board is cut off.
constexpr f64 FAINT = 0.01;
constexpr i64 MOST = 130;  // cells and terminals

struct Wires {
    Array<const i32> group;  // of each number its chain, a free cell its own, negative the opponent's
    Table<const i32, 2> counts;  // of full connections
    GAMEPROOF_ARRAYS(group, counts)
};

// The chains and free cells, the last of them the second terminal's chain, which is earthed.
struct Net {
    i64 size = 0;
    i32 nodes[MOST];
    f64 conduct[MOST][MOST], potential[MOST];

    void wire(const Wires& wires, const Cells& own, i64 cells) {
        i32 target = wires.group[cells + 1];
        for (i32 x = 0; x < cells + 2; x++)
            if (wires.group[x] == x && x != target) nodes[size++] = x;
        nodes[size++] = target;
        auto resistance = [&](i32 x) { return x >= cells || own.has(x) ? 0.0 : 1.0; };
        for (i64 i = 0; i < size; i++) {
            conduct[i][i] = 0;
            for (i64 j = 0; j < i; j++) {
                i32 x = nodes[i], y = nodes[j];
                conduct[i][j] = conduct[j][i] =
                    wires.counts(x, y) ? 1 / (resistance(x) + resistance(y) + FAINT) : 0;
            }
        }
    }

    // Kirchhoff's equations for a current into `source`, by elimination; they are symmetric and
    // their diagonal dominates, so that no pivot is sought.
    void solve(i32 source) {
        i64 last = size - 1;
        f64 rows[MOST][MOST];
        for (i64 i = 0; i < last; i++) {
            f64 sum = FAINT;
            for (i64 j = 0; j < size; j++) sum += conduct[i][j];
            for (i64 j = 0; j < last; j++) rows[i][j] = -conduct[i][j];
            rows[i][i] = sum;
            potential[i] = nodes[i] == source;
        }
        for (i64 k = 0; k < last; k++)
            for (i64 i = k + 1; i < last; i++) {
                f64 factor = rows[k][i] / rows[k][k];
                if (factor == 0) continue;
                for (i64 j = i; j < last; j++) rows[i][j] -= factor * rows[k][j];
                potential[i] -= factor * potential[k];
            }
        potential[last] = 0;
        for (i64 k = last; k-- > 0;) {
            for (i64 j = k + 1; j < last; j++) potential[k] -= rows[k][j] * potential[j];
            potential[k] /= rows[k][k];
        }
    }
};

// What runs through each cell, nothing through the opponent's. O(cells cubed).
void flow(const Wires& wires, const Array<const Cells>& own, const Array<f64>& through) {
    i64 cells = wires.group.size - 2;
    Net net;
    net.wire(wires, own[0], cells);
    net.solve(wires.group[cells]);
    std::fill_n(through.data, cells, 0.0);
    for (i64 i = 0; i < net.size; i++) {
        if (net.nodes[i] >= cells) continue;
        f64 sum = 0;
        for (i64 j = 0; j < net.size; j++) {
            f64 drop = net.potential[i] - net.potential[j];
            sum += net.conduct[i][j] * (drop < 0 ? -drop : drop);
        }
        through[net.nodes[i]] = sum / 2;
    }
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(flow, GAMEPROOF_FUNCTIONS(flow))
