// The table in which a search keeps what it has found out about positions: rows by hash, in an
// array of a power of two that Python owns. A position may stand in Probes places from the one of
// its hash on; a new one takes its own row, else a free one, else the one that is worth least.
// Python may make a larger table in time, which takes over what the old one holds.
//
// A Row says: Number (u64), Key, hash(key), key(place), holds(key), free(), worth(), in whole words. Several processes may
// write to one table, in a file, without locks: a row of one word is written at once, one of more
// keeps a part of its key under a seal of the rest (SealedRow).
#pragma once

#include "binding.h"
#include "hashing.h"

namespace gameproof {

inline u64 hash_words(const u64* words, i64 count, u64 seed) {
    u64 h = seed;
    for (i64 i = 0; i < count; i++) h = (h ^ mixed(words[i])) * 0x9E3779B97F4A7C15u;
    return mixed(h);
}

template <class Row, i64 Probes>
struct TranspositionTable {
    using Key = typename Row::Key;

    Array<Row> rows;
    GAMEPROOF_ARRAYS(rows)

    // The position will be looked for soon.
    void expect(const Key& key) const { __builtin_prefetch(&rows[Row::hash(key) & (rows.size - 1)]); }

    // Where a position is kept, null where it is not.
    Row* find(const Key& key) const {
        u64 start = Row::hash(key), last = rows.size - 1;
        for (i64 i = 0; i < Probes; i++) {
            Row& row = rows[(start + i) & last];
            if (row.holds(key)) return &row;
            if (row.free()) return nullptr;
        }
        return nullptr;
    }

    // The row in which a position is to be kept: its own one, or one that is to be overwritten.
    Row& place(const Key& key) const {
        u64 start = Row::hash(key), last = rows.size - 1;
        Row* least = &rows[start & last];
        for (i64 i = 0; i < Probes; i++) {
            Row& row = rows[(start + i) & last];
            if (row.free() || row.holds(key)) return row;
            if constexpr (Probes > 1)
                if (row.worth() < least->worth()) least = &row;
        }
        return *least;
    }

    // Take over what another table holds, mostly a smaller one.
    void take(const TranspositionTable& old) const {
        for (i64 i = 0; i < old.rows.size; i++)
            if (Row& row = old.rows[i]; !row.free()) place(row.key(i)) = row;
    }
};

// A verdict of 1, 2 or 3 on a hash of 64 bits, in one word: two bits of the hash are given up for
// it. With one probe the place tells them, so that nothing of the hash is lost.
struct VerdictRow {
    using Number = u64;
    using Key = u64;
    static constexpr u64 VERDICT = 3;
    u64 word;

    static u64 hash(u64 key) { return key; }
    bool free() const { return !(word & VERDICT); }
    bool holds(u64 key) const { return !((word ^ key) & ~VERDICT) && (word & VERDICT); }
    u64 worth() const { return 1; }
    u64 key(u64 place) const { return (word & ~VERDICT) | (place & VERDICT); }
    i64 verdict() const { return word & VERDICT; }
    void keep(u64 key, i64 verdict) { word = (key & ~VERDICT) | (u64)verdict; }
};

// What was found of a key, in whole words; where a table has one probe, the last one stays.
template <class K, class Found>
struct FoundRow {
    using Number = u64;
    using Key = K;
    K of;
    Found found;

    static u64 hash(const K& key) { return hash_words((const u64*)&key, sizeof(K) / 8, 0); }
    bool free() const { return of == K{}; }
    bool holds(const K& key) const { return of == key && !free(); }
    u64 worth() const { return 1; }
    K key(u64) const { return of; }
};

// Found (whole words) for a key of K words and a small number, by the work it cost. The last word
// of the key is kept under a seal of what was found, so that a row of which two processes have
// written parts is the row of no position (Hyatt, Mann, ICGA Journal 25, 2002).
template <int K, class Found>
struct SealedRow {
    using Number = u64;
    struct Key {
        u64 word[K];
        u64 tag;  // 8 bits
    };
    static constexpr int FOUND = sizeof(Found) / 8;

    u64 word[K];
    u64 work_and_tag;  // 0 in a free row
    Found found;

    static u64 hash(const Key& key) { return hash_words(key.word, K, key.tag + 1); }
    u64 seal() const { return hash_words((const u64*)&found, FOUND, 0); }
    bool free() const { return work_and_tag == 0; }
    bool holds(const Key& key) const {
        for (int i = 0; i + 1 < K; i++)
            if (word[i] != key.word[i]) return false;
        return (work_and_tag & 255) == key.tag && (word[K - 1] ^ seal()) == key.word[K - 1] && !free();
    }
    u64 worth() const { return work_and_tag >> 8; }
    Key key(u64) const {
        Key key;
        for (int i = 0; i < K; i++) key.word[i] = word[i];
        key.word[K - 1] ^= seal();
        key.tag = work_and_tag & 255;
        return key;
    }
    void keep(const Key& key, const Found& what, u64 work) {
        found = what;
        for (int i = 0; i < K; i++) word[i] = key.word[i];
        word[K - 1] ^= seal();
        work_and_tag = (work + 1) << 8 | key.tag;
    }
};

}  // namespace gameproof
