// Proof-number search of sums of reservation games; theory in reservation_search.py. Everything is
// written for Left to move: the sets change places after a move.
#include "reservation.h"

namespace gameproof {
namespace {

enum Verdict { LOSS, WIN, OPEN = -1, HALT = -2 };
// Every 2^WIDTH open moves beside the hardest add one to the effort to refute; what a bound lacks, in
// 2^-GRAIN units, is the first estimate of an effort; efforts to win by a move after which something
// cancels count 2^-FAVOUR.
constexpr int WIDTH = 3, GRAIN = 6, FAVOUR = 3;

// Of a sum: Left, to move, wins with so many more free moves, and loses with so many.
struct Known {
    i32 won_from, lost_to;
};
// Of an unsettled sum with its free moves: efforts.
struct Effort {
    i32 to_win, to_refute;
};
// An open move: the sum that it leaves, its spare moves, efforts to win and to refute that.
struct Move {
    using Number = u64;
    u64 key;
    i32 vertex, spare, to_win, to_refute, shift, unused;
};
template <int W>
struct Ply {
    using Number = u64;
    Open<W> open;
    u64 key;
    i64 spare, star, moves, chosen;     // chosen: a move's number, at the end its vertex
    i64 win_limit, refute_limit;        // efforts at which the node is left
};

template <int W>
struct Tree {
    TranspositionTable<FoundRow<u64, Known>, 1> known;
    TranspositionTable<FoundRow<u64, Effort>, 1> effort;
    Array<Ply<W>> ply;
    Array<Move> move;                   // (plies (n + 3))
    Array<Open<W>> part, child_part;    // (n + 1,) of a node and its child
    Array<i64> reference, child_reference, owner;  // (n + 3,); owner: of a node's, its part
    GAMEPROOF_ARRAYS(known, effort, ply, move, part, child_part, reference, child_reference, owner)
};

template <int W>
struct Search {
    State& state;
    const Parts<W>& parts;
    const Tree<W>& in;
    Components<W> components{state, parts};

    i64 n() const { return parts.near.size; }
    bool over() const { return state.steps >= state.stop; }
    Move* moves_of(i64 ply) const { return &in.move[ply * (n() + 3)]; }

    u64 key_of(const Array<i64>& references, i64 count, bool negative, i64 stars) const {
        using namespace component_form;
        u64 total = mixed((stars & 1) + M2);
        for (i64 i = 0; i < count; i++) {
            const Component& c = parts.component[references[i] >> 1];
            u64 x = !c.even() && (references[i] & 1) != negative ? c.first ^ M1 : c.first;
            total += mixed(x + c.second * M3);
        }
        return total;
    }

    // What the table knows of a sum with Left to move and so many more free moves.
    Verdict probe(u64 key, i64 spare) const {
        const auto* known = in.known.find(key);
        if (!known) return OPEN;
        return spare >= known->found.won_from ? WIN : spare <= known->found.lost_to ? LOSS : OPEN;
    }
    Verdict remember(u64 key, i64 spare, Verdict verdict) const {
        auto& row = in.known.place(key);
        if (!row.holds(key)) row = {key, {FAR, -(i32)FAR}};
        if (verdict == WIN) row.found.won_from = std::min(row.found.won_from, (i32)spare);
        else row.found.lost_to = std::max(row.found.lost_to, (i32)spare);
        return verdict;
    }
    u64 mark_of(u64 key, i64 spare) const {
        return mixed(key + (u64)(spare + 40000) * component_form::M3);
    }

    // WIN when the lower bounds let Left win (`first`: he moves first), LOSS when the upper bounds
    // let Right win; and how much each of them lacks.
    struct Judged {
        Verdict verdict;
        i64 low, high;
    };
    Judged judge(const Array<i64>& references, i64 count, i64 spare, i64 stars, bool first) const {
        i64 lacks[2];
        for (bool negative : {false, true}) {
            auto [k, total] = components.collect(references, count, negative, stars);
            total += (negative ? -spare : spare) * UNIT;
            i64 sure = total + components.guarantee(k, first != negative);
            if (sure >= 0) return {negative ? LOSS : WIN, 0, 0};
            lacks[negative] = -sure;
        }
        return {OPEN, lacks[0], lacks[1]};
    }

