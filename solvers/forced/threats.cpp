// Wins by force: sequences of threats, and proof-number search among moves that threaten one.
//
// After a move that threatens a sequence only those answers need a look that touch it (null moves:
// Donninger 1993, Thomsen 2000; threat-space search: Allis, van den Herik, Huntjens 1993). Two
// games are searched so. Of `StrategyTree` the tree itself is the proof: a node for each answer,
// and quiet moves too where they are asked for. Of `ClaimedTree` it is a claim about all positions
// of a kind, so that what was found at one position is tried at others first (relevance zones: Wu,
// Lin 2010); there many moves lead to the same, and proof numbers are weak.
#include "claimed_tree.h"
#include "strategy_tree.h"

namespace gameproof {
namespace {

struct Ask {
    i64 cell, side, child, count;  // what is asked about
    i64 budget, most, work;        // limits
    i64 reply, after, found;       // what was found
    GAMEPROOF_NUMBERS(cell, side, child, count, budget, most, work, reply, after, found)
};

// The side takes the cell (count 1) or gives it back (-1). Could the defender complete a set then?
bool change(const Board& board, Ask& ask) {
    board.change(ask.cell, ask.side, ask.count);
    return board.nearly(DEFENDER, 1).some();
}
// Put exactly these stones on the board: by cell a side, or NONE.
void place(const Board& board, const Array<const i64>& wanted) {
    for (i64 side = 0; side < 2; side++)
        for (i64 cell = 0; cell < wanted.size; cell++)
            if (board.has(side, cell) && wanted[cell] != side) board.take(cell, side);
    for (i64 cell = 0; cell < wanted.size; cell++)
        if (wanted[cell] >= 0 && board.is_free(cell)) board.put(cell, wanted[cell]);
}
// The attacker's sequence, into the first of the lines.
i64 sequence(const Board& board, const Room& room, TreeState& state, Ask& ask) {
    return shortest_sequence(board, ATTACKER, room.lines[0].cell, ask.budget, state.sequences);
}

// A new tree with the position at its root, `side` to move.
void plant(const Board& board, const Tree& tree, TreeState& state, Ask& ask) {
    tree.clear(state);
    tree.node_of(state, board.key[0] ^ board.turn(ask.side), ask.side == DEFENDER);
}
// Expand nodes of a strategy, `work` of them, `most` quiet moves at a position.
TreeStatus grow(const Board& board, const Room& room, const Tree& tree, TreeState& state,
                Ask& ask) {
    StrategyTree game{board, room, tree, state, ask.budget, ask.most};
    i64 spare = board.size() * board.size() / 2 + 1000;
    return ProofTree<Gather::SUM, StrategyTree>{tree, state, game}.grow(1 << 30, ask.work, spare);
}
// The defender's answers, into room.order, with `found` sequences that beat others.
i64 answers(const Board& board, const Room& room, const Tree& tree, TreeState& state, Ask& ask) {
    return StrategyTree{board, room, tree, state, ask.budget, 0}.answers(true, ask.found);
}
// The attacker's move that the tree proves to win, NONE without one.
i64 proved_move(const Board& board, const Tree& tree) {
    i64 found = NONE, i = tree.find(board.key[0] ^ board.turn(ATTACKER));
    if (i >= 0)
        tree.each_edge(i, [&](const TreeEdge& edge) {
            if (tree.nodes[edge.child].pn == 0) found = edge.cell;
            return found < 0;
        });
    return found;
}

// Look for the attacker's win, he being to move: at first (`count` 0) by a sequence, then among
// threes within `most` expansions, `work` of them now.
TreeStatus cultivate(const Board& board, const Room& room, const Tree& tree, TreeState& state,
                     const Claims& claims, ClaimState& made, Ask& ask) {
    ClaimedTree game{board, room, tree, state, claims, made};
    if (!ask.count) {
        tree.clear(state);
        tree.node_of(state, board.key[0], false);
        if (Reply found = game.by_sequence()) game.won(0, found.cell, found.leads_to);
    }
    i64 spare = 2 * board.size() + 2;
    return ProofTree<Gather::WEAK, ClaimedTree>{tree, state, game}.grow(ask.most, ask.work, spare);
}
// The reply that was found and what it leads to. Of the claims made since there were `cell`, with
// `side` edges, those that are needed stay. Returns the root's disproof number.
i64 harvest(const Tree& tree, const Claims& claims, ClaimState& made, Ask& ask) {
    const TreeNode& root = tree.nodes[0];
    bool won = root.pn == 0;
    ask.reply = won ? root.reply : NONE;
    ask.after = claims.forget(made, ask.cell, ask.side, won ? root.after : NONE);
    return root.dn;
}
// The last of `count` replies that wins here; NONE if none does.
i64 recalled(const Board& board, const Claims& claims, const Array<const i64, 2>& replies,
             const Ask& ask) {
    i64 count = ask.count;
    while (count-- > 0)
        if (claims.works(board, {replies[count][0], replies[count][1]})) return count;
    return NONE;
}
// A move of the attacker after which one of `count` claims is about the position, the latest first.
void known(const Board& board, const Claims& claims, const Array<const i64>& kept, Ask& ask) {
    Words own = board.stones_of(ATTACKER), other = board.stones_of(DEFENDER);
    ask.reply = ask.after = NONE;
    for (i64 i = ask.count - 1; i >= 0; i--) {
        i64 n = kept[i], move = NONE, lacking = 0;
        for (i64 w = 0; w < own.size && lacking < 2; w++)
            if (u64 left = claims.own(n).word[w] & ~own.word[w]) {
                lacking += left & (left - 1) ? 2 : 1;
                move = 64 * w + low_bit(left);
            }
        if (lacking > 1 || !claims.taken(n).within(other) || claims.zone(n).meets(other)) continue;
        for (i64 w = 0; w < own.size && move < 0; w++)
            if (u64 left = claims.zone(n).word[w] & ~own.word[w]) move = 64 * w + low_bit(left);
        if (move >= 0 && claims.works(board, {move, n})) {
            ask.reply = move, ask.after = n;
            return;
        }
    }
}

// Has the defender a move after which he would complete sets at two cells?
bool open_threat(const Board& board, const Room& room) {
    auto other = [&](i64 cell) -> i64& { return room.order(2, cell); };
    for (i64 cell = 0; cell < board.size(); cell++) other(cell) = NONE;
    bool found = false;
    board.nearly(DEFENDER, 2).each([&](i64 s) {
        i64 one = board.free_cell(s), two = board.free_cell(s, one);
        for (int turn = 0; turn < 2; turn++) {
            found |= two >= 0 && other(one) >= 0 && other(one) != two;
            other(one) = two;
            i64 held = one;
            one = two, two = held;
            if (one < 0) break;
        }
    });
    return found;
}
constexpr i64 HITS = 6;  // moves that are tried where only those at stones in line are asked for
// Moves of the attacker, into row 0 of room.order, and what is added to their proof numbers until
// they are looked at, into row 1: the cells of most worth (`most` of them) beside a stone of his in
// a set that he may complete, or in one of which the defender has two; with a `most` of 0 these
// alone. First come those in a set of which the defender lacks two cells; they and fours alone if he
// has a move that makes two threats. Fours weigh `work` more. How many there are.
i64 quiet_moves(const Board& board, const Room& room, Ask& ask) {
    i64 must = board.completing(DEFENDER);
    if (must != NONE) {
        room.order(0, 0) = must, room.order(1, 0) = 0;
        return must >= 0;
    }
    Words urgent = room.cleared(0), cells = room.cleared(1), fours = room.cleared(2);
    mark_free(board, board.nearly(DEFENDER, 2), urgent);
    mark_free(board, board.nearly(ATTACKER, 2), fours);
    if (open_threat(board, room)) {
        i64 n = by_worth(board, room, urgent);
        for (i64 i = 0; i < n; i++) room.order(1, i) = 0;
        fours.each([&](i64 cell) {
            if (!urgent.has(cell)) room.order(0, n) = cell, room.order(1, n++) = 2;
        });
        return n;
    }
    const i64 most = ask.most ? ask.most : HITS;
    for (i64 s = 0; s < board.sizes.size; s++) {
        i64 mine = board.counts[s][ATTACKER], other = board.counts[s][DEFENDER];
        if ((ask.most && mine && !other) || (!mine && other > 1 && board.wanted[s] & 2))
            board.free_cells(s, [&](i64 cell) { cells.add(cell); });
    }
    i64 found = by_worth(board, room, cells), n = 0;
    for (i64 i = 0; i < found && i < most; i++)
        if (!urgent.has(room.order(0, i))) room.kept[n++][0] = room.order(0, i);
    i64 first = by_worth(board, room, urgent);
    for (i64 i = 0; i < n; i++) room.order(0, first + i) = room.kept[i][0];
    for (i64 i = 0; i < first + n; i++)
        room.order(1, i) = i / 2 + (fours.has(room.order(0, i)) ? ask.work : 0);
    return first + n;
}
// The answers that a win after a pass has to know of, into row 0 of room.order, and the defender's
// cells that it relies on, into column 0 of room.kept, `found` of them. How many answers.
i64 asked(const Board& board, const Room& room, const Claims& claims, Ask& ask) {
    claims.asked(board, {ask.reply, ask.after}, room.mask(0), room.mask(1));
    ask.found = 0;
    room.mask(1).each([&](i64 cell) { room.kept[ask.found++][0] = cell; });
    return by_worth(board, room, room.mask(0));
}
// The claim with these edges, the default first; NONE if there is none, or if it is not about this
// position.
i64 claimed(const Board& board, const Claims& claims, ClaimState& made,
            const Array<const i64, 3>& edges) {
    i64 start = made.edges;
    for (i64 i = 0; i < edges.size; i++) claims.edge(made, edges[i][0], edges[i][1], edges[i][2]);
    i64 n = claims.close(board, made, start);
    if (n < 0 || claims.applies(board, n)) return n;
    made.contradictions++;
    return NONE;
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(threats, GAMEPROOF_FUNCTIONS(change, place, sequence, plant, grow, answers,
                 proved_move, cultivate, harvest, recalled, known, quiet_moves, asked, claimed),
                 GAMEPROOF_CONSTANTS(SHARP, THEIRS, MOST_THREATS, MOST_WAYS, MOST_LINES, GROWING,
                 FINISHED, FULL))
