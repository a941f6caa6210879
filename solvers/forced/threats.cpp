// Wins by force: sequences of threats, and proof-number search among moves that threaten one.
//
// After a move that threatens a sequence only those answers need a look that touch it (null moves:
// Donninger 1993, Thomsen 2000; threat-space search: Allis, van den Herik, Huntjens 1993). Of
// `StrategyTree` the tree itself is the proof: a node for each answer, and quiet moves too where
// they are asked for. Of `QuietTree`, and of `ClaimedTree` inside it for threes, it is a claim about
// all positions of a kind.
#include "quiet_tree.h"
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
    tree.clear(state, tree.nodes.size);
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
i64 proved_move(const Board& board, const Tree& tree, const TreeState& state) {
    i64 found = NONE, i = tree.find(state, board.key[0] ^ board.turn(ATTACKER));
    if (i >= 0)
        tree.each_edge(i, [&](const TreeEdge& edge) {
            if (tree.nodes[edge.child].pn == 0) found = edge.cell;
            return found < 0;
        });
    return found;
}

// The last of `count` replies that wins here; NONE if none does.
i64 recalled(const Board& board, const Claims& claims, const Array<const i64, 2>& replies,
             const Ask& ask) {
    i64 count = ask.count;
    while (count-- > 0)
        if (claims.works(board, {replies[count][0], replies[count][1]})) return count;
    return NONE;
}
// Moves of the attacker, `most` of those of most worth.
i64 moves(const Board& board, const Room& room, const Ask& ask) {
    return quiet_moves(board, room, ask.most);
}
// Try the claim at all positions from now on.
void keep(const Claims& claims, const KeptClaims& kept, KeptState& keeping, const Ask& ask) {
    kept.keep(claims, keeping, ask.child);
}
// Look for the attacker's win, he being to move, with quiet moves: at first (`count` 0) from the
// root, within `most` expansions, `work` of them now. What was found.
TreeStatus search(const Board& board, const Room& room, const Tree& tree, TreeState& state,
                  QuietState& quiet, const Room& inner, const Tree& threes, TreeState& by_threes,
                  const Claims& claims, ClaimState& made, const KeptClaims& kept,
                  KeptState& keeping,
                  const TranspositionTable<FoundRow<u64, Failure>, 1>& failed, Ask& ask) {
    QuietTree game{board, room, tree, state, quiet,
                   {board, inner, threes, by_threes, claims, made},
                   kept, keeping, failed};
    i64 spare = 2 * board.size() + 2;
    if (!ask.count) {
        tree.clear(state, NODES_EACH * ask.most + spare);
        tree.node_of(state, board.key[0], false);
    }
    TreeStatus status =
        ProofTree<Gather::WEAK, QuietTree>{tree, state, game}.grow(ask.most, ask.work, spare);
    bool won = tree.nodes[0].pn == 0;
    ask.reply = won ? tree.nodes[0].reply : NONE;
    ask.after = won ? tree.nodes[0].after : NONE;
    // Claims that found no room: neither this search nor a later one would come to anything.
    return made.full && !won ? FULL : status;
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
    return claims.close_here(board, made, start);
}

}  // namespace
}  // namespace gameproof

using namespace gameproof;
GAMEPROOF_ENGINE(threats, GAMEPROOF_FUNCTIONS(change, place, sequence, plant, grow, answers,
                 proved_move, recalled, moves, keep, search, asked, claimed),
                 GAMEPROOF_CONSTANTS(SHARP, THEIRS, MOST_THREATS, MOST_WAYS, MOST_LINES, GROWING,
                 FINISHED, FULL, TOP, PER_CHUNK, CHUNK_WORDS))
