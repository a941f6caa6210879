// The second checker, part 6: wins by force that say what they rely on. Follows docs/trust.md and docs/formats.md.
"use strict";

const FORCED_FIELDS = {
  kind: is.text, attacker: is.text, first: is.list(is.whole), second: is.list(is.whole),
  to_move: is.text, opening: is.whole, root: is.whole,
  edge_ends: is.array, moves: is.array, replies: is.array, children: is.array,
  permutations: [is.array, NO_NUMBERS], turns: [is.array, NO_NUMBERS],
};
const MOST_WORK = 2 ** 42; // bits that are looked at
const MOST_KEPT = 2 ** 33; // bits of the claims that are kept at a time

/** The cells of a word. */
function membersOf(word) {
  const found = [];
  for (let low = 0; word; low += 32, word >>= 32n)
    for (let part = Number(BigInt.asUintN(32, word)); part; ) {
      const top = 31 - Math.clz32(part);
      found.push(low + top);
      part -= 2 ** top;
    }
  return found;
}

/** The arrays, known to have the right shapes and ranges; `sets`: how many the attacker has. */
function forcedTables(position, certificate) {
  needPositional(position);
  const fields = record(certificate, FORCED_FIELDS, "force");
  const attacker = needPlayer(fields.attacker);
  const { cells } = position.board;
  if (cells > 1 << 12 || 2 * cells * position.board.lines.length > 1 << 28) refuse("the board is too large");
  const sets = position.sets(attacker).length;
  const moves = integers(fields.moves, "moves", 1, -1, cells);
  const replies = integers(fields.replies, "replies", 1, -1, cells);
  const children = integers(fields.children, "children", 1, -sets, 2 ** 40);
  const permutations = permutationsOf(fields.permutations, cells, position.board.lines);
  const given = integers(fields.turns, "turns", 1, -1, permutations.length);
  const turns = permutations.length || given.length ? given : moves.map(() => -1);
  if ([replies, children, turns].some((list) => list.length !== moves.length)) refuse("the lists of edges have different lengths");
  const ends = integers(fields.edge_ends, "edge_ends", 1, 0, moves.length + 1);
  if (!ends.length || ends[0] !== 0 || ends[ends.length - 1] !== moves.length || ends.some((x, i) => i && x < ends[i - 1]))
    refuse("edge_ends does not delimit its list");
  return { attacker, opening: Number(fields.opening), root: Number(fields.root), ends, moves, replies, children, turns, permutations };
}

/** What the nodes claim, one after the other: `own`, `other` and `zone` are sets of cells, level k the
 *  sets of the defender that lack k + 2 cells at least. All are words. */
