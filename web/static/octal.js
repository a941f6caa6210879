// The page: take-and-break games by their octal code, played along a table of values.
"use strict";

/** Heaps under a code: digit k says what may remain when k objects are taken. A move is the number of
 *  the heap, the objects taken, and the smaller heap where the rest is split. */
class OctalPosition {
  constructor(heaps, code) {
    Object.assign(this, { heaps, code, game: "octal" });
  }
  *moves() {
    for (const [index, n] of this.heaps.entries())
      for (let taken = 0; taken < this.code.length && taken <= n; taken++) {
        const rest = n - taken;
        if (taken && this.code[taken] & (rest ? 2 : 1)) yield [index, taken, 0];
        if (this.code[taken] & 4) for (let small = 1; 2 * small <= rest; small++) yield [index, taken, small];
      }
  }
  label([index, taken, small]) {
    return small ? `${taken}-${small}-${this.heaps[index] - taken - small}` : String(taken);
  }
  write(move) {
    return this.heaps.length === 1 ? this.label(move) : `${move[0] + 1}:${this.label(move)}`;
  }
  read(text) {
    for (const move of this.moves()) if (this.write(move) === text.trim()) return move;
    return refuse(`${text} is not a move here`);
  }
  play([index, taken, small]) {
    const rest = this.heaps[index] - taken;
    const left = [small, rest - small].filter(Boolean);
    return new OctalPosition([...this.heaps.slice(0, index), ...left, ...this.heaps.slice(index + 1)], this.code);
  }
  result() {
    return this.moves().next().done ? "over" : null;
  }
}

class OctalModel extends ValuesModel {
  /** The values repeat where the certificate has a period. */
  static of(view, certificate) {
    const values = [...certificate.heaps.data].map(Number);
    const [start, period] = [certificate.preperiod, certificate.period].map(Number);
    const valueOf = ({ heaps: [n] }) => {
      const at = n < values.length || !period ? n : start + ((n - start) % period);
      return BigInt(values[at] ?? refuse("the table lacks a heap"));
    };
    const source = "each value is the mex of those after a move";
    return new OctalModel(new OctalPosition(view.heaps, view.code), valueOf, source);
  }
  parts(position) {
    return position.heaps.map((n) => new OctalPosition([n], position.code));
  }
  scene({ position }) {
    const moves = [...take(position.moves(), 2000)].map((move) => ({
      text: position.write(move), by: position.heaps.map((_, heap) => (heap === move[0] ? position.label(move) : "0")),
    }));
    return { type: "heaps", game: "octal", sizes: position.heaps.map(String), values: this.worths(position), moves };
  }
  wanted(text) {
    const sizes = text.trim().split(/[\s,]+/).filter(Boolean).map(Number);
    return sizes.some((n) => !Number.isInteger(n)) ? refuse("say the heaps: 3 4") : sizes.sort((a, b) => a - b);
  }
  reaches(s, wanted) {
    const sum = (heaps) => heaps.reduce((a, b) => a + b, 0);
    const found = [...s.position.heaps].sort((a, b) => a - b).join() === wanted.join();
    return { found, next: found || sum(s.position.heaps) < sum(wanted) ? [] : this.moves(s) };
  }
}
