// Writes down the strategy that a search has found: nodes, each a position without its dead cells in
// canonical form, the other player to move. Of his moves each has a reply and the node after it, or
// a sequence of threats that wins, or pairs that hold. Positions are nodes once, whatever the moves
// that lead to them. Where the search has lost what it knew Python has it search again.
#pragma once

#include "null_moves.h"
#include "weak_numbers.h"

namespace gameproof {
namespace {

constexpr i64 WRITTEN = 1, ROOM = 2, UNKNOWN = 3;  // why the writer comes back, 0: the effort is spent
constexpr i64 NOWHERE = -1;

template <int W>
struct StrategyNode {
    using Number = u64;
    Bits<W> a, d;
    i64 moves;
    bool operator==(const StrategyNode& o) const { return a == o.a && d == o.d && moves == o.moves; }
};

struct Edge {
    i32 move, reply, child, symmetry;
    GAMEPROOF_RECORD(i32, move, reply, child, symmetry)
};

// By node: where its edges, lines and pairs end. `place` finds nodes by their hash, one more than
// the number there. A pair of one cell twice is an answer, after which the following pairs hold.
template <int W>
struct Strategy {
    Array<StrategyNode<W>> nodes;
    Array<i32> place, edge_ends, line_ends, pair_ends;
    Array<Edge> edges;
    Array<i32> cell_ends, cells;
    Array<i32, 2> pairs;
    GAMEPROOF_ARRAYS(nodes, place, edge_ends, line_ends, pair_ends, edges, cell_ends, cells, pairs)
};

struct Counts {
    i64 nodes, done, edges, lines, cells, pairs;
    i64 budget, thorough, pairing;  // of a search for a sequence, for pairs
    i64 settling;                   // of those by which the search settles positions
    i64 moves;                      // the attacker's, at a position that is not known
    GAMEPROOF_NUMBERS(nodes, done, edges, lines, cells, pairs, budget, thorough, pairing, settling,
                      moves)
};

// The numbers of a position, as far as the search would know them at once.
template <int W, bool WEAK>
bool numbers_of(const Problem<W>& problem, Child<W> at, i64 moves, i64 budget,
                ProofNumbers& numbers) {
    if constexpr (WEAK) {
        i64 end = WeakSearch<W>(problem, budget).settle(at.a, at.d, at.attacker, at);
        if (end != WeakSearch<W>::OPEN) {
            numbers = end == PROVED ? PROOF : DISPROOF;
            return true;
        }
    } else {
        Board<W>(problem, 0).canonical(at.a, at.d);
    }
    const Found* found =
        Board<W>(problem, 0).known(at.a, at.d, at.attacker, WEAK ? UNLIMITED : moves);
    if (found) numbers = {found->pn, found->dn};
    return found;
}

template <int W, bool WEAK>
struct StrategyWriter : Board<W> {
    using Cells = Bits<W>;
    using Board<W>::attack, Board<W>::defend, Board<W>::threats, Board<W>::problem;

    const Strategy<W>& out;
    Counts& counts;

    StrategyWriter(const Problem<W>& p, const Strategy<W>& out, Counts& counts)
        : Board<W>(p, counts.settling), out(out), counts(counts) {}

    // -- what the search knows ----------------------------------------------------------------

    // Without its dead cells, in canonical form; by which symmetry.
    i64 turned(Cells& a, Cells& d, i64 moves) const {
        Cells live_a = attack.scan(a, d, moves).live, live_d = defend.scan(d, a, moves).live;
        Cells kept = ((a - d) & live_a) | ((d - a) & live_d) | ((live_a | live_d) - (a | d));
        Cells dead = this->board() - kept;
        a |= dead, d |= dead;
        return this->canonical(a, d);
    }
    bool known_to_win(Cells a, Cells d, i64 moves, bool attacks, bool attacker_wins) const {
        turned(a, d, moves);
        ProofNumbers numbers;
        return numbers_of<W, WEAK>(problem, {a, d, {1, 1}, attacks}, moves, this->budget, numbers) &&
               (attacker_wins ? numbers.pn : numbers.dn) == 0;
    }

