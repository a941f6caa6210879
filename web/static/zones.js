// The page: zones in which sets are held. What each node of the proof relies on is worked out from its pairs,
// parts and answers when the page is opened.
"use strict";

const SPARE = -2;

const bit = (cell) => 1n << BigInt(cell);
const maskOf = (cells) => [...cells].reduce((word, cell) => word | bit(cell), 0n);

/** What a permutation makes of sets, eight members at a time. */
function imageOf(to) {
  if (to.every((place, member) => place === member)) return (word) => word;
  const tables = [];
  for (let low = 0; low < to.length; low += 8) {
    const images = [0n];
    for (const member of to.slice(low, low + 8)) images.push(...images.map((image) => image | bit(member)));
    tables.push(images);
  }
  return (word) => {
    let found = 0n;
    for (let i = 0; word; i++, word >>= 8n) found |= tables[i][Number(word & 255n)];
    return found;
  };
}

/** The rows of the field `name`, `width` numbers each, node by node: `of(node)` makes those of one node when they
 *  are asked for, since there may be millions. */
function rowsOfNodes(certificate, name, width) {
  const { data } = certificate[name] ?? NO_NUMBERS;
  const ends = certificate[`${name.slice(0, -1)}_ends`]?.data ?? [];
  const of = (node) => {
    const rows = [];
    for (let at = ends[node] * width; at < ends[node + 1] * width; at += width) rows.push(data.slice(at, at + width));
    return rows;
  };
  return { nodes: ends.length - 1, of };
}

/** The sets that own each cell, for each node that has owners: spare cells are -2, others -1. Rows are written as
 *  differences from the row before, which may wrap around. */
function ownersOfNodes({ owned = NO_NUMBERS, owners = NO_NUMBERS }) {
  const wrapped = owners.bits < 64 ? (x) => (x << (32 - owners.bits)) >> (32 - owners.bits) : (x) => x;
  let row = null;
  const rows = rowsOf(owners).map((differences) => (row = differences.map((x, cell) => wrapped((row?.[cell] ?? 0) + x))));
  return new Map(rows.map((found, k) => [owned.data[k], found]));
}

/** The cells that each set owns in a row. */
function ownPairs(row) {
  const pairs = new Map();
  row.forEach((set, cell) => {
    if (set < 0) return;
    if (pairs.has(set)) pairs.get(set).push(cell);
    else pairs.set(set, [cell]);
  });
  return pairs;
}

/** What the nodes rely on, as words: where the player owns `stones` and the other no cell of `zone` and is to move,
 *  he holds; he can do without any cell of `zone` that is none of `core`. */
class ZoneNodes {
  constructor(cells, sets, turns) {
    this.known = [];
    this.bits = Array.from({ length: cells }, (_, cell) => bit(cell));
    this.masks = sets.map(maskOf);
    this.images = turns.map(imageOf);
  }
  /** Adds a node from its rows. */
  add(own, pairs, parts, answers, owners) {
    const stones = maskOf(own.flat());
    this.known.push(answers.length ? this.answered(stones, answers) : this.leaf(stones, pairs, parts, owners));
  }
  /** What an earlier node relies on, turned. */
  turned(child, turn) {
    const { zone, core, stones } = this.known[child];
    const image = this.images[turn];
    return { zone: image(zone), core: image(core), stones: image(stones) };
  }
  /** The cells of sets that own two each, and those that no alternating path lets go. */
  exchange(row) {
    let reached = maskOf([...row.keys()].filter((cell) => row[cell] === SPARE));
    let zone = reached;
    let waiting = [...ownPairs(row)].map(([set, [one, two]]) => [set, this.bits[one] | this.bits[two]]);
    for (const [, both] of waiting) zone |= both;
    for (let before = Infinity; waiting.length < before; ) {
      before = waiting.length;
      waiting = waiting.filter(([set, both]) => {
        if (!(this.masks[set] & reached)) return true;
        reached |= both;
        return false;
      });
    }
    return { zone, core: zone & ~reached };
  }
  leaf(stones, pairs, parts, owners) {
    let { zone, core } = owners ? this.exchange(owners) : { zone: 0n, core: 0n };
    for (const pair of pairs) {
      zone |= maskOf(pair);
      core |= maskOf(pair);
    }
    for (const [child, turn] of parts) {
      const part = this.turned(child, turn);
      zone |= part.zone;
      core |= part.core;
      stones |= part.stones;
    }
    return { zone: zone & ~stones, core: core & ~stones, stones };
  }
  answered(stones, answers) {
    let zone = 0n;
    for (const [cell, child, turn] of answers) {
      const after = this.turned(child, turn);
      stones |= after.stones & ~this.bits[cell];
      zone |= after.zone | this.bits[cell];
    }
    return { zone: zone & ~stones, core: zone & ~stones, stones };
  }
}

/** The proof with what its nodes rely on; it yields now and then. */
function* zonesOf(position, certificate) {
  const { cells } = position.board;
  const sets = position.sets(otherPlayer(certificate.player ?? "second"));
  const [stones, pairs, answers, parts] = [["stones", 1], ["pairs", 2], ["answers", 3], ["parts", 2]].map(([name, width]) => rowsOfNodes(certificate, name, width));
  const owners = ownersOfNodes(certificate);
  const nodes = new ZoneNodes(cells, sets, rowsOf(certificate.permutations));
  for (let node = 0; node < stones.nodes; node++) {
    nodes.add(stones.of(node), pairs.of(node), parts.of(node), answers.of(node), owners.get(node));
    if (node % 16 === 0) yield;
  }
  const { turn = 0, opening = -1 } = certificate;
  return { images: nodes.images, known: nodes.known, pairs, parts, answers, owners, sets, turn, opening };
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

const SLICE = 12; // milliseconds in which the page does nothing else

/** A proof by zones: a node is met where its stones are the player's and its zone is
 *  free of the other; an answer that can do without the last move leads on. The parts of a leaf
 *  are played beside each other, so a state has `pairs` (two cells, and the node that has them) and
 *  `games`, the nodes with answers that are met, where `to` takes sets of a node's cells to the board's. */
class ZonesProof {
  constructor(position, certificate) {
    Object.assign(this, { position, player: certificate.player ?? "second", reading: zonesOf(position, certificate) });
    setTimeout(() => this.read(SLICE));
  }
  /** Reads on for so many milliseconds: a large proof takes seconds, and is read while one looks at the page. */
  read(most) {
    const until = performance.now() + most;
    while (!this.known && performance.now() < until) {
      const { done, value } = this.reading.next();
      if (done) this.known = value;
    }
    if (!this.known) setTimeout(() => this.read(SLICE));
  }
  /** All of it, read to the end where that is not done yet. */
  get tables() {
    if (!this.known) this.read(Infinity);
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
    const opening = t.opening;
    let mine = maskOf(position.stones(this.player));
    if (opening >= 0) mine |= bit(opening);
    const here = state ?? this.meet(t.known.length - 1, t.images[t.turn], mine, { pairs: [], games: [] });
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
    return refuse("the proof has no answer"); // it was checked that there is one
  }
}
