// Depth-first proof-number search, df-pn (Nagai, thesis, Tokyo 2002; proof numbers: Allis, van der
// Meulen, van den Herik, Artificial Intelligence 66, 1994).
//
// At each position stand a proof number pn and a disproof number dn, how far it is from a proof of
// the attacker's aim and from its refutation: where the attacker moves, pn is the least of his
// moves' and dn gathers theirs; where the defender moves, the other way round. The search goes down
// to the most-proving child until its numbers reach thresholds beyond which a sibling is more
// promising, by a quarter more than the sibling's (1 + epsilon, Pawlewicz and Lew, CG 2006). What
// it learns is kept in a transposition table, not in a tree.
//
// The loop is written once. A Game tells it the rest:
//
//     DfPnRow& row(k)               row k of the path
//     ProofNumbers& child(k, i)     numbers of child i of row k
//     i64 expand(k, whole)          its children, with first numbers: how many, PROVED, DISPROVED
//     bool counts(k, i)             with child i's numbers from the table; false: it is left out
//     bool wants_more(k, numbers)   expand it once more, now wholly?
//     void leave(k, numbers)        store it
//     void back(k)                  row k + 1, a child of row k, was left
//     void enter(k)                 row k + 1 becomes the chosen child of row k: whose turn it is too
#pragma once

#include "binding.h"

namespace gameproof {

constexpr i64 INFINITE = i64{1} << 30;  // the number of what can never be
constexpr i64 PROVED = -1, DISPROVED = -2;

struct ProofNumbers {
    i64 pn, dn;
    bool solved() const { return pn == 0 || dn == 0; }
};
constexpr ProofNumbers PROOF{0, INFINITE}, DISPROOF{INFINITE, 0};

struct DfPnRow {
    bool attacker;        // does the attacker move?
    bool cut_short;       // were children left out that may be wanted later?
    ProofNumbers limits;  // leave it where a number reaches its limit
    i64 children;         // how many; PROVED or DISPROVED where it was decided without
    i64 chosen;           // the child that the path goes on with
    i64 work;             // expansions in it and below
};

enum DfPnStep : i64 { NEW, AGAIN, COUNT };

// Where the search stands: the last row of the path (-1: finished), what is due there, the numbers
// of the row that was left last, and how many expansions there were.
struct DfPnState {
    i64 row, step, pn, dn, expanded;
    GAMEPROOF_NUMBERS(row, step, pn, dn, expanded)
};

// How the numbers of several children go into one. With SUM they are added up, as for a tree. Where
// many orders of moves lead to the same positions, that counts these many times; WEAK takes the
// greatest number and one for each other child (Ueda, Hashimoto, Hashimoto, Iida, CG 2008).
enum class Gather { SUM, WEAK };

template <Gather HOW, class Game>
bool df_pn(Game& game, DfPnState& state, i64 effort) {
    i64 k = state.row, until = state.expanded + effort;
    ProofNumbers now{state.pn, state.dn};
    for (; k >= 0;) {
        DfPnRow& node = game.row(k);
        bool attacker = node.attacker;
        if (state.step != COUNT) {
            if (state.expanded >= until) break;
            state.expanded++;
            node.work = 1;
            node.cut_short = false;
            node.children = game.expand(k, state.step == AGAIN);
        }
        // `least`: the numbers of the player who moves, of whose children one is enough.
        i64 chosen = 0, second = INFINITE, others = 0;
        if (node.children < 0) {
            now = node.children == PROVED ? PROOF : DISPROOF;
        } else {
            i64 least = INFINITE + 1, sum = 0, greatest = 0;
            for (i64 i = 0; i < node.children; i++) {
                if (!game.counts(k, i)) continue;
                ProofNumbers& child = game.child(k, i);
                i64 own = attacker ? child.pn : child.dn;
                i64 other = attacker ? child.dn : child.pn;
                sum = sum + other < INFINITE ? sum + other : INFINITE;
                greatest = other > greatest ? other : greatest;
                others += other > 0;
                if (own < least) {
                    second = least < INFINITE ? least : INFINITE;
                    least = own;
                    chosen = i;
                } else if (own < second) {
                    second = own;
                }
            }
            if (least > INFINITE) least = INFINITE;
            if (HOW == Gather::WEAK && others > 0) sum = greatest + others - 1;
            if (least == 0 || sum > INFINITE) sum = INFINITE;
            if (sum == 0) least = INFINITE;
            now = attacker ? ProofNumbers{least, sum} : ProofNumbers{sum, least};
            if (node.cut_short && game.wants_more(k, now)) {
                state.step = AGAIN;
                continue;
            }
        }
        state.step = COUNT;
        if (now.solved() || now.pn >= node.limits.pn || now.dn >= node.limits.dn) {
            node.chosen = chosen;
            game.leave(k, now);
            if (--k >= 0) {
                DfPnRow& parent = game.row(k);
                game.child(k, parent.chosen) = now;
                parent.work += game.row(k + 1).work;
                game.back(k);
            }
            continue;
        }
        node.chosen = chosen;
        game.enter(k);
        const ProofNumbers& child = game.child(k, chosen);
        DfPnRow& next = game.row(k + 1);
        i64 own = attacker ? node.limits.pn : node.limits.dn;
        i64 other = attacker ? node.limits.dn : node.limits.pn;
        i64 near = second + 1 + second / 4;
        if (near < own) own = near;
        if (HOW == Gather::SUM)
            other += attacker ? child.dn - now.dn : child.pn - now.pn;
        else if (other < INFINITE)
            other = other - others + 1 > 1 ? other - others + 1 : 1;
        if (other > INFINITE) other = INFINITE;
        next.limits = attacker ? ProofNumbers{own, other} : ProofNumbers{other, own};
        state.step = NEW;
        k++;
    }
    state.row = k, state.pn = now.pn, state.dn = now.dn;
    return k < 0;
}

}  // namespace gameproof
