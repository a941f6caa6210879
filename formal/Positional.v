(** Positional games: a family that Breaker stops keeps Maker from completing a set. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Families.
Import ListNotations.

Notation only := (among same_player).
Definition won (s : player) (r : result) : bool := same_result (Won s) r.
(** What is left when [s] does not win: the other wins, or the board is full. *)
Definition held (b : board) (s : player) : list result := [Won (other s); full_board b].

(** * Basic facts *)

Lemma same_refl s : same_player s s = true. Proof. now destruct s. Qed.
Lemma other_other s : other (other s) = s. Proof. now destruct s. Qed.
Lemma other_neq s : s <> other s. Proof. now destruct s. Qed.
Lemma turn_put c p : turn (put c p) = other (turn p). Proof. unfold put. now destruct (turn p). Qed.
Lemma own_put c p s : own (put c p) s = if same_player s (turn p) then N.setbit (own p s) c else own p s.
Proof. unfold put. destruct (turn p), s; auto. Qed.
Lemma free_own p c : free p c = true <-> forall s, has (own p s) c = false.
Proof.
  unfold free. rewrite andb_true_iff, !negb_true_iff. split.
  - intros [A B] []; auto.
  - intros H. exact (conj (H First) (H Second)).
Qed.
Lemma has_put c p s d : has (own (put c p) s) d = (same_player s (turn p) && N.eqb c d) || has (own p s) d.
Proof. rewrite own_put. destruct (same_player s (turn p)); simpl; auto. apply has_set. Qed.
Lemma in_cells_board b c : In c (every_cell b) <-> (c < size b)%N.
Proof. apply in_below. Qed.
Lemma whole_spec A L : whole A L = true <-> forall c, In c L -> has A c = true.
Proof. unfold whole. apply forallb_forall. Qed.
Lemma completed_spec b p s : completed b p s = true <-> exists L, In L (wants b s) /\ whole (own p s) L = true.
Proof. unfold completed. apply existsb_exists. Qed.

Definition apart (p : place) : Prop := forall c, has (firsts p) c = true -> has (seconds p) c = false.
Lemma apart_own p s c : apart p -> has (own p s) c = true -> has (own p (other s)) c = false.
Proof. intros A H. destruct s; simpl in *; auto. destruct (has (firsts p) c) eqn:E; auto. apply A in E. congruence. Qed.
Lemma apart_put c p : apart p -> free p c = true -> apart (put c p).
Proof.
  intros A F d. apply free_own with (s := First) in F as F1. apply free_own with (s := Second) in F as F2.
  pose proof (has_put c p First d) as E1. pose proof (has_put c p Second d) as E2. simpl in E1, E2, F1, F2.
  rewrite E1, E2. destruct (turn p); simpl; destruct (N.eqb_spec c d); subst; simpl; auto; try congruence;
    intros H; apply A in H; auto.
Qed.

Definition just (s : player) : player -> bool := same_player s.
Lemma only_just s a : only [s] a = just s a. Proof. now destruct s, a. Qed.
Lemma only_self s : only [s] s = true. Proof. now destruct s. Qed.

(** The number of free cells. *)
Definition room (b : board) (p : place) : nat := length (filter (free p) (every_cell b)).
Lemma free_put c p d : free (put c p) d = free p d && negb (N.eqb c d).
Proof.
  unfold free. pose proof (has_put c p First d) as E1. pose proof (has_put c p Second d) as E2.
  simpl in *. rewrite E1, E2. destruct (turn p); simpl; destruct (N.eqb c d), (has (firsts p) d), (has (seconds p) d); auto.
Qed.
Lemma filter_less {A} (f g : A -> bool) l x : (forall y, g y = true -> f y = true) ->
  In x l -> f x = true -> g x = false -> length (filter g l) < length (filter f l).
Proof.
  intros S. assert (W : forall l, length (filter g l) <= length (filter f l)).
  { clear -S. induction l as [|y l IH]; simpl; auto. specialize (S y). destruct (g y), (f y); simpl; try lia. }
  induction l as [|y l IH]; simpl; [tauto|]. intros [E|I] F Gx.
  - subst. rewrite F, Gx. simpl. specialize (W l). lia.
  - specialize (IH I F Gx). pose proof (S y). destruct (g y), (f y); simpl; try lia.
Qed.
Lemma room_put b c p : In c (every_cell b) -> free p c = true -> room b (put c p) < room b p.
Proof.
  intros I F. apply filter_less with (x := c); auto.
  - intros y. rewrite free_put. now intros [? _]%andb_true_iff.
  - rewrite free_put, N.eqb_refl. apply andb_false_r.
Qed.
Lemma in_moves b p c : In c (moves (g := positional b) p) <-> In c (every_cell b) /\ free p c = true.
Proof. apply filter_In. Qed.

(** * Breaker stops a family *)

Definition on_board (b : board) : Prop := forall s L c, In L (wants b s) -> In c L -> In c (every_cell b).

(** Each set of [s] has a stone of the other player, or holds a set of [F], free cells. *)
Definition met (b : board) (s : player) (p : place) (F : family) : Prop :=
  forall L, In L (wants b s) -> (exists c, In c L /\ has (own p (other s)) c = true) \/
    exists g, In g F /\ incl g L /\ forall c, In c g -> has (own p s) c = false.

Lemma not_completed b s p F : apart p -> stopped F -> met b s p F -> completed b p s = false.
Proof.
  intros A S M. apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W).
  rewrite whole_spec in W. destruct (M L I) as [(c & Ic & H)|(g & Ig & Inc & H)].
  - specialize (W c Ic). pose proof (apart_own p s c A W). congruence.
  - destruct g as [|c g]; [now apply stopped_nonempty in S|].
    assert (K : has (own p s) c = true) by (apply W, Inc; simpl; auto).
    rewrite H in K; simpl; auto. discriminate.
