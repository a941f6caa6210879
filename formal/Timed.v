(** Rule [timed]: wins within so many plies, and keeping the other from one, in positional games. A node counts
    the plies that are left; a set of the other's that lacks more cells than he takes until then counts as met. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing Pairing Hold Forcing Potential Answering Decided Answers.
Import ListNotations.

(** * What others cannot force in so many plies is kept off *)

Section Kept_off.
Context {G : game}.
Variable X : player -> bool.
Variable R : result -> bool.
Notation others := (fun a => negb (X a)).
Variable p : position G.
Variable n : nat.
Definition dodge (h : list (move G)) : option (move G) :=
  let q := after p h in
  match find (fun m => negb (forcesb others R (n - S (length h)) (play q m))) (moves q) with Some m => Some m | None => hd_error (moves q) end.
Lemma dodging ms : ~ forces others R n p -> is_play p ms -> follows X dodge p ms -> length ms <= n ->
  forcesb others R (n - length ms) (after p ms) = false.
Proof.
  intros N. induction ms as [|m ms IH] using rev_ind; intros P F L.
  - simpl. rewrite Nat.sub_0_r. apply not_true_iff_false. intros K. now apply N, forcesb_forces.
  - assert (A : forall (q : position G) us, is_play q (us ++ [m]) -> is_play q us /\ over (after q us) = None /\ In m (moves (after q us)) /\
      after q (us ++ [m]) = play (after q us) m).
    { clear. intros q us. revert q. induction us as [|u us IH]; simpl; intros q P; [tauto|]. destruct P as (O & I & P). apply IH in P. tauto. }
    apply A in P as (P & O & I & ->). rewrite app_length in *. simpl in *.
    assert (F' : follows X dodge p ms).
    { intros h m' t E T. apply (F h m' (t ++ [m])); auto. subst. now rewrite <- app_assoc. }
    specialize (IH P F' ltac:(lia)). replace (n - length ms) with (S (n - S (length ms))) in IH by lia. simpl in IH. rewrite O in IH.
    rewrite Nat.add_1_r. destruct (X (to_move (after p ms))) eqn:T; simpl in IH.
    + pose proof (F ms m [] eq_refl T) as D. unfold dodge in D. destruct (find _ _) as [m'|] eqn:E.
      * injection D as <-. apply find_some in E as [_ E]. now apply negb_true_iff.
      * exfalso. destruct (moves (after p ms)) as [|m0 l] eqn:M; [destruct I|]. rewrite <- M in *. rewrite <- not_true_iff_false in IH. apply IH.
        apply forallb_forall. intros y Iy. eapply find_none in E; [|exact Iy]. now apply negb_false_iff in E.
    + apply not_true_iff_false. intros K. rewrite <- not_true_iff_false in IH. apply IH, existsb_exists. eauto.
Qed.
Theorem dodge_prevents : ~ forces others R n p -> Prevents X R (Some (N.of_nat n)) p.
Proof.
  intros N. exists dodge. split.
  - intros ms _ _ _ _ M. unfold dodge. destruct (find _ _) as [m|] eqn:E; [apply find_some in E; exists m; tauto|].
    destruct (moves (after p ms)) as [|m l]; [congruence|]. exists m. simpl; auto.
  - intros ms P F W r O. simpl in W. apply not_true_iff_false. intros K. assert (L : length ms <= n) by lia.
    pose proof (dodging ms N P F L) as D. destruct (n - length ms); simpl in D; rewrite O in D; congruence.
Qed.
End Kept_off.

Section Timed.
Variable b : board.
Variable me : player.
Variable winning : bool.
Notation it := (other me).
Notation Gm := (positional b).
Notation want := (want b me).
Definition fits (r : result) : bool := if winning then won me r else negb (won it r).
Definition reaches (k : N) (p : place) : Prop :=
  if winning then forces (G := Gm) (just me) (won me) (N.to_nat k) p else ~ forces (G := Gm) (just it) (won it) (N.to_nat k) p.

Lemma fits_me : fits (Won me) = true.
Proof. unfold fits, won. destruct winning, me; reflexivity. Qed.
Lemma reaches_over k p r : ends b p = Some r -> fits r = true -> reaches k p.
Proof.
  unfold fits, reaches. intros E F. destruct winning; [apply forces_over with (r := r); auto|].
  intros K. inversion K; simpl in *; try congruence. assert (r0 = r) by congruence. subst. apply negb_true_iff in F. congruence.
Qed.
Lemma just_it : just it me = false. Proof. now destruct me. Qed.
Lemma just_me : just me it = false. Proof. now destruct me. Qed.
Lemma reaches_own k p e : ends b p = None -> turn p = me -> In e (every_cell b) -> free p e = true -> reaches k (put e p) -> reaches (N.succ k) p.
Proof.
  unfold reaches. intros E T I F. rewrite N2Nat.inj_succ. destruct winning.
  - intros K. apply (forces_own (G := Gm)) with (m := e); auto; [simpl; rewrite T; apply same_refl|apply in_moves; auto].
  - intros K Q. inversion Q; simpl in *; try congruence.
    + rewrite T, just_it in *. discriminate.
    + apply K. match goal with H : forall m, _ -> _ |- _ => apply H end. apply filter_In; auto.
Qed.
Lemma reaches_all k p : ends b p = None -> turn p = it -> (forall x, In x (every_cell b) -> free p x = true -> reaches k (put x p)) -> reaches (N.succ k) p.
Proof.
  unfold reaches. intros E T. rewrite N2Nat.inj_succ. destruct (can_move b p E) as (d & Id & Fd). destruct winning.
  - intros K. apply (forces_all (G := Gm)); auto; [simpl; rewrite T; apply just_me| |].
    + intros Z. assert (J : In d (moves (g := Gm) p)) by (apply in_moves; auto). rewrite Z in J. destruct J.
    + intros x Ix. apply in_moves in Ix as [Ix Fx]. apply K; auto.
  - intros K Q. inversion Q; simpl in *; try congruence.
    + match goal with H : In _ (filter _ _) |- _ => apply filter_In in H as [J1 J2] end. eapply K; eauto.
    + rewrite T in *. unfold just in *. rewrite same_refl in *. discriminate.
Qed.
(** The moves that the other takes in so many plies; a set that lacks more. *)
Definition takes (t : player) (k : N) : N := if same_player t it then N.div2 (N.succ k) else N.div2 k.
Definition lacking (A : N) (S : list cell) : N := N.of_nat (length (filter (fun c => negb (has A c)) S)).
Definition far (r : N) (p : place) (S : list cell) : Prop := (r < lacking (own p it) S)%N.
Lemma takes_it k : takes it (N.succ k) = N.succ (takes me k).
Proof. unfold takes. rewrite same_refl. replace (same_player me it) with false by now destruct me. destruct k as [|[]]; reflexivity. Qed.
Lemma takes_me k : takes me (N.succ k) = takes it k.
Proof. unfold takes. rewrite same_refl. now replace (same_player me it) with false by now destruct me. Qed.
Lemma far_open r p S : far r p S -> exists c, In c S /\ has (own p it) c = false.
Proof.
  unfold far, lacking. destruct (filter _ S) as [|c l] eqn:E; simpl; [lia|]. intros _. exists c.
  assert (I : In c (filter (fun c => negb (has (own p it) c)) S)) by (rewrite E; simpl; auto). apply filter_In in I as [I K]. split; auto. now apply negb_true_iff.
Qed.
Lemma far_put r p S x : NoDup S -> turn p = it -> far (N.succ r) p S -> far r (put x p) S.
Proof.
  unfold far, lacking. intros D T L. set (g := filter (fun c => negb (has (own p it) c)) S) in *.
  assert (E : filter (fun c => negb (has (own (put x p) it) c)) S = without x g).
  { unfold g, without. clear L g D. induction S as [|c S IH]; simpl; auto. rewrite has_put, T, same_refl. simpl.
    rewrite (N.eqb_sym x c). destruct (has (own p it) c); simpl; [rewrite orb_true_r; simpl; exact IH|]. rewrite orb_false_r.
    destruct (N.eqb c x); simpl; [exact IH|f_equal; exact IH]. }
  rewrite E. pose proof (without_one x g (NoDup_filter _ D)). lia.
Qed.
Lemma far_same r p S x : turn p = me -> far r p S -> far r (put x p) S.
Proof. unfold far. intros T. rewrite own_put, T. now replace (same_player it me) with false by now destruct me. Qed.
Lemma lacking_most r V p S : (forall c, has (own p it) c = true -> has V c = true) -> (r < lacking V S)%N -> far r p S.
Proof.
  unfold far, lacking. intros M L. enough (length (filter (fun c => negb (has V c)) S) <= length (filter (fun c => negb (has (own p it) c)) S)) by lia.
  clear L. induction S as [|c S IH]; simpl; auto. specialize (M c). destruct (has V c), (has (own p it) c); simpl; try lia; discriminate (M eq_refl).
Qed.

Definition every : N := N.ones (N.of_nat (length (wants b it))).
Lemma in_every i S : want i S -> has every (N.of_nat i) = true.
Proof. unfold every. intros W. assert (i < length (wants b it)) by (apply nth_error_Some; congruence). unfold has. apply N.ones_spec_low. lia. Qed.
Definition hit (p : place) (S : list cell) : Prop := exists c, In c S /\ has (own p me) c = true.
Record at_hand (k V H L : N) (p : place) : Prop := {
  h_suits : suits b me V H every p;
  h_met : forall i S, want i S -> has L (N.of_nat i) = false -> hit p S \/ far (takes (turn p) k) p S }.
Definition timed (t : player) (k V H L : N) : Prop := sure b me fits V H /\ forall p, turn p = t -> at_hand k V H L p -> reaches k p.

Lemma timed_whole t k V H L S : In S (wants b me) -> (forall c, In c S -> has H c = true) -> timed t k V H L.
Proof.
  intros I A. split; [right; exists S; auto|]. intros p _ [Fi _]. apply reaches_over with (r := Won me); [|apply fits_me].
  apply (won_at b me fits fits_me); [|exact (s_not _ _ _ _ _ _ Fi)]. apply completed_spec. exists S. split; auto. apply whole_spec. intros c Ic. eapply s_least; eauto.
Qed.
Lemma timed_more k V H L V' H' L' : timed it k V' H' L' -> (forall c, has V c = true -> has V' c = true) -> (forall c, has H' c = true -> has H c = true) ->
  (forall i S, want i S -> has L' (N.of_nat i) = false -> has L (N.of_nat i) = false \/ (takes it k < lacking V S)%N) -> timed it k V H L.
Proof.
  intros [Su C] HV HH HL. split.
  - destruct Su as [G|(S & I & A)]; [left; auto|right]. exists S. split; auto. intros c Ic. destruct (A c Ic) as [K|K]; auto.
    right. apply not_true_iff_false. intros Q. apply HV in Q. congruence.
  - intros p T [[A M Le Me No] Hm]. apply C; auto. split; [constructor; auto|]. intros i S W K. destruct (HL i S W K) as [Q|Q]; [exact (Hm i S W Q)|].
    right. rewrite T. eapply lacking_most; eauto.
Qed.

Hypothesis inside : on_board b.
Hypothesis distinct_sets : forall S, In S (wants b it) -> NoDup S.
Hypothesis full_ok : winning = false -> fits (full_board b) = true.
Lemma held_fits p r : winning = false -> completed b p it = false -> ends b p = Some r -> fits r = true.
Proof.
  intros W C E. specialize (full_ok W). pose proof (not_won_end b it p r C E) as K. unfold held in K. simpl in K. rewrite other_other, !orb_true_iff in K.
  destruct K as [K|[K|K]]; [| |discriminate].
  - destruct r as [s|]; [|discriminate]. apply same_player_eq in K. subst. apply fits_me.
  - destruct r as [s|], (full_board b) as [t|]; try discriminate; auto. apply same_player_eq in K. now subst.
Qed.
Lemma reaches_zero p : winning = false -> completed b p it = false -> reaches 0 p.
Proof.
  intros W C. unfold reaches. rewrite W. intros Q. inversion Q as [n q r O K|n q m _ _ _ _|n q _ _ _ _]. simpl in O.
  pose proof (held_fits p r W C O) as F. unfold fits in F. rewrite W, K in F. discriminate.
Qed.
Theorem timed_answer k V H L r L' : timed it k V (N.setbit H r) L' -> has V r = false -> (r < size b)%N ->
  (forall i S, want i S -> has L' (N.of_nat i) = false -> has L (N.of_nat i) = false \/ In r S) -> timed me (N.succ k) V H L.
Proof.
  intros [Su C] Nr Lr HL. assert (Su' : sure b me fits V H).
  { destruct Su as [G|(S & I & A)]; [left; auto|right]. exists S. split; auto. intros c Ic. destruct (A c Ic) as [K|K]; auto.
    rewrite has_set, orb_true_iff, N.eqb_eq in K. destruct K as [<-|K]; auto. }
  split; auto. intros p T [Fi Hm]. destruct (ends b p) as [o|] eqn:E; [eapply reaches_over; [exact E|eapply fine_end; eauto using fits_me]|].
  assert (Q : exists e, In e (every_cell b) /\ free p e = true /\ (e = r \/ has (own p me) r = true)).
  { destruct (free p r) eqn:X; [exists r; repeat split; auto; now apply in_cells_board|].
    destruct (can_move b p E) as (e & Ie & Fe). exists e. split; auto. split; auto. right.
    destruct (has (own p me) r) eqn:X1; auto. rewrite <- X. apply free_own. intros s. destruct (player_cases me s); subst; auto.
    apply not_true_iff_false. intros K. apply (s_most _ _ _ _ _ _ Fi) in K. congruence. }
  destruct Q as (e & Ie & Fe & Or). apply reaches_own with (e := e); auto.
  pose proof (suits_own b me V H every p e T Fe Fi) as [A M Le Me No].
  assert (Hr : has (own (put e p) me) r = true).
  { rewrite has_put, T, same_refl. simpl. destruct Or as [->|K]; [now rewrite N.eqb_refl|rewrite K; apply orb_true_r]. }
  apply C; [now rewrite turn_put, T|]. split.
  - constructor; auto. intros c. rewrite has_set, orb_true_iff, N.eqb_eq. intros [<-|K]; auto.
  - intros i S W K. destruct (HL i S W K) as [Q|Q]; [|left; exists r; auto]. destruct (Hm i S W Q) as [(c & Ic & Hc)|Fa].
    + left. exists c. split; auto. rewrite has_put, Hc. apply orb_true_r.
    + right. rewrite turn_put, T, <- takes_me. rewrite T in Fa. now apply far_same.
Qed.
Theorem timed_each k V H L x0 : quiet b me V H L -> sure b me fits V H -> (x0 < size b)%N -> has V x0 = false -> has H x0 = false ->
  (forall x, (x < size b)%N -> has V x = false -> has H x = false -> timed me k (N.setbit V x) H L) -> timed it (N.succ k) V H L.
Proof.
  intros Qu Su L0 V0 H0 Each. split; auto. intros p T [Fi Hm].
  destruct (ends b p) as [o|] eqn:E; [eapply reaches_over; [exact E|eapply fine_end; eauto using fits_me]|].
  apply reaches_all; auto. intros x Ix Fx. set (p1 := put x p) in *. pose proof Fi as [A M Le Me No].
  pose proof (apart_put x p A Fx) as A1. fold p1 in A1. assert (T1 : turn p1 = me) by (unfold p1; rewrite turn_put, T; apply other_other).
  assert (O1 : forall c, has (own p1 me) c = has (own p me) c).
  { intros c. unfold p1. rewrite has_put, T. now replace (same_player me it) with false by now destruct me. }
  assert (D1 : forall c, has (own p1 it) c = true -> c = x \/ has (own p it) c = true).
  { intros c. unfold p1. rewrite has_put, T, same_refl. simpl. rewrite orb_true_iff, N.eqb_eq. intros [->|]; auto. }
  assert (Hm1 : forall i S, want i S -> has L (N.of_nat i) = false -> hit p1 S \/ far (takes me k) p1 S).
  { intros i S W K. destruct (Hm i S W K) as [(c & Ic & Hc)|Fa]; [left; exists c; split; auto; now rewrite O1|right].
    rewrite T, takes_it in Fa. apply far_put; auto. apply distinct_sets. eapply nth_error_In; eauto. }
  assert (No1 : completed b p1 it = false).
  { apply not_true_iff_false. intros C. apply completed_spec in C as (S & IS & W). rewrite whole_spec in W.
    assert (NM : forall c, In c S -> has (own p me) c = true -> False).
    { intros c Ic K. rewrite <- O1 in K. apply (apart_own p1 me c A1) in K. rewrite W in K; auto. discriminate. }
    apply In_nth_error in IS as (i & Wi). destruct (has L (N.of_nat i)) eqn:Li.
    - destruct (Qu i S Wi Li) as [(c & Ic & K)|K]; [eapply NM; eauto|]. destruct (K x) as (c & Ic & Vc & Nx).
      destruct (D1 c (W c Ic)) as [|Q]; [contradiction|]. apply M in Q. congruence.
    - destruct (Hm1 i S Wi Li) as [(c & Ic & K)|Fa]; [rewrite O1 in K; eapply NM; eauto|]. apply far_open in Fa as (c & Ic & K).
      rewrite W in K; auto. discriminate. }
  (* a stone that was counted already: as if it stood elsewhere *)
  assert (Q : exists y, (y < size b)%N /\ has V y = false /\ has H y = false /\ (y = x \/ has V x = true)).
  { destruct (has V x) eqn:Vx; [exists x0; auto|]. exists x. repeat split; auto; [now apply in_cells_board|].
    apply not_true_iff_false. intros K. apply Le in K. apply (proj1 (free_own p x)) with (s := me) in Fx. congruence. }
  destruct Q as (y & Ly & Vy & Hy & Or). destruct (Each y Ly Vy Hy) as [_ C]. apply C; auto. split.
  - constructor; auto.
    + intros c K. rewrite has_set, orb_true_iff, N.eqb_eq. destruct (D1 c K) as [->|Q]; auto.
    + intros c K. rewrite O1. auto.
    + intros i S W K. rewrite (in_every i S W) in K. discriminate.
  - rewrite T1. auto.
Qed.

(** A family that is stopped holds what could be completed in time. *)
Definition met_in (r : N) (p : place) (F : family) : Prop := forall S, In S (wants b it) -> hit p S \/ far r p S \/
  exists g, In g F /\ incl g S /\ forall c, In c g -> has (own p it) c = false.
Lemma met_in_not r p F : apart p -> ~ In [] F -> met_in r p F -> completed b p it = false.
Proof.
  intros A NE M. apply not_true_iff_false. intros C. apply completed_spec in C as (S & I & W). rewrite whole_spec in W.
  destruct (M S I) as [(c & Ic & K)|[Fa|(g & Ig & In_ & K)]].
  - apply (apart_own p me c A) in K. rewrite W in K; auto. discriminate.
  - apply far_open in Fa as (c & Ic & K). rewrite W in K; auto. discriminate.
  - destruct g as [|c g]; [contradiction|]. specialize (K c (or_introl eq_refl)). rewrite W in K; [discriminate|]. apply In_. simpl; auto.
Qed.
Lemma stopped_reaches : winning = false -> forall n k F p, N.to_nat k <= n -> stopped F -> apart p -> turn p = it -> met_in (takes it k) p F -> reaches k p.
Proof.
  intros Wn. induction n as [n IH] using lt_wf_ind. intros k F p Lk S A T M. pose proof (met_in_not _ p F A (stopped_nonempty F S) M) as NC.
  destruct (ends b p) as [o|] eqn:E; [eapply reaches_over; [exact E|eapply held_fits; eauto]|].
  destruct k as [|k0]; [now apply reaches_zero|]. rewrite <- (N.succ_pred (N.pos k0)) in * by discriminate. set (k := N.pred (N.pos k0)) in *. clearbody k.
  apply reaches_all; auto. intros x Ix Fx. set (p1 := put x p). pose proof (apart_put x p A Fx : apart p1) as A1.
  assert (T1 : turn p1 = me) by (unfold p1; rewrite turn_put, T; apply other_other). destruct (stopped_any F x S) as (r & Sr).
  assert (M1 : met_in (takes me k) p1 (shrink x F)).
  { intros S' I. destruct (M S' I) as [(c & Ic & K)|[Fa|(g & Ig & In_ & K)]].
    - left. exists c. split; auto. unfold p1. rewrite has_put, K. apply orb_true_r.
    - right; left. rewrite takes_it in Fa. apply far_put; auto.
    - right; right. exists (without x g). split; [apply in_shrink; eauto|]. split.
      + intros c Ic. apply in_without in Ic. apply In_; tauto.
      + intros c Ic. apply in_without in Ic as [Ic Ne]. unfold p1. rewrite has_put, K by auto. rewrite orb_false_r, andb_false_iff. right. apply N.eqb_neq. congruence. }
  assert (NE1 : ~ In [] (shrink x F)) by (intros J; apply (stopped_nonempty _ Sr), in_drop; simpl; auto).
  pose proof (met_in_not _ p1 _ A1 NE1 M1) as NC1.
  destruct (ends b p1) as [o|] eqn:E1; [eapply reaches_over; [exact E1|eapply held_fits; eauto]|].
  destruct k as [|k1]; [now apply reaches_zero|]. rewrite <- (N.succ_pred (N.pos k1)) in * by discriminate. set (k := N.pred (N.pos k1)) in *. clearbody k.
  assert (Q : exists e, In e (every_cell b) /\ free p1 e = true /\ (e = r \/ ~ (r < size b)%N \/ free p1 r = false)).
  { destruct (can_move b p1 E1) as (e & Ie & Fe). destruct (N.lt_ge_cases r (size b)) as [Lr|Lr]; [|exists e; repeat split; auto; right; left; lia].
    destruct (free p1 r) eqn:Fr; [exists r; repeat split; auto; now apply in_cells_board|eauto 6]. }
  destruct Q as (e & Ie & Fe & Or). apply reaches_own with (e := e); auto.
  apply (IH (N.to_nat k)) with (F := drop r (shrink x F)); auto; [lia|now apply apart_put|now rewrite turn_put, T1|].
  rewrite <- takes_me. intros S' I. destruct (M1 S' I) as [(c & Ic & K)|[Fa|(g & Ig & In_ & K)]].
  - left. exists c. split; auto. rewrite has_put, K. apply orb_true_r.
  - right; left. now apply far_same.
  - destruct (in_dec N.eq_dec r g) as [J|J].
    + left. exists r. split; auto. rewrite has_put, T1, same_refl. simpl. destruct Or as [->|[Or|Or]]; [now rewrite N.eqb_refl|exfalso; apply Or, in_cells_board; eapply inside; eauto|].
      apply orb_true_iff. right. destruct (has (own p1 me) r) eqn:X; auto. exfalso. rewrite <- not_true_iff_false in Or. apply Or, free_own.
      intros s. destruct (player_cases me s); subst; auto.
    + right; right. exists g. split; [apply in_drop; auto|]. split; auto. intros c Ic. rewrite has_put, K, T1 by auto. now replace (same_player it me) with false by now destruct me.
Qed.
Lemma timed_stopped k V H L F : winning = false -> stopped F ->
  (forall i S, want i S -> has L (N.of_nat i) = true -> (exists c, In c S /\ has H c = true) \/ (takes it k < lacking V S)%N \/
    exists g, In g F /\ incl g S /\ forall c, In c g -> has V c = false) -> timed it k V H L.
Proof.
  intros Wn S Lv. split; [left; auto|]. intros p T [[A M Le Me No] Hm]. apply (stopped_reaches Wn (N.to_nat k) k F); auto.
  intros S' I. apply In_nth_error in I as (i & W). destruct (has L (N.of_nat i)) eqn:E.
  - destruct (Lv i S' W E) as [(c & Ic & K)|[K|(g & Ig & In_ & K)]]; [left; exists c; auto|right; left; eapply lacking_most; eauto|right; right].
    exists g. split; auto. split; auto. intros c Ic. apply not_true_iff_false. intros Q. apply M in Q. rewrite K in Q; auto. discriminate.
  - destruct (Hm i S' W E) as [Q|Q]; auto. rewrite T in Q. auto.
Qed.
Lemma timed_answered k V H L F c0 : winning = false -> answered F -> (c0 < size b)%N -> has V c0 = false ->
  (forall i S, want i S -> has L (N.of_nat i) = true -> (exists c, In c S /\ has H c = true) \/ (takes it k < lacking V S)%N \/
    exists g, In g F /\ incl g S /\ forall c, In c g -> has V c = false) -> timed me (N.succ k) V H L.
Proof.
  intros Wn (r & St) L0 V0 Lv.
  assert (Q : exists e, (e < size b)%N /\ has V e = false /\ (e = r \/ ~ (r < size b)%N \/ has V r = true)).
  { destruct (N.lt_ge_cases r (size b)) as [Lr|Lr]; [|exists c0; repeat split; auto; right; left; lia].
    destruct (has V r) eqn:Vr; [exists c0; auto|exists r; auto]. }
  destruct Q as (e & Le & Ve & Or). apply (timed_answer k V H L e L); auto. apply timed_stopped with (F := drop r F); auto.
  intros i S W HL. destruct (Lv i S W HL) as [(c & Ic & K)|[K|(g & Ig & In_ & K)]]; auto.
  - left. exists c. split; auto. rewrite has_set, K. apply orb_true_r.
  - destruct (in_dec N.eq_dec r g) as [J|J].
    + left. exists r. split; auto. rewrite has_set. destruct Or as [->|[Or|Or]]; [now rewrite N.eqb_refl| |].
      * exfalso. apply Or, in_cells_board. eapply inside; [apply (nth_error_In _ _ W)|auto].
      * rewrite K in Or; auto. discriminate.
    + right; right. exists g. split; [apply in_drop; auto|auto].
Qed.
End Timed.

(** * Looked at *)

(** Plies that are left, what is said of the position; the other's move, the reply, what follows (2 node, or
    2 set + 1 where that set is whole then); moves after which weights do; what stops all that is left. *)
Record tnode := TNode { t_plies : N; t_most : N; t_least : N; t_open : N; t_edges : list (cell * (cell * N)); t_weighed : list cell; t_stop : whole_stop }.

Section Check.
Variable b : board.
Variable me : player.
Variable winning : bool.
Notation it := (other me).
Hypothesis inside : on_board b.
Hypothesis distinct_sets : forall S, In S (wants b it) -> NoDup S.
Hypothesis full_ok : winning = false -> fits me winning (full_board b) = true.
Variable numbers_at : PM.t N.
Variable goals : PM.t N.
Variable every_its : list (N * (N * list cell)).
Hypothesis numbers_is : numbers_at = at_cells b (numbers_through b me).
Hypothesis goals_is : goals = index (my_masks b me).
Hypothesis every_is : every_its = numbered (map (fun S => (mask S, S)) (wants b it)).
Notation timed := (timed b me winning).

(** Those of the sets that the other could complete yet. *)
Definition in_time (k V L : N) : N :=
  mask (map fst (filter (fun x => has L (fst x) && negb (N.ltb (takes me it k) (lacking V (snd (snd x))))) every_its)).
Lemma in_time_spec k V L i S : want b me i S -> has (in_time k V L) (N.of_nat i) = false -> has L (N.of_nat i) = false \/ (takes me it k < lacking V S)%N.
Proof.
  intros W K. destruct (has L (N.of_nat i)) eqn:HL; auto. right. apply N.ltb_lt, not_false_iff_true. intros Q. rewrite <- not_true_iff_false in K. apply K.
  unfold in_time. apply mask_spec, in_map_iff. exists (N.of_nat i, (mask S, S)). split; auto. apply filter_In. cbn [fst snd]. rewrite HL, Q. split; auto.
  rewrite every_is. apply in_numbered. rewrite Nat2N.id, nth_error_map. unfold want in W. now rewrite W.
Qed.
Definition tknown := PM.t (N * (N * N * N)).
Definition all_timed (ks : tknown) : Prop := forall i k V H L, at_ ks i = Some (k, (V, H, L)) -> timed it k V H L.
Definition t_below (ks : tknown) (k V H L i : N) : bool :=
  match at_ ks i with
  | Some (k', (V', H', L')) => N.eqb k' k && within_set V V' && within_set H' H && within_set (in_time k V L) L'
  | None => false
  end.
Lemma t_below_spec ks k V H L i : all_timed ks -> t_below ks k V H L i = true -> timed it k V H L.
Proof.
  intros G. unfold t_below. destruct (at_ ks i) as [[k' [[V' H'] L']]|] eqn:E; [|discriminate]. rewrite !andb_true_iff, N.eqb_eq. intros [[[-> A] B] C].
  apply (timed_more b me winning k V H L V' H' L'); [eauto|now apply within_set_spec|now apply within_set_spec|].
  intros i' S W K. apply in_time_spec; auto. apply not_true_iff_false. intros Q. apply (within_set_spec _ _ C) in Q. congruence.
Qed.
(** [me] is to move, and then has [k] plies to go. *)
Definition t_leads (ks : tknown) (k V H L : N) (r t : N) : bool :=
  negb (has V r) && N.ltb r (size b) &&
  if N.odd t then match at_ goals (N.div2 t) with Some g => within_set g (N.setbit H r) | None => false end
  else match at_ numbers_at r with
    | Some through => t_below ks k V (N.setbit H r) (N.ldiff L through) (N.div2 t)
    | None => false
    end.
Lemma t_leads_spec ks k V H L r t : all_timed ks -> t_leads ks k V H L r t = true -> timed me (N.succ k) V H L.
Proof.
  intros G. unfold t_leads. rewrite !andb_true_iff, negb_true_iff, N.ltb_lt. intros [[Vr Lr] E]. destruct (N.odd t).
  - destruct (at_ goals _) as [g|] eqn:Eg; [|discriminate]. rewrite goals_is in Eg. apply index_spec, nth_error_In in Eg.
    unfold my_masks in Eg. apply in_map_iff in Eg as (S & <- & IS). apply (timed_answer b me winning inside k V H L r L); auto.
    apply (timed_whole b me winning) with (S := S); auto. intros c Ic. apply (within_set_spec _ _ E). now apply mask_spec.
  - destruct (at_ numbers_at r) as [through|] eqn:Er; [|discriminate]. apply t_below_spec in E; auto.
    apply (timed_answer b me winning inside k V H L r _ E Vr Lr). eapply numbers_met; eauto.
Qed.
Definition t_edge_ok (ks : tknown) (k V H L : N) (e : cell * (cell * N)) : bool :=
  let '(x, (r, t)) := e in negb (N.eqb r x) && t_leads ks k (N.setbit V x) H L r t.
Definition t_weighed_ok (k V H L : N) (x : cell) : bool :=
  let V' := N.setbit V x in let F := left_of V' (open_sets every_its H (in_time k V' L)) in let K := largest b me in
  negb winning && negb (N.eqb (N.ldiff (N.ones (size b)) V') 0) && no_larger K F && N.ltb (weight_of K F 0) (N.setbit 0 K).
Definition t_node_ok (ks : tknown) (nd : tnode) : bool :=
  let k := t_plies nd in let V := t_most nd in let H := t_least nd in let L := in_time k V (t_open nd) in
  whole_ok b me winning every_its V H L (t_stop nd) ||
  N.leb 2 k && forallb (fun x => calm V H L (fst x, fst (snd x))) every_its &&
  negb (N.eqb (N.ldiff (N.ones (size b)) (N.lor V H)) 0) && forallb (t_edge_ok ks (k - 2) V H L) (t_edges nd) && forallb (t_weighed_ok (k - 2) V H L) (t_weighed nd) &&
  N.eqb (N.ldiff (N.ones (size b)) (N.lor (N.lor V H) (N.lor (threat_moves b (threats V H (my_masks b me))) (mask (t_weighed nd ++ map fst (t_edges nd)))))) 0.

Lemma timed_threat k V H L x y : has (threats V H (my_masks b me)) y = true -> y <> x -> timed me (N.succ k) (N.setbit V x) H L.
Proof.
  intros T Ne. destruct (threats_spec b me V H (my_masks b me) y (incl_refl _) T) as (Vy & S & IS & Iy & A).
  apply (timed_answer b me winning inside k _ H L y L); auto.
  - apply (timed_whole b me winning) with (S := S); auto. intros c Ic. rewrite has_set. destruct (A c Ic) as [->| ->]; [apply orb_true_r|now rewrite N.eqb_refl].
  - rewrite has_set, Vy, orb_false_r. apply N.eqb_neq. congruence.
  - apply in_cells_board. eapply inside; eauto.
Qed.
Lemma in_ones x : has (N.ones (size b)) x = true <-> (x < size b)%N.
Proof.
  unfold has. destruct (N.lt_ge_cases x (size b)); [rewrite N.ones_spec_low by auto; tauto|]. rewrite N.ones_spec_high by auto. split; [discriminate|lia].
Qed.
Lemma t_weighed_spec k V H L x : t_weighed_ok k V H L x = true -> timed me (N.succ k) (N.setbit V x) H L.
Proof.
  unfold t_weighed_ok. cbv zeta. set (V' := N.setbit V x). rewrite !andb_true_iff, !negb_true_iff, N.eqb_neq, N.ltb_lt. intros [[[Wn Z] NL] Li].
  apply nonzero_has in Z as (c0 & Z). rewrite has_ldiff, andb_true_iff, negb_true_iff, in_ones in Z. destruct Z as [L0 V0].
  apply (left_fair b me distinct_sets every_its every_is) in NL. rewrite weight_of_potential, power in Li.
  apply (timed_answered b me winning inside distinct_sets full_ok k V' H L (left_of V' (open_sets every_its H (in_time k V' L))) c0); auto.
  - apply (answered_light (N.to_nat (largest b me))) with (n := weight (left_of V' (open_sets every_its H (in_time k V' L)))); auto. lia.
  - intros i S W HL. destruct (has (in_time k V' L) (N.of_nat i)) eqn:E.
    + destruct (left_leaves b me every_its every_is V' H (in_time k V' L) i S W E); auto.
    + destruct (in_time_spec k V' L i S W E); [congruence|auto].
Qed.
Theorem t_node_shown ks nd : all_timed ks -> t_node_ok ks nd = true -> timed it (t_plies nd) (t_most nd) (t_least nd) (t_open nd).
Proof.
  intros G. unfold t_node_ok. cbv zeta. set (k := t_plies nd). set (V := t_most nd). set (H := t_least nd). set (L := in_time k V (t_open nd)). intros E.
  apply (timed_more b me winning k V H (t_open nd) V H L); auto; [|intros i S W; now apply in_time_spec].
  apply orb_true_iff in E as [E|E].
  - destruct (t_stop nd) as [| |ps]; simpl in E; [discriminate| |].
    + rewrite !andb_true_iff in E. destruct E as [[Wn%negb_true_iff NL] E]. apply (left_fair b me distinct_sets every_its every_is) in NL.
      apply (timed_stopped b me winning inside distinct_sets full_ok) with (F := left_of V (open_sets every_its H L)); auto; [now apply (light_spec (largest b me))|].
      intros i S W HL. destruct (left_leaves b me every_its every_is V H L i S W HL); auto.
    + rewrite !andb_true_iff in E. destruct E as [[Wn%negb_true_iff F] P]. destruct (pairs_leaves b me every_its every_is V H L ps None F P) as [St Lv].
      apply (timed_stopped b me winning inside distinct_sets full_ok) with (F := pair_family ps); auto. intros i S W HL. destruct (Lv V) with (i := i) (S := S); auto.
  - rewrite !andb_true_iff, !forallb_forall in E. destruct E as [[[[[K2%N.leb_le C] X0] Ed] We] All]. apply N.eqb_eq in All.
    assert (Each : forall x, (x < size b)%N -> has V x = false -> has H x = false -> timed me (N.succ (k - 2)) (N.setbit V x) H L).
    { intros x Lx Vx Hx. assert (M : has (threat_moves b (threats V H (my_masks b me))) x = true \/ has (mask (t_weighed nd ++ map fst (t_edges nd))) x = true).
      { apply orb_true_iff, not_false_iff_true. intros M. rewrite <- has_lor in M.
        assert (K : has 0 x = true) by (rewrite <- All, has_ldiff, has_lor, (has_lor V H), Vx, Hx, M, (proj2 (in_ones x) Lx); auto). now rewrite has_0 in K. }
      destruct M as [M|M].
      - unfold threat_moves in M. destruct (two_of _) eqn:T2; [destruct (two_of_true _ x T2) as (y & K & Ne); now apply (timed_threat _ V H L x y)|].
        destruct (N.eqb_spec (threats V H (my_masks b me)) 0) as [Z|Z]; [now rewrite has_0 in M|]. apply nonzero_has in Z as (y & K).
        apply (timed_threat _ V H L x y); auto. intros ->. rewrite has_ldiff, K, andb_false_r in M. discriminate.
      - apply mask_spec, in_app_iff in M as [M|M]; [now apply t_weighed_spec, We|]. apply in_map_iff in M as ([x' [r t]] & <- & I). specialize (Ed _ I). unfold t_edge_ok in Ed. apply andb_true_iff in Ed as [_ Ed].
        eapply t_leads_spec; eauto. }
    apply negb_true_iff, N.eqb_neq, nonzero_has in X0 as (x0 & K). rewrite has_ldiff, has_lor, andb_true_iff, negb_true_iff, orb_false_iff, in_ones in K.
    destruct K as [L0 [V0 H0]]. replace k with (N.succ (N.succ (k - 2))) by lia.
    apply (timed_each b me winning inside distinct_sets _ V H L x0); auto.
    + intros i S W HL. apply (calm_spec V H L (N.of_nat i)); auto. apply (C (N.of_nat i, (mask S, S))). rewrite every_is. apply in_numbered.
      rewrite Nat2N.id, nth_error_map. unfold want in W. now rewrite W.
    + destruct (Each x0 L0 V0 H0) as [[Gf|(S & IS & AS)] _]; [left; auto|right]. exists S. split; auto. intros c Ic. destruct (AS c Ic) as [K|K]; auto.
      rewrite has_set, orb_false_iff in K. tauto.
Qed.
Fixpoint t_nodes (ks : tknown) (i : N) (ns : list tnode) : option tknown :=
  match ns with
  | [] => Some ks
  | nd :: ns => if t_node_ok ks nd then t_nodes (set_at ks i (t_plies nd, (t_most nd, t_least nd, t_open nd))) (N.succ i) ns else None
  end.
Lemma t_nodes_spec ns : forall ks i ks', all_timed ks -> t_nodes ks i ns = Some ks' -> all_timed ks'.
Proof.
  induction ns as [|nd ns IH]; cbn [t_nodes]; intros ks i ks' G E; [now injection E as <-|]. destruct (t_node_ok ks nd) eqn:O; [|discriminate].
  apply t_node_shown in O; auto. refine (IH _ _ _ _ E). intros j k V H L. rewrite at_set. destruct (N.eqb i j); [intros [= <- <- <- <-]; auto|apply G].
Qed.
End Check.

(** * The rule *)

Definition timed_ok (b : board) (me : player) (winning : bool) (p : place) (n : N) (opening : option cell) (t : N) (ns : list tnode) : bool :=
  let it := other me in let every := numbered (map (fun S => (mask S, S)) (wants b it)) in
  let goals := index (my_masks b me) in let numbers_at := at_cells b (numbers_through b me) in
  let V := own p it in let H := own p me in
  let L := mask (map fst (filter (fun x => negb (existsb (has H) (snd (snd x)))) every)) in
  if forallb (distinct 0) (wants b it) && apartb p && negb (completed b p it) && (winning || fits me winning (full_board b)) then
    match t_nodes b me winning numbers_at goals every nothing 0 ns with
    | Some ks => match opening with
        | Some r => same_player (turn p) me && N.ltb 0 n && t_leads b me numbers_at goals every ks (N.pred n) V H L r t
        | None => same_player (turn p) it && t_below me every ks n V H L t
        end
    | None => false
    end
  else false.
Lemma timed_reaches b me winning p n opening t ns : on_board b -> timed_ok b me winning p n opening t ns = true -> reaches b me winning n p.
Proof.
  intros OB. unfold timed_ok. cbv zeta. set (every0 := numbered _). set (V := own p (other me)). set (H := own p me). set (L := mask (map fst (filter _ every0))).
  destruct (_ && _ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, !forallb_forall, orb_true_iff in C. destruct C as [[[D A%apartb_spec] NC%negb_true_iff] Fu].
  assert (DS : forall S, In S (wants b (other me)) -> NoDup S) by (intros S I; now apply D, distinct_spec in I).
  assert (FO : winning = false -> fits me winning (full_board b) = true) by (intros W; destruct Fu; congruence).
  destruct (t_nodes _ _ _ _ _ _ _ _ _) as [ks|] eqn:E; [|discriminate].
  apply (t_nodes_spec b me winning OB DS FO _ _ _ eq_refl eq_refl eq_refl) in E; [|intros i k V0 H0 L0 X; now rewrite at_nothing in X].
  assert (Fi : at_hand b me n V H L p).
  { split.
    - constructor; auto. intros i S W HL. rewrite (in_every b me i S W) in HL. discriminate.
    - intros i S W HL. left. destruct (existsb (has H) S) eqn:X; [apply existsb_exists in X as (c & Ic & Hc); exists c; auto|].
      exfalso. rewrite <- not_true_iff_false in HL. apply HL. unfold L. apply mask_spec, in_map_iff. exists (N.of_nat i, (mask S, S)). split; auto.
      apply filter_In. cbn [snd]. rewrite X. split; auto. apply in_numbered. rewrite Nat2N.id, nth_error_map. unfold want in W. now rewrite W. }
  destruct opening as [r|]; rewrite !andb_true_iff.
  - intros [[T%same_player_eq N0%N.ltb_lt] Le]. eapply t_leads_spec in Le; eauto; try reflexivity. rewrite N.succ_pred in Le by lia. apply Le; auto.
  - intros [T%same_player_eq Be]. eapply t_below_spec in Be; eauto; try reflexivity. apply Be; auto.
Qed.
(** [me] opens with a cell, or the other is to move. *)
Definition timed_statements (i : instance) (starter me : player) (winning : bool) (n : N) (opening : option cell) (t : N) (ns : list tnode) : list statement :=
  match i with
  | Positional a weak first second =>
      if on_board_ok a weak && timed_ok (board_of a weak) me winning (Place (mask first) (mask second) starter) n opening t ns
      then [if winning then Force starter [me] [Won me] (Some n) else Prevent starter [me] [Won (other me)] (Some n)] else []
  | _ => []
  end.
Lemma just_one s r : won s r = among same_result [Won s] r.
Proof. unfold won. simpl. rewrite orb_false_r. now destruct r as [[]|], s. Qed.
Lemma timed_true i starter me winning n opening t ns : Forall (means i) (timed_statements i starter me winning n opening t ns).
Proof.
  destruct i as [a weak first second| |]; try constructor. unfold timed_statements. set (p := Place (mask first) (mask second) starter).
  destruct (_ && _) eqn:E; constructor; [|constructor]. apply andb_true_iff in E as [OB%on_board_spec E]. apply timed_reaches in E; auto. unfold reaches in E.
  destruct winning; simpl.
  - apply (forces_Forces (G := positional (board_of a weak))) with (n := N.to_nat n); [simpl; lia|]. apply forces_side with (X := just me); [intros x; symmetry; apply only_just|].
    eapply forces_more; [exact E|auto|]. intros r K. now rewrite <- just_one.
  - rewrite <- (N2Nat.id n). apply (dodge_prevents (G := positional (board_of a weak))). intros K. apply E.
    apply forces_side with (X := fun a => negb (only [me] a)); [intros x; rewrite only_just; now destruct me, x|].
    eapply forces_more; [exact K|auto|]. intros r Q. now rewrite just_one.
Qed.
Definition read_tnode : reader tnode :=
  k <- one; V <- one; H <- one; L <- one; es <- many (two one (two one one)); ws <- row; w <- read_whole; ret (TNode k V H L es ws w).
Definition timed_derive (i : instance) : reader (list statement) :=
  starter <- read_player; me <- read_player; winning <- flag; n <- one; opening <- maybe; t <- one;
  ns <- many read_tnode; ret (timed_statements i starter me winning n opening t ns).
Theorem timed_sound i s l s' : timed_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold timed_derive. intros H. read. apply timed_true. Qed.
Definition timed_rule : rule := Rule timed_derive timed_sound.
