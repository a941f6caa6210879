(** Paper soccer: lines are drawn from the ball, a king's step each. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.

(** Points are (x, y). By the rules of the document the field is m x n with rows from 0 on. By the standard rules
    it is rows 1 to n + 1, and behind each end stands a goal, rows 0 and n + 2. *)
Definition point := (N * N)%type.
Definition same_point (p q : point) : bool := (fst p =? fst q) && (snd p =? snd q).
Record pitch := Pitch { wide : N; long : N; standard : bool; mouth_bounces : bool }.
Section Pitch.
Variable t : pitch.
Let m := wide t. Let n := long t.
Definition middle : N := if standard t then m / 2 else (m + 1) / 2.
Definition bottom : N := if standard t then 1 else 0. Definition top : N := bottom + n.
Definition inside (p : point) : bool := (fst p <=? m) && (bottom <=? snd p) && (snd p <=? top).
Definition at_end (p : point) : bool := (snd p =? bottom) || (snd p =? top).
Definition mouth (p : point) : bool := (fst p =? middle) && at_end p.
Definition border (p : point) : bool := inside p && ((fst p =? 0) || (fst p =? m) || at_end p).
Definition same_side (p q : point) : bool :=
  (fst p =? fst q) && ((fst p =? 0) || (fst p =? m)) || (snd p =? snd q) && at_end p.
(** Behind the ends; on or beside the middle. *)
Definition behind (p : point) : bool := standard t && ((snd p =? 0) || (snd p =? top + 1)).
Definition near (x : N) : bool := (x + 1 =? middle) || (x =? middle) || (x =? middle + 1).
(** Lines: in the field, but (standard) along no border, save at the middle of a mouth; from the middle of a
    mouth to the goal's points, and from its posts to the goal's middle. *)
Definition drawable (p q : point) : bool :=
  if inside p && inside q then negb (standard t && same_side p q && negb (mouth p) && negb (mouth q))
  else let from p q := mouth p && near (fst q) || near (fst p) && (fst q =? middle) in
    let into p q := inside p && at_end p && behind q && from p q in into p q || into q p.
(** A king's step to the right, or up. *)
Definition steps '(x, y) : list point := [(x + 1, y)] ++
   (if x =? 0 then [] else [(x - 1, y + 1)]) ++ [(x, y + 1); (x + 1, y + 1)].
Definition pitch_lines : list (point * point) := flat_map (fun y => flat_map (fun x =>
    map (pair (x, y)) (filter (drawable (x, y)) (steps (x, y)))) (below (m + 1))) (below (top + 2)).
(** Second attacks row n by the document, First by the standard rules. *)
Definition goal_of (p : point) : option player :=
  if standard t then if (snd p =? 0) && near (fst p) then Some Second
    else if (snd p =? top + 1) && near (fst p) then Some First else None
  else if (fst p =? middle) && (snd p =? n) then Some Second
    else if (fst p =? middle) && (snd p =? 0) then Some First else None.
Definition bounces (p : point) : bool := standard t && border p && (mouth_bounces t || negb (mouth p)).

(** A position: the numbers of the lines that are drawn, and the ball. Who reaches a point that bounces, or
    has a line, goes on. Who cannot draw has lost. *)
Definition other_end (v : point) (l : point * point) : list point :=
  if same_point (fst l) v then [snd l] else if same_point (snd l) v then [fst l] else [].
Definition soccer_moves (s : player) (p : list N) : list (list N * player) := match p with
  | [drawn; x; y] => flat_map (fun '(k, l) => if has drawn k then [] else
      let met v '(j, l) := has drawn j && (same_point (fst l) v || same_point (snd l) v) in
      let next v := if bounces v || existsb (met v) (numbered pitch_lines) then s else other s in
      map (fun v => ([N.setbit drawn k; fst v; snd v], next v)) (other_end (x, y) l)) (numbered pitch_lines)
  | _ => [] end.
Definition soccer_end (s : player) (p : list N) : option result := match p with
  | [_; x; y] => match goal_of (x, y), soccer_moves s p with
      Some w, _ => Some (Won w) | None, [] => Some (Won (other s)) | _, _ => None end
  | _ => None
  end.
End Pitch.