Qed.
Lemma met_covers b s p F F' : covers F' F -> met b s p F -> met b s p F'.
Proof.
  intros C M L I. destruct (M L I) as [H|(g & Ig & Inc & H)]; auto. right.
  destruct (C g Ig) as (g' & I' & J). exists g'. split; auto. split.
  - eapply incl_tran; eauto.
  - intros c Ic. apply H, J; auto.
Qed.
Lemma met_own b s p F c : turn p = s -> met b s p F -> met b s (put c p) (shrink c F).
Proof.
  intros T M L I. destruct (M L I) as [(d & Id & H)|(g & Ig & Inc & H)].
  - left. exists d. split; auto. rewrite has_put, H. apply orb_true_r.
  - right. exists (without c g). split; [apply in_shrink; eauto|]. split.
    + intros x X. apply in_without in X. apply Inc; tauto.
    + intros x X. apply in_without in X as [X N]. rewrite has_put, H by auto.
      rewrite orb_false_r. apply andb_false_iff. right. apply N.eqb_neq. congruence.
Qed.
Lemma met_other b s p F r : turn p = other s -> met b s p F -> met b s (put r p) (drop r F).
Proof.
  intros T M L I. destruct (M L I) as [(d & Id & H)|(g & Ig & Inc & H)].
  - left. exists d. split; auto. rewrite has_put, H. apply orb_true_r.
  - destruct (in_dec N.eq_dec r g) as [R|R].
    + left. exists r. split; auto. rewrite has_put, T, same_refl, N.eqb_refl. auto.
    + right. exists g. split; [apply in_drop; auto|]. split; auto.
      intros c Ic. rewrite has_put, H by auto. rewrite T. destruct s; auto.
Qed.

Lemma not_won_end b s p r : completed b p s = false -> ends b p = Some r -> among same_result (held b s) r = true.
Proof.
  unfold ends, held. intros C. destruct s; rewrite C; [destruct (completed b p Second)|destruct (completed b p First)];
    try (intros [= <-]; reflexivity); destruct (full b p); intros [= <-]; destruct (full_board b) as [[]|]; reflexivity.
Qed.

Lemma stopped_forces b s : on_board b -> forall n F p, room b p <= n -> stopped F -> apart p ->
  turn p = s -> met b s p F -> forces (G := positional b) (only [other s]) (among same_result (held b s)) n p.
