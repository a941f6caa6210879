(** Hackenbush, and games on squares. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.

(** Hackenbush: lines between points, of which 0 is the ground; those of colour 0 may be cut by both, of
    colour 1 by First, of colour 2 by Second. What is not connected with the ground falls off. *)
Definition drawing := list (N * N * N).
Definition reach (lines : drawing) (A R : N) : N := fold_left (fun R '(k, (u, v, _)) =>
    if has A k && (has R u || has R v) then N.setbit (N.setbit R u) v else R) (numbered lines) R.
Definition standing (lines : drawing) (A : N) : N :=
  let R := fold_left (fun R _ => reach lines A R) lines 1 in
  mask (map fst (filter (fun '(k, (u, _, _)) => has A k && has R u) (numbered lines))).
Definition may_cut (s : player) (colour : N) : bool :=
  match colour with 0 => true | 1 => same_player s First | _ => same_player s Second end.
Definition hackenbush (lines : drawing) (s : player) p : list (list N) := match p with
  | [A] => map (fun '(k, _) => [standing lines (N.clearbit A k)])
      (filter (fun '(k, (_, _, colour)) => has A k && may_cut s colour) (numbered lines))
  | _ => []
  end.

(** On squares: row by row, [columns] numbers a row. Chomp: a bite takes a square and all that are neither
    above nor left of it; square 0 is poisoned. *)
Definition chomp (columns cells : N) p : list (list N) := match p with
  | [A] => map (fun v => [clear A (filter (fun c => (v / columns <=? c / columns) && (v mod columns <=? c mod columns))
      (below cells))]) (filter (fun v => has A v && (0 <? v)) (below cells))
  | _ => []
  end.
(** Domineering: free squares; dominoes of First stand, of Second lie. (In the following games the last
    number of a row is no square, so that rows do not touch.) *)
Definition domineering (columns cells : N) (s : player) p : list (list N) := match p with
  | [A] => let beside c := c + match s with First => columns | Second => 1 end in
      map (fun c => [clear A [c; beside c]]) (filter (fun c => has A c && has A (beside c)) (below cells))
  | _ => []
  end.
(** Clobber: stones of First and Second; one goes to a neighbour of the other colour, which is taken. (No stone
    stands in the first row, so that none has a neighbour before it.) *)
Definition clobber (columns cells : N) (s : player) p : list (list N) := match p with
  | [A; B] => flat_map (fun c => flat_map (fun d => match s with
        | First => if has A c && has B d then [[N.setbit (N.clearbit A c) d; N.clearbit B d]] else []
        | Second => if has B c && has A d then [[N.clearbit A d; N.setbit (N.clearbit B c) d]] else []
        end) [c + columns; c - columns; c + 1; c - 1]) (below cells)
  | _ => []
  end.
(** Toads, frogs, empty places: First's toads go right, Second's frogs left, a step or over one of the other.
    (Places 0 and 1 hold nothing.) *)
Definition toads_and_frogs (cells : N) (s : player) p : list (list N) := match p with
  | [T; F; E] => let hop own other c d e := let d := if has other d then e else d in if has own c && has E d
        then Some (N.setbit (N.clearbit own c) d, N.setbit (N.clearbit E d) c) else None in
      flat_map (fun c => match s with
        | First => match hop T F c (c + 1) (c + 2) with Some (T, E) => [[T; F; E]] | None => [] end
        | Second => match hop F T c (c - 1) (c - 2) with Some (F, E) => [[T; F; E]] | None => [] end
        end) (below cells)
  | _ => []
  end.
