// Who wins a game of stones on squares whose positions are sums (stone_sums.py)? A move takes a
// stone of the other colour beside an own one, which stands there then, so that groups of
// neighbouring stones are games of their own, and a group of one colour is over. Small groups stand for
// their values (short_games.h), large ones for what remains of them under shifts and images of the
// board; positions that agree in both are equal games, and have one entry in the table of a
// proof-number search (df_pn.h). A position of Right's to move is that of Left's with the colours exchanged.
#include "df_pn.h"
#include "square_board.h"
#include "transposition_table.h"
#include "values/short_games.h"

namespace gameproof {
namespace {

constexpr i64 LARGE = -1;      // no value: of a large group, or where the store of values is full
constexpr u64 ALONE = 1ull << 40;  // marks the value of one group

// `small`: stones of a group whose value is looked for, `summed`: of groups whose values are added up,
// at most.
struct Board {
    i64 rows, columns, small, summed;
    Array<const i64> ends;   // where each player's moves end
    Array<const Move> move;  // Left's, then Right's
    GAMEPROOF_ARRAYS(rows, columns, small, summed, ends, move)
};
struct Valued {
    using Number = u64;
    Pair group;
    u64 value;
};
// Numbers of a position, of whoever moves there: 32 bits each.
struct Entry {
    using Number = u64;
    using Key = u64;
    u64 of, numbers;

    static u64 hash(u64 key) { return key; }
    bool free() const { return !of; }
    bool holds(u64 key) const { return of == key; }
    u64 worth() const { return solved() ? ~0ull : numbers >> 32; }
    u64 key(u64) const { return of; }
    bool solved() const { return !(numbers >> 32) || !(u32)numbers; }
    ProofNumbers read() const { return {(i64)(numbers >> 32), (i64)(u32)numbers}; }
};
struct Child {
    using Number = i64;
    Pair at;
    u64 key;
    ProofNumbers numbers;  // of the attacker
    i64 move;
};
struct Row : DfPnRow {
    using Number = i64;
    Pair at;
    u64 key;
    i64 seat;
};
constexpr i64 ROW_WORDS = sizeof(Row) / 8;
using Entries = TranspositionTable<Entry, 4>;
struct Search {
    Entries table;
    Array<Row> path;
    Array<Child> child;  // of each row as many as a player has moves
    Array<Valued> known;
    GAMEPROOF_ARRAYS(table, path, child, known)
};
// `valued` groups are known. `asked` positions have a reply; `trying`: is the next one searched?
struct Asked {
    i64 valued, asked, trying;
    GAMEPROOF_NUMBERS(valued, asked, trying)
};

// Which squares lie where.
struct Squares : Flips {
    u64 right;

    explicit Squares(const Board& b) : Flips(b.rows, b.columns), right(left << (columns - 1)) {}
    u64 beside(u64 word) const {
        const u64 across = (word & ~right) << 1 | (word & ~left) >> 1;
        return rows == 1 ? across : across | word << columns | word >> columns;  // more are never stones
    }
    u64 transposed(u64 word) const {
        u64 found = 0;
        for (; word; word &= word - 1) {
            const i64 at = __builtin_ctzll(word);
            found |= 1ull << (at % columns * columns + at / columns);
        }
        return found;
    }
    // How far stones are from the top left corner.
    i64 from_corner(u64 word) const {
        const i64 row = __builtin_ctzll(word) / columns;
        u64 near = 0;
        for (i64 r = row; r < rows; r++) near |= word >> r * columns & top;
        return row * columns + __builtin_ctzll(near);
    }
    Pair cornered(Pair p) const {
        const i64 by = from_corner(p.all());
        return {p.one >> by, p.two >> by};
    }
    // Of a group, shifted into the corner, the least of its images.
    Pair least(Pair p) const {
        Pair found = cornered(p);
        for (int turned = 0; turned < (rows == columns ? 2 : 1); turned++) {
            const Pair as = turned ? Pair{transposed(p.one), transposed(p.two)} : p;
            const Pair down{upside_down(as.one), upside_down(as.two)};
            const Pair images[] = {as, down, {mirrored(as.one), mirrored(as.two)}, {mirrored(down.one), mirrored(down.two)}};
            for (const Pair& image : images)
                if (const Pair there = cornered(image); there < found) found = there;
        }
        return found;
    }
    // The group of neighbouring stones that a square lies in.
    u64 group(u64 stones, u64 part) const {
        for (u64 more = part;; part = more) {
            more = (part | beside(part)) & stones;
            if (more == part) return part;
        }
    }
};

// What a position is: its stones that count, the value of small groups, whether it has others. Hashes of opposite groups are opposite, those of groups that are their own opposites go into
// `twice`.
struct Look {
    Pair at;
    i64 value;
    bool large;
    u64 hash, twice;

