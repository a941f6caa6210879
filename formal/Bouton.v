(** Rule [nim]: Bouton's theorem (1901), in general: who starts wins Nim if and only if the binary sum of the
    heaps is not zero. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional Geography.
Import ListNotations.

(** * Impartial games whose positions are won or lost by a test *)

Section Impartial.
Context {P : Type}.
Variable options : P -> list P.
Variable misere : bool.
Variable wins : P -> bool.
Variable longest : P -> nat.
Hypothesis shorter : forall p q, In q (options p) -> longest q < longest p.
Hypothesis at_end : forall p, options p = [] -> wins p = misere.
Hypothesis loses_on : forall p q, options p <> [] -> wins p = false -> In q (options p) -> wins q = true.
Hypothesis wins_on : forall p, options p <> [] -> wins p = true -> exists q, In q (options p) /\ wins q = false.
Notation G := (last_move (fun _ => options) misere).

Theorem impartial_decided n : forall p s, longest p <= n ->
  forces (G := G) (just (if wins p then s else other s)) (won (if wins p then s else other s)) n (p, s).
Proof.
  induction n as [n IH] using lt_wf_ind. intros p s L. destruct (options p) as [|q0 l] eqn:E.
  - eapply forces_over; [simpl; rewrite E; reflexivity|]. rewrite (at_end p E). unfold won. destruct misere; simpl; apply same_refl.
  - assert (NE : options p <> []) by (rewrite E; discriminate).
    assert (O : over (g := G) (p, s) = None) by (simpl; now rewrite E).
    assert (LP : 0 < longest p) by (pose proof (shorter p q0 ltac:(rewrite E; simpl; auto)); lia).
    destruct n as [|n]; [lia|]. destruct (wins p) eqn:W.
    + destruct (wins_on p NE W) as (q & I & Wq). apply (forces_own (G := G)) with (m := q); auto.
      * simpl. unfold just. apply same_refl.
      * simpl. pose proof (shorter p q I). specialize (IH n ltac:(lia) q (other s) ltac:(lia)). now rewrite Wq, other_other in IH.
    + apply (forces_all (G := G)); auto.
      * simpl. unfold just. now destruct s.
      * intros q I. pose proof (shorter p q I). specialize (IH n ltac:(lia) q (other s) ltac:(lia)). now rewrite (loses_on p q NE W I) in IH.
Qed.
End Impartial.

(** * Nim *)

Definition nim_sum (h : list N) : N := fold_right N.lxor 0%N h.
Definition nim_wins (h : list N) : bool := negb (N.eqb (nim_sum h) 0).

Notation nim := (in_one below).
Lemma in_nim h : forall q, In q (nim h) <-> exists a x y b, h = a ++ x :: b /\ q = a ++ y :: b /\ (y < x)%N.
Proof.
  induction h as [|x h IH]; intros q; simpl.
  - split; [tauto|]. intros (a & x & y & b & E & _). now destruct a.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(y & <- & I)|(r & <- & I)].
      * apply in_below in I. exists [], x, y, h. auto.
      * apply IH in I as (a & u & v & b & -> & -> & L). exists (x :: a), u, v, b. auto.
    + intros (a & u & v & b & E & -> & L). destruct a as [|z a]; simpl in *; injection E as -> ->.
      * left. exists v. split; auto. now apply in_below.
      * right. exists (a ++ v :: b). split; auto. apply IH. eauto 8.
Qed.
Lemma nim_sum_app a b : nim_sum (a ++ b) = N.lxor (nim_sum a) (nim_sum b).
Proof. induction a as [|x a IH]; [symmetry; apply N.lxor_0_l|]. cbn [app nim_sum fold_right]. fold (nim_sum (a ++ b)) (nim_sum a). now rewrite IH, N.lxor_assoc. Qed.
Lemma nim_sum_change a x b y : nim_sum (a ++ y :: b) = N.lxor (N.lxor (nim_sum (a ++ x :: b)) x) y.
Proof.
  rewrite !nim_sum_app. cbn [nim_sum fold_right]. fold (nim_sum b). apply N.bits_inj. intros i. rewrite !N.lxor_spec.
  destruct (N.testbit (nim_sum a) i), (N.testbit (nim_sum b) i), (N.testbit x i), (N.testbit y i); reflexivity.
Qed.
Definition total (h : list N) : nat := list_sum (map N.to_nat h).
Lemma total_app a b : total (a ++ b) = total a + total b.
Proof. unfold total. now rewrite map_app, list_sum_app. Qed.
Lemma nim_shorter h q : In q (nim h) -> total q < total h.
Proof.
  rewrite in_nim. intros (a & x & y & b & -> & -> & L). rewrite !total_app. unfold total. simpl. lia.
Qed.
Lemma nim_end h : nim h = [] -> forall x, In x h -> x = 0%N.
Proof.
  intros E x I. apply in_split in I as (a & b & ->). destruct (N.eq_dec x 0) as [|Nx]; auto.
  assert (J : In (a ++ 0%N :: b) (nim (a ++ x :: b))) by (apply in_nim; exists a, x, 0%N, b; repeat split; lia).
  rewrite E in J. destruct J.
Qed.
Lemma sum_zeros h : (forall x, In x h -> x = 0%N) -> nim_sum h = 0%N.
Proof.
  induction h as [|x h IH]; intros H; [reflexivity|]. change (N.lxor x (nim_sum h) = 0%N). rewrite IH by (intros; apply H; simpl; auto).
  rewrite (H x) by (simpl; auto). reflexivity.
