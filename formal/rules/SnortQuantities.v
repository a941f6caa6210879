(** Snort and Col: who may still play where, when all is decided, and what is counted then. *)
Require Import List Bool NArith ZArith.
From Gameproof Require Import Strategies GraphGames.
Import ListNotations.
Local Open Scope N_scope.

Inductive of_stones :=
| Labels (first second only_first only_second : N)   (* stones; empty vertices kept for one player *)
| Terminal (to_move : player) | Score (to_move : player).

(** Where a player with the stones [own] may put one: not beside the other's (Snort), his own (Col). *)
Definition open_to (col : bool) g (own others kept : N) : N :=
  mask (filter (fun v => negb (has own v || has others v || has kept v ||
    existsb (has (if col then own else others)) (neighbours g v))) (below (vertices g))).
(** The position must be that of these stones; 1 where First may play, 2 Second, 3 both, 0 nobody. *)
Definition labels (col : bool) g p (first second only_first only_second : N) : option (list N) :=
  let A := open_to col g first second only_second in
  let B := open_to col g second first only_first in
  match p with
  | [A'; B'] => if (A =? A') && (B =? B')
      then Some (map (fun v => (if has A v then 1 else 0) + (if has B v then 2 else 0)) (below (vertices g)))
      else None
  | _ => None
  end.

(** On how many vertices a player may put a stone. *)
Definition room g s p : N := match p with
  | [A; B] => N.of_nat (length (filter (has match s with First => A | Second => B end) (below (vertices g))))
  | _ => 0
  end.
(** No move takes a vertex from anybody, but from who moves the one that he plays on. *)
Definition decided (col : bool) g p : bool :=
  forallb (fun s => forallb (fun q => (room g s q + 1 =? room g s p) && (room g (other s) q =? room g (other s) p))
    (stones col g s p)) [First; Second].
Definition lead g p : Z := Z.of_N (room g First p) - Z.of_N (room g Second p).
(** 0 where it is not decided; who has more room wins, 1 First, 2 Second; with as much who is not to move. *)
Definition terminal (col : bool) g p (s : player) : N :=
  if decided col g p then match lead g p, s with Zpos _, _ | Z0, Second => 1 | _, _ => 2 end else 0.
(** Twice what First, who plays for the most, gets of his lead when all is decided, and 1/2 on Second's turn. *)
Definition better s (x y : option Z) : option Z := match x, y with
  | Some x, Some y => Some (match s with First => Z.max x y | Second => Z.min x y end)
  | _, _ => None
  end.
Fixpoint score (col : bool) g (fuel : nat) s p : option Z :=
  if decided col g p then Some (2 * lead g p + match s with First => 0 | Second => 1 end)%Z else
  match fuel with O => None | S fuel => match map (score col g fuel (other s)) (stones col g s p) with
    x :: l => fold_left (better s) l x | [] => None end
  end.
(** A whole number is two: how much above 0, how much below. *)
Definition stones_count (col : bool) g p (q : of_stones) : option (list N) := match q with
  | Labels first second only_first only_second => labels col g p first second only_first only_second
  | Terminal s => Some [terminal col g p s]
  | Score s => option_map (fun z => [Z.to_N z; Z.to_N (- z)]) (score col g (N.to_nat (vertices g)) s p)
  end.
