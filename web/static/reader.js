// The second checker, part 1: the bytes of a certificate file, read strictly.
// Follows docs/trust.md ("The file"). Everything that is wrong with the file is a Refused.
"use strict";

class Refused extends Error {}

function refuse(reason) {
  throw new Refused(reason);
}

/** What this page cannot judge: nothing is said of the file. */
class Unknown extends Error {}

function unknown(what) {
  throw new Unknown(what);
}

/** A number with a point or an exponent: never mistaken for a whole one. */
class Real {
  constructor(value) {
    this.value = value;
  }
}

/** JSON as trust.md wants it: no name twice in an object, numbers finite, whole numbers exact.
 *  Whole numbers are Numbers where those are exact and BigInts beyond. */
function parseJson(text) {
  let at = 0;
  const fail = (what) => refuse(`not a JSON file: ${what} at character ${at}`);
  const blank = () => {
    while (at < text.length && " \t\n\r".includes(text[at])) at++;
  };
  const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
  const plain = /[^"\\\u0000-\u001f]*/y;
  const escapes = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
  function string() {
    let found = "";
    at++;
    for (;;) {
      plain.lastIndex = at;
      found += plain.exec(text)[0];
      at = plain.lastIndex;
      if (text[at] === '"') {
        at++;
        if (/[\ud800-\udfff]/u.test(found)) fail("half a character");
        return found;
      }
      if (text[at] !== "\\") fail("a text that does not end");
      const sign = text[at + 1];
      if (sign === "u") {
        const code = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(code)) fail("a wrong escape");
        found += String.fromCharCode(parseInt(code, 16));
        at += 6;
      } else if (sign in escapes) {
        found += escapes[sign];
        at += 2;
      } else fail("a wrong escape");
    }
  }
  function value(depth) {
    if (depth > 500) unknown("texts nested as deeply as this one");
    blank();
    const sign = text[at];
    if (sign === '"') return string();
    if (sign === "{") {
      const found = new Map();
      at++;
      blank();
      if (text[at] === "}") return at++, found;
      for (;;) {
        blank();
        if (text[at] !== '"') fail("expected a name");
        const name = string();
        if (found.has(name)) fail(`the name ${name} occurs twice`);
        blank();
        if (text[at++] !== ":") fail("expected a colon");
        found.set(name, value(depth + 1));
        blank();
        const next = text[at++];
        if (next === "}") return found;
        if (next !== ",") fail("expected a comma");
      }
    }
    if (sign === "[") {
      const found = [];
      at++;
      blank();
      if (text[at] === "]") return at++, found;
      for (;;) {
        found.push(value(depth + 1));
        blank();
        const next = text[at++];
        if (next === "]") return found;
        if (next !== ",") fail("expected a comma");
      }
    }
    for (const [word, meant] of [["true", true], ["false", false], ["null", null]])
      if (text.startsWith(word, at)) return (at += word.length), meant;
    number.lastIndex = at;
    const match = number.exec(text);
    if (!match) fail("expected a value");
    at = number.lastIndex;
    if (match[0].length > LONGEST_NUMBER) fail("a number of too many digits");
    if (match[1] || match[2]) {
      const real = Number(match[0]);
      if (!Number.isFinite(real)) fail("a number that is not finite");
      return new Real(real);
    }
    const whole = Number(match[0]);
    return Number.isSafeInteger(whole) ? whole + 0 : BigInt(match[0]);
  }
  const found = value(0);
  blank();
  if (at < text.length) fail("more than one value");
  return found;
}

const isObject = (value) => value instanceof Map;
/** Is the value a whole number? Truth values and numbers with a point are none. */
const isWhole = (value) => typeof value === "bigint" || (typeof value === "number");

// -- arrays ---------------------------------------------------------------------------------

/** Numbers of one type, row by row. `data` holds Numbers, or BigInts that a Number cannot hold. */
class Numbers {
  constructor(kind, bytes, shape, data) {
    Object.assign(this, { kind, bytes, shape, data });
  }
  get size() {
    return this.data.length;
  }
  get whole() {
    return this.kind === "i" || this.kind === "u";
  }
}

const SIZES = { b: [1], i: [1, 2, 4, 8], u: [1, 2, 4, 8], f: [2, 4, 8] };

function numberType(name) {
  const match = typeof name === "string" && /^([<>|])([biuf])([1248])$/.exec(name);
  if (!match || !SIZES[match[2]].includes(Number(match[3]))) refuse(`no number type ${name}`);
  const bytes = Number(match[3]);
  if ((bytes === 1) !== (match[1] === "|")) refuse(`no number type ${name}`);
  return { big: match[1] === ">", kind: match[2], bytes };
}

