// Wins by force: sequences of threats, and proof-number search among moves that threaten one.
//
// After a move that threatens a sequence only those answers need a look that touch it (null moves:
// Donninger 1993, Thomsen 2000; threat-space search: Allis, van den Herik, Huntjens 1993). Two
// games are searched so. Of `Strategy` the tree itself is the proof: a node for each answer, and
// quiet moves too where they are asked for. Of `Claimed` it is a claim about all positions of a
// kind, so that what was found at one position is tried at others first (relevance zones: Wu, Lin
// 2010); there many moves lead to the same, and proof numbers are weak.
#include "claims.h"
#include "proof_tree.h"

namespace gameproof {
namespace {

constexpr i64 LOST = -1, UNTHREATENED = -2;
constexpr i64 QUIET = 23;       // weight of a quiet move at first, and twice its rank is added
constexpr i64 MOST_LINES = 48;  // sequences kept for the answers to a move
constexpr i64 SEQUENCE = 200;   // positions of one search for a sequence, where claims are made
constexpr i64 MOST_OPEN = 12;   // answers without a reply at once with which a move is followed up

struct Line {
    using Number = i64;
    i64 length;
    i64 cell[MOST_THREATS + 1];
};
// Room: `lines` sequences found for the answers asked last; `order` cells, and what they are worth;
// `kept` cells with nodes, or replies with what they lead to; `masks` four sets of cells.
struct Room {
    Array<Line> lines;
    Table<i64, 2> order;
    Array<i64, 2> kept;
    Table<u64, 2> masks;
    GAMEPROOF_ARRAYS(lines, order, kept, masks)

    Words mask(i64 i) const { return words_of(masks, i); }
    Words cleared(i64 i) const {
        mask(i).clear();
        return mask(i);
    }
};
struct Ask {
    i64 cell, side, child, count;  // what is asked about
    i64 budget, most, work;        // limits
    i64 reply, after, found;       // what was found
    GAMEPROOF_NUMBERS(cell, side, child, count, budget, most, work, reply, after, found)
};

// How much a free cell promises to both sides, by the cells that its sets lack.
i64 worth(const Board& board, i64 cell) {
    static constexpr i64 WORTH[2][6] = {{0, 0, 80, 24, 7, 1}, {0, 0, 40, 10, 3, 0}};
    i64 found = 0;
    board.sets_through(cell, [&](i64 s) {
        i64 mine = board.counts[s][ATTACKER], other = board.counts[s][DEFENDER];
        i64 lacks = board.sizes[s] - mine, theirs = board.sizes[s] - other;
        if (board.wanted[s] & 1 && other == 0) found += WORTH[0][lacks < 5 ? lacks : 5];
        if (board.wanted[s] & 2 && mine == 0 && other) found += WORTH[1][theirs < 5 ? theirs : 5];
    });
    return found;
}
// The cells of a mask into room.order, those of most worth first; how many.
i64 by_worth(const Board& board, const Room& room, Words cells) {
    i64 n = 0;
    cells.each([&](i64 cell) {
        i64 value = worth(board, cell), j = n++;
        for (; j > 0 && room.order(1, j - 1) < value; j--)
            room.order(0, j) = room.order(0, j - 1), room.order(1, j) = room.order(1, j - 1);
        room.order(0, j) = cell, room.order(1, j) = value;
    });
    return n;
}
void mark_free(const Board& board, Words sets, Words cells) {
    sets.each([&](i64 s) { board.free_cells(s, [&](i64 cell) { cells.add(cell); }); });
}

// -- trees that are strategies
// -----------------------------------------------------------------------

struct Strategy {
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
            tree.link(state, i, cell, node_after(cell, DEFENDER), 0);
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
            i64 child = tree.find(key);
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
            tree.link(state, i, room.kept[j][0], room.kept[j][1], room.order(2, j));
    }
    void renew(i64 i) { ProofTree<Gather::SUM, Strategy>{tree, state, *this}.renew(i); }

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

// -- trees that make claims
// --------------------------------------------------------------------------

struct Claimed {
    const Board& board;
    const Room& room;
    const Tree& tree;
    TreeState& state;
    const Claims& claims;
    ClaimState& made;

