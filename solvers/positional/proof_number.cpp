// df-pn (df_pn.h) for positional games: does the attacker complete a set of his before the defender
// completes one of hers? Positions are taken up to the board's symmetries and without their dead
// cells. `moves` counts the attacker's moves left, UNLIMITED where nobody counts them.
//
// There are two searches over the same table. One adds proof numbers up, looks for sequences of
// threats at each node, and plays null moves: where the attacker would win by threats if the
// defender passed, only the answers that spoil that sequence, and every other one found, become
// children. The other one, with weak proof numbers, plays what is forced before a position counts
// as a node, and tries no cell that another one dominates.
#include "df_pn.h"
#include "pairs.h"
#include "threat_sequences.h"

namespace gameproof {
namespace {

constexpr i64 MOST_TURNED = 8;    // live stones up to which a large group is searched for an image
constexpr i64 SMALL_GROUP = 16;
constexpr i64 SOLVED = 1 << 20;   // work that a solved position counts as: it stays in the table
constexpr i64 PAIRING = 40;       // steps of the search for pairs that stop the attacker
constexpr i64 PAIRED = 8;         // words of a set on the largest boards on which they are sought
constexpr i64 QUIET = 6;          // how much farther a win is where no sequence is in sight
constexpr i64 ENOUGH = 2;         // answers left that make a child good enough for now
constexpr i64 SPENT = 5;          // a threat of the attacker forces the answer but spends itself
constexpr i64 PATIENCE = 8;       // proof number from which all the other children are wanted
constexpr i64 MOBILITY = 4;       // free cells that make a position one harder for who is to move
constexpr i64 LONGEST = 20;  // threats of a sequence in the search with weak numbers

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
    Array<i64> line;                 // a sequence of threats
    GAMEPROOF_ARRAYS(attack, defend, symmetries, barred, board, table, none, none_of_defender,
                     kept, pairs, path, children, killer, words, line)
};

struct Question {
    i64 attacker, moves;  // does the attacker move? his moves left
    i64 budget, length;   // of a search for a sequence of threats, of a sequence
    i64 pn, dn;           // numbers of a position, or their bounds
    i64 effort;           // expansions until the search comes back
    GAMEPROOF_NUMBERS(attacker, moves, budget, length, pn, dn, effort)
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

// ---- Proof numbers that are added up -------------------------------------------------------

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

// ---- Weak proof numbers --------------------------------------------------------------------

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

// ---- What Python calls ---------------------------------------------------------------------

// The canonical form of words[0], words[1] takes their place; returns the symmetry's number.
template <int W>
i64 canonical(const Problem<W>& problem) {
    return Board<W>(problem, 0).canonical(problem.words[0], problem.words[1]);
}

// A winning sequence of threats of the attacker, to move, into the line; its length, or none.
template <int W>
i64 sequence(const Problem<W>& problem, const Question& asked) {
    return Board<W>(problem, asked.budget)
        .threats.shortest(problem.words[0], problem.words[1], asked.moves,
                          problem.line.data, asked.budget);
}

// Of the defender's moves in words[2] those after which the line's sequence wins stay.
template <int W>
void beaten(const Problem<W>& problem, const Question& asked) {
    Board<W> board(problem, 0);
    Bits<W> left = problem.words[2], &kept = problem.words[2];
    while (left.some()) {
        i64 cell = left.pop();
        Bits<W> grown = problem.words[1] | Bits<W>::single(cell);
        if (!board.threats.replays(problem.words[0], grown, asked.moves,
                                   problem.line.data, asked.length))
            kept.drop(cell);
    }
}

// Pairs that stop the attacker, into problem.pairs; how many, -1 if none were found.
template <int W>
i64 stopping_pairs(const Problem<W>& problem, const Question& asked) {
    return Board<W>(problem, 0).stopping_pairs(problem.words[0], problem.words[1], asked.budget);
}

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

// The same for Python: into asked.pn and asked.dn; whether they are known.
template <int W, bool WEAK>
bool look_up(const Problem<W>& problem, Question& asked) {
    ProofNumbers numbers;
    Child<W> at{problem.words[0], problem.words[1], {1, 1}, asked.attacker != 0};
    if (!numbers_of<W, WEAK>(problem, at, asked.moves, asked.budget, numbers)) return false;
    asked.pn = numbers.pn, asked.dn = numbers.dn;
    return true;
}

// The first of the moves in words[2], those through sets with few free cells first, of which is
// known that it serves whoever moves; -1 without one.
template <int W, bool WEAK>
i64 reply(const Problem<W>& problem, const Question& asked) {
    Board<W> board(problem, 0);
    const Bits<W> a = problem.words[0], d = problem.words[1], moves = problem.words[2];
    const bool attacks = asked.attacker;
    u64 weight[64 * W] = {};
    for (bool mine : {true, false}) {
        const SetFamily<W>& family = mine ? board.attack : board.defend;
        for (i64 i = 0; i < family.size(); i++) {
            if (family.set(i).meets(mine ? d : a)) continue;
            i64 free = 4 * (family.set(i) - (mine ? a : d)).size();
            for (Bits<W> cells = family.set(i) & moves; cells.some();)
                weight[cells.pop()] += u64{1} << (free < 60 ? 60 - free : 0);
        }
    }
    i64 order[64 * W], n = 0;
    for (Bits<W> rest = moves; rest.some();) {
        i64 cell = rest.pop(), i = n++;
        for (; i > 0 && weight[order[i - 1]] < weight[cell]; i--) order[i] = order[i - 1];
        order[i] = cell;
    }
    const i64 after = attacks ? fewer(asked.moves) : asked.moves;
    auto grown = [&](i64 cell, bool mine) {
        return mine ? (attacks ? a | Bits<W>::single(cell) : a)
                    : (attacks ? d : d | Bits<W>::single(cell));
    };
    if (!attacks)
        for (i64 i = 0; i < n; i++)
            if (board.attack.scan(a, grown(order[i], false), after).potential <
                i64{1} << (POTENTIAL - 1))
                return order[i];
    for (i64 i = 0; i < n; i++) {
        Bits<W> own = grown(order[i], true), other = grown(order[i], false);
        Bits<W> live_a = board.attack.scan(own, other, after).live;
        Bits<W> live_d = board.defend.scan(other, own, after).live;
        Child<W> at = board.reduced(own, other, live_a, live_d, !attacks);
        ProofNumbers numbers;
        if (numbers_of<W, WEAK>(problem, at, after, asked.budget, numbers) &&
            (attacks ? numbers.pn : numbers.dn) == 0)
            return order[i];
    }
    return -1;
}

// Into words[2]: the attacker's moves after which the defender has something to stop.
template <int W>
void hopeful(const Problem<W>& problem, const Question& asked) {
    Board<W> board(problem, 0);
    const Bits<W> a = problem.words[0], d = problem.words[1];
    const i64 after = fewer(asked.moves);
    Bits<W>& found = problem.words[2];
    found = Bits<W>::none();
    if (after == 0) return;
    for (Bits<W> free = board.board() - (a | d); free.some();) {
        i64 cell = free.pop();
        Bits<W> grown = a | Bits<W>::single(cell);
        if (board.attack.scan(grown, d, after).potential >= i64{1} << POTENTIAL &&
            board.defend.completing(d, grown).empty())
            found.add(cell);
    }
}

// Begin with a position, until a number reaches asked.pn or asked.dn. Returns PROVED or DISPROVED
// where no search is needed.
template <int W, bool WEAK>
i64 begin(const Problem<W>& problem, const Question& asked, DfPnState& state) {
    auto& row = Board<W>(problem, 0).node(0);
    Child<W> at{problem.words[0], problem.words[1], {1, 1}, asked.attacker != 0};
    if constexpr (WEAK) {
        i64 end = WeakSearch<W>(problem, asked.budget).settle(at.a, at.d, at.attacker, at);
        if (end != WeakSearch<W>::OPEN) return end;
    } else {
        Board<W>(problem, 0).canonical(at.a, at.d);
    }
    row.a = at.a, row.d = at.d, row.attacker = at.attacker;
    row.moves = WEAK ? UNLIMITED : asked.moves;
    row.limits = {asked.pn, asked.dn};
    state.row = 0, state.step = NEW;
    return 0;
}

// Every row of the path is to go home with its numbers.
template <int W>
void go_home(const Problem<W>& problem, const DfPnState& state) {
    for (i64 k = 0; k <= state.row; k++) Board<W>(problem, 0).node(k).limits = {0, 0};
}

// A larger table, or one of as many rows, takes over what the problem's holds.
template <int W>
void take_over(const Problem<W>& problem, const TranspositionTable<Row<W>, 8>& larger) {
    larger.take(problem.table);
}

// Search on for about asked.effort expansions; whether it is finished.
template <int W, bool WEAK>
bool search(const Problem<W>& problem, const Question& asked, DfPnState& state) {
    if constexpr (WEAK) {
        WeakSearch<W> game(problem, asked.budget);
        return df_pn<Gather::WEAK>(game, state, asked.effort);
    } else {
        SumSearch<W> game(problem, asked.budget);
        return df_pn<Gather::SUM>(game, state, asked.effort);
    }
}


}  // namespace
}  // namespace gameproof

