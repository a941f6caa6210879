(** Claims of the defender: wherever he owns the cells [stones] and the attacker nothing of [zone],
    the attacker to move, he gets a cell of each of the sets numbered in [sets], by replies in [zone]. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Stream Families Pairing.
Import ListNotations.

Record claim := Claim { stones : N; zone : N; sets : N }.

Section Claims.
Variable size : N.
Variable lines : family.
Hypothesis on_board : forall L c, In L lines -> In c L -> (c < size)%N.
Definition line_at (l : N) (L : list cell) : Prop := nth_error lines (N.to_nat l) = Some L.

(** What is left to stop: of each of the sets without a stone the cells of the zone. *)
Definition rest (t : claim) : family :=
  flat_map (fun k => match nth_error lines k with
    | Some L => if has (sets t) (N.of_nat k) && negb (existsb (has (stones t)) L) then [filter (has (zone t)) L] else []
    | None => []
    end) (seq 0 (length lines)).
Definition good (t : claim) : Prop := stopped (rest t).

Lemma in_rest t g : In g (rest t) <-> exists l L, has (sets t) l = true /\ line_at l L /\
  (forall c, In c L -> has (stones t) c = false) /\ g = filter (has (zone t)) L.
Proof.
  unfold rest, line_at. rewrite in_flat_map. split.
  - intros (k & Ik & I). destruct (nth_error lines k) as [L|] eqn:E; [|destruct I].
    destruct (has (sets t) (N.of_nat k)) eqn:H; [|destruct I]. destruct (existsb _ L) eqn:X; [destruct I|]. destruct I as [<-|[]].
    exists (N.of_nat k), L. rewrite Nat2N.id. repeat split; auto. intros c Ic. apply not_true_iff_false. intros Hc.
    rewrite <- not_true_iff_false, existsb_exists in X. apply X. eauto.
  - intros (l & L & H & E & N & ->). exists (N.to_nat l). split.
    + apply in_seq. assert (N.to_nat l < length lines) by (apply nth_error_Some; congruence). lia.
    + rewrite E, N2Nat.id, H. destruct (existsb _ L) eqn:X; [|simpl; auto].
      apply existsb_exists in X as (c & Ic & Hc). rewrite N in Hc; auto. discriminate.
Qed.
Lemma line_at_same l L L' : line_at l L -> line_at l L' -> L' = L. Proof. unfold line_at. congruence. Qed.
Lemma line_cells l L c : line_at l L -> In c L -> (c < size)%N.
Proof. intros E. apply (on_board L). eapply nth_error_In; eauto. Qed.
Lemma in_rest_cells t c : In c (cells_of (rest t)) -> has (zone t) c = true /\ (c < size)%N.
Proof.
  intros I. apply in_cells in I as (g & Ig & I). apply in_rest in Ig as (l & L & _ & E & _ & ->).
  apply filter_In in I as [I Z]. split; auto. eapply line_cells; eauto.
Qed.

(** A stopped family in the zone, with a set inside each line that matters, makes a claim good. *)
Lemma good_by F t : stopped F -> (forall c, In c (cells_of F) -> has (zone t) c = true) ->
  (forall l L, has (sets t) l = true -> line_at l L -> (forall c, In c L -> has (stones t) c = false) ->
    exists g, In g F /\ incl g L) -> good t.
Proof.
  intros S Z H. apply (stopped_covers F S). intros g I. apply in_rest in I as (l & L & Hl & E & N & ->).
  destruct (H l L Hl E N) as (g & Ig & J). exists g. split; auto. intros c Ic. apply filter_In. split; auto.
  apply Z, in_cells. eauto.
Qed.
Lemma rest_inside t l L : has (sets t) l = true -> line_at l L -> (forall c, In c L -> has (stones t) c = false) ->
  exists g, In g (rest t) /\ incl g L.
Proof.
  intros H E N. exists (filter (has (zone t)) L). split; [apply in_rest; eauto 8|]. intros c I. apply filter_In in I. tauto.
Qed.

(** * Side by side *)

Definition no_claim := Claim 0 0 0.
Lemma good_nothing : good no_claim.
Proof.
  apply (good_by []); [apply stopped_nil|intros c []|]. intros l L H. simpl in H. rewrite has_0 in H. discriminate.
Qed.
Definition both (a b : claim) := Claim (N.lor (stones a) (stones b)) (N.lor (zone a) (zone b)) (N.lor (sets a) (sets b)).
Lemma good_both a b : good a -> good b -> disjoint_sets (zone a) (zone b) = true -> good (both a b).
Proof.
  intros A B D. apply (good_by (rest a ++ rest b)).
  - apply stopped_beside; auto. intros c I J. apply in_rest_cells in I as [I _]. apply in_rest_cells in J as [J _].
    rewrite (disjoint_sets_spec _ _ D c I) in J. discriminate.
  - intros c. unfold cells_of. rewrite concat_app, in_app_iff. simpl. rewrite has_lor, orb_true_iff.
    intros [I|I]; apply in_rest_cells in I; tauto.
  - intros l L H E N. simpl in H, N. rewrite has_lor, orb_true_iff in H.
    assert (Na : forall c, In c L -> has (stones a) c = false) by (intros c I; specialize (N c I); rewrite has_lor in N; now apply orb_false_iff in N).
    assert (Nb : forall c, In c L -> has (stones b) c = false) by (intros c I; specialize (N c I); rewrite has_lor in N; now apply orb_false_iff in N).
    destruct H as [H|H]; [destruct (rest_inside a l L H E Na) as (g & I & J)|destruct (rest_inside b l L H E Nb) as (g & I & J)];
      exists g; rewrite in_app_iff; auto.
Qed.

Definition through (c : cell) : N -> Prop := fun l => exists L, line_at l L /\ In c L.
Lemma good_pair a b ss : a <> b -> (forall l, has ss l = true -> through a l /\ through b l) ->
  good (Claim 0 (N.setbit (N.setbit 0 a) b) ss).
Proof.
  intros N H. apply (good_by [[a; b]]); [now apply stopped_pair| |].
  - intros c. unfold cells_of. cbn [concat app In zone]. rewrite !has_set, !orb_true_iff, !N.eqb_eq. tauto.
  - intros l L Hl E _. destruct (H l Hl) as [(La & Ea & Ia) (Lb & Eb & Ib)].
    apply (line_at_same _ _ _ E) in Ea, Eb. subst. exists [a; b]. split; [simpl; auto|]. intros x [<-|[<-|[]]]; auto.
Qed.
(** More stones, and they leave the zone. *)
Definition with_stones (more closed : N) (t : claim) :=
  let st := N.lor (stones t) more in Claim st (N.ldiff (zone t) st) (N.lor (sets t) closed).
Lemma good_stones more closed t : good t -> (forall l, has closed l = true -> exists c, has more c = true /\ through c l) ->
  good (with_stones more closed t).
Proof.
  intros G C. set (st := N.lor (stones t) more).
  apply (good_by (filter (fun g => negb (existsb (has st) g)) (rest t))).
  - apply (stopped_covers _ G), covers_incl. intros g I. apply filter_In in I. tauto.
  - intros c I. apply in_cells in I as (g & I & J). apply filter_In in I as [I N]. simpl. fold st. rewrite has_ldiff.
    apply andb_true_iff. split; [apply in_rest_cells, in_cells; eauto|]. rewrite negb_true_iff in *.
    rewrite <- not_true_iff_false in *. intros H. apply N, existsb_exists. eauto.
  - intros l L H E N. simpl in H, N. fold st in N. rewrite has_lor, orb_true_iff in H. destruct H as [H|H].
    + destruct (rest_inside t l L H E) as (g & I & J).
      { intros c Ic. specialize (N c Ic). unfold st in N. rewrite has_lor in N. now apply orb_false_iff in N. }
      exists g. split; auto. apply filter_In. split; auto. apply negb_true_iff, not_true_iff_false. rewrite existsb_exists.
      intros (c & Ic & Hc). rewrite N in Hc; auto. discriminate.
    + destruct (C l H) as (c & Hc & (L' & E' & I)). apply (line_at_same _ _ _ E) in E'. subst.
      specialize (N c I). unfold st in N. rewrite has_lor, Hc, orb_true_r in N. discriminate.
Qed.

(** * Whatever the attacker takes, there is an answer *)

Definition served (t : claim) (x : cell) : Prop := answered (shrink x (rest t)).
Lemma good_served t : zone t <> 0%N -> (forall x, has (zone t) x = true -> served t x) -> good t.
Proof.
  intros NZ H. apply stop_each.
  - intros I. apply nonzero_has in NZ as (x & Hx). destruct (H x Hx) as (r & S).
    apply stopped_nonempty in S. apply S, in_drop. split; [|simpl; tauto]. apply in_shrink. exists []. auto.
  - intros x I. apply H. now apply in_rest_cells in I.
Qed.
Lemma served_by t r k x : good k -> x <> r -> has (zone k) x = false ->
  (forall c, has (stones k) c = true -> c = r \/ has (stones t) c = true) ->
  (forall c, has (zone k) c = true \/ c = r -> has (zone t) c = true \/ has (stones t) c = true) ->
  (forall l, has (sets t) l = true -> has (sets k) l = true) -> served t x.
Proof.
  intros G Nr Nx A1 A2 A3. exists r. apply (stopped_covers _ G). intros h Ih. apply in_drop in Ih as [Ih Nh].
  apply in_shrink in Ih as (g & Ig & ->). apply in_rest in Ig as (l & L & H & E & N & ->).
  exists (filter (has (zone k)) L). split.
  - apply in_rest. exists l, L. repeat split; auto. intros c Ic. apply not_true_iff_false. intros Hc.
    destruct (A1 c Hc) as [->|K]; [|rewrite N in K; auto; discriminate]. apply Nh, in_without. split; [|congruence].
    apply filter_In. split; auto. destruct (A2 r (or_intror eq_refl)) as [K|K]; auto. rewrite N in K; auto. discriminate.
  - intros c I. apply filter_In in I as [I Z]. apply in_without. split; [|congruence]. apply filter_In. split; auto.
    destruct (A2 c (or_introl Z)) as [K|K]; auto. rewrite N in K; auto. discriminate.
Qed.

(** * Symmetries: they take cells to cells, lines into lines *)

Record turn_ok (P Q : N -> N) : Prop := {
  turn_cells : forall c, (c < size)%N -> (P c < size)%N;
  turn_inj : forall a b, (a < size)%N -> (b < size)%N -> P a = P b -> a = b;
  turn_lines : forall l L, line_at l L -> exists L', line_at (Q l) L' /\ forall y, In y L -> In (P y) L' }.
Lemma turn_compose P Q P' Q' : turn_ok P Q -> turn_ok P' Q' -> turn_ok (fun c => P (P' c)) (fun l => Q (Q' l)).
Proof.
  intros [C I L] [C' I' L']. split; auto. intros l K E. destruct (L' l K E) as (K1 & E1 & J1).
  destruct (L _ K1 E1) as (K2 & E2 & J2). eauto.
Qed.
(** [u] is the image of [t], as far as the board and its lines go. *)
Definition image_of (P Q : N -> N) (t u : claim) : Prop :=
  (forall c, (c < size)%N -> has (stones t) c = true -> has (stones u) (P c) = true) /\
  (forall c, (c < size)%N -> has (zone t) c = true -> has (zone u) (P c) = true) /\
  (forall l, has (sets u) l = true -> exists k, has (sets t) k = true /\ (exists K, line_at k K) /\ l = Q k).
Lemma image_good P Q t u : turn_ok P Q -> image_of P Q t u -> good t -> good u.
Proof.
  intros [TC TI TL] (S & Z & T) G. apply (good_by (map (map P) (rest t))).
  - apply stopped_rename; auto. intros a b A B. apply in_rest_cells in A, B. apply TI; tauto.
  - intros c I. apply in_cells in I as (g & Ig & I). apply in_map_iff in Ig as (h & <- & Ih). apply in_map_iff in I as (y & <- & Iy).
    assert (K : In y (cells_of (rest t))) by (apply in_cells; eauto). apply in_rest_cells in K as [K1 K2]. auto.
  - intros l' L' H' E' N'. destruct (T l' H') as (l & H & (L & E) & ->). destruct (TL l L E) as (L1 & E1 & J).
    apply (line_at_same _ _ _ E') in E1. subst L1. destruct (rest_inside t l L H E) as (g & Ig & Inc).
    + intros c Ic. apply not_true_iff_false. intros K. apply S in K; [|eapply line_cells; eauto]. rewrite N' in K; auto. discriminate.
    + exists (map P g). split; [now apply in_map|]. intros y I. apply in_map_iff in I as (x & <- & Ix). auto.
Qed.

(** The claim that leaves out a cell of the zone. *)
Definition minus (t : claim) (x : cell) := Claim (stones t) (N.clearbit (zone t) x) (sets t).
Lemma good_minus_out t x : has (zone t) x = false -> good t -> good (minus t x).
Proof.
  intros Z G. apply (good_by (rest t)); [exact G| |].
  - intros c I. apply in_rest_cells in I as [I _]. simpl. rewrite has_clear, I. apply negb_true_iff, N.eqb_neq. congruence.
  - intros l L H E N. exact (rest_inside t l L H E N).
Qed.
End Claims.
