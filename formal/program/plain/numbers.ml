(* Coq's binary numbers from decimal digits and back, below 2^62, as the machine's are. *)
open Checker

let rec positive k = if k = 1 then XH else if k land 1 = 1 then XI (positive (k lsr 1)) else XO (positive (k lsr 1))
let of_string s = match int_of_string s with 0 -> N0 | k when k > 0 -> Npos (positive k) | _ -> failwith s
let rec value = function XH -> 1 | XI p -> (2 * value p) + 1 | XO p -> 2 * value p
let to_string = function N0 -> "0" | Npos p -> string_of_int (value p)
