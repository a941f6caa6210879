// The page: what a proof about a positional game answers, and why. Nothing is expanded beforehand;
// symmetries, alternating paths and threats are followed from the certificate when a move is made.
// A proof has a `player`, `begin(position)` and `reply(position, state, last)`, which gives {cell, reason,
// state, shown}: `shown` is what boards.js draws of the reason. `last` is the opponent's move, -1 before the first.
"use strict";

/** The rows of an array of two dimensions. */
function rowsOf({ shape: [count, wide], data }) {
  return Array.from({ length: count }, (_, k) => [...data.slice(k * wide, (k + 1) * wide)]);
}

/** Lists of numbers of a certificate, by their names. */
const listsOf = (certificate, ...names) => Object.fromEntries(names.map((name) => [name, [...certificate[name].data].map(Number)]));

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
    const flat = certificate.pairs.data.map(Number);
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
  if (known.size >= allowed) refuse("the region is too large to be looked through");
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
    this.regions = certificate.regions;
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

/** A win by force: a state is a node, and each move is answered by the edge that lists it or by the
 *  default. A reply that is the attacker's already leaves him any move. */
class ForcedProof {
  constructor(position, certificate) {
    const { attacker, opening, root, permutations = NO_NUMBERS } = certificate;
    this.player = attacker;
    Object.assign(this, { opening, root, turns: rowsOf(permutations), opens: position.toMove === attacker });
    Object.assign(this, listsOf(certificate, "edge_ends", "moves", "replies", "children"));
    this.turn = certificate.turns?.size ? [...certificate.turns.data] : this.moves.map(() => -1);
  }
  begin() {
    return this.opens ? null : this.first();
  }
  /** The root; `to` takes the cells of a node to the board's. */
  first() {
    return { node: this.root, to: (cell) => cell };
  }
  labels() {
    return new Map();
  }
  reply(position, state, last) {
    const now = completingCell(position, this.player);
    if (now >= 0) return { cell: now, reason: `${position.write(now)} completes a set`, state };
    if (last < 0) return { cell: this.opening, reason: "the first move of the proof", state: this.first() };
    const { node, to } = state;
    const [low, high] = this.edge_ends.slice(node, node + 2);
    const edges = Array.from({ length: high - low }, (_, i) => low + i);
    const e = edges.find((i) => this.moves[i] >= 0 && to(this.moves[i]) === last) ?? low;
    const turn = this.turns[this.turn[e]];
    const [cell, next] = [to(this.replies[e]), { node: this.children[e], to: turn ? (place) => to(turn[place]) : to }];
    const how = this.moves[e] >= 0 ? "answers" : "is the answer of this node to every move that it does not list, as";
    const reason = `node ${node} of the proof: ${position.write(cell)} ${how} ${position.write(last)}`;
    if (position.taken(cell)) return anywhere(position, this.player, next, `${reason}, and is taken already`);
    return { cell, reason, state: next };
  }
}

/** The proofs that can be played against in a certificate about a positional game. */
function positionalProofs(position, certificate, regions) {
  const { player = "second" } = certificate;
  switch (certificate.kind) {
    case "together":
      return certificate.parts.flatMap((part) => positionalProofs(position, part, regions));
    case "pairing":
      return [new PairingProof(certificate, player)];
    case "tiling": // the page is told which regions of the plane lie on this board
      return regions ? [new RegionsProof({ regions }, "second")] : [];
    case "hold":
      return [new ZonesProof(position, certificate)];
    case "force":
      return certificate.box ? [] : [new ForcedProof(position, certificate)];
    case "potential":
      return certificate.theorem !== "beck" ? [new PotentialProof(player)] : [];
    case "positional-strategy":
      if (certificate.box) return [];
      return certificate.proofs.map((row) =>
        certificate.pairs?.size
          ? new PairedTreeProof(position, certificate, row)
          : new StrategyTreeProof(position, certificate, row));
    default:
      return [];
  }
}
