// Depth-first search with the bounds by stars and by pieces; theory in star_packing.py.
#include "star_packing.h"

namespace gameproof {
namespace {

// Where the second bound is not wanted the compiler leaves its code out.
template <bool by_pieces>
struct Search {
    State& state;
    const Store& in;
    const Bound& bound;
    PieceCount& count;

    Set found = {};  // the vertices needed by the last proof

    Stars stars() const { return {in}; }
    Log log() const { return {state, in}; }
    Thermostrat thermostrat() const { return {in.near, bound, count}; }
    Cut mine(i64 ply) const { return Cut(bound.mine, ply); }
    Cut yours(i64 ply) const { return Cut(bound.yours, ply); }

    Verdict decided(Ply& p, Verdict verdict, i64 need, i64 evidence = BY_STARS) {
        p.need = need;
        state.evidence = evidence;
        return verdict;
    }

    // Count free moves, look the position up, try the bounds; OPEN with its moves scored, or who wins
    // (for the player to move), the proof's vertices and need being left in place; PAUSED when there
    // is no room for pieces.
    Verdict enter(i64 ply) {
        Ply& p = in.ply[ply];
        p.free_a = in.closing[ply].equal_to(0) & p.a;
        p.free_b = in.closing[ply + 1].equal_to(0) & p.b;
        p.a -= p.free_a;
        p.b -= p.free_b;
        p.own_free = p.free_a.size(), p.other_free = p.free_b.size();
        i64 spare = p.spare = p.given + p.own_free - p.other_free;
        p.taken = 0;
        found = {};
        if (!p.a) return decided(p, spare >= 1 ? WIN : LOSS, spare >= 1);
        auto& row = in.table.place({p.a, p.b});
        __builtin_prefetch(&row);
        __builtin_prefetch((const char*)&row + 64);
        bool whole = !(ply == 0 && state.want_move);
        Packing packing{};
        i64 wanted;
        if (whole) {
            packing = stars().packed(ply, p.a, p.b);
            in.largest[ply].most = packing.most;
            wanted = stars().wanted(packing, spare, true, found);
            if (wanted <= spare) return decided(p, WIN, wanted);
        }
        i64 best = -1;
        if (row.holds({p.a, p.b})) {
            const Result& known = row.found;
            if (whole && spare >= known.won_from) {
                found = known.won_needs;
                return decided(p, WIN, known.won_from, known.won_by);
            }
            if (whole && spare <= known.lost_to) {
                found = known.lost_needs;
                return decided(p, LOSS, -known.lost_to, known.lost_by);
            }
            best = known.move;
        }
        if (!by_pieces && whole) {
            wanted = stars().with_second(ply, packing, spare, true, p.a, p.b, found);
            if (wanted <= spare) return decided(p, WIN, wanted);
        }
        packing = stars().packed(ply + 1, p.b, p.a);
        if (whole) {
            wanted = stars().wanted(packing, -spare, false, found);
            if (!by_pieces && wanted > -spare)
                wanted = stars().with_second(ply + 1, packing, -spare, false, p.b, p.a, found);
            if (wanted <= -spare) return decided(p, LOSS, wanted);
        }
        if constexpr (by_pieces) {
            Cut mine = this->mine(ply), yours = this->yours(ply);
            if (!thermostrat().cut_up(ply & 1, mine, {p.a, p.b})) return PAUSED;
            wanted = thermostrat().wanted(mine, true, found);
            if (ply == 0) state.surely_won = wanted;
            if (whole && wanted <= spare) return decided(p, WIN, wanted, log().cut(mine));
            if (!thermostrat().cut_up(1 - (ply & 1), yours, {p.b, p.a})) return PAUSED;
            wanted = thermostrat().wanted(yours, false, found);
            if (ply == 0) state.surely_lost = wanted;
            if (whole && wanted <= -spare) return decided(p, LOSS, wanted, log().cut(yours));
        }
        p.candidates = p.a, p.needed = {}, p.need = -FAR;
        return prepare(ply, packing, best);
    }