    u64 key(i64 seat) const {
        const u64 found = mixed(mixed(seat ? -hash : hash) ^ twice);
        return found ? found : 1;
    }
    void put(u64 mine, u64 opposite) {
        if (mine == opposite) twice ^= mixed(mine);
        else if (mine < opposite) hash += mixed(mine);
        else hash -= mixed(opposite);
    }
};

struct StoneSearch {
    const Board& board;
    const Search& in;
    Asked& asked;
    DfPnState& state;
    Games games;
    const Squares on;

    i64 room() const { return in.child.size / in.path.size; }
    i64 begin(i64 seat) const { return seat ? board.ends[0] : 0; }
    static bool legal(Pair p, const Move& m) { return !(m.needs.one & ~p.one) && !(m.needs.two & ~p.two); }
    static Pair after(Pair p, const Move& m) { return {p.one ^ m.flips.one, p.two ^ m.flips.two}; }

    // -- values ------------------------------------------------------------------------------

    template <class Use>
    void each_group(Pair p, Use use) const {
        for (u64 rest = p.all(); rest;) {
            const u64 part = on.group(p.all(), rest & -rest);
            rest &= ~part;
            if (p.one & part && p.two & part) use(Pair{p.one & part, p.two & part});
        }
    }
    // What is found, once more where a table of what was compared or added is full and is emptied.
    template <class Find>
    i64 with_room(Find find) {
        games.state.reason = 0;
        const i64 found = find();
        if (found >= 0) return found;
        if (games.state.reason == FULL_LESS) {
            std::fill_n(games.in.less.data, games.in.less.size, 0);
            games.state.less = 0;
        } else if (games.state.reason == FULL_SUMS) {
            std::fill_n(games.in.sum.data, games.in.sum.size, Sum{});
            games.state.sums = 0;
        } else {
            return LARGE;
        }
        return find();
    }
    i64 plus(i64 g, i64 h) { return g < 0 || h < 0 ? LARGE : with_room([&] { return games.add(g, h); }); }
    // Is g <= h? -1 where there is no room to find out.
    i64 below(i64 g, i64 h) { return with_room([&] { return games.less_equal(g, h); }); }
    i64 sum(Pair p) {
        i64 found = 0;
        each_group(p, [&](Pair group) { found = plus(found, value(group)); });
        return found;
    }
    i64 value(Pair group) {
        group = on.cornered(group);
        const auto here = [&](const Valued& v) { return !v.group.all() || v.group == group; };
        const u64 words[2] = {group.one, group.two}, hash = hash_words(words, 2, 0);
        if (const Valued& v = in.known[place_in(in.known, hash, here)]; v.group.all()) return (i64)v.value;
        if (2 * asked.valued >= in.known.size) return LARGE;
        const Pair least = on.least(group), opposite = on.least({group.two, group.one});
        i64 found;
        if (opposite < least) found = value(opposite), found = found < 0 ? LARGE : games.negative(found);
        else found = least == group ? with_room([&] { return worked_out(group); }) : value(least);
        asked.valued++;
        in.known[place_in(in.known, hash, here)] = {group, (u64)found};
        return found;
    }
    i64 worked_out(Pair group) {
        const i64 begun = games.state.top;
        i64 top = begun, middle = begun, found = 0;
        for (i64 seat = 0; seat < 2; seat++) {
            if (seat) middle = top;
            for (i64 i = begin(seat); i < board.ends[seat] && found >= 0; i++) {
                if (!legal(group, board.move[i])) continue;
                if (top >= games.in.stack.size) return games.state.top = begun, LARGE;
                games.state.top = top;
                found = sum(after(group, board.move[i]));
                games.in.stack[top++] = (i32)found;
            }
        }
        games.state.top = top;
        if (found >= 0) found = games.canonical({begun, middle}, {middle, top});
        games.state.top = begun;
        return found;
    }
    Look look(Pair p) {
        Look found{{0, 0}, 0, false, 0, 0};
        Pair small{0, 0};
        each_group(p, [&](Pair group) {
            const i64 stones = counted(group.all()), worth = stones <= board.small ? value(group) : LARGE;
            if (!worth) return;
            const i64 total = worth < 0 || stones + counted(small.all()) > board.summed ? LARGE : plus(found.value, worth);
            if (total >= 0) {
                found.value = total;
                small = {small.one | group.one, small.two | group.two};
                return;
            }
            found.large = true;
            found.at = {found.at.one | group.one, found.at.two | group.two};
            const i64 against = worth < 0 ? LARGE : games.negative(worth);
            if (against >= 0) return found.put(ALONE + (u64)worth, ALONE + (u64)against);
            const Pair mine = on.least(group), opposite = on.least({group.two, group.one});
            found.put(mixed(mine.one) * 3 + mixed(~mine.two), mixed(opposite.one) * 3 + mixed(~opposite.two));
        });
        if (found.value) {
            found.at = {found.at.one | small.one, found.at.two | small.two};
            const i64 opposite = games.negative(found.value);
            if (opposite >= 0) found.put((u64)found.value, (u64)opposite);
            else found.hash += mixed(~(u64)found.value);
        }
        return found;
    }
    // Does the player win, who is to move or not, by the value alone?
    bool settled(const Look& p, i64 seat, bool begins) {
        if (p.large) return false;
        const i64 low = seat ? p.value : 0, high = seat ? 0 : p.value;
        return begins ? !below(high, low) : below(low, high) == 1;
    }

