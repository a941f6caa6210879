(* The other names under which the program calls these integers. *)
type big_int = Z.t

let zero_big_int = Z.zero
let unit_big_int = Z.one
let big_int_of_int = Z.of_int
let sign_big_int = Z.sign
let add_big_int = Z.add
let sub_big_int = Z.sub
let minus_big_int a = Z.sub Z.zero a
let mult_big_int = Z.mul
let mult_int_big_int i a = Z.mul (Z.of_int i) a
let div_big_int = Z.div
let mod_big_int = Z.rem
let quomod_big_int a b = (Z.div a b, Z.rem a b)
let succ_big_int a = Z.add a Z.one
let pred_big_int = Z.pred
let eq_big_int (a : big_int) (b : big_int) = a == b
let le_big_int a b = not (Z.less b a)
let compare_big_int a b = if Z.less a b then -1 else if a == b then 0 else 1
let min_big_int a b = if Z.less b a then b else a
let max_big_int a b = if Z.less a b then b else a
let int_of_big_int = Z.to_int
let shift_left_big_int = Z.shift_left
