(** Families of sets of cells on which the second player, Breaker, gets a cell of each set. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Stream.
Import ListNotations.

Notation family := (list (list N)).

Definition without (c : cell) (g : list cell) := filter (fun x => negb (N.eqb x c)) g.
Definition meets (c : cell) (g : list cell) : bool := existsb (N.eqb c) g.
(** Maker takes [c]: his sets want the other cells. Breaker takes [c]: the sets with it are gone. *)
Definition shrink (c : cell) (G : family) : family := map (without c) G.
Definition drop (c : cell) (G : family) : family := filter (fun g => negb (meets c g)) G.
Definition cells_of (G : family) : list cell := concat G.

(** Maker to move. *)
Inductive stopped : family -> Prop :=
| stop G (r : cell -> cell) : ~ In [] G ->
    (forall c, In c (cells_of G) -> stopped (drop (r c) (shrink c G))) -> stopped G.

(** Breaker to move. *)
Definition answered (G : family) : Prop := exists r, stopped (drop r G).

(** Each set of [G] contains a set of [G']. *)
Definition covers (G' G : family) : Prop := forall g, In g G -> exists g', In g' G' /\ incl g' g.

Lemma in_without c x g : In x (without c g) <-> In x g /\ x <> c.
Proof. unfold without. rewrite filter_In, negb_true_iff, N.eqb_neq. tauto. Qed.
Lemma meets_In c g : meets c g = true <-> In c g.
Proof. unfold meets. rewrite existsb_exists. split; [intros (x & I & E); apply N.eqb_eq in E; subst; auto|
  intros I; exists c; split; auto; apply N.eqb_refl]. Qed.
Lemma in_drop r g G : In g (drop r G) <-> In g G /\ ~ In r g.
Proof. unfold drop. rewrite filter_In, negb_true_iff, <- not_true_iff_false, meets_In. tauto. Qed.
Lemma in_shrink c g G : In g (shrink c G) <-> exists h, In h G /\ g = without c h.
Proof. unfold shrink. rewrite in_map_iff. firstorder. Qed.
Lemma in_cells c G : In c (cells_of G) <-> exists g, In g G /\ In c g.
Proof. unfold cells_of. rewrite in_concat. firstorder. Qed.

Lemma incl_nil_eq (g : list cell) : incl g [] -> g = [].
Proof. destruct g as [|c g]; auto. intros H. destruct (H c); simpl; auto. Qed.
Lemma covers_refl G : covers G G.
Proof. intros g I. exists g. split; auto. apply incl_refl. Qed.
Lemma covers_trans A B C : covers A B -> covers B C -> covers A C.
Proof. intros H K g I. destruct (K g I) as (h & I' & J). destruct (H h I') as (k & ? & ?).
  exists k; split; auto. eapply incl_tran; eauto. Qed.
Lemma covers_incl A B : incl B A -> covers A B.
Proof. intros H g I. exists g; split; auto. apply incl_refl. Qed.
Lemma covers_drop r G : covers G (drop r G).
Proof. apply covers_incl. intros g I. apply in_drop in I; tauto. Qed.
Lemma covers_shrink A B c : covers A B -> covers (shrink c A) (shrink c B).
Proof.
  intros H g I. apply in_shrink in I as (h & I & ->). destruct (H h I) as (k & Ik & J).
  exists (without c k). split; [apply in_shrink; eauto|].
  intros x Ix. rewrite in_without in *. intuition.
Qed.
Lemma covers_drop2 A B r : covers A B -> covers (drop r A) (drop r B).
Proof.
  intros H g I. apply in_drop in I as (I & N). destruct (H g I) as (k & Ik & J).
  exists k. split; auto. apply in_drop. auto.
Qed.
Lemma covers_app A A' B B' : covers A B -> covers A' B' -> covers (A ++ A') (B ++ B').
Proof.
  intros H K g I. apply in_app_iff in I as [I|I]; [destruct (H g I) as (k & ? & ?)|destruct (K g I) as (k & ? & ?)];
  exists k; split; auto; apply in_app_iff; auto.
Qed.

(** Finitely many choices need no axiom. *)
Lemma choice (P : cell -> cell -> Prop) (l : list cell) :
  (forall c, In c l -> exists r, P c r) -> exists f, forall c, In c l -> P c (f c).
Proof.
  induction l as [|a l IH]; intros H.
  - exists (fun c => c). simpl; tauto.
  - destruct IH as (f & F); [intros; apply H; simpl; auto|]. destruct (H a) as (r & R); [simpl; auto|].
    exists (fun c => if N.eqb c a then r else f c). intros c [E|I].
    + subst. now rewrite N.eqb_refl.
    + destruct (N.eqb_spec c a); subst; auto.
Qed.
Lemma stop_each G : ~ In [] G -> (forall c, In c (cells_of G) -> answered (shrink c G)) -> stopped G.
Proof.
  intros N H. destruct (choice (fun c r => stopped (drop r (shrink c G))) _ H) as (f & F).
  exact (stop G f N F).
Qed.
Lemma stopped_nonempty G : stopped G -> ~ In [] G.
Proof. now destruct 1. Qed.

Definition weight (G : family) := length (cells_of G).
Lemma without_le c g : length (without c g) <= length g.
Proof. unfold without. induction g; simpl; auto. destruct (negb _); simpl; lia. Qed.
Lemma without_lt c g : In c g -> length (without c g) < length g.
Proof.
  induction g as [|a g IH]; simpl; [tauto|]. pose proof (without_le c g). unfold without in *; simpl.
  destruct (N.eqb_spec a c); simpl; [lia|]. intros [E|I]; [congruence|]. specialize (IH I). lia.
Qed.
Lemma weight_cons g G : weight (g :: G) = length g + weight G.
Proof. unfold weight, cells_of; simpl. now rewrite app_length. Qed.
Lemma shrink_le c G : weight (shrink c G) <= weight G.
Proof. induction G as [|g G IH]; [auto|]. change (shrink c (g :: G)) with (without c g :: shrink c G). rewrite !weight_cons. pose proof (without_le c g). lia. Qed.
Lemma shrink_lt c G : In c (cells_of G) -> weight (shrink c G) < weight G.
Proof.
  induction G as [|g G IH]; [unfold cells_of; simpl; tauto|].
  change (shrink c (g :: G)) with (without c g :: shrink c G).
  unfold cells_of; simpl. rewrite in_app_iff, !weight_cons.
  pose proof (without_le c g). pose proof (shrink_le c G).
  intros [I|I]; [apply without_lt in I|apply IH in I]; lia.
Qed.
Lemma drop_le c G : weight (drop c G) <= weight G.
Proof. induction G as [|g G IH]; [auto|]. simpl. fold (drop c G). destruct (negb _); rewrite ?weight_cons; lia. Qed.

(** Fewer and larger sets do Breaker no harm. *)
Theorem stopped_covers G' : stopped G' -> forall G, covers G' G -> stopped G.
Proof.
  induction 1 as [G' r N H IH]. intros G.
  remember (weight G) as k eqn:K. assert (L : weight G <= k) by lia. clear K. revert G L.
  induction k as [k IHk] using lt_wf_ind. intros G L C.
  assert (N' : ~ In [] G).
  { intros I. destruct (C [] I) as (g & Ig & J). apply incl_nil_eq in J. subst; auto. }
  apply stop_each; auto. intros c Ic.
  destruct (in_dec N.eq_dec c (cells_of G')) as [I|I].
  - exists (r c). apply (IH c I). apply covers_drop2, covers_shrink; auto.
  - exists c. pose proof (shrink_lt c G Ic). pose proof (drop_le c (shrink c G)).
    apply (IHk (weight (drop c (shrink c G)))); [lia|lia|].
    eapply covers_trans; [|apply covers_drop]. intros g J. apply in_shrink in J as (h & J & ->).
    destruct (C h J) as (g' & J' & F). exists g'; split; auto. intros x X. apply in_without. split; auto.
    intros ->. apply I, in_cells. eauto.
Qed.

Lemma stopped_any G c : stopped G -> answered (shrink c G).
Proof.
  intros S. destruct (in_dec N.eq_dec c (cells_of G)) as [I|I].
  - destruct S as [G r N H]. exists (r c); auto.
  - exists c. apply (stopped_covers G S). eapply covers_trans; [|apply covers_drop].
    intros g J. apply in_shrink in J as (h & J & ->). exists h. split; auto.
    intros x X. apply in_without. split; auto. intros ->. apply I, in_cells; eauto.
Qed.
Lemma answered_covers G' G : answered G' -> covers G' G -> answered G.
Proof. intros (r & S) C. exists r. apply (stopped_covers _ S), covers_drop2; auto. Qed.

Definition disjoint (a b : list cell) := forall x, In x a -> ~ In x b.

Lemma shrink_out c G : ~ In c (cells_of G) -> covers G (shrink c G).
Proof.
  intros I g J. apply in_shrink in J as (h & J & ->). exists h. split; auto.
  intros x X. apply in_without. split; auto. intros ->. apply I, in_cells; eauto.
Qed.
Lemma cells_drop_shrink r c G x : In x (cells_of (drop r (shrink c G))) -> In x (cells_of G).
Proof.
  rewrite !in_cells. intros (g & I & X). apply in_drop in I as [I _]. apply in_shrink in I as (h & I & ->).
  apply in_without in X. exists h. tauto.
Qed.

(** Disjoint families are stopped side by side. *)
Theorem stopped_beside A : stopped A -> forall B, stopped B ->
  disjoint (cells_of A) (cells_of B) -> stopped (A ++ B).
Proof.
  induction 1 as [A r NA HA IHA]. intros B SB. assert (SA : stopped A) by exact (stop A r NA HA).
  induction SB as [B s NB HB IHB]. intros D. assert (SB : stopped B) by exact (stop B s NB HB).
  apply stop_each.
  - rewrite in_app_iff. tauto.
  - intros c. unfold cells_of. rewrite concat_app, in_app_iff. intros [I|I].
    + exists (r c). eapply stopped_covers.
      * apply (IHA c I B SB). intros x X. apply D. eapply cells_drop_shrink; eauto.
      * unfold shrink, drop. rewrite map_app, filter_app. apply covers_app; [apply covers_refl|].
        eapply covers_trans; [|apply covers_drop]. apply shrink_out. exact (D c I).
    + exists (s c). eapply stopped_covers.
      * apply (IHB c I). intros x X Y. apply (D x X). eapply cells_drop_shrink; eauto.
      * unfold shrink, drop. rewrite map_app, filter_app. apply covers_app; [|apply covers_refl].
        eapply covers_trans; [|apply covers_drop]. apply shrink_out. intros J. exact (D c J I).
Qed.

Lemma stopped_nil : stopped [].
Proof. apply (stop [] (fun c => c)); simpl; tauto. Qed.

Lemma stopped_pair a b : a <> b -> stopped [[a; b]].
Proof.
  intros N. apply stop_each; [simpl; intuition discriminate|].
  intros c. unfold cells_of; simpl. intros [E|[E|[]]]; subst c.
  - exists b. unfold drop, shrink, meets, without. simpl. rewrite N.eqb_refl.
    destruct (N.eqb_spec b a); [congruence|]. simpl. rewrite N.eqb_refl. apply stopped_nil.
  - exists a. unfold drop, shrink, meets, without. simpl. rewrite N.eqb_refl.
    destruct (N.eqb_spec a b); [congruence|]. simpl. rewrite N.eqb_refl. apply stopped_nil.
Qed.

(** Names of cells do not matter. *)
Theorem stopped_rename G : stopped G -> forall f : cell -> cell,
  (forall a b, In a (cells_of G) -> In b (cells_of G) -> f a = f b -> a = b) ->
  stopped (map (map f) G).
Proof.
  induction 1 as [G r N H IH]. intros f J. apply stop_each.
  - intros I. apply in_map_iff in I as (g & E & I). destruct g; [auto|discriminate].
  - intros d. rewrite in_cells. intros (g & I & X). apply in_map_iff in I as (h & <- & I).
    apply in_map_iff in X as (c & <- & X).
    assert (C : In c (cells_of G)) by (apply in_cells; eauto).
    exists (f (r c)). eapply stopped_covers.
    + apply (IH c C f). intros a b A B. apply J; eapply cells_drop_shrink; eauto.
    + intros k K. apply in_drop in K as [K K']. apply in_shrink in K as (k' & K & ->).
      apply in_map_iff in K as (k & <- & K).
      assert (Q : incl (map f (without c k)) (without (f c) (map f k))).
      { intros x Y. apply in_map_iff in Y as (y & <- & Y). apply in_without in Y as [Y Y'].
        apply in_without. split; [apply in_map; auto|]. intros E. apply Y'.
        apply J; auto. apply in_cells; eauto. }
      exists (map f (without c k)). split; auto. apply in_map. apply in_drop. split.
      * apply in_shrink. eauto.
      * intros Y. apply K'. apply Q. apply in_map; auto.
Qed.

(** * Pairs (Hales, Jewett 1963) *)

Definition pair_family (ps : list (cell * cell)) : family := map (fun ab => [fst ab; snd ab]) ps.
Lemma pair_cells ps : cells_of (pair_family ps) = flat_map (fun ab => [fst ab; snd ab]) ps.
Proof. unfold cells_of, pair_family. symmetry. apply flat_map_concat_map. Qed.
Theorem stopped_pairs ps : NoDup (cells_of (pair_family ps)) -> stopped (pair_family ps).
Proof.
  induction ps as [|[a b] ps IH]; simpl; [intros; apply stopped_nil|].
  unfold cells_of; simpl. intros N. inversion N as [|? ? Na N']; subst. inversion N' as [|? ? Nb N'']; subst.
  change ([a; b] :: pair_family ps) with ([[a; b]] ++ pair_family ps). apply stopped_beside.
  - apply stopped_pair. intros ->. apply Na. simpl; auto.
  - apply IH; auto.
  - intros x. unfold cells_of; simpl. intros [<-|[<-|[]]] J; [apply Na; simpl; auto|auto].
Qed.
