// The page: what a proof about a positional game answers, and why. Nothing is expanded beforehand;
// symmetries, alternating paths and threats are followed from the certificate when a move is made.
// A proof has a `player`, `begin(position)` and `reply(position, state, last)`, which gives {cell, reason,
// state, shown}: `shown` is what boards.js draws of the reason. `last` is the opponent's move, -1 before the first.
"use strict";

const named = (position, cells) => cells.map((cell) => position.write(cell)).join(" ");
const freeCells = (position) => [...position.moves()];

/** The free cell of greatest danger: the sum of 2^-(free cells) over the live sets through it. */
function greatestDanger(position, opponent) {
  const danger = new Map();
  for (const set of liveSets(position, opponent))
    for (const cell of set) danger.set(cell, (danger.get(cell) ?? 0) + 2 ** -set.length);
  let best = -1;
  for (const cell of freeCells(position))
    if (best < 0 || (danger.get(cell) ?? 0) > (danger.get(best) ?? 0)) best = cell;
  return { cell: best, danger: danger.get(best) ?? 0 };
}

function completingCell(position, player) {
  const short = liveSets(position, player).find((set) => set.length === 1);
  return short ? short[0] : -1;
}

const asPair = (one, other) => [{ how: "pair", at: [one, other] }];

const anywhere = (position, player, state, why) => {
  const { cell } = greatestDanger(position, otherPlayer(player));
  return { cell, reason: `${why}; any free cell will do`, state };
};

class PairingProof {
  constructor(certificate, player) {
    this.player = player;
    const flat = certificate.get("pairs").data.map(Number);
    this.partner = new Map();
    this.number = new Map();
    for (let i = 0; i < flat.length; i += 2) {
      this.partner.set(flat[i], flat[i + 1]).set(flat[i + 1], flat[i]);
      this.number.set(flat[i], i / 2 + 1).set(flat[i + 1], i / 2 + 1);
    }
  }
  begin() {
    return null;
  }
  labels() {
    return this.number;
  }
  reply(position, state, last) {
    const partner = this.partner.get(last);
    if (partner !== undefined && !position.taken(partner)) {
      const [a, b] = [position.write(last), position.write(partner)];
      const stopped = position.sets(otherPlayer(this.player)).find((set) => set.includes(last) && set.includes(partner));
      const line = stopped ? `, and stop the line ${position.write(stopped[0])} … ${position.write(stopped[stopped.length - 1])}` : "";
      const reason = `${b} answers ${a}: they are pair ${this.number.get(last)}${line}`;
      return { cell: partner, reason, state, shown: asPair(last, partner) };
    }
    const why = last < 0 ? "nothing has to be answered" :
      partner === undefined ? `${position.write(last)} is in no pair` :
      `the other cell of the pair, ${position.write(partner)}, is taken already`;
    return anywhere(position, this.player, state, why);
  }
}

class PotentialProof {
  constructor(player) {
    this.player = player;
  }
  begin() {
    return null;
  }
  reply(position, state) {
    const { cell, danger } = greatestDanger(position, otherPlayer(this.player));
    const sum = liveSets(position, otherPlayer(this.player)).reduce((s, set) => s + 2 ** -set.length, 0);
    const reason = `no cell has more danger than ${position.write(cell)}, ${round(danger)} of the sum ${round(sum)} over all lines ` +
      `that you can still fill; it falls to ${round(sum - danger)}, and stays below 1/2 after each answer of the proof`;
    return { cell, reason, state };
  }
}

/** A sum of powers of 1/2 as a fraction, where it is short; else rounded. */
function round(x) {
  for (let below = 1; below <= 1024; below *= 2) if (Number.isInteger(x * below)) return below === 1 ? String(x) : `${x * below}/${below}`;
  return String(Math.round(x * 10000) / 10000);
}

const bitCount = (mask) => {
  let count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
};

/** Maker to move: does Breaker get a cell of every set? Sets are masks over the cells of one region.
 *  `allowed` positions may be looked at. */
function breakerHolds(sets, known = new Map(), allowed = 1 << 22) {
  if (sets.includes(0)) return false;
  // A set that contains another one is met with it.
  const least = [...new Set(sets)].filter(
    (mask, _, all) => !all.some((other) => other !== mask && (other & mask) === other),
  );
  if (!least.length) return true;
  least.sort((a, b) => a - b);
  const name = least.join();
  if (known.has(name)) return known.get(name);
  if (known.size >= allowed) unknown("regions as large as this one");
  const union = least.reduce((a, b) => a | b, 0);
  let holds = true;
  for (let left = union; left && holds; left &= left - 1) {
    const move = left & -left;
    const after = least.map((mask) => mask & ~move);
    const short = after.find((mask) => bitCount(mask) <= 1);
    if (short === 0) holds = false;
    else {
      let answered = false;
      const replies = short === undefined ? union & ~move : short;
      for (let rest = replies; rest && !answered; rest &= rest - 1) {
        const reply = rest & -rest;
        answered = breakerHolds(after.filter((mask) => !(mask & reply)), known, allowed);
      }
      holds = answered;
    }
  }
  known.set(name, holds);
  return holds;
}

