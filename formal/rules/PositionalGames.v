(** Positional games: two players take cells in turn and want whole sets of cells. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.


(** The cells are the numbers below [size]; [wants s] are the sets that [s] wants to own first;
    a full board on which nobody owns one of his has the result [full_board]. *)
Record board := Board { size : N; wants : player -> list (list cell); full_board : result }.

Record place := Place { firsts : N; seconds : N; turn : player }.
Definition own p s := match s with First => firsts p | Second => seconds p end.
Definition free p c : bool := negb (has (firsts p) c) && negb (has (seconds p) c).
Definition put (c : cell) p : place :=
  match turn p with
  | First => Place (N.setbit (firsts p) c) (seconds p) Second
  | Second => Place (firsts p) (N.setbit (seconds p) c) First
  end.

Section Rules.
Variable b : board.
Definition every_cell : list cell := below (size b).
Definition whole (A : N) (L : list cell) : bool := forallb (has A) L.
Definition completed p s : bool := existsb (whole (own p s)) (wants b s).
Definition full p : bool := negb (existsb (free p) every_cell).
Definition ends p : option result :=
  if completed p First then Some (Won First)
  else if completed p Second then Some (Won Second)
  else if full p then Some (full_board b) else None.
Definition positional : game :=
  Game place cell turn ends (fun p => filter (free p) every_cell) (fun p c => put c p).
End Rules.

(** A pairing for [other s]: disjoint pairs of free cells, one in each set of [s] in which the
    other has no stone. *)
Definition Pairing_exists (b : board) (s : player) (p : place) : Prop :=
  exists ps : list (cell * cell),
    NoDup (flat_map (fun ab => [fst ab; snd ab]) ps) /\
    (forall ab, In ab ps -> free p (fst ab) = true /\ free p (snd ab) = true) /\
    forall L, In L (wants b s) -> (forall c, In c L -> has (own p (other s)) c = false) ->
      exists ab, In ab ps /\ In (fst ab) L /\ In (snd ab) L.

(** The same with a pair of its own for each of these sets, as often as the set is listed. *)
Definition live_sets (b : board) (s : player) (p : place) : list (list cell) :=
  filter (fun L => forallb (fun c => negb (has (own p (other s)) c)) L) (wants b s).
Definition Own_pairing_exists (b : board) (s : player) (p : place) : Prop :=
  exists ps : list (cell * cell),
    NoDup (flat_map (fun ab => [fst ab; snd ab]) ps) /\
    (forall ab, In ab ps -> free p (fst ab) = true /\ free p (snd ab) = true) /\
    Forall2 (fun L ab => In (fst ab) L /\ In (snd ab) L) (live_sets b s p) ps.
