// Zones by what they ask for: those are found that serve a position where Breaker has one stone more.
//
// A binary tree: a node divides its zones by a cell that is a stone of theirs, or one that Maker must
// not own, and knows what all of them ask for, so that most of a search ends above the leaves.
// Subsumption is sought so among clauses too (Schulz, LNCS 7788, 2013).
#pragma once

#include "binding.h"
#include "word_sets.h"

namespace gameproof {
namespace {

constexpr i64 AT_A_LEAF = 32;

// A zone where an automorphism takes it.
template <int W>
struct Placed {
    using Number = u64;
    Bits<W> cells, stones;
    i32 zone, turn;
};

// `test`: c < 64 W asks whether cell c is a stone of the zone, else whether cell c - 64 W is one of its
// cells; -1 at a leaf, whose zones are `count` from AT_A_LEAF * no on.
template <int W>
struct IndexNode {
    using Number = u64;
    Bits<W> cells, stones;  // in all of its zones
    i32 test, no, yes, count;
};

template <int W>
struct ZoneIndex {
    Array<IndexNode<W>> node;
    Array<Placed<W>> placed;
    Array<i64> used;  // nodes, leaves
    GAMEPROOF_ARRAYS(node, placed, used)

    static bool asks(const Placed<W>& one, i64 test) {
        return test < 64 * W ? one.stones.has(test) : one.cells.has(test - 64 * W);
    }

    // Room for two nodes and a leaf is needed.
    void add(const Placed<W>& one) const {
        if (!used[0]) {
            node[0] = {one.cells, one.stones, -1, 0, 0, 0};
            used[0] = used[1] = 1;
        }
        for (i64 at = 0;;) {
            IndexNode<W>& here = node[at];
            here.cells &= one.cells, here.stones &= one.stones;
            if (here.test < 0) {
                if (here.count < AT_A_LEAF) {
                    placed[here.no * AT_A_LEAF + here.count++] = one;
                    return;
                }
                if (!split(here)) return;  // it is there already
            }
            at = asks(one, here.test) ? here.yes : here.no;
        }
    }
    // A leaf becomes a node with two leaves: by a stone if that divides it well, for Breaker lacks
    // most stones, while Maker owns few cells.
    bool split(IndexNode<W>& here) const {
        Placed<W>* all = &placed[here.no * AT_A_LEAF];
        i64 best = 0;
        for (i64 test = 0; test < 128 * W; test++) {
            i64 yes = 0;
            for (i64 i = 0; i < AT_A_LEAF; i++) yes += asks(all[i], test);
            i64 less = yes < AT_A_LEAF - yes ? yes : AT_A_LEAF - yes;
            i64 worth = test < 64 * W ? 4 * less : less;
            if (worth > best) best = worth, here.test = (i32)test;
        }
        if (!best) return false;
        i64 leaf[2] = {here.no, used[1]++};
        here.no = (i32)used[0]++, here.yes = (i32)used[0]++;
        IndexNode<W>* under[2] = {&node[here.no], &node[here.yes]};
        for (i64 side = 0; side < 2; side++) *under[side] = {{}, {}, -1, (i32)leaf[side], 0, 0};
        i64 kept = 0;
        for (i64 i = 0; i < AT_A_LEAF; i++) {
            Placed<W> one = all[i];
            i64 side = asks(one, here.test);
            IndexNode<W>& to = *under[side];
            if (!to.count) to.cells = one.cells, to.stones = one.stones;
            else to.cells &= one.cells, to.stones &= one.stones;
            (side ? placed[leaf[1] * AT_A_LEAF + to.count] : all[kept++]) = one;
            to.count++;
        }
        return true;
    }

    // each(zone, the stone that Breaker lacks, if any) for those that serve where Maker has `own` and
    // Breaker `stones` and one more, until it returns true.
    template <class F>
    bool serving(const Bits<W>& own, const Bits<W>& stones, F& each, i64 at = 0) const {
        if (!used[0]) return false;
        const IndexNode<W>& here = node[at];
        if (Bits<W> lacks = here.stones - stones; lacks.several() || (lacks | here.cells).meets(own))
            return false;
        if (here.test >= 0)
            return serving(own, stones, each, here.yes) || serving(own, stones, each, here.no);
        const Placed<W>* all = &placed[here.no * AT_A_LEAF];
        for (i64 i = 0; i < here.count; i++) {
            Bits<W> lacks = all[i].stones - stones;
            if (lacks.several() || (lacks | all[i].cells).meets(own)) continue;
            if (each(all[i], lacks)) return true;
        }
        return false;
    }
};

}  // namespace
}  // namespace gameproof
