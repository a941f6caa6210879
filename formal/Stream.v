(** Reading a stream of numbers, and tables by number. Nothing has to be believed of reading: what
    was read is checked. Loops over the stream run in constant stack. *)
Require Import List Bool NArith ZArith Lia FMapPositive Uint63 PArray.
From Gameproof Require Import Meaning.
Import ListNotations.
Module PM := PositiveMap.

(** * Readers *)

Definition reader A := list N -> option (A * list N).
Definition ret {A} (x : A) : reader A := fun s => Some (x, s).
Definition fail {A} : reader A := fun _ => None.
Definition bind {A B} (r : reader A) (f : A -> reader B) : reader B := fun s =>
  match r s with Some (x, s) => f x s | None => None end.
Notation "x <- r ; e" := (bind r (fun x => e)) (at level 60, right associativity).
Definition one : reader N := fun s => match s with x :: s => Some (x, s) | [] => None end.
(** [k] items; each takes at least one number, so the stream itself bounds the loop. *)
Fixpoint several_go {A} (r : reader A) (fuel : list N) (k : N) (done : list A) (s : list N) :=
  if N.eqb k 0 then Some (rev_append done [], s) else
  match fuel, r s with
  | _ :: fuel, Some (x, s) => several_go r fuel (N.pred k) (x :: done) s
  | _, _ => None
  end.
Definition several {A} (r : reader A) (k : N) : reader (list A) := fun s => several_go r s k [] s.
Definition many {A} (r : reader A) : reader (list A) := k <- one; several r k.
Definition row : reader (list N) := many one.
Definition two {A B} (r : reader A) (q : reader B) : reader (A * B) := x <- r; y <- q; ret (x, y).
Definition flag : reader bool := x <- one; ret (negb (N.eqb x 0)).
(** 0 for nothing, x + 1 for x. *)
Definition maybe : reader (option N) := x <- one; ret (if N.eqb x 0 then None else Some (N.pred x)).

(** Numbers packed into machine words, three of 21 bits each, for theorems inside Coq. *)
Definition to_N (i : int) : N := Z.to_N (to_Z i).
Definition three (i : int) (rest : list N) : list N :=
  to_N (i land 2097151)%uint63 :: to_N ((i >> 21) land 2097151)%uint63 :: to_N (i >> 42)%uint63 :: rest.
Fixpoint unpack (k : nat) (a : array int) (i : int) (rest : list N) : list N :=
  match k with O => rest | S k => unpack k a (i - 1)%uint63 (three (PArray.get a i) rest) end.
Definition numbers (a : array int) : list N :=
  let l := PArray.length a in unpack (N.to_nat (to_N l)) a (l - 1)%uint63 [].

(** * Tables by number *)

Definition key (c : N) : positive := N.succ_pos c.
Lemma key_inj a b : key a = key b -> a = b.
Proof. intros H. apply N.succ_inj. unfold key in H. rewrite <- (N.succ_pos_spec a), <- (N.succ_pos_spec b). now f_equal. Qed.

Section Tables.
Context {A : Type}.
Definition at_ (t : PM.t A) (i : N) : option A := PM.find (key i) t.
Definition set_at (t : PM.t A) (i : N) (x : A) : PM.t A := PM.add (key i) x t.
Definition nothing : PM.t A := PM.empty A.
Fixpoint index_from (i : N) (l : list A) (t : PM.t A) : PM.t A :=
  match l with [] => t | x :: l => index_from (N.succ i) l (set_at t i x) end.
Definition index (l : list A) := index_from 0 l nothing.

Lemma at_nothing i : at_ nothing i = None. Proof. apply PM.gempty. Qed.
Lemma at_set t i x j : at_ (set_at t i x) j = if N.eqb i j then Some x else at_ t j.
Proof.
  unfold at_, set_at. destruct (N.eqb_spec i j) as [->|E].
  - apply PM.gss.
  - apply PM.gso. intros K. apply key_inj in K. congruence.
Qed.
Lemma index_from_spec l : forall i t j x, at_ (index_from i l t) j = Some x ->
  at_ t j = Some x \/ exists k, j = (i + N.of_nat k)%N /\ nth_error l k = Some x.
