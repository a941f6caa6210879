// The second checker, part 4: strategies. Follows docs/trust.md and docs/formats.md.
"use strict";

// -- play: an acyclic graph of positions --------------------------------------------------------

const PLAY_FIELDS = {
  kind: is.text, proofs: is.list(is.object), texts: is.list(is.text),
  starts: is.array, moves: is.array, children: is.array, keys: is.array,
};
const PROOF_FIELDS = {
  starter: is.text, side: is.list(is.text), avoids: is.list(is.text), plies: is.maybe(is.whole), root: is.whole,
};

function strategyTables(certificate) {
  const fields = record(certificate, PLAY_FIELDS, "play");
  const list = (name) => {
    const array = fields[name];
    if (array.shape.length !== 1 || (array.size && !array.whole)) refuse(`${name} is no list of numbers`);
    return array.data;
  };
  const [starts, moves, children] = ["starts", "moves", "children"].map(list);
  if (!starts.length || Number(starts[0]) !== 0 || Number(starts[starts.length - 1]) !== moves.length ||
      moves.length !== children.length || starts.some((x, i) => i && x < starts[i - 1]))
    refuse("the lists of edges do not fit together");
  if (moves.some((x) => !(x >= 0 && x < fields.texts.length))) refuse("a move is not in the list of texts");
  const proofs = fields.proofs.map((proof) => record(proof, PROOF_FIELDS, "a proof"));
  return { proofs, texts: fields.texts, starts, moves, children, nodes: starts.length - 1 };
}

function checkStrategy(position, certificate, progress = () => {}) {
  const t = strategyTables(certificate);
  const reached = new Map();
  const meet = (node, here, mover, side, plies) => {
    const seen = reached.get(node);
    if (!seen) return void reached.set(node, { position: here, mover, side, plies: new Map(plies) });
    if (seen.side !== side || seen.mover !== mover || seen.position.key() !== here.key())
      refuse(`node ${node} stands for two positions`);
    for (const [proof, length] of plies) seen.plies.set(proof, Math.max(seen.plies.get(proof) ?? 0, length));
  };
  t.proofs.forEach(({ starter, side: [side, ...others], avoids, plies, root }, proof) => {
    if (others.length || avoids.length || plies !== null) unknown("proofs of what is avoided, or of several players");
    if (!position.players.includes(starter) || !position.players.includes(side)) refuse("no such player");
    if (!(root >= 0 && root < t.nodes)) refuse(`no node ${root}`);
    if (starter !== position.toMove) refuse(`${starter} does not start this position`);
    meet(Number(root), position, starter, side, new Map([[proof, 0]]));
  });
  const results = t.proofs.map(() => new Set());
  const longest = t.proofs.map(() => 0);
  for (let v = 0; v < t.nodes; v++) {
    const here = reached.get(v);
    if (!here) refuse(`node ${v} is never reached`);
    reached.delete(v);
    const [low, high] = [t.starts[v], t.starts[v + 1]];
    if (here.position.result() !== null) {
      if (low !== high) refuse(`node ${v} has moves although the game is over`);
      const result = here.position.resultFor(here.mover);
      for (const [proof, plies] of here.plies) {
        results[proof].add(result);
        longest[proof] = Math.max(longest[proof], plies);
      }
      continue;
    }
    const given = new Map();
    for (let e = low; e < high; e++) {
      const text = t.texts[t.moves[e]];
      if (given.has(text)) refuse(`node ${v} answers a move twice`);
      given.set(text, t.children[e]);
    }
    const follow = (after, child) => {
      if (!(child > v && child < t.nodes)) refuse(`node ${v} leads to node ${child}, not forward`);
      const plies = new Map([...here.plies].map(([proof, length]) => [proof, length + 1]));
      meet(Number(child), after, here.position.moverAfter(after, here.mover), here.side, plies);
    };
    if (here.mover === here.side) {
      if (high - low !== 1) refuse(`node ${v} has not one reply`);
      const [[text, child]] = given;
      follow(here.position.play(here.position.read(text)), child);
    } else {
      let count = 0;
      for (const move of here.position.moves()) {
        const text = here.position.write(move);
        if (!given.has(text)) refuse(`no answer to the move ${text} at node ${v}`);
        follow(here.position.play(move), given.get(text));
        count++;
      }
      if (count !== given.size || count === 0) refuse(`node ${v} answers moves that do not exist`);
    }
    if (v % 256 === 0) progress(v / t.nodes);
  }
  if (!t.proofs.length) refuse("the certificate holds no proof");
  if (results.some((seen) => !seen.size)) refuse("a play has no end");
  return {
    statements: t.proofs.map(({ starter, side: [side] }, i) => forces(starter, side, [...results[i]], longest[i])),
    sentence: `${t.nodes} positions, at most ${Math.max(...longest)} plies`,
  };
}

