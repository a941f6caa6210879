(** Tools for games in general: backward induction, and what the definitions imply. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning.
Import ListNotations.

Section Games.
Context {G : game}.
Implicit Types (p : position G) (m : move G) (ms h : list (move G)) (X : player -> bool) (R : result -> bool).

(** * Backward induction *)

Inductive forces (X : player -> bool) (R : result -> bool) : nat -> position G -> Prop :=
| forces_over n p r : over p = Some r -> R r = true -> forces X R n p
| forces_own n p m : over p = None -> X (to_move p) = true ->
    In m (moves p) -> forces X R n (play p m) -> forces X R (S n) p
| forces_all n p : over p = None -> X (to_move p) = false -> moves p <> [] ->
    (forall m, In m (moves p) -> forces X R n (play p m)) -> forces X R (S n) p.

Fixpoint forcesb X R n p : bool :=
  match over p with
  | Some r => R r
  | None => match n with
    | O => false
    | S n => if X (to_move p) then existsb (fun m => forcesb X R n (play p m)) (moves p)
             else match moves p with [] => false
                  | _ => forallb (fun m => forcesb X R n (play p m)) (moves p) end
    end
  end.

Lemma forces_forcesb X R n p : forces X R n p -> forcesb X R n p = true.
Proof.
  induction 1 as [n p r O r1|n p m O T I F IH|n p O T N F IH].
  - destruct n; simpl; rewrite O; auto.
  - simpl; rewrite O, T. apply existsb_exists; eauto.
  - simpl; rewrite O, T. destruct (moves p) eqn:E; [congruence|].
    apply forallb_forall; auto.
Qed.

Lemma forcesb_forces X R n p : forcesb X R n p = true -> forces X R n p.
Proof.
  revert p; induction n as [|n IH]; intros p; simpl; destruct (over p) eqn:O; intros H;
    try (solve [eapply forces_over; eauto]); try discriminate.
  destruct (X (to_move p)) eqn:T.
  - apply existsb_exists in H as (m & I & H). eapply forces_own; eauto.
  - destruct (moves p) eqn:E; [discriminate|]. apply forces_all; auto; [congruence|].
    rewrite E. intros m' I. apply IH. rewrite forallb_forall in H. auto.
Qed.

(** The strategy: the first move after which the side still forces. *)
Fixpoint best X R n p h : option (move G) :=
  match h with
  | [] => find (fun m => forcesb X R (pred n) (play p m)) (moves p)
  | m :: h => best X R (pred n) (play p m) h
  end.

Lemma follows_tail X s p m ms : follows X s p (m :: ms) ->
  follows X (fun h => s (m :: h)) (play p m) ms.
Proof. intros F h m' t E T. apply (F (m :: h) m' t); subst; auto. Qed.

Lemma best_keeps X R ms : forall n p, forcesb X R n p = true ->
  is_play p ms -> follows X (best X R n p) p ms ->
  length ms <= n /\ forcesb X R (n - length ms) (after p ms) = true.
