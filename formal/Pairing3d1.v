(** For n >= 3d - 1 the lines of [n]^d have a pairing (proof without Coq: docs/pairings.md).

    Each line gives to cells of its own, and each cell has two slots for each of its d coordinates. Let a line
    go through a cell. Call a coordinate of the cell a mirror of another if it is the same number x, or n - 1 - x.
    If the moving coordinates are all that are mirrors of each other, the line gives two units to the cell; if
    one constant coordinate is a mirror beside them, one; and if the cell has the middle number there, two where
    one coordinate moves and is alone, and none otherwise. No two lines give for the same slot, and a line gives
    at least 2n - 2d + 2, so 4d: Hall's theorem does the rest. *)
Require Import List Bool Arith NArith Lia FinFun Permutation.
From Gameproof Require Import Meaning Games Stream Rule Families Positional Lines Pairing Marriage.
Import ListNotations.

(** * A cell is known by its coordinates *)

Lemma number_one n xs : forall ys a b, (0 < n)%N -> length xs = length ys -> (forall x, In x xs -> (x < n)%N) -> (forall y, In y ys -> (y < n)%N) ->
  fold_left (fun a x => a * n + x)%N xs a = fold_left (fun a x => a * n + x)%N ys b -> a = b /\ xs = ys.
Proof.
  induction xs as [|x xs IH]; intros [|y ys] a b P L X Y E; try discriminate; simpl in *; auto.
  apply IH in E as [E ->]; auto. specialize (X x (or_introl eq_refl)). specialize (Y y (or_introl eq_refl)).
  apply (N.div_mod_unique n a b x y) in X as [-> ->]; auto; lia.
Qed.

Section Board.
Variable n : N.
Variable d : nat.
Hypothesis some : 0 < d.
Hypothesis long : 3 * d <= S (N.to_nat n).

Notation at_ w k := (nth k w (Fixed 0)).
Definition moving (w : list coordinate) (k : nat) : bool := match at_ w k with Fixed _ => false | _ => true end.
Definition mirrors (x y : N) : bool := (N.eqb x y || N.eqb x (n - 1 - y))%bool.
Definition middle (t : N) : bool := N.eqb t (n - 1 - t).
Definition coord (w : list coordinate) (t : N) (k : nat) : N := value n t (at_ w k).
(** The constant coordinates that are mirrors of [t]; the moving ones. *)
Definition beside (w : list coordinate) (t : N) : list nat :=
  filter (fun k => negb (moving w k) && mirrors (coord w t k) t) (seq 0 d).
Definition movers (w : list coordinate) : list nat := filter (moving w) (seq 0 d).
Definition slots_of (w : list coordinate) (t : N) : list nat :=
  match beside w t, movers w with
  | [], [i] => [2 * i; S (2 * i)]
  | [], i :: k :: _ => if middle t then [] else [S (2 * i); S (2 * k)]
  | [i], _ => if middle t then [] else [2 * i]
  | _, _ => []
  end.
Definition gifts (w : list coordinate) : list (cell * nat) :=
  flat_map (fun t => map (pair (point n w t)) (slots_of w t)) (below n).

(** * The words of lines *)

Lemma n_some : (1 < n)%N. Proof. lia. Qed.
Record canonical_word (w : list coordinate) : Prop := {
  of_length : length w = d;
  bounded : forall t k, (t < n)%N -> k < d -> (coord w t k < n)%N;
  rises : exists i, i < d /\ at_ w i = Rising /\ forall k, k < i -> moving w k = false }.
Lemma word_canonical w : In w (line_words n d) -> canonical_word w.
Proof.
  intros I. pose proof (line_words_in n d w I) as [L H]. split; auto.
  - intros t k T K. unfold coord. apply value_below; auto. apply H, nth_In. lia.
  - unfold line_words in I. apply in_flat_map in I as (i & Ii & I). apply in_rev, in_seq in Ii.
    apply in_flat_map in I as (u & Iu & I). apply in_map_iff in I as (v & <- & _). apply words_in in Iu as [Lu Cu].
    exists i. split; [lia|]. split.
    + rewrite app_nth2 by lia. now replace (i - length u) with 0 by lia.
    + intros k K. unfold moving. rewrite app_nth1 by lia. assert (J : In (nth k u (Fixed 0)) u) by (apply nth_In; lia).
      apply Cu, in_map_iff in J as (x & <- & _). reflexivity.
Qed.

Lemma point_one w w' t t' : canonical_word w -> canonical_word w' -> (t < n)%N -> (t' < n)%N ->
  point n w t = point n w' t' -> forall k, k < d -> coord w t k = coord w' t' k.