    // The first of these moves, those through sets with few free cells first, of which is known that
    // it serves whoever moves; NOWHERE without one.
    i64 serving(const Cells& a, const Cells& d, i64 moves, bool attacks, const Cells& among) const {
        u64 weight[64 * W] = {};
        for (bool mine : {true, false}) {
            const SetFamily<W>& family = mine ? attack : defend;
            for (i64 i = 0; i < family.size(); i++) {
                if (family.set(i).meets(mine ? d : a)) continue;
                i64 free = 4 * (family.set(i) - (mine ? a : d)).size();
                for (Cells cells = family.set(i) & among; cells.some();)
                    weight[cells.pop()] += u64{1} << (free < 60 ? 60 - free : 0);
            }
        }
        i64 order[64 * W], n = 0;
        for (i64 cell : among) {
            i64 i = n++;
            for (; i > 0 && weight[order[i - 1]] < weight[cell]; i--) order[i] = order[i - 1];
            order[i] = cell;
        }
        if (!attacks)
            for (i64 i = 0; i < n; i++)
                if (harmless(a, d | Cells::single(order[i]), moves, true)) return order[i];
        for (i64 i = 0; i < n; i++) {
            Cells move = Cells::single(order[i]);
            if (attacks ? known_to_win(a | move, d, fewer(moves), false, true)
                        : known_to_win(a, d | move, moves, true, false))
                return order[i];
        }
        return NOWHERE;
    }

    // Have the attacker's sets too little potential?
    bool harmless(const Cells& a, const Cells& d, i64 moves, bool attacks) const {
        return attack.scan(a, d, moves).potential < i64{1} << (POTENTIAL - attacks);
    }

    // -- one answer ---------------------------------------------------------------------------

    // The move of the player who succeeds; `child` and `symmetry` where something is left to prove.
    struct Answer {
        i64 reply, symmetry;
        bool over;
        StrategyNode<W> child;
    };

    // In the coordinates in which the search looked at the position. Where no move is known, NOWHERE,
    // its canonical form is left in the problem's words.
    Answer answer(Cells a, Cells d, i64 moves, bool attacks) const {
        Cells x = a, y = d;
        const i64 turn = turned(x, y, moves);
        const u16* first = problem.symmetries.row(turn);
        bool over = false;
        i64 cell = attacks ? attacking(x, y, moves, over) : defending(x, y, moves, over);
        if (cell < 0) {
            problem.words[0] = x, problem.words[1] = y, counts.moves = moves;
            return {NOWHERE, 0, false, {}};
        }
        // Without the dead cells of the position between: where plies are counted, one of the
        // defender's sets may have come within reach by his move.
        a = image(a, first), d = image(d, first);
        if (attacks) {
            a.add(cell), moves = fewer(moves);
        } else {
            d.add(cell);
            over = over || harmless(a, d, moves, true);
        }
        i64 reply = 0;
        while (first[reply] != cell) reply++;
        if (over) return {reply, 0, true, {}};
        const u16* second = problem.symmetries.row(turned(a, d, moves));
        return {reply, product(first, second), false, {a, d, moves}};
    }
    i64 attacking(const Cells& a, const Cells& d, i64 moves, bool& over) const {
        if (Cells now = attack.completing(a, d); now.some()) {
            over = true;
            return now.first();
        }
        i64 line[MOST_THREATS + 1];
        if (threats.shortest(a, d, moves, line, counts.budget) > 0) return line[0];
        Cells must = defend.completing(d, a);
        return serving(a, d, moves, true, this->own_moves(must.some() ? must : free(a, d)));
    }
    i64 defending(const Cells& a, const Cells& d, i64 moves, bool& over) const {
        if (Cells now = defend.completing(d, a); now.some()) {
            over = true;
            return now.first();
        }
        Cells must = attack.completing(a, d);
        return serving(a, d, moves, false, must.some() ? must : free(a, d));
    }
    Cells free(const Cells& a, const Cells& d) const { return this->board() - (a | d); }

    // The number of the symmetry that is one after the other.
    i64 product(const u16* first, const u16* second) const {
        const Table<const u16, 2>& all = problem.symmetries;
        for (i64 g = 0; g < all.shape[0]; g++) {
            const u16* one = all.row(g);
            i64 c = 0;
            while (c < all.shape[1] && one[c] == second[first[c]]) c++;
            if (c == all.shape[1]) return g;
        }
        return NOWHERE;
    }

