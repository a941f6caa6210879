(** Positional games whose plies belong to the players of a list, such as are lost by a whole set, stones that
    fall, and rows of exactly k. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies PositionalGames Boards.
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

(** Stones that fall, in turn: a cell may be taken where that below it, [columns] further, is taken, or none is. *)
Definition falling_end (b : board) (p : list N) : option result :=
  match p with [A; B] => ends b (Place A B First) | _ => None end.
Definition falling_moves (b : board) (columns : N) (s : player) p : list (list N * player) := match p with
  | [A; B] => let q := Place A B First in
      map (fun c => (match s with First => [N.setbit A c; B] | Second => [A; N.setbit B c] end, other s))
        (filter (fun c => free q c && ((size b <=? c + columns) || negb (free q (c + columns)))) (every_cell b))
  | _ => []
  end.

(** Rows of exactly k: with each the cells that would make it longer, of which its owner has none. *)
Definition exact_rows (m n k : N) : list (list cell * list cell) :=
  flat_map (fun '(down, along, mirror) => flat_map (fun r => flat_map (fun c =>
    let at_ t := (r + t * down) * n + (if mirror : bool then c - t * along else c + t * along) in
    if (r + (k - 1) * down <? m) && (if mirror then k - 1 <=? c else c + (k - 1) * along <? n)
    then [(map at_ (below k),
      (if (down <=? r) && (if mirror then c + along <? n else along <=? c)
       then [(r - down) * n + (if mirror then c + along else c - along)] else []) ++
      (if (r + k * down <? m) && (if mirror then k <=? c else c + k * along <? n) then [at_ k] else []))]
    else []) (below n)) (below m)) directions.
Definition has_exactly (m n k A : N) : bool :=
  existsb (fun '(L, beside) => whole A L && negb (existsb (has A) beside)) (exact_rows m n k).
Definition exact_end (m n k : N) (p : list N) : option result := match p with
  | [A; B] => if has_exactly m n k A then Some (Won First) else if has_exactly m n k B then Some (Won Second)
      else if full (Board (m * n) (fun _ => []) Draw) (Place A B First) then Some Draw else None
  | _ => None
  end.
Definition exact_moves (m n : N) (s : player) p : list (list N * player) := match p with
  | [A; B] => map (fun c => (match s with First => [N.setbit A c; B] | Second => [A; N.setbit B c] end, other s))
      (filter (free (Place A B First)) (below (m * n)))
  | _ => []
  end.
