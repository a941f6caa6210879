// Sets of small numbers (vertices, cells, lines) in a fixed number of 64-bit words, which the
// compiler keeps in registers where they are few: Set<1> is one word, Set<2> holds 128 vertices.
//
// An array of n sets is Array<Set<W>>; Python gives it as uint64 of shape (n, W).
#pragma once

#include <bit>
#include <initializer_list>

#include "array.h"

namespace gameproof {

// The finaliser of splitmix64: spreads the bits of a key.
inline u64 mix(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

struct End {};  // of the places of a set

template <int W>
struct Set {
    using Number = u64;
    u64 word[W] = {};

    static Set one(int v) {
        Set s;
        if constexpr (W == 1) s.word[0] = u64{1} << v;
        else
            for (int w = 0; w < W; w++) s.word[w] = v >> 6 == w ? u64{1} << (v & 63) : 0;
        return s;
    }
    // The vertices before v, 0 <= v <= 64 W.
    static Set below(int v) {
        Set s;
        for (int w = 0; w < W; w++)
            s.word[w] = v >= 64 * (w + 1) ? ~u64{0} : v > 64 * w ? (u64{1} << (v & 63)) - 1 : 0;
        return s;
    }
    explicit operator bool() const {
        u64 any = 0;
        for (u64 x : word) any |= x;
        return any;
    }
    bool operator==(const Set& other) const {
        u64 unlike = 0;
        for (int w = 0; w < W; w++) unlike |= word[w] ^ other.word[w];
        return !unlike;
    }
    // By the highest vertex that only one of them has.
    bool operator<(const Set& other) const {
        for (int w = W - 1; w >= 0; w--)
            if (word[w] != other.word[w]) return word[w] < other.word[w];
        return false;
    }
    bool has(int v) const {
        if constexpr (W == 1) return word[0] >> v & 1;
        else if constexpr (W == 2) return (v < 64 ? word[0] : word[1]) >> (v & 63) & 1;
        else return word[v >> 6] >> (v & 63) & 1;
    }
    int size() const {
        int n = 0;
        for (u64 x : word) n += std::popcount(x);
        return n;
    }
    // The lowest vertex; of a set that is not empty.
    int lowest() const {
        for (int w = 0; w < W - 1; w++)
            if (word[w]) return 64 * w + std::countr_zero(word[w]);
        return 64 * (W - 1) + std::countr_zero(word[W - 1]);
    }
    bool within(const Set& other) const { return !(*this - other); }

    friend Set operator&(Set a, const Set& b) { return a &= b; }
    friend Set operator|(Set a, const Set& b) { return a |= b; }
    friend Set operator^(Set a, const Set& b) { return a ^= b; }
    friend Set operator-(Set a, const Set& b) { return a -= b; }
    Set& operator&=(const Set& b) {
        for (int w = 0; w < W; w++) word[w] &= b.word[w];
        return *this;
    }
    Set& operator|=(const Set& b) {
        for (int w = 0; w < W; w++) word[w] |= b.word[w];
        return *this;
    }
    Set& operator^=(const Set& b) {
        for (int w = 0; w < W; w++) word[w] ^= b.word[w];
        return *this;
    }
    Set& operator-=(const Set& b) {
        for (int w = 0; w < W; w++) word[w] &= ~b.word[w];
        return *this;
    }

    // for (int v : s): from the lowest on; what happens to s meanwhile does not matter.
    struct Places {
        Set rest;
        int w;
        int operator*() const { return 64 * w + std::countr_zero(rest.word[0]); }
        void operator++() {
            rest.word[0] &= rest.word[0] - 1;
            settle();
        }
        bool operator!=(End) const { return rest.word[0]; }
        // Bring the first word that is not empty to the front.
        void settle() {
            if constexpr (W > 1)
                while (!rest.word[0] && w < W - 1) {
                    for (int i = 0; i < W - 1; i++) rest.word[i] = rest.word[i + 1];
                    rest.word[W - 1] = 0;
                    w++;
                }
        }
    };
    Places begin() const {
        Places places{*this, 0};
        places.settle();
        return places;
    }
    End end() const { return {}; }
};

// A hash of sets (44 bits).
template <int W, class... More>
inline u64 hash_of(const Set<W>& first, const More&... more) {
    constexpr u64 ODD = 0xD6E8FEB86659FD93;
    u64 h = 0;
    auto add = [&](const auto& s) {
        for (u64 x : s.word) {
            h = (h ^ x) * ODD + 0x9E3779B97F4A7C15;
            h ^= h >> 32;
        }
    };
    add(first);
    (add(more), ...);
    return h * ODD >> 20;
}

// All that is in the neighbourhood of one of s.
template <int W, class Near>
inline Set<W> touched_by(const Near& near, const Set<W>& s) {
    Set<W> found;
    for (int v : s) found |= near[v];
    return found;
}

// Those of a whose neighbourhoods hold nothing of b.
template <int W, class Near>
inline Set<W> free_of(const Near& near, const Set<W>& a, const Set<W>& b) {
    Set<W> found;
    for (int v : a)
        if (!(near[v] & b)) found |= Set<W>::one(v);
    return found;
}

// The set to which a permutation takes a set.
template <int W, class Image>
inline Set<W> image_of(const Set<W>& s, const Image& image) {
    Set<W> found;
    for (int v : s) found |= Set<W>::one(image[v]);
    return found;
}

}  // namespace gameproof
