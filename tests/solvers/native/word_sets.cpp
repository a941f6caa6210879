// The headers of sets and rows, one function for each of several operations, for test_word_sets.py.
#include "binding.h"
#include "byte_rows.h"

namespace gameproof {
namespace {

// Into `out`: a & b, a | b, a ^ b, a - b, {v}, those below v, touched by a, free of b among a,
// with v, without v, without the first;
// into `numbers`: size, first (0 of none), a has v, a within b, a == b, a < b, a has any, meets b,
// has several, the hash.
template <int W>
void sets(const Bits<W>& a, const Bits<W>& b, i64 v, const Array<const Bits<W>>& near,
          const Array<Bits<W>>& out, const Array<u64>& numbers) {
    Bits<W> plus = a, minus = a, rest = a;
    plus.add(v), minus.drop(v);
    if (rest) rest.pop();
    int i = 0;
    for (Bits<W> s : {a & b, a | b, a ^ b, a - b, Bits<W>::single(v), Bits<W>::below(v),
                     touched_by(near, a), free_of(near, a, b), plus, minus, rest})
        out[i++] = s;
    i = 0;
    for (u64 n : {(u64)a.size(), (u64)(a ? a.first() : 0), (u64)a.has(v), (u64)a.within(b),
                  (u64)(a == b), (u64)(a < b), (u64)(bool)a, (u64)a.meets(b),
                  (u64)a.several(), hash_of(a, b)})
        numbers[i++] = n;
}
template <int W>
void sets_of(const Array<const Bits<W>>& given, i64 v, const Array<const Bits<W>>& near,
             const Array<Bits<W>>& out, const Array<u64>& numbers) {
    sets(given[0], given[1], v, near, out, numbers);
}

// Into `out`: the sum of the rows of a set, `row` less that, `row` and that; into `found`: where the
// sum is 0, where it is more than 1, where it is as in `row`, where `row` is `value`.
template <int W>
void rows_of(const Array<const Row<W>>& rows, const Array<const Bits<W>>& given,
             const Array<const Row<W>>& row, i64 value, const Array<Row<W>>& out,
             const Array<Bits<W>>& found) {
    Row<W> sum = sum_of(rows, given[0]);
    out[0] = sum, out[1] = row[0] - sum, out[2] = row[0] + sum;
    found[0] = sum.equal_to(0), found[1] = sum.more_than(1);
    found[2] = sum.equal_to(row[0]), found[3] = row[0].equal_to(value);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(word_sets, GAMEPROOF_NAMED("sets1", sets_of<1>), GAMEPROOF_NAMED("sets2", sets_of<2>),
                 GAMEPROOF_NAMED("sets3", sets_of<3>), GAMEPROOF_NAMED("sets6", sets_of<6>),
                 GAMEPROOF_NAMED("rows1", rows_of<1>), GAMEPROOF_NAMED("rows2", rows_of<2>),
                 GAMEPROOF_NAMED("rows4", rows_of<4>))
