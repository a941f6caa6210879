(** Wythoff's theorem (1907), in general: who starts loses exactly the cold positions, the n-th of which is a_n
    and a_n + n, where a_n is the least number that is in none before. *)
Require Import List Bool Arith NArith Lia FinFun.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional Bouton.
Import ListNotations.
Local Open Scope N_scope.

(** The least number that is not in the list. *)
Definition mex (l : list N) : N :=
  hd 0 (filter (fun x => negb (existsb (N.eqb x) l)) (below (N.of_nat (S (length l))))).
Fixpoint cold_pairs (n : nat) : list (N * N) :=
  match n with
  | O => []
  | S n => let before := cold_pairs n in
      let a := mex (flat_map (fun p => [fst p; snd p]) before) in before ++ [(a, a + N.of_nat n)]
  end.
Definition cold (a b : N) : Prop := exists n, In (a, b) (cold_pairs n) \/ In (b, a) (cold_pairs n).

(** * The least number that is missing *)

Lemma mex_spec l : ~ In (mex l) l /\ forall x, x < mex l -> In x l.
Proof.
  unfold mex. set (f := fun x => negb (existsb (N.eqb x) l)).
  assert (F : forall x, f x = false <-> In x l).
  { intros x. unfold f. rewrite negb_false_iff, existsb_exists. split.
    - intros (y & I & E%N.eqb_eq). now subst.
    - intros I. exists x. split; auto. apply N.eqb_refl. }
  assert (K : forall k, hd 0 (filter f (map N.of_nat (seq 0 k))) = 0 /\ filter f (map N.of_nat (seq 0 k)) = [] /\ (forall x, x < N.of_nat k -> In x l) \/
     exists m, filter f (map N.of_nat (seq 0 k)) <> [] /\ hd 0 (filter f (map N.of_nat (seq 0 k))) = m /\ ~ In m l /\ forall x, x < m -> In x l).
  { induction k as [|k IH].
    - left. repeat split; auto. intros x L. lia.
    - rewrite seq_S, map_app, filter_app. cbn [map filter]. destruct IH as [(H & E & A)|(m & NE & E & M)].
      + rewrite E. cbn [app]. destruct (f (N.of_nat (0 + k))) eqn:Fk.
        * right. exists (N.of_nat k). split; [discriminate|]. split; [reflexivity|]. split; auto.
          intros I. apply F in I. simpl in Fk. congruence.
        * left. repeat split; auto. intros x L. destruct (N.eq_dec x (N.of_nat k)) as [->|]; [now apply F|]. apply A. lia.
      + right. exists m. destruct (filter f (map N.of_nat (seq 0 k))) as [|y ys]; [congruence|]. split; [discriminate|]. auto. }
  unfold below. rewrite Nat2N.id. destruct (K (S (length l))) as [(_ & _ & A)|(m & _ & -> & M)]; auto.
  exfalso. assert (L : (length (map N.of_nat (seq 0 (S (length l)))) <= length l)%nat).
  { apply NoDup_incl_length.
    - apply Injective_map_NoDup; [intros x y; apply Nat2N.inj|apply seq_NoDup].
    - intros x I. apply A. apply in_map_iff in I as (k & <- & I). apply in_seq in I. lia. }
  rewrite map_length, seq_length in L. lia.
Qed.

(** * The n-th cold pair *)

Definition earlier (n : nat) : list N := flat_map (fun p => [fst p; snd p]) (cold_pairs n).
Definition low (n : nat) : N := mex (earlier n).
Definition high (n : nat) : N := low n + N.of_nat n.
Lemma pairs_are n : cold_pairs n = map (fun k => (low k, high k)) (seq 0 n).
Proof. induction n as [|n IH]; auto. rewrite seq_S, map_app, <- IH. reflexivity. Qed.
Lemma in_earlier n x : In x (earlier n) <-> exists k, (k < n)%nat /\ (x = low k \/ x = high k).
Proof.
  unfold earlier. rewrite pairs_are, in_flat_map. split.
  - intros (p & I & J). apply in_map_iff in I as (k & <- & I). apply in_seq in I. exists k. split; [lia|].
    destruct J as [<-|[<-|[]]]; auto.
  - intros (k & L & E). exists (low k, high k). split; [apply in_map_iff; exists k; split; auto; apply in_seq; lia|].
    simpl. destruct E as [->| ->]; auto.