/** Sets that Breaker has not met, cut to the free cells of a region, as masks over `inside`. */
function regionGame(position, breaker, inside, sets) {
  const free = inside.filter((cell) => !position.taken(cell));
  const own = position.stones(breaker);
  const masks = sets
    .filter((set) => !set.some((cell) => own.has(cell)))
    .map((set) => set.reduce((mask, cell) => (free.includes(cell) ? mask | (1 << free.indexOf(cell)) : mask), 0));
  return { free, masks };
}

/** Breaker's cell in a region in which Maker has just moved, -1 where every set is met already. */
function regionReply(position, breaker, inside, sets) {
  const { free, masks } = regionGame(position, breaker, inside, sets);
  if (!masks.length) return -1;
  const place = free.findIndex((_, i) => breakerHolds(masks.filter((mask) => !(mask & (1 << i)))));
  return free[place];
}

class RegionsProof {
  constructor(certificate, player) {
    this.player = player;
    this.regions = certificate.get("regions");
    this.number = new Map();
    this.regions.forEach((traces, r) => traces.flat().forEach((cell) => this.number.set(cell, r + 1)));
  }
  begin() {
    return null;
  }
  labels() {
    return this.number;
  }
  reply(position, state, last) {
    const traces = this.regions[(this.number.get(last) ?? 0) - 1];
    if (!traces) return anywhere(position, this.player, state, last < 0 ? "nothing has to be answered" : `${position.write(last)} is in no region`);
    const inside = [...new Set(traces.flat())];
    const cell = regionReply(position, this.player, inside, traces);
    if (cell < 0) return anywhere(position, this.player, state, `every set of region ${this.number.get(last)} is met already`);
    const reason = `${position.write(cell)} answers ${position.write(last)} inside region ${this.number.get(last)}, where every set is still met`;
    return { cell, reason, state, shown: [{ how: "region", at: inside }] };
  }
}

// -- positional strategies ----------------------------------------------------------------------------

