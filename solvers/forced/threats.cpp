// Wins by force: sequences of threats, and proof-number search among moves that threaten one.
//
// After a move that threatens a sequence only those answers need a look that touch it (null moves:
// Donninger 1993, Thomsen 2000; threat-space search: Allis, van den Herik, Huntjens 1993). What is
// proved, by `QuietTree` and by `ClaimedTree` inside it for threes, is a claim about all positions
// of a kind.
#include "quiet_tree.h"

namespace gameproof {
namespace {

struct Ask {
    i64 cell, side, child, count;  // what is asked about
    i64 most, work;                // limits
    i64 reply, after, found;       // what was found
    GAMEPROOF_NUMBERS(cell, side, child, count, most, work, reply, after, found)
};

// The side takes the cell (count 1) or gives it back (-1). Could the defender complete a set then?
bool change(const Board& board, Ask& ask) {
    board.change(ask.cell, ask.side, ask.count);
    return board.nearly(DEFENDER, 1).some();
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
        ProofTree<QuietTree>{tree, state, game}.grow(ask.most, ask.work, spare);
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
GAMEPROOF_ENGINE(threats, GAMEPROOF_FUNCTIONS(change, recalled, moves, keep, search, asked, claimed),
                 GAMEPROOF_CONSTANTS(SHARP, THEIRS, MOST_THREATS, MOST_WAYS, GROWING, FINISHED,
                 FULL, TOP, PER_CHUNK, CHUNK_WORDS))
