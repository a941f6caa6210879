(** Boards with names: their cells and sets. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies PositionalGames.
Import ListNotations.
Local Open Scope N_scope.

(** The lines of [n]^d: along a line each coordinate is constant, rises from 0 to n - 1 or falls.
    ([Lines.v] shows that these are the geometric lines, and that they are ((n+2)^d - n^d) / 2.) *)
Inductive coordinate := Fixed (x : N) | Rising | Falling.
Definition value n t c := match c with Fixed x => x | Rising => t | Falling => n - 1 - t end.
Definition number (n : N) (xs : list N) : cell := fold_left (fun a x => a * n + x) xs 0.
Definition line (n : N) (w : list coordinate) : list cell :=
  map (fun t => number n (map (value n t) w)) (below n).
Fixpoint words (letters : list coordinate) (d : nat) : list (list coordinate) :=
  match d with O => [[]] | S d => flat_map (fun c => map (cons c) (words letters d)) letters end.
(** Of the two directions of a line, that in which the first moving coordinate rises. *)
Definition line_words (n : N) (d : nat) : list (list coordinate) :=
  let constants := map Fixed (below n) in
  flat_map (fun i => flat_map (fun before => map (fun rest => before ++ Rising :: rest)
    (words (constants ++ [Rising; Falling]) (d - 1 - i))) (words constants i)) (rev (seq 0 d)).
Definition lines (n : N) (d : nat) : list (list cell) := map (line n) (line_words n d).

(** k in a row, across, down and on both diagonals: within m rows and n columns, or around a torus. *)
Definition directions : list (N * N * bool) := [(0, 1, false); (1, 0, false); (1, 1, false); (1, 1, true)].
Definition in_a_row (m n k : N) : list (list cell) :=
  flat_map (fun '(down, along, mirror) => flat_map (fun r => flat_map (fun c =>
    if (r + (k - 1) * down <? m) && (if mirror : bool then k - 1 <=? c else c + (k - 1) * along <? n)
    then [map (fun t => (r + t * down) * n + (if mirror then c - t * along else c + t * along)) (below k)]
    else []) (below n)) (below m)) directions.
Definition around (m n k : N) : list (list cell) :=
  flat_map (fun '(down, along, mirror) => flat_map (fun r => map (fun c =>
    map (fun t => (r + t * down) mod m * n + (if mirror : bool then c + t * (n - 1) else c + t * along) mod n)
      (below k)) (below n)) (below m)) directions.

Inductive shape :=
| Cube (n d : N) | Row (m n k : N) | Torus (m n k : N)
| Sets (cells : N) (first second : list (list cell)).   (* the sets themselves *)
(** The weak rule: Second, Breaker, wants no set, and a full board is his. *)
Definition board_of (a : shape) (weak : bool) : board :=
  let make size first second := if weak
    then Board size (fun s => match s with First => first | Second => [] end) (Won Second)
    else Board size (fun s => match s with First => first | Second => second end) Draw in
  let both size sets := make size sets sets in
  match a with
  | Cube n d => both (n ^ d) (lines n (N.to_nat d))
  | Row m n k => both (m * n) (in_a_row m n k)
  | Torus m n k => both (m * n) (around m n k)
  | Sets cells first second => make cells first second
  end.

(** Notakto: crosses on boards of n x n; nobody plays on a board with a whole line. *)
Definition notakto (n : N) (B : N) : list N :=
  if existsb (forallb (has B)) (lines n 2) then []
  else map (N.setbit B) (filter (fun c => negb (has B c)) (below (n * n))).
