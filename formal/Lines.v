(** The lines listed are exactly the geometric lines of [n]^d, and there are ((n+2)^d - n^d) / 2. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Stream Families Positional.
Import ListNotations.

Definition constants (n : N) := map Fixed (below n).
Definition point (n : N) (w : list coordinate) (t : N) : cell := number n (map (value n t) w).
Lemma line_points n w : line n w = map (point n w) (below n). Proof. reflexivity. Qed.
(** * How many lines there are *)

Lemma flat_map_length {A B} (f : A -> list B) l k : (forall x, In x l -> length (f x) = k) ->
  length (flat_map f l) = length l * k.
Proof.
  induction l as [|x l IH]; simpl; auto. intros H. rewrite app_length, IH by auto. rewrite H; auto.
Qed.
Lemma words_length ls d : length (words ls d) = length ls ^ d.
Proof.
  induction d as [|d IH]; simpl; auto. rewrite flat_map_length with (k := length ls ^ d); [lia|].
  intros. now rewrite map_length.
Qed.
Lemma line_words_sum n d k : k <= d ->
  let N := N.to_nat n in
  2 * length (flat_map (fun i => flat_map (fun before => map (fun after => before ++ Rising :: after)
      (words (constants n ++ [Rising; Falling]) (d - 1 - i))) (words (constants n) i)) (rev (seq 0 k)))
    + N ^ k * (N + 2) ^ (d - k) = (N + 2) ^ d.
Proof.
  intros H N. induction k as [|k IH].
  - simpl. now rewrite Nat.sub_0_r, Nat.add_0_r.
  - rewrite seq_S, rev_app_distr. simpl rev. simpl app. simpl flat_map. rewrite app_length.
    rewrite flat_map_length with (k := (N + 2) ^ (d - 1 - k)).
    2: { intros. rewrite map_length, words_length. unfold constants, below.
         rewrite app_length, !map_length, seq_length. reflexivity. }
    rewrite words_length. unfold constants at 1, below at 1. rewrite !map_length, seq_length. fold N.
    rewrite <- IH by lia. replace (d - k) with (S (d - S k)) by lia. replace (d - 1 - k) with (d - S k) by lia.
    simpl. nia.
Qed.
(** There are ((n + 2)^d - n^d) / 2 lines. *)
Theorem number_of_lines n d : 2 * length (lines n d) + N.to_nat n ^ d = (N.to_nat n + 2) ^ d.
Proof.
  unfold lines. rewrite map_length. pose proof (line_words_sum n d d (le_n d)) as H. simpl in H.
  rewrite Nat.sub_diag in H. simpl in H. unfold line_words. cbv zeta. fold (constants n). lia.
Qed.

Lemma number_below n : forall xs a, (0 < n)%N -> (forall x, In x xs -> (x < n)%N) ->
  (fold_left (fun a x => a * n + x) xs a < (a + 1) * n ^ N.of_nat (length xs))%N.
Proof.
  induction xs as [|x xs IH]; simpl length; intros a P H; [simpl; lia|].
  simpl fold_left. eapply N.lt_le_trans; [apply IH; auto; intros; apply H; simpl; auto|].
  rewrite Nat2N.inj_succ, N.pow_succ_r', N.mul_assoc. apply N.mul_le_mono_r.
  specialize (H x (or_introl eq_refl)). nia.
Qed.
Lemma words_in ls d w : In w (words ls d) -> length w = d /\ forall c, In c w -> In c ls.
Proof.
  revert w; induction d as [|d IH]; simpl; intros w.
  - intros [<-|[]]. split; auto. simpl; tauto.
  - rewrite in_flat_map. intros (c & Ic & I). apply in_map_iff in I as (v & <- & I). apply IH in I as [L I].
    simpl; split; auto. intros x [<-|X]; auto.
Qed.
Lemma line_words_in n d w : In w (line_words n d) -> length w = d /\
  forall c, In c w -> In c (constants n ++ [Rising; Falling]).
Proof.
  unfold line_words. rewrite in_flat_map. intros (i & Ii & I). apply in_rev, in_seq in Ii.
  apply in_flat_map in I as (u & Iu & I). apply in_map_iff in I as (v & <- & I).
  apply words_in in Iu as [Lu Cu]. apply words_in in I as [Lv Cv]. split.
  - rewrite app_length; simpl. lia.
  - intros c. rewrite in_app_iff. simpl. intros [J|[<-|J]]; auto; rewrite in_app_iff; simpl; auto.
Qed.
Lemma value_below n t c : (t < n)%N -> In c (constants n ++ [Rising; Falling]) -> (value n t c < n)%N.
Proof.
  intros L I. rewrite in_app_iff in I. destruct I as [I|[<-|[<-|[]]]]; simpl; try lia.
  apply in_map_iff in I as (x & <- & I). simpl. now apply in_below.
Qed.
Lemma line_on_board n d L c : In L (lines n d) -> In c L -> (c < n ^ N.of_nat d)%N.
Proof.
  intros IL Ic. apply in_map_iff in IL as (w & <- & Iw). apply in_map_iff in Ic as (t & <- & It).
  apply in_below in It. apply line_words_in in Iw as [Lw Cw].
  pose proof (number_below n (map (value n t) w) 0) as B. rewrite map_length, Lw in B.
  unfold number. eapply N.lt_le_trans; [apply B|lia].
  - lia.
  - intros x X. apply in_map_iff in X as (y & <- & Y). apply value_below; auto.
Qed.
Theorem lines_on_board n d weak : on_board (board_of (Cube n d) weak).
Proof.
  intros s L c IL Ic. apply in_cells_board.
  assert (I : In L (lines n (N.to_nat d))) by (destruct weak, s; simpl in IL; tauto).
  destruct weak; simpl; rewrite <- (N2Nat.id d) at 1; eapply line_on_board; eauto.
Qed.
Lemma lines_nonempty n d : (0 < n)%N -> ~ In [] (lines n d).
Proof.
  intros P I. apply in_map_iff in I as (w & E & _). unfold line in E. apply map_eq_nil in E.
  assert (K : In 0%N (below n)) by now apply in_below. now rewrite E in K.
Qed.

(** The literature: n points whose i-th coordinates are constant, or 1, ..., n, or n, ..., 1, not all constant. *)
Definition constant (c : coordinate) : Prop := exists x, c = Fixed x.
Definition geometric (n : N) (d : nat) (w : list coordinate) : Prop :=
  length w = d /\ (forall x, In (Fixed x) w -> (x < n)%N) /\ exists c, In c w /\ ~ constant c.

Lemma in_words ls d : forall w, length w = d -> (forall c, In c w -> In c ls) -> In w (words ls d).
Proof.
  induction d as [|d IH]; intros [|c w] L H; try discriminate; simpl; auto.
  apply in_flat_map. exists c. split; [apply H; simpl; auto|]. apply in_map, IH; [now injection L|].
  intros x I. apply H. simpl; auto.
Qed.
Definition flip (c : coordinate) := match c with Fixed x => Fixed x | Rising => Falling | Falling => Rising end.
Lemma value_flip n t c : (t < n)%N -> value n t (flip c) = value n (n - 1 - t) c.
Proof. intros L. destruct c; simpl; auto. lia. Qed.
Lemma point_flip n t w : (t < n)%N -> point n (map flip w) t = point n w (n - 1 - t).
Proof.
  intros L. unfold point. f_equal. rewrite map_map. apply map_ext. intros c. now apply value_flip.
Qed.
Lemma line_flip n w x : In x (line n (map flip w)) <-> In x (line n w).
Proof.
  rewrite !line_points, !in_map_iff. split; intros (t & <- & I); apply in_below in I; exists (n - 1 - t)%N;
    (split; [|apply in_below; lia]).
  - symmetry. now apply point_flip.
  - rewrite point_flip by lia. f_equal. lia.
Qed.
Lemma first_moving w : (exists c, In c w /\ ~ constant c) ->
  exists u c v, w = u ++ c :: v /\ (forall e, In e u -> constant e) /\ (c = Rising \/ c = Falling).
Proof.
  induction w as [|e w IH]; intros (c & I & N); [destruct I|].
  destruct e as [x| |]; [|exists [], Rising, w; simpl; firstorder|exists [], Falling, w; simpl; firstorder].
  destruct IH as (u & c' & v & E & K & S).
  - exists c. split; auto. destruct I as [<-|I]; auto. destruct N. exists x; auto.
  - exists (Fixed x :: u), c', v. subst. split; auto. split; auto. intros e [<-|J]; auto. exists x; auto.
Qed.
Lemma canonical n d u v : length (u ++ Rising :: v) = d -> (forall e, In e u -> constant e) ->
  (forall x, In (Fixed x) (u ++ Rising :: v) -> (x < n)%N) -> In (u ++ Rising :: v) (line_words n d).
Proof.
  intros L C B. rewrite app_length in L. simpl in L. unfold line_words. apply in_flat_map. exists (length u). split.
  - apply in_rev. rewrite rev_involutive. apply in_seq. lia.
  - apply in_flat_map. exists u. split.
    + apply in_words; auto. intros e I. destruct (C e I) as (x & ->). apply in_map, in_below, B, in_app_iff. auto.
    + apply in_map_iff. exists v. split; auto. apply in_words; [lia|]. intros e I. apply in_app_iff.
      destruct e as [x| |]; simpl; auto. left. apply in_map, in_below, B, in_app_iff. simpl; auto.
Qed.
Theorem every_line n d w : geometric n d w -> exists v, In v (line_words n d) /\ forall x, In x (line n v) <-> In x (line n w).
Proof.
  intros (L & B & M). apply first_moving in M as (u & c & v & -> & C & [-> | ->]).
  - exists (u ++ Rising :: v). split; [apply canonical; auto|tauto].
  - exists (map flip (u ++ Falling :: v)). split; [|intros x; apply line_flip].
    assert (E : map flip u = u).
    { clear -C. induction u as [|e u IH]; simpl; auto. rewrite IH by (intros; apply C; simpl; auto).
      destruct (C e (or_introl eq_refl)) as (x & ->). reflexivity. }
    rewrite map_app. simpl. rewrite E. apply canonical; auto.
    + rewrite app_length in *. simpl in *. now rewrite map_length.
    + intros x. rewrite in_app_iff. simpl. intros [I|[I|I]]; [|discriminate|]; apply B, in_app_iff; simpl; auto.
      apply in_map_iff in I as (e & E' & I). destruct e; try discriminate. injection E' as ->. auto.
Qed.
Theorem only_lines n d w : In w (line_words n d) -> geometric n d w.
Proof.
  intros I. pose proof (line_words_in n d w I) as [L H]. split; auto. split.
  - intros x J. apply H in J. apply in_app_iff in J as [J|[J|[J|[]]]]; try discriminate.
    apply in_map_iff in J as (y & [= ->] & J). now apply in_below.
  - unfold line_words in I. apply in_flat_map in I as (i & _ & I). apply in_flat_map in I as (u & _ & I).
    apply in_map_iff in I as (v & <- & _). exists Rising. split; [apply in_app_iff; simpl; auto|]. intros (x & ?). discriminate.
Qed.
