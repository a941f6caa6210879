// The page: strategies of positional games whose nodes are positions as a proof sees them: what is in no set
// that matters is dead, and symmetries take one to another.
"use strict";

const [FREE, DEAD] = [0, 3];

/** A player's sets on a board of marks: 0 free, 1 the attacker's, 2 the defender's, 3 dead. `own` is 1 or 2. */
class Family {
  constructor(sets, cells, own) {
    Object.assign(this, { sets, own, through: Array.from({ length: cells }, () => []) });
    sets.forEach((set, number) => set.forEach((cell) => this.through[cell].push(number)));
  }
  /** Free cells that the set lacks, or -1 when it is not live. */
  lacks(marks, set) {
    let free = 0;
    for (const cell of set) {
      if (marks[cell] === FREE) free++;
      else if (marks[cell] !== this.own) return -1;
    }
    return free;
  }
  /** The free cells each of which completes a set, through `cell` if given. */
  completing(marks, cell = -1) {
    const found = new Set();
    for (const number of cell < 0 ? this.sets.keys() : this.through[cell])
      if (this.lacks(marks, this.sets[number]) === 1) found.add(this.sets[number].find((c) => marks[c] === FREE));
    return found;
  }
  /** The sum of 2^-(free cells) over the live sets that `moves` moves can fill. */
  potential(marks, moves) {
    const free = this.sets.map((set) => this.lacks(marks, set)).filter((lacks) => lacks >= 0 && lacks <= moves);
    return free.reduce((sum, lacks) => sum + 2 ** -lacks, 0);
  }
  /** The cells of those sets. */
  alive(marks, moves) {
    const live = this.sets.filter((set) => this.lacks(marks, set) >= 0 && this.lacks(marks, set) <= moves);
    return new Set(live.flat());
  }
}

/** A position as a proof about the attacker's sets sees it. */
class Sight {
  constructor(position, attacker) {
    const { cells } = position.board;
    const defender = otherPlayer(attacker);
    this.attack = new Family(position.sets(attacker), cells, 1);
    this.defend = new Family(position.sets(defender), cells, 2);
    this.marks = new Uint8Array(cells);
    position.stones(attacker).forEach((cell) => (this.marks[cell] = 1));
    position.stones(defender).forEach((cell) => (this.marks[cell] = 2));
  }
  /** The marks with every cell that is not alive marked dead. */
  reduced(marks, moves) {
    const [mine, theirs] = [this.attack, this.defend].map((family) => family.alive(marks, moves));
    const alive = (mark, cell) => (mark !== 2 && mine.has(cell)) || (mark !== 1 && theirs.has(cell));
    return marks.map((mark, cell) => (mark !== DEAD && alive(mark, cell) ? mark : DEAD));
  }
  /** Does this sequence of threats win after the defender's move? */
  threatens(marks, move, sequence) {
    const board = marks.slice();
    board[move] = 2;
    let must = this.defend.completing(board, move);
    for (const cell of sequence) {
      if (board[cell] !== FREE || [...must].some((other) => other !== cell)) return false;
      board[cell] = 1;
      const threats = this.attack.completing(board, cell);
      if (threats.size !== 1) return threats.size > 1;
      const [answer] = threats;
      board[answer] = 2;
      must = this.defend.completing(board, answer);
    }
    return false;
  }
}

/** How many of the next plies are the attacker's. */
const movesOf = (position, attacker, plies) =>
  plies === null ? Infinity : Math.floor((Number(plies) + (position.toMove === attacker ? 1 : 0)) / 2);

