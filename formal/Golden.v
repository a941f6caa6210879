(** The n-th cold position of Wythoff's game holds the whole part of n times the golden number: a_n is the greatest a
    with a^2 <= a n + n^2, that is a <= n (1 + sqrt 5) / 2. *)
Require Import List Arith NArith ZArith Lia.
From Gameproof Require Import Wythoff.
Local Open Scope Z_scope.

Definition excess (n a : Z) : Z := a * a - a * n - n * n.
Definition golden (n a : Z) : Prop := 0 <= a /\ excess n a <= 0 < excess n (a + 1).

Lemma excess_rises n a b : 0 <= n -> 0 <= a < b -> 0 < excess n a -> 0 < excess n b.
Proof. unfold excess. intros N [A B] H. assert (n < a) by nia. nia. Qed.
Lemma excess_falls n m a : 0 <= n <= m -> 0 <= a -> excess m a <= excess n a.
Proof. unfold excess. nia. Qed.
Lemma golden_least n a b : 0 <= n -> golden n a -> golden n b -> a <= b.
Proof.
  intros N (A & A1 & A2) (B & B1 & B2). destruct (Z.le_gt_cases a b) as [|L]; auto. exfalso.
  destruct (Z.eq_dec a (b + 1)) as [->|]; [lia|]. pose proof (excess_rises n (b + 1) a N ltac:(lia) B2). lia.
Qed.
Lemma golden_one n a b : 0 <= n -> golden n a -> golden n b -> a = b.
Proof. intros N A B. pose proof (golden_least n a b N A B). pose proof (golden_least n b a N B A). lia. Qed.
Lemma golden_rises n m a b : 0 <= n < m -> golden n a -> golden m b -> a < b.
Proof.
  intros [N M] (A & A1 & A2) (B & B1 & B2). destruct (Z.lt_ge_cases a b) as [|L]; auto. exfalso.
  assert (A3 : a <= 2 * n) by (unfold excess in A1; nia).
  assert (Q : excess m (a + 1) <= 0).
  { pose proof (excess_falls (n + 1) m (a + 1) ltac:(lia) ltac:(lia)). unfold excess in *. nia. }
  destruct (Z.eq_dec a b) as [->|]; [lia|]. pose proof (excess_rises m (b + 1) (a + 1) ltac:(lia) ltac:(lia) B2). lia.
Qed.
Lemma golden_some n : 0 <= n -> exists a, golden n a.
Proof.
  intros N. assert (K : forall k, (exists a, golden n a) \/ excess n (Z.of_nat k) <= 0).
  { induction k as [|k [IH|IH]]; auto; [right; unfold excess; simpl; nia|].
    destruct (Z.le_gt_cases (excess n (Z.of_nat (S k))) 0) as [|G]; auto. left. exists (Z.of_nat k). rewrite Nat2Z.inj_succ in G.
    split; [lia|]. unfold Z.succ in G. lia. }
  destruct (K (Z.to_nat (2 * n + 1))) as [|B]; auto. exfalso. rewrite Z2Nat.id in B by lia. unfold excess in B. nia.
Qed.
(** The golden number is no fraction. *)
Lemma irrational : forall k n a, (Z.to_nat n <= k)%nat -> 0 <= n -> 0 <= a -> excess n a = 0 -> n = 0.
Proof.
  induction k as [|k IH]; intros n a L N A E; [lia|]. destruct (Z.eq_dec n 0) as [|NZ]; auto. exfalso.
  assert (n < a < 2 * n) by (unfold excess in E; nia).
  assert (a - n = 0); [|lia]. apply (IH (a - n) n); try lia. unfold excess in *. nia.
Qed.

(** Each number from 1 on is the whole part for some n, or that and n. *)
Lemma parted x : 1 <= x -> exists n, 1 <= n /\ (golden n x \/ golden n (x - n)).
Proof.
  intros X. destruct (golden_some x ltac:(lia)) as (a & A), (golden_some (x + 1) ltac:(lia)) as (b & B).
  pose proof (golden_rises x (x + 1) a b ltac:(lia) A B) as L. destruct A as (A & A1 & A2), B as (B & B1 & B2).
  assert (A3 : x <= a <= 2 * x) by (clear -A A1 A2 X; unfold excess in *; nia).
  assert (A4 : 4 * x < 3 * (a + 1)) by (clear -A A2 X; unfold excess in *; nia).
  assert (B3 : b <= a + 2).
  { destruct (Z.le_gt_cases b (a + 2)) as [|G]; auto. exfalso. assert (Q : 0 < excess (x + 1) (a + 3)) by (unfold excess in *; lia).
    destruct (Z.eq_dec b (a + 3)) as [->|]; [lia|]. pose proof (excess_rises (x + 1) (a + 3) b ltac:(lia) ltac:(lia) Q). lia. }
  destruct (Z.eq_dec b (a + 1)) as [->|].
  - exists (2 * x - a). assert (a < 2 * x) by (unfold excess in *; nia). split; [lia|]. right. unfold golden, excess in *. split; [lia|]. split; nia.
  - assert (b = a + 2) as -> by lia. exists (a - x + 1). split; [lia|]. left. unfold golden. split; [lia|].
    assert (Q : excess (a - x + 1) (x + 1) <> 0) by (intros E; apply (irrational (Z.to_nat (a - x + 1))) in E; lia).
    unfold excess in *. split; nia.
