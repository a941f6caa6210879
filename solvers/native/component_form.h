// A form that isomorphic components of a placement game share: two hashes of a position (a, b), the
// vertices open to Left and to Right, that do not depend on how its vertices are numbered.
//
// Colour refinement (Weisfeiler, Leman 1968), then one vertex of the least repeated colour is singled
// out, until all colours differ. The order of the colours is then an isomorphism, so components are
// taken for isomorphic only where two independent 64-bit hashes of relabelled copies agree;
// isomorphic ones may, rarely, get different forms, which only costs sharing.
#pragma once

#include <algorithm>

#include "binding.h"
#include "hashing.h"

namespace gameproof {

struct Form {
    u64 first, second;
    bool exchanged;  // it is that of (b, a)
    bool even;       // (a, b) and (b, a) have the same
    i64 steps;
};

// Room for n vertices and all their edges.
struct FormRoom {
    Array<i32> vertex, place;      // (n,) those of the component; where each stands among them
    Array<i32> start, neighbour;   // (n + 1,) and edges: u, and its kind from bit 24 on
    Array<u64> label;              // (n,) 1: open to Left, 2: to Right, 3: to both
    Array<u64> colour, fresh, order;
    GAMEPROOF_ARRAYS(vertex, place, start, neighbour, label, colour, fresh, order)
};

namespace component_form {

constexpr u64 M1 = 0xBF58476D1CE4E5B9, M2 = 0x94D049BB133111EB, M3 = 0x9E3779B97F4A7C15;

inline Form labelled(const FormRoom& room, i64 n, bool exchanged) {
    const i32 *start = room.start.data, *neighbour = room.neighbour.data;
    u64 *colour = room.colour.data, *fresh = room.fresh.data, *order = room.order.data;
    auto label = [&](i64 i) {
        u64 x = room.label[i];
        return exchanged && x != 3 ? 3 - x : x;
    };
    Form form{0, 0, exchanged, false, 0};
    for (i64 i = 0; i < n; i++) colour[i] = mixed(label(i) * M3 + M2);
    for (i64 distinct = 0; distinct < n;) {
        for (;;) {
            form.steps += n * n;
            for (i64 i = 0; i < n; i++) {
                u64 total = 0;
                for (i32 e = start[i]; e < start[i + 1]; e++)
                    total += mixed(colour[neighbour[e] & 0xFFFFFF] ^ (M3 + (neighbour[e] >> 24)));
                fresh[i] = mixed(colour[i] * M3 + total);
            }
            std::copy(fresh, fresh + n, colour);
            std::copy(fresh, fresh + n, order);
            std::sort(order, order + n, [](u64 x, u64 y) { return x < y; });
            i64 now = 1;
            for (i64 i = 1; i < n; i++) now += order[i] != order[i - 1];
            bool settled = now <= distinct || now == n;
            distinct = now;
            if (settled) break;
        }
        if (distinct == n) break;
        u64 single = *std::adjacent_find(order, order + n, [](u64 x, u64 y) { return x == y; });
        u64* one = std::find_if(colour, colour + n, [=](u64 x) { return x == single; });
        *one = mixed(single + 1);
    }
    for (i64 i = 0; i < n; i++)
        fresh[i] = std::lower_bound(order, order + n, colour[i], [](u64 x, u64 y) { return x < y; }) - order;
    form.first = mixed(n), form.second = mixed(n + M3);
    for (i64 i = 0; i < n; i++) {
        u64 own = fresh[i] * 4 + label(i);
        form.first += mixed(own * M3 + 1);
        form.second += mixed(own * M1 + M2);
        for (i32 e = start[i]; e < start[i + 1]; e++) {
            u64 pair = fresh[i] * 65536 + fresh[neighbour[e] & 0xFFFFFF] + ((u64)(neighbour[e] >> 24) << 48);
            form.first += mixed(pair * M3 + 77);
            form.second += mixed(pair * M2 + M1);
        }
    }
    return form;
}

}  // namespace component_form

// The form of a component with vertices a | b. `edges(v, use)` calls use(u, kind) for each u that v
// can still close or be closed by. The players are exchanged where Right has more vertices of his
// own, or where that makes the smaller hash.
template <class Set, class Edges>
inline Form form_of(const Set& a, const Set& b, const FormRoom& room, Edges edges) {
    i32 n = 0, e = 0;
    i64 reds = 0, blues = 0;
    for (i64 v : a | b) {
        u64 label = a.has(v) + 2 * b.has(v);
        reds += label == 1, blues += label == 2;
        room.vertex[n] = (i32)v, room.label[n] = label, room.place[v] = n++;
    }
    for (i32 i = 0; i < n; i++) {
        room.start[i] = e;
        edges(room.vertex[i], [&](i64 u, int kind) { room.neighbour[e++] = room.place[u] | kind << 24; });
    }
    room.start[n] = e;
    if (reds != blues) return component_form::labelled(room, n, reds < blues);
    Form plain = component_form::labelled(room, n, false);
    Form other = component_form::labelled(room, n, true);
    bool even = plain.first == other.first && plain.second == other.second;
    bool kept = plain.first < other.first || (plain.first == other.first && plain.second <= other.second);
    Form& form = kept ? plain : other;
    form.even = even;
    form.steps = plain.steps + other.steps;
    return form;
}

}  // namespace gameproof