class ForcedClaims {
  constructor(position, t) {
    this.t = t;
    const { cells } = position.board;
    const defend = position.sets(otherPlayer(t.attacker));
    this.bits = Array.from({ length: cells }, (_, cell) => bit(cell));
    this.attack = position.sets(t.attacker).map(maskOf);
    this.defend = defend.map(maskOf);
    this.every = (1n << BigInt(defend.length)) - 1n;
    this.through = Array(cells).fill(0n);
    defend.forEach((set, number) => set.forEach((cell) => (this.through[cell] |= 1n << BigInt(number))));
    this.most = defend.reduce((most, set) => Math.max(most, set.length), 1);
    this.shortest = defend.reduce((least, set) => Math.min(least, set.length), Infinity);
    this.images = t.permutations.map(imageOf);
    this.imagesOfSets = t.permutations.map((to) => imageOf(setsTurned(to, defend)));
    const work = (t.ends.length - 1) * cells + t.moves.length * this.most;
    if (work * Math.max(defend.length, cells) > MOST_WORK) refuse("there are too many nodes for a board of this size");
  }
  /** The claim of a node; those that no later node needs are dropped. */
  root(node, progress) {
    const { ends, children } = this.t;
    const nodes = ends.length - 1;
    if (!(node >= 0 && node < nodes)) refuse(`there is no node ${node}`);
    const last = Array(nodes).fill(-1);
    for (let v = 0; v < nodes; v++)
      for (let e = ends[v]; e < ends[v + 1]; e++) if (children[e] >= 0 && children[e] < nodes) last[children[e]] = v;
    const known = new Map();
    const size = (claim) => 3 * this.bits.length + this.defend.length * claim.levels.length;
    let held = 0;
    for (let v = 0; v <= node; v++) {
      const claim = this.claim(v, known);
      known.set(v, claim);
      held += size(claim);
      if (held > MOST_KEPT) refuse("the claims of the nodes take too much memory");
      for (const child of new Set(children.slice(ends[v], ends[v + 1])))
        if (child >= 0 && last[child] === v) {
          held -= size(known.get(child));
          known.delete(child);
        }
      if (v % 256 === 0) progress(v / nodes);
    }
    return known.get(node);
  }
  claim(node, known) {
    const { ends, moves, replies, children } = this.t;
    const [low, high] = [ends[node], ends[node + 1]];
    if (low === high || moves[low] !== -1) refuse(`the first edge of node ${node} is no default`);
    let [own, other, zone, listed, taken] = [0n, 0n, 0n, 0n, 0n];
    const needs = Array(this.most).fill(0n);
    const ask = (after, reply, raised) => after.levels.forEach((level, k) => {
      const alive = level & ~this.through[reply];
      needs[k] |= alive;
      if (k + 1 < this.most) needs[k + 1] |= alive & raised;
    });
    for (let e = low + 1; e < high; e++) {
      if (moves[e] === -1) refuse(`node ${node} has two defaults`);
      const cell = this.bits[moves[e]];
      if ((listed | taken) & cell) refuse(`node ${node} lists the cell ${moves[e]} twice`);
      if (replies[e] === -1) {
        if (children[e] !== -1) refuse(`a cell that is taken leads to no node (node ${node})`);
        taken |= cell;
        continue;
      }
      listed |= cell;
      const answer = this.bits[replies[e]];
      const after = this.after(node, e, answer, known);
      if ((after.own | after.zone | answer) & cell) refuse(`the cell ${moves[e]} that node ${node} lists is needed after the reply`);
      own |= after.own & ~answer;
      other |= after.other & ~cell;
      zone |= after.zone | answer;
      ask(after, replies[e], this.through[moves[e]]);
    }
    if (replies[low] === -1) refuse(`the default of node ${node} has no reply`);
    const answer = this.bits[replies[low]];
    const after = this.after(node, low, answer, known);
    own |= after.own & ~answer;
    other |= after.other | taken;
    if ((after.zone | answer) & ~(listed | own)) refuse(`a cell that the default of node ${node} needs is not listed`);
    zone = (zone | after.zone | answer) & ~own;
    if (own & other || zone & other) refuse(`node ${node} wants a cell of the other player for itself`);
    if (after.levels.length) ask(after, replies[low], this.open(listed | other));
    return { own, other, zone, levels: this.levels(own, needs.slice(1)) };
  }
  /** The defender's sets without a cell of `own`, and the levels among them. */
  levels(own, needs) {
    let free = this.every;
    for (const cell of membersOf(own)) free &= ~this.through[cell];
    const levels = [free];
    for (const level of needs) {
      if (!(level & free)) break;
      levels.push(level & free);
    }
    return levels;
  }
  /** A claim where a symmetry takes it. */
  turned({ own, other, zone, levels }, turn) {
    const [image, ofSets] = [this.images[turn], this.imagesOfSets[turn]];
    const placed = image(own);
    return { own: placed, other: image(other), zone: image(zone), levels: this.levels(placed, levels.slice(1).map(ofSets)) };
  }
  /** What holds after a reply: a set is completed, or an earlier node goes on. */
  after(node, edge, answer, known) {
    const [child, turn] = [this.t.children[edge], this.t.turns[edge]];
    if (child >= 0) {
      if (child >= node) refuse(`node ${node} leads to node ${child}, which is no earlier one`);
      return turn < 0 ? known.get(child) : this.turned(known.get(child), turn);
    }
    if (!(this.attack[-1 - child] & answer)) refuse(`a reply of node ${node} is no cell of the set ${-1 - child}`);
    return { own: this.attack[-1 - child], other: 0n, zone: 0n, levels: [] };
  }
  /** The sets with a cell outside of these. */
  open(closed) {
    const inside = new Set(membersOf(closed));
    if (inside.size < this.shortest) return this.every;
    return this.through.reduce((found, sets, cell) => (inside.has(cell) ? found : found | sets), 0n);
  }
  /** Is the claim about the position with these stones? */
  demand({ own, other, zone, levels }, attacker, defender) {
    if (own & ~attacker) refuse("the attacker lacks a stone that the root relies on");
    if (other & ~defender) refuse("the defender lacks a stone that the root relies on");
    if (zone & defender) refuse("the defender has a stone in the zone of the root");
    this.defend.forEach((cells, number) => {
      if (cells & attacker) return;
      const least = levels.slice(1).filter((level) => level & (1n << BigInt(number))).length + 2;
      if (membersOf(cells & ~defender).length < least) refuse("a set of the defender lacks too few cells");
    });
  }
}

function checkForced(position, certificate, progress = () => {}) {
  needPositional(position);
  if (position.result() !== null) refuse("the game is over");
  const t = forcedTables(position, certificate);
  if (position.rule === "weak" && t.attacker === "second") refuse("Breaker wants no set");
  const claims = new ForcedClaims(position, t);
  let own = maskOf(position.stones(t.attacker));
  const other = maskOf(position.stones(otherPlayer(t.attacker)));
  let won = false;
  if (position.toMove === t.attacker) {
    if (!(t.opening >= 0 && t.opening < position.board.cells) || position.taken(t.opening)) refuse("the opening is no free cell");
    own |= bit(t.opening);
    won = claims.attack.some((cells) => !(cells & ~own));
  } else if (t.opening !== -1) refuse("an opening move, although the other player is to move");
  if (!won) claims.demand(claims.root(t.root, progress), own, other);
  const aim = AIMS[position.rule][t.attacker];
  return { statements: [forces(position.toMove, t.attacker, [aim])], sentence: `${won ? 0 : t.root + 1} nodes that say what they rely on` };
}
