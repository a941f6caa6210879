// A hash of what a component of a graph is up to isomorphism: the same for isomorphic ones, but for
// some that are very regular, and hardly ever for others. Trees by brackets, others by colour
// refinement (Weisfeiler, Leman 1968), one vertex of a repeated colour with its twins being told
// from the others until all differ.
#pragma once

#include "binding.h"
#include "hashing.h"

namespace gameproof {

// The Board has start, near and sign, a random word for each vertex; the Room has inside and stamp
// by vertex, and part, local, degree, colour, finer and spread of a component's vertices. `slot` and
// `holder` are a table of four times as many. The vertices of the component, `part`, have this
// stamp, `local` tells their places and `degree` their neighbours in it.
template <class Board, class Room>
struct ComponentHash {
    const Board& board;
    const Room& room;
    i64 stamp;

    // The place in a table of slots of a word that is not 0.
    i64 slot_of(u64 word, i64 last) const {
        i64 place = (i64)(mixed(word) & (u64)last);
        while (room.slot[place] && room.slot[place] != word) place = (place + 1) & last;
        return place;
    }
    i64 slots_for(i64 words) const {
        i64 size = 4;
        while (size < 2 * words) size *= 2;
        for (i64 i = 0; i < size; i++) room.slot[i] = 0;
        return size - 1;
    }

    // Of m vertices, whose degrees have this sum.
    u64 operator()(i64 m, i64 degrees) const {
        return degrees == 2 * m - 2 ? of_tree(m) : of_graph(m, degrees);
    }
    // Brackets of the tree, rooted in its middle (Aho, Hopcroft, Ullman), as sums of hashes.
    u64 of_tree(i64 m) const {
        i64 begin = 0, end = 0, left = m;
        for (i64 i = 0; i < m; i++) {
            room.colour[i] = 0;
            if (room.degree[i] <= 1) room.holder[end++] = (i32)i;
        }
        while (left > 2) {
            const i64 layer = end;
            left -= layer - begin;
            for (; begin < layer; begin++) {
                const i64 i = room.holder[begin], v = room.part[i];
                room.degree[i] = 0;
                for (i64 e = board.start[v]; e < board.start[v + 1]; e++) {
                    const i64 u = board.near[e];
                    if (!inside_part(u) || !room.degree[room.local[u]]) continue;
                    const i64 parent = room.local[u];
                    room.colour[parent] += bracket(room.colour[i]);
                    if (--room.degree[parent] == 1) room.holder[end++] = (i32)parent;
                }
            }
        }
        u64 roots = 0;
        for (; begin < end; begin++) roots += bracket(room.colour[room.holder[begin]]);
        return mixed(roots ^ (u64)m);
    }
    static u64 bracket(u64 below) { return mixed(below + 0x9E3779B97F4A7C15u); }
    bool inside_part(i64 u) const { return room.inside[u] && room.stamp[u] == stamp; }

    // Colours by those of the neighbours as long as that tells more vertices apart; where some are
    // alike, one is told from the others, with its twins.
    u64 of_graph(i64 m, i64 degrees) const {
        bool cycle = degrees == 2 * m;
        for (i64 i = 0; i < m; i++) {
            room.colour[i] = mixed((u64)room.degree[i]);
            cycle = cycle && room.degree[i] == 2;
        }
        if (cycle) return mixed((u64)m << 1 | 1);
        i64 classes = distinct(m);
        for (;;) {
            while (classes < m) {
                refine(m);
                for (i64 i = 0; i < m; i++) room.spread[i] = room.colour[i], room.colour[i] = room.finer[i];
                const i64 more = distinct(m);
                if (more <= classes) {
                    for (i64 i = 0; i < m; i++) room.colour[i] = room.spread[i];
                    break;
                }
                classes = more;
            }
            if (classes == m) break;
            tell_apart(m);
            classes = distinct(m);
        }
        // A vertex with its neighbours is what the graph is, now that all are told apart.
        refine(m);
        u64 sum = (u64)m;
        for (i64 i = 0; i < m; i++) sum += mixed(room.finer[i]);
        return mixed(sum);
    }
    void refine(i64 m) const {
        for (i64 i = 0; i < m; i++) room.spread[i] = mixed(room.colour[i]);
        for (i64 i = 0; i < m; i++) {
            u64 sum = 3 * room.colour[i];
            const i64 v = room.part[i];
            for (i64 e = board.start[v]; e < board.start[v + 1]; e++)
                if (const i64 u = board.near[e]; inside_part(u)) sum += room.spread[room.local[u]];
            room.finer[i] = mixed(sum);
        }
    }
    i64 distinct(i64 m) const {
        const i64 last = slots_for(m);
        i64 found = 0;
        for (i64 i = 0; i < m; i++) {
            const u64 colour = room.colour[i] | 1;
            u64& slot = room.slot[slot_of(colour, last)];
            found += !slot;
            slot = colour;
        }
        return found;
    }
    void tell_apart(i64 m) const {
        const i64 last = slots_for(m);
        for (i64 i = 0; i <= last; i++) room.holder[i] = 0;
        i64 one = -1;
        for (i64 i = 0; i < m; i++) {
            const u64 colour = room.colour[i] | 1;
            const i64 place = slot_of(colour, last);
            room.slot[place] = colour;
            if (++room.holder[place] >= 2 && (one < 0 || colour < (room.colour[one] | 1))) one = i;
        }
        u64 apart = 0, together = 0;
        around(room.part[one], apart, together);
        const u64 colour = room.colour[one] | 1;
        u64 number = 0;
        for (i64 i = 0; i < m; i++) {
            if ((room.colour[i] | 1) != colour) continue;
            u64 a = 0, t = 0;
            around(room.part[i], a, t);
            if (a == apart || t == together) room.colour[i] = mixed(colour + ++number);
        }
    }
    // The signs of a vertex's neighbours in the component, and with its own.
    void around(i64 v, u64& apart, u64& together) const {
        for (i64 e = board.start[v]; e < board.start[v + 1]; e++)
            if (const i64 u = board.near[e]; inside_part(u)) apart ^= board.sign[u];
        together = apart ^ board.sign[v];
    }
};

}  // namespace gameproof
