// Claims about positions, worked out from those of the positions that follow.
//
// A claim (A, T, Z, m) says: wherever the attacker owns the cells A and the defender T and no cell
// of Z, and each set S of the defender without a stone of the attacker lacks m(S) cells, the
// attacker, after the defender's next move, completes a set first. Its edges (x, r, c) say that
// after x the attacker takes r, and that he has then the set -1 - c whole, or that claim c holds;
// the first edge is for all x that are not listed (x = -1); where r = -1, x is a cell that the
// defender must own already.
#pragma once

#include <algorithm>

#include "threat_board.h"

namespace gameproof {
namespace {

// Cells that any set of the defender has to lack; levels begin with one more.
constexpr i64 FEWEST = 2;

struct Edge {
    using Number = i64;
    i64 move, reply, child;
};
struct ClaimState {
    i64 claims, edges;
    i64 contradictions, full;  // claims given up, and those for which there was no room
    GAMEPROOF_NUMBERS(claims, edges, contradictions, full)
};

// A reply of the attacker and what it leads to: -1 - set, or a claim; no reply where `cell` is
// NONE.
struct Reply {
    i64 cell = NONE, leads_to = NONE;
    explicit operator bool() const { return cell >= 0; }
};

// cells(n): of claim n the cells A, T and Z, 3 rows; levels(n): row 0 the sets with a cell of A,
// row 1 + k the sets that have to lack 3 + k cells; `spans` where its edges begin and end. `room`
// is for the cells that close() sees listed, for those that it looks for, and for sets; `renumbered`
// for the numbers that forget() gives. `places` finds claims by their hash, as many as a power of
// two; one that was forgotten is no claim of that hash any more.
struct Claims {
    Table<u64, 3> cells, levels;
    Array<i64, 2> spans;
    Array<Edge> edges;
    Table<u64, 2> room;
    Array<i64> renumbered, places;
    GAMEPROOF_ARRAYS(cells, levels, spans, edges, room, renumbered, places)

    Words part(const Table<u64, 3>& table, i64 n, i64 row) const {
        return {table.row(n) + row * table.shape[2], table.shape[2]};
    }
    Words own(i64 n) const { return part(cells, n, 0); }
    Words taken(i64 n) const { return part(cells, n, 1); }
    Words zone(i64 n) const { return part(cells, n, 2); }
    Words level(i64 n, i64 k) const { return part(levels, n, k); }
    i64 depth() const { return levels.shape[1]; }

    void edge(ClaimState& state, i64 move, i64 reply, i64 child) const {
        if (state.edges < edges.size) edges[state.edges] = {move, reply, child};
        state.edges++;
    }

    // Claim n asks for what one of its edges needs; the sets `exposed` may lose a cell by the move.
    void ask(const Board& board, i64 n, const Edge& e, Words exposed) const {
        if (e.child < 0) {
            for (i64 s = -1 - e.child, t = 0; t < board.sizes[s]; t++)
                if (board.cells(s, t) != e.reply) own(n).add(board.cells(s, t));
            zone(n).add(e.reply);
            return;
        }
        bool has_reply = own(n).has(e.reply), has_move = e.move < 0 || taken(n).has(e.move);
        for (i64 w = 0; w < cells.shape[2]; w++) {
            own(n).word[w] |= own(e.child).word[w];
            zone(n).word[w] |= zone(e.child).word[w];
            taken(n).word[w] |= taken(e.child).word[w];
        }
        if (!has_reply) own(n).drop(e.reply);
        zone(n).add(e.reply);
        if (!has_move) taken(n).drop(e.move);
        Words near = words_of(board.near, e.reply);
        for (i64 w = 0; w < near.size; w++) {
            u64 alive = ~level(e.child, 0).word[w] & ~near.word[w];
            u64 before = alive & exposed.word[w];
            for (i64 k = 1; k < depth(); k++) {
                u64 now = level(e.child, k).word[w] & alive;
                level(n, k).word[w] |= now | before;
                before = now & exposed.word[w];
            }
        }
    }