    // -- one node -----------------------------------------------------------------------------

    // What is left for an edge; the children stay beside until the node is whole.
    Child<W>& child(i64 edge) const { return this->child_of(0, edge - counts.edges); }
    bool edge(Counts& now, i64 move, const Answer& found) const {
        if (found.reply < 0) return false;
        out.edges[now.edges] = {(i32)move, (i32)found.reply, found.over ? -1 : 0, (i32)found.symmetry};
        child(now.edges++) = {found.child.a, found.child.d, {found.child.moves, 0}, false};
        return true;
    }
    void line(Counts& now, const i64* cells, i64 length) const {
        for (i64 i = 0; i < length; i++) out.cells[now.cells++] = (i32)cells[i];
        out.cell_ends[now.lines++] = (i32)now.cells;
    }
    Cells spoiling(const StrategyNode<W>& at, const Cells& moves, const i64* cells, i64 length) const {
        Cells left = moves;
        for (i64 cell : moves)
            if (threats.replays(at.a, at.d | Cells::single(cell), at.moves, cells, length))
                left.drop(cell);
        return left;
    }

    // The attacker's answers to every move of the defender.
    bool forced(const StrategyNode<W>& at, Counts& now) const {
        Cells left = this->answers(free(at.a, at.d)), wins = attack.completing(at.a, at.d);
        i64 cells[MOST_THREATS + 1], found;
        if (wins.some()) {
            left &= wins.several() ? Cells::none() : wins;
        } else if ((found = threats.shortest(at.a, at.d, at.moves, cells, counts.budget)) > 0) {
            line(now, cells, found);
            left = spoiling(at, left, cells, found);
        }
        while (left.some()) {
            i64 move = left.first();
            Cells after = at.d | Cells::single(move);
            found = threats.shortest(at.a, after, at.moves, cells, counts.budget);
            // The search found one with help that its tables have lost.
            if (found <= 0 && !known_to_win(at.a, after, at.moves, true, true))
                found = threats.shortest(at.a, after, at.moves, cells, counts.thorough);
            if (found > 0) {
                line(now, cells, found);
                left = spoiling(at, left, cells, found);
                continue;
            }
            if (!edge(now, move, answer(at.a, after, at.moves, true))) return false;
            left.drop(move);
        }
        return true;
    }

    void pair(Counts& now, i64 one, i64 two) const {
        out.pairs[now.pairs][0] = (i32)one, out.pairs[now.pairs++][1] = (i32)two;
    }
    // Pairs for what is left of the attacker's sets, after the defender's answer if there is one
    // (else NOWHERE): the cells on which they mean anything, none where none were found.
    Cells held(Counts& now, const Cells& a, const Cells& d, i64 reply) const {
        i64 found = this->stopping_pairs(a, d, counts.pairing);
        Cells zone = Cells::none();
        if (found < 0) return zone;
        if (reply >= 0) pair(now, reply, reply), zone.add(reply);
        for (i64 i = 0; i < found; i++) {
            Cells both = problem.pairs.pairs[i];
            zone |= both;
            i64 one = both.pop();
            pair(now, one, both.first());
        }
        return zone;
    }
    // The defender's answers to every move of the attacker.
    bool prevented(const StrategyNode<W>& at, Counts& now) const {
        if (held(now, at.a, at.d, NOWHERE).some()) return true;
        const i64 after = fewer(at.moves);
        if (after == 0) return true;
        Cells asked = Cells::none();
        for (i64 cell : free(at.a, at.d)) {
            Cells grown = at.a | Cells::single(cell);
            if (!harmless(grown, at.d, after, false) && defend.completing(at.d, grown).empty())
                asked.add(cell);
        }
        Cells left = asked;
        while (left.some()) {
            i64 move = left.first();
            Cells grown = at.a | Cells::single(move);
            Answer found = answer(grown, at.d, after, false);
            if (!found.over && found.reply >= 0) {
                Cells zone = held(now, grown, at.d | Cells::single(found.reply), found.reply);
                if (zone.some()) {
                    asked &= zone, left &= zone;
                    continue;
                }
            }
            if (!edge(now, move, found)) return false;
            left.drop(move);
        }
        // The moves that some answer with its pairs serves need no edge.
        i64 kept = counts.edges;
        for (i64 i = counts.edges; i < now.edges; i++)
            if (asked.has(out.edges[i].move)) out.edges[kept] = out.edges[i], child(kept++) = child(i);
        now.edges = kept;
        return true;
    }