    // Judge the node at a ply, or list its open moves with their efforts; HALT when the slice is over
    // before that is done: then all is done again, components being known.
    Verdict enter(i64 ply) const {
        Ply<W>& p = in.ply[ply];
        Split split = components.split(p.open, in.part);
        i64 spare = split.spare + p.spare, stars = (split.stars + p.star) & 1, count = 0;
        for (i64 i = 0; i < split.parts; i++) {
            i64 reference = components.reference_of(in.part[i]);
            if (over()) return HALT;
            i64 gone = components.add(in.reference, count, reference);
            if (gone >= 0) in.owner[gone] = in.owner[count];
            else in.owner[count - 1] = i;
        }
        p.open = {};
        for (i64 j = 0; j < count; j++) {
            p.open.left |= in.part[in.owner[j]].left;
            p.open.right |= in.part[in.owner[j]].right;
        }
        p.spare = spare, p.star = stars, p.moves = 0;
        p.key = key_of(in.reference, count, false, stars);
        if (ply > 0 || !state.want_move) {
            if (Verdict known = probe(p.key, spare); known != OPEN) return known;
            Verdict verdict = judge(in.reference, count, spare, stars, true).verdict;
            if (verdict != OPEN) return remember(p.key, spare, verdict);
        }
        for (i64 j = 0; j < count; j++) {
            const i64 *first = in.reference.data, *end = first + j;
            if (std::find(first, end, *end) != end) continue;  // a twin
            const Open<W>& part = in.part[in.owner[j]];
            for (i64 v : part.left) {
                Open<W> after = part;
                components.play(v, after.left, after.right);
                Verdict verdict = tried(ply, count, j, after, spare, stars, v);
                if (verdict != OPEN) return verdict;
            }
        }
        if (spare > 0)
            if (Verdict verdict = tried(ply, count, count, {}, spare - 1, stars, n()); verdict != OPEN)
                return verdict;
        if (stars)
            if (Verdict verdict = tried(ply, count, count, {}, spare, 0, n() + 1); verdict != OPEN)
                return verdict;
        return p.moves ? OPEN : remember(p.key, spare, LOSS);
    }

    // Try Left's move on v, which leaves `after` of the part `gone`: WIN when it wins, HALT when the
    // slice is over.
    Verdict tried(i64 ply, i64 count, i64 gone, const Open<W>& after, i64 spare, i64 stars,
                  i64 v) const {
        Ply<W>& p = in.ply[ply];
        i64 kept = 0;
        for (i64 i = 0; i < count; i++)
            if (i != gone) in.child_reference[kept++] = in.reference[i];
        if (wins(ply, kept, after, spare, stars, v)) {
            p.chosen = v;
            return remember(p.key, p.spare, WIN);
        }
        return over() ? HALT : OPEN;
    }

    // Does Left's move on v, after which `after` joins the child's sum, surely win? List it if open.
    bool wins(i64 ply, i64 count, const Open<W>& after, i64 spare, i64 stars, i64 v) const {
        Split split = components.split(after, in.child_part);
        spare += split.spare;
        stars = (stars + split.stars) & 1;
        i64 most = count + split.parts;
        for (i64 i = 0; i < split.parts; i++)
            components.add(in.child_reference, count, components.reference_of(in.child_part[i]));
        u64 key = key_of(in.child_reference, count, true, stars);
        if (Verdict known = probe(key, -spare); known != OPEN) return known == LOSS;
        auto [verdict, low, high] = judge(in.child_reference, count, spare, stars, false);
        if (verdict != OPEN) return verdict == WIN;
        Move* moves = moves_of(ply);
        i64& made = in.ply[ply].moves;
        for (i64 i = 0; i < made; i++)
            if (moves[i].key == key && moves[i].spare == -spare) return false;
        moves[made++] = {key,
                         (i32)v,
                         (i32)-spare,
                         (i32)(1 + (std::min(high, 200 * UNIT) >> GRAIN)),
                         (i32)(1 + (std::min(low, 200 * UNIT) >> GRAIN)),
                         count < most ? FAVOUR : 0,  // something cancelled
                         0};
        return false;
    }

    // Write the node after a move to the next ply, seen from the other player.
    void descend(i64 ply, i64 v) const {
        const Ply<W>& p = in.ply[ply];
        Ply<W>& below = in.ply[ply + 1];
        below.open = {p.open.right, p.open.left};
        if (v < n()) components.play(v, below.open.right, below.open.left);
        below.spare = v == n() ? 1 - p.spare : -p.spare;
        below.star = v == n() + 1 ? 0 : p.star;
    }

    // Keep a move's verdict with its node: the table may forget it at once.
    static void settle(Move& move, Verdict verdict) {
        move.to_win = verdict == WIN ? 0 : FAR;
        move.to_refute = verdict == WIN ? FAR : 0;
    }