    // Where the number of claim n, or of one that says the same, has its place.
    i64& place_of(i64 n) const {
        u64 hash = hash_words(cells.row(n), 3 * cells.shape[2], 0);
        hash = hash_words(levels.row(n), depth() * levels.shape[2], hash);
        return places[hash & (u64)(places.size - 1)];
    }
    // The earlier claim that says what claim n says, or n, which then takes the place.
    i64 only(i64 n) const {
        auto same = [&](const Table<u64, 3>& table, i64 other) {
            const u64* row = table.row(n);
            return std::equal(row, row + table.shape[1] * table.shape[2], table.row(other));
        };
        i64& place = place_of(n);
        if (place < 0 || place >= n || !same(cells, place) || !same(levels, place)) place = n;
        return place;
    }

    // Make a claim of the edges from `start` on, the default first. Its number, that of one that
    // says the same, or NONE where it contradicts itself or there is no room: in all cases but the
    // first the edges are given up.
    i64 close(const Board& board, ClaimState& state, i64 start) const {
        i64 n = state.claims, end = state.edges;
        if (n >= cells.shape[0] || end > edges.size) {
            state.edges = start;
            state.full++;
            return NONE;
        }
        for (i64 i = 0; i < 3 * cells.shape[2]; i++) cells.row(n)[i] = 0;
        for (i64 i = 0; i < depth() * levels.shape[2]; i++) levels.row(n)[i] = 0;
        Words listed = words_of(room, 0), needed = words_of(room, 1), sets = words_of(room, 2);
        listed.clear(), needed.clear(), sets.clear();
        for (i64 e = start + 1; e < end; e++) {
            if (edges[e].reply < 0) {
                taken(n).add(edges[e].move);
                continue;
            }
            listed.add(edges[e].move);
            ask(board, n, edges[e], words_of(board.near, edges[e].move));
        }
        i64 width = cells.shape[2];
        if (i64 child = edges[start].child; child >= 0) {
            for (i64 w = 0; w < width; w++) {
                taken(n).word[w] |= taken(child).word[w];
                needed.word[w] = zone(child).word[w];
            }
            for (i64 cell = 0; cell < board.size(); cell++)
                if (!listed.has(cell) && !taken(n).has(cell))
                    for (i64 w = 0; w < board.near.shape[1]; w++)
                        sets.word[w] |= board.near.row(cell)[w];
        }
        needed.add(edges[start].reply);
        ask(board, n, edges[start], sets);
        bool good = true;
        for (i64 w = 0; w < width; w++) {
            zone(n).word[w] &= ~own(n).word[w];
            if ((own(n).word[w] | zone(n).word[w]) & taken(n).word[w]) good = false;
            if (needed.word[w] & ~(listed.word[w] | own(n).word[w])) good = false;
        }
        if (!good) {
            state.edges = start;
            state.contradictions++;
            return NONE;
        }
        Words hit = level(n, 0);
        own(n).each([&](i64 cell) {
            for (i64 w = 0; w < hit.size; w++) hit.word[w] |= board.near.row(cell)[w];
        });
        for (i64 k = 1; k < depth(); k++)
            for (i64 w = 0; w < hit.size; w++) level(n, k).word[w] &= ~hit.word[w];
        if (i64 same = only(n); same != n) {
            state.edges = start;
            return same;
        }
        spans[n][0] = start, spans[n][1] = end;
        return state.claims++;
    }