// -- positional strategy ---------------------------------------------------------------------------

const POSITIONAL_FIELDS = {
  kind: is.text, first: is.list(is.whole), second: is.list(is.whole), to_move: is.text,
  plies: is.maybe(is.whole), proofs: is.list(is.row(is.text, is.text, is.whole, is.whole, is.whole)),
  permutations: is.array, edge_ends: is.array, moves: is.array, replies: is.array,
  children: is.array, symmetries: is.array, line_ends: is.array, cell_ends: is.array, cells: is.array,
  pair_ends: [is.array, NO_NUMBERS], pairs: [is.array, NO_NUMBERS], box: [(v) => v === null, null],
};

/** Permutations of the cells that take each line to a line. */
function permutationsOf(array, cells, lines) {
  const flat = integers(array, "permutations", 2, 0, cells);
  if (flat.length && sizeOfRows(array) !== cells) refuse("a permutation has the wrong length");
  const turns = [];
  for (let at = 0; at < flat.length; at += cells) turns.push(flat.slice(at, at + cells));
  const name = (line) => [...line].sort((a, b) => a - b).join();
  const family = new Set(lines.map(name));
  turns.forEach((to, number) => {
    if (new Set(to).size !== cells) refuse(`symmetry ${number} is not a permutation`);
    for (const line of lines)
      if (!family.has(name(line.map((cell) => to[cell])))) refuse(`symmetry ${number} does not keep the sets`);
  });
  return turns;
}

function positionalTables(position, certificate) {
  needPositional(position);
  const fields = record(certificate, POSITIONAL_FIELDS, "positional-strategy");
  const { cells } = position.board;
  if (cells > 1 << 12 || 2 * cells * position.board.lines.length > 1 << 28) refuse("the board is too large");
  if (fields.plies !== null && fields.plies < 0) refuse("plies is no number of plies");
  const turns = permutationsOf(fields.permutations, cells, position.board.lines);
  const moves = integers(fields.moves, "moves", 1, 0, cells);
  const replies = integers(fields.replies, "replies", 1, 0, cells);
  const children = integers(fields.children, "children", 1, -1, 2 ** 40);
  const symmetries = integers(fields.symmetries, "symmetries", 1, 0, turns.length);
  const sequence = integers(fields.cells, "cells", 1, 0, cells);
  if (new Set([moves, replies, children, symmetries].map((list) => list.length)).size !== 1)
    refuse("the lists of edges have different lengths");
  const delimit = (array, what, total) => {
    const values = integers(array, what, 1, 0, total + 1);
    if (!values.length || values[0] !== 0 || values[values.length - 1] !== total ||
        values.some((x, i) => i && x < values[i - 1])) refuse(`${what} does not delimit its list`);
    return values;
  };
  const cellEnds = delimit(fields.cell_ends, "cell_ends", sequence.length);
  const lineEnds = delimit(fields.line_ends, "line_ends", cellEnds.length - 1);
  const edgeEnds = delimit(fields.edge_ends, "edge_ends", moves.length);
  if (edgeEnds.length !== lineEnds.length) refuse("edge_ends and line_ends have different lengths");
  const flat = integers(fields.pairs, "pairs", 2, 0, cells);
  if (flat.length && fields.pairs.shape[1] !== 2) refuse("a pair has two cells");
  const pairs = Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2));
  const paired = fields.pair_ends.size || pairs.length;
  const pairEnds = paired ? delimit(fields.pair_ends, "pair_ends", pairs.length) : edgeEnds.map(() => 0);
  if (edgeEnds.length !== pairEnds.length) refuse("edge_ends and pair_ends have different lengths");
  return { plies: fields.plies, proofs: fields.proofs, turns, moves, replies, children, symmetries, sequence,
    cellEnds, lineEnds, edgeEnds, pairEnds, pairs, nodes: edgeEnds.length - 1 };
}