Proof.
  induction ms as [|m ms IH]; intros n p H P F; simpl.
  - rewrite Nat.sub_0_r. split; auto; lia.
  - destruct P as (O & I & P). destruct n; simpl in H; rewrite O in H; [discriminate|].
    assert (H' : forcesb X R n (play p m) = true).
    { destruct (X (to_move p)) eqn:T.
      - pose proof (F [] m ms eq_refl T) as E. simpl in E. apply find_some in E. tauto.
      - destruct (moves p); [discriminate|]. rewrite forallb_forall in H. auto. }
    destruct (IH n (play p m) H' P (follows_tail _ _ _ _ _ F)). simpl. split; auto; lia.
Qed.

Lemma best_move X R ms : forall n p, length ms <= n ->
  best X R n p ms = best X R (n - length ms) (after p ms) [].
Proof.
  induction ms as [|m ms IH]; intros n p L; simpl length; [now rewrite Nat.sub_0_r|].
  destruct n; simpl in L; [lia|]. change (S n - S (length ms)) with (n - length ms).
  simpl after. rewrite <- IH by lia. reflexivity.
Qed.

Theorem forces_Forces X R plies n p : within plies n -> forces X R n p -> Forces X R plies p.
Proof.
  intros W H. apply forces_forcesb in H. exists (best X R n p), n. split; [exact W|]. split.
  - intros ms P F O T N. destruct (best_keeps _ _ _ _ _ H P F) as [L K].
    rewrite best_move by auto. simpl.
    destruct (n - length ms) as [|k]; simpl in K; rewrite O in K; [discriminate|].
    rewrite T in K. apply existsb_exists in K as (m & I & K).
    destruct (find _ (moves (after p ms))) as [m'|] eqn:E.
    + apply find_some in E. exists m'; tauto.
    + eapply find_none in E; eauto. simpl in E; congruence.
  - intros ms P F. destruct (best_keeps _ _ _ _ _ H P F) as [L K]. split; auto.
    intros [E|E].
    + destruct (over (after p ms)) as [r|] eqn:O; [|congruence]. exists r; split; auto.
      destruct (n - length ms); simpl in K; rewrite O in K; auto.
    + destruct (n - length ms); simpl in K; destruct (over (after p ms)) as [r|] eqn:O; eauto;
        [discriminate|]. rewrite E in K. simpl in K. destruct (X _); discriminate.
Qed.

Lemma forces_more X R n p : forces X R n p -> forall (R' : result -> bool) n', n <= n' ->
  (forall r, R r = true -> R' r = true) -> forces X R' n' p.
Proof.
  induction 1; intros R' n' L I; [eapply forces_over; eauto| |];
    destruct n'; try lia; [eapply forces_own|apply forces_all]; eauto;
    intros; match goal with IH : _ |- _ => apply IH end; auto; lia.
Qed.

Theorem Forces_Prevents X R n p (R' : result -> bool) plies : Forces X R n p ->
  (forall r, R r = true -> R' r = false) -> Prevents X R' plies p.
Proof.
  intros (s & k & _ & L & F) D. exists s; split; auto. intros ms P Fo _ r O.
  destruct (F ms P Fo) as [_ E]. destruct E as (r' & O' & K); [left; congruence|].
  assert (r = r') by congruence. subst; auto.
Qed.

(** What one side forces the others cannot prevent: the definitions do not contradict. *)
Theorem Forces_not_Prevents X R n p : Forces X R n p ->
  Prevents (fun a => negb (X a)) R None p -> False.
Proof.
  intros (s & bound & _ & Ls & Fs) (t & Lt & Ft).
  assert (H : forall k, exists ms, is_play p ms /\ follows X s p ms /\
             follows (fun a => negb (X a)) t p ms /\ length ms = k).
  { induction k as [|k (ms & P & F1 & F2 & E)].
    - exists []. repeat split; simpl; auto; intros h m u E; destruct h; discriminate.
    - destruct (Fs ms P F1) as [_ Fi].
      destruct (over (after p ms)) as [r|] eqn:O.
      { destruct Fi as (r' & O' & K); [left; congruence|].
        rewrite (Ft ms P F2 I r') in K by congruence. discriminate. }
      assert (N : moves (after p ms) <> []).
      { intros N. destruct Fi as (r' & O' & K); [right; auto|congruence]. }
      assert (M : exists m, In m (moves (after p ms)) /\
                 (X (to_move (after p ms)) = true -> s ms = Some m) /\
                 (X (to_move (after p ms)) = false -> t ms = Some m)).
      { destruct (X (to_move (after p ms))) eqn:T.
        - destruct (Ls ms P F1 O T N) as (m & S & I). exists m. split; [|split]; auto; discriminate.
        - destruct (Lt ms P F2 O) as (m & S & I); auto; [now rewrite T|].
          exists m. split; [|split]; auto; discriminate. }
      destruct M as (m & I & M1 & M2). exists (ms ++ [m]).
      assert (PL : forall q us, is_play q us -> over (after q us) = None ->
                In m (moves (after q us)) -> is_play q (us ++ [m])).
      { clear. intros q us; revert q; induction us; simpl; intros q P O I; [tauto|].
        destruct P as (? & ? & ?). repeat split; auto. }
      assert (FL : forall Y u, follows Y u p ms ->
                (Y (to_move (after p ms)) = true -> u ms = Some m) -> follows Y u p (ms ++ [m])).
      { clear. intros Y u F K h m' v E T.
        destruct (exists_last (l := m' :: v)) as (v' & z & Ez); [discriminate|].
        rewrite Ez, app_assoc in E. apply app_inj_tail in E as [E1 E2]. subst z.
        destruct v' as [|y v'].
        - simpl in Ez. injection Ez as -> ->. rewrite app_nil_r in E1. subst; auto.
        - simpl in Ez. injection Ez as -> ->. apply (F h y v'); subst; auto. }
      repeat split; auto.
      + apply FL; auto. intros T. apply negb_true_iff in T. auto.
      + rewrite app_length; simpl; lia. }
  destruct (H (S bound)) as (ms & P & F1 & _ & E). destruct (Fs ms P F1). lia.
Qed.

Lemma forces_side X Y R n p : (forall a, X a = Y a) -> forces X R n p -> forces Y R n p.
Proof.
  intros E. induction 1; [eapply forces_over|eapply forces_own|apply forces_all]; eauto; now rewrite <- E.
Qed.

(** Finite games are determined. *)
Lemma determined X (R : result -> bool) : forall n p,
  (forall ms, is_play p ms -> length ms <= n) ->
  (forall ms, is_play p ms -> over (after p ms) = None -> moves (after p ms) <> []) ->
  forces X R n p \/ forces (fun a => negb (X a)) (fun r => negb (R r)) n p.
Proof.
  assert (K : forall n p, (forall ms, is_play p ms -> length ms <= n) ->
    (forall ms, is_play p ms -> over (after p ms) = None -> moves (after p ms) <> []) ->
    forcesb X R n p = false -> forcesb (fun a => negb (X a)) (fun r => negb (R r)) n p = true).
  { induction n as [|n IH]; intros p L NS; simpl; destruct (over p) as [r|] eqn:O; intros H.
    - now rewrite H.
    - exfalso. pose proof (NS [] I O) as N. simpl in N. destruct (moves p) as [|m l] eqn:E; [congruence|].
      specialize (L [m]). simpl in L. rewrite O, E in L. simpl in L.
      assert (1 <= 0) by (apply L; auto). lia.
    - now rewrite H.
    - assert (IH' : forall m, In m (moves p) -> forcesb X R n (play p m) = false ->
                forcesb (fun a => negb (X a)) (fun r => negb (R r)) n (play p m) = true).
      { intros m Im. apply IH.
        - intros ms P. specialize (L (m :: ms)). simpl in L. apply le_S_n, L; auto.
        - intros ms P. apply (NS (m :: ms)). simpl; auto. }
      pose proof (NS [] I O) as N. simpl in N.
      destruct (X (to_move p)); simpl.
      + destruct (moves p) as [|m l] eqn:E; [congruence|].
        apply forallb_forall. intros m' I'. apply IH'; auto.
        destruct (forcesb X R n (play p m')) eqn:F; auto.
        rewrite <- H. symmetry. apply existsb_exists. eauto.
      + destruct (moves p) as [|m l] eqn:E; [congruence|].
        apply existsb_exists. apply not_true_iff_false in H.
        destruct (existsb (fun m => negb (forcesb X R n (play p m))) (m :: l)) eqn:F.
        * apply existsb_exists in F as (m' & I' & F). exists m'. split; auto. apply IH'; auto.
          now apply negb_true_iff.
        * exfalso. apply H. apply forallb_forall. intros m' I'.
          destruct (forcesb X R n (play p m')) eqn:F'; auto.
          rewrite <- not_true_iff_false in F. destruct F. apply existsb_exists. exists m'. now rewrite F'. }
  intros n p L NS. destruct (forcesb X R n p) eqn:E.
  - left; now apply forcesb_forces.
  - right; apply forcesb_forces, K; auto.
Qed.

End Games.
