// A tree of threats that is a strategy itself: a node for each answer, and quiet moves too where
// they are asked for (threat-space search: Allis, van den Herik, Huntjens 1993). A game of
// proof_tree.h.
#pragma once

#include "proof_tree.h"
#include "threat_room.h"

namespace gameproof {
namespace {

constexpr i64 LOST = -1, UNTHREATENED = -2;
constexpr i64 QUIET = 23;  // weight of a quiet move at first, and twice its rank is added

struct StrategyTree {
    const Board& board;
    const Room& room;
    const Tree& tree;
    TreeState& state;
    i64 budget;  // positions of one search for a sequence
    i64 quiet;   // quiet moves that are tried at a position

    bool sequence(i64 side, Line& line) {
        line.length = shortest_sequence(board, side, line.cell, budget, state.sequences);
        return line.length > 0;
    }
    i64 node_after(i64 cell, i64 side) {
        u64 key = board.key[0] ^ board.codes(side, cell) ^ board.turn(1 - side);
        return tree.node_of(state, key, side == ATTACKER);
    }

    // Mark the cells of which the defender would need two more to complete a set.
    void mark_pairs(Words cells) {
        Words two = board.nearly(DEFENDER, 2), one = board.nearly(DEFENDER, 1);
        two.each([&](i64 s) {
            if (!one.has(s)) board.free_cells(s, [&](i64 cell) { cells.add(cell); });
        });
    }
    // Mark the cells on which a stone of the defender may spoil a sequence: its moves, their
    // answers, and what makes a cell that the attacker must take on the way.
    void mark_touching(const Line& line, Words cells) {
        i64 answers[MOST_THREATS + 1], k = 0;
        for (;; k++) {
            mark_pairs(cells);
            if (k == line.length) break;
            cells.add(line.cell[k]);
            board.put(line.cell[k], ATTACKER);
            answers[k] = NONE;
            if (k == line.length - 1) {
                mark_free(board, board.nearly(ATTACKER, 1), cells);
                k++;
                break;
            }
            answers[k] = board.completing(ATTACKER);
            cells.add(answers[k]);
            board.put(answers[k], DEFENDER);
        }
        while (k-- > 0) {
            if (answers[k] >= 0) board.take(answers[k], DEFENDER);
            board.take(line.cell[k], ATTACKER);
        }
    }

    bool alive(i64 cell) {
        bool found = false;
        board.sets_through(cell, [&](i64 s) {
            for (i64 side = 0; side < 2; side++)
                found |= board.wanted[s] >> side & 1 && board.counts[s][1 - side] == 0;
        });
        return found;
    }

    // The defender's moves, he being to move, that no sequence found beats: into room.order, and
    // these sequences into room.lines (`lines` many). How many; LOST if he completes a set or no
    // set is left, UNTHREATENED where no sequence is threatened and the move may not be quiet.
    i64 answers(bool may_be_quiet, i64& lines) {
        lines = 0;
        if (board.nearly(DEFENDER, 1).some()) return LOST;
        i64 now = board.completing(ATTACKER), n = 0;
        if (now == SEVERAL) return 0;
        if (now >= 0) {
            board.put(now, DEFENDER);
            lines = sequence(ATTACKER, room.lines[0]);
            board.take(now, DEFENDER);
            room.order(0, 0) = now;
            return !lines;
        }
        if (!sequence(ATTACKER, room.lines[0])) {
            if (!may_be_quiet) return UNTHREATENED;
            for (i64 cell = 0; cell < board.size(); cell++)
                if (board.may_take(cell, DEFENDER) && alive(cell)) room.order(0, n++) = cell;
            return n ? n : LOST;
        }
        lines = 1;
        Words touching = room.cleared(0);
        mark_touching(room.lines[0], touching);
        touching.each([&](i64 cell) {
            if (!board.may_take(cell, DEFENDER)) return;
            board.put(cell, DEFENDER);
            bool beaten = false;
            for (i64 j = 0; j < lines && !beaten; j++)
                beaten = replays(board, ATTACKER, room.lines[j].cell, room.lines[j].length);
            if (!beaten) {
                beaten = sequence(ATTACKER, room.lines[lines]);
                lines += beaten && lines < MOST_LINES - 1;
            }
            board.take(cell, DEFENDER);
            if (!beaten) room.order(0, n++) = cell;
        });
        return n;
    }
    void link_answers(i64 i, i64 n) {
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j);
            tree.link(state, i, cell, node_after(cell, DEFENDER), 0, 0);
        }
    }