    // The defender's sets that lack at most so many cells.
    static Words lacking(const Board& board, i64 lacks) {
        return board.nearly(DEFENDER, lacks < board.most() ? lacks : board.most());
    }
    // Is the claim about this position, the defender to move?
    bool applies(const Board& board, i64 n) const {
        Words other = board.stones_of(DEFENDER);
        if (!own(n).within(board.stones_of(ATTACKER)) || !taken(n).within(other)) return false;
        return !zone(n).meets(other) && in_time(board, n);
    }
    // Do the sets of the defender, once the attacker owns the cell too, lack enough cells?
    bool in_time(const Board& board, i64 n, i64 cell = NONE) const {
        for (i64 k = 0; k < depth(); k++) {
            Words sets = lacking(board, FEWEST - 1 + k);
            for (i64 w = 0; w < sets.size; w++) {
                u64 left = sets.word[w] & (k ? level(n, k).word[w] : ~u64{0});
                if (left && (cell < 0 || left & ~board.near.row(cell)[w])) return false;
            }
        }
        return true;
    }
    // Make a claim of the edges from `start` on; its number, NONE if it is not about this position.
    i64 close_here(const Board& board, ClaimState& state, i64 start) const {
        i64 n = close(board, state, start);
        if (n < 0 || applies(board, n)) return n;
        state.contradictions++;
        return NONE;
    }
    // Does the attacker, to move, win here by this reply, as was found elsewhere?
    bool works(const Board& board, Reply reply) const {
        if (!board.is_free(reply.cell)) return false;
        if (reply.leads_to < 0) {
            i64 s = -1 - reply.leads_to;
            return !board.counts[s][DEFENDER] && board.counts[s][ATTACKER] == board.sizes[s] - 1;
        }
        i64 n = reply.leads_to;
        Words mine = board.stones_of(ATTACKER), other = board.stones_of(DEFENDER);
        u64 left = 0;
        for (i64 w = 0; w < mine.size; w++) {
            u64 lacks = own(n).word[w] & ~mine.word[w];
            if (w == reply.cell >> 6) lacks &= ~(u64{1} << (reply.cell & 63));
            left |= lacks | (taken(n).word[w] & ~other.word[w]) | (zone(n).word[w] & other.word[w]);
        }
        return !left && in_time(board, n, reply.cell);
    }
    // The defender's moves to which a win after a pass has no answer yet: its zone, and sets that
    // would lack too few cells after one more; and the defender's cells in these.
    void asked(const Board& board, Reply win, Words moves, Words stones) const {
        moves.clear(), stones.clear();
        moves.add(win.cell);
        if (win.leads_to < 0) return;
        i64 n = win.leads_to;
        for (i64 w = 0; w < moves.size; w++)
            moves.word[w] = (moves.word[w] | zone(n).word[w]) & ~board.stones_of(ATTACKER).word[w] &
                            ~board.stones_of(DEFENDER).word[w];
        Words near = words_of(board.near, win.cell);
        for (i64 w = 0; w < near.size; w++) {
            u64 left = lacking(board, FEWEST).word[w];
            for (i64 k = 1; k < depth(); k++)
                left |= level(n, k).word[w] & lacking(board, FEWEST + k).word[w];
            for (left &= ~level(n, 0).word[w] & ~near.word[w]; left; left &= left - 1)
                for (i64 s = 64 * w + low_bit(left), t = 0; t < board.sizes[s]; t++) {
                    i64 cell = board.cells(s, t);
                    (board.has(DEFENDER, cell) ? stones : moves).add(cell);
                }
        }
    }

    // Of the claims from `mark` on (edges from `first` on) keep those that `root` rests on. The new
    // number of the root; one before `mark` is kept as it is.
    i64 forget(ClaimState& state, i64 mark, i64 first, i64 root) const {
        i64 n = state.claims;
        if (n == mark) return root;
        auto number = [&](i64 claim) -> i64& { return renumbered[claim - mark]; };
        for (i64 i = mark; i < n; i++) number(i) = i == root ? 0 : NONE;
        auto children = [&](i64 i, auto f) {
            for (i64 e = spans[i][0]; e < spans[i][1]; e++)
                if (edges[e].reply >= 0 && edges[e].child >= mark) f(edges[e].child);
        };
        for (i64 i = n - 1; i >= mark; i--)
            if (number(i) >= 0) children(i, [&](i64 child) { number(child) = 0; });
        i64 to = mark, at = first;
        for (i64 i = mark; i < n; i++) {
            if (number(i) < 0) continue;
            number(i) = to;
            children(i, [&](i64& child) { child = number(child); });
            i64 begin = at;
            for (i64 e = spans[i][0]; e < spans[i][1]; e++) edges[at++] = edges[e];
            if (to != i) {
                for (i64 j = 0; j < 3 * cells.shape[2]; j++) cells.row(to)[j] = cells.row(i)[j];
                for (i64 j = 0; j < depth() * levels.shape[2]; j++)
                    levels.row(to)[j] = levels.row(i)[j];
                place_of(to) = to;
            }
            spans[to][0] = begin, spans[to][1] = at;
            to++;
        }
        state.claims = to, state.edges = at;
        return root >= mark ? number(root) : root;
    }
};

}  // namespace
}  // namespace gameproof