function inlineArray(object) {
  const numbers = object.get("numbers");
  const shape = object.get("shape");
  const type = numberType(object.get("dtype"));
  if (!Array.isArray(numbers) || !Array.isArray(shape)) refuse("an array that is none");
  if (shape.length > 8 || shape.some((s) => typeof s !== "number" || s < 0)) refuse("a wrong shape");
  if (shape.reduce((a, b) => a * b, 1) !== numbers.length) refuse("numbers do not fill the shape");
  const bits = BigInt(8 * type.bytes);
  const [low, high] =
    type.kind === "u" ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)];
  for (const x of numbers) {
    if (type.kind === "b" && typeof x !== "boolean") refuse("expected truth values");
    if (type.kind === "f" && !(isWhole(x) || x instanceof Real)) refuse("expected numbers");
    if ((type.kind === "i" || type.kind === "u") && !(isWhole(x) && x >= low && x < high))
      refuse("expected whole numbers of the array's type");
  }
  return new Numbers(type.kind, type.bytes, shape, numbers);
}

/** Arrays take the place of the objects that stand for them. */
function restore(value, arrays) {
  if (Array.isArray(value)) return value.map((v) => restore(v, arrays));
  if (!isObject(value)) return value;
  const names = [...value.keys()].sort().join(" ");
  if (names === "array" && typeof value.get("array") === "string") {
    const found = arrays.get(value.get("array"));
    return found || refuse(`no array ${value.get("array")} beside the file`);
  }
  if (names === "dtype numbers shape") return inlineArray(value);
  return new Map([...value].map(([key, v]) => [key, restore(v, arrays)]));
}

// -- the .npz: a zip archive of .npy files ------------------------------------------------------

const LARGEST = 1 << 28;
const [MOST_CONTAINERS, MOST_VALUES, LONGEST_NUMBER] = [1 << 22, 1 << 24, 100000];

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return refuse("the arrays cannot be unpacked");
  }
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

function checksum(bytes) {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) sum = CRC[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

async function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map();
  try {
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0) refuse("not an array file");
    let at = view.getUint32(end + 16, true);
    let total = 0;
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== 0x02014b50) refuse("not an array file");
      if (view.getUint16(at + 8, true) & 1) refuse("an array is encrypted");
      const method = view.getUint16(at + 10, true);
      const sum = view.getUint32(at + 16, true);
      const packed = view.getUint32(at + 20, true);
      const size = view.getUint32(at + 24, true);
      const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const local = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]));
      if ((total += size) > LARGEST) unknown("arrays as large as these");
      if (view.getUint32(local, true) !== 0x04034b50) refuse("not an array file");
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const raw = bytes.subarray(start, start + packed);
      const data = method === 0 ? raw : method === 8 ? await inflate(raw) : refuse("unknown packing");
      if (data.length !== size || checksum(data) !== sum) refuse("an array is damaged");
      if (!name.endsWith(".npy")) refuse("no array in the array file");
      found.set(name.slice(0, -4), readNpy(data));
      at += 46 + lengths[0] + lengths[1] + lengths[2];
    }
  } catch (error) {
    if (error instanceof RangeError) refuse("not an array file");
    throw error;
  }
  return found;
}

function readNpy(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = [0x93, 78, 85, 77, 80, 89];
  if (magic.some((byte, i) => bytes[i] !== byte) || ![1, 2].includes(bytes[6]) || bytes[7] !== 0)
    refuse("an unknown version of the array format");
  const wide = bytes[6] === 2;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const start = (wide ? 12 : 10) + length;
  const header = new TextDecoder("latin1").decode(bytes.subarray(wide ? 12 : 10, start));
  const match =
    /^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), \}\s*$/.exec(header);
  if (!match) refuse("an unknown header of an array");
  const type = numberType(match[1]);
  const shape = match[3].split(",").map((s) => s.trim()).filter(Boolean).map(Number);
  const size = shape.reduce((a, b) => a * b, 1);
  if (shape.length > 8 || bytes.length !== start + size * type.bytes)
    refuse("an array is not as large as its header says");
  if (type.kind === "f" && type.bytes === 2) unknown("numbers of two bytes with a point");
  const name = { i: "Int", u: "Uint", f: "Float", b: "Uint" }[type.kind];
  const big = type.bytes === 8 && type.kind !== "f" ? "Big" : "";
  const get = view[`get${big}${name}${8 * type.bytes}`].bind(view);
  let data = new Array(size);
  for (let i = 0; i < size; i++) {
    const x = get(start + i * type.bytes, !type.big);
    const small = typeof x === "bigint" && x >= -(2n ** 53n) && x <= 2n ** 53n;
    data[i] = type.kind === "b" ? x !== 0 : small ? Number(x) : x;
  }
  if (match[2] === "True" && shape.length > 1) data = byRows(data, shape);
  return new Numbers(type.kind, type.bytes, shape, data);
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

// -- the file ----------------------------------------------------------------------------------

const SCHEMA = "gameproof/certificate/3";

