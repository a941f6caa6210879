// Sets of the numbers below 64 W, in W words that stay in registers where W is 1 or 2.
#pragma once

#include <bit>

#include "array.h"

namespace gameproof {

inline i64 low_bit(u64 word) { return std::countr_zero(word); }
inline i64 ones(u64 word) { return std::popcount(word); }

template <int W>
struct Bits {
    u64 word[W];

    static Bits none() { return Bits{}; }
    static Bits single(i64 i) {
        Bits s{};
        s.add(i);
        return s;
    }

    Bits operator&(const Bits& o) const {
        Bits s;
        for (int k = 0; k < W; k++) s.word[k] = word[k] & o.word[k];
        return s;
    }
    Bits operator|(const Bits& o) const {
        Bits s;
        for (int k = 0; k < W; k++) s.word[k] = word[k] | o.word[k];
        return s;
    }
    Bits operator-(const Bits& o) const {  // the difference of sets
        Bits s;
        for (int k = 0; k < W; k++) s.word[k] = word[k] & ~o.word[k];
        return s;
    }
    Bits& operator&=(const Bits& o) { return *this = *this & o; }
    Bits& operator|=(const Bits& o) { return *this = *this | o; }
    Bits& operator-=(const Bits& o) { return *this = *this - o; }
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

    bool has(i64 i) const { return W == 1 ? word[0] >> i & 1 : word[i >> 6] >> (i & 63) & 1; }
    void add(i64 i) { word[W == 1 ? 0 : i >> 6] |= u64{1} << (i & 63); }
    void drop(i64 i) { word[W == 1 ? 0 : i >> 6] &= ~(u64{1} << (i & 63)); }
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

}  // namespace gameproof