Qed.
Lemma cold_is a b : cold a b <-> exists n, a = low n /\ b = high n \/ a = high n /\ b = low n.
Proof.
  unfold cold. split.
  - intros (n & I). rewrite pairs_are, !in_map_iff in I.
    destruct I as [(k & [= <- <-] & _)|(k & [= <- <-] & _)]; exists k; auto.
  - intros (n & E). exists (S n). rewrite pairs_are, !in_map_iff.
    destruct E as [(-> & ->)|(-> & ->)]; [left|right]; exists n; split; auto; apply in_seq; lia.
Qed.
Lemma low_new k n : (k < n)%nat -> low n <> low k /\ low n <> high k.
Proof.
  intros L. destruct (mex_spec (earlier n)) as [N _]. fold (low n) in N.
  split; intros E; apply N, in_earlier; exists k; auto.
Qed.
Lemma low_rises k n : (k < n)%nat -> low k < low n.
Proof.
  intros L. destruct (N.lt_trichotomy (low k) (low n)) as [H|[H|H]]; auto.
  - symmetry in H. now apply low_new in H.
  - exfalso. destruct (mex_spec (earlier k)) as [_ M]. apply M, in_earlier in H as (i & Li & E).
    destruct (low_new i n ltac:(lia)). destruct E; auto.
Qed.
Lemma low_at_least n : N.of_nat n <= low n.
Proof.
  induction n as [|n IH]; [lia|]. pose proof (low_rises n (S n) ltac:(lia)). lia.
Qed.
(** Each number is in one pair. *)
Lemma in_some x : exists n, x = low n \/ x = high n.
Proof.
  destruct (mex_spec (earlier (S (N.to_nat x)))) as [_ M]. fold (low (S (N.to_nat x))) in M.
  pose proof (low_at_least (S (N.to_nat x))). destruct (in_earlier (S (N.to_nat x)) x) as [H1 _].
  destruct H1 as (k & _ & E); [apply M; lia|eauto].
Qed.
Lemma high_low_one k n : low k = high n -> k = n.
Proof.
  intros E. unfold high in E. destruct (Nat.lt_trichotomy k n) as [H|[H|H]]; auto.
  - apply low_rises in H. lia.
  - apply (low_new n k) in H as [_ H]. unfold high in H. congruence.
Qed.
Lemma low_one k n : low k = low n -> k = n.
Proof.
  intros E. destruct (Nat.lt_trichotomy k n) as [H|[H|H]]; auto; apply low_rises in H; lia.
Qed.
Lemma high_one k n : high k = high n -> k = n.
Proof.
  intros E. unfold high in E. destruct (Nat.lt_trichotomy k n) as [H|[H|H]]; auto; pose proof (low_rises _ _ H); lia.
Qed.

(** * The moves *)

Lemma in_wythoff a b q : In q (wythoff [a; b]) <-> exists x y, q = [x; y] /\
  (x < a /\ y = b \/ x = a /\ y < b \/ exists k, 0 < k <= a /\ k <= b /\ x = a - k /\ y = b - k).
Proof.
  unfold wythoff. rewrite !in_app_iff, !in_map_iff. split.
  - intros [(x & <- & I)|[(y & <- & I)|(k & <- & I)]]; apply in_below in I.
    + exists x, b. auto.
    + exists a, y. auto.
    + exists (a - (k + 1)), (b - (k + 1)). split; auto. right. right. exists (k + 1). lia.
  - intros (x & y & -> & [(L & ->)|[(-> & L)|(k & K1 & K2 & -> & ->)]]).
    + left. exists x. split; auto. now apply in_below.
    + right. left. exists y. split; auto. now apply in_below.
    + right. right. exists (k - 1). split; [do 2 f_equal; [lia|f_equal; lia]|]. apply in_below. lia.
Qed.
Definition in_pair (a b : N) (n : nat) : bool :=
  (a =? low n) && (b =? high n) || (a =? high n) && (b =? low n).
