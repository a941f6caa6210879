(** Numbers that are counted, as plainly as they are defined. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies PositionalGames.
Import ListNotations.
Local Open Scope N_scope.

(** A full board is the set of First's cells. It is drawn where nobody owns a set of his. *)
Definition drawn (b : board) (A : N) : bool :=
  negb (existsb (whole A) (wants b First)) && negb (existsb (forallb (fun c => negb (has A c))) (wants b Second)).
Definition free_cells (b : board) (p : place) : list cell := filter (free p) (every_cell b).
Definition how_many (b : board) (A : N) : N := N.of_nat (length (filter (has A) (every_cell b))).
(** All full boards with the stones of [p]; those that play in turn fills, if it is said who starts. *)
Definition full_boards (b : board) (p : place) : list N :=
  fold_left (fun boards c => boards ++ map (fun A => N.setbit A c) boards) (free_cells b p) [firsts p].
Definition shared (b : board) (p : place) (starter : option player) (A : N) : bool := match starter with
  | None => true
  | Some s => how_many b A =? how_many b (firsts p) +
      (N.of_nat (length (free_cells b p)) + match s with First => 1 | Second => 0 end) / 2
  end.
Definition drawn_boards (b : board) (p : place) (starter : option player) : list N :=
  filter (fun A => drawn b A && shared b p starter A) (full_boards b p).
(** An example of a full board with the stones of [p]. *)
Definition drawn_example (b : board) (p : place) (starter : option player) (A : N) : bool :=
  drawn b A && shared b p starter A && (N.land (firsts p) A =? firsts p) && (N.land (seconds p) A =? 0).

(** Do the numbers split into triples of sum T? The first goes with two others, and the rest splits. *)
Fixpoint with_others (k : nat) (l : list N) : list (list N * list N) := match k, l with   (* k taken, the rest *)
  | O, _ => [([], l)]
  | S _, [] => []
  | S k', x :: l => map (fun '(taken, rest) => (x :: taken, rest)) (with_others k' l) ++
      map (fun '(taken, rest) => (taken, x :: rest)) (with_others k l)
  end.
Fixpoint splits (T : N) (l : list N) (fuel : list N) : bool := match l, fuel with
  | [], _ => true
  | x :: l, _ :: fuel =>
      existsb (fun '(two, rest) => (fold_left N.add two x =? T) && splits T rest fuel) (with_others 2 l)
  | _, [] => false
  end.
