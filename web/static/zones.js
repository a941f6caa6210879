// The second checker, part 5: relevance zones. Follows docs/trust.md.
"use strict";

const ZONE_FIELDS = {
  kind: is.text, permutations: is.array, stone_ends: is.array, stones: is.array,
  pair_ends: is.array, pairs: is.array, answer_ends: is.array, answers: is.array,
  player: [is.text, "second"], turn: [is.whole, 0], opening: [is.whole, -1],
};

const bit = (cell) => 1n << BigInt(cell);
const maskOf = (cells) => [...cells].reduce((word, cell) => word | bit(cell), 0n);

/** What a permutation makes of sets of cells, eight cells at a time. */
function imageOf(to) {
  const tables = [];
  for (let low = 0; low < to.length; low += 8) {
    const images = [0n];
    for (const cell of to.slice(low, low + 8)) images.push(...images.map((image) => image | bit(cell)));
    tables.push(images);
  }
  return (word) => {
    let found = 0n;
    for (let i = 0; word; i++, word >>= 8n) found |= tables[i][Number(word & 255n)];
    return found;
  };
}

/** The rows of `name`, `width` numbers each, node by node. */
function rowsOfNodes(fields, name, width, high) {
  const array = fields[name];
  const flat = integers(array, name, Math.min(width, 2), 0, high);
  if (flat.length && width > 1 && array.shape[1] !== width) refuse(`a row of ${name} is too long or too short`);
  const label = `${name.slice(0, -1)}_ends`;
  const values = integers(fields[label], label, 1, 0, flat.length / width + 1);
  if (!values.length || values[0] !== 0 || values[values.length - 1] !== flat.length / width ||
      values.some((x, i) => i && x < values[i - 1])) refuse(`${label} does not delimit its list`);
  return values.slice(1).map((end, node) => {
    const rows = [];
    for (let k = values[node]; k < end; k++) rows.push(flat.slice(k * width, (k + 1) * width));
    return rows;
  });
}

/** The zone and the stones of a leaf. */
function leafZone(node, stones, pairs, through, sets) {
  let [zone, served] = [0n, 0n];
  for (const [one, two] of pairs) {
    const both = bit(one) | bit(two);
    if (one === two || both & (zone | stones)) refuse(`the pairs and stones of node ${node} share a cell`);
    zone |= both;
    served |= through[one] & through[two];
  }
  through.forEach((held, cell) => stones & bit(cell) && (served |= held));
  if (served !== (1n << BigInt(sets)) - 1n) refuse(`a set has no pair and no stone of node ${node}`);
  return { zone, stones, pairs };
}

/** The zone and the stones of a node with answers. */
function answeredZone(node, stones, answers, known, images, cells) {
  let [union, unserved] = [0n, maskOf(Array(cells).keys())];
  for (const [cell, child, turn] of answers) {
    if (cell >= cells || child >= node || turn >= images.length)
      refuse(`an answer of node ${node} names no cell, earlier node or permutation`);
    const here = images[turn](known[child].zone) | bit(cell);
    stones |= images[turn](known[child].stones) & ~bit(cell);
    union |= here;
    unserved &= here;
  }
  if (unserved & ~stones) refuse(`a move in the zone of node ${node} has no answer`);
  return { zone: union & ~stones, stones, pairs: [] };
}

/** The certificate, its nodes checked. */
function zoneTables(position, certificate, progress = () => {}) {
  needPositional(position);
  const fields = record(certificate, ZONE_FIELDS, "relevance-zones");
  const player = needPlayer(fields.player);
  const { cells } = position.board;
  const sets = position.sets(otherPlayer(player));
  const images = permutationsOf(fields.permutations, cells, sets).map(imageOf);
  const stones = rowsOfNodes(fields, "stones", 1, cells);
  const pairs = rowsOfNodes(fields, "pairs", 2, cells);
  const answers = rowsOfNodes(fields, "answers", 3, 2 ** 40);
  if (stones.length !== pairs.length || pairs.length !== answers.length) refuse("the lists of nodes have different lengths");
  if (!stones.length) refuse("there is no node");
  const through = Array(cells).fill(0n);
  sets.forEach((set, number) => set.forEach((cell) => (through[cell] |= bit(number))));
  const known = [];
  stones.forEach((own, node) => {
    const start = maskOf(own.flat());
    if (answers[node].length && pairs[node].length) refuse(`node ${node} has both pairs and answers`);
    known.push(answers[node].length ? answeredZone(node, start, answers[node], known, images, cells) :
      leafZone(node, start, pairs[node], through, sets.length));
    progress((node + 1) / stones.length);
  });
  return { player, images, known, answers, turn: fields.turn, opening: fields.opening };
}

function checkZones(position, certificate, progress = () => {}) {
  const t = zoneTables(position, certificate, progress);
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
  const image = t.images[Number(t.turn)];
  if (image(last.zone) & theirs) refuse("the other player has a stone in the zone of the last node");
  if (image(last.stones) & ~mine) refuse(`the ${t.player} player lacks a stone of the last node`);
  return { statements: stopsAll(position, t.player), sentence: `${t.known.length} zones from pairs upwards` };
}