Lemma in_pair_spec a b n : in_pair a b n = true <-> a = low n /\ b = high n \/ a = high n /\ b = low n.
Proof. unfold in_pair. rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq. tauto. Qed.
Definition is_cold (p : list N) : bool :=
  match p with [a; b] => existsb (in_pair a b) (seq 0 (S (N.to_nat a))) | _ => true end.
Lemma is_cold_spec a b : is_cold [a; b] = true <-> cold a b.
Proof.
  cbn [is_cold]. rewrite cold_is, existsb_exists. split.
  - intros (n & _ & H). exists n. now apply in_pair_spec.
  - intros (n & H). exists n. split; [|now apply in_pair_spec]. apply in_seq. pose proof (low_at_least n). unfold high in H. lia.
Qed.
Lemma cold_to_warm a b x y : cold a b -> In [x; y] (wythoff [a; b]) -> ~ cold x y.
Proof.
  rewrite !cold_is, in_wythoff. intros (n & P) (x' & y' & [= <- <-] & M) (k & Q).
  assert (E : k = n).
  { destruct P as [(-> & ->)|(-> & ->)], Q as [(-> & ->)|(-> & ->)], M as [(L & E)|[(E & L)|(i & L1 & L2 & E1 & E2)]];
      try (now apply low_one); try (now apply high_one); try (now apply high_low_one);
      try (symmetry; apply high_low_one; congruence); unfold high in *; lia. }
  subst k. unfold high in *. destruct P as [(-> & ->)|(-> & ->)], Q as [(-> & ->)|(-> & ->)],
    M as [(L & E)|[(E & L)|(i & L1 & L2 & E1 & E2)]]; lia.
Qed.
Lemma warm_to_cold_le a b : a <= b -> ~ cold a b -> exists x y, In [x; y] (wythoff [a; b]) /\ cold x y.
Proof.
  intros L W. rewrite cold_is in W. destruct (in_some a) as (n & [E|E]).
  - destruct (N.lt_trichotomy b (high n)) as [H|[H|H]].
    + set (k := N.to_nat (b - a)). assert (Lk : (k < n)%nat) by (unfold k, high in *; lia). pose proof (low_rises k n Lk) as R.
      exists (low k), (high k). split; [|apply cold_is; eauto]. apply in_wythoff. exists (low k), (high k). split; auto.
      right. right. exists (a - low k). unfold high, k in *. lia.
    + exfalso. eauto.
    + exists a, (high n). split; [|apply cold_is; eauto]. apply in_wythoff. exists a, (high n). auto.
  - assert (N : low n < b).
    { destruct (N.eq_dec b (low n)) as [->|]; [exfalso; eauto|]. unfold high in E. lia. }
    exists a, (low n). split; [|apply cold_is; eauto]. apply in_wythoff. exists a, (low n). auto.
Qed.
Lemma wythoff_turned a b x y : In [x; y] (wythoff [a; b]) -> In [y; x] (wythoff [b; a]).
Proof.
  rewrite !in_wythoff. intros (x' & y' & [= <- <-] & M). exists y, x. split; auto.
  destruct M as [M|[M|(k & M)]]; [right; left; tauto|left; tauto|]. right. right. exists k. lia.
Qed.
Lemma cold_turned a b : cold a b -> cold b a.
Proof. unfold cold. firstorder. Qed.
Lemma warm_to_cold a b : ~ cold a b -> exists x y, In [x; y] (wythoff [a; b]) /\ cold x y.
Proof.
  intros W. destruct (N.le_ge_cases a b) as [L|L]; [now apply warm_to_cold_le|].
  destruct (warm_to_cold_le b a L) as (x & y & I & C); [intros C; now apply W, cold_turned|].
  exists y, x. split; [now apply wythoff_turned|now apply cold_turned].
Qed.
Lemma wythoff_of_two p q : In q (wythoff p) -> exists a b x y, p = [a; b] /\ q = [x; y].
Proof.
  destruct p as [|a [|b [|? ?]]]; try (intros []; fail). intros I. pose proof I as J. apply in_wythoff in J as (x & y & -> & _). eauto 6.
Qed.
Lemma wythoff_shorter p q : In q (wythoff p) -> (total q < total p)%nat.
Proof.
  intros I. pose proof I as J. apply wythoff_of_two in J as (a & b & x & y & -> & ->).
  apply in_wythoff in I as (x' & y' & [= <- <-] & M). unfold total. simpl. destruct M as [M|[M|(k & M)]]; lia.