Proof.
  induction l as [|y l IH]; simpl; intros i t j x H; auto. destruct (IH _ _ _ _ H) as [K|(k & -> & K)].
  - rewrite at_set in K. destruct (N.eqb_spec i j) as [<-|E]; auto. right. exists 0%nat. simpl. split; [lia|auto].
  - right. exists (S k). simpl. split; [lia|auto].
Qed.
Lemma index_spec l i x : at_ (index l) i = Some x -> nth_error l (N.to_nat i) = Some x.
Proof.
  intros H. destruct (index_from_spec _ _ _ _ _ H) as [K|(k & -> & K)]; [now rewrite at_nothing in K|].
  now rewrite N.add_0_l, Nat2N.id.
Qed.
Lemma index_from_complete l : forall i t k x, nth_error l k = Some x -> at_ (index_from i l t) (i + N.of_nat k) = Some x.
Proof.
  assert (K : forall l i t j, (j < i)%N -> at_ (index_from i l t) j = at_ t j).
  { induction l0 as [|y l0 IH]; simpl; intros i t j L; auto. rewrite IH by lia. rewrite at_set.
    destruct (N.eqb_spec i j); auto. lia. }
  induction l as [|y l IH]; intros i t [|k] x; simpl; try discriminate.
  - intros [= ->]. rewrite K by lia. rewrite at_set. destruct (N.eqb_spec i (i + 0)); auto. lia.
  - intros E. rewrite <- (IH (N.succ i) (set_at t i y) k x E). f_equal. lia.
Qed.
Lemma index_complete l k x : nth_error l k = Some x -> at_ (index l) (N.of_nat k) = Some x.
Proof. apply (index_from_complete l 0). Qed.
End Tables.

(** * Sets of numbers as binary numbers *)

Global Arguments has : simpl never.
Lemma has_0 c : has 0 c = false. Proof. apply N.bits_0. Qed.
Lemma has_set A c d : has (N.setbit A c) d = (N.eqb c d || has A d). Proof. apply N.setbit_eqb. Qed.
Lemma has_clear A c d : has (N.clearbit A c) d = (has A d && negb (N.eqb c d)). Proof. apply N.clearbit_eqb. Qed.
Lemma has_lor a b c : has (N.lor a b) c = (has a c || has b c). Proof. apply N.lor_spec. Qed.
Lemma has_land a b c : has (N.land a b) c = (has a c && has b c). Proof. apply N.land_spec. Qed.
Lemma has_ldiff a b c : has (N.ldiff a b) c = (has a c && negb (has b c)). Proof. apply N.ldiff_spec. Qed.
Lemma mask_spec l c : has (mask l) c = true <-> In c l.
Proof.
  induction l as [|d l IH]; simpl.
  - rewrite has_0. split; [discriminate|tauto].
  - rewrite has_set, orb_true_iff, N.eqb_eq, IH. tauto.
Qed.
Definition within_set (a b : N) : bool := N.eqb (N.land a b) a.
Lemma within_set_spec a b : within_set a b = true -> forall c, has a c = true -> has b c = true.
Proof.
  unfold within_set. rewrite N.eqb_eq. intros E c H. rewrite <- E, has_land in H. now apply andb_true_iff in H.
Qed.
Definition disjoint_sets (a b : N) : bool := N.eqb (N.land a b) 0.
Lemma disjoint_sets_spec a b : disjoint_sets a b = true -> forall c, has a c = true -> has b c = false.
Proof.
  unfold disjoint_sets. rewrite N.eqb_eq. intros E c H. apply (f_equal (fun x => has x c)) in E.
  rewrite has_land, H, has_0 in E. auto.
Qed.
Lemma disjoint_sets_intro a b : (forall c, has a c = true -> has b c = false) -> disjoint_sets a b = true.
Proof.
  intros H. apply N.eqb_eq, N.bits_inj. intros c. rewrite N.land_spec, N.bits_0.
  destruct (N.testbit a c) eqn:E; auto. simpl. now apply H.
