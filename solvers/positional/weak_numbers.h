// df-pn with weak proof numbers: what is forced is played before a position counts as a node, and no
// cell is tried that another one dominates.
#pragma once

#include "achievement.h"

namespace gameproof {
namespace {

constexpr i64 MOBILITY = 4;       // free cells that make a position one harder for who is to move
constexpr i64 LONGEST = 20;  // threats of a sequence in the search with weak numbers

template <int W>
struct WeakSearch : Board<W> {
    using Cells = Bits<W>;
    using Board<W>::attack, Board<W>::defend, Board<W>::threats, Board<W>::counter;
    using Board<W>::budget;
    static constexpr i64 OPEN = 0;

    using Board<W>::Board;

    DfPnRow& row(i64 k) { return this->node(k); }
    ProofNumbers& child(i64 k, i64 i) { return this->child_of(k, i).numbers; }
    bool counts(i64 k, i64 i) {
        Child<W>& child = this->child_of(k, i);
        if (const Found* found = this->known(child.a, child.d, child.attacker, UNLIMITED))
            child.numbers = {found->pn, found->dn};
        return true;
    }
    bool wants_more(i64, const ProofNumbers&) { return false; }
    void leave(i64 k, const ProofNumbers& now) {
        auto& node = this->node(k);
        this->store(node.a, node.d, node.attacker, UNLIMITED, now, node.work);
    }
    void back(i64) {}
    void enter(i64 k) {
        const Child<W>& child = this->child_of(k, this->node(k).chosen);
        auto& next = this->node(k + 1);
        next.a = child.a, next.d = child.d, next.attacker = child.attacker;
        next.moves = UNLIMITED;
    }

    // Plays what is forced: PROVED, DISPROVED, or OPEN with what is left in `child`.
    //
    // The attacker fails where the potential of the sets is low (Erdos, Selfridge 1973). A set with
    // two cells that lie in no other live set of either player never is completed: whoever defends
    // takes one when the attacker takes the other, and neither move means anything else.
    i64 settle(Cells a, Cells d, bool attacker, Child<W>& child) {
        for (;; attacker = !attacker) {
            Cells win = attack.completing(a, d), must = defend.completing(d, a);
            if (attacker) {
                if (win.some()) return PROVED;
                if (must.several()) return DISPROVED;
                if (must.empty()) break;
                a |= must;
            } else {
                if (must.some()) return DISPROVED;
                if (win.several()) return PROVED;
                if (win.empty()) break;
                d |= win;
            }
        }
        Scan<W> mine = worthy(a, d);
        Cells live_d = live_of_defender(a);
        if (mine.potential < i64{1} << (POTENTIAL - attacker)) return DISPROVED;
        i64 line[MOST_THREATS + 1];
        const ThreatSequences<W>& who = attacker ? threats : counter;
        i64 found = who.search(attacker ? a : d, attacker ? d : a, Cells::none(), line, LONGEST, budget);
        if (found > 0) return attacker ? PROVED : DISPROVED;
        child = this->reduced(a, d, mine.live, live_d, attacker);
        i64 free = 1 + (this->board() - (child.a | child.d)).size() / MOBILITY;
        child.numbers = attacker ? ProofNumbers{1, free} : ProofNumbers{free, 1};
        return OPEN;
    }

    Cells live_of_defender(const Cells& a) {
        Cells live = Cells::none();
        for (i64 i = 0; i < defend.size(); i++)
            if (!defend.set(i).meets(a)) live |= defend.set(i);
        return live;
    }

    // The live sets of the attacker without those that have two cells of their own.
    Scan<W> worthy(const Cells& a, const Cells& d) {
        const Array<i32>& kept = this->problem.kept;
        Cells live_d = live_of_defender(a);
        i64 n = 0;
        for (i64 i = 0; i < attack.size(); i++)
            if (!attack.set(i).meets(d)) kept[n++] = (i32)i;
        for (i64 before = -1; n != before;) {
            Cells once = Cells::none(), twice = Cells::none();
            for (i64 i = 0; i < n; i++) {
                Cells rest = attack.set(kept[i]) - a;
                twice |= once & rest;
                once |= rest;
            }
            Cells own = once - twice - live_d;
            before = n;
            n = 0;
            for (i64 i = 0; i < before; i++)
                if (!(attack.set(kept[i]) & own).several()) kept[n++] = kept[i];
        }
        Scan<W> found{};
        for (i64 i = 0; i < n; i++) {
            const Cells& mask = attack.set(kept[i]);
            i64 free = (mask - a).size();
            found.live |= mask;
            found.potential += i64{1} << (free < POTENTIAL ? POTENTIAL - free : 0);
        }
        return found;
    }

    // The moves that no other one is at least as good as: a cell whose live sets, of both players,
    // all go through another cell is no better than that one for either player. With the two cells
    // exchanged, every set completed through the one is completed through the other as well.
    Cells undominated(const Cells& a, const Cells& d, const Cells& moves) {
        Cells within[Board<W>::MOST];
        for (Cells rest = moves; rest.some();) within[rest.pop()] = moves;
        for (bool mine : {true, false}) {
            const SetFamily<W>& family = mine ? attack : defend;
            for (i64 i = 0; i < family.size(); i++) {
                if (family.set(i).meets(mine ? d : a)) continue;
                for (Cells rest = family.set(i) & moves; rest.some();)
                    within[rest.pop()] &= family.set(i);
            }
        }
        Cells kept = moves;
        for (Cells rest = moves; rest.some();) {
            i64 cell = rest.pop();
            if (((within[cell] & kept) - Cells::single(cell)).some()) kept.drop(cell);
        }
        return kept;
    }

    i64 expand(i64 k, bool) {
        auto& node = this->node(k);
        Cells moves = undominated(node.a, node.d, this->board() - (node.a | node.d));
        i64 n = 0, good = node.attacker ? PROVED : DISPROVED;
        while (moves.some()) {
            Cells move = Cells::single(moves.pop());
            Child<W> child;
            i64 end = node.attacker ? settle(node.a | move, node.d, false, child)
                                    : settle(node.a, node.d | move, true, child);
            if (end == good) return good;
            if (end == OPEN) this->append(k, n, child);
        }
        return n ? n : node.attacker ? DISPROVED : PROVED;
    }
};

}  // namespace
}  // namespace gameproof