    // -- all of them --------------------------------------------------------------------------

    i64 number(const StrategyNode<W>& node) const {
        u64 last = out.place.size - 1, at = hash_words((const u64*)&node, 2 * W + 1, 0) & last;
        for (; out.place[at]; at = (at + 1) & last)
            if (out.nodes[out.place[at] - 1] == node) return out.place[at] - 1;
        out.nodes[counts.nodes] = node;
        out.place[at] = (i32)++counts.nodes;
        return counts.nodes - 1;
    }
    // Is there room for one more node, whatever it has?
    bool room() const {
        const i64 cells = problem.symmetries.shape[1];
        return counts.nodes + cells <= out.nodes.size && 2 * out.nodes.size <= out.place.size &&
               counts.edges + cells <= out.edges.size && counts.lines + cells < out.cell_ends.size &&
               counts.cells + cells * (MOST_THREATS + 1) <= out.cells.size &&
               counts.pairs + (cells + 1) * (W > PAIRED ? 0 : MOST_PAIRS<W> + 1) <= out.pairs.size;
    }
    i64 write(bool forces, i64 most) {
        for (; counts.done < counts.nodes; most--) {
            if (most == 0) return 0;
            if (!room()) return ROOM;
            const StrategyNode<W> at = out.nodes[counts.done];
            Counts now = counts;
            if (!(forces ? forced(at, now) : prevented(at, now))) return UNKNOWN;
            for (i64 i = counts.edges; i < now.edges; i++)
                if (const Child<W>& next = child(i); out.edges[i].child == 0)
                    out.edges[i].child = (i32)number({next.a, next.d, next.numbers.pn});
            now.nodes = counts.nodes, now.done++;
            counts = now;
            out.edge_ends[now.done] = (i32)now.edges;
            out.line_ends[now.done] = (i32)now.lines;
            out.pair_ends[now.done] = (i32)now.pairs;
        }
        return WRITTEN;
    }
};

// The opening: into words[0], words[1] and asked.moves what follows, into asked.symmetry the symmetry
// that leads there, -1 where nothing is left to prove. Returns the move; -1: not known.
template <int W, bool WEAK>
i64 opening(const Problem<W>& problem, Question& asked, const Strategy<W>& out, Counts& counts) {
    auto found = StrategyWriter<W, WEAK>(problem, out, counts)
                     .answer(problem.words[0], problem.words[1], asked.moves, asked.attacker);
    if (found.reply < 0) return NOWHERE;
    problem.words[0] = found.child.a, problem.words[1] = found.child.d;
    asked.moves = found.child.moves;
    asked.symmetry = found.over ? -1 : found.symmetry;
    return found.reply;
}

// Begin with the position in the words, brought to its canonical form; by which symmetry.
template <int W>
i64 root(const Problem<W>& problem, const Question& asked, const Strategy<W>& out, Counts& counts) {
    StrategyWriter<W, false> writer(problem, out, counts);
    i64 symmetry = writer.turned(problem.words[0], problem.words[1], asked.moves);
    writer.number({problem.words[0], problem.words[1], asked.moves});
    return symmetry;
}

// Write on for so many nodes; `attacker` says whether it is his strategy.
template <int W, bool WEAK>
i64 write(const Problem<W>& problem, const Question& asked, const Strategy<W>& out, Counts& counts,
          i64 most) {
    return StrategyWriter<W, WEAK>(problem, out, counts).write(asked.attacker, most);
}

// Larger arrays have taken over the nodes: find them anew.
template <int W>
void find_anew(const Strategy<W>& out, const Counts& counts) {
    for (i64 n = 0; n < counts.nodes; n++) {
        u64 last = out.place.size - 1, at = hash_words((const u64*)&out.nodes[n], 2 * W + 1, 0) & last;
        while (out.place[at]) at = (at + 1) & last;
        out.place[at] = (i32)n + 1;
    }
}

}  // namespace
}  // namespace gameproof