    // What must be tried, with its scores: a move that disturbs nothing of a proof that passing loses
    // loses too.
    Verdict prepare(i64 ply, Packing packing, i64 best) {
        Ply& p = in.ply[ply];
        i64 evidence = BY_STARS, proof = BY_STARS;
        i64 wanted = stars().wanted(packing, -p.spare, true, found);
        if constexpr (by_pieces)
            if (wanted > -p.spare) {
                Cut yours = this->yours(ply);
                wanted = thermostrat().wanted(yours, true, found);
                if (wanted <= -p.spare) evidence = proof = log().cut(yours);
            }
        if (wanted <= -p.spare) {
            log().note(ply, PASS, evidence);
            p.needed = found, p.need = wanted;
            p.candidates &= touched_by(in.near, found);
        }
        if constexpr (by_pieces) {
            Cut yours = this->yours(ply);
            Set seen;
            p.need = thermostrat().discharge(yours, p.candidates, p.needed, -p.spare, p.need, seen);
            if (p.need == FAR) return PAUSED;
            if (seen && proof == BY_STARS) proof = log().cut(yours);
            for (i64 v : seen) log().note(ply, v, proof);
        }
        i32* score = in.score.row(ply);
        if constexpr (by_pieces)
            for (i64 v : p.candidates)
                score[v] = SCALE * (i32)(in.near[v] & p.b).size() + SCALE - 1;
        else
            stars().merits(ply);
        if (best >= 0) score[best] = FAR;
        return OPEN;
    }

    // The best move not yet refuted, -1 when there is none. What the partitions gain by a move is
    // only worked out when nothing closes more; FAR: no room for that.
    i64 next(i64 ply) const {
        const Ply& p = in.ply[ply];
        i32* score = in.score.row(ply);
        for (;;) {
            i64 best = -1;
            i32 most = -1;
            for (i64 v : p.candidates)
                if (score[v] > most) best = v, most = score[v];
            if constexpr (by_pieces) {
                if (best < 0 || most % SCALE != SCALE - 1) return best;
                i64 gain = thermostrat().gain_of(mine(ply), yours(ply), best, p.b);
                if (gain == FAR) return FAR;
                score[best] += (i32)std::clamp<i64>(gain + SCALE / 2, 0, SCALE - 2) - (SCALE - 1);
            } else {
                return best;
            }
        }
    }

    Verdict pause(i64 ply, bool entering) {
        state.ply = ply, state.entering = entering;
        return OPEN;
    }

    // Search on until decided (for the player to move at the root), `budget` more nodes are entered
    // or something needs room (OPEN).
    Verdict run(i64 budget) {
        i64 ply = state.ply, end = state.nodes + budget;
        bool entering = state.entering;
        if (ply == 0 && entering) {
            stars().begin(0, in.ply[0].a, in.ply[0].b);
            stars().begin(1, in.ply[0].b, in.ply[0].a);
        }
        for (;;) {
            Verdict result = OPEN;
            Ply& p = in.ply[ply];
            if (entering) {
                if (state.nodes >= end || log().crowded()) return pause(ply, true);
                state.nodes++;
                result = enter(ply);
                if (result == PAUSED) {  // to be entered again, free vertices and all
                    p.a |= p.free_a, p.b |= p.free_b;
                    state.nodes--;
                    return pause(ply, true);
                }
                entering = false;
            }
            if (result == OPEN) {
                i64 v = next(ply);
                if (v == FAR) return pause(ply, false);
                if (v >= 0) {
                    p.candidates.drop(v);
                    p.tried = v;
                    Ply& child = in.ply[ply + 1];
                    child.a = p.b - in.near[v];
                    child.b = p.a - Set::single(v);
                    child.given = -p.spare;
                    stars().moved(ply, v, p.b);
                    ply++;
                    entering = true;
                    continue;
                }
                result = LOSS;
                found = p.needed;
                log().keep(ply, false, p.need, -1, found);
            }
            if (climb(ply, result)) return result;
        }
    }

