(* The integers of zarith, as far as the program uses them, in a page: an integer is a number of JavaScript
   where that is exact, else a BigInt. It has one form only, so that === and < are equality and order. *)
open Js_of_ocaml

type t = Js.Unsafe.any

let js =
  Js.Unsafe.js_expr
    {|(function () {
  var most = 9007199254740991, one = BigInt(1);
  function exact(a, b) { return typeof a === "number" && typeof b === "number"; }
  function bits(a, b) { return exact(a, b) && (a | 0) === a && (b | 0) === b; }
  // Those of up to 53 bits, as two words; the sign is that of the upper one.
  function upper(a) { return Math.floor(a / 4294967296); }
  function words(high, low) { return high * 4294967296 + (low >>> 0); }
  function whole(x) { return x >= -most && x <= most ? Number(x) : x; }
  return {
    number: function (text) { return whole(BigInt(text)); },
    add: function (a, b) {
      var c = exact(a, b) ? a + b : NaN;
      return c >= -most && c <= most ? c : whole(BigInt(a) + BigInt(b));
    },
    sub: function (a, b) {
      var c = exact(a, b) ? a - b : NaN;
      return c >= -most && c <= most ? c : whole(BigInt(a) - BigInt(b));
    },
    mul: function (a, b) {
      var c = exact(a, b) ? a * b : NaN;
      return c >= -most && c <= most ? c : whole(BigInt(a) * BigInt(b));
    },
    div: function (a, b) { return exact(a, b) ? (a - (a % b)) / b : whole(BigInt(a) / BigInt(b)); },
    rem: function (a, b) { return exact(a, b) ? a % b : whole(BigInt(a) % BigInt(b)); },
    and: function (a, b) {
      return bits(a, b) ? a & b
        : exact(a, b) && (a >= 0 || b >= 0) ? words(upper(a) & upper(b), a & b) : whole(BigInt(a) & BigInt(b));
    },
    or: function (a, b) {
      return bits(a, b) ? a | b
        : exact(a, b) && a >= 0 && b >= 0 ? words(upper(a) | upper(b), a | b) : whole(BigInt(a) | BigInt(b));
    },
    xor: function (a, b) { return bits(a, b) ? a ^ b : whole(BigInt(a) ^ BigInt(b)); },
    power: function (i) { return i < 53 ? Math.pow(2, i) : one << BigInt(i); },
    bit: function (a, i) {
      return typeof a === "number" ? (i < 53 ? Math.floor(a / Math.pow(2, i)) % 2 : 0) === 1 : ((a >> BigInt(i)) & one) === one;
    },
    less: function (a, b) { return a < b; },
    text: function (a) { return String(a); }
  };
})()|}

let call name a b : t = Js.Unsafe.meth_call js name [| a; b |]
let add a b = call "add" a b
let sub a b = call "sub" a b
let mul a b = call "mul" a b
let div a b = call "div" a b
let rem a b = call "rem" a b
let logand a b = call "and" a b
let logor a b = call "or" a b
let logxor a b = call "xor" a b
let of_int (i : int) : t = Js.Unsafe.inject i
let less (a : t) (b : t) = Js.to_bool (Js.Unsafe.meth_call js "less" [| a; b |])
let equal (a : t) (b : t) = a == b
let lt a b = less a b
let leq a b = not (less b a)
let zero = of_int 0
let one = of_int 1
let pred a = sub a one
let lognot a = sub (of_int (-1)) a
let sign a = if less a zero then -1 else if less zero a then 1 else 0

(* Machine numbers have 32 bits here, and lists and boards are never as long as that. *)
let to_int (a : t) : int = if less a (of_int (1 lsl 28)) && less (of_int (-1)) a then Obj.magic a else failwith "too large"
let shift_left a i = mul a (Js.Unsafe.meth_call js "power" [| of_int i |])
let shift_right a i = div a (Js.Unsafe.meth_call js "power" [| of_int i |])
let testbit (a : t) (i : int) = Js.to_bool (Js.Unsafe.meth_call js "bit" [| a; of_int i |])
let of_string (s : string) : t = Js.Unsafe.meth_call js "number" [| Js.Unsafe.inject (Js.string s) |]
let to_string (a : t) = Js.to_string (Js.Unsafe.meth_call js "text" [| a |])
