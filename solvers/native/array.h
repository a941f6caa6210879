// What an engine sees of NumPy's arrays: where they begin and how long they are. Python owns them.
#pragma once

#include <stdint.h>

#ifdef GAMEPROOF_CHECKED
#include <stdio.h>
#include <stdlib.h>
#endif

namespace gameproof {

using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using f64 = double;

// The checked build looks at every index.
#ifdef GAMEPROOF_CHECKED
[[noreturn]] inline void out_of_bounds(i64 i, i64 size) {
    fprintf(stderr, "gameproof: place %lld of %lld\n", (long long)i, (long long)size);
    abort();
}
#define GAMEPROOF_IN(i, size) \
    if ((::gameproof::u64)(i) >= (::gameproof::u64)(size)) \
    ::gameproof::out_of_bounds((::gameproof::i64)(i), (::gameproof::i64)(size))
#else
#define GAMEPROOF_IN(i, size) (void)0
#endif

// An element of an array whose extents are all fixed but the first.
template <class T, i64... Inner>
struct RowOf {
    using type = T;
};
template <class T, i64 First, i64... Rest>
struct RowOf<T, First, Rest...> {
    using type = typename RowOf<T, Rest...>::type[First];
};

// An array of which the first extent alone is known only when it comes: Array<u64, 2> holds pairs.
// Array<const u64> is only read.
template <class T, i64... Inner>
struct Array {
    using Row = typename RowOf<T, Inner...>::type;
    Row* data;
    i64 size;

    Row& operator[](i64 i) const {
        GAMEPROOF_IN(i, size);
        return data[i];
    }
};

// An array of which no extent is known before. Indexed as NumPy's: (i, j, k); row(i) begins row i.
template <class T, int Rank>
struct Table {
    T* data;
    i64 shape[Rank];

    template <class... Index>
        requires(sizeof...(Index) == Rank)
    T& operator()(Index... index) const {
        i64 at[Rank] = {(i64)index...}, place = 0;
        for (int r = 0; r < Rank; r++) {
            GAMEPROOF_IN(at[r], shape[r]);
            place = place * shape[r] + at[r];
        }
        return data[place];
    }
    T* row(i64 i) const {
        GAMEPROOF_IN(i, shape[0]);
        i64 width = 1;
        for (int r = 1; r < Rank; r++) width *= shape[r];
        return data + i * width;
    }
    i64 size() const { return shape[0]; }
};

}  // namespace gameproof