    // The attacker's win by a sequence, with its claims.
    Reply by_sequence() {
        Line& line = room.lines[0];
        line.length = shortest_sequence(board, ATTACKER, line.cell, SEQUENCE, state.sequences);
        if (line.length <= 0) return {};
        if (i64 s = board.nearly(ATTACKER, 1).first(); s >= 0) return {line.cell[0], -1 - s};
        Board::Completed after[MOST_THREATS + 1];
        i64 last = line.length - 1;
        for (i64 k = 0; k <= last; k++) {
            board.put(line.cell[k], ATTACKER);
            after[k] = board.completed(line.cell[k]);
            if (k < last) board.put(after[k].at, DEFENDER);
        }
        for (i64 k = last; k >= 0; k--) {
            if (k < last) board.take(after[k].at, DEFENDER);
            board.take(line.cell[k], ATTACKER);
        }
        Reply next{after[last].also, -1 - after[last].two};
        for (i64 k = last; k >= 0; k--) {
            i64 start = made.edges;
            claims.edge(made, NONE, after[k].at, -1 - after[k].one);
            claims.edge(made, after[k].at, next.cell, next.leads_to);
            next = {line.cell[k], claims.close(board, made, start)};
            if (next.leads_to < 0) return {};
        }
        return next;
    }

    // The moves in sets of which at most three cells are lacking.
    void expand_attacker(i64 i) {
        i64 must = board.completing(DEFENDER), n = 1;
        if (must == SEVERAL) return;
        room.order(0, 0) = must;
        if (must < 0) {
            Words cells = room.cleared(2);
            mark_free(board, board.nearly(ATTACKER, SHARP), cells);
            n = by_worth(board, room, cells);
        }
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j), fours = 0, threes = 0;
            board.sets_through(cell, [&](i64 s) {
                i64 lacks = board.sizes[s] - board.counts[s][ATTACKER];
                if (board.counts[s][DEFENDER]) return;
                fours += lacks <= 2, threes += lacks == 3;
            });
            if (!(fours + threes)) continue;
            u64 key = board.key[0] ^ board.codes(ATTACKER, cell) ^ board.turn(DEFENDER);
            i64 child = tree.node_of(state, key, true);
            tree.link(state, i, cell, child, fours || threes >= 5 ? 0 : threes >= 2 ? 1 : 3);
            if (tree.nodes[child].pn == 0) break;
        }
    }
    Reply pass(i64 i) { return {tree.nodes[i].pass, tree.nodes[i].after_pass}; }
    Reply reply(i64 i) { return {tree.nodes[i].reply, tree.nodes[i].after}; }

    // The answers that the win by a sequence after a pass has to know of; those after which a reply
    // that served another answer, or a sequence, wins are solved at once.
    void expand_defender(i64 i) {
        TreeNode& node = tree.nodes[i];
        if (board.nearly(DEFENDER, 1).some()) return node.disprove();
        Reply win = by_sequence();
        node.pass = (i32)win.cell, node.after_pass = (i32)win.leads_to;
        if (!win) return node.disprove();
        i64 replies = 1, open = 0;
        room.kept[0][0] = win.cell, room.kept[0][1] = win.leads_to;
        claims.asked(board, win, room.mask(0), room.mask(1));
        i64 n = by_worth(board, room, room.mask(0));
        for (i64 j = 0; j < n; j++) {
            i64 cell = room.order(0, j);
            board.put(cell, DEFENDER);
            i64 child = tree.node_of(state, board.key[0], false);
            if (TreeNode& after = tree.nodes[child]; !after.expanded && after.pn) {
                for (i64 q = replies - 1; q >= 0 && after.pn; q--)
                    if (claims.works(board, {room.kept[q][0], room.kept[q][1]}))
                        won(child, room.kept[q][0], room.kept[q][1]);
                if (after.pn)
                    if (Reply found = by_sequence()) {
                        won(child, found.cell, found.leads_to);
                        room.kept[replies][0] = found.cell;
                        room.kept[replies++][1] = found.leads_to;
                    }
            }
            board.take(cell, DEFENDER);
            tree.link(state, i, cell, child, 0);
            open += tree.nodes[child].pn != 0;
            if (tree.nodes[child].dn == 0 || open > MOST_OPEN) return node.disprove();
        }
    }
    void expand(i64 i) { tree.nodes[i].defends ? expand_defender(i) : expand_attacker(i); }
    void won(i64 i, i64 reply, i64 child) {
        tree.nodes[i].prove();
        tree.nodes[i].reply = (i32)reply, tree.nodes[i].after = (i32)child;
    }
    // The claim about a position of which all answers are answered, if it applies to it.
    bool proved(i64 i) {
        claims.asked(board, pass(i), room.mask(0), room.mask(1));
        i64 start = made.edges;
        claims.edge(made, NONE, pass(i).cell, pass(i).leads_to);
        tree.each_edge(i, [&](const TreeEdge& edge) {
            Reply to = reply(edge.child);
            claims.edge(made, edge.cell, to.cell, to.leads_to);
            return true;
        });
        room.mask(1).each([&](i64 cell) { claims.edge(made, cell, NONE, NONE); });
        i64 n = claims.close(board, made, start);
        if (n >= 0 && !claims.applies(board, n)) made.contradictions++, n = NONE;
        tree.nodes[i].claim = (i32)n;
        return n >= 0;
    }
    // A reply just found may serve the other answers.
    void answered(i64 i, i64 child) {
        Reply found = reply(child);
        tree.each_edge(i, [&](const TreeEdge& edge) {
            if (tree.nodes[edge.child].open()) {
                board.put(edge.cell, DEFENDER);
                if (claims.works(board, found)) won(edge.child, found.cell, found.leads_to);
                board.take(edge.cell, DEFENDER);
            }
            return true;
        });
    }
};

