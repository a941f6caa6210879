// The second checker, part 5: zones in which sets are held. Follows docs/trust.md and docs/formats.md.
"use strict";

const ZONE_FIELDS = {
  kind: is.text, permutations: is.array, stone_ends: is.array, stones: is.array,
  pair_ends: is.array, pairs: is.array, answer_ends: is.array, answers: is.array,
  player: [is.text, "second"], turn: [is.whole, 0], opening: [is.whole, -1],
  part_ends: [is.array, NO_NUMBERS], parts: [is.array, NO_NUMBERS],
  owned: [is.array, NO_NUMBERS], owners: [is.array, NO_NUMBERS],
};
const SPARE = -2;
const DEEPEST = 4; // times the number of cells

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

/** Where a permutation of the cells takes the sets, by their numbers. */
function setsTurned(to, sets) {
  const name = (set) => [...set].sort((a, b) => a - b).join();
  const number = new Map(sets.map((set, i) => [name(set), i]));
  return sets.map((set) => number.get(name(set.map((cell) => to[cell]))));
}

/** The rows of `name`, `width` numbers each, node by node: `of(node)` are those of one node, made when
 *  they are asked for, since there may be millions. */
function rowsOfNodes(fields, name, width, high) {
  const array = fields[name];
  const flat = integers(array, name, Math.min(width, 2), 0, high);
  if (flat.length && width > 1 && array.shape[1] !== width) refuse(`a row of ${name} is too long or too short`);
  const label = `${name.slice(0, -1)}_ends`;
  const ends = integers(fields[label], label, 1, 0, flat.length / width + 1);
  if (!ends.length || ends[0] !== 0 || ends[ends.length - 1] !== flat.length / width ||
      ends.some((x, i) => i && x < ends[i - 1])) refuse(`${label} does not delimit its list`);
  const of = (node) => {
    const rows = [];
    for (let at = ends[node] * width; at < ends[node + 1] * width; at += width) rows.push(flat.slice(at, at + width));
    return rows;
  };
  return { nodes: ends.length - 1, of };
}

