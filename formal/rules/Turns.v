(** Positional games whose plies belong to the players of a list, and such as are lost by a whole set. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies PositionalGames.
Import ListNotations.
Local Open Scope N_scope.

(** A position: the cells of First, of Second, and how many plies were made. Where cells are listed, the
    first ply takes one of them. The play ends with a whole set, which wins, or (avoid) loses; with a full
    board; and with the list. *)
Definition turns_end (b : board) (avoid : bool) (turns : list player) (p : list N) : option result :=
  match p with
  | [A; B; k] => let q := Place A B First in
      if completed b q First then Some (Won (if avoid then Second else First))
      else if completed b q Second then Some (Won (if avoid then First else Second))
      else if full b q || (N.of_nat (length turns) <=? k) then Some (full_board b) else None
  | _ => None
  end.
Definition turns_moves (b : board) (turns : list player) (first : list cell) (s : player) p : list (list N * player) :=
  match p with
  | [A; B; k] => let next := nth (N.to_nat (k + 1)) turns s in
      map (fun c => (match s with First => [N.setbit A c; B; k + 1] | Second => [A; N.setbit B c; k + 1] end, next))
        (filter (fun c => free (Place A B First) c &&
          match first with [] => true | _ => (0 <? k) || existsb (N.eqb c) first end) (every_cell b))
  | _ => []
  end.
