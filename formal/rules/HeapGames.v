(** Games of heaps. A position is a list of numbers. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.

(** A move changes one number of the position, or puts several in its place. *)
Fixpoint in_one (o : N -> list N) (p : list N) : list (list N) :=
  match p with [] => [] | x :: p => map (fun y => y :: p) (o x) ++ map (cons x) (in_one o p) end.
Fixpoint in_part (o : N -> list (list N)) (p : list N) : list (list N) :=
  match p with [] => [] | x :: p => map (fun ys => ys ++ p) (o x) ++ map (cons x) (in_part o p) end.

(** Wythoff's game: one heap becomes smaller, or both by the same number. *)
Definition wythoff p := match p with
  | [a; b] => map (fun x => [x; b]) (below a) ++ map (fun y => [a; y]) (below b) ++
      map (fun k => [a - (k + 1); b - (k + 1)]) (below (N.min a b))
  | _ => []
  end.
(** What is taken is one of some amounts; is even but not the whole, or the whole of an odd heap. *)
Definition subtraction (amounts : list N) (n : N) : list N := map (N.sub n) (filter (fun a => a <=? n) amounts).
Definition even_odd (n : N) : list N :=
  map (N.sub n) (filter (fun a => (0 <? a) && N.even a) (below n) ++ if N.odd n then [n] else []).
(** Octal games: when k are taken, digit k of the code allows (adding 1, 2, 4) that nothing is left, one
    heap, or two, which nobody may make of the whole without a 4 before the point. *)
Definition octal (code : list N) (n : N) : list (list N) := flat_map (fun k =>
    let rest := n - k in let allows b := N.testbit (nth (N.to_nat k) code 0) b in
    (if (rest =? 0) && (0 <? k) && allows 0 then [[]] else []) ++
    (if (0 <? rest) && (0 <? k) && allows 1 then [[rest]] else []) ++
    (if allows 2 then map (fun x => [x + 1; rest - (x + 1)]) (below (rest / 2)) else []))
  (below (N.min (n + 1) (N.of_nat (length code)))).

(** Take-away games: a pile is two numbers, how many there are, and at most how many may be taken; after
    x were taken, that is f x (but not more than there are). *)
Inductive expression := Taken | Constant (n : N) | Apply (f : operation) (a b : expression)
with operation := Plus | Less | Times | Over | Least | Greatest.
Fixpoint evaluate (e : expression) (x : N) : N :=
  match e with
  | Taken => x
  | Constant n => n
  | Apply f a b => match f with Plus => N.add | Less => N.sub | Times => N.mul | Over => N.div
      | Least => N.min | Greatest => N.max end (evaluate a x) (evaluate b x)
  end.
Fixpoint take_away (f : expression) (p : list N) : list (list N) :=
  match p with
  | n :: most :: p =>
      map (fun k => let rest := n - (k + 1) in rest :: N.min rest (evaluate f (k + 1)) :: p) (below most) ++
      map (fun q => n :: most :: q) (take_away f p)
  | _ => []
  end.
