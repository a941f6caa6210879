(** Hex without borders: two colours on hexagons whose opposite edges are glued, to a torus or a Klein bottle. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.

Record glued := Glued_board { klein : bool; g_rows : N; g_columns : N }.
Section Walks.
Variable t : glued.
Let R := g_rows t. Let C := g_columns t.
(** A step from a hexagon, by (0, 1 or 2) - 1 rows and columns: where it leads, and what it crosses: 2 for the right
    or left edge, 1 for the upper or lower one. On the bottle (r, c) and (r + R, -c - r) are one cell. Numbers
    are not negative here: r and c are one more, x is 2 C more. *)
Definition g_step (v : N) (d : N * N) : N * N :=
  let r := v / C + fst d in let c := v mod C + snd d in
  let out := (r =? 0) || (r =? R + 1) in
  let x := if out && klein t then 2 * C + (if r =? 0 then 2 else 1) - c else 2 * C + c - 1 in
  (((r + R - 1) mod R) * C + x mod C, (if N.odd (x / C) then 2 else 0) + (if out then 1 else 0)).
Definition g_near (v : N) : list (N * N) := map (g_step v) [(1, 2); (1, 0); (2, 1); (0, 1); (2, 0); (0, 2)].
Definition hexagons : list N := below (g_rows t * g_columns t).
(** Number 4 v + e: cell v, reached by a walk that crossed edges as often as e says, modulo 2. *)
Definition g_spread (A : N) (S : N) : N :=
  fold_left (fun S x => if has S x then
      fold_left (fun S '(w, e) => if has A w then N.setbit S (4 * w + N.lxor (x mod 4) e) else S) (g_near (x / 4)) S
    else S) (below (4 * (g_rows t * g_columns t))) S.
Fixpoint g_reached (A : N) (steps : list N) (S : N) : N := match steps with
  | [] => S
  | _ :: steps => let S' := g_spread A S in if S' =? S then S else g_reached A steps S' end.
(** Is there a closed walk over the cells A that crosses so? *)
Definition closed_walk (A e : N) : bool :=
  let steps := below (4 * (g_rows t * g_columns t)) in
  existsb (fun v => has A v && has (g_reached A steps (N.setbit 0 (4 * v))) (4 * v + e)) hexagons.
(** First, x, wants (1, 0) on the torus, (0, 1) on the bottle; Second, o, (0, 1) and (1, 1), or (0, 1) and (1, 0). *)
Definition own_walks (s : player) : list N := match s with
  | First => if klein t then [1] else [2]
  | Second => if klein t then [1; 2] else [1; 3]
  end.
Definition glued_end (p : list N) : option result := match p with
  | [A; B] => if existsb (closed_walk A) (own_walks First) then Some (Won First)
      else if existsb (closed_walk B) (own_walks Second) then Some (Won Second) else None
  | _ => None
  end.
Definition glued_moves (s : player) (p : list N) : list (list N * player) := match p with
  | [A; B] => map (fun v => (match s with First => [N.setbit A v; B] | Second => [A; N.setbit B v] end, other s))
      (filter (fun v => negb (has A v) && negb (has B v)) hexagons)
  | _ => []
  end.
End Walks.