using namespace gameproof;

#define GAMEPROOF_OF_WIDTH(W)                                                                   \
    GAMEPROOF_NAMED("canonical_" #W, canonical<W>), GAMEPROOF_NAMED("sequence_" #W, sequence<W>), \
        GAMEPROOF_NAMED("beaten_" #W, beaten<W>), GAMEPROOF_NAMED("go_home_" #W, go_home<W>),   \
        GAMEPROOF_NAMED("take_over_" #W, take_over<W>),                                         \
        GAMEPROOF_NAMED("stopping_pairs_" #W, stopping_pairs<W>),                               \
        GAMEPROOF_NAMED("look_up_" #W, look_up<W, false>),                                      \
        GAMEPROOF_NAMED("reply_" #W, reply<W, false>),                                          \
        GAMEPROOF_NAMED("reply_weak_" #W, reply<W, true>),                                      \
        GAMEPROOF_NAMED("hopeful_" #W, hopeful<W>),                                             \
        GAMEPROOF_NAMED("look_up_weak_" #W, look_up<W, true>),                                  \
        GAMEPROOF_NAMED("begin_" #W, begin<W, false>),                                          \
        GAMEPROOF_NAMED("begin_weak_" #W, begin<W, true>),                                      \
        GAMEPROOF_NAMED("search_" #W, search<W, false>),                                        \
        GAMEPROOF_NAMED("search_weak_" #W, search<W, true>),                                    \
        {"node_" #W, nullptr, nullptr, sizeof(Node<W>) / 8},                                    \
        {"child_" #W, nullptr, nullptr, sizeof(Child<W>) / 8},                                  \
        {"groups_" #W, nullptr, nullptr, sizeof(Groups<W>) / 8}

GAMEPROOF_ENGINE(proof_number, GAMEPROOF_OF_WIDTH(1), GAMEPROOF_OF_WIDTH(2), GAMEPROOF_OF_WIDTH(6),
                 GAMEPROOF_OF_WIDTH(64),
                 GAMEPROOF_CONSTANT(PROVED), GAMEPROOF_CONSTANT(DISPROVED),
                 GAMEPROOF_CONSTANT(INFINITE), GAMEPROOF_CONSTANT(MOST_THREATS),
                 GAMEPROOF_CONSTANT(GROUPS_DEEP), GAMEPROOF_CONSTANT(PAIRED))
