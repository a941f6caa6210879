// df-pn with proof numbers that are added up, sequences of threats at each node, and null moves:
// where the attacker would win by threats if the defender passed, only the answers that spoil that
// sequence, and every other one found, become children.
#pragma once

#include "achievement.h"

namespace gameproof {
namespace {

constexpr i64 PAIRING = 40;       // steps of the search for pairs that stop the attacker
constexpr i64 QUIET = 6;          // how much farther a win is where no sequence is in sight
constexpr i64 ENOUGH = 2;         // answers left that make a child good enough for now
constexpr i64 SPENT = 5;          // a threat of the attacker forces the answer but spends itself
constexpr i64 PATIENCE = 8;       // proof number from which all the other children are wanted

template <int W>
struct SumSearch : Board<W> {
    using Cells = Bits<W>;
    using Board<W>::attack, Board<W>::defend, Board<W>::threats, Board<W>::counter;
    using Board<W>::problem, Board<W>::budget;
    using Board<W>::MOST;
    static constexpr i64 WHOLE = i64{1} << POTENTIAL;  // the potential of a set

    enum Answer : i64 { NO_MOVE = -2, OPEN = -1, FORCING = -3 };  // else: a sequence refutes it
    i64 state[MOST];                                              // of the defender's moves
    i64 line[MOST + 1][MOST_THREATS + 1], length[MOST + 1], sequences;

    using Board<W>::Board;

    DfPnRow& row(i64 k) { return this->node(k); }
    ProofNumbers& child(i64 k, i64 i) { return this->child_of(k, i).numbers; }
    i64 expand(i64 k, bool whole) {
        return this->node(k).attacker ? expand_attacker(k, whole) : expand_defender(k);
    }
    bool counts(i64 k, i64 i) {
        const auto& node = this->node(k);
        Child<W>& child = this->child_of(k, i);
        i64 moves = node.attacker ? fewer(node.moves) : node.moves;
        if (const Found* found = this->known(child.a, child.d, child.attacker, moves))
            child.numbers = {found->pn, found->dn};
        return true;
    }
    bool wants_more(i64, const ProofNumbers& now) { return now.pn > PATIENCE || now.dn == 0; }
    void leave(i64 k, const ProofNumbers& now) {
        auto& node = this->node(k);
        this->store(node.a, node.d, node.attacker, node.moves, now, node.work);
        if (!node.attacker || now.pn != 0 || node.children <= 0) return;
        const Child<W>& by = this->child_of(k, node.chosen);
        Cells last = last_answer(k), move = by.a - by.d - node.a;
        if (last.some() && move.some()) problem.killer[last.first()] = move.first() + 1;
    }
    void back(i64) {}
    void enter(i64 k) {
        const auto& node = this->node(k);
        const Child<W>& child = this->child_of(k, node.chosen);
        auto& next = this->node(k + 1);
        next.a = child.a, next.d = child.d, next.attacker = child.attacker;
        next.moves = node.attacker ? fewer(node.moves) : node.moves;
    }

    // The defender's move that led to row k; none where the position was turned.
    Cells last_answer(i64 k) {
        if (k == 0) return Cells::none();
        Cells move = this->node(k).d - this->node(k).a - this->node(k - 1).d;
        return move.several() ? Cells::none() : move;
    }