Proof.
  intros OB. induction n as [n IH] using lt_wf_ind. intros F p L S A T M.
  pose proof (not_completed _ _ _ _ A S M) as NC.
  destruct (ends b p) as [r|] eqn:E; [eapply forces_over; eauto; eapply not_won_end; eauto|].
  assert (NE : moves (g := positional b) p <> []).
  { unfold ends in E. destruct (completed b p First), (completed b p Second); try discriminate.
    destruct (full b p) eqn:Fu; [discriminate|]. unfold full in Fu. apply negb_false_iff, existsb_exists in Fu as (c & I & Fc).
    intros Z. assert (K : In c (moves (g := positional b) p)) by (apply in_moves; auto). rewrite Z in K. auto. }
  assert (n <> 0).
  { unfold room in L. simpl in NE. destruct (filter (free p) (every_cell b)); simpl in *; [congruence|lia]. }
  destruct n as [|n]; [congruence|]. apply forces_all; auto; [simpl; rewrite T; now destruct s|].
  intros c Ic. apply in_moves in Ic as [Ic Fc]. simpl.
  pose proof (room_put b c p Ic Fc) as Rm. pose proof (apart_put c p A Fc) as A'.
  destruct (stopped_any F c S) as (r & Sr).
  pose proof (met_own b s p F c T M) as M'.
  assert (NC' : completed b (put c p) s = false).
  { apply not_true_iff_false. intros C. apply completed_spec in C as (K & I & W). rewrite whole_spec in W.
    destruct (M' K I) as [(d & Id & H0)|(g & Ig & Inc & H0)].
    - specialize (W d Id). pose proof (apart_own _ s d A' W). congruence.
    - destruct g as [|d g].
      + apply stopped_nonempty in Sr. apply Sr, in_drop. simpl; auto.
      + assert (Z : has (own (put c p) s) d = true) by (apply W, Inc; simpl; auto).
        rewrite H0 in Z; simpl; auto. discriminate. }
  destruct (ends b (put c p)) as [o|] eqn:E'; [eapply forces_over; eauto; eapply not_won_end; eauto|].
  assert (T' : turn (put c p) = other s) by (rewrite turn_put, T; auto).
  (* the answer: r where it is free, any cell elsewhere *)
  assert (Q : exists e, In e (every_cell b) /\ free (put c p) e = true /\ stopped (drop e (shrink c F))
            \/ In e (every_cell b) /\ free (put c p) e = true /\ met b s (put e (put c p)) (drop r (shrink c F))).
  { destruct (in_dec N.eq_dec r (every_cell b)) as [Ir|Ir]; [destruct (free (put c p) r) eqn:Fr|].
    - exists r. left. auto.
    - assert (Z : exists e, In e (every_cell b) /\ free (put c p) e = true).
      { unfold ends in E'. destruct (completed b (put c p) First), (completed b (put c p) Second); try discriminate.
        destruct (full b (put c p)) eqn:Fu; [discriminate|]. unfold full in Fu.
        now apply negb_false_iff, existsb_exists in Fu. }
      destruct Z as (e & Ie & Fe). exists e. right. split; auto. split; auto.
      intros K I. destruct (met_other b s (put c p) _ e T' M' K I) as [H0|(g & Ig & Inc & H0)]; auto.
      destruct (in_dec N.eq_dec r g) as [Rg|Rg].
      + (* r is somebody's, so it is the other's, for Maker owns nothing of g *)
        left. exists r. split; auto.
        assert (HH : has (own (put c p) s) r = false).
        { specialize (H0 r Rg). rewrite has_put in H0. apply orb_false_iff in H0. tauto. }
        rewrite has_put. apply orb_true_iff. right.
        destruct (has (own (put c p) (other s)) r) eqn:Z; auto.
        assert (free (put c p) r = true); [|congruence]. apply free_own. intros []; destruct s; auto.
      + right. exists g. split; auto. apply in_drop in Ig as [Ig _]. apply in_drop; auto.
    - assert (Z : exists e, In e (every_cell b) /\ free (put c p) e = true).
      { unfold ends in E'. destruct (completed b (put c p) First), (completed b (put c p) Second); try discriminate.
        destruct (full b (put c p)) eqn:Fu; [discriminate|]. unfold full in Fu.
        now apply negb_false_iff, existsb_exists in Fu. }
      destruct Z as (e & Ie & Fe). exists e. right. split; auto. split; auto.
      intros K I. destruct (met_other b s (put c p) _ e T' M' K I) as [H0|(g & Ig & Inc & H0)]; auto.
      right. exists g. split; auto. apply in_drop in Ig as [Ig _]. apply in_drop; split; auto.
      intros Rg. apply Ir. apply (OB s K); auto. }
  destruct Q as (e & Q).
  assert (Ie : In e (every_cell b) /\ free (put c p) e = true) by (destruct Q as [(?&?&?)|(?&?&?)]; auto).
  destruct Ie as [Ie Fe]. pose proof (room_put b e _ Ie Fe).
  destruct n as [|n]; [lia|].
  apply (forces_own (G := positional b) _ _ n (put c p) e); [exact E'|change (only [other s] (turn (put c p)) = true); rewrite T'; apply only_self| |].
  - apply in_moves; auto.
  - assert (A'' : apart (put e (put c p))) by (apply apart_put; auto).
    assert (T'' : turn (put e (put c p)) = s) by (rewrite turn_put, T'; apply other_other).
    simpl. destruct Q as [(_ & _ & Se)|(_ & _ & Me)].
    + apply (IH n ltac:(lia) (drop e (shrink c F))); auto; [lia|]. apply met_other; auto.
    + apply (IH n ltac:(lia) (drop r (shrink c F))); auto. lia.
Qed.

Lemma can_move b p : ends b p = None -> exists c, In c (every_cell b) /\ free p c = true.
Proof.
  unfold ends. destruct (completed b p First), (completed b p Second); try discriminate.
  destruct (full b p) eqn:Fu; [discriminate|]. intros _. unfold full in Fu. now apply negb_false_iff, existsb_exists in Fu.
Qed.
Lemma player_cases (t s : player) : s = t \/ s = other t. Proof. destruct s, t; auto. Qed.

(** Whoever is to move: the other player keeps [s] from completing a set. *)
Theorem stopped_held b s F p : on_board b -> stopped F -> apart p -> met b s p F ->
  forces (G := positional b) (only [other s]) (among same_result (held b s)) (room b p) p.
Proof.
  intros OB S A M. destruct (player_cases s (turn p)) as [T|T].
  - apply (stopped_forces b s) with (F := F); auto.
  - pose proof (not_completed _ _ _ _ A S M) as NC.
    destruct (ends b p) as [r|] eqn:E; [eapply forces_over; eauto; eapply not_won_end; eauto|].
    destruct (can_move b p E) as (e & Ie & Fe). pose proof (room_put b e p Ie Fe).
    destruct (room b p) as [|n] eqn:Rm; [lia|].
    apply (forces_own (G := positional b) _ _ n p e); [exact E|change (only [other s] (turn p) = true); rewrite T; apply only_self| |].
    + apply in_moves; auto.
    + apply (stopped_forces b s OB n (drop e F)); auto.
      * simpl. lia.
      * apply (stopped_covers F S), covers_drop.
      * now apply apart_put.
      * simpl. rewrite turn_put, T. apply other_other.
      * now apply met_other.
Qed.

(** The same after a first move of his own. *)
Lemma held_opening b s F p o : on_board b -> stopped F -> apart p -> turn p = other s -> free p o = true ->
  In o (every_cell b) -> met b s (put o p) F ->
  forces (G := positional b) (only [other s]) (among same_result (held b s)) (room b p) p.
Proof.
  intros OB S A T Fo Io M. pose proof (apart_put o p A Fo) as A'. pose proof (not_completed _ _ _ _ A' S M) as NC'.
  assert (NC : completed b p s = false).
  { apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W). rewrite <- not_true_iff_false in NC'. apply NC'.
    apply completed_spec. exists L. split; auto. rewrite whole_spec in *. intros c Ic. rewrite has_put, W; auto. apply orb_true_r. }
  destruct (ends b p) as [r|] eqn:E; [eapply forces_over; eauto; eapply not_won_end; eauto|].
  pose proof (room_put b o p Io Fo). destruct (room b p) as [|n] eqn:Rm; [lia|].
  apply (forces_own (G := positional b) _ _ n p o); [exact E|change (only [other s] (turn p) = true); rewrite T; apply only_self| |].
  - apply in_moves; auto.
  - eapply forces_more; [apply (stopped_held b s F (put o p)); auto|simpl; lia|auto].
Qed.

(** * What the checkers of positional games look at first *)

Definition apartb (p : place) : bool := disjoint_sets (firsts p) (seconds p).
Definition on_boardb (b : board) : bool :=
  forallb (fun s => forallb (forallb (fun c => N.ltb c (size b))) (wants b s)) [First; Second].
Lemma apartb_spec p : apartb p = true -> apart p.
Proof. exact (disjoint_sets_spec _ _). Qed.
Lemma on_boardb_spec b : on_boardb b = true -> on_board b.
Proof.
  unfold on_boardb. simpl. rewrite !andb_true_iff, !forallb_forall. intros (A & B & _) s L c IL Ic.
  apply in_cells_board. apply N.ltb_lt.
  assert (K : forallb (fun c => N.ltb c (size b)) L = true) by (destruct s; auto).
  rewrite forallb_forall in K. auto.
Qed.

(** The statement that [other s] keeps [s] from completing a set. *)
Definition holds_statement (b : board) (s starter : player) : statement := Force starter [other s] (held b s) None.
Lemma holds_means a weak first second s starter F :
  let b := board_of a weak in let p := Place (mask first) (mask second) starter in
  on_board b -> stopped F -> apart p -> met b s p F ->
  means (Positional a weak first second) (holds_statement b s starter).
Proof. intros b p OB S A M. simpl. eapply forces_Forces; [exact I|]. now apply stopped_held with (F := F). Qed.
