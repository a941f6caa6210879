// Sets of the numbers below 64 W, in W words that stay in registers where W is 1 or 2.
//
// An array of n sets is Array<Bits<W>>; Python gives it as uint64 of shape (n, W).
#pragma once

#include <bit>
#include <initializer_list>

#include "array.h"

namespace gameproof {

inline i64 low_bit(u64 word) { return std::countr_zero(word); }
inline i64 ones(u64 word) { return std::popcount(word); }

struct End {};  // of the numbers of a set

template <int W>
struct Bits {
    using Number = u64;
    u64 word[W] = {};

    // Word k is made by `make`.
    template <class Make>
    static Bits of(const Make& make) {
        Bits s;
        for (int k = 0; k < W; k++) s.word[k] = make(k);
        return s;
    }
    static Bits none() { return Bits{}; }
    static Bits single(i64 i) {
        return of([=](int k) { return W == 1 || i >> 6 == k ? u64{1} << (i & 63) : 0; });
    }
    // The numbers before i, 0 <= i <= 64 W.
    static Bits below(i64 i) {
        return of([=](int k) {
            return i >= 64 * (k + 1) ? ~u64{0} : i > 64 * k ? (u64{1} << (i & 63)) - 1 : 0;
        });
    }

    Bits operator&(const Bits& o) const { return of([&](int k) { return word[k] & o.word[k]; }); }
    Bits operator|(const Bits& o) const { return of([&](int k) { return word[k] | o.word[k]; }); }
    Bits operator^(const Bits& o) const { return of([&](int k) { return word[k] ^ o.word[k]; }); }
    // The difference of sets.
    Bits operator-(const Bits& o) const { return of([&](int k) { return word[k] & ~o.word[k]; }); }
    Bits& operator&=(const Bits& o) { return *this = *this & o; }
    Bits& operator|=(const Bits& o) { return *this = *this | o; }
    Bits& operator-=(const Bits& o) { return *this = *this - o; }
    Bits& operator^=(const Bits& o) { return *this = *this ^ o; }
    bool operator==(const Bits& o) const {
        u64 differs = 0;
        for (int k = 0; k < W; k++) differs |= word[k] ^ o.word[k];
        return !differs;
    }
    // By the first word first.
    bool operator<(const Bits& o) const {
        for (int k = 0; k < W - 1; k++)
            if (word[k] != o.word[k]) return word[k] < o.word[k];
        return word[W - 1] < o.word[W - 1];
    }

    bool some() const {
        u64 any = 0;
        for (int k = 0; k < W; k++) any |= word[k];
        return any;
    }
    explicit operator bool() const { return some(); }
    bool empty() const { return !some(); }
    bool meets(const Bits& o) const { return (*this & o).some(); }
    bool within(const Bits& o) const { return (*this - o).empty(); }
    i64 size() const {
        i64 n = 0;
        for (int k = 0; k < W; k++) n += ones(word[k]);
        return n;
    }
    // Are there two or more?
    bool several() const {
        bool one = false;
        for (int k = 0; k < W; k++) {
            if (word[k] & (word[k] - 1) || (one && word[k])) return true;
            one |= word[k] != 0;
        }
        return false;
    }

    bool has(i64 i) const {
        if constexpr (W == 1) return word[0] >> i & 1;
        else if constexpr (W == 2) return (i < 64 ? word[0] : word[1]) >> (i & 63) & 1;
        else return word[i >> 6] >> (i & 63) & 1;
    }
    void add(i64 i) { *this |= single(i); }
    void drop(i64 i) { *this -= single(i); }
    // The least element; the set is not empty.
    i64 first() const {
        for (int k = 0; k < W - 1; k++)
            if (word[k]) return 64 * k + low_bit(word[k]);
        return 64 * (W - 1) + low_bit(word[W - 1]);
    }
    // Remove the least element and return it.
    i64 pop() {
        for (int k = 0; k < W - 1; k++)
            if (word[k]) return 64 * k + popped(word[k]);
        return 64 * (W - 1) + popped(word[W - 1]);
    }

    // for (i64 i : s): from the least on; what happens to s meanwhile does not matter.
    struct Places {
        Bits rest;
        i64 base;
        i64 operator*() const { return base + low_bit(rest.word[0]); }
        void operator++() {
            rest.word[0] &= rest.word[0] - 1;
            settle();
        }
        bool operator!=(End) const { return rest.word[0]; }
        // Bring the first word that is not empty to the front.
        void settle() {
            if constexpr (W > 1)
                while (!rest.word[0] && base < 64 * (W - 1)) {
                    for (int k = 0; k < W - 1; k++) rest.word[k] = rest.word[k + 1];
                    rest.word[W - 1] = 0;
                    base += 64;
                }
        }
    };
    Places begin() const {
        Places places{*this, 0};
        places.settle();
        return places;
    }
    End end() const { return {}; }

   private:
    static i64 popped(u64& w) {
        i64 i = low_bit(w);
        w &= w - 1;
        return i;
    }
};

// The W words of an array's row as a set.
template <int W>
inline Bits<W>& bits_of(u64 (&row)[W]) {
    return (Bits<W>&)row;
}
template <int W>
inline const Bits<W>& bits_of(const u64 (&row)[W]) {
    return (const Bits<W>&)row;
}

// A hash of sets (44 bits).
template <int W, class... More>
inline u64 hash_of(const Bits<W>& first, const More&... more) {
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
inline Bits<W> touched_by(const Near& near, const Bits<W>& s) {
    Bits<W> found;
    for (i64 v : s) found |= near[v];
    return found;
}

// Those of a whose neighbourhoods hold nothing of b.
template <int W, class Near>
inline Bits<W> free_of(const Near& near, const Bits<W>& a, const Bits<W>& b) {
    Bits<W> found;
    for (i64 v : a)
        if (!near[v].meets(b)) found.add(v);
    return found;
}

// The set to which a permutation takes a set.
template <int W, class Image>
inline Bits<W> image_of(const Bits<W>& s, const Image& image) {
    Bits<W> found;
    for (i64 v : s) found.add(image[v]);
    return found;
}

}  // namespace gameproof