Qed.

(** Who starts loses the cold positions, and wins the others. *)
Theorem wythoff_decided a b s : let loser := if is_cold [a; b] then s else other s in
  Forces (G := last_move (options Wythoff) false) (same_player (other loser)) (same_result (Won (other loser))) None ([a; b], s).
Proof.
  cbv zeta. set (w := fun p => negb (is_cold p)).
  assert (D : forall p t, forces (G := last_move (options Wythoff) false) (just (if w p then t else other t))
    (won (if w p then t else other t)) (total p) (p, t)).
  { intros p t. apply (impartial_decided wythoff false w total); auto.
    - intros p' q. apply wythoff_shorter.
    - intros p' E. unfold w. apply negb_false_iff. destruct p' as [|x [|y [|? ?]]]; auto. apply is_cold_spec.
      destruct (is_cold [x; y]) eqn:C; [now apply is_cold_spec|]. exfalso.
      destruct (warm_to_cold x y) as (u & v & I & _); [rewrite <- is_cold_spec; congruence|]. rewrite E in I. auto.
    - unfold w. intros p' q _ C I. apply negb_false_iff in C. apply negb_true_iff, not_true_iff_false.
      pose proof I as J. apply wythoff_of_two in J as (x & y & u & v & -> & ->). rewrite is_cold_spec in *. now apply (cold_to_warm x y).
    - unfold w. intros p' NE C. apply negb_true_iff in C. destruct p' as [|x [|y [|? ?]]]; try discriminate.
      destruct (warm_to_cold x y) as (u & v & I & K); [rewrite <- is_cold_spec; congruence|]. exists [u; v]. split; auto.
      apply negb_false_iff. now apply is_cold_spec. }
  specialize (D [a; b] s). unfold w in D. apply forces_Forces with (n := total [a; b]); [exact I|].
  destruct (is_cold [a; b]); simpl negb in D; cbv iota in D |- *; rewrite ?other_other; exact D.
Qed.
Theorem wythoff_theorem a b s :
  let wins t := Forces (same_player t) (same_result (Won t)) None (start (LastMove false Wythoff [a; b]) s) in
  (cold a b -> wins (other s)) /\ (~ cold a b -> wins s).
Proof.
  cbv zeta. pose proof (wythoff_decided a b s) as D. cbv zeta in D. rewrite <- is_cold_spec.
  destruct (is_cold [a; b]); rewrite ?other_other in D; split; intros C; auto; congruence.
Qed.
(** Each number is in one cold position, and so is each difference. *)
Theorem cold_once x : exists y, cold x y /\ forall z, cold x z -> z = y.
Proof.
  destruct (in_some x) as (n & [E|E]); [exists (high n)|exists (low n)]; (split; [apply cold_is; exists n; auto|]);
    intros z Z; apply cold_is in Z as (k & [(E' & ->)|(E' & ->)]).
  - f_equal. apply low_one. congruence.
  - assert (n = k) by (apply high_low_one; congruence). subst. unfold high in *. lia.
  - assert (k = n) by (apply high_low_one; congruence). subst. unfold high in *. lia.
  - f_equal. apply high_one. congruence.
Qed.

(** Bouton's theorem in the same words. *)
Theorem bouton_theorem (heaps : list N) s :
  let wins t := Forces (same_player t) (same_result (Won t)) None (start (LastMove false Nim heaps) s) in
  (fold_right N.lxor 0 heaps = 0 -> wins (other s)) /\ (fold_right N.lxor 0 heaps <> 0 -> wins s).
Proof.
  cbv zeta. pose proof (bouton heaps s) as B. unfold nim_wins in B. change (nim_sum heaps) with (fold_right N.lxor 0 heaps) in B.
  assert (F : forall t, forces (G := last_move (options Nim) false) (just t) (won t) (total heaps) (heaps, s) ->
    Forces (same_player t) (same_result (Won t)) None (start (LastMove false Nim heaps) s)).
  { intros t. now apply forces_Forces. }
  destruct (N.eqb_spec (fold_right N.lxor 0 heaps) 0) as [E|E]; cbn [negb] in B; split; intros H; try congruence; now apply F.
Qed.
