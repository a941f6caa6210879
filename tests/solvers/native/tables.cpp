// transposition_table.h, for test_tables.py.
#include "transposition_table.h"

namespace gameproof {
namespace {

struct Pair {
    u32 first, second;
};
using Row = SealedRow<2, Pair>;
using Sealed = TranspositionTable<Row, 8>;
using Verdicts = TranspositionTable<VerdictRow, 1>;

struct Question {
    i64 low, high, tag, first, second, work;
    GAMEPROOF_NUMBERS(low, high, tag, first, second, work)
};
Row::Key key(const Question& asked) {
    return {{(u64)asked.low, (u64)asked.high}, (u64)asked.tag};
}
void keep(const Sealed& table, const Question& asked) {
    table.place(key(asked)).keep(key(asked), {(u32)asked.first, (u32)asked.second}, asked.work);
}
bool find(const Sealed& table, Question& asked) {
    const Row* row = table.find(key(asked));
    if (row) asked.first = row->found.first, asked.second = row->found.second;
    return row;
}
void take(const Sealed& table, const Sealed& old) { table.take(old); }

void remember(const Verdicts& table, i64 key, i64 verdict) {
    table.place(key).keep(key, verdict);
}
i64 recall(const Verdicts& table, i64 key) {
    const VerdictRow* row = table.find(key);
    return row ? row->verdict() : 0;
}
void take_verdicts(const Verdicts& table, const Verdicts& old) { table.take(old); }

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(tables, GAMEPROOF_FUNCTION(keep), GAMEPROOF_FUNCTION(find),
                 GAMEPROOF_FUNCTION(take), GAMEPROOF_FUNCTION(remember),
                 GAMEPROOF_FUNCTION(recall), GAMEPROOF_FUNCTION(take_verdicts))