const FREE = 0;
const DEAD = 3;

/** A player's sets on a board of marks: 0 free, 1 his own when he attacks, 2 the defender's,
 *  3 dead. `own` is 1 or 2. */
class Family {
  constructor(lines, cells, own) {
    Object.assign(this, { lines, own });
    this.longest = lines.reduce((most, line) => Math.max(most, line.length), lines.length ? 0 : 1);
    if (this.longest > 36) unknown("sets as large as these");
    this.through = Array.from({ length: cells }, () => []);
    lines.forEach((line, number) => line.forEach((cell) => this.through[cell].push(number)));
  }
  /** Free cells that the set lacks, or -1 when it is not live. */
  lacks(marks, line) {
    let free = 0;
    for (const cell of line) {
      if (marks[cell] === FREE) free++;
      else if (marks[cell] !== this.own) return -1;
    }
    return free;
  }
  /** The free cells each of which completes a set, through `cell` if given. */
  completing(marks, cell = -1) {
    const found = new Set();
    const numbers = cell < 0 ? this.lines.keys() : this.through[cell];
    for (const number of numbers)
      if (this.lacks(marks, this.lines[number]) === 1) {
        for (const c of this.lines[number]) if (marks[c] === FREE) found.add(c);
      }
    return found;
  }
  owns(marks, cell) {
    return this.through[cell].some((number) => this.lacks(marks, this.lines[number]) === 0);
  }
  /** The sum of 2^-(free cells) over the live sets that `moves` moves can fill. */
  potential(marks, moves) {
    let sum = 0;
    for (const line of this.lines) {
      const free = this.lacks(marks, line);
      if (free >= 0 && free <= moves) sum += 2 ** (this.longest - free);
    }
    return sum / 2 ** this.longest;
  }
  markLive(marks, moves, into) {
    for (const line of this.lines) {
      const free = this.lacks(marks, line);
      if (free >= 0 && free <= moves) for (const cell of line) into[cell] = 1;
    }
  }
}

class Proof {
  constructor(position, attacker, t) {
    this.t = t;
    this.cells = position.board.cells;
    this.attack = new Family(position.sets(attacker), this.cells, 1);
    this.defend = new Family(position.sets(otherPlayer(attacker)), this.cells, 2);
    this.waiting = new Map();
    this.marks = new Uint8Array(this.cells);
    position.stones(attacker).forEach((cell) => (this.marks[cell] = 1));
    position.stones(otherPlayer(attacker)).forEach((cell) => (this.marks[cell] = 2));
  }
  /** The marks with every cell that is not alive marked dead. */
  reduced(marks, moves) {
    const mine = new Uint8Array(this.cells);
    const theirs = new Uint8Array(this.cells);
    this.attack.markLive(marks, moves, mine);
    this.defend.markLive(marks, moves, theirs);
    return marks.map((mark, cell) => {
      const alive = mark === 1 ? mine[cell] : mark === 2 ? theirs[cell] : mark === FREE && (mine[cell] || theirs[cell]);
      return alive ? mark : DEAD;
    });
  }
  reach(child, symmetry, marks, moves, parent) {
    if (!(child > parent && child < this.t.nodes)) refuse(`node ${parent} leads to node ${child}, not forward`);
    const to = this.t.turns[symmetry];
    const turned = new Uint8Array(this.cells);
    this.reduced(marks, moves).forEach((mark, cell) => (turned[to[cell]] = mark));
    const seen = this.waiting.get(child);
    if (!seen) this.waiting.set(child, { marks: turned, moves });
    else if (seen.moves !== moves || seen.marks.some((mark, cell) => mark !== turned[cell]))
      refuse(`node ${child} stands for two positions`);
  }
  edges(node, marks) {
    const found = new Map();
    for (let e = this.t.edgeEnds[node]; e < this.t.edgeEnds[node + 1]; e++) {
      const [move, reply] = [this.t.moves[e], this.t.replies[e]];
      if (found.has(move) || marks[move] !== FREE || marks[reply] !== FREE || move === reply)
        refuse(`node ${node} answers ${move} by ${reply}, which is not possible`);
      found.set(move, e);
    }
    return found;
  }
  walk(root, symmetry, moves, check, progress) {
    if (!(symmetry >= 0 && symmetry < this.t.turns.length)) refuse(`no symmetry ${symmetry}`);
    if (root < 0) refuse("the proof has no node");
    this.reach(Number(root), Number(symmetry), this.marks, moves, -1);
    let seen = 0;
    for (let v = Number(root); v < this.t.nodes && this.waiting.size; v++) {
      const here = this.waiting.get(v);
      if (!here) refuse(`node ${v} is never reached`);
      this.waiting.delete(v);
      check.call(this, v, here.marks, here.moves);
      if (++seen % 64 === 0) progress(v / this.t.nodes);
    }
    return seen;
  }