Qed.
Lemma apart n k x : 1 <= n -> 1 <= k -> golden n x -> golden k (x - k) -> False.
Proof.
  intros N K (X & X1 & X2) (Y & Y1 & Y2).
  assert (S : n + k = x).
  { destruct (Z.lt_trichotomy (n + k) x) as [L|[|L]]; auto; exfalso.
    - pose proof (excess_falls n (x - k - 1) x ltac:(lia) ltac:(lia)). unfold excess in *. nia.
    - pose proof (excess_falls (x + 1 - k) n (x + 1) ltac:(lia) ltac:(lia)). unfold excess in *. nia. }
  assert (E : excess n x = 0) by (unfold excess in *; nia). apply (irrational (Z.to_nat n)) in E; lia.
Qed.

Lemma low_is n : forall a, golden (Z.of_nat n) a -> Z.of_N (low n) = a.
Proof.
  induction n as [n IH] using lt_wf_ind. intros a G.
  assert (LK : forall k, (k < n)%nat -> golden (Z.of_nat k) (Z.of_N (low k))).
  { intros k L. destruct (golden_some (Z.of_nat k) ltac:(lia)) as (c & C). now rewrite (IH k L c C). }
  assert (A0 : 0 <= a) by apply G. destruct (mex_spec (earlier n)) as [N1 N2]. fold (low n) in N1, N2.
  destruct (Z.lt_trichotomy (Z.of_N (low n)) a) as [L|[|L]]; auto; exfalso.
  - (* a smaller number is in a pair before *)
    apply N1, in_earlier. set (x := Z.of_N (low n)) in *. destruct (Z.eq_dec x 0) as [X|X].
    + destruct n as [|n]; [|exists O; split; [lia|left; change (low 0) with 0%N; subst x; lia]].
      assert (golden 0 0) by (unfold golden, excess; lia). pose proof (golden_one 0 a 0 ltac:(lia) G H). lia.
    + destruct (parted x ltac:(unfold x in *; lia)) as (k & K & [C|C]).
      * assert (Lk : k < Z.of_nat n).
        { destruct (Z.lt_ge_cases k (Z.of_nat n)) as [|Ge]; auto. exfalso. destruct (Z.eq_dec k (Z.of_nat n)) as [->|].
          - pose proof (golden_one (Z.of_nat n) _ _ ltac:(lia) G C). lia.
          - pose proof (golden_rises (Z.of_nat n) k a x ltac:(lia) G C). lia. }
        exists (Z.to_nat k). split; [lia|]. left. assert (E : Z.of_N (low (Z.to_nat k)) = x) by (apply IH; [lia|]; now rewrite Z2Nat.id by lia).
        unfold x in E. lia.
      * assert (Lk : k < Z.of_nat n).
        { destruct (Z.lt_ge_cases k (Z.of_nat n)) as [|Ge]; auto. exfalso. destruct (Z.eq_dec k (Z.of_nat n)) as [->|].
          - pose proof (golden_one (Z.of_nat n) _ _ ltac:(lia) G C). lia.
          - pose proof (golden_rises (Z.of_nat n) k a (x - k) ltac:(lia) G C). lia. }
        exists (Z.to_nat k). split; [lia|]. right. assert (E : Z.of_N (low (Z.to_nat k)) = x - k) by (apply IH; [lia|]; now rewrite Z2Nat.id by lia).
        unfold high. unfold x in *. lia.
  - (* [a] itself is in none *)
    assert (I : In (Z.to_N a) (earlier n)) by (apply N2; lia). apply in_earlier in I as (k & Lk & E). pose proof (LK k Lk) as C.
    destruct E as [E|E].
    + assert (Ea : Z.of_N (low k) = a) by lia. pose proof (golden_rises (Z.of_nat k) (Z.of_nat n) _ _ ltac:(lia) C G). lia.
    + unfold high in E. destruct k as [|k].
      * assert (Z0 : Z.of_N (low 0) = 0) by reflexivity. pose proof (golden_rises 0 (Z.of_nat n) 0 a ltac:(lia)) as R.
        assert (golden 0 0) by (unfold golden, excess; lia). specialize (R H G). change (low 0) with 0%N in E. lia.
      * apply (apart (Z.of_nat n) (Z.of_nat (S k)) a); try lia; auto. replace (a - Z.of_nat (S k)) with (Z.of_N (low (S k))) by lia. exact C.
Qed.
Theorem golden_low n : golden (Z.of_nat n) (Z.of_N (low n)).
Proof. destruct (golden_some (Z.of_nat n) ltac:(lia)) as (a & A). now rewrite (low_is n a A). Qed.
(** The cold positions by the golden number. *)
Theorem cold_golden a b : cold a b <-> exists n : N, let n' := Z.of_N n in
  golden n' (Z.of_N a) /\ b = (a + n)%N \/ golden n' (Z.of_N b) /\ a = (b + n)%N.
Proof.
  rewrite cold_is. split.
  - intros (n & [(-> & ->)|(-> & ->)]); exists (N.of_nat n); cbv zeta; rewrite nat_N_Z; [left|right]; (split; [apply golden_low|reflexivity]).
  - intros (n & H). exists (N.to_nat n). cbv zeta in H. unfold high. rewrite N2Nat.id.
    assert (E : forall c, golden (Z.of_N n) (Z.of_N c) -> c = low (N.to_nat n)).
    { intros c C. apply N2Z.inj. symmetry. apply low_is. now rewrite N_nat_Z. }
    destruct H as [(G & ->)|(G & ->)]; apply E in G; [left|right]; subst; auto.
Qed.
