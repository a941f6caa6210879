// Grundy values of a digraph, peeled from its sinks (Kahn 1962).
#include "binding.h"

namespace gameproof {
namespace {

// A digraph in compressed rows, and its reverse.
struct Digraph {
    Array<const i64> start;
    Array<const i32> head;
    Array<const i64> back_start;
    Array<const i32> back;
    GAMEPROOF_ARRAYS(start, head, back_start, back)
};
struct Values {
    Array<i64> waiting;         // options without a value
    Array<i32> queue;           // vertices all of whose options have one
    Array<i32> grundy, number;  // -1: not yet
    Array<i32> seen;            // marks of values: one more than the place in the queue
    GAMEPROOF_ARRAYS(waiting, queue, grundy, number, seen)
};
struct Queue {
    i64 next, end;
    GAMEPROOF_NUMBERS(next, end)
};

// Value the queued vertices in order until about `budget` arcs are handled; is one left?
bool peel(const Digraph& graph, const Values& in, Queue& queue, i64 budget) {
    i64 n = in.waiting.size;
    for (; queue.next < queue.end && budget > 0; queue.next++) {
        i64 v = in.queue[queue.next], options = graph.start[v + 1] - graph.start[v];
        i32 mark = (i32)queue.next + 1, mex = 0;
        for (i64 k = graph.start[v]; k < graph.start[v + 1]; k++)
            if (i32 g = in.grundy[graph.head[k]]; g <= options) in.seen[g] = mark;
        while (in.seen[mex] == mark) mex++;
        in.grundy[v] = mex;
        in.number[v] = (i32)(n - queue.next);
        for (i64 k = graph.back_start[v]; k < graph.back_start[v + 1]; k++)
            if (i32 u = graph.back[k]; --in.waiting[u] == 0) in.queue[queue.end++] = u;
        budget -= 1 + options + graph.back_start[v + 1] - graph.back_start[v];
    }
    return queue.next < queue.end;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(sprague_grundy, GAMEPROOF_FUNCTION(peel))
