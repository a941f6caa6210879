// Hashes, and tables by open addressing in arrays of a power of two.
#pragma once

#include "array.h"

namespace gameproof {

// The finaliser of splitmix64 (Steele, Lea, Flood 2014): every bit of the word reaches every other,
// or positions that differ on high cells would share their places.
inline u64 mixed(u64 h) {
    h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9u;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EBu;
    return h ^ (h >> 31);
}

// The first place, from that of a hash on, whose entry ends the search: the one looked for, or none.
template <class T, class Ends>
inline i64 place_in(const Array<T>& table, u64 hash, Ends ends) {
    u64 last = table.size - 1, place = hash & last;
    while (!ends(table[place])) place = (place + 1) & last;
    return place;
}

}  // namespace gameproof