    // -- the search (df_pn.h) ----------------------------------------------------------------

    Row& row(i64 k) { return in.path[k]; }
    Child& at(i64 k, i64 i) { return in.child[k * room() + i]; }
    ProofNumbers& child(i64 k, i64 i) { return at(k, i).numbers; }
    static ProofNumbers turned(ProofNumbers n, bool attacker) { return attacker ? n : ProofNumbers{n.dn, n.pn}; }
    bool known(u64 key, bool attacker, ProofNumbers& numbers) const {
        const Entry* found = in.table.find(key);
        if (found) numbers = turned(found->read(), attacker);
        return found;
    }
    i64 expand(i64 k, bool) {
        const Row& here = row(k);
        const i64 won = here.attacker ? PROVED : DISPROVED, lost = here.attacker ? DISPROVED : PROVED, other = 1 - here.seat;
        i64 count = 0;
        for (i64 i = begin(here.seat); i < board.ends[here.seat]; i++) {
            if (!legal(here.at, board.move[i])) continue;
            const Look next = look(after(here.at, board.move[i]));
            if (settled(next, here.seat, false)) return won;
            if (settled(next, other, true)) continue;
            const u64 key = next.key(other);
            bool seen = false;
            for (i64 j = 0; j < count && !seen; j++) seen = at(k, j).key == key;
            if (!seen) at(k, count++) = {next.at, key, {1, 1}, i - begin(here.seat)};
        }
        return count ? count : lost;
    }
    bool counts(i64 k, i64 i) {
        Child& next = at(k, i);
        if (!next.numbers.solved()) known(next.key, !row(k).attacker, next.numbers);
        return true;
    }
    bool wants_more(i64, ProofNumbers) const { return false; }
    void leave(i64 k, ProofNumbers numbers) {
        const ProofNumbers mine = turned(numbers, row(k).attacker);
        in.table.place(row(k).key) = {row(k).key, (u64)mine.pn << 32 | (u64)mine.dn};
    }
    void back(i64) {}
    void enter(i64 k) {
        const Child& next = at(k, row(k).chosen);
        Row& there = row(k + 1);
        there.attacker = !row(k).attacker;
        there.at = next.at, there.key = next.key, there.seat = 1 - row(k).seat;
        in.table.expect(there.key);
    }
    void start(const Look& p, i64 seat) {
        Row& root = row(0);
        root.attacker = true, root.limits = {INFINITE, INFINITE};
        root.at = p.at, root.key = p.key(seat), root.seat = seat;
        state.row = 0, state.step = NEW;
    }
    // Goes on with whether `seat` wins who moves: 1, 0 where he does not, -1 where the effort is spent.
    i64 decide(const Look& p, i64 seat, i64 effort) {
        if (settled(p, seat, true)) return 1;
        if (settled(p, 1 - seat, false)) return 0;
        if (!asked.trying) {
            ProofNumbers numbers;
            if (known(p.key(seat), true, numbers) && numbers.solved()) return !numbers.pn;
            start(p, seat);
        }
        asked.trying = !df_pn<Gather::WEAK>(*this, state, effort);
        return asked.trying ? -1 : !state.pn;
    }
    // A move after which the other is known to lose; -1 where none is known. Moves that settle the
    // play come first.
    i64 reply(Pair p, i64 seat) {
        i64 found = -1;
        for (i64 i = begin(seat); i < board.ends[seat]; i++) {
            if (!legal(p, board.move[i])) continue;
            const Look next = look(after(p, board.move[i]));
            ProofNumbers numbers;
            if (settled(next, seat, false)) return i - begin(seat);
            if (found < 0 && known(next.key(1 - seat), true, numbers) && !numbers.dn) found = i - begin(seat);
        }
        return found;
    }
};

// The zero game is game 0.
void empty(State& values, const Store& store) { Games{values, store}.number_game(0); }

// Does `seat`, who moves, win? 1, 0, or -1 where it is not known yet.
i64 search(const Board& board, const Search& in, Asked& asked, DfPnState& state, State& values, const Store& store, i64 seat,
           u64 one, u64 two, i64 effort) {
    StoneSearch here{board, in, asked, state, Games{values, store}, Squares(board)};
    return here.decide(here.look({one, two}), seat, effort);
}

// The number of a winning move in each of these positions; -1 where there is none. Whether all have one.
bool answers(const Board& board, const Search& in, Asked& asked, DfPnState& state, State& values, const Store& store, i64 seat,
             Array<const Pair> positions, Array<i64> found, i64 effort) {
    StoneSearch here{board, in, asked, state, Games{values, store}, Squares(board)};
    const i64 until = state.expanded + effort;
    for (; asked.asked < positions.size; asked.asked++) {
        const Pair p = positions[asked.asked];
        i64& reply = found[asked.asked];
        reply = asked.trying ? -1 : here.reply(p, seat);
        if (reply >= 0) continue;
        if (state.expanded >= until) return false;
        // What is known of the moves may be lost, or kept of other groups of the same value: the search of
        // the root, whose stones are among those of the position, has a move.
        const Look root = here.look(p);
        if (!asked.trying) here.start(root, seat);
        asked.trying = !df_pn<Gather::WEAK>(here, state, until - state.expanded);
        if (asked.trying) return false;
        if (state.pn) continue;
        reply = here.row(0).children > 0 ? here.at(0, here.row(0).chosen).move : here.reply(root.at, seat);
    }
    return true;
}
// A larger table takes over what the search's holds.
void take_over(const Search& in, const Entries& larger) { larger.take(in.table); }

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(stone_sums, GAMEPROOF_FUNCTIONS(empty, search, answers, take_over), GAMEPROOF_CONSTANTS(ROW_WORDS))