// -- what Python asks
// --------------------------------------------------------------------------------

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
    Strategy game{board, room, tree, state, ask.budget, ask.most};
    i64 spare = board.size() * board.size() / 2 + 1000;
    return ProofTree<Gather::SUM, Strategy>{tree, state, game}.grow(1 << 30, ask.work, spare);
}
// The defender's answers, into room.order, with `found` sequences that beat others.
i64 answers(const Board& board, const Room& room, const Tree& tree, TreeState& state, Ask& ask) {
    return Strategy{board, room, tree, state, ask.budget, 0}.answers(true, ask.found);
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
    Claimed game{board, room, tree, state, claims, made};
    if (!ask.count) {
        tree.clear(state);
        tree.node_of(state, board.key[0], false);
        if (Reply found = game.by_sequence()) game.won(0, found.cell, found.leads_to);
    }
    i64 spare = 2 * board.size() + 2;
    return ProofTree<Gather::WEAK, Claimed>{tree, state, game}.grow(ask.most, ask.work, spare);
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
// Moves of the attacker, into row 0 of room.order, and what is added to their proof numbers until
// they are looked at, into row 1: the cells of most worth (`most` of them) beside a stone of his in
// a set that he may complete, or in one of which the defender has two. First come those in a set of
// which the defender lacks two cells; they and fours alone if he has a move that makes two threats.
// Fours weigh `work` more. How many there are.
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
    for (i64 s = 0; s < board.sizes.size; s++) {
        i64 mine = board.counts[s][ATTACKER], other = board.counts[s][DEFENDER];
        if ((mine && !other) || (!mine && other > 1 && board.wanted[s] & 2))
            board.free_cells(s, [&](i64 cell) { cells.add(cell); });
    }
    i64 found = by_worth(board, room, cells), n = 0;
    for (i64 i = 0; i < found && i < ask.most; i++)
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
GAMEPROOF_ENGINE(threats, GAMEPROOF_FUNCTION(change), GAMEPROOF_FUNCTION(place),
                 GAMEPROOF_FUNCTION(sequence), GAMEPROOF_FUNCTION(plant), GAMEPROOF_FUNCTION(grow),
                 GAMEPROOF_FUNCTION(answers), GAMEPROOF_FUNCTION(proved_move),
                 GAMEPROOF_FUNCTION(cultivate), GAMEPROOF_FUNCTION(harvest),
                 GAMEPROOF_FUNCTION(recalled), GAMEPROOF_FUNCTION(known),
                 GAMEPROOF_FUNCTION(quiet_moves), GAMEPROOF_FUNCTION(asked),
                 GAMEPROOF_FUNCTION(claimed), GAMEPROOF_CONSTANT(SHARP), GAMEPROOF_CONSTANT(THEIRS),
                 GAMEPROOF_CONSTANT(MOST_THREATS), GAMEPROOF_CONSTANT(MOST_WAYS),
                 GAMEPROOF_CONSTANT(MOST_LINES), GAMEPROOF_CONSTANT(GROWING),
                 GAMEPROOF_CONSTANT(FINISHED), GAMEPROOF_CONSTANT(FULL))