class StrategyTreeProof {
  constructor(position, certificate, row) {
    this.t = positionalTables(position, certificate);
    [this.attacker, this.what, this.opening, this.root, this.symmetry] = row;
    this.forces = this.what === "forces";
    this.player = this.forces ? this.attacker : otherPlayer(this.attacker);
    this.checker = new Proof(position, this.attacker, this.t);
    this.moves = movesOf(position, this.attacker, this.t.plies);
    this.opens = position.toMove === this.player;
  }
  begin() {
    return this.opens ? null : this.entered(this.root, this.symmetry, this.checker.marks, null, this.moves);
  }
  /** At a node: its marks (the position as the proof sees it) and where the board's cells are in it. */
  entered(node, symmetry, marks, before, moves) {
    if (node < 0 || node >= this.t.nodes) return { node: -1, marks, moves, to: before };
    const turn = this.t.turns[symmetry];
    const turned = new Uint8Array(marks.length);
    this.checker.reduced(marks, moves).forEach((mark, cell) => (turned[turn[cell]] = mark));
    const to = before ? before.map((cell) => turn[cell]) : [...turn];
    return { node: Number(node), marks: turned, moves, to };
  }
  reply(position, state, last) {
    const now = completingCell(position, this.player);
    if (now >= 0) return { cell: now, reason: `${position.write(now)} completes a set`, state };
    if (last < 0) {
      const cell = Number(this.opening);
      if (cell < 0) return this.safe(position, null, "the potential is below 1");
      const marks = this.checker.marks.slice();
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
    for (let e = this.t.edgeEnds[state.node]; e < this.t.edgeEnds[state.node + 1]; e++) if (this.t.moves[e] === move) return e;
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
    const done = this.checker.attack.completing(marks);
    if (done.size) {
      const cell = this.back(state, [...done][0]);
      return { cell, reason: `${said}${position.write(cell)} completes a set`, state: { ...state, node: -1 } };
    }
    for (let line = this.t.lineEnds[state.node]; line < this.t.lineEnds[state.node + 1]; line++) {
      const [low, high] = [this.t.cellEnds[line], this.t.cellEnds[line + 1]];
      if (high > low && high - low < state.moves && this.checker.threatens(state.marks, move, low, high)) {
        const sequence = this.t.sequence.slice(low, high).map((cell) => this.back(state, cell));
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
      return this.checker.attack.potential(marks, state.moves - 1) < 0.5 ? { ...found, state: { node: -1 } } : found;
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
    this.ends = certificate.get("pair_ends").data.map(Number);
    this.pairs = certificate.get("pairs").data.map(Number);
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

/** The pairs of a row of owners after an alternating path let go of a cell, and the steps (cell taken,
 *  cell let go) of the path. */
function letGo(row, sets, cell) {
  const pairs = ownPairs(row);
  const entry = new Map(); // set -> the cell that it can take
  const reached = [...row.keys()].filter((c) => row[c] === SPARE);
  for (const c of reached)
    for (const [set, own] of pairs)
      if (!entry.has(set) && sets[set].includes(c) && !own.includes(c)) {
        entry.set(set, c);
        reached.push(...own.filter((other) => !reached.includes(other)));
      }
  const path = [];
  for (let gone = cell; gone >= 0 && row[gone] >= 0; ) {
    const taken = entry.get(row[gone]);
    path.push([taken, gone]);
    pairs.set(row[gone], pairs.get(row[gone]).map((c) => (c === gone ? taken : c)));
    gone = taken;
  }
  return { pairs: [...pairs.values()], path: path.reverse() };
}

/** Zones, as the checker reads them: a node is met where its stones are the player's and its zone is
 *  free of the other; an answer that can do without the last move leads on. The parts of a leaf
 *  are played beside each other, so a state has `pairs` (two cells, and the node that has them) and
 *  `games`, the nodes with answers that are met, where `to` takes sets of a node's cells to the board's. */
const SLICE = 12; // milliseconds in which the page does nothing else

class ZonesProof {
  constructor(position, certificate) {
    Object.assign(this, { position, player: certificate.get("player") ?? "second", reading: zoneTables(position, certificate) });
    setTimeout(() => this.read(SLICE));
  }
  /** Reads on for so many milliseconds. A large proof takes seconds, so it is read while the reader looks
   *  at the page; what is wrong with it is said when a move needs it. */
  read(most) {
    const until = performance.now() + most;
    try {
      while (!this.known && performance.now() < until) {
        const { done, value } = this.reading.next();
        if (done) this.known = value;
      }
    } catch (error) {
      this.wrong = error;
    }
    if (!this.known && !this.wrong) setTimeout(() => this.read(SLICE));
  }
  /** All of it, read to the end where that is not done yet. */
  get tables() {
    if (!this.known && !this.wrong) this.read(Infinity);
    if (this.wrong) throw this.wrong;
    return this.known;
  }
  begin() {
    return null;
  }
  labels(state) {
    return new Map((state?.pairs ?? []).flatMap(({ cells }, k) => cells.map((cell) => [cell, k + 1])));
  }
  /** Adds a node that is met to the state, without what is all the player's: nothing is left to answer
   *  there. So each pair and game has a cell of its own. */
  meet(node, to, mine, state, last = -1) {
    const t = this.tables;
    if (!(to(t.known[node].zone) & ~mine)) return state;
    if (state.pairs.length + state.games.length > this.position.board.cells) refuse("the proof does not fit the position");
    if (t.answers.of(node).length) state.games.push({ node, to });
    for (const pair of t.pairs.of(node)) {
      const cells = pair.map((cell) => this.cell(to(bit(cell))));
      if (maskOf(cells) & ~mine) state.pairs.push({ cells, node });
    }
    const row = t.owners.get(node);
    if (row) {
      const { pairs, path } = letGo(row, t.sets, [...row.keys()].find((c) => to(bit(c)) === bit(last)) ?? -1);
      for (const pair of pairs) state.pairs.push({ cells: pair.map((cell) => this.cell(to(bit(cell)))), node });
      state.path = path.map((step) => step.map((cell) => this.cell(to(bit(cell)))));
    }
    for (const [part, turn] of t.parts.of(node)) this.meet(part, (word) => to(t.images[turn](word)), mine, state, last);
    return state;
  }
  cell(word) {
    return word.toString(2).length - 1;
  }
  reply(position, state, last) {
    const t = this.tables;
    const opening = Number(t.opening);
    let mine = maskOf(position.stones(this.player));
    if (opening >= 0) mine |= bit(opening);
    const here = state ?? this.meet(t.known.length - 1, t.images[Number(t.turn)], mine, { pairs: [], games: [] });
    if (last < 0) {
      if (opening >= 0) return { cell: opening, reason: "the first answer of the certificate", state: here };
      return anywhere(position, this.player, here, "nothing has to be answered");
    }
    const number = here.pairs.findIndex(({ cells }) => cells.includes(last));
    if (number >= 0) return this.paired(position, here, number, last);
    const asked = here.games.find(({ node, to }) => to(t.known[node].zone) & bit(last));
    // A move outside of all zones leaves any answer to choose from.
    const game = asked ?? here.games[0];
    if (game) return this.answered(position, here, game, last, mine);
    return anywhere(position, this.player, here, `no pair asks for an answer to ${position.write(last)}`);
  }
  paired(position, here, number, last) {
    const { cells, node } = here.pairs[number];
    const partner = cells[0] === last ? cells[1] : cells[0];
    if (position.taken(partner))
      return anywhere(position, this.player, here, `no pair asks for an answer to ${position.write(last)}`);
    const rest = here.games.length ? "the other parts stay as they are" : "pairs answer everything from there on";
    const reason = `${position.write(partner)} answers ${position.write(last)}: they are pair ${number + 1}, of node ${node} of the proof; ${rest}`;
    return { cell: partner, reason, state: here, shown: asPair(last, partner) };
  }
  answered(position, here, game, last, mine) {
    const t = this.tables;
    const others = here.games.filter((one) => one !== game);
    const rest = others.length || here.pairs.length ? "; the other parts stay as they are" : "";
    for (const [cell, child, turn] of t.answers.of(game.node)) {
      const place = this.cell(game.to(bit(cell)));
      const to = (word) => game.to(t.images[turn](word));
      if ((to(t.known[child].core) | bit(place)) & bit(last)) continue;
      const state = this.meet(child, to, mine | bit(place), { pairs: [...here.pairs], games: [...others], path: [] }, last);
      const steps = state.path.map(([taken, gone]) => `a set takes ${position.write(taken)} and lets go ${position.write(gone)}`);
      const outside = steps.length
        ? `${position.write(last)} is let go by node ${child} of the proof: ${steps.join(", ")}${rest}`
        : `${position.write(last)} is outside of the zone of node ${child} of the proof${rest}`;
      if (position.taken(place)) return anywhere(position, this.player, state, outside);
      const zone = to(t.known[child].zone) | bit(place);
      const cells = [...Array(position.board.cells).keys()].filter((c) => zone & bit(c));
      const shown = [{ how: "zone", at: cells }, ...state.path.map(([taken, gone]) => ({ how: "step", at: [gone, taken] }))];
      return { cell: place, reason: `${position.write(place)} is an answer: ${outside}`, state, shown };
    }
    return refuse("the proof has no answer"); // the checker has seen that there is one
  }
}

/** A win by force: a state is a node, and each move is answered by the edge that lists it or by the
 *  default. A reply that is the attacker's already leaves him any move. */
class ForcedProof {
  constructor(position, certificate) {
    this.t = forcedTables(position, certificate);
    this.player = this.t.attacker;
    this.opens = position.toMove === this.player;
  }
  begin() {
    return this.opens ? null : this.first();
  }
  /** The root; `to` takes the cells of a node to the board's. */
  first() {
    return { node: this.t.root, to: (cell) => cell };
  }
  labels() {
    return new Map();
  }
  reply(position, state, last) {
    const now = completingCell(position, this.player);
    if (now >= 0) return { cell: now, reason: `${position.write(now)} completes a set`, state };
    const { ends, moves, replies, children, turns, permutations, opening } = this.t;
    if (last < 0) return { cell: opening, reason: "the first move of the proof", state: this.first() };
    const { node, to } = state;
    const edges = Array.from({ length: ends[node + 1] - ends[node] }, (_, i) => ends[node] + i);
    const e = edges.find((i) => moves[i] >= 0 && to(moves[i]) === last) ?? ends[node];
    const turn = permutations[turns[e]];
    const [cell, next] = [to(replies[e]), { node: children[e], to: turn ? (place) => to(turn[place]) : to }];
    const how = moves[e] >= 0 ? "answers" : "is the answer of this node to every move that it does not list, as";
    const reason = `node ${node} of the proof: ${position.write(cell)} ${how} ${position.write(last)}`;
    if (position.taken(cell)) return anywhere(position, this.player, next, `${reason}, and is taken already`);
    return { cell, reason, state: next };
  }
}

/** The proofs that can be played against in a certificate about a positional game. */
function positionalProofs(position, certificate, regions) {
  const kind = certificate.get("kind");
  const player = certificate.get("player") ?? "second";
  switch (kind) {
    case "together":
      return certificate.get("parts").flatMap((part) => positionalProofs(position, part, regions));
    case "pairing":
      return [new PairingProof(certificate, player)];
    case "tiling": // the page is told which regions of the plane lie on this board
      return regions ? [new RegionsProof(new Map([["regions", regions]]), "second")] : [];
    case "hold":
      return [new ZonesProof(position, certificate)];
    case "force":
      return [new ForcedProof(position, certificate)];
    case "potential":
      return certificate.get("theorem") !== "beck" ? [new PotentialProof(player)] : [];
    case "positional-strategy":
      if (Array.isArray(certificate.get("box"))) return [];
      return certificate.get("proofs").map((row) =>
        certificate.get("pairs")?.size
          ? new PairedTreeProof(position, certificate, row)
          : new StrategyTreeProof(position, certificate, row));
    default:
      return [];
  }
}
