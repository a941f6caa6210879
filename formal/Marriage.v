(** Hall's theorem (1935): who can be married, and when each of them can have two. *)
Require Import List Bool Arith Lia Permutation.
Import ListNotations.

Lemma NoDup_both {A} (l m : list A) : NoDup l -> NoDup m -> (forall c, In c l -> ~ In c m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l N ND IH]; simpl; auto. intros M D. constructor; auto.
  rewrite in_app_iff. intros [I|I]; auto. apply (D x); auto.
Qed.

Section Marriage.
Context {X Y : Type}.
Variable eq_dec : forall a b : Y, {a = b} + {a <> b}.
Implicit Types (adj : X -> list Y) (G T R : list X) (c : Y).

Notation union adj T := (nodup eq_dec (flat_map adj T)).
(** Whoever is chosen from [G] wants as many together as they are. *)
Definition hall adj G : Prop := forall T R, Permutation G (T ++ R) -> length T <= length (union adj T).
Definition married adj G : Prop := exists ps : list (X * Y),
  Permutation (map fst ps) G /\ NoDup (map snd ps) /\ forall x c, In (x, c) ps -> In c (adj x).

(** All ways to choose, up to order. *)
Fixpoint choices G : list (list X * list X) :=
  match G with
  | [] => [([], [])]
  | x :: G => flat_map (fun TR => [(x :: fst TR, snd TR); (fst TR, x :: snd TR)]) (choices G)
  end.
Lemma choices_sound G : forall T R, In (T, R) (choices G) -> Permutation G (T ++ R).
Proof.
  induction G as [|x G IH]; simpl; intros T R I.
  - destruct I as [[= <- <-]|[]]. constructor.
  - apply in_flat_map in I as ((T', R') & I & [[= <- <-]|[[= <- <-]|[]]]); simpl; apply IH in I.
    + now constructor.
    + rewrite I. apply Permutation_middle.
Qed.
Lemma choices_complete G : forall T R, Permutation G (T ++ R) -> exists T' R', In (T', R') (choices G) /\ Permutation T T' /\ Permutation R R'.
Proof.
  induction G as [|x G IH]; simpl; intros T R P.
  - apply Permutation_nil in P. apply app_eq_nil in P as [-> ->]. exists [], []. auto.
  - assert (I : In x (T ++ R)) by (apply (Permutation_in x P); simpl; auto).
    apply in_app_iff in I as [I|I]; apply in_split in I as (A & B & ->).
    + rewrite <- app_assoc in P. simpl in P. apply Permutation_cons_app_inv in P. rewrite app_assoc in P.
      destruct (IH _ _ P) as (T' & R' & I & PT & PR). exists (x :: T'), R'. split; [|split; auto].
      * apply in_flat_map. exists (T', R'). split; simpl; auto.
      * rewrite <- Permutation_middle. now constructor.
    + rewrite app_assoc in P. apply Permutation_cons_app_inv in P. rewrite <- app_assoc in P.
      destruct (IH _ _ P) as (T' & R' & I & PT & PR). exists T', (x :: R'). split; [|split; auto].
      * apply in_flat_map. exists (T', R'). split; simpl; auto.
      * rewrite <- Permutation_middle. now constructor.
Qed.

Lemma union_perm adj T T' : Permutation T T' -> length (union adj T) = length (union adj T').
Proof.
  intros P. apply Permutation_length, NoDup_Permutation; try apply NoDup_nodup.
  intros c. rewrite !nodup_In, !in_flat_map. split; intros (x & I & J); exists x; (split; [|exact J]);
    [apply (Permutation_in x P)|apply (Permutation_in x (Permutation_sym P))]; exact I.
Qed.

(** Those of [U] are gone. *)
Definition less adj (U : list Y) x := filter (fun c => negb (if in_dec eq_dec c U then true else false)) (adj x).
Lemma in_less adj U x c : In c (less adj U x) <-> In c (adj x) /\ ~ In c U.
Proof. unfold less. rewrite filter_In, negb_true_iff. destruct (in_dec eq_dec c U); intuition discriminate. Qed.
Lemma union_less adj S T : length (union adj (S ++ T)) <= length (union adj S) + length (union (less adj (union adj S)) T).
Proof.
  rewrite <- app_length. apply NoDup_incl_length; [apply NoDup_nodup|].
  intros c I. rewrite nodup_In, flat_map_app, in_app_iff in I. apply in_app_iff.
  destruct (in_dec eq_dec c (union adj S)) as [J|J]; auto. right. destruct I as [I|I]; [destruct J; now apply nodup_In|].
  apply nodup_In, in_flat_map. apply in_flat_map in I as (x & Ix & I). exists x. split; auto. now apply in_less.
Qed.
Lemma less_one adj c T : length (union adj T) <= S (length (union (less adj [c]) T)).
Proof.
  apply (NoDup_incl_length (l := union adj T) (l' := c :: union (less adj [c]) T)); [apply NoDup_nodup|].
  intros y I. apply nodup_In, in_flat_map in I as (x & Ix & I). destruct (eq_dec c y) as [E|E]; [left; auto|].
  right. apply nodup_In, in_flat_map. exists x. split; auto. apply in_less. simpl. tauto.
Qed.

Theorem marriage : forall n adj G, length G <= n -> hall adj G -> married adj G.
Proof.
  induction n as [|n IH]; intros adj G L H.
  { destruct G; [|simpl in L; lia]. exists []. split; [constructor|]. split; [constructor|intros x c []]. }
  destruct G as [|g G].
  { exists []. split; [constructor|]. split; [constructor|intros x c []]. }
  set (tight := fun TR : list X * list X => negb (length (fst TR) =? 0) && negb (length (snd TR) =? 0) &&
    (length (union adj (fst TR)) =? length (fst TR))).
  destruct (existsb tight (choices (g :: G))) eqn:E.
  - (* a part wants no more than it needs: it first, then the others *)
    apply existsb_exists in E as ((T & R) & I & E). unfold tight in E. cbn [fst snd] in E. rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq, Nat.eqb_eq in E.
    destruct E as [[NT NR] E]. apply choices_sound in I. pose proof (Permutation_length I) as LP. rewrite app_length in LP. simpl in LP, L.
    destruct (IH adj T) as (ps & P1 & N1 & A1); [lia| |].
    { intros A B P. apply (H A (B ++ R)). rewrite I, app_assoc. now apply Permutation_app_tail. }
    destruct (IH (less adj (union adj T)) R) as (qs & P2 & N2 & A2); [lia| |].
    { intros A B P. assert (Q : Permutation (g :: G) ((T ++ A) ++ B)) by (rewrite I, <- app_assoc; now apply Permutation_app_head).
      pose proof (H _ _ Q) as K. rewrite app_length in K. pose proof (union_less adj T A). lia. }
    exists (ps ++ qs). split; [rewrite map_app, P1, P2; now symmetry|]. split.
    + rewrite map_app. apply NoDup_both; auto. intros c J K. apply in_map_iff in J as ((x & c') & E1 & J), K as ((y & c'') & E2 & K).
      simpl in E1, E2. subst c' c''. apply A2, in_less in K as [_ K]. apply K, nodup_In, in_flat_map. exists x. split; [|auto].
      apply (Permutation_in x P1), in_map_iff. exists (x, c). auto.
    + intros x c J. apply in_app_iff in J as [J|J]; auto. apply A2, in_less in J. tauto.
  - (* no part is: the first takes any, which the others can spare *)
    assert (NE : adj g <> []).
    { intros Z. specialize (H [g] G (Permutation_refl _)). simpl in H. rewrite Z in H. simpl in H. lia. }
    destruct (adj g) as [|c l] eqn:Eg; [congruence|].
    destruct (IH (less adj [c]) G) as (ps & P & N & A); [simpl in L; lia| |].
    { intros T R P. destruct T as [|t T]; [simpl; lia|].
      assert (Q : Permutation (g :: G) ((t :: T) ++ g :: R)) by (rewrite <- Permutation_middle; now constructor).
      pose proof (H _ _ Q) as K. destruct (choices_complete _ _ _ Q) as (T' & R' & J & PT & PR).
      assert (F : tight (T', R') = false).
      { destruct (tight (T', R')) eqn:F; auto. rewrite <- E. symmetry. apply existsb_exists. eauto. }
      unfold tight in F. cbn [fst snd] in F. rewrite <- (union_perm _ _ _ PT), <- (Permutation_length PT), <- (Permutation_length PR) in F. simpl length in F at 1 2.
      cbn [Nat.eqb negb andb] in F. apply Nat.eqb_neq in F. pose proof (less_one adj c (t :: T)). lia. }
    exists ((g, c) :: ps). split; [simpl; now constructor|]. split.
    + simpl. constructor; auto. intros J. apply in_map_iff in J as ((x & c') & E' & J). simpl in E'. subst c'.
      apply A, in_less in J. simpl in J. tauto.
    + intros x y [[= <- <-]|J]; [rewrite Eg; simpl; auto|]. apply A, in_less in J. tauto.
Qed.
End Marriage.

(** If what each of [W] gives is claimed by nobody else, and is twice [D] or more, and of a cell at most [D] is
    given, then each of [W] can have two cells of its own. *)
Section Two.
Context {W C K : Type}.
Variable eq_dec : forall a b : C, {a = b} + {a <> b}.
Variable adj : W -> list C.
Variable gifts : W -> list (C * K).
Variable slots : list K.
Variable ws : list W.
Hypothesis some : slots <> [].
Hypothesis apart : NoDup (flat_map gifts ws).
Hypothesis near : forall w c k, In w ws -> In (c, k) (gifts w) -> In c (adj w) /\ In k slots.
Hypothesis enough : forall w, In w ws -> 2 * length slots <= length (gifts w).
Let D := length slots.
Let copy (b : bool) (w : W) : list (C * K) := if b then skipn D (gifts w) else firstn D (gifts w).
Let both : list (W * bool) := map (fun w => (w, false)) ws ++ map (fun w => (w, true)) ws.

Lemma gifts_both : Permutation (flat_map (fun x => copy (snd x) (fst x)) both) (flat_map gifts ws).
Proof.
  unfold both. rewrite flat_map_app, !flat_map_concat_map, !map_map. simpl. rewrite <- !flat_map_concat_map. clear.
  induction ws as [|w l IH]; simpl; auto. rewrite <- (firstn_skipn D (gifts w)) at 3.
  rewrite <- IH. rewrite <- !app_assoc. apply Permutation_app_head.
  rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
Qed.
Lemma flat_perm {A B} (f : A -> list B) l m : Permutation l m -> Permutation (flat_map f l) (flat_map f m).
Proof.
  induction 1; simpl; auto; [now apply Permutation_app_head| |etransitivity; eauto].
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma flat_long {A B} (f : A -> list B) k l : (forall x, In x l -> k <= length (f x)) -> length l * k <= length (flat_map f l).
Proof.
  induction l as [|x l IH]; simpl; intros H; [lia|]. rewrite app_length. specialize (H x (or_introl eq_refl)) as H0.
  assert (length l * k <= length (flat_map f l)) by (apply IH; auto). lia.
Qed.
Theorem two_each : exists ps : list (C * C), NoDup (flat_map (fun ab => [fst ab; snd ab]) ps) /\
  (forall w, In w ws -> exists ab, In ab ps /\ In (fst ab) (adj w) /\ In (snd ab) (adj w)).
Proof.
  assert (M : married (fun x : W * bool => adj (fst x)) both).
  { apply (marriage eq_dec (length both)); auto. intros T R P.
    set (gift := fun x : W * bool => copy (snd x) (fst x)).
    assert (IT : forall x, In x T -> In (fst x) ws).
    { intros x I. assert (J : In x both) by (apply (Permutation_in x (Permutation_sym P)), in_app_iff; auto).
      unfold both in J. apply in_app_iff in J as [J|J]; apply in_map_iff in J as (w & <- & J); auto. }
    assert (ND : NoDup (flat_map gift T)).
    { assert (N : NoDup (flat_map gift T ++ flat_map gift R)).
      { rewrite <- flat_map_app. apply (Permutation_NoDup (l := flat_map gifts ws)); auto.
        etransitivity; [symmetry; apply gifts_both|]. now apply flat_perm. }
      clear -N. induction (flat_map gift T) as [|x l IH]; [constructor|]. inversion N; subst. constructor; auto.
      rewrite in_app_iff in *. tauto. }
    assert (LG : length T * D <= length (flat_map gift T)).
    { apply flat_long. intros [w b] I. apply IT in I. simpl in I. apply enough in I. unfold gift, copy. simpl. fold D in I.
      destruct b; [rewrite skipn_length|rewrite firstn_length]; lia. }
    set (U := nodup eq_dec (flat_map (fun x : W * bool => adj (fst x)) T)).
    assert (LU : length (flat_map gift T) <= length U * D).
    { unfold D. rewrite <- prod_length. apply NoDup_incl_length; auto. intros [c k] I. apply in_flat_map in I as ([w b] & I & J).
      assert (G : In (c, k) (gifts w)).
      { unfold gift, copy in J. simpl in J. rewrite <- (firstn_skipn D (gifts w)). apply in_app_iff. destruct b; auto. }
      destruct (near w c k (IT _ I) G) as [N1 N2]. apply in_prod; auto. apply nodup_In, in_flat_map. exists (w, b). auto. }
    assert (Dp : 0 < D) by (unfold D; destruct slots; [congruence|simpl; lia]). nia. }
  destruct M as (ps & P & N & A). symmetry in P. apply Permutation_map_inv in P as (qs & E & Q).
  assert (Spl : exists q0 q1, qs = q0 ++ q1 /\ map fst q0 = map (fun w => (w, false)) ws /\ map fst q1 = map (fun w => (w, true)) ws).
  { unfold both in E. symmetry in E. apply map_eq_app in E as (q0 & q1 & -> & E0 & E1). eauto. }
  destruct Spl as (q0 & q1 & -> & E0 & E1).
  exists (combine (map snd q0) (map snd q1)).
  assert (L0 : length q0 = length ws) by (rewrite <- (map_length fst q0), E0; apply map_length).
  assert (L1 : length q1 = length ws) by (rewrite <- (map_length fst q1), E1; apply map_length).
  split.
  - assert (PF : forall l m : list C, length l = length m -> Permutation (flat_map (fun ab => [fst ab; snd ab]) (combine l m)) (l ++ m)).
    { clear. induction l as [|a l IH]; intros [|b m] L; try discriminate; simpl; auto. constructor. rewrite IH by (now injection L).
      apply Permutation_middle. }
    eapply Permutation_NoDup; [symmetry; apply PF; rewrite !map_length; congruence|]. rewrite <- map_app.
    apply (Permutation_NoDup (l := map snd ps)); auto. now apply Permutation_map.
  - intros w I. apply In_nth_error in I as (i & I).
    assert (K0 : nth_error (map fst q0) i = Some (w, false)) by (rewrite E0, nth_error_map, I; auto).
    assert (K1 : nth_error (map fst q1) i = Some (w, true)) by (rewrite E1, nth_error_map, I; auto).
    rewrite nth_error_map in K0, K1. destruct (nth_error q0 i) as [[x0 c0]|] eqn:F0; [|discriminate]. destruct (nth_error q1 i) as [[x1 c1]|] eqn:F1; [|discriminate].
    injection K0 as ->. injection K1 as ->. exists (c0, c1).
    assert (B : forall q i, nth_error (q0 ++ q1) i = Some q -> In (snd q) (adj (fst (fst q)))).
    { intros [x c] j J. apply nth_error_In in J. simpl. apply A, (Permutation_in (x, c) (Permutation_sym Q)). auto. }
    split; [|split].
    + apply nth_error_In with (n := i). clear -F0 F1. revert q1 i F0 F1.
      induction q0 as [|a q IH]; intros [|b r] [|i] F0 F1; try discriminate; simpl in *.
      * injection F0 as ->. injection F1 as ->. reflexivity.
      * apply IH; auto.
    + apply (B ((w, false), c0) i). rewrite nth_error_app1; auto. apply nth_error_Some. congruence.
    + apply (B ((w, true), c1) (length q0 + i)). rewrite nth_error_app2 by lia. now replace (length q0 + i - length q0) with i by lia.
Qed.
End Two.
