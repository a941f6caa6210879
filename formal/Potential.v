(** The potential (Erdos and Selfridge 1973): a set of k cells weighs 2^-k, and Breaker stops a family that
    weighs less than 1 where he is to move, less than 1/2 where Maker is. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Stream Families.
Import ListNotations.

Section Potential.
Variable K : nat.   (* no set is larger; weights are multiplied by 2^K *)
Definition worth (g : list cell) : nat := 2 ^ (K - length g).
Fixpoint potential (G : family) : nat := match G with [] => 0 | g :: G => worth g + potential G end.
Definition through (c : cell) (G : family) : nat := potential (filter (meets c) G).
Definition fair (G : family) : Prop := forall g, In g G -> NoDup g /\ length g <= K.

Lemma without_out c g : ~ In c g -> without c g = g.
Proof.
  induction g as [|x g IH]; simpl; auto. intros N. destruct (N.eqb_spec x c) as [->|E]; [exfalso; apply N; auto|].
  simpl. f_equal. apply IH. intros I. apply N. simpl; auto.
Qed.
Lemma without_one c g : NoDup g -> length g <= S (length (without c g)).
Proof.
  induction 1 as [|x g Nx D IH]; [simpl; lia|]. change (without c (x :: g)) with (if negb (N.eqb x c) then x :: without c g else without c g).
  destruct (N.eqb_spec x c) as [->|E]; cbn [negb length]; [rewrite without_out; auto|lia].
Qed.
Lemma worth_without c g : NoDup g -> worth (without c g) <= worth g + if meets c g then worth g else 0.
Proof.
  intros D. destruct (meets c g) eqn:M.
  - pose proof (without_one c g D). unfold worth.
    assert (E : 2 ^ (K - length (without c g)) <= 2 ^ S (K - length g)) by (apply Nat.pow_le_mono_r; lia). simpl in E. lia.
  - rewrite without_out; [lia|]. intros I. apply meets_In in I. congruence.
Qed.
Lemma fair_shrink c G : fair G -> fair (shrink c G).
Proof.
  intros F g I. apply in_shrink in I as (h & I & ->). destruct (F h I) as [D L]. split; [now apply NoDup_filter|].
  pose proof (without_le c h). lia.
Qed.
Lemma fair_drop c G : fair G -> fair (drop c G).
Proof. intros F g I. apply in_drop in I as [I _]. auto. Qed.
Lemma potential_shrink c G : fair G -> potential (shrink c G) <= potential G + through c G.
Proof.
  unfold through, shrink. induction G as [|g G IH]; intros F; simpl; [lia|].
  pose proof (worth_without c g (proj1 (F g (or_introl eq_refl)))). specialize (IH (fun h I => F h (or_intror I))).
  destruct (meets c g); simpl; lia.
Qed.
Lemma potential_drop r G : potential (drop r G) + through r G = potential G.
Proof. unfold through, drop. induction G as [|g G IH]; simpl; auto. destruct (meets r g); simpl; lia. Qed.
Lemma through_drop c r G : through c (drop r G) <= through c G.
Proof. unfold through, drop. induction G as [|g G IH]; simpl; auto. destruct (meets r g), (meets c g) eqn:M; simpl; rewrite ?M; simpl; lia. Qed.
Lemma light_nonempty G : potential G < 2 ^ K -> ~ In [] G.
Proof.
  induction G as [|g G IH]; simpl; [tauto|]. intros L [->|I]; [unfold worth in L; simpl in L; rewrite Nat.sub_0_r in L; lia|apply IH; auto; lia].
Qed.
Lemma heaviest (f : cell -> nat) l : l <> [] -> exists r, In r l /\ forall c, In c l -> f c <= f r.
Proof.
  induction l as [|a [|b l] IH]; [congruence| |].
  - intros _. exists a. split; simpl; auto. intros c [->|[]]. auto.
  - intros _. destruct IH as (r & I & H); [discriminate|]. destruct (le_lt_dec (f r) (f a)) as [L|L].
    + exists a. split; [simpl; auto|]. intros c [<-|J]; [lia|]. specialize (H c J). lia.
    + exists r. split; [simpl; auto|]. intros c [<-|J]; [lia|auto].
Qed.

Theorem answered_light : forall n G, weight G <= n -> fair G -> potential G < 2 ^ K -> answered G.
Proof.
  induction n as [n IH] using lt_wf_ind. intros G W F L. pose proof (light_nonempty G L) as NE.
  destruct (cells_of G) as [|c0 cs] eqn:C.
  - assert (G = []).
    { destruct G as [|g G]; auto. exfalso. destruct g as [|x g]; [apply NE; simpl; auto|]. discriminate. }
    subst. exists 0%N. apply stopped_nil.
  - destruct (heaviest (fun c => through c G) (cells_of G)) as (r & I & H); [congruence|]. exists r.
    apply stop_each; [intros J; apply in_drop in J; tauto|]. intros c Ic.
    assert (Ic' : In c (cells_of G)) by (apply in_cells in Ic as (g & J & X); apply in_drop in J; apply in_cells; exists g; tauto).
    pose proof (potential_drop r G). pose proof (potential_shrink c (drop r G) (fair_drop r G F)). pose proof (through_drop c r G).
    specialize (H c Ic'). simpl in H. pose proof (shrink_lt c (drop r G) Ic). pose proof (drop_le r G).
    apply (IH (weight (shrink c (drop r G)))); auto; [lia|now apply fair_shrink, fair_drop|lia].
Qed.
Theorem answered_after c G : fair G -> potential G + through c G < 2 ^ K -> answered (shrink c G).
Proof.
  intros F L. pose proof (potential_shrink c G F). eapply answered_light; [reflexivity|now apply fair_shrink|lia].
Qed.
Theorem stopped_light G : fair G -> 2 * potential G < 2 ^ K -> stopped G.
Proof.
  intros F L. apply stop_each; [apply light_nonempty; lia|]. intros c _. apply answered_after; auto.
  pose proof (potential_drop c G). lia.
Qed.
End Potential.

(** * Computed *)

Definition weighs (K : N) (g : list cell) : N := N.setbit 0 (K - N.of_nat (length g)).
Fixpoint weight_of (K : N) (l : family) (sum : N) : N := match l with [] => sum | g :: l => weight_of K l (sum + weighs K g)%N end.
Fixpoint weight_through (K : N) (c : cell) (l : family) (sum : N) : N :=
  match l with [] => sum | g :: l => weight_through K c l (if meets c g then sum + weighs K g else sum)%N end.
Lemma power k : N.setbit 0 k = N.of_nat (2 ^ N.to_nat k).
Proof. rewrite Nat2N.inj_pow, N2Nat.id. unfold N.setbit. rewrite N.lor_0_l, N.shiftl_1_l. reflexivity. Qed.
Lemma weighs_worth K g : weighs K g = N.of_nat (worth (N.to_nat K) g).
Proof. unfold weighs, worth. rewrite power. do 2 f_equal. lia. Qed.
Lemma weight_of_potential K l : forall sum, weight_of K l sum = (sum + N.of_nat (potential (N.to_nat K) l))%N.
Proof. induction l as [|g l IH]; intros sum; simpl; [lia|]. rewrite IH, weighs_worth. lia. Qed.
Lemma weight_through_potential K c l : forall sum, weight_through K c l sum = (sum + N.of_nat (through (N.to_nat K) c l))%N.
Proof. unfold through. induction l as [|g l IH]; intros sum; simpl; [lia|]. rewrite IH, weighs_worth. destruct (meets c g); simpl; lia. Qed.
Definition no_larger (K : N) (l : family) : bool := forallb (fun g => N.leb (N.of_nat (length g)) K) l.
Lemma no_larger_fair K l : no_larger K l = true -> (forall g, In g l -> NoDup g) -> fair (N.to_nat K) l.
Proof. unfold no_larger. rewrite forallb_forall. intros H D g I. split; auto. specialize (H g I). apply N.leb_le in H. lia. Qed.
Lemma light_spec K l : fair (N.to_nat K) l -> (2 * weight_of K l 0 <? N.setbit 0 K)%N = true -> stopped l.
Proof. intros F L%N.ltb_lt. apply (stopped_light (N.to_nat K)); auto. rewrite weight_of_potential, power in L. lia. Qed.
Lemma light_after_spec K c l : fair (N.to_nat K) l -> (weight_through K c l (weight_of K l 0) <? N.setbit 0 K)%N = true ->
  answered (shrink c l).
Proof.
  intros F L%N.ltb_lt. apply (answered_after (N.to_nat K)); auto. rewrite weight_through_potential, weight_of_potential, power in L. lia.
Qed.
