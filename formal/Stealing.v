(** Rule [stealing]: who has no stone and is not to move cannot force a win (Hales, Jewett 1963). *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines.
Import ListNotations.

Section Stealing.
Variable b : board.
Hypothesis same : forall L, In L (wants b First) <-> In L (wants b Second).
Hypothesis proper : forall s, ~ In [] (wants b s).
Hypothesis draws : full_board b = Draw.
Notation Gm := (positional b).

Lemma same_sets s t L : In L (wants b s) -> In L (wants b t).
Proof. destruct s, t; auto; apply same. Qed.

Lemma forces_both (X Y : player -> bool) (R R' : result -> bool) : (forall s, Y s = negb (X s)) ->
  (forall r, R r = true -> R' r = true -> False) ->
  forall n (p : place), forces (G := Gm) X R n p -> forall n', forces (G := Gm) Y R' n' p -> False.
Proof.
  intros XY D. induction 1 as [n p r O r1|n p m O T I F IH|n p O T N F IH]; intros n' F';
    inversion F' as [k q r' O' r1'|k q m' O' T' I' F'' |k q O' T' N' F'']; subst; try congruence.
  - assert (r = r') by congruence. subst; eauto.
  - rewrite XY, T in T'. discriminate.
  - eapply IH; eauto.
  - destruct (moves p) as [|m l] eqn:E; [congruence|]. eapply IH; eauto. 
  - rewrite XY, T in T'. discriminate.
Qed.

Definition beneath (A B : N) := forall c, has A c = true -> has B c = true.
Lemma below_completed p s p' s' : beneath (own p s) (own p' s') -> completed b p s = true -> completed b p' s' = true.
Proof.
  intros B C. apply completed_spec in C as (L & I & W). apply completed_spec. exists L.
  split; [eapply same_sets; eauto|]. rewrite whole_spec in *. auto.
Qed.

Lemma ends_turn p p' : firsts p = firsts p' -> seconds p = seconds p' -> ends b p = ends b p'.
Proof. destruct p, p'; simpl; intros -> ->; reflexivity. Qed.
Definition pass (p : place) := Place (firsts p) (seconds p) (other (turn p)).
Lemma own_pass p s : own (pass p) s = own p s. Proof. now destruct s. Qed.

Lemma ends_won p s : completed b p s = true -> completed b p (other s) = false -> ends b p = Some (Won s).
Proof. unfold ends. destruct s; simpl; intros -> C; auto. now rewrite C. Qed.
Lemma ends_none p : ends b p = None -> (forall s, completed b p s = false) /\ full b p = false.
Proof.
  unfold ends. intros E. destruct (completed b p First) eqn:C1; [discriminate|].
  destruct (completed b p Second) eqn:C2; [discriminate|]. destruct (full b p); [discriminate|].
  split; auto. intros []; auto.
Qed.
Lemma ends_full p : (forall s, completed b p s = false) -> full b p = true -> ends b p = Some (full_board b).
Proof. unfold ends. intros H ->. now rewrite !H. Qed.
Lemma full_spec p : full b p = false <-> exists c, In c (every_cell b) /\ free p c = true.
Proof. unfold full. rewrite negb_false_iff. apply existsb_exists. Qed.
Lemma full_true p c : full b p = true -> In c (every_cell b) -> exists s, has (own p s) c = true.
Proof.
  unfold full. rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. intros H I.
  destruct (has (own p First) c) eqn:E1; eauto. destruct (has (own p Second) c) eqn:E2; eauto.
  destruct H. exists c. split; auto. apply free_own. intros []; auto.
Qed.
Lemma own_put_turn p c s : turn p = s -> own (put c p) s = N.setbit (own p s) c.
Proof. intros <-. rewrite own_put, same_refl. auto. Qed.
Lemma own_put_other p c s : turn p = other s -> own (put c p) s = own p s.
Proof. intros T. rewrite own_put, T. now destruct s. Qed.

(** [p'] is for [t'] at least as good as [p] for [t]. *)
Definition better t p t' p' := apart p' /\ same_player (turn p) t = same_player (turn p') t' /\
  beneath (own p' (other t')) (own p (other t)) /\ beneath (own p t) (own p' t').

Lemma is_other s t : same_player s t = false <-> s = other t. Proof. destruct s, t; simpl; split; congruence. Qed.

Lemma child_not_both p c t : ends b p = None -> ~ (completed b (put c p) t = true /\ completed b (put c p) (other t) = true).
Proof.
  intros O [C D]. apply ends_none in O as [NC _].
  assert (K : forall s, turn p = other s -> completed b (put c p) s = completed b p s).
  { intros s T. unfold completed. now rewrite own_put_other. }
  destruct (player_cases t (turn p)) as [T|T].
  - rewrite K, NC in D; [discriminate|now rewrite other_other].
  - rewrite K, NC in C; [discriminate|auto].
Qed.

Lemma better_full t p t' p' c : better t p t' p' -> full b p' = true -> In c (every_cell b) ->
  free p c = true -> better t (put c p) t' (pass p').
Proof.
  intros (A & T & B1 & B2) Fu I Fr. pose proof (proj1 (free_own p c) Fr) as Fo.
  split; [exact A|]. rewrite !own_pass. split; [|split].
  - rewrite turn_put. simpl. destruct (turn p), t, (turn p'), t'; simpl in *; congruence.
  - intros d H. rewrite has_put. apply B1 in H. now rewrite H, orb_true_r.
  - intros d. rewrite has_put, orb_true_iff, andb_true_iff, N.eqb_eq. intros [[H E]|H]; auto. subst d.
    apply same_player_eq in H. subst t. destruct (full_true p' c Fu I) as (s & Hs).
    destruct (player_cases t' s); subst; auto. apply B1 in Hs. now rewrite Fo in Hs.
Qed.

Lemma better_own p t' p' m e : better (turn p) p t' p' -> free p' e = true ->
  (e = m \/ has (own p' t') m = true) -> better (turn p) (put m p) t' (put e p').
Proof.
  intros (A & T & B1 & B2) Fe Or. rewrite same_refl in T. symmetry in T. apply same_player_eq in T.
  split; [apply apart_put; auto|]. split; [|split].
  - rewrite !turn_put, T. now destruct t', (turn p).
  - rewrite !own_put_other by (now rewrite ?other_other). auto.
  - rewrite !own_put_turn by auto. intros d. rewrite !has_set, !orb_true_iff, !N.eqb_eq.
    intros [E|H]; auto. subst d. destruct Or as [->|H]; auto.
Qed.

Lemma better_other t p t' p' m0 m : turn p = other t -> better t p t' p' -> free p' m = true ->
  (m = m0 \/ has (own p (other t)) m = true) -> better t (put m0 p) t' (put m p').
Proof.
  intros Tp (A & T & B1 & B2) Fm Or.
  assert (T' : turn p' = other t') by (apply is_other; rewrite <- T; now apply is_other).
  split; [apply apart_put; auto|]. split; [|split].
  - rewrite !turn_put, T', Tp. now destruct t', t.
  - rewrite !own_put_turn by auto. intros d. rewrite !has_set, !orb_true_iff, !N.eqb_eq.
    intros [E|H]; auto. subst d. destruct Or as [->|H]; auto.
  - rewrite !own_put_other by auto. auto.
Qed.

Lemma forces_end X R n p r : forces (G := Gm) X R n p -> ends b p = Some r -> R r = true.
Proof. intros F E. inversion F; simpl in *; congruence. Qed.

(** A further stone does no harm, and whose stones they are does not matter. *)
Lemma harmless t : forall n p, forces (G := Gm) (just t) (won t) n p -> forall t' p',
  ~ (completed b p t = true /\ completed b p (other t) = true) -> better t p t' p' ->
  forces (G := Gm) (just t') (won t') n p'.
Proof.
  induction 1 as [n p r O r1|n p m O T I F IH|n p O T N F IH]; intros t' p' NB Be;
    pose proof Be as (A' & T' & B1 & B2).
  - assert (C : completed b p t = true).
    { simpl in O. unfold ends in O. rewrite draws in O. destruct (completed b p First) eqn:C1.
      - injection O as <-. simpl in r1. apply same_player_eq in r1. now subst.
      - destruct (completed b p Second) eqn:C2; [|destruct (full b p); [|discriminate]]; injection O as <-;
          simpl in r1; [apply same_player_eq in r1; now subst|discriminate]. }
    apply forces_over with (r := Won t'); [|simpl; apply same_refl].
    apply ends_won; [eapply below_completed; eauto|]. apply not_true_iff_false. intros C'.
    apply NB. split; auto. eapply below_completed; eauto.
  - simpl in O, T. apply same_player_eq in T. subst t. pose proof O as ON. apply ends_none in O as [NC NF].
    assert (NC' : completed b p' (other t') = false).
    { apply not_true_iff_false. intros C'. eapply below_completed in C'; eauto. now rewrite NC in C'. }
    destruct (completed b p' t') eqn:C'.
    { apply forces_over with (r := Won t'); [apply ends_won; auto|simpl; apply same_refl]. }
    assert (NC2 : forall s, completed b p' s = false) by (intros s; destruct (player_cases t' s); subst; auto).
    apply in_moves in I as [Im Fm]. pose proof (proj1 (free_own p m) Fm) as Fo.
    pose proof (child_not_both p m (turn p) ON) as CB.
    destruct (full b p') eqn:Fu.
    + exfalso. pose proof (IH t' _ CB (better_full _ _ _ _ m Be Fu Im Fm)) as K.
      assert (E : ends b (pass p') = Some Draw) by (rewrite (ends_turn _ p') by reflexivity; rewrite <- draws; apply ends_full; auto).
      apply (forces_end _ _ _ _ _ K) in E. discriminate.
    + assert (EN : ends b p' = None) by (unfold ends; now rewrite !NC2, Fu).
      apply full_spec in Fu as (d & Id & Fd).
      assert (Q : exists e, In e (every_cell b) /\ free p' e = true /\ (e = m \/ has (own p' t') m = true)).
      { destruct (free p' m) eqn:Z; [exists m; auto|]. exists d. split; [auto|split; auto]. right.
        destruct (has (own p' t') m) eqn:Z1; auto. rewrite <- Z. apply free_own. intros s.
        destruct (player_cases t' s); subst; auto. apply not_true_iff_false. intros H. apply B1 in H. now rewrite Fo in H. }
      destruct Q as (e & Ie & Fe & Or). eapply (forces_own (G := Gm)) with (m := e); [exact EN| | |].
      * simpl. unfold just. rewrite same_refl in T'. destruct t', (turn p'); auto.
      * apply in_moves; auto.
      * apply IH; auto. apply better_own; auto.
  - simpl in O, T. unfold just in T. assert (Tp : turn p = other t) by (apply is_other; destruct t, (turn p); auto).
    pose proof O as ON. apply ends_none in O as [NC NF].
    assert (NC' : completed b p' (other t') = false).
    { apply not_true_iff_false. intros C'. eapply below_completed in C'; eauto. now rewrite NC in C'. }
    destruct (completed b p' t') eqn:C'.
    { apply forces_over with (r := Won t'); [apply ends_won; auto|simpl; apply same_refl]. }
    assert (NC2 : forall s, completed b p' s = false) by (intros s; destruct (player_cases t' s); subst; auto).
    destruct (moves (g := Gm) p) as [|m0 l] eqn:Mv; [congruence|].
    assert (I0 : In m0 (moves (g := Gm) p)) by (rewrite Mv; simpl; auto).
    apply in_moves in I0 as [I0 F0]. rewrite <- Mv in *.
    assert (I0' : In m0 (moves (g := Gm) p)) by (apply in_moves; auto).
    destruct (full b p') eqn:Fu.
    + exfalso. pose proof (IH m0 I0' t' _ (child_not_both p m0 t ON) (better_full _ _ _ _ m0 Be Fu I0 F0)) as K.
      assert (E : ends b (pass p') = Some Draw) by (rewrite (ends_turn _ p') by reflexivity; rewrite <- draws; apply ends_full; auto).
      apply (forces_end _ _ _ _ _ K) in E. discriminate.
    + assert (EN : ends b p' = None) by (unfold ends; now rewrite !NC2, Fu).
      apply (forces_all (G := Gm)); [exact EN| | |].
      * simpl. unfold just. rewrite Tp in T'. destruct t, t', (turn p'); auto.
      * apply full_spec in Fu as (d & Id & Fd). intros Z.
        assert (K : In d (moves (g := Gm) p')) by (apply in_moves; auto). now rewrite Z in K.
      * intros m Im. apply in_moves in Im as [Im Fm]. destruct (free p m) eqn:Z.
        -- apply (IH m); [apply in_moves; auto|apply child_not_both; auto|apply better_other; auto].
        -- apply (IH m0 I0'); [apply child_not_both; auto|]. apply better_other; auto. right.
           destruct (has (own p (other t)) m) eqn:Z1; auto. rewrite <- Z. apply free_own. intros s.
           destruct (player_cases t s); subst; auto. apply not_true_iff_false. intros H. apply B2 in H.
           rewrite (proj1 (free_own p' m) Fm) in H. discriminate.
Qed.

(** Who has no stone and is not to move cannot force a win. *)
Theorem no_win p s n : apart p -> turn p = s -> own p (other s) = 0%N ->
  ~ forces (G := Gm) (just (other s)) (won (other s)) n p.
Proof.
  intros A T Z F.
  assert (NC : completed b p (other s) = false).
  { apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W). rewrite Z in W.
    destruct L as [|c L]; [now apply proper in I|]. rewrite whole_spec in W.
    specialize (W c (or_introl eq_refl)). unfold has in W. now rewrite N.bits_0 in W. }
  inversion F as [k q r O r1|k q m O T' I' F'|k q O T' N F']; subst.
  - simpl in O. unfold ends in O. rewrite draws in O. destruct (turn p); simpl in *; rewrite NC in O.
    + destruct (completed b p First); [|destruct (full b p)]; try discriminate; injection O as <-; discriminate.
    + destruct (completed b p Second); [|destruct (full b p)]; try discriminate; injection O as <-; discriminate.
  - simpl in T'. unfold just in T'. destruct (turn p); discriminate.
  - destruct (moves (g := Gm) p) as [|c l] eqn:Mv; [congruence|].
    assert (I : In c (moves (g := Gm) p)) by (rewrite Mv; simpl; auto). pose proof I as I'. rewrite Mv in I'.
    apply in_moves in I as [I Fr]. pose proof (F' c I') as K. simpl in K, O.
    assert (W : forces (G := Gm) (just (turn p)) (won (turn p)) (S k) (put c p)).
    { apply (harmless (other (turn p)) _ _ F (turn p) (put c p)).
      - rewrite NC. intros [? ?]; discriminate.
      - split; [apply apart_put; auto|]. split; [|split].
        + rewrite turn_put. now destruct (turn p).
        + rewrite own_put_other by now rewrite other_other. rewrite Z. intros d H. unfold has in H. now rewrite N.bits_0 in H.
        + rewrite Z. intros d H. unfold has in H. now rewrite N.bits_0 in H. }
    eapply forces_both; [| |exact K|exact W].
    + intros s. unfold just. destruct s, (turn p); auto.
    + intros r. unfold won. destruct r as [t|]; [|discriminate]. destruct t, (turn p); discriminate.
Qed.

Lemma play_length ms : forall p, is_play (G := Gm) p ms -> length ms <= room b p.
Proof.
  induction ms as [|m ms IH]; simpl; intros p P; [lia|]. destruct P as (O & I & P).
  apply (in_moves b) in I as [I F]. pose proof (room_put b m p I F). specialize (IH _ P). simpl in IH. lia.
Qed.
Lemma moves_left p : ends b p = None -> moves (g := Gm) p <> [].
Proof.
  intros E. apply ends_none in E as [_ Fu]. apply full_spec in Fu as (d & Id & Fd). intros Z.
  assert (K : In d (moves (g := Gm) p)) by (apply in_moves; auto). now rewrite Z in K.
Qed.

Theorem stealing p s : apart p -> turn p = s -> own p (other s) = 0%N ->
  Forces (G := Gm) (only [s]) (among same_result (held b (other s))) None p.
Proof.
  intros A T Z.
  destruct (determined (G := Gm) (just (other s)) (won (other s)) (room b p) p) as [H|H].
  - intros ms P. exact (play_length ms p P).
  - intros ms _. apply moves_left.
  - exfalso. eapply no_win; eauto.
  - apply forces_Forces with (n := room b p); [exact I|]. apply forces_more with (R := fun r => negb (won (other s) r)) (n := room b p); [|lia|].
    + eapply forces_side; [|exact H]. intros a. simpl. now destruct s, a.
    + intros r. unfold held. rewrite draws. destruct r as [t|]; simpl; auto. now destruct s, t.
Qed.
End Stealing.

(** * The rule *)

Fixpoint same_sets_b (A B : list (list N)) : bool :=
  match A, B with [], [] => true | L :: A, K :: B => same_numbers L K && same_sets_b A B | _, _ => false end.
Lemma same_sets_b_eq A : forall B, same_sets_b A B = true -> A = B.
Proof.
  induction A as [|L A IH]; intros [|K B]; simpl; try discriminate; auto.
  intros [E%same_numbers_eq H%IH]%andb_true_iff. congruence.
Qed.
(** Do both want the same sets, none of them empty, on the board? *)
Definition fair (a : shape) (weak : bool) : bool :=
  negb weak && match a with
  | Cube n _ => N.ltb 0 n
  | Sets _ first second => same_sets_b first second && on_boardb (board_of a false) && negb (existsb is_nil first)
  | _ => on_boardb (board_of a false) && negb (existsb is_nil (wants (board_of a false) First))
  end.
Lemma fair_spec a weak : fair a weak = true -> let b := board_of a weak in
  (forall L, In L (wants b First) <-> In L (wants b Second)) /\ (forall s, ~ In [] (wants b s)) /\ on_board b /\ full_board b = Draw.
Proof.
  unfold fair. destruct weak; [discriminate|]. simpl.
  assert (NE : forall A : list (list N), negb (existsb is_nil A) = true -> ~ In [] A).
  { intros A H I. apply negb_true_iff in H. rewrite <- not_true_iff_false, existsb_exists in H. apply H. exists []. auto. }
  destruct a as [n d|m n k|m n k|c first second].
  - rewrite N.ltb_lt. intros P. split; [simpl; tauto|]. split; [intros []; now apply lines_nonempty|].
    split; [apply lines_on_board|reflexivity].
  - intros [H%on_boardb_spec N]%andb_true_iff. split; [simpl; tauto|]. split; [intros []; now apply NE|]. split; [exact H|reflexivity].
  - intros [H%on_boardb_spec N]%andb_true_iff. split; [simpl; tauto|]. split; [intros []; now apply NE|]. split; [exact H|reflexivity].
  - rewrite !andb_true_iff. intros [[<-%same_sets_b_eq H%on_boardb_spec] N]. split; [simpl; tauto|].
    split; [intros []; now apply NE|]. split; [exact H|reflexivity].
Qed.
Definition stealing_statements (i : instance) (s : player) : list statement :=
  match i with
  | Positional a weak first second =>
      let p := Place (mask first) (mask second) s in
      if fair a weak && apartb p && N.eqb (own p (other s)) 0
      then [holds_statement (board_of a weak) (other s) s] else []
  | _ => []
  end.
Definition stealing_derive (i : instance) : reader (list statement) := s <- read_player; ret (stealing_statements i s).
Theorem stealing_sound i s l s' : stealing_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold stealing_derive. intros H. read. destruct i as [a weak first second| |]; try constructor. simpl.
  destruct (_ && _ && _) eqn:E; constructor; [|constructor]. rewrite !andb_true_iff in E. destruct E as [[F A%apartb_spec] Z%N.eqb_eq].
  apply fair_spec in F as (S & P & OB & D). simpl. rewrite other_other.
  apply (stealing (board_of a weak)); auto.
Qed.
Definition stealing_rule : rule := Rule stealing_derive stealing_sound.