/** Of the values of an instance, the edges of graphs on its board alone may be arrays. */
function instanceOf(instance, arrays) {
  const board = isObject(instance) && instance.get("board");
  if (!isObject(board)) return instance;
  const plain = new Map(board);
  for (const [name, part] of board)
    if (isObject(part) && part.has("edges")) plain.set(name, new Map(part).set("edges", restore(part.get("edges"), arrays)));
  return new Map(instance).set("board", plain);
}

/** The certificate of the last step, with those that it uses as its parts. */
function nested(steps) {
  const isKey = (v) => v === null || typeof v === "string" || isWhole(v);
  if (!Array.isArray(steps) || !steps.length) refuse("expected a list of steps");
  const made = [], abouts = [], used = new Set();
  for (const step of steps) {
    if (!isObject(step) || typeof step.get("kind") !== "string") refuse("a step is no object with a kind");
    const kind = step.get("kind");
    const [uses, about] = ["uses", "about"].map((name) => (step.has(name) ? step.get(name) : []));
    if (!Array.isArray(uses) || !uses.every(isWhole)) refuse("uses are numbers of steps");
    if (!Array.isArray(about)) refuse("about is a list");
    for (const part of about)
      if (!Array.isArray(part) || part.length !== 2 || typeof part[0] !== "string" || !isKey(part[1])) refuse("about is a list of pairs");
    const parts = uses.map((number) => {
      const at = Number(number);
      if (!(at >= 0 && at < made.length)) refuse("a step uses one that does not come before it");
      const inner = abouts[at];
      if (inner.length !== about.length + 1 || inner[about.length][0] !== kind) refuse("a step uses one about another thing");
      for (let i = 0; i < about.length; i++)
        if (inner[i][0] !== about[i][0] || inner[i][1] !== about[i][1]) refuse("a step uses one about another thing");
      used.add(at);
      return made[at];
    });
    const certificate = new Map(step);
    certificate.delete("uses");
    certificate.delete("about");
    if (kind === "together") {
      if (certificate.has("parts")) refuse("together: unknown field parts");
      if (uses.some((number) => abouts[Number(number)].at(-1)[1] !== null)) unknown("what other positions tell");
      certificate.set("parts", parts);
    } else if (parts.length && Object.hasOwn(KINDS, kind)) refuse(`a step of kind ${kind} uses no others`);
    else if (parts.length) unknown(`certificates of kind ${kind}`);
    made.push(certificate);
    abouts.push(about);
  }
  for (let at = 0; at + 1 < made.length; at++) if (!used.has(at)) refuse("a step that no other uses");
  if (abouts.at(-1).length) refuse("the last step is about the whole");
  return made.at(-1);
}

/** What a certificate file says: instance, answer, certificate. `arrays`: bytes of the .npz. */
async function readFile(textBytes, arrayBytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(textBytes);
  } catch {
    refuse("not a text in UTF-8");
  }
  const many = (sign) => text.split(sign).length - 1;
  if (many("[") + many("{") > MOST_CONTAINERS || many(",") > MOST_VALUES) refuse("too many values");
  const document = parseJson(text);
  if (!isObject(document)) refuse("expected an object");
  if (document.get("schema") !== SCHEMA) refuse(`expected the schema ${SCHEMA}`);
  let arrays = new Map();
  const beside = document.get("arrays");
  if (beside === true) {
    if (!arrayBytes) refuse("the file's arrays are missing");
    arrays = await unpack(arrayBytes);
  } else if (beside !== undefined && beside !== null) refuse("arrays is true or absent");
  const instance = instanceOf(document.get("instance"), arrays);
  if (!isObject(instance)) refuse("the instance is no object");
  const answer = document.get("answer");
  if (typeof answer !== "string") refuse("the answer is no text");
  return { instance, answer, certificate: nested(restore(document.get("steps"), arrays)) };
}

/** The fields of a record, no others: `wanted` maps names to tests, [test, default] if optional. */
function record(object, wanted, what) {
  if (!isObject(object)) refuse(`${what} is no object`);
  const found = {};
  for (const [name, rule] of Object.entries(wanted)) {
    const [test, absent] = Array.isArray(rule) ? rule : [rule, undefined];
    const value = object.get(name);
    if (value === undefined && Array.isArray(rule)) found[name] = absent;
    else if (value === undefined || !test(value)) refuse(`${what}: ${name} is missing or wrong`);
    else found[name] = value;
  }
  for (const name of object.keys()) if (!Object.hasOwn(wanted, name)) refuse(`${what}: unknown field ${name}`);
  return found;
}

const NO_NUMBERS = new Numbers("i", 8, [0], []);

const is = {
  text: (v) => typeof v === "string",
  whole: isWhole,
  array: (v) => v instanceof Numbers,
  list: (test) => (v) => Array.isArray(v) && v.every(test),
  row: (...tests) => (v) =>
    Array.isArray(v) && v.length === tests.length && tests.every((test, i) => test(v[i])),
  maybe: (test) => (v) => v === null || test(v),
  object: isObject,
};