    // Which of the defender's `answers` lose to a sequence of threats, and how hard are the rest?
    // With `null` the attacker must have such a sequence if the defender passed, or nothing is
    // refuted: most moves do not touch it and lose to it unchanged. Returns 0 when all are refuted,
    // else an estimate of the proof number: after a forcing move and its reply the defender has all
    // her other answers again.
    i64 refuted(const Cells& a, const Cells& d, i64 moves, Cells answers, bool null, i64 most) {
        forget();
        bool hope = !null;
        if (null && moves > 1) {
            length[0] = threats.shortest(a, d, moves, line[0], budget);
            if (length[0] > 0) sequences = 1, hope = true;
        }
        i64 left = 0, forcing = 0;
        while (answers.some()) {
            i64 cell = answers.pop();
            Cells grown = d | Cells::single(cell);
            state[cell] = OPEN;
            if (hope) {
                for (i64 s = 0; s < sequences && state[cell] < 0; s++)
                    if (threats.replays(a, grown, moves, line[s], length[s])) state[cell] = s;
                if (state[cell] < 0) {
                    i64 found = threats.shortest(a, grown, moves, line[sequences], budget);
                    if (found > 0) length[sequences] = found, state[cell] = sequences++;
                }
            }
            if (state[cell] >= 0) continue;
            if (defend.completing_through(grown, a, cell).some())
                forcing++, state[cell] = FORCING;
            else
                left++;
            if (left + forcing > most && sequences > 0) break;
        }
        return left + forcing * (1 + left);
    }
    void forget() {
        for (i64& one : state) one = NO_MOVE;
        sequences = 0;
    }

    // The attacker's moves into `order`, those with the most potential first, a killer before all.
    i64 by_potential(i64 k, const Cells& a, const Cells& d, i64 after, Cells moves, i64* order) {
        i64 worth[MOST], n = 0;
        i64 mine = attack.scan(a, d, after).potential;
        i64 theirs = defend.scan(d, a, after).potential;
        while (moves.some()) {
            i64 cell = moves.pop();
            i64 score = 2 * (mine + gained(a, d, cell, after)) - (theirs - lost(a, d, cell, after));
            i64 i = n++;
            for (; i > 0 && worth[i - 1] < score; i--)
                worth[i] = worth[i - 1], order[i] = order[i - 1];
            worth[i] = score, order[i] = cell;
        }
        if (Cells last = last_answer(k); last.some())
            for (i64 i = 0, killer = problem.killer[last.first()] - 1; i < n; i++)
                if (order[i] == killer) {
                    for (i64 j = i; j > 0; j--) order[j] = order[j - 1];
                    order[0] = killer;
                }
        return n;
    }
    static i64 potential(i64 free, i64 moves) {
        if (free > moves) return 0;
        return i64{1} << (free < POTENTIAL ? POTENTIAL - free : 0);
    }
    // By a move of the attacker's.
    i64 gained(const Cells& a, const Cells& d, i64 cell, i64 moves) {
        i64 sum = 0;
        for (i64 j = attack.ends[cell]; j < attack.ends[cell + 1]; j++) {
            const Cells& mask = attack.set(attack.through[j]);
            if (mask.meets(d)) continue;
            i64 free = (mask - a).size();
            sum += potential(free - 1, moves) - potential(free, moves);
        }
        return sum;
    }
    // By a move of the attacker's, for the defender.
    i64 lost(const Cells& a, const Cells& d, i64 cell, i64 moves) {
        i64 sum = 0;
        for (i64 j = defend.ends[cell]; j < defend.ends[cell + 1]; j++) {
            const Cells& mask = defend.set(defend.through[j]);
            if (!mask.meets(a)) sum += potential((mask - d).size(), moves);
        }
        return sum;
    }

