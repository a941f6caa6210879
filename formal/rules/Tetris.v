(** Tetris with a known sequence of pieces. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.

(** The pieces I, O, T, S, Z, J, L: (column, row) of their cells, row 0 being the lowest. *)
Definition shapes : list (list (N * N)) :=
  [[(0, 0); (1, 0); (2, 0); (3, 0)]; [(0, 0); (1, 0); (0, 1); (1, 1)]; [(0, 0); (1, 0); (2, 0); (1, 1)];
   [(0, 0); (1, 0); (1, 1); (2, 1)]; [(1, 0); (2, 0); (0, 1); (1, 1)]; [(0, 0); (1, 0); (2, 0); (0, 1)];
   [(0, 0); (1, 0); (2, 0); (2, 1)]].
Definition most (l : list N) : N := fold_right N.max 0 l.
(** A quarter turn clockwise; the cells on a board, the lower left at (c, r); the orientations that differ. *)
Definition turned (s : list (N * N)) := map (fun '(x, y) => (y, most (map fst s) - x)) s.
Definition placed_at (columns : N) s (c r : N) : N := mask (map (fun '(x, y) => (r + y) * columns + (c + x)) s).
Fixpoint distinct (l : list (list (N * N))) := match l with
  | [] => []
  | s :: l => s :: filter (fun t => negb (placed_at 4 s 0 0 =? placed_at 4 t 0 0)) (distinct l)
  end.
Definition orientations (k : N) : list (list (N * N)) :=
  let s := nth (N.to_nat k) shapes [] in distinct [s; turned s; turned (turned s); turned (turned (turned s))].

(** [motion] is 0 where a piece only falls, 1 where it also moves to the sides, 2 where it turns on the way. *)
Record tetris := Tetris_board { rows : N; columns : N; motion : N; pieces : list N }.
Section Motion.
Variables (t : tetris) (turns : list (list (N * N))) (B : N).
(** Orientation and column of a piece; it begins above the board, where all are reached. *)
Definition everywhere : list (N * N) :=
  flat_map (fun '(o, s) => map (pair o) (below (columns t - most (map fst s)))) (numbered turns).
Definition piece_at r (a : N * N) : N := placed_at (columns t) (nth (N.to_nat (fst a)) turns []) (snd a) r.
Definition fits r a : bool := N.land B (piece_at r a) =? 0.
Definition near (a b : N * N) : bool := let n := N.of_nat (length turns) in
  (fst a =? fst b) && ((snd a =? snd b) || (snd a =? snd b + 1) || (snd b =? snd a + 1)) ||
  (motion t =? 2) && (snd a =? snd b) && ((fst a =? (fst b + 1) mod n) || (fst b =? (fst a + 1) mod n)).
(** Step by step, as long as there are new ones. *)
Fixpoint spread (steps there reached : list (N * N)) : list (N * N) :=
  let more := filter (fun b => existsb (near b) reached) there in
  match steps with [] => more | _ :: steps =>
    if Nat.eqb (length more) (length reached) then more else spread steps there more end.
(** The cells of the piece where it comes to rest, from row [r] downwards, of which these are reached there. *)
Fixpoint rests (r : nat) (reached : list (N * N)) : list N :=
  let row := N.of_nat r in let top a := row + most (map snd (nth (N.to_nat (fst a)) turns [])) in
  map (piece_at row) (filter (fun a => ((row =? 0) || negb (fits (row - 1) a)) && (top a <? rows t)) reached) ++
  match r with O => [] | S r => let free := filter (fits (N.of_nat r)) in
    rests r (if motion t =? 0 then free reached else spread everywhere (free everywhere) (free reached)) end.
End Motion.
Definition row_cells t B r : list N := filter (fun c => has B (r * columns t + c)) (below (columns t)).
(** A position: the board, pieces placed, rows cleared, and four at once. Full rows vanish. *)
Definition fixed t p cells : list N := match p with
  | [B; placed; cleared; fours] => let B := N.lor B cells in
      let kept := filter (fun r => N.of_nat (length (row_cells t B r)) <? columns t) (below (rows t)) in
      let gone := rows t - N.of_nat (length kept) in
      [mask (flat_map (fun '(k, r) => map (N.add (k * columns t)) (row_cells t B r)) (numbered kept));
       placed + 1; cleared + gone; if gone =? 4 then fours + 1 else fours]
  | p => p
  end.
Definition tetris_moves t p : list (list N) := match nth_error (pieces t) (N.to_nat (nth 1 p 0)) with
  | Some k => map (fixed t p) (let s := orientations k in rests t s (hd 0 p) (N.to_nat (rows t)) (everywhere t s))
  | None => []
  end.
