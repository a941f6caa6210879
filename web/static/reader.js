// The page: the certificate's file, as far as it is played against and looked at. It was checked before the
// page was made, so that nothing is checked here.
"use strict";

/** What cannot be done, in words for whoever asked for it. */
class Refused extends Error {}

function refuse(reason) {
  throw new Refused(reason);
}

/** The numbers of an array, row by row; `bits` are those of one number. */
class Numbers {
  constructor(shape, bits, data) {
    Object.assign(this, { shape, bits, data });
  }
  get size() {
    return this.data.length;
  }
}

const NO_NUMBERS = new Numbers([0], 64, []);

/** JSON; whole numbers that are too long for the language are texts. */
function parsed(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const whole = /^-?\d{16,}$/;
  return JSON.parse(text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (found) => (whole.test(found) ? `"${found}"` : found)));
}

/** Arrays take the place of the objects that stand for them. */
function restored(value, arrays) {
  if (Array.isArray(value)) return value.map((one) => restored(one, arrays));
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).sort().join(" ");
  if (names === "array") return arrays.get(value.array);
  if (names === "dtype numbers shape") return new Numbers(value.shape, 8 * Number(value.dtype.slice(2)), value.numbers);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, restored(one, arrays)]));
}

/** The arrays of an .npz, which is a zip archive of .npy files, by their names. */
async function unzipped(bytes) {
  const found = new Map();
  if (!bytes) return found;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [short, long] = [(at) => view.getUint16(at, true), (at) => view.getUint32(at, true)];
  let end = bytes.length - 22;
  while (long(end) !== 0x06054b50) end--;
  let at = long(end + 16);
  for (let left = short(end + 10); left > 0; left--) {
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + short(at + 28)));
    const local = long(at + 42);
    const start = local + 30 + short(local + 26) + short(local + 28);
    const held = bytes.subarray(start, start + long(at + 20));
    const packed = short(at + 10) ? new Blob([held]).stream().pipeThrough(new DecompressionStream("deflate-raw")) : held;
    found.set(name.replace(/\.npy$/, ""), numbersOf(await new Response(packed).arrayBuffer()));
    at += 46 + short(at + 28) + short(at + 30) + short(at + 32);
  }
  return found;
}

/** What an .npy file holds. */
function numbersOf(buffer) {
  const view = new DataView(buffer);
  const wide = view.getUint8(6) === 2;
  const [header, length] = wide ? [12, view.getUint32(8, true)] : [10, view.getUint16(8, true)];
  const said = new TextDecoder("latin1").decode(new Uint8Array(buffer, header, length));
  const [, sign, kind, bytes, turned, extents] = /'descr': '(.)(.)(\d)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\)/.exec(said);
  const shape = extents.split(",").map((one) => one.trim()).filter(Boolean).map(Number);
  const name = { i: "Int", u: "Uint", f: "Float", b: "Uint" }[kind];
  const get = view[`get${name !== "Float" && bytes === "8" ? "Big" : ""}${name}${8 * bytes}`].bind(view);
  const data = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => {
    const x = get(header + length + i * bytes, sign !== ">");
    return typeof x === "bigint" && Number.isSafeInteger(Number(x)) ? Number(x) : x;
  });
  return new Numbers(shape, 8 * bytes, turned === "True" && shape.length > 1 ? byRows(data, shape) : data);
}

/** From the order with the first index fastest to the one with the last index fastest. */
function byRows(data, shape) {
  return data.map((_, place) => {
    let rest = place;
    const index = [];
    for (const extent of [...shape].reverse()) {
      index.unshift(rest % extent);
      rest = Math.floor(rest / extent);
    }
    return data[index.reduceRight((sum, i, axis) => sum * shape[axis] + i, 0)];
  });
}

/** The steps of a file, and its last one as the certificate, with the `parts` that it consists of; `null` where
 *  steps rest on what others tell of other positions. */
async function readFile(text, arrays) {
  const document = parsed(new TextDecoder().decode(text));
  const steps = restored(document.steps, await unzipped(arrays));
  const made = [];
  for (const { uses = [], about = [], ...step } of steps) {
    if ((uses.length && step.kind !== "together") || about.some(([, key]) => key !== null)) return { steps, certificate: null };
    made.push(step.kind === "together" ? { ...step, parts: uses.map((number) => made[number]) } : step);
  }
  return { steps, certificate: made.at(-1) };
}