    // Unless `whole`, the first child that leaves the defender at most ENOUGH answers ends the list.
    i64 expand_attacker(i64 k, bool whole) {
        auto& node = this->node(k);
        const Cells a = node.a, d = node.d;
        const i64 r = node.moves, after = fewer(r);
        Scan<W> mine = attack.scan(a, d, r);
        if (mine.completing.some()) return PROVED;
        if (r <= 1 || mine.potential < WHOLE / 2) return DISPROVED;
        Scan<W> theirs = defend.scan(d, a, r);
        Cells must = theirs.completing;
        if (must.several()) return DISPROVED;
        if (this->stopping_pairs(a, d, PAIRING) > 0) return DISPROVED;
        if (threats.shortest(a, d, r, line[0], budget) > 0) return PROVED;
        Cells moves = must.some() ? must : (mine.live | theirs.live) - (a | d);
        // A further stone of the attacker never helps the defender: if she has no sequence of
        // threats now, she has none after any move.
        bool menaced = counter.shortest(d, a, UNLIMITED, line[0], budget) > 0;
        i64 order[MOST];
        i64 count = by_potential(k, a, d, after, this->own_moves(moves), order);
        i64 n = 0, most = MOST;
        for (i64 i = 0; i < count; i++) {
            Cells grown = a | Cells::single(order[i]);
            mine = attack.scan(grown, d, after);
            Cells win = mine.completing;
            if (mine.potential < WHOLE) continue;
            theirs = defend.scan(d, grown, after);
            if (theirs.completing.some()) continue;
            if (win.several()) return PROVED;
            if (!this->append(k, n, this->reduced(grown, d, mine.live, theirs.live, false))) continue;
            const Child<W>& child = this->child_of(k, n - 1);
            i64 left;
            if (const Found* found = this->known(child.a, child.d, false, after)) {
                left = found->pn;
                if (left == 0) return PROVED;
            } else if (menaced && counter.shortest(d, grown, UNLIMITED, line[0], budget) > 0) {
                n--;
                continue;
            } else {
                bool forced = win.some();
                Cells free = (mine.live | theirs.live) - (grown | d);
                Cells answers = forced ? win : this->answers(free);
                left = refuted(grown, d, after, answers, !forced, most);
                if (left == 0) {
                    this->store(child.a, child.d, false, after, PROOF, 1);
                    if (Cells last = last_answer(k); last.some())
                        problem.killer[last.first()] = order[i] + 1;
                    return PROVED;
                }
                if (sequences == 0 && !forced) {
                    // No threat of a sequence: far from a win, nearer with the better potential.
                    i64 far = QUIET * left + 16 - 2 * (mine.potential >> (POTENTIAL - 4)) +
                              (theirs.potential >> (POTENTIAL - 4));
                    left = left > far ? left : far;
                }
                if (forced && must.empty()) left += SPENT;
                else if (left + 3 < most) most = left + 3;
                this->store(child.a, child.d, false, after, {left, 1}, 0);
            }
            if (left <= ENOUGH && !whole && i < count - 1) {
                node.cut_short = true;
                break;
            }
        }
        return n ? n : DISPROVED;
    }

    i64 expand_defender(i64 k) {
        auto& node = this->node(k);
        const Cells a = node.a, d = node.d;
        const i64 r = node.moves;
        Scan<W> mine = attack.scan(a, d, r);
        if (r <= 0 || mine.potential < WHOLE) return DISPROVED;
        Scan<W> theirs = defend.scan(d, a, r);
        if (theirs.completing.some()) return DISPROVED;
        if (mine.completing.several()) return PROVED;
        if (counter.shortest(d, a, UNLIMITED, line[0], budget) > 0) return DISPROVED;
        bool forced = mine.completing.some();
        Cells moves = forced ? mine.completing
                             : this->answers((mine.live | theirs.live) - (a | d));
        if (refuted(a, d, r, moves, !forced, MOST) == 0) return PROVED;
        i64 n = 0, plain = 1;
        for (i64 kind : {OPEN, FORCING}) {
            for (Cells rest = moves; rest.some();) {
                i64 cell = rest.pop();
                if (state[cell] != kind) continue;
                Cells grown = d | Cells::single(cell);
                mine = attack.scan(a, grown, r);
                if (mine.potential < WHOLE / 2) return DISPROVED;
                theirs = defend.scan(grown, a, r);
                if (theirs.completing.several()) return DISPROVED;
                if (!this->append(k, n, this->reduced(a, grown, mine.live, theirs.live, true)))
                    continue;
                Child<W>& child = this->child_of(k, n - 1);
                child.numbers.pn = kind == OPEN ? 1 : plain;
                const Found* found = this->known(child.a, child.d, true, r);
                if (found && found->dn == 0) return DISPROVED;
            }
            plain = n + 1;
        }
        return n;
    }
};

}  // namespace
}  // namespace gameproof
