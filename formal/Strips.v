(** Wins in the part of Growing.v, checked: positions from the last one backwards, each with First's answer to
    whatever Second may play there. The answer leads to a position before, or is a sequence of threats. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Families Positional Growing.
Import ListNotations.
Local Open Scope N_scope.

(** The cells that complete a set of First's. *)
Definition completing (s : state) : N :=
  fold_left (fun found g => if N.land g (his s) =? 0
    then let rest := N.ldiff g (mine s) in if (rest =? 0) || several rest then found else N.lor found rest
    else found) goals 0.
(** First to move: each cell completes a set, or threatens one that Second must answer, or two. *)
Fixpoint replay (s : state) (cells : list cell) : bool :=
  match cells with
  | [] => false
  | x :: cells => open s x && let u := after_mine s x in
      complete u || (safe u && let c := completing u in
        several c || (negb (c =? 0) && replay (State (mine u) (N.lor (his u) c) (beyond u)) cells))
  end.
(** An answer: a cell and one more, and 64 times the number of the position it leads to and one more (64 times none where
    it completes a set); or 64 times the number of a sequence. *)
Record entry := Entry { at_state : state; answers : list N; threats : list (list cell) }.
Definition answered (known : PM.t state) (s : state) (threats : PM.t (list cell)) (y : option cell) (e : N) : bool :=
  let s1 := after_his s y in let x := N.land e 63 in let k := N.shiftr e 6 in
  if x =? 0 then match at_ threats k with Some l => replay s1 l | None => false end
  else open s1 (N.pred x) && let u := after_mine s1 (N.pred x) in
    if k =? 0 then complete u else match at_ known (N.pred k) with Some t => worse u t | None => false end.
Fixpoint all_answered (known : PM.t state) (s : state) (threats : PM.t (list cell)) (ys : list (option cell)) (es : list N) : bool :=
  match ys, es with
  | [], [] => true
  | y :: ys, e :: es => answered known s threats y e && all_answered known s threats ys es
  | _, _ => false
  end.
Definition moves_at (s : state) : list (option cell) := None :: map Some (filter (open s) (below 52)).
Definition entry_ok (known : PM.t state) (e : entry) : bool :=
  safe (at_state e) && all_answered known (at_state e) (index (threats e)) (moves_at (at_state e)) (answers e).
Fixpoint entries (known : PM.t state) (i : N) (es : list entry) : option (PM.t state) :=
  match es with
  | [] => Some known
  | e :: es => if entry_ok known e then entries (set_at known i (at_state e)) (N.succ i) es else None
  end.
(** First opens with [x], and the position then is the last one. *)
Definition strip_ok (x : cell) (es : list entry) : bool :=
  match entries nothing 0 es with
  | Some known => match at_ known (N.pred (N.of_nat (length es))) with
      | Some t => (x <? 52) && worse (State (N.setbit 0 x) 0 0) t
      | None => false
      end
  | None => false
  end.

(** * Soundness *)

Definition good (s : state) : Prop := exists k, beats k s.
Lemma within_set_intro a b : (forall c, has a c = true -> has b c = true) -> within_set a b = true.
Proof.
  intros H. apply N.eqb_eq, N.bits_inj. intros c. rewrite N.land_spec. specialize (H c). unfold has in H.
  destruct (N.testbit a c); auto.
Qed.
Lemma worse_refl s : worse s s = true.
Proof.
  assert (W : forall A, within_set A A = true) by (intros A; apply N.eqb_eq, N.land_diag).
  unfold worse. rewrite !W, N.leb_refl. cbn [andb]. apply forallb_forall. intros mo _. now destruct (N.land (fst mo) (mine s) =? 0).
Qed.
Lemma worse_good s t : worse s t = true -> good t -> good s.
Proof.
  intros W (k & B). exists (S k). destruct k as [|k]; [destruct B|]. destruct B as (u & Wu & SF & B). exists u. split; [|split; auto].
  - clear -W Wu. unfold worse in *. rewrite !andb_true_iff, !forallb_forall, !N.leb_le in *. destruct W as (((A1 & A2) & A3) & A4), Wu as (((B1 & B2) & B3) & B4).
    split; [split; [split|lia]|].
    + apply within_set_intro. intros c H. apply (within_set_spec _ _ A1), (within_set_spec _ _ B1), H.
    + apply within_set_intro. intros c H. apply (within_set_spec _ _ B2), (within_set_spec _ _ A2), H.
    + intros mo I. specialize (A4 mo I). specialize (B4 mo I). destruct (N.land (fst mo) (mine s) =? 0); auto. simpl in *. rewrite A4 in B4. exact B4.
  - intros y Y. destruct (B y Y) as (x & O & [C|C]); exists x; (split; [exact O|]); auto. right. eapply beats_more; [|exact C]. lia.
Qed.

Lemma one_bit x : x <> 0 -> several x = false -> exists z, forall c, has x c = true <-> c = z.
Proof.
  intros NZ S. exists (N.log2 x). intros c. split; [|intros ->; now apply N.bit_log2]. intros H.
  destruct (N.eq_dec c (N.log2 x)) as [|Ne]; auto. exfalso. unfold several in S. apply negb_false_iff, N.eqb_eq in S.
  assert (Lc : c < N.log2 x).
  { destruct (N.lt_trichotomy c (N.log2 x)) as [|[|L]]; auto; [congruence|]. unfold has in H. rewrite N.bits_above_log2 in H; [discriminate|auto]. }
  pose proof (N.log2_spec x ltac:(lia)) as [B1 B2].
  assert (X : 2 ^ N.log2 x < x).
  { destruct (N.eq_dec (2 ^ N.log2 x) x) as [E|]; [|lia]. exfalso. rewrite <- E in H. unfold has in H. rewrite N.pow2_bits_eqb in H. apply N.eqb_eq in H. lia. }
  assert (L : N.log2 (N.pred x) = N.log2 x) by (apply N.log2_unique; lia).
  assert (T : N.testbit (N.land x (N.pred x)) (N.log2 x) = true).
  { rewrite N.land_spec, N.bit_log2 by auto. rewrite <- L. apply N.bit_log2. lia. }
  rewrite S, N.bits_0 in T. discriminate.
Qed.
Lemma completing_spec s z : has (completing s) z = true -> exists g, In g goals /\ N.land g (his s) = 0 /\ forall c, has (N.ldiff g (mine s)) c = true <-> c = z.
Proof.
  unfold completing. assert (K : forall gs found, (forall g, In g gs -> In g goals) ->
    has (fold_left (fun found g => if N.land g (his s) =? 0
      then let rest := N.ldiff g (mine s) in if (rest =? 0) || several rest then found else N.lor found rest else found) gs found) z = true ->
    has found z = true \/ exists g, In g goals /\ N.land g (his s) = 0 /\ forall c, has (N.ldiff g (mine s)) c = true <-> c = z).
  { induction gs as [|g gs IH]; cbn [fold_left]; intros found I H; auto. apply IH in H; [|intros; apply I; simpl; auto]. destruct H as [H|H]; auto.
    destruct (N.eqb_spec (N.land g (his s)) 0) as [E|]; auto. cbv zeta in H.
    destruct ((N.ldiff g (mine s) =? 0) || several (N.ldiff g (mine s))) eqn:Q; auto. apply orb_false_iff in Q as [Q1 Q2]. apply N.eqb_neq in Q1.
    rewrite has_lor, orb_true_iff in H. destruct H as [H|H]; auto. right. exists g. split; [apply I; simpl; auto|]. split; auto.
    destruct (one_bit _ Q1 Q2) as (z' & Z). apply Z in H as Hz. subst z'. exact Z. }
  intros H. destruct (K goals 0 (fun _ I => I) H) as [B|B]; auto. rewrite has_0 in B. discriminate.
Qed.
Lemma goals_inside g z : In g goals -> has g z = true -> z < 52.
Proof.
  intros I H. assert (F : forallb (fun g => within_set g (N.ones 52)) goals = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in F. apply F in I. apply (within_set_spec _ _ I) in H. unfold has in H.
  destruct (N.lt_ge_cases z 52); auto. rewrite N.ones_spec_high in H; [discriminate|auto].
Qed.
(** A threat is carried out wherever Second has played elsewhere. *)
Lemma carried_out u y z : has (completing u) z = true -> y <> Some z -> (forall c, y = Some c -> open u c = true) ->
  open (after_his u y) z = true /\ complete (after_mine (after_his u y) z) = true.
Proof.
  intros H NY OY. destruct (completing_spec u z H) as (g & Ig & L & R). assert (Rz : has (N.ldiff g (mine u)) z = true) by now apply R.
  rewrite has_ldiff, andb_true_iff, negb_true_iff in Rz. destruct Rz as [Gz Mz].
  assert (GH : forall c, has g c = true -> has (his u) c = false).
  { intros c Hc. apply not_true_iff_false. intros K. assert (B : has (N.land g (his u)) c = true) by (rewrite has_land, Hc, K; auto). rewrite L, has_0 in B. discriminate. }
  assert (HY : forall c, has (his (after_his u y)) c = true -> has (his u) c = true \/ y = Some c).
  { intros c. destruct y as [v|]; simpl; auto. rewrite has_set, orb_true_iff, N.eqb_eq. intros [->|]; auto. }
  assert (MY : mine (after_his u y) = mine u) by now destruct y. split.
  - unfold open. rewrite MY, Mz. simpl. apply andb_true_iff. split; [|apply N.ltb_lt; eapply goals_inside; eauto].
    apply negb_true_iff, not_true_iff_false. intros K. apply HY in K as [K|K]; [rewrite GH in K; auto; discriminate|auto].
  - unfold complete. apply existsb_exists. exists g. split; auto. apply N.eqb_eq, N.bits_inj. intros c. rewrite N.bits_0. apply not_true_iff_false. intros K.
    change (has (N.ldiff g (N.ldiff (mine (after_mine (after_his u y) z)) (his (after_mine (after_his u y) z)))) c = true) in K.
    cbn [mine his after_mine] in K. rewrite !has_ldiff, has_set, MY, andb_true_iff, negb_true_iff, andb_false_iff, orb_false_iff, negb_false_iff in K.
    destruct K as [Gc [[K1 K2]|K]].
    + assert (B : has (N.ldiff g (mine u)) c = true) by (rewrite has_ldiff, Gc, K2; auto). apply R in B. subst. rewrite N.eqb_refl in K1. discriminate.
    + apply HY in K as [K|K]; [rewrite GH in K; auto; discriminate|]. specialize (OY c K). unfold open in OY. rewrite !andb_true_iff, !negb_true_iff in OY.
      assert (B : has (N.ldiff g (mine u)) c = true) by (rewrite has_ldiff, Gc; destruct OY as [[-> _] _]; auto). apply R in B. congruence.
Qed.
Definition won_by (s : state) : Prop := exists x, open s x = true /\ (complete (after_mine s x) = true \/ good (after_mine s x)).
Lemma replay_good cells : forall s, replay s cells = true -> won_by s.
Proof.
  induction cells as [|x cells IH]; intros s H; [discriminate|]. cbn [replay] in H. apply andb_true_iff in H as [O H]. cbv zeta in H. set (u := after_mine s x) in *.
  exists x. split; auto. fold u. apply orb_true_iff in H as [H|H]; auto. right. apply andb_true_iff in H as [SF H].
  assert (OY : forall y, match y with Some y => open u y = true | None => True end -> forall c, y = Some c -> open u c = true) by (intros y Y c ->; exact Y).
  apply orb_true_iff in H as [H|H].
  - exists 1%nat. exists u. split; [apply worse_refl|]. split; auto. intros y Y.
    destruct (several_spec _ H (match y with Some y => y | None => 0 end)) as (z & Nz & Hz). exists z.
    destruct (carried_out u y z Hz) as [C1 C2]; [destruct y; congruence|now apply OY|auto].
  - apply andb_true_iff in H as [NZ H]. apply negb_true_iff, N.eqb_neq in NZ. apply IH in H as (v & Ov & V).
    set (w := State (mine u) (N.lor (his u) (completing u)) (beyond u)) in *.
    destruct (several (completing u)) eqn:Sv.
    + exists 1%nat. exists u. split; [apply worse_refl|]. split; auto. intros y Y.
      destruct (several_spec _ Sv (match y with Some y => y | None => 0 end)) as (z & Nz & Hz). exists z.
      destruct (carried_out u y z Hz) as [C1 C2]; [destruct y; congruence|now apply OY|auto].
    + destruct (one_bit _ NZ Sv) as (z & Z). assert (Hz : has (completing u) z = true) by now apply Z.
      assert (Ew : w = after_his u (Some z)).
      { unfold w, after_his. f_equal. clear -Z. generalize dependent (completing u). intros C Z. apply N.bits_inj. intros c.
        fold (has (N.lor (his u) C) c) (has (N.setbit (his u) z) c). rewrite has_lor, has_set, orb_comm. f_equal.
        apply eq_true_iff_eq. rewrite Z, N.eqb_eq. split; congruence. }
      assert (G : exists k, complete (after_mine w v) = true \/ beats k (after_mine w v)) by (destruct V as [V|(k & V)]; [exists 0%nat|exists k]; auto).
      destruct G as (k & G). exists (S k), u. split; [apply worse_refl|]. split; auto. intros y Y.
      destruct y as [y|]; [destruct (N.eq_dec y z) as [->|Ne]|].
      * exists v. rewrite <- Ew. auto.
      * exists z. destruct (carried_out u (Some y) z Hz) as [C1 C2]; [congruence|now apply OY|auto].
      * exists z. destruct (carried_out u None z Hz) as [C1 C2]; [congruence|now apply OY|auto].
Qed.
Definition goods (known : PM.t state) : Prop := forall i s, at_ known i = Some s -> good s.
Lemma answered_good known s threats y e : goods known -> answered known s threats y e = true -> won_by (after_his s y).
Proof.
  intros G. unfold answered. cbv zeta. destruct (N.land e 63 =? 0).
  - destruct (at_ threats _) as [l|]; [|discriminate]. apply replay_good.
  - rewrite andb_true_iff. intros [O H]. exists (N.pred (N.land e 63)). split; auto. destruct (N.shiftr e 6 =? 0); auto. right.
    destruct (at_ known _) as [t|] eqn:E; [|discriminate]. apply (worse_good _ t H). eapply G; eauto.
Qed.
Lemma all_answered_good known s threats ys : goods known -> forall es, all_answered known s threats ys es = true -> forall y, In y ys -> won_by (after_his s y).
Proof.
  intros G. induction ys as [|y ys IH]; intros [|e es] H; try discriminate; [intros y []|]. cbn [all_answered] in H. apply andb_true_iff in H as [H1 H2].
  intros y' [<-|I]; [eapply answered_good; eauto|eapply IH; eauto].
Qed.
(** Finitely many answers need so many moves at most. *)
Lemma bounded_choice (s : state) (ys : list (option cell)) : (forall y, In y ys -> won_by (after_his s y)) -> exists k, forall y, In y ys ->
  exists x, open (after_his s y) x = true /\ let u := after_mine (after_his s y) x in complete u = true \/ beats k u.
Proof.
  induction ys as [|y ys IH]; intros H; [exists O; intros y []|]. destruct IH as (k & K); [intros; apply H; simpl; auto|].
  destruct (H y) as (x & O & [C|(j & B)]); [simpl; auto| |].
  - exists k. intros y' [<-|I]; [exists x; auto|apply K, I].
  - exists (Nat.max j k). intros y' [<-|I]; [exists x; split; auto; right; eapply beats_more; [|exact B]; lia|].
    destruct (K y' I) as (x' & O' & [C|B']); exists x'; (split; [exact O'|]); auto. right. eapply beats_more; [|exact B']. lia.
Qed.
Lemma entry_good known e : goods known -> entry_ok known e = true -> good (at_state e).
Proof.
  intros G. unfold entry_ok. rewrite andb_true_iff. intros [SF H]. destruct (bounded_choice (at_state e) (moves_at (at_state e))) as (k & K).
  { intros y. eapply all_answered_good; eauto. }
  exists (S k), (at_state e). split; [apply worse_refl|]. split; auto. intros y Y. apply K. unfold moves_at. destruct y as [y|]; [right|now left].
  apply in_map, filter_In. split; auto. apply in_below. unfold open in Y. rewrite !andb_true_iff, N.ltb_lt in Y. tauto.
Qed.
Lemma entries_good es : forall known i known', goods known -> entries known i es = Some known' -> goods known'.
Proof.
  induction es as [|e es IH]; intros known i known' G H; cbn [entries] in H; [now injection H as <-|].
  destruct (entry_ok known e) eqn:E; [|discriminate]. apply entry_good in E; auto. refine (IH _ _ _ _ H). intros j s. rewrite at_set.
  destruct (N.eqb i j); [intros [= <-]; auto|apply G].
Qed.
Theorem strip_good x es : strip_ok x es = true -> x < 52 /\ good (State (N.setbit 0 x) 0 0).
Proof.
  unfold strip_ok. destruct (entries nothing 0 es) as [known|] eqn:E; [|discriminate]. apply entries_good in E; [|intros i s H; now rewrite at_nothing in H].
  destruct (at_ known _) as [t|] eqn:T; [|discriminate]. rewrite andb_true_iff, N.ltb_lt. intros [X W]. split; auto. apply (worse_good _ t W). eapply E; eauto.
Qed.

(** The same of numbers. *)
Definition read_set : reader N := a <- one; b <- one; c <- one; ret (a + N.shiftl (b + N.shiftl c 18) 18).
Definition read_entry : reader entry :=
  a <- read_set; d <- read_set; r <- one; es <- row; l <- many row; ret (Entry (State a d r) es l).
Definition strip_check (s : list N) : bool :=
  match (x <- one; es <- many read_entry; ret (x, es)) s with Some ((x, es), []) => strip_ok x es | _ => false end.
(** A win in the part is one on each board of thirteen columns or more. *)
Theorem strip_wins s : strip_check s = true -> forall q, 13 <= q ->
  means (Positional (Row 4 q 4) false [] []) (Force First [First] [Won First] None).
Proof.
  unfold strip_check. destruct ((x <- one; _) s) as [[[x es] [|]]|]; try discriminate. intros H q Q.
  apply strip_good in H as [X (k & B)]. exact (opening_wins q Q k x X B).
Qed.