    // A node's efforts from its moves: to win is that of the easiest move, to refute that of the
    // hardest answer and a little for every other open move (a sum would count transpositions often).
    struct Weighed {
        i64 to_win, to_refute, best, open, second;
    };
    Weighed weigh(i64 ply) const {
        Weighed found{FAR, 0, -1, 0, FAR};
        i64 hardest = 0;
        for (i64 i = 0; i < in.ply[ply].moves; i++) {
            Move& move = moves_of(ply)[i];
            if (move.to_win > 0 && move.to_refute > 0)
                if (Verdict known = probe(move.key, move.spare); known != OPEN) settle(move, known);
            if (move.to_refute == 0) return {0, FAR, i, 1, FAR};
            if (move.to_win == 0) continue;
            if (const auto* known = in.effort.find(mark_of(move.key, move.spare)))
                move.to_win = known->found.to_win, move.to_refute = known->found.to_refute;
            found.open++;
            hardest = std::max<i64>(hardest, move.to_win);
            // Never 0, which would mean that the move is known to win.
            i64 effort = std::max(1, move.to_refute >> move.shift);
            if (effort < found.to_win)
                found.second = found.to_win, found.to_win = effort, found.best = i;
            else
                found.second = std::min(found.second, effort);
        }
        found.to_refute = hardest + ((found.open - 1) >> WIDTH);
        return found;
    }

    // Continue the search for about `budget` steps: who wins, the player to move at ply 0 or not;
    // OPEN when the slice is over.
    Verdict run(i64 budget) const {
        i64 ply = state.ply;
        bool entering = state.entering;
        state.stop = state.steps + budget;
        for (;;) {
            Ply<W>& p = in.ply[ply];
            Verdict verdict = OPEN;
            if (entering) {
                bool full = state.stored * 10 > parts.component.size * 7;
                verdict = over() || full ? HALT : enter(ply);
                if (verdict == HALT) {
                    state.ply = ply, state.entering = 1;
                    return OPEN;
                }
                state.nodes++;
                state.steps += 64 * W * n();
                entering = false;
            }
            if (verdict == OPEN) {
                Weighed w = weigh(ply);
                if (w.to_win == 0 || w.open == 0) {
                    verdict = remember(p.key, p.spare, w.to_win == 0 ? WIN : LOSS);
                    if (ply == 0 && verdict == WIN) p.chosen = moves_of(0)[w.best].vertex;
                } else if (ply > 0 && (w.to_win >= p.win_limit || w.to_refute >= p.refute_limit)) {
                    u64 mark = mark_of(p.key, p.spare);
                    in.effort.place(mark) = {mark, {(i32)w.to_win, (i32)w.to_refute}};
                    ply--;
                    continue;
                } else {
                    const Move& best = moves_of(ply)[w.best];
                    Ply<W>& below = in.ply[ply + 1];
                    below.win_limit = p.refute_limit - ((w.open - 1) >> WIDTH);
                    below.refute_limit = std::min(p.win_limit, w.second + (w.second >> 2) + 1)
                                         << best.shift;
                    p.chosen = w.best;
                    descend(ply, best.vertex);
                    ply++;
                    entering = true;
                    continue;
                }
            }
            if (ply == 0) return verdict;
            ply--;
            settle(moves_of(ply)[in.ply[ply].chosen], verdict);
        }
    }
};

// Put a position at the root.
template <int W>
void begin(State& state, const Tree<W>& tree, const Array<const Open<W>>& position, i64 spare,
           bool star, bool want_move) {
    tree.ply[0] = {position[0], 0, spare, star, 0, 0, FAR, FAR};
    state.ply = 0, state.entering = 1, state.want_move = want_move;
}
template <int W>
i64 run(State& state, const Parts<W>& parts, const Tree<W>& tree, i64 budget) {
    return Search<W>{state, parts, tree}.run(budget);
}
// The move by which the player to move at the root wins.
template <int W>
i64 move(const Tree<W>& tree) {
    return tree.ply[0].chosen;
}

}  // namespace
}  // namespace gameproof

#define WIDTHS(w)                                                                  \
    GAMEPROOF_NAMED("begin" #w, begin<w>), GAMEPROOF_NAMED("run" #w, run<w>),      \
        GAMEPROOF_NAMED("move" #w, move<w>)

using namespace gameproof;
GAMEPROOF_ENGINE(reservation, WIDTHS(1), WIDTHS(2), WIDTHS(4), WIDTHS(16), WIDTHS(64),
                 GAMEPROOF_CONSTANTS(OPEN, WIN))
