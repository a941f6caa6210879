(** Rules [count] and [example]: what the definition of a quantity computes; a board that is drawn. *)
Require Import List Bool NArith.
From Gameproof Require Import Meaning Stream Rule Tables.
Import ListNotations.

Definition read_starter : reader (option player) :=
  k <- maybe; ret (match k with None => None | Some k => Some (if N.eqb k 0 then First else Second) end).
Definition read_of_stones : reader of_stones :=
  k <- one;
  if N.eqb k 0 then a <- read_member; b <- read_member; c <- read_member; d <- read_member; ret (Labels a b c d)
  else s <- read_player; ret (if N.eqb k 1 then Terminal s else Score s).
Definition read_quantity : reader quantity :=
  k <- one;
  if N.eqb k 0 then s <- read_starter; ret (Drawn_boards s)
  else if N.eqb k 1 then ret Fewest_crosses
  else if N.eqb k 2 then ret Sets_of_first
  else if N.eqb k 3 then T <- one; l <- row; ret (Triples T l)
  else if N.eqb k 4 then ret Sizes
  else q <- read_of_stones; ret (Of_stones q).
Definition count_derive (i : instance) : reader (list statement) :=
  q <- read_quantity; ret (match counted i q with Some v => [Counts q v] | None => [] end).
Theorem count_sound i s l s' : count_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold count_derive. intros H. read. match goal with |- context [counted i ?q] => destruct (counted i q) eqn:E end; repeat constructor. exact E.
Qed.
Definition count_rule : rule := Rule count_derive count_sound.

Definition example_derive (i : instance) : reader (list statement) :=
  starter <- read_starter; A <- row;
  ret (match i with
    | Positional a weak first second =>
        if drawn_example (board_of a weak) (Place (mask first) (mask second) First) starter (mask A) then [Drawn starter] else []
    | _ => []
    end).
Theorem example_sound i s l s' : example_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold example_derive. intros H. read. destruct i as [a weak first second| |]; try constructor.
  destruct (drawn_example _ _ _ _) eqn:E; repeat constructor. eexists. exact E.
Qed.
Definition example_rule : rule := Rule example_derive example_sound.