class StrategyTreeProof {
  constructor(position, certificate, row) {
    this.t = listsOf(certificate, "edge_ends", "moves", "replies", "children", "symmetries", "line_ends", "cell_ends", "cells");
    this.turns = rowsOf(certificate.permutations);
    [this.attacker, this.what, this.opening, this.root, this.symmetry] = row;
    this.forces = this.what === "forces";
    this.player = this.forces ? this.attacker : otherPlayer(this.attacker);
    this.sight = new Sight(position, this.attacker);
    this.moves = movesOf(position, this.attacker, certificate.plies);
    this.opens = position.toMove === this.player;
  }
  begin() {
    return this.opens ? null : this.entered(this.root, this.symmetry, this.sight.marks, null, this.moves);
  }
  /** At a node: its marks (the position as the proof sees it) and where the board's cells are in it. */
  entered(node, symmetry, marks, before, moves) {
    if (node < 0 || node + 1 >= this.t.edge_ends.length) return { node: -1, marks, moves, to: before };
    const turn = this.turns[symmetry];
    const turned = new Uint8Array(marks.length);
    this.sight.reduced(marks, moves).forEach((mark, cell) => (turned[turn[cell]] = mark));
    const to = before ? before.map((cell) => turn[cell]) : [...turn];
    return { node: Number(node), marks: turned, moves, to };
  }
  reply(position, state, last) {
    const now = completingCell(position, this.player);
    if (now >= 0) return { cell: now, reason: `${position.write(now)} completes a set`, state };
    if (last < 0) {
      const cell = Number(this.opening);
      if (cell < 0) return this.safe(position, null, "the potential is below 1");
      const marks = this.sight.marks.slice();
      marks[cell] = this.forces ? 1 : 2;
      const left = this.forces ? this.moves - 1 : this.moves;
      return { cell, reason: "the first move of the proof", state: this.entered(this.root, this.symmetry, marks, null, left) };
    }
    if (!state || state.node < 0) return state?.sequence ? this.threat(position, state) : this.safe(position, state, "the potential is below 1");
    return this.forces ? this.attack(position, state, last) : this.defend(position, state, last);
  }
  back(state, cell) {
    return state.to.indexOf(cell);
  }
  edge(state, move) {
    for (let e = this.t.edge_ends[state.node]; e < this.t.edge_ends[state.node + 1]; e++) if (this.t.moves[e] === move) return e;
    return -1;
  }
  /** The node's cell for the opponent's move; where that is dead, a move that is imagined instead. */
  seen(state, last) {
    const cell = state.to[last];
    if (state.marks[cell] === FREE) return { cell, dead: false };
    return { cell: state.marks.indexOf(FREE), dead: true };
  }
  follow(position, state, move, e, mine, said) {
    const after = state.marks.slice();
    after[move] = mine === 1 ? 2 : 1;
    after[this.t.replies[e]] = mine;
    const cell = this.back(state, this.t.replies[e]);
    const next = this.entered(this.t.children[e], this.t.symmetries[e], after, state.to, state.moves - 1);
    return { cell, reason: `${said}node ${state.node} of the proof answers ${position.write(this.back(state, move))} by ${position.write(cell)}`, state: next };
  }
  attack(position, state, last) {
    const { cell: move, dead } = this.seen(state, last);
    const said = dead ? `${position.write(last)} lies in no set that matters: as if it were ${position.write(this.back(state, move))}; ` : "";
    const e = this.edge(state, move);
    if (e >= 0) return this.follow(position, state, move, e, 1, said);
    const marks = state.marks.slice();
    marks[move] = 2;
    const done = this.sight.attack.completing(marks);
    if (done.size) {
      const cell = this.back(state, [...done][0]);
      return { cell, reason: `${said}${position.write(cell)} completes a set`, state: { ...state, node: -1 } };
    }
    for (let line = this.t.line_ends[state.node]; line < this.t.line_ends[state.node + 1]; line++) {
      const [low, high] = [this.t.cell_ends[line], this.t.cell_ends[line + 1]];
      if (high > low && high - low < state.moves && this.sight.threatens(state.marks, move, this.t.cells.slice(low, high))) {
        const sequence = this.t.cells.slice(low, high).map((cell) => this.back(state, cell));
        return this.threat(position, { node: -1, sequence }, `${said}${sequence.length === 1 ? "one threat wins" : `${sequence.length} threats win`}: ${named(position, sequence)}; `);
      }
    }
    return anywhere(position, this.player, state, "the certificate has no answer here");
  }
  threat(position, state, said = "") {
    const [cell, ...rest] = state.sequence;
    if (cell === undefined || position.taken(cell)) return anywhere(position, this.player, state, "the threats are over");
    return { cell, reason: `${said}${position.write(cell)} threatens to complete a set`, state: { node: -1, sequence: rest }, shown: [{ how: "aim", at: state.sequence }] };
  }
  defend(position, state, last) {
    const { cell: move, dead } = this.seen(state, last);
    const said = dead ? `${position.write(last)} lies in no set that matters; ` : "";
    const e = move < 0 ? -1 : this.edge(state, move);
    if (e >= 0) {
      const found = this.follow(position, state, move, e, 2, said);
      const marks = state.marks.slice();
      marks[move] = 1;
      marks[this.t.replies[e]] = 2;
      return this.sight.attack.potential(marks, state.moves - 1) < 0.5 ? { ...found, state: { node: -1 } } : found;
    }
    return this.safe(position, { node: -1 }, `${said}the potential is below 1`);
  }
  safe(position, state, why) {
    const must = completingCell(position, otherPlayer(this.player));
    if (must >= 0) return { cell: must, reason: `${position.write(must)} would complete a set of the other`, state };
    const { cell, danger } = greatestDanger(position, otherPlayer(this.player));
    return { cell, reason: `${why}; no cell has more danger than ${position.write(cell)}, ${round(danger)}`, state };
  }
}