/** The sets that own each cell, a row for each of the nodes `owned`: spare cells are -2, others -1. */
function ownersOfNodes(fields, nodes, cells, sets) {
  const owned = integers(fields.owned, "owned", 1, 0, nodes);
  if (owned.some((node, i) => i && node <= owned[i - 1])) refuse("owned is not ascending");
  const { owners } = fields;
  if (!owned.length && !owners.size) return new Map();
  if (owners.kind !== "i" || owners.shape.length !== 2 || owners.shape[0] !== owned.length || owners.shape[1] !== cells)
    refuse("owners has not a number for each of the owned nodes and cells");
  const rows = summed(table(owners, "owners", cells), owners, SPARE, sets);
  return new Map(owned.map((node, i) => [node, rows[i]]));
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

/** What the nodes claim, one after the other: where the player owns `stones` and the other no cell of
 *  `zone` and is to move, he stops `sets`; he can do without any cell of `zone` that is none of `core`.
 *  All four are words. */
class ZoneNodes {
  constructor(cells, sets, turns) {
    Object.assign(this, { cells, known: [], lines: sets });
    this.bits = Array.from({ length: cells }, (_, cell) => bit(cell));
    this.board = maskOf(Array(cells).keys());
    this.masks = sets.map(maskOf);
    this.numbers = sets.map((_, number) => bit(number));
    this.every = (1n << BigInt(sets.length)) - 1n;
    this.through = Array(cells).fill(0n);
    sets.forEach((set, number) => set.forEach((cell) => (this.through[cell] |= bit(number))));
    this.images = turns.map(imageOf);
    this.imageOfSets = turns.map((to) => {
      let image = null; // few certificates need it
      return (word) => (image ??= imageOf(setsTurned(to, sets)))(word);
    });
  }
  /** Adds a node from its rows. */
  add(own, pairs, parts, answers, owners) {
    const node = this.known.length;
    if (answers.length && owners) refuse(`node ${node} has both owners and answers`);
    if (answers.length && pairs.length) refuse(`node ${node} has both pairs and answers`);
    if (answers.length && parts.length) refuse(`node ${node} has both parts and answers`);
    let stones = 0n;
    for (const [cell] of own) {
      if (stones & this.bits[cell]) refuse(`the pairs and stones of node ${node} share a cell`);
      stones |= this.bits[cell];
    }
    const found = answers.length ? this.answered(node, stones, answers) : this.leaf(node, stones, own, pairs, parts, owners);
    if (found.depth > DEEPEST * this.cells) refuse("parts and answers are nested too deep");
    this.known.push(found);
  }
  /** What an earlier node claims, turned; a permutation keeps the sets, so all of them stay all. */
  turned(child, turn) {
    const { zone, core, stones, sets, depth } = this.known[child];
    const image = this.images[turn];
    return { zone: image(zone), core: image(core), stones: image(stones), sets: sets === this.every ? sets : this.imageOfSets[turn](sets), depth };
  }
  /** What sets that own two cells each hold, and the cells that alternating paths reach. */
  exchange(row) {
    const pairs = ownPairs(row);
    let [zone, reached, sets] = [0n, 0n, 0n];
    row.forEach((set, cell) => {
      if (set === SPARE) reached |= this.bits[cell];
    });
    zone = reached;
    for (const [set, pair] of pairs) {
      if (pair.length !== 2) refuse("a set does not own two cells");
      const both = this.bits[pair[0]] | this.bits[pair[1]];
      if (both & ~this.masks[set]) refuse("a set owns a cell that is not its own");
      zone |= both;
      sets |= this.numbers[set];
    }
    let waiting = [...pairs];
    for (let before = Infinity; waiting.length < before; ) {
      before = waiting.length;
      waiting = waiting.filter(([set, pair]) => {
        if (!(this.masks[set] & reached)) return true;
        reached |= this.bits[pair[0]] | this.bits[pair[1]];
        return false;
      });
    }
    return { zone, core: zone & ~reached, sets };
  }
  leaf(node, stones, own, pairs, parts, owners) {
    let { zone, core, sets } = owners ? this.exchange(owners) : { zone: 0n, core: 0n, sets: 0n };
    let depth = 0;
    if (zone & stones) refuse(`the cells of node ${node} are listed twice`);
    for (const [cell] of own) sets |= this.through[cell];
    for (const [one, two] of pairs) {
      const both = this.bits[one] | this.bits[two];
      if (one === two || both & (zone | stones)) refuse(`the pairs and stones of node ${node} share a cell`);
      zone |= both;
      core |= both;
      sets |= this.through[one] & this.through[two];
    }
    if (parts.length > this.cells) refuse(`node ${node} has more parts than the board has cells`);
    for (const [child, turn] of parts) {
      if (child >= node || turn >= this.images.length) refuse(`a part of node ${node} names no earlier node or permutation`);
      const part = this.turned(child, turn);
      if (part.zone & zone) refuse(`the parts of node ${node} share a cell`);
      zone |= part.zone;
      core |= part.core;
      stones |= part.stones;
      sets |= part.sets;
      depth = Math.max(depth, part.depth + 1);
    }
    return { zone: zone & ~stones, core: core & ~stones, stones, sets, depth };
  }
  answered(node, stones, answers) {
    let [union, unserved, sets, depth] = [0n, this.board, this.every, 0];
    for (const [cell, child, turn] of answers) {
      if (cell >= this.cells || child >= node || turn >= this.images.length)
        refuse(`an answer of node ${node} names no cell, earlier node or permutation`);
      const after = this.turned(child, turn);
      stones |= after.stones & ~this.bits[cell];
      union |= after.zone | this.bits[cell];
      unserved &= after.core | this.bits[cell];
      sets &= after.sets | this.through[cell];
      depth = Math.max(depth, after.depth + 1);
    }
    if (unserved & ~stones) refuse(`a move in the zone of node ${node} has no answer`);
    return { zone: union & ~stones, core: union & ~stones, stones, sets, depth };
  }
}

/** The certificate, its nodes checked; on the way it yields how much of it is done. */
function* zoneTables(position, certificate) {
  needPositional(position);
  const fields = record(certificate, ZONE_FIELDS, "hold");
  const player = needPlayer(fields.player);
  const { cells } = position.board;
  if (cells > 1 << 12 || 2 * cells * position.board.lines.length > 1 << 28) refuse("the board is too large");
  const sets = position.sets(otherPlayer(player));
  const turns = permutationsOf(fields.permutations, cells, sets);
  const stones = rowsOfNodes(fields, "stones", 1, cells);
  const pairs = rowsOfNodes(fields, "pairs", 2, cells);
  const answers = rowsOfNodes(fields, "answers", 3, 2 ** 40);
  const none = { nodes: stones.nodes, of: () => [] };
  const parts = fields.part_ends.size || fields.parts.size ? rowsOfNodes(fields, "parts", 2, 2 ** 40) : none;
  if (new Set([stones, pairs, answers, parts].map((rows) => rows.nodes)).size > 1) refuse("the lists of nodes have different lengths");
  if (!stones.nodes) refuse("there is no node");
  const owners = ownersOfNodes(fields, stones.nodes, cells, sets.length);
  const nodes = new ZoneNodes(cells, sets, turns);
  for (let node = 0; node < stones.nodes; node++) {
    nodes.add(stones.of(node), pairs.of(node), parts.of(node), answers.of(node), owners.get(node));
    if (node % 16 === 0) yield node / stones.nodes;
  }
  const { known, images, every } = nodes;
  return { player, images, known, pairs, parts, answers, owners, sets, every, turn: fields.turn, opening: fields.opening };
}

function checkZones(position, certificate, progress = () => {}) {
  const reading = zoneTables(position, certificate);
  let step = reading.next();
  for (let k = 0; !step.done; step = reading.next()) if (k++ % 16 === 0) progress(step.value);
  const t = step.value;
  const theirs = maskOf(position.stones(otherPlayer(t.player)));
  let mine = maskOf(position.stones(t.player));
  if (Number(t.opening) !== -1) {
    if (position.toMove !== t.player) refuse(`the ${t.player} player is not to move`);
    if (!(t.opening >= 0 && t.opening < position.board.cells) || position.taken(Number(t.opening)))
      refuse("the opening is no free cell");
    mine |= bit(t.opening);
  }
  if (!(t.turn >= 0 && t.turn < t.images.length)) refuse("there is no such turn");
  const last = t.known[t.known.length - 1];
  if (last.sets !== t.every) refuse("the last node does not stop every set");
  const image = t.images[Number(t.turn)];
  if (image(last.zone) & theirs) refuse("the other player has a stone in the zone of the last node");
  if (image(last.stones) & ~mine) refuse(`the ${t.player} player lacks a stone of the last node`);
  return { statements: stopsAll(position, t.player), sentence: `${t.known.length} zones from pairs upwards` };
}
