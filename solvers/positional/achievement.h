// A question who completes a set: the position on words, its images, its place in the table.
#pragma once

#include "df_pn.h"
#include "pairs.h"
#include "threat_sequences.h"

namespace gameproof {
namespace {

constexpr i64 MOST_TURNED = 8;    // live stones up to which a large group is searched for an image
constexpr i64 SMALL_GROUP = 16;
constexpr i64 SOLVED = 1 << 20;   // work that a solved position counts as: it stays in the table
constexpr i64 PAIRED = 8;         // words of a set on the largest boards on which they are sought

struct Found {
    u32 pn, dn;
};
template <int W>
using Row = SealedRow<2 * W, Found>;

template <int W>
struct Child {
    using Number = u64;
    Bits<W> a, d;
    ProofNumbers numbers;
    bool attacker;
};

// A position of the path, which is a row longer than the plies that may be played.
template <int W>
struct Node : DfPnRow {
    using Number = u64;
    Bits<W> a, d;
    i64 moves;
};

template <int W>
struct Problem {
    SetFamily<W> attack, defend;
    Table<const u16, 2> symmetries;  // a row a permutation, the identity first
    Array<const Bits<W>> barred;      // the attacker never, the defender in order, word by word
    Array<const Bits<W>> board;       // one row: all cells
    TranspositionTable<Row<W>, 8> table;
    TranspositionTable<NoThreatsRow<W>, 1> none, none_of_defender;
    Array<i32> kept;                 // room for the numbers of the attacker's sets
    PairRoom<W> pairs;
    Array<Node<W>> path;
    Array<Child<W>> children;        // of each row of the path as many as cells
    Array<i64> killer;               // by the defender's move: one more than the attacker's that
                                     // last refuted it
    Array<Bits<W>> words;             // what is asked and answered: attacker, defender, moves
    GAMEPROOF_ARRAYS(attack, defend, symmetries, barred, board, table, none, none_of_defender,
                     kept, pairs, path, children, killer, words)
};

struct Question {
    i64 attacker, moves;  // does the attacker move? his moves left
    i64 budget;           // of a search for a sequence of threats
    i64 symmetry;         // of an answer, -1 where it ends the game
    i64 pn, dn;           // numbers of a position, or their bounds
    i64 effort;           // expansions until the search comes back
    GAMEPROOF_NUMBERS(attacker, moves, budget, symmetry, pn, dn, effort)
};

i64 fewer(i64 moves) { return moves == UNLIMITED ? moves : moves - 1; }

template <int W>
Bits<W> image(Bits<W> cells, const u16* to) {
    Bits<W> moved = Bits<W>::none();
    while (cells.some()) moved.add(to[cells.pop()]);
    return moved;
}

// What the rules and the table say of positions.
template <int W>
struct Board {
    using Cells = Bits<W>;
    const Problem<W>& problem;
    i64 budget;
    const SetFamily<W>&attack;
    const SetFamily<W>& defend;
    ThreatSequences<W> threats, counter;  // the attacker's, the defender's

    Board(const Problem<W>& p, i64 budget)
        : problem(p), budget(budget), attack(p.attack), defend(p.defend),
          threats{p.attack, p.defend, p.none}, counter{p.defend, p.attack, p.none_of_defender} {}

    static constexpr i64 MOST = 64 * W;  // cells

    Node<W>& node(i64 k) const { return problem.path[k]; }
    Child<W>& child_of(i64 k, i64 i) const {
        return problem.children[k * problem.symmetries.shape[1] + i];
    }
    Cells board() const { return problem.board[0]; }

    // Pairs that stop the attacker, into problem.pairs; not sought on the largest boards, whose
    // questions are about few plies.
    i64 stopping_pairs(const Cells& a, const Cells& d, i64 steps) const {
        if constexpr (W > PAIRED) return -1;
        else return find_pairs(attack.masks, a, d, problem.pairs, steps);
    }

    Cells own_moves(Cells free) const {
        for (i64 i = 0; i < problem.barred.size; i++) free -= problem.barred[i];
        return free;
    }
    Cells answers(const Cells& free) const {
        Cells found = own_moves(free);
        for (i64 i = 0; i < problem.barred.size; i++)
            if (Cells in = free & problem.barred[i]; in.some()) found.add(in.first());
        return found;
    }

    // The least image of a position under the group; returns the permutation's number. Where a large
    // group meets many live stones the position itself: symmetric ones are rare then, and moves keep
    // their meaning from node to node.
    i64 canonical(Cells& a, Cells& d) const {
        const Table<const u16, 2>& turn = problem.symmetries;
        Cells of_a = a, of_d = d;
        if (turn.size() > SMALL_GROUP && ((a - d) | (d - a)).size() > MOST_TURNED) return 0;
        i64 best = 0;
        for (i64 g = 1; g < turn.size(); g++) {
            Cells x = image(of_a, turn.row(g));
            if (a < x) continue;
            Cells y = image(of_d, turn.row(g));
            if (x < a || y < d) best = g, a = x, d = y;
        }
        return best;
    }

    // A child without its dead cells, in canonical form.
    Child<W> reduced(const Cells& a, const Cells& d, const Cells& live_a, const Cells& live_d,
                     bool attacker) const {
        Cells kept = ((a - d) & live_a) | ((d - a) & live_d) | ((live_a | live_d) - (a | d));
        Cells dead = board() - kept;
        Child<W> child{a | dead, d | dead, {1, 1}, attacker};
        canonical(child.a, child.d);
        return child;
    }

    static typename Row<W>::Key key(const Cells& a, const Cells& d, bool attacker, i64 moves) {
        typename Row<W>::Key key;
        for (int i = 0; i < W; i++) key.word[i] = a.word[i], key.word[W + i] = d.word[i];
        key.tag = 2 * moves + attacker;
        return key;
    }
    const Found* known(const Cells& a, const Cells& d, bool attacker, i64 moves) const {
        Row<W>* row = problem.table.find(key(a, d, attacker, moves));
        return row ? &row->found : nullptr;
    }
    void store(const Cells& a, const Cells& d, bool attacker, i64 moves, ProofNumbers numbers,
               i64 work) const {
        auto of = key(a, d, attacker, moves);
        problem.table.place(of).keep(of, {(u32)numbers.pn, (u32)numbers.dn},
                                     work + (numbers.solved() ? SOLVED : 0));
    }

    // Append a child to row k unless it is among the `n` there.
    bool append(i64 k, i64& n, const Child<W>& child) const {
        for (i64 i = 0; i < n; i++) {
            const Child<W>& other = this->child_of(k, i);
            if (other.a == child.a && other.d == child.d && other.attacker == child.attacker)
                return false;
        }
        child_of(k, n++) = child;
        return true;
    }
};

}  // namespace
}  // namespace gameproof