  /** The attacker wins at this node, the defender to move. */
  forced(node, marks, moves) {
    if (!marks.includes(FREE)) refuse(`at node ${node} nothing is left to attack`);
    if (this.defend.completing(marks).size) refuse(`the defender completes a set at node ${node}`);
    const edges = this.edges(node, marks);
    for (const [move, e] of edges) {
      const after = marks.slice();
      after[move] = 2;
      after[this.t.replies[e]] = 1;
      if (!this.attack.owns(after, this.t.replies[e]))
        this.reach(this.t.children[e], this.t.symmetries[e], after, moves - 1, node);
    }
    const now = this.attack.completing(marks);
    for (let move = 0; move < this.cells; move++) {
      if (marks[move] !== FREE || edges.has(move)) continue;
      if (now.size > 1 || (now.size === 1 && !now.has(move))) continue;
      if (!this.beaten(node, marks, moves, move)) refuse(`no answer to the move ${move} at node ${node}`);
    }
  }
  /** Does a sequence of threats of the node win after the defender's move? */
  beaten(node, marks, moves, move) {
    for (let line = this.t.lineEnds[node]; line < this.t.lineEnds[node + 1]; line++) {
      const [low, high] = [this.t.cellEnds[line], this.t.cellEnds[line + 1]];
      if (high > low && high - low < moves && this.threatens(marks, move, low, high)) return true;
    }
    return false;
  }
  threatens(marks, move, low, high) {
    const board = marks.slice();
    board[move] = 2;
    let must = this.defend.completing(board, move);
    for (let at = low; at < high; at++) {
      const cell = this.t.sequence[at];
      if (board[cell] !== FREE) return false;
      for (const other of must) if (other !== cell) return false;
      board[cell] = 1;
      const threats = this.attack.completing(board, cell);
      if (threats.size > 1) return true;
      if (!threats.size) return false;
      const [answer] = threats;
      board[answer] = 2;
      must = this.defend.completing(board, answer);
    }
    return false;
  }