Qed.
Lemma nonzero_has A : A <> 0%N -> exists c, has A c = true.
Proof. intros H. exists (N.log2 A). now apply N.bit_log2. Qed.

(** The members of a set, in ascending order. *)
Fixpoint bits_from (p : positive) (i : N) : list N :=
  match p with
  | xH => [i]
  | xO p => bits_from p (N.succ i)
  | xI p => i :: bits_from p (N.succ i)
  end.
Definition members (A : N) : list N := match A with N0 => [] | Npos p => bits_from p 0 end.
Lemma bits_from_spec p : forall i c, In c (bits_from p i) <-> exists k, c = (i + k)%N /\ N.testbit (Npos p) k = true.
Proof.
  induction p as [p IH|p IH|]; intros i c; cbn [bits_from].
  - cbn [In]. rewrite IH. split.
    + intros [<-|(k & -> & H)]; [exists 0%N; split; [lia|reflexivity]|]. exists (N.succ k). split; [lia|].
      change (Npos p~1) with (2 * Npos p + 1)%N. rewrite N.testbit_odd_succ; [exact H|lia].
    + intros (k & -> & H). destruct (N.eq_0_gt_0_cases k) as [->|L]; [left; lia|]. right. exists (N.pred k). split; [lia|].
      rewrite <- (N.succ_pred k) in H by lia. change (Npos p~1) with (2 * Npos p + 1)%N in H. rewrite N.testbit_odd_succ in H; [exact H|lia].
  - rewrite IH. split.
    + intros (k & -> & H). exists (N.succ k). split; [lia|]. change (Npos p~0) with (2 * Npos p)%N. rewrite N.testbit_even_succ; [exact H|lia].
    + intros (k & -> & H). destruct (N.eq_0_gt_0_cases k) as [->|L]; [discriminate|]. exists (N.pred k). split; [lia|].
      rewrite <- (N.succ_pred k) in H by lia. change (Npos p~0) with (2 * Npos p)%N in H. rewrite N.testbit_even_succ in H; [exact H|lia].
  - simpl. split.
    + intros [<-|[]]. exists 0%N. split; [lia|reflexivity].
    + intros (k & -> & H). destruct k as [|k]; [left; lia|]. destruct k; discriminate.
Qed.
Lemma members_spec A c : In c (members A) <-> has A c = true.
Proof.
  destruct A as [|p]; unfold members.
  - rewrite has_0. split; [intros []|discriminate].
  - rewrite bits_from_spec. unfold has. split; [intros (k & -> & H); now rewrite N.add_0_l|]. intros H. exists c. split; [lia|auto].
Qed.

Lemma in_below n x : In x (below n) <-> (x < n)%N.
Proof.
  unfold below. rewrite in_map_iff. split.
  - intros (k & <- & I). apply in_seq in I. lia.
  - intros L. exists (N.to_nat x). split; [lia|]. apply in_seq. lia.
Qed.

Fixpoint same_numbers (a b : list N) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => N.eqb x y && same_numbers a b | _, _ => false end.
Lemma same_numbers_eq a : forall b, same_numbers a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  intros [E%N.eqb_eq H%IH]%andb_true_iff. congruence.
Qed.

Definition is_nil {A} (l : list A) : bool := match l with [] => true | _ => false end.
Lemma is_nil_spec {A} (l : list A) : is_nil l = true <-> l = []. Proof. destruct l; simpl; split; congruence. Qed.

(** * What was read, in proofs *)

Lemma bind_some {A B} (r : reader A) (f : A -> reader B) s x s' :
  bind r f s = Some (x, s') -> exists y t, r s = Some (y, t) /\ f y t = Some (x, s').
Proof. unfold bind. destruct (r s) as [[y t]|]; [eauto|discriminate]. Qed.
Lemma ret_some {A} (x y : A) s s' : ret x s = Some (y, s') -> x = y. Proof. now intros [= ->]. Qed.
Ltac read := repeat match goal with
  | H : bind _ _ _ = Some _ |- _ => apply bind_some in H as (? & ? & _ & H)
  | H : ret _ _ = Some _ |- _ => apply ret_some in H; subst
  end.