    // The position of a ply is decided; go up while that decides the one above. True at the root.
    bool climb(i64& ply, Verdict& result) {
        for (; ply > 0;) {
            i64 need = log().give_back(ply, result == WIN, found);
            Ply& above = in.ply[--ply];
            if (result == WIN) {  // so that move is refuted
                log().note(ply, above.tried, state.evidence);
                above.needed |= found;
                above.need = std::max(above.need, need);
                above.candidates &= touched_by(in.near, found);
                return false;
            }
            found.add(above.tried);
            above.need = need;
            result = WIN;
            log().keep(ply, true, need, above.tried, found);
        }
        state.ply = 0, state.entering = 1, state.verdict = result;
        state.move = result == WIN ? in.ply[0].tried : -1;
        return true;
    }
};

// Put a position at the root.
void begin(State& state, const Store& store, const Array<const Set>& position, i64 spare,
           bool want_move) {
    Ply& root = store.ply[0];
    root.a = position[0], root.b = position[1];
    root.given = spare, root.tried = -1;
    state.ply = 0, state.entering = 1, state.want_move = want_move;
    state.surely_won = state.surely_lost = FAR;
}
i64 run(State& state, const Store& store, i64 budget) {
    Bound none{};
    PieceCount nothing{};
    return Search<false>{state, store, none, nothing}.run(budget);
}
i64 run_with_pieces(State& state, const Store& store, const Bound& bound, PieceCount& count, i64 budget) {
    return Search<true>{state, store, bound, count}.run(budget);
}

// Take the free vertices out of two sets; the surplus of the first player's.
i64 contested(const Array<const Set>& near, const Array<Set>& sets) {
    Set a = free_of(near, sets[0], sets[1]), b = free_of(near, sets[1], sets[0]);
    sets[0] -= a, sets[1] -= b;
    return a.size() - b.size();
}
// Spare moves with which the owner of the first of two contested sets surely wins, moving first or
// not, by stars, with or without second centres; the vertices he needs into the third.
i64 stars(const Store& store, const Array<Set>& sets, i64 spare, bool first, bool second) {
    Stars bound{store};
    bound.begin(0, sets[0], sets[1]);
    Packing packing = bound.packed(0, sets[0], sets[1]);
    if (second) return bound.with_second(0, packing, spare, first, sets[0], sets[1], sets[2]);
    return bound.wanted(packing, spare, first, sets[2]);
}

// Let a larger table take over from the one at hand.
void enlarge(const Store& in, const Results& larger) {
    larger.take(in.table);
}

// Which proofs and partitions of the log the proof `root` rests on, itself included.
void needed(const Array<const i64>& step, const Array<const Proof>& proof, i64 root,
            const Array<u8>& proofs, const Array<u8>& parts) {
    proofs[root] = 1;
    for (i64 number = root; number >= 0; number--) {
        if (!proofs[number]) continue;
        for (i64 i = number ? proof[number - 1].end : 0; i < proof[number].end; i++) {
            i64 evidence = step[i] >> 8;
            if (evidence >= 0) proofs[evidence] = 1;
            else if (evidence <= BY_PIECES) parts[BY_PIECES - evidence] = 1;
        }
    }
}

// Forget all pieces but the one with nothing left.
void forget_pieces(const Known& known, PieceCount& count) {
    std::fill_n(known.slot.data, known.slot.size, 0);
    known.entry[0] = {};
    known.entry[0].first = -1;
    count.used = 1;
}
// Fill a larger table of slots.
void refill_pieces(const Near& near, const Known& known, PieceCount& count) {
    Pieces pieces{near, known, count};
    for (i64 i = 1; i < count.used; i++) known.slot[pieces.place_of(known.entry[i].piece)] = (i32)i;
}
// Cut a position for the tests: the parts into `part`, how many.
i64 parts(const Forest& forest, int side, const Array<const Set>& sets, i32 most, const Array<Part>& part) {
    return partition(forest, side, {sets[0], sets[1]}, most, part.data);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(star_packing, GAMEPROOF_FUNCTIONS(begin, run, run_with_pieces, contested, stars,
                 enlarge, needed, forget_pieces, refill_pieces, parts), GAMEPROOF_CONSTANTS(OPEN,
                 WIN, FAR, BY_STARS, BY_PIECES, PASS, SHIFT, ROOM, SCALE, TEMPERATURES))
