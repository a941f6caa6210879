// Green Hackenbush by a depth-first walk; theory in fusion.py.
#include <algorithm>

#include "binding.h"

namespace gameproof {
namespace {

// A multigraph in compressed rows: the other end of each edge and its number.
struct Edges {
    Array<const i64> start;
    Array<const i32> other, edge;
    GAMEPROOF_ARRAYS(start, other, edge)
};
struct Walk {
    Array<i32> preorder, parent_edge;  // -1: not reached, no parent
    Array<i32> low;                    // low points (Tarjan 1974)
    Array<i64> hang;                   // XOR of what hangs on the block so far
    Array<i8> odd;                     // parity of the block's edges so far
    Array<i64> place;                  // the next edge to follow
    Array<i32> stack;
    GAMEPROOF_ARRAYS(preorder, parent_edge, low, hang, odd, place, stack)
};
struct State {
    i64 depth, count;  // of the stack; vertices reached
    GAMEPROOF_NUMBERS(depth, count)
};

// Go on for about `budget` steps; is something left? A vertex leaves the stack when its branch is
// complete: over a bridge it adds its value plus one to the parent (colon principle), inside a block
// it hands over what it has gathered (fusion principle).
bool walk(const Edges& graph, const Walk& in, State& state, i64 budget) {
    for (; state.depth > 0 && budget > 0; budget--) {
        i64 v = in.stack[state.depth - 1];
        if (in.place[v] < graph.start[v + 1]) {
            i64 k = in.place[v]++, w = graph.other[k];
            if (graph.edge[k] == in.parent_edge[v]) continue;
            if (in.preorder[w] < 0) {
                in.preorder[w] = in.low[w] = (i32)state.count++;
                in.parent_edge[w] = graph.edge[k];
                in.stack[state.depth++] = (i32)w;
            } else if (in.preorder[w] < in.preorder[v]) {
                in.low[v] = std::min(in.low[v], in.preorder[w]);
                in.odd[v] ^= 1;
            }
            continue;
        }
        if (--state.depth == 0) break;
        i64 parent = in.stack[state.depth - 1];
        if (in.low[v] == in.preorder[v]) {
            in.hang[parent] ^= (in.hang[v] ^ in.odd[v]) + 1;
        } else {
            in.low[parent] = std::min(in.low[parent], in.low[v]);
            in.hang[parent] ^= in.hang[v];
            in.odd[parent] ^= in.odd[v] ^ 1;
        }
    }
    return state.depth > 0;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(fusion, GAMEPROOF_FUNCTION(walk))