    // The attacker's moves in sets that lack at most three cells (in any set that is left, where he
    // may move quietly), those of most worth to both first: into room.order.
    i64 candidates() {
        auto value = [&](i64 cell) -> i64& { return room.order(2, cell); };
        for (i64 cell = 0; cell < board.size(); cell++) value(cell) = 0;
        for (i64 s = 0; s < board.sizes.size; s++)
            for (i64 side = 0; side < (quiet ? 2 : 1); side++) {
                i64 has = board.counts[s][side];
                if (!(board.wanted[s] >> side & 1) || board.counts[s][1 - side]) continue;
                if (!quiet && board.sizes[s] - has > SHARP) continue;
                i64 more = i64{1} << 2 * (has < 12 ? has : 12);
                board.free_cells(s, [&](i64 cell) {
                    if (board.before[cell] < 0) value(cell) += more;
                });
            }
        i64 n = 0;
        for (i64 cell = 0; cell < board.size(); cell++) {
            if (!value(cell)) continue;
            i64 i = n++;
            for (; i > 0 && value(room.order(0, i - 1)) < value(cell); i--)
                room.order(0, i) = room.order(0, i - 1);
            room.order(0, i) = cell;
        }
        for (i64 i = 0; i < n; i++) room.kept[i][0] = room.order(0, i);
        return n;
    }

    // The moves that threaten, with the answers to each, and a few quiet ones; the attacker has no
    // sequence here.
    void expand_attacker(i64 i) {
        i64 must = board.completing(DEFENDER), n = 0, children = 0, quiet_ones = 0, lines;
        bool menaced = false, won = false;
        if (must >= 0 && board.may_take(must, ATTACKER)) {
            room.kept[0][0] = must;
            n = 1;
        } else if (must == NONE) {
            n = candidates();
            menaced = sequence(DEFENDER, room.lines[0]);
        }
        for (i64 j = 0; j < n && !won; j++) {
            i64 cell = room.kept[j][0], weight = 0;
            u64 key = board.key[0] ^ board.codes(ATTACKER, cell) ^ board.turn(DEFENDER);
            i64 child = tree.find(state, key);
            if (child < 0) {
                board.put(cell, ATTACKER);
                if (!menaced || !sequence(DEFENDER, room.lines[0])) {
                    i64 m = answers(false, lines);
                    if (m >= 0) {
                        child = tree.node_of(state, key, true);
                        tree.nodes[child].expanded = 1;
                        link_answers(child, m);
                        renew(child);
                    } else if (m == UNTHREATENED && quiet_ones < quiet) {
                        child = tree.node_of(state, key, true);
                        weight = QUIET + 2 * quiet_ones++;
                    }
                }
                board.take(cell, ATTACKER);
            }
            if (child < 0) continue;
            won = tree.nodes[child].pn == 0;
            room.kept[children][0] = cell;
            room.kept[children][1] = child;
            room.order(2, children++) = weight;
        }
        for (i64 j = 0; j < children; j++)
            tree.link(state, i, room.kept[j][0], room.kept[j][1], room.order(2, j), 0);
    }
    void renew(i64 i) { ProofTree<Gather::SUM, StrategyTree>{tree, state, *this}.renew(i); }

    void expand(i64 i) {
        if (!tree.nodes[i].defends) return expand_attacker(i);
        i64 lines, n = answers(true, lines);
        if (n == LOST) tree.nodes[i].disprove();
        else link_answers(i, n);
    }
    void won(i64 i, i64, i64) { tree.nodes[i].prove(); }
    bool proved(i64) { return true; }
    void answered(i64, i64) {}
};

}  // namespace
}  // namespace gameproof
