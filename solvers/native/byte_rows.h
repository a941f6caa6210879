// Rows of 64 W small numbers, one to a byte, held in registers: what is known of each place beside
// sets of W words. Vectors are the compilers' own (GCC, Clang); only to make bits of a comparison
// takes a word from the processor's maker. Sums are modulo 256.
//
// An array of n rows is Array<Row<W>>; Python gives it as uint8 of shape (n, 64 W).
#pragma once

#include "word_sets.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace gameproof {

typedef u8 Lane __attribute__((vector_size(16)));

// One bit for each byte of a comparison's result (0 or 255).
inline u64 mask_of(Lane there) {
#if defined(__SSE2__)
    return (u32)_mm_movemask_epi8((__m128i)there);
#elif defined(__aarch64__)
    const uint8x16_t weight = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8((uint8x16_t)there, weight);
    return (u64)vaddv_u8(vget_low_u8(bits)) | (u64)vaddv_u8(vget_high_u8(bits)) << 8;
#else
    u64 found = 0;
    for (int i = 0; i < 16; i++) found |= (u64)(there[i] & 1) << i;
    return found;
#endif
}

template <int W>
struct Row {
    using Number = u8;
    static constexpr int LANES = 4 * W;
    u8 byte[64 * W];

    u8 operator[](int i) const { return byte[i]; }
    u8& operator[](int i) { return byte[i]; }
    Lane lane(int i) const {
        Lane found;
        __builtin_memcpy(&found, byte + 16 * i, 16);
        return found;
    }
    void set_lane(int i, Lane lane) { __builtin_memcpy(byte + 16 * i, &lane, 16); }

    // Where test(lane, number of the lane) holds.
    template <class Test>
    Bits<W> where(Test test) const {
        Bits<W> found;
        for (int i = 0; i < LANES; i++)
            found.word[i / 4] |= mask_of((Lane)test(lane(i), i)) << i % 4 * 16;
        return found;
    }
    Bits<W> equal_to(u8 number) const {
        return where([=](Lane a, int) { return a == number; });
    }
    Bits<W> more_than(u8 number) const {
        return where([=](Lane a, int) { return a > number; });
    }
    Bits<W> equal_to(const Row& other) const {
        return where([&](Lane a, int i) { return a == other.lane(i); });
    }
    friend Row operator-(const Row& a, const Row& b) {
        Row found;
        for (int i = 0; i < LANES; i++) found.set_lane(i, a.lane(i) - b.lane(i));
        return found;
    }
    friend Row operator+(const Row& a, const Row& b) {
        Row found;
        for (int i = 0; i < LANES; i++) found.set_lane(i, a.lane(i) + b.lane(i));
        return found;
    }
};

// The sum of the rows of a set.
template <int W, class R>
inline Row<W> sum_of(const Array<R>& rows, const Bits<W>& s) {
    Lane sum[4 * W] = {};
    for (i64 v : s)
        for (int i = 0; i < 4 * W; i++) sum[i] += rows[v].lane(i);
    Row<W> found;
    for (int i = 0; i < 4 * W; i++) found.set_lane(i, sum[i]);
    return found;
}

}  // namespace gameproof