/** The same, with pairs at some nodes, which answer everything from there on, at once or after an answer. */
class PairedTreeProof extends StrategyTreeProof {
  constructor(position, certificate, row) {
    super(position, certificate, row);
    this.ends = [...certificate.pair_ends.data].map(Number);
    this.pairs = [...certificate.pairs.data].map(Number);
  }
  /** The pairs of a node before its first answer, and its answers with theirs, as cells of the node. */
  rows(node) {
    const pairs = [];
    const answers = [];
    for (let k = this.ends[node]; k < this.ends[node + 1]; k++) {
      const [one, two] = [this.pairs[2 * k], this.pairs[2 * k + 1]];
      if (one === two) answers.push({ reply: one, pairs: [] });
      else (answers.length ? answers[answers.length - 1].pairs : pairs).push([one, two]);
    }
    return { pairs, answers };
  }
  /** The state in which these pairs answer everything. */
  held(state, pairs) {
    const number = new Map();
    const partner = new Map();
    pairs.map((pair) => pair.map((cell) => this.back(state, cell))).forEach((pair, k) =>
      pair.forEach((cell, i) => (number.set(cell, k + 1), partner.set(cell, pair[1 - i]))));
    return { ...state, number, partner };
  }
  entered(node, symmetry, marks, before, moves) {
    const state = super.entered(node, symmetry, marks, before, moves);
    if (state.node < 0) return state;
    const { pairs } = this.rows(state.node);
    return pairs.length ? this.held(state, pairs) : state;
  }
  labels(state) {
    return state?.number ?? new Map();
  }
  reply(position, state, last) {
    if (!state?.partner || last < 0) return super.reply(position, state, last);
    const partner = state.partner.get(last);
    if (partner === undefined || position.taken(partner)) return anywhere(position, this.player, state, `no pair asks for an answer to ${position.write(last)}`);
    const reason = `${position.write(partner)} answers ${position.write(last)}: they are pair ${state.number.get(last)} of node ${state.node} of the proof, whose pairs answer everything from there on`;
    return { cell: partner, reason, state, shown: asPair(last, partner) };
  }
  defend(position, state, last) {
    const { cell: move } = this.seen(state, last);
    const served = ({ reply, pairs }) => reply !== move && !pairs.flat().includes(move);
    const found = move < 0 || this.edge(state, move) >= 0 ? undefined : this.rows(state.node).answers.find(served);
    if (!found) return super.defend(position, state, last);
    const cell = this.back(state, found.reply);
    const reason = `${position.write(cell)} answers ${position.write(last)} at node ${state.node} of the proof, and ${found.pairs.length} pairs answer everything from there on`;
    return { cell, reason, state: this.held(state, found.pairs) };
  }
}