  /** The rows of pairs of a node: those before its first answer, then each answer's. */
  groups(node) {
    const found = [{ reply: -1, pairs: [] }];
    for (const [one, two] of this.t.pairs.slice(this.t.pairEnds[node], this.t.pairEnds[node + 1]))
      if (one === two) found.push({ reply: one, pairs: [] });
      else found[found.length - 1].pairs.push([one, two]);
    return found;
  }
  /** The marks with an answer and its pairs taken, free cells, which stop every live set. */
  stopped(node, { reply, pairs }, marks) {
    const taken = marks.slice();
    for (const cell of [...(reply < 0 ? [] : [reply]), ...pairs.flat()]) {
      if (taken[cell] !== FREE) refuse(`the cell ${cell} is not free for an answer or a pair of node ${node}`);
      taken[cell] = DEAD;
    }
    for (const line of this.attack.lines)
      if (this.attack.lacks(marks, line) >= 0 && !line.includes(reply) &&
          !pairs.some((pair) => pair.every((cell) => line.includes(cell))))
        refuse(`a live set holds no pair of node ${node}`);
    return taken;
  }
  /** The attacker, to move at this node, completes no set. */
  prevented(node, marks, moves) {
    const edges = this.edges(node, marks);
    const [own, ...answers] = this.groups(node);
    if (own.pairs.length) return void this.stopped(node, own, marks);
    if (moves < 1 || this.attack.potential(marks, moves) < 0.5) return;
    if (this.attack.completing(marks).size) refuse(`the attacker completes a set at node ${node}`);
    const left = moves - 1;
    if (left === 0) return;
    const ends = this.defend.completing(marks);
    const served = answers.map((answer) => this.stopped(node, answer, marks));
    for (let move = 0; move < this.cells; move++) {
      if (served.some((taken) => taken[move] === FREE)) continue;
      if (marks[move] !== FREE || ends.size > 1 || (ends.size === 1 && !ends.has(move))) continue;
      const after = marks.slice();
      after[move] = 1;
      if (!edges.has(move)) {
        if (this.attack.potential(after, left) >= 1) refuse(`no answer to the move ${move} at node ${node}`);
        continue;
      }
      const e = edges.get(move);
      after[this.t.replies[e]] = 2;
      if (this.attack.potential(after, left) >= 0.5)
        this.reach(this.t.children[e], this.t.symmetries[e], after, left, node);
    }
  }

  opening(cell) {
    if (!(cell >= 0 && cell < this.cells) || this.marks[cell] !== FREE) refuse(`the opening move ${cell} is not possible`);
    return Number(cell);
  }
}

/** How many of the next plies are the attacker's. */
const movesOf = (position, attacker, plies) =>
  plies === null ? Infinity : Math.floor((Number(plies) + (position.toMove === attacker ? 1 : 0)) / 2);

function checkPositional(position, certificate, progress = () => {}) {
  needPositional(position);
  if (position.result() !== null) refuse("the game is over");
  const t = positionalTables(position, certificate);
  const found = [];
  const said = [];
  const seen = new Set();
  for (const [attacker, what, opening, root, symmetry] of t.proofs) {
    if (!["first", "second"].includes(attacker) || !["forces", "prevents"].includes(what)) refuse("a wrong proof");
    if (seen.has(attacker + what)) refuse(`two proofs that the ${attacker} player ${what} something`);
    seen.add(attacker + what);
    if (position.rule === "weak" && attacker === "second") refuse("Breaker wants no set");
    const aim = AIMS[position.rule][attacker];
    const defender = otherPlayer(attacker);
    const proof = new Proof(position, attacker, t);
    let moves = movesOf(position, attacker, t.plies);
    let nodes = 0;
    const opens = position.toMove === (what === "forces" ? attacker : defender);
    if (!opens && Number(opening) !== -1) refuse("an opening move, although the other player is to move");
    if (what === "forces") {
      let done = false;
      if (opens) {
        if (moves < 1) refuse("the attacker has no move left");
        const cell = proof.opening(opening);
        proof.marks[cell] = 1;
        done = proof.attack.owns(proof.marks, cell);
        moves -= 1;
      }
      if (!done) nodes = proof.walk(root, symmetry, moves, proof.forced, progress);
      found.push(forces(position.toMove, attacker, [aim], t.plies));
    } else {
      let done = opens && proof.attack.potential(proof.marks, moves) < 1;
      if (opens && !done) {
        const cell = proof.opening(opening);
        proof.marks[cell] = 2;
        done = proof.defend.owns(proof.marks, cell);
      }
      if (!done && proof.attack.potential(proof.marks, moves) >= 0.5)
        nodes = proof.walk(root, symmetry, moves, proof.prevented, progress);
      found.push(prevents(position.toMove, defender, [aim], t.plies));
      if (position.rule === "weak" && t.plies === null) found.push(forces(position.toMove, defender, ["breaker"]));
    }
    said.push(`the ${attacker} player ${what} ${nodes} nodes`);
  }
  if (!said.length) refuse("the certificate holds no proof");
  for (const player of position.players)
    if (found.some((s) => s.form === "prevents") && canSteal(position, player)) found.push(...cannotWin(position, player));
  return { statements: found, sentence: said.join(", ") };
}