Qed.
(** Any smaller number can be reached as the sum: some heap has the leading bit of the difference. *)
Lemma high_bit s i : s <> 0%N -> (N.log2 s < i)%N -> N.testbit s i = false.
Proof. intros _ L. now apply N.bits_above_log2. Qed.
Lemma heap_with_bit h i : N.testbit (nim_sum h) i = true -> exists x, In x h /\ N.testbit x i = true.
Proof.
  induction h as [|x h IH].
  - change (N.testbit 0 i = true -> exists x, In x [] /\ N.testbit x i = true). rewrite N.bits_0. discriminate.
  - change (N.testbit (N.lxor x (nim_sum h)) i = true -> exists y, In y (x :: h) /\ N.testbit y i = true).
    rewrite N.lxor_spec. destruct (N.testbit x i) eqn:E; [exists x; simpl; auto|]. rewrite xorb_false_l.
    intros H. destruct (IH H) as (y & I & B). exists y. simpl; auto.
Qed.
Lemma lxor_less x s : s <> 0%N -> N.testbit x (N.log2 s) = true -> (N.lxor x s < x)%N.
Proof.
  intros NZ B. set (i := N.log2 s). assert (H : forall j, (i < j)%N -> N.testbit (N.lxor x s) j = N.testbit x j).
  { intros j L. rewrite N.lxor_spec, (high_bit s j NZ L). apply xorb_false_r. }
  assert (Z : N.testbit (N.lxor x s) i = false) by (rewrite N.lxor_spec; fold i in B; rewrite B; unfold i; now rewrite N.bit_log2).
  (* compare the numbers from bit i upwards *)
  assert (U : N.shiftr x (N.succ i) = N.shiftr (N.lxor x s) (N.succ i)).
  { apply N.bits_inj. intros j. rewrite !N.shiftr_spec by lia. symmetry. apply H. lia. }
  assert (S : forall y, N.shiftr y i = (2 * N.shiftr y (N.succ i) + N.b2n (N.testbit y i))%N).
  { intros y. rewrite N.shiftr_succ_r. replace (N.testbit y i) with (N.odd (N.shiftr y i)); [apply N.div2_odd|].
    rewrite <- N.bit0_odd, N.shiftr_spec by lia. now rewrite N.add_0_l. }
  assert (Lt : (N.shiftr (N.lxor x s) i < N.shiftr x i)%N).
  { rewrite !S, U, Z. fold i in B. rewrite B. simpl. lia. }
  rewrite !N.shiftr_div_pow2 in Lt. destruct (N.lt_ge_cases (N.lxor x s) x) as [|G]; auto.
  assert (K : (x / 2 ^ i <= N.lxor x s / 2 ^ i)%N) by (apply N.div_le_mono; [apply N.pow_nonzero; lia|auto]). lia.
Qed.

Lemma nim_balance h : nim_sum h <> 0%N -> exists q, In q (nim h) /\ nim_sum q = 0%N.
Proof.
  intros NZ. destruct (heap_with_bit h (N.log2 (nim_sum h))) as (x & I & B); [now apply N.bit_log2|].
  apply in_split in I as (a & b & ->). set (s := nim_sum (a ++ x :: b)) in *. exists (a ++ N.lxor x s :: b). split.
  - apply in_nim. exists a, x, (N.lxor x s), b. split; auto. split; auto. now apply lxor_less.
  - rewrite (nim_sum_change a x b). fold s. apply N.bits_inj. intros i. rewrite !N.lxor_spec, N.bits_0.
    destruct (N.testbit s i), (N.testbit x i); reflexivity.
Qed.
Lemma nim_unbalance h q : In q (nim h) -> nim_sum h = 0%N -> nim_sum q <> 0%N.
Proof.
  rewrite in_nim. intros (a & x & y & b & -> & -> & L) Z. rewrite (nim_sum_change a x b), Z, N.lxor_0_l.
  intros E. apply N.lxor_eq in E. lia.
Qed.

Theorem bouton h s :
  forces (G := last_move (options Nim) false) (just (if nim_wins h then s else other s))
    (won (if nim_wins h then s else other s)) (total h) (h, s).
Proof.
  apply (impartial_decided nim false nim_wins total); auto.
  - intros p q. apply nim_shorter.
  - intros p E. unfold nim_wins. rewrite sum_zeros; [reflexivity|]. now apply nim_end.
  - unfold nim_wins. intros p q _ H I. apply negb_false_iff, N.eqb_eq in H. apply negb_true_iff, N.eqb_neq. eapply nim_unbalance; eauto.
  - unfold nim_wins. intros p _ H. apply negb_true_iff, N.eqb_neq in H. destruct (nim_balance p H) as (q & I & Z).
    exists q. split; auto. now rewrite Z.
Qed.

(** * The rule *)

Definition nim_statements (i : instance) (starter : player) : list statement :=
  match i with
  | LastMove false Nim h => let s := if nim_wins h then starter else other starter in [Force starter [s] [Won s] None]
  | _ => []
  end.
Definition nim_derive (i : instance) : reader (list statement) := starter <- read_player; ret (nim_statements i starter).
Theorem nim_sound i s l s' : nim_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold nim_derive. intros H. read. destruct i as [|[] r h|]; try constructor; destruct r; try constructor; [|constructor].
  apply (wins_ever (LastMove false Nim h)) with (n := total h). apply bouton.
Qed.
Definition nim_rule : rule := Rule nim_derive nim_sound.