Proof.
  intros [L B _] [L' B' _] T T' E k K. unfold point, number in E. pose proof n_some as NS.
  assert (IN : forall v s, length v = d -> (forall k, k < d -> (coord v s k < n)%N) -> forall x, In x (map (value n s) v) -> (x < n)%N).
  { intros v s Lv Bv x I. apply In_nth with (d := value n s (Fixed 0)) in I as (j & Lj & <-). rewrite map_length in Lj. rewrite map_nth. apply Bv. lia. }
  apply number_one in E as [_ E]; [|lia|rewrite !map_length; congruence|apply IN; auto|apply IN; auto].
  unfold coord. rewrite <- (map_nth (value n t) w), <- (map_nth (value n t') w'), E. apply nth_indep. rewrite map_length. lia.
Qed.
Lemma moving_mirrors w t k : (t < n)%N -> moving w k = true -> mirrors (coord w t k) t = true.
Proof.
  unfold moving, mirrors, coord. intros T. destruct (at_ w k); [discriminate| |]; intros _; simpl; rewrite ?N.eqb_refl, ?orb_true_r; auto.
Qed.
Lemma mirrors_spec x y : (x < n)%N -> (y < n)%N -> mirrors x y = true <-> x = y \/ (x + y = n - 1)%N.
Proof. intros X Y. unfold mirrors. rewrite orb_true_iff, !N.eqb_eq. lia. Qed.
Lemma mirrors_either x y z : (x < n)%N -> (y < n)%N -> (z < n)%N -> mirrors x z = true -> mirrors y z = mirrors y x.
Proof. intros X Y Z H. apply mirrors_spec in H; auto. apply eq_true_iff_eq. rewrite !mirrors_spec by auto. lia. Qed.

(** * What a slot tells *)

Definition pure (w : list coordinate) (t : N) : Prop := middle t = false \/ forall k k', k < d -> k' < d -> moving w k = true -> moving w k' = true -> k = k'.
Lemma slot_tells w t s : canonical_word w -> (t < n)%N -> In s (slots_of w t) -> pure w t /\ exists i, i < d /\
  (s = S (2 * i) /\ (forall k, k < d -> moving w k = mirrors (coord w t k) (coord w t i)) \/
   s = 2 * i /\ (forall k, k < d -> moving w k = Nat.eqb k i /\ mirrors (coord w t k) (coord w t i) = Nat.eqb k i) \/
   s = 2 * i /\ (forall k, k < d -> moving w k = mirrors (coord w t k) (coord w t i) && negb (Nat.eqb k i)) /\
     exists k, k < d /\ k <> i /\ mirrors (coord w t k) (coord w t i) = true).
Proof.
  intros C T I. pose proof (bounded w C t) as B. unfold slots_of in I.
  assert (BS : forall k, In k (beside w t) <-> k < d /\ moving w k = false /\ mirrors (coord w t k) t = true).
  { intros k. unfold beside. rewrite filter_In, in_seq, andb_true_iff, negb_true_iff. intuition lia. }
  assert (MV : forall k, In k (movers w) <-> k < d /\ moving w k = true).
  { intros k. unfold movers. rewrite filter_In, in_seq. intuition lia. }
  (* where no constant one is beside, the moving ones are the mirrors *)
  assert (FULL : beside w t = [] -> forall i, i < d -> moving w i = true -> forall k, k < d -> moving w k = mirrors (coord w t k) (coord w t i)).
  { intros E i Ii Mi k Kd. pose proof (moving_mirrors w t i T Mi) as Ri.
    assert (Q : mirrors (coord w t k) (coord w t i) = mirrors (coord w t k) t).
    { symmetry. apply mirrors_either; auto. }
    rewrite Q. destruct (moving w k) eqn:Mk; [symmetry; now apply moving_mirrors|]. symmetry. apply not_true_iff_false. intros R.
    assert (J : In k (beside w t)) by (apply BS; auto). rewrite E in J. destruct J. }
  destruct (beside w t) as [|b [|b' bs]] eqn:Eb.
  - destruct (movers w) as [|i [|k ms]] eqn:Em; [destruct I| |].
    + assert (Ii : i < d /\ moving w i = true) by (apply MV; simpl; auto). destruct Ii as [Ii Mi].
      assert (ONE : forall k, k < d -> moving w k = Nat.eqb k i).
      { intros k Kd. apply eq_true_iff_eq. rewrite Nat.eqb_eq. split; [|intros ->; auto]. intros M.
        assert (J : In k [i]) by (apply MV; auto). destruct J as [<-|[]]. reflexivity. }
      split. { right. intros k k' K K'. rewrite !ONE, !Nat.eqb_eq by auto. congruence. }
      exists i. split; auto. destruct I as [<-|[<-|[]]]; [right; left|left]; (split; auto).
      intros k Kd. rewrite <- (FULL eq_refl i) by auto. auto.
    + destruct (middle t) eqn:Emid; [destruct I|]. split; [now left|].
      assert (J : forall i', In i' [i; k] -> i' < d /\ moving w i' = true) by (intros i' J; apply MV; simpl in *; tauto).
      destruct I as [<-|[<-|[]]]; [exists i|exists k]; (split; [apply J; simpl; auto|]); left; (split; auto); apply FULL; auto; apply J; simpl; auto.
  - destruct (middle t) eqn:Emid; [destruct I|]. destruct I as [<-|[]]. split; [now left|].
    assert (Jb : b < d /\ moving w b = false /\ mirrors (coord w t b) t = true) by (apply BS; simpl; auto). destruct Jb as (Ib & Mb & Rb).
    exists b. split; auto. right. right. split; auto.
    assert (Q : forall k, k < d -> mirrors (coord w t k) (coord w t b) = mirrors (coord w t k) t).
    { intros k Kd. symmetry. apply mirrors_either; auto. }
    split.
    + intros k Kd. rewrite Q by auto. destruct (Nat.eqb_spec k b) as [->|Ne]; [now rewrite Mb, andb_false_r|]. rewrite andb_true_r.
      destruct (moving w k) eqn:Mk; [symmetry; now apply moving_mirrors|]. symmetry. apply not_true_iff_false. intros R.
      assert (J : In k [b]) by (apply BS; auto). destruct J as [<-|[]]. auto.
    + destruct (rises w C) as (i & Ii & Ri & _). assert (Mi : moving w i = true) by (unfold moving; now rewrite Ri).
      exists i. split; auto. split; [intros ->; congruence|]. rewrite Q by auto. now apply moving_mirrors.
  - destruct I.
Qed.

(** A line is known by a slot of a cell. *)
Lemma slot_one w w' t t' s : canonical_word w -> canonical_word w' -> (t < n)%N -> (t' < n)%N -> point n w t = point n w' t' ->
  In s (slots_of w t) -> In s (slots_of w' t') -> w = w'.
Proof.
  intros C C' T T' E I I'. pose proof (point_one _ _ _ _ C C' T T' E) as X.
  destruct (slot_tells _ _ _ C T I) as (P & i & Ii & S). destruct (slot_tells _ _ _ C' T' I') as (P' & i' & Ii' & S').
  assert (MM : i = i' /\ forall k, k < d -> moving w k = moving w' k).
  { destruct S as [[-> S]|[[-> S]|[-> [S (q & Q1 & Q2 & Q3)]]]], S' as [[E' S']|[[E' S']|[E' [S' (q' & Q1' & Q2' & Q3')]]]]; try lia;
      (assert (i = i') by lia; subst i'; split; [reflexivity|]; intros k Kd).
    - now rewrite S, S', !X by auto.
    - destruct (S k Kd), (S' k Kd). congruence.
    - exfalso. destruct (S q' Q1') as [_ Z]. rewrite !X in Z by auto. rewrite Q3' in Z. symmetry in Z. apply Nat.eqb_eq in Z. auto.
    - exfalso. destruct (S' q Q1) as [_ Z]. rewrite <- !X in Z by auto. rewrite Q3 in Z. symmetry in Z. apply Nat.eqb_eq in Z. auto.
    - now rewrite S, S', !X by auto. }
  destruct MM as [_ MM].
  destruct (rises w C) as (f & If & Rf & Bf), (rises w' C') as (f' & If' & Rf' & Bf').
  assert (Ef : f = f').
  { assert (Mf : moving w f = true) by (unfold moving; now rewrite Rf). assert (Mf' : moving w' f' = true) by (unfold moving; now rewrite Rf').
    destruct (Nat.lt_trichotomy f f') as [H|[H|H]]; auto; [apply Bf' in H; rewrite <- MM in H by auto|apply Bf in H; rewrite MM in H by auto]; congruence. }
  subst f'. assert (Et : t = t').
  { specialize (X f If). unfold coord in X. rewrite Rf, Rf' in X. exact X. }
  subst t'. destruct C as [L B _], C' as [L' B' _]. apply (nth_ext _ _ (Fixed 0) (Fixed 0)); [congruence|]. intros k Kd. rewrite L in Kd.
  specialize (X k Kd). specialize (MM k Kd). unfold coord in X. unfold moving in MM.
  assert (ME : k = f \/ middle t = false \/ moving w k = false).
  { destruct (moving w k) eqn:Mk; auto. destruct P as [P|P]; auto. left. apply P; auto. unfold moving. now rewrite Rf. }
  destruct ME as [->|ME]; [congruence|]. unfold middle, moving in ME. rewrite N.eqb_neq in ME.
  destruct (at_ w k), (at_ w' k); simpl in *; try congruence; destruct ME; congruence.
Qed.

(** * How much a line gives *)

Definition lengths {A} (f : A -> list nat) (l : list A) : nat := list_sum (map (fun x => length (f x)) l).
Lemma flat_lengths {A B} (f : A -> list B) l : length (flat_map f l) = list_sum (map (fun x => length (f x)) l).
Proof. induction l as [|x l IH]; simpl; auto. rewrite app_length. congruence. Qed.
Lemma exchanged {A B} (r : A -> B -> bool) (l : list A) (m : list B) :
  list_sum (map (fun x => length (filter (r x) m)) l) = list_sum (map (fun y => length (filter (fun x => r x y) l)) m).
Proof.
  induction l as [|x l IH]; simpl.
  - induction m as [|y m IHm]; simpl; auto.
  - rewrite IH. clear IH. induction m as [|y m IHm]; simpl; auto. destruct (r x y); simpl; lia.
Qed.
Lemma sum_le {A} (f g : A -> nat) l : (forall x, In x l -> f x <= g x) -> list_sum (map f l) <= list_sum (map g l).
Proof. induction l as [|x l IH]; simpl; intros H; auto. specialize (H x (or_introl eq_refl)) as H0. assert (list_sum (map f l) <= list_sum (map g l)) by auto. lia. Qed.
Lemma sum_plus {A} (f g : A -> nat) l : list_sum (map (fun x => f x + g x) l) = list_sum (map f l) + list_sum (map g l).
Proof. induction l as [|x l IH]; simpl; auto. lia. Qed.
Lemma sum_const {A} k (l : list A) : list_sum (map (fun _ => k) l) = length l * k.
Proof. induction l as [|x l IH]; simpl; auto. Qed.
Lemma sum_filter {A} (p : A -> bool) (f : A -> nat) l :
  list_sum (map f l) = list_sum (map f (filter p l)) + list_sum (map f (filter (fun x => negb (p x)) l)).
Proof. induction l as [|x l IH]; simpl; auto. destruct (p x); simpl; lia. Qed.
Lemma NoDup_below n' : NoDup (below n').
Proof. unfold below. apply Injective_map_NoDup; [intros x y; apply Nat2N.inj|apply seq_NoDup]. Qed.

(** Outside the middle a line gives 2 less one for each constant mirror. *)
Lemma slots_enough w t : canonical_word w -> middle t = false -> 2 <= length (slots_of w t) + length (beside w t).
Proof.
  intros C M. unfold slots_of. destruct (beside w t) as [|b [|b' bs]]; simpl; try lia.
  - destruct (movers w) as [|i [|k ms]] eqn:Em; rewrite ?M; simpl; try lia. exfalso.
    destruct (rises w C) as (f & If & Rf & _). assert (J : In f (movers w)).
    { unfold movers. apply filter_In. split; [apply in_seq; lia|]. unfold moving. now rewrite Rf. }
    rewrite Em in J. destruct J.
  - rewrite M. simpl. lia.
Qed.
Definition outer := filter (fun t => negb (middle t)) (below n).
Definition inner := filter middle (below n).
Definition central (w : list coordinate) (k : nat) : bool := negb (moving w k) && middle (coord w 0 k).
Definition sided (w : list coordinate) (k : nat) : bool := negb (moving w k) && negb (middle (coord w 0 k)).
Lemma constant_coord w t k : moving w k = false -> coord w t k = coord w 0 k.
Proof. unfold moving, coord. destruct (at_ w k); simpl; congruence. Qed.
Lemma beside_outer w : canonical_word w ->
  list_sum (map (fun t => length (beside w t)) outer) <= 2 * length (filter (sided w) (seq 0 d)).
Proof.
  intros C. unfold beside. rewrite (exchanged (fun t k => negb (moving w k) && mirrors (coord w t k) t) outer (seq 0 d)).
  rewrite (sum_filter (sided w)). rewrite Nat.mul_comm, <- sum_const.
  assert (Z : list_sum (map (fun y => length (filter (fun t => negb (moving w y) && mirrors (coord w t y) t) outer))
    (filter (fun k => negb (sided w k)) (seq 0 d))) = 0).
  { match goal with |- ?s = 0 => enough (s <= 0) by lia end.
    etransitivity; [apply (sum_le _ (fun _ => 0))|rewrite sum_const; lia]. intros k I. apply filter_In in I as [I S]. apply in_seq in I.
    rewrite (proj2 (length_zero_iff_nil _)); auto. destruct (filter _ outer) as [|t l] eqn:F; auto. exfalso.
    assert (J : In t (t :: l)) by (simpl; auto). rewrite <- F in J. apply filter_In in J as [J R]. apply filter_In in J as [J M].
    apply in_below in J. apply andb_true_iff in R as [R1 R2]. apply negb_true_iff in R1, M, S. unfold sided in S. rewrite R1 in S. simpl in S.
    apply negb_false_iff, N.eqb_eq in S. rewrite (constant_coord w t k R1) in R2. pose proof (bounded w C 0%N k ltac:(lia) ltac:(lia)) as B.
    apply mirrors_spec in R2; auto. unfold middle in M. rewrite N.eqb_neq in M. lia. }
  rewrite Z, Nat.add_0_r. apply sum_le. intros k I. apply filter_In in I as [I S]. apply in_seq in I.
  pose proof (bounded w C 0%N k ltac:(lia) ltac:(lia)) as B. set (v := coord w 0 k) in *.
  apply (NoDup_incl_length (l := filter _ outer) (l' := [v; (n - 1 - v)%N])); [apply NoDup_filter, NoDup_filter, NoDup_below|].
  intros t J. apply filter_In in J as [J R]. apply filter_In in J as [J _]. apply in_below in J. apply andb_true_iff in R as [R1 R2]. apply negb_true_iff in R1.
  rewrite (constant_coord w t k R1) in R2. fold v in R2. apply mirrors_spec in R2; auto. simpl. lia.
Qed.
Lemma three_kinds w l : length l = length (filter (moving w) l) + length (filter (central w) l) + length (filter (sided w) l).
Proof.
  induction l as [|k l IH]; simpl; auto. unfold central, sided in *. destruct (moving w k), (middle (coord w 0 k)); simpl; lia.
Qed.
Lemma inner_few : length inner <= 1.
Proof.
  unfold inner. destruct (filter middle (below n)) as [|t [|u l]] eqn:F; simpl; try lia. exfalso.
  assert (N2 : NoDup (t :: u :: l)) by (rewrite <- F; apply NoDup_filter, NoDup_below).
  assert (Q : forall x, In x (t :: u :: l) -> (x < n)%N /\ middle x = true) by (intros x I; rewrite <- F in I; apply filter_In in I as [I M]; apply in_below in I; auto).
  destruct (Q t), (Q u); simpl; auto. unfold middle in *. rewrite N.eqb_eq in *. inversion N2 as [|? ? N3]; subst. apply N3. left. lia.
Qed.

Theorem gives_enough w : canonical_word w -> 4 * d <= length (gifts w).
Proof.
  intros C. unfold gifts. rewrite flat_lengths. erewrite map_ext by (intros t; apply map_length).
  rewrite (sum_filter middle). fold inner. fold outer.
  assert (O : length outer * 2 <= list_sum (map (fun t => length (slots_of w t)) outer) + list_sum (map (fun t => length (beside w t)) outer)).
  { rewrite <- sum_plus, <- sum_const. apply sum_le. intros t I. apply filter_In in I as [_ M]. apply negb_true_iff in M. now apply slots_enough. }
  pose proof (beside_outer w C) as BO. pose proof (three_kinds w (seq 0 d)) as K3. rewrite seq_length in K3.
  assert (LEN : length inner + length outer = N.to_nat n).
  { transitivity (length (below n)); [|unfold below; now rewrite map_length, seq_length]. unfold inner, outer.
    induction (below n) as [|t l IH]; simpl; auto. destruct (middle t); simpl; lia. }
  pose proof inner_few as IF.
  assert (J1 : 1 <= length (filter (moving w) (seq 0 d))).
  { destruct (rises w C) as (f & If & Rf & _). assert (J : In f (filter (moving w) (seq 0 d))).
    { apply filter_In. split; [apply in_seq; lia|]. unfold moving. now rewrite Rf. }
    destruct (filter (moving w) (seq 0 d)); [destruct J|simpl; lia]. }
  destruct inner as [|c [|? ?]] eqn:EI; simpl in *; [lia| |lia].
  assert (IC : (c < n)%N /\ middle c = true).
  { assert (J : In c inner) by (rewrite EI; simpl; auto). unfold inner in J. apply filter_In in J as [J M]. apply in_below in J. auto. }
  destruct IC as [Lc Mc].
  (* the middle: two where one coordinate moves and none is central *)
  assert (MID : 2 <= length (filter (moving w) (seq 0 d)) + length (filter (central w) (seq 0 d)) \/ 2 <= length (slots_of w c)).
  { destruct (filter (moving w) (seq 0 d)) as [|i [|k ms]] eqn:Em; simpl in J1; [lia| |left; simpl; lia].
    destruct (filter (central w) (seq 0 d)) as [|k ks] eqn:Ec; [|left; simpl; lia]. right.
    unfold slots_of. replace (beside w c) with (@nil nat); [unfold movers; rewrite Em; simpl; lia|].
    symmetry. destruct (beside w c) as [|k ks] eqn:Eb; auto. exfalso. assert (J : In k (beside w c)) by (rewrite Eb; simpl; auto).
    unfold beside in J. apply filter_In in J as [J R]. apply andb_true_iff in R as [R1 R2].
    assert (K : In k (filter (central w) (seq 0 d))); [|rewrite Ec in K; destruct K]. apply filter_In. split; auto. unfold central. rewrite R1. simpl.
    apply negb_true_iff in R1. apply in_seq in J. rewrite <- (constant_coord w c k R1). pose proof (bounded w C c k Lc ltac:(lia)) as B.
    apply mirrors_spec in R2; auto. unfold middle in *. rewrite N.eqb_eq in *. lia. }
  lia.
Qed.

(** * All lines together *)

Lemma same_coordinate (a b : coordinate) : {a = b} + {a <> b}. Proof. decide equality. apply N.eq_dec. Qed.
Definition ws := nodup (list_eq_dec same_coordinate) (line_words n d).
Lemma in_ws w : In w ws <-> In w (line_words n d). Proof. apply nodup_In. Qed.
Lemma in_gifts w c s : In (c, s) (gifts w) <-> exists t, (t < n)%N /\ c = point n w t /\ In s (slots_of w t).
Proof.
  unfold gifts. rewrite in_flat_map. split.
  - intros (t & T & I). apply in_below in T. apply in_map_iff in I as (s' & [= <- <-] & I). eauto.
  - intros (t & T & -> & I). exists t. split; [now apply in_below|]. now apply in_map.
Qed.
Lemma slots_apart w t : canonical_word w -> NoDup (slots_of w t).
Proof.
  intros C. unfold slots_of. assert (N : NoDup (movers w)) by apply NoDup_filter, seq_NoDup.
  assert (D2 : forall a b : nat, a <> b -> NoDup [a; b]) by (intros a b H; constructor; [simpl; intuition|constructor; [simpl; tauto|constructor]]).
  destruct (beside w t) as [|b [|? ?]]; [destruct (movers w) as [|i [|k ms]]; [constructor|apply D2; lia|]|destruct (middle t); constructor; [simpl; tauto|constructor]|constructor].
  destruct (middle t); [constructor|]. apply D2. inversion N as [|? ? N1]; subst. intros E. apply N1. left. lia.
Qed.
Lemma points_apart w t u : canonical_word w -> (t < n)%N -> (u < n)%N -> point n w t = point n w u -> t = u.
Proof.
  intros C T U E. destruct (rises w C) as (f & If & Rf & _). pose proof (point_one w w t u C C T U E f If) as X.
  unfold coord in X. now rewrite Rf in X.
Qed.
Lemma gifts_apart : NoDup (flat_map gifts ws).
Proof.
  assert (H : forall w, In w ws -> canonical_word w) by (intros w I; apply word_canonical, in_ws, I).
  assert (N : NoDup ws) by apply NoDup_nodup.
  assert (ONE : forall w, canonical_word w -> NoDup (gifts w)).
  { intros w C. unfold gifts. assert (B : forall t, In t (below n) -> (t < n)%N) by (intros t; apply in_below).
    pose proof (NoDup_below n) as NB. induction (below n) as [|t l IH]; [constructor|]. inversion NB; subst. simpl. apply NoDup_both.
    - apply Injective_map_NoDup; [intros x y; congruence|now apply slots_apart].
    - apply IH; auto. intros u I. apply B. simpl; auto.
    - intros (c, s) I J. apply in_map_iff in I as (s' & [= <- <-] & I). apply in_flat_map in J as (u & Iu & J).
      apply in_map_iff in J as (s'' & [= E _] & J). apply points_apart in E; [subst; auto|auto|apply B; simpl; auto|apply B; simpl; auto]. }
  induction ws as [|w l IH]; [constructor|]. inversion N; subst. simpl. apply NoDup_both.
  - apply ONE, H. simpl; auto.
  - apply IH; auto. intros v I. apply H. simpl; auto.
  - intros (c, s) I J. apply in_flat_map in J as (v & Iv & J). apply in_gifts in I as (t & T & E & I), J as (u & U & E' & J).
    assert (w = v); [|subst; auto]. apply (slot_one w v t u s); auto; [apply H; simpl; auto|apply H; simpl; auto|congruence].
Qed.

Theorem lines_paired : exists ps : list (cell * cell), NoDup (flat_map (fun ab => [fst ab; snd ab]) ps) /\
  forall L, In L (lines n d) -> exists ab, In ab ps /\ In (fst ab) L /\ In (snd ab) L.
Proof.
  destruct (two_each N.eq_dec (line n) gifts (seq 0 (2 * d)) ws) as (ps & ND & H).
  - destruct d; [lia|discriminate].
  - apply gifts_apart.
  - intros w c s I J. apply in_ws, word_canonical in I as C. apply in_gifts in J as (t & T & -> & J). split.
    + rewrite line_points. now apply in_map, in_below.
    + destruct (slot_tells w t s C T J) as (_ & i & Ii & Q). apply in_seq. destruct Q as [[-> _]|[[-> _]|[-> _]]]; lia.
  - intros w I. apply in_ws, word_canonical in I. rewrite seq_length. pose proof (gives_enough w I). lia.
  - exists ps. split; auto. intros L I. apply in_map_iff in I as (w & <- & I). apply H. now apply in_ws.
Qed.
End Board.

(** * The theorem *)

Lemma nobody (t : player) c : free (Place 0 0 t) c = true.
Proof. apply free_own. intros s. destruct s; apply has_0. Qed.

(** [n]^d with n >= 3d - 1 has a pairing, for either player, under both rules. *)
Theorem pairing_3d_1 (n d : N) (weak : bool) (s t : player) : (1 <= d)%N -> (3 * d - 1 <= n)%N ->
  Pairing_exists (board_of (Cube n d) weak) s (Place 0 0 t).
Proof.
  intros D L. destruct (lines_paired n (N.to_nat d)) as (ps & ND & H); [lia|lia|].
  exists ps. split; auto. split; [intros ab _; split; apply nobody|]. intros K I _. apply H.
  destruct weak, s; try exact I. destruct I.
Qed.
Lemma held_3d_1 (n d : N) (weak : bool) (s t : player) : (1 <= d)%N -> (3 * d - 1 <= n)%N ->
  means (Positional (Cube n d) weak [] []) (holds_statement (board_of (Cube n d) weak) s t).
Proof.
  intros D L. destruct (pairing_3d_1 n d weak s t D L) as (ps & ND & _ & H). apply holds_means with (F := pair_family ps).
  - apply lines_on_board.
  - apply stopped_pairs. now rewrite pair_cells.
  - intros c _. apply has_0.
  - intros K I. right. destruct (H K I) as (ab & J & J1 & J2); [intros c _; destruct s; apply has_0|].
    exists [fst ab; snd ab]. split; [unfold pair_family; apply in_map_iff; eauto|]. split.
    + intros c [<-|[<-|[]]]; auto.
    + intros c _. destruct s; apply has_0.
Qed.
(** So it is a draw: whoever begins, each keeps the other from owning a line first; and under the weak rule Breaker
    wins. *)
Theorem draw_3d_1 (n d : N) (t : player) : (1 <= d)%N -> (3 * d - 1 <= n)%N -> let i := Positional (Cube n d) false [] [] in
  means i (Prevent t [First] [Won Second] None) /\ means i (Prevent t [Second] [Won First] None).
Proof.
  intros D L. split; [apply (entails_sound _ (holds_statement (board_of (Cube n d) false) Second t))|
    apply (entails_sound _ (holds_statement (board_of (Cube n d) false) First t))]; try (now destruct t); now apply held_3d_1.
Qed.
Theorem breaker_3d_1 (n d : N) (t : player) : (1 <= d)%N -> (3 * d - 1 <= n)%N ->
  means (Positional (Cube n d) true [] []) (Force t [Second] [Won Second] None).
Proof.
  intros D L. apply (entails_sound _ (holds_statement (board_of (Cube n d) true) First t)); [now destruct t|]. now apply held_3d_1.
Qed.
