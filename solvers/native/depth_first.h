// Depth-first search with a table of verdicts, in slices, and replies that keep an answer.
//
// A Game says: `state` with depth, nodes, verdict (of the root) and, for replies, asked, replies,
// tried and trying; enter(): the verdict of the node that has just been reached, 0 where its moves
// are to be tried; down(): to the next of them; leave(verdict): up from a node that is decided, and
// the verdict of the one above, 0 where more of its moves are to be tried. Verdicts are not 0.
#pragma once

#include "transposition_table.h"

namespace gameproof {

// Go on for so many positions, which are counted down; whether the root is decided. `verdict`: of
// the node on the path that is left first, if it is decided.
template <class Game>
bool depth_first(Game& game, i64& budget, i64 verdict = 0) {
    for (;; game.down()) {
        if (!verdict) {
            if (budget-- <= 0) return false;
            game.state.nodes++;
            verdict = game.enter();
        }
        for (; verdict; verdict = game.leave(verdict)) {
            if (game.state.depth) continue;
            game.state.verdict = verdict;
            return true;
        }
    }
}

// A reply to each of so many positions, by its number, that keeps the answer; -1 where none does.
// Goes on for so many positions; whether all have one. Further, a Game says: list(i): how many
// replies to try at position i, the best ones first; kept(k): does the k-th keep the answer without
// a search? reply(k): its number; root(i, k): the path begins after it; keeps(verdict): is this the
// answer there?
template <class Game>
bool reply_to_each(Game& game, i64 positions, const Array<i64>& found, i64 budget) {
    auto& state = game.state;
    for (; state.asked < positions; state.asked++) {
        if (!state.replies) {
            state.replies = game.list(state.asked);
            budget -= state.replies;
        }
        i64& reply = found[state.asked];
        for (reply = -1; reply < 0 && state.tried < state.replies; state.tried++) {
            const i64 k = state.tried;
            if (!game.kept(k)) {
                if (!state.trying) game.root(state.asked, k);
                state.trying = !depth_first(game, budget);
                if (state.trying) return false;
                if (!game.keeps(state.verdict)) continue;
            }
            reply = game.reply(k);
        }
        state.replies = state.tried = 0;
    }
    return true;
}

}  // namespace gameproof
