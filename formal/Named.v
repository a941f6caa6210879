(** Theorems with names. What they say stands here; [theorems.py] writes the numbers of a certificate, and
    Coq's kernel closes the theorem by computing [check]. *)
Require Import List NArith Lia.
From Gameproof Require Import Meaning Stream Check.
Import ListNotations.
Local Open Scope N_scope.

Definition question := (instance * list statement)%type.
Definition holds (q : question) : Prop := Forall (means (fst q)) (snd q).
Theorem closed (s : list N) (q : question) : check s = Some q -> holds q.
Proof. destruct q as [i l]. apply check_sound. Qed.
(** The first [count] words of an array, each 20 bits of a number and whether more of it come. *)
Fixpoint joined (x : N) (done words : list N) : list N :=
  match words with
  | [] => rev_append done []
  | w :: words => let x := N.lor (N.shiftl x 20) (N.land w 1048575) in
      if N.testbit w 20 then joined x done words else joined 0 (x :: done) words
  end.
Definition stream (count : N) (a : list N) : list N := match several one count a with Some (s, _) => joined 0 [] s | None => [] end.

Definition empty (a : shape) : instance := Positional a false [] [].
Definition nobody_wins : list statement :=
  [Prevent First [First] [Won Second] None; Prevent First [Second] [Won First] None].
Definition first_wins : list statement := [Force First [First] [Won First] None].
Definition breaker_wins : list statement := [Force First [Second] [Won Second] None].

Definition tictactoe_draw : question := (empty (Cube 3 2), nobody_wins).
Definition draw_5_2 : question := (empty (Cube 5 2), nobody_wins).
Definition draw_6_3 : question := (empty (Cube 6 3), nobody_wins).
Definition draw_7_3 : question := (empty (Cube 7 3), nobody_wins).
Definition draw_8_3 : question := (empty (Cube 8 3), nobody_wins).
Definition draw_14_5 : question := (empty (Cube 14 5), nobody_wins).
Definition no_pairing_4_2 : question := (empty (Cube 4 2), [Paired false First false]).
(** 4 x 4 x 4. *)
Definition first_wins_4_3 : question := (empty (Cube 4 3), first_wins).
Definition breaker_wins_8_8 : question := (Positional (Row 8 8 5) true [] [], breaker_wins).
Definition breaker_wins_5_10 : question := (Positional (Row 5 10 5) true [] [], breaker_wins).
Definition breaker_wins_6_9 : question := (Positional (Row 6 9 5) true [] [], breaker_wins).
Definition breaker_wins_7_8 : question := (Positional (Row 7 8 5) true [] [], breaker_wins).
(** Four in a row on 4 x n: the first player wins, on 4 x 8 under the weak rule. *)
Definition maker_wins_4_8 : question := (Positional (Row 4 8 4) true [] [], first_wins).
Definition first_wins_4_9 : question := (empty (Row 4 9 4), first_wins).
Definition first_wins_4_10 : question := (empty (Row 4 10 4), first_wins).
Definition first_wins_4_11 : question := (empty (Row 4 11 4), first_wins).
Definition first_wins_4_12 : question := (empty (Row 4 12 4), first_wins).
Definition first_wins_4_13 : question := (empty (Row 4 13 4), first_wins).
Definition first_wins_4_14 : question := (empty (Row 4 14 4), first_wins).
(** And on 4 x q for all q from 13, or from 9, on. *)
Definition first_wins_4_from (least : N) : Prop := forall q, least <= q -> holds (empty (Row 4 q 4), first_wins).
Definition first_wins_4_wide : Prop := first_wins_4_from 13.
Definition first_wins_4 : Prop := first_wins_4_from 9.
Lemma from_nine : holds first_wins_4_9 -> holds first_wins_4_10 -> holds first_wins_4_11 -> holds first_wins_4_12 ->
  first_wins_4_wide -> first_wins_4.
Proof.
  intros W9 W10 W11 W12 W q L.
  assert (Q : q = 9 \/ q = 10 \/ q = 11 \/ q = 12 \/ 13 <= q) by (clear -L; lia).
  destruct Q as [->|[->|[->|[->|Q]]]]; [exact W9|exact W10|exact W11|exact W12|exact (W q Q)].
Qed.
(** Five in a row on the 8 x 8 torus: Maker wins. *)
Definition maker_wins_torus_8_8 : question := (Positional (Torus 8 8 5) true [] [], first_wins).
(** Five in a row on 15 x 15, first on h8 and i9, second on h4: the first player, to move, wins. *)
Definition gomoku_h4 : question := (Positional (Row 15 15 5) false [112; 128] [52], first_wins).
Definition petersen : graph :=
  Graph 10 [(0,1);(1,2);(2,3);(3,4);(4,0);(0,5);(1,6);(2,7);(3,8);(4,9);(5,7);(6,8);(7,9);(8,5);(9,6)].
Definition petersen_N : question := (LastMove false (Geography petersen) [0; 0], first_wins).
