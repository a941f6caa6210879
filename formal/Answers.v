(** Rule [answers], the checker: nodes from the end, each with answers to the other's moves, with sequences
    of threats, pairs, and weights. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing Pairing Hold Forcing Potential Answering Decided.
Import ListNotations.

(** The other's move, the reply, what follows (2 node, or 2 set + 1 where that set is whole then), and the
    symmetry that turns it (0: none, t + 1). *)
Record aedge := AEdge { a_move : cell; a_reply : cell; a_target : N; a_turn : N }.
(** Nothing; or weights or pairs stop all that is left: for every move at once. *)
Inductive whole_stop := No_stop | Light | Paired_off (ps : list (cell * cell)).
(** An answer with pairs, good against every move elsewhere. *)
Definition answer_pairs := (cell * list (cell * cell))%type.
(** [weighed]: moves after which weights stop all. A sequence of threats has the moves that it beats, and each
    own move with the answer that it leaves (where it leaves two, any number). *)
Record anode := ANode { most : N; least : N; open_ : N; edges : list aedge; sequences : list (list cell * list (cell * cell));
  whole_ : whole_stop; pairings : list answer_pairs; weighed : list cell }.
Record aturn := ATurn { at_to : PM.t cell; at_from : PM.t cell; at_sets : PM.t N; at_back : PM.t N; at_numbered : list (N * N) }.

Definition two_of (A : N) : bool := negb (N.eqb (N.land A (N.pred A)) 0).
Lemma pred_bit A y c : has A y = true -> (y < c)%N -> has (N.pred A) c = has A c.
Proof.
  unfold has. intros Hy L. assert (A0 : A <> 0%N) by (intros ->; now rewrite N.bits_0 in Hy).
  rewrite !N.testbit_eqb. enough (E : (N.pred A / 2 ^ c = A / 2 ^ c)%N) by now rewrite E.
  change (N.testbit A y = true) in Hy.
  assert (P : (2 ^ c <> 0)%N) by (apply N.pow_nonzero; lia). symmetry.
  assert (M : (A mod 2 ^ c <> 0)%N).
  { intros M. assert (Z : N.testbit (A mod 2 ^ c) y = true) by (rewrite N.mod_pow2_bits_low; auto). now rewrite M, N.bits_0 in Z. }
  pose proof (N.div_mod A (2 ^ c) P) as D. pose proof (N.mod_lt A (2 ^ c) P) as Lt. revert M D Lt.
  generalize (2 ^ c)%N. intros k. generalize (A mod k)%N (A / k)%N. intros r q M D Lt.
  apply N.div_unique with (r := (r - 1)%N); rewrite ?N.pred_sub; lia.
Qed.
Lemma two_of_false A y c : two_of A = false -> has A y = true -> has A c = true -> c = y.
Proof.
  unfold two_of. rewrite negb_false_iff, N.eqb_eq. intros Z Hy Hc. change (N.land A (N.pred A) = 0%N) in Z. assert (K : forall x z, (x < z)%N -> has A x = true -> has A z = true -> False).
  { intros x z L Hx Hz. assert (E : has (N.land A (N.pred A)) z = true) by (rewrite has_land, (pred_bit A x z), Hz; auto). now rewrite Z, has_0 in E. }
  destruct (N.lt_trichotomy c y) as [L|[E|L]]; auto; exfalso; eauto.
Qed.
Lemma two_of_true A x : two_of A = true -> exists c, has A c = true /\ c <> x.
Proof.
  unfold two_of. rewrite negb_true_iff, N.eqb_neq. intros Z. apply nonzero_has in Z as (c & Hc). rewrite has_land in Hc. apply andb_true_iff in Hc as [H1 H2].
  destruct (N.eq_dec c x) as [->|Ne]; [|eauto]. destruct (N.eq_dec (N.clearbit A x) 0) as [E|E].
  - exfalso. assert (A = N.setbit 0 x).
    { apply N.bits_inj. intros i. change (has A i = has (N.setbit 0 x) i). rewrite has_set, has_0, orb_false_r.
      assert (Ei : has (N.clearbit A x) i = has 0 i) by now rewrite E. clear E. rename Ei into E. rewrite has_clear, has_0 in E. destruct (N.eqb_spec x i) as [Ei|Ni]; [subst i; exact H1|]. rewrite andb_true_r in E. exact E. }
    subst A. replace (N.pred (N.setbit 0 x)) with (N.ones x) in H2.
    + unfold has in H2. rewrite N.ones_spec_high in H2; [discriminate|lia].
    + unfold N.setbit. rewrite N.lor_0_l. unfold N.ones. now rewrite !N.shiftl_1_l.
  - apply nonzero_has in E as (d & Hd). rewrite has_clear in Hd. apply andb_true_iff in Hd as [Hd Nd]. exists d. split; auto.
    apply negb_true_iff, N.eqb_neq in Nd. congruence.
Qed.

Section Check.
Variable b : board.
Variable me : player.
Variable winning : bool.
Notation it := (other me).
Definition a_results : list result := if winning then [Won me] else held b it.
Definition a_good := among same_result a_results.
Hypothesis inside : on_board b.
Hypothesis distinct_sets : forall S, In S (wants b it) -> NoDup S.

Notation sets := (wants b it).
Definition its_masks := map mask sets.
Definition my_masks := map mask (wants b me).
Definition its_through (c : cell) : list (N * N) := filter (fun im => has (snd im) c) (numbered its_masks).
Definition my_through (c : cell) : list N := filter (fun g => has g c) my_masks.
Definition numbers_through (c : cell) : N := mask (map fst (its_through c)).
Definition at_cells {A} (f : cell -> A) : PM.t A := index (map f (below (size b))).
Lemma at_cells_spec {A} (f : cell -> A) c x : at_ (at_cells f) c = Some x -> x = f c.
Proof.
  intros H. apply index_spec in H. rewrite nth_error_map in H. destruct (nth_error (below (size b)) (N.to_nat c)) as [d|] eqn:E; [|discriminate].
  injection H as <-. f_equal.
  assert (L : N.to_nat c < length (below (size b))) by (apply nth_error_Some; congruence).
  unfold below in L. rewrite map_length, seq_length in L. rewrite nth_below, N2Nat.id in E by auto. now injection E as <-.
Qed.
Variable theirs : PM.t (list (N * N)).
Variable mine : PM.t (list N).
Variable numbers_at : PM.t N.
Variable goals : PM.t N.
Variable turns : PM.t aturn.
Variable every_its : list (N * (N * list cell)).
Hypothesis theirs_is : theirs = at_cells its_through.
Hypothesis mine_is : mine = at_cells my_through.
Hypothesis numbers_is : numbers_at = at_cells numbers_through.
Hypothesis goals_is : goals = index my_masks.
Hypothesis every_is : every_its = numbered (map (fun S => (mask S, S)) sets).

Definition open_set (H L i s : N) : bool := has L i && N.eqb (N.land s H) 0.
Definition calm (V H L : N) (im : N * N) : bool := negb (open_set H L (fst im) (snd im)) || two_of (N.ldiff (snd im) V).
Definition calm_set (V H : N) (S : list cell) : Prop :=
  (exists c, In c S /\ has H c = true) \/ forall x, exists c, In c S /\ has V c = false /\ c <> x.
Lemma land_0 s H : N.land s H = 0%N -> forall c, has s c = true -> has H c = false.
Proof. intros E c K. apply not_true_iff_false. intros Q. assert (Z : has (N.land s H) c = true) by (rewrite has_land, K, Q; auto). now rewrite E, has_0 in Z. Qed.
Lemma land_not_0 S H : N.land (mask S) H <> 0%N -> exists c, In c S /\ has H c = true.
Proof. intros E. apply nonzero_has in E as (c & K). rewrite has_land in K. apply andb_true_iff in K as [K1 K2]. apply mask_spec in K1. eauto. Qed.
Lemma calm_spec V H L i S : calm V H L (i, mask S) = true -> has L i = true -> calm_set V H S.
Proof.
  unfold calm, open_set. cbn [fst snd]. intros C HL. rewrite HL in C. simpl in C. apply orb_true_iff in C as [C|C].
  - apply negb_true_iff, N.eqb_neq in C. left. now apply land_not_0.
  - right. intros x. destruct (two_of_true _ x C) as (c & K & Ne). rewrite has_ldiff in K. apply andb_true_iff in K as [K1 K2].
    apply mask_spec in K1. apply negb_true_iff in K2. eauto.
Qed.

(** Cells that complete a set of [me]. *)
Definition threats (V H : N) (gs : list N) : N :=
  fold_left (fun Y g => if N.eqb (N.land g V) 0 then let rest := N.ldiff g H in if two_of rest then Y else N.lor Y rest else Y) gs 0%N.
Lemma threats_spec V H gs y : incl gs my_masks -> has (threats V H gs) y = true ->
  has V y = false /\ exists S, In S (wants b me) /\ In y S /\ forall c, In c S -> has H c = true \/ c = y.
Proof.
  intros I. unfold threats. assert (K : forall gs Y, incl gs my_masks -> has (fold_left (fun Y g => if N.eqb (N.land g V) 0 then
      let rest := N.ldiff g H in if two_of rest then Y else N.lor Y rest else Y) gs Y) y = true -> has Y y = true \/
    exists S, In S (wants b me) /\ In y S /\ has V y = false /\ forall c, In c S -> has H c = true \/ c = y).
  { clear gs I. induction gs as [|g gs IH]; simpl; intros Y I T; auto. assert (I' : incl gs my_masks) by (intros x J; apply I; simpl; auto).
    apply (IH _ I') in T as [T|T]; auto. destruct (N.eqb_spec (N.land g V) 0) as [E|]; auto.
    destruct (two_of (N.ldiff g H)) eqn:E2; auto. rewrite has_lor, orb_true_iff in T. destruct T as [T|T]; auto. right.
    destruct (proj1 (in_map_iff _ _ _) (I g (or_introl eq_refl))) as (S & <- & IS). exists S. split; auto.
    pose proof T as T'. rewrite has_ldiff, andb_true_iff in T'. destruct T' as [T1 T2]. split; [now apply mask_spec|]. split; [exact (land_0 _ _ E y T1)|].
    intros c Ic. destruct (has H c) eqn:Hc; auto. right. apply (two_of_false _ y c E2 T). rewrite has_ldiff, Hc, (proj2 (mask_spec S c) Ic). auto. }
  intros T. destruct (K gs 0%N I T) as [Z|(S & ? & ? & ? & ?)]; [now rewrite has_0 in Z|]. eauto 6.
Qed.

Notation shown := (shown b me a_good).
Lemma a_good_me : a_good (Won me) = true.
Proof using. unfold a_good, a_results, held. destruct winning; simpl; now rewrite ?other_other, same_refl. Qed.
Lemma its_inside S c : In S (wants b me) -> In c S -> (c < size b)%N.
Proof. intros I Ic. apply in_cells_board. exact (inside me S c I Ic). Qed.
Lemma want_is i S : want b me i S -> nth_error its_masks i = Some (mask S).
Proof. unfold want, its_masks. intros W. rewrite nth_error_map. now rewrite W. Qed.

(** After [x], outside of what was counted, [y] completes a set. *)
Lemma threat_answers V H L gs x y : incl gs my_masks -> has (threats V H gs) y = true -> y <> x -> shown me (N.setbit V x) H L.
Proof.
  intros I T Ne. destruct (threats_spec V H gs y I T) as (Vy & S & IS & Iy & A).
  apply (answer b me a_good a_good_me inside) with (r := y) (L' := L); auto; [|rewrite has_set, Vy, orb_false_r; apply N.eqb_neq; congruence|eauto using its_inside].
  apply (shown_whole b me a_good a_good_me) with (S := S); auto. intros c Ic. rewrite has_set. destruct (A c Ic) as [->| ->]; [apply orb_true_r|now rewrite N.eqb_refl].
Qed.
Lemma threat_sure V H gs y : incl gs my_masks -> has (threats V H gs) y = true -> sure b me a_good V H.
Proof.
  intros I T. destruct (threats_spec V H gs y I T) as (Vy & S & IS & Iy & A). right. exists S. split; auto.
  intros c Ic. destruct (A c Ic) as [| ->]; auto.
Qed.

(** [me] is to move; the other took [last]. *)
Fixpoint sequence (last : cell) (V H L : N) (l : list (cell * cell)) : bool :=
  match l with
  | [] => false
  | (c, y) :: l => let H' := N.setbit H c in
      negb (has V c) && N.ltb c (size b) &&
      match at_ theirs last, at_ mine c with
      | Some ts, Some gs => forallb (calm V H' L) ts &&
          let Y := threats V H' gs in
          if two_of Y then true else N.eqb Y (N.setbit 0 y) && sequence y (N.setbit V y) H' L l
      | _, _ => false
      end
  end.
Lemma my_through_incl c : incl (my_through c) my_masks.
Proof. intros g I. apply filter_In in I. tauto. Qed.
Lemma sequence_spec l : forall last V H L, (forall i S, want b me i S -> has L (N.of_nat i) = true -> In last S \/ calm_set V H S) ->
  sequence last V H L l = true -> shown me V H L.
Proof.
  induction l as [|[c y] l IH]; cbn [sequence]; intros last V H L Q E; [discriminate|]. cbv zeta in E.
  destruct (at_ theirs last) as [ts|] eqn:Et; [|rewrite andb_false_r in E; discriminate].
  destruct (at_ mine c) as [gs|] eqn:Eg; [|rewrite andb_false_r in E; discriminate].
  rewrite !andb_true_iff in E. destruct E as [[NV%negb_true_iff Lc%N.ltb_lt] [C E]].
  rewrite theirs_is in Et. apply at_cells_spec in Et. rewrite mine_is in Eg. apply at_cells_spec in Eg. subst ts gs.
  rewrite forallb_forall in C. set (H' := N.setbit H c) in *.
  assert (QU : forall i S, want b me i S -> has L (N.of_nat i) = true -> calm_set V H' S).
  { intros i S W HL. destruct (Q i S W HL) as [J|[(d & Id & K)|K]].
    - apply (calm_spec V H' L (N.of_nat i)); auto. apply C. unfold its_through. apply filter_In. split; [|now apply mask_spec].
      apply in_numbered. rewrite Nat2N.id. now apply want_is.
    - left. exists d. split; auto. unfold H'. rewrite has_set, K. apply orb_true_r.
    - right. exact K. }
  assert (NE : exists z, has (threats V H' (my_through c)) z = true).
  { destruct (two_of _) eqn:T2.
    - destruct (two_of_true _ 0%N T2) as (z & K & _). eauto.
    - apply andb_true_iff in E as [E _]. apply N.eqb_eq in E. exists y. rewrite E, has_set, N.eqb_refl. auto. }
  destruct NE as (z & Hz).
  apply (answer b me a_good a_good_me inside) with (r := c) (L' := L); auto.
  apply (after_each b me a_good a_good_me inside); [exact QU|exact (threat_sure _ _ _ z (my_through_incl c) Hz)|].
  intros x Lx Vx Hx. destruct (two_of (threats V H' (my_through c))) eqn:T2.
  - destruct (two_of_true _ x T2) as (w & K & Ne). apply (threat_answers V H' L (my_through c) x w); auto. apply my_through_incl.
  - apply andb_true_iff in E as [E Sq]. apply N.eqb_eq in E. destruct (N.eq_dec y x) as [->|Ne].
    + apply (IH x (N.setbit V x) H' L); auto. intros i S W HL. destruct (in_dec N.eq_dec x S) as [J|J]; auto. right.
      destruct (QU i S W HL) as [K|K]; [left; exact K|right]. intros w. destruct (K w) as (d & Id & Vd & Nd). exists d. split; auto. split; auto.
      rewrite has_set, Vd, orb_false_r. apply N.eqb_neq. congruence.
    + apply (threat_answers V H' L (my_through c) x y); auto; [apply my_through_incl|]. rewrite E, has_set, N.eqb_refl. auto.
Qed.

(** * What an edge leads to *)

Definition known := PM.t (N * N * N).
Definition all_shown (ks : known) : Prop := forall i V H L, at_ ks i = Some (V, H, L) -> shown it V H L.
Definition turned_node (t : aturn) (k : N * N * N) : option (N * N * N) :=
  let '(V, H, L) := k in
  if within_set H (N.ones (size b)) then
    Some (image (at_to t) (size b) V, image (at_to t) (size b) H, mask (map fst (filter (fun ji => has L (snd ji)) (at_numbered t))))
  else None.
Definition a_images (P : PM.t cell) (Ls : list (list cell)) := map (fun L => mask (map (permute P) L)) Ls.
Definition aturn_ok (t : aturn) : bool :=
  let P := permute (at_to t) in let R := permute (at_from t) in let it_masks := index its_masks in
  forallb (fun c => N.ltb (P c) (size b) && N.ltb (R c) (size b) && N.eqb (P (R c)) c && N.eqb (R (P c)) c) (below (size b)) &&
  forallb (fun s => let gm := map mask (wants b s) in let gi := a_images (at_to t) (wants b s) in
    forallb (fun m => existsb (N.eqb m) gi) gm && forallb (fun m => existsb (N.eqb m) gm) gi) [First; Second] &&
  forallb (fun ji => match at_ (at_back t) (fst ji) with Some i => N.eqb i (snd ji) | None => false end) (at_numbered t) &&
  forallb (fun im => match at_ (at_sets t) (fst im) with
      | Some j => match at_ it_masks j, at_ (at_back t) j with
          | Some m, Some i => N.eqb m (snd im) && N.eqb i (fst im)
          | _, _ => false
          end
      | None => false
      end) (numbered (a_images (at_to t) sets)).
Hypothesis turns_ok : forall i t, at_ turns i = Some t -> aturn_ok t = true.
Lemma same_masks (P : PM.t cell) K L : mask (map (permute P) K) = mask L ->
  (forall c, In c K -> In (permute P c) L) /\ forall d, In d L -> exists c, In c K /\ d = permute P c.
Proof.
  intros E. split.
  - intros c I. apply mask_spec. rewrite <- E. apply mask_spec. now apply in_map.
  - intros d I. apply mask_spec in I. rewrite <- E in I. apply mask_spec, in_map_iff in I as (c & <- & I). eauto.
Qed.
Lemma aturn_symmetry t : aturn_ok t = true -> forall s, symmetry b s (permute (at_to t)) (permute (at_from t)).
Proof.
  unfold aturn_ok. rewrite !andb_true_iff, !forallb_forall. intros [[[H1 H2] _] _] s.
  assert (C : forall c, (c < size b)%N -> (permute (at_to t) c < size b)%N /\ (permute (at_from t) c < size b)%N /\
    permute (at_to t) (permute (at_from t) c) = c /\ permute (at_from t) (permute (at_to t) c) = c).
  { intros c L. specialize (H1 c). rewrite !andb_true_iff, !N.ltb_lt, !N.eqb_eq in H1. destruct H1 as [[[? ?] ?] ?]; [now apply in_below|auto]. }
  assert (G : forall s, (forall L, In L (wants b s) -> exists K, In K (wants b s) /\ mask (map (permute (at_to t)) K) = mask L) /\
    forall K, In K (wants b s) -> exists L, In L (wants b s) /\ mask (map (permute (at_to t)) K) = mask L).
  { intros s'. specialize (H2 s'). cbv zeta in H2. rewrite andb_true_iff, !forallb_forall in H2. destruct H2 as [A B]; [destruct s'; simpl; auto|]. split.
    - intros L I. specialize (A (mask L) (in_map mask _ _ I)). apply existsb_exists in A as (m & Im & E). apply N.eqb_eq in E.
      unfold a_images in Im. apply in_map_iff in Im as (K & <- & IK). eauto.
    - intros K I. assert (J : In (mask (map (permute (at_to t)) K)) (a_images (at_to t) (wants b s'))) by (unfold a_images; apply in_map_iff; eauto).
      specialize (B _ J). apply existsb_exists in B as (m & Im & E). apply N.eqb_eq in E. apply in_map_iff in Im as (L & <- & IL). eauto. }
  split; try (intros c L; destruct (C c L) as (? & ? & ? & ?); assumption).
  - intros s' L I. destruct (proj1 (G s') L I) as (K & IK & E). exists K. split; auto. apply (same_masks _ K L E).
  - intros K I. destruct (proj2 (G s) K I) as (L & IL & E). exists L. split; auto. apply (same_masks _ K L E).
Qed.
Lemma turned_shown t V H L k : aturn_ok t = true -> shown it V H L -> turned_node t (V, H, L) = Some k ->
  shown it (fst (fst k)) (snd (fst k)) (snd k).
Proof.
  intros OK Sh. pose proof (aturn_symmetry t OK) as SY. unfold aturn_ok in OK. rewrite !andb_true_iff, !forallb_forall in OK. destruct OK as [[_ H3] H4].
  unfold turned_node. destruct (within_set H _) eqn:W; [|discriminate]. intros [= <-]. cbn [fst snd].
  apply (shown_turned b me a_good inside _ _ SY it V H L); auto.
  - intros c Lc K. apply in_image in K as (y & Iy & Vy & E). apply in_below in Iy. enough (c = y) by (subst; auto).
    rewrite <- (from_to _ _ _ _ (SY me) c Lc), E. now apply (from_to _ _ _ _ (SY me)).
  - intros c K. assert (Lc : (c < size b)%N).
    { apply (within_set_spec _ _ W) in K. destruct (N.lt_ge_cases c (size b)); auto. unfold has in K. rewrite N.ones_spec_high in K; [discriminate|auto]. }
    split; auto. apply in_image. exists c. split; [now apply in_below|auto].
  - intros i S Wi HL. assert (I : In (N.of_nat i, mask (map (permute (at_to t)) S)) (numbered (a_images (at_to t) sets))).
    { apply in_numbered. rewrite Nat2N.id. unfold a_images. rewrite nth_error_map. unfold want in Wi. now rewrite Wi. }
    specialize (H4 _ I). cbn [fst snd] in H4. destruct (at_ (at_sets t) (N.of_nat i)) as [j|]; [|discriminate].
    destruct (at_ (index its_masks) j) as [m|] eqn:Ej; [|discriminate]. destruct (at_ (at_back t) j) as [i'|] eqn:Eb; [|discriminate].
    rewrite andb_true_iff, !N.eqb_eq in H4. destruct H4 as [-> ->]. apply index_spec in Ej. unfold its_masks in Ej. rewrite nth_error_map in Ej.
    destruct (nth_error sets (N.to_nat j)) as [K|] eqn:EK; [|discriminate]. injection Ej as Ej. exists (N.to_nat j), K. split; [exact EK|]. split.
    + rewrite N2Nat.id. apply not_true_iff_false. intros Q. apply mask_spec, in_map_iff in Q as ([j' i'] & <- & Q). apply filter_In in Q as [Q QL].
      cbn [fst snd] in *. specialize (H3 _ Q). cbn [fst snd] in H3. rewrite Eb in H3. apply N.eqb_eq in H3. subst. congruence.
    + apply (same_masks _ S K). auto.
Qed.

Definition leads (ks : known) (V H L : N) (r t u : N) : bool :=
  if N.odd t then match at_ goals (N.div2 t) with Some g => within_set g (N.setbit H r) | None => false end
  else match at_ ks (N.div2 t), at_ numbers_at r with
    | Some k, Some through =>
        match (if N.eqb u 0 then Some k else match at_ turns (N.pred u) with Some t => turned_node t k | None => None end) with
        | Some (V', H', L') => within_set V V' && within_set H' (N.setbit H r) && within_set (N.ldiff L through) L'
        | None => false
        end
    | _, _ => false
    end.
Definition met_by (r : cell) (L L' : N) : Prop := forall i S, want b me i S -> has L' (N.of_nat i) = false -> has L (N.of_nat i) = false \/ In r S.
Lemma numbers_met r L through : at_ numbers_at r = Some through -> met_by r L (N.ldiff L through).
Proof.
  rewrite numbers_is. intros E%at_cells_spec i S W. rewrite has_ldiff, andb_false_iff, negb_false_iff. intros [K|K]; auto. right.
  rewrite E in K. apply mask_spec, in_map_iff in K as ([j m] & Ej & K). cbn [fst] in Ej. subst j. unfold its_through in K. apply filter_In in K as [K M].
  apply in_numbered in K. rewrite Nat2N.id, (want_is i S W) in K. injection K as <-. now apply mask_spec.
Qed.
Lemma leads_shown ks V H L r t u : all_shown ks -> leads ks V H L r t u = true -> exists L', shown it V (N.setbit H r) L' /\ met_by r L L'.
Proof.
  intros G. unfold leads. destruct (N.odd t).
  - destruct (at_ goals _) as [g|] eqn:E; [|discriminate]. intros W. exists L. split; [|intros i S _; auto].
    rewrite goals_is in E. apply index_spec, nth_error_In in E. unfold my_masks in E. apply in_map_iff in E as (S & <- & IS).
    apply (shown_whole b me a_good a_good_me) with (S := S); auto. intros c Ic. apply (within_set_spec _ _ W). now apply mask_spec.
  - destruct (at_ ks _) as [[[V0 H0] L0]|] eqn:E; [|discriminate]. destruct (at_ numbers_at r) as [through|] eqn:Er; [|discriminate].
    destruct (if N.eqb u 0 then _ else _) as [[[V' H'] L']|] eqn:Eu; [|discriminate]. rewrite !andb_true_iff. intros [[A B] C].
    assert (Sh : shown it V' H' L').
    { destruct (N.eqb u 0); [injection Eu as <- <- <-; eauto|]. destruct (at_ turns _) as [t'|] eqn:Et; [|discriminate].
      apply (turned_shown t' V0 H0 L0 (V', H', L')); eauto. }
    exists (N.ldiff L through). split; [|now apply numbers_met].
    apply (shown_more b me a_good it V (N.setbit H r) _ V' H' L' Sh); [now apply within_set_spec|now apply within_set_spec|].
    intros i S W N. left. apply not_true_iff_false. intros Q. apply (within_set_spec _ _ C) in Q. congruence.
Qed.

(** * What stops all that is left *)

Definition open_sets (H L : N) : list (N * (N * list cell)) := filter (fun x => open_set H L (fst x) (fst (snd x))) every_its.
Definition left_of (V : N) (l : list (N * (N * list cell))) : family := map (fun x => filter (fun c => negb (has V c)) (snd (snd x))) l.
Definition largest : N := fold_right (fun S k => N.max (N.of_nat (length S)) k) 0%N sets.
Lemma open_in (H L : N) i S : want b me i S -> has L (N.of_nat i) = true -> (exists c, In c S /\ has H c = true) \/ In (N.of_nat i, (mask S, S)) (open_sets H L).
Proof.
  intros W HL. destruct (N.eq_dec (N.land (mask S) H) 0) as [E|E]; [right|left; now apply land_not_0].
  unfold open_sets. apply filter_In. split.
  - rewrite every_is. apply in_numbered. rewrite Nat2N.id, nth_error_map. unfold want in W. now rewrite W.
  - unfold open_set. cbn [fst snd]. rewrite HL, E. reflexivity.
Qed.
Lemma left_leaves V H L : leaves b me V H L (left_of V (open_sets H L)).
Proof.
  intros i S W HL. destruct (open_in H L i S W HL) as [K|K]; auto. right. exists (filter (fun c => negb (has V c)) S). split; [|split].
  - unfold left_of. apply in_map_iff. exists (N.of_nat i, (mask S, S)). auto.
  - intros c Ic. apply filter_In in Ic. tauto.
  - intros c Ic. apply filter_In in Ic as [_ Ic]. now apply negb_true_iff.
Qed.
Lemma left_fair V H L K : no_larger K (left_of V (open_sets H L)) = true -> fair (N.to_nat K) (left_of V (open_sets H L)).
Proof.
  intros N. apply no_larger_fair; auto. intros g I. unfold left_of in I. apply in_map_iff in I as ([i [m S]] & <- & I). apply NoDup_filter. cbn [fst snd].
  unfold open_sets in I. apply filter_In in I as [I _]. rewrite every_is in I. apply in_numbered in I. rewrite nth_error_map in I.
  destruct (nth_error sets (N.to_nat i)) as [S'|] eqn:E; [|discriminate]. injection I as <- <-. apply distinct_sets. eapply nth_error_In; eauto.
Qed.
Definition pair_cells_of (ps : list (cell * cell)) : list cell := flat_map (fun ab => [fst ab; snd ab]) ps.
(** Each open set holds [r] or a pair. *)
Definition paired_sets (r : option cell) (l : list (N * (N * list cell))) (ps : list (cell * cell)) : bool :=
  forallb (fun x => let s := fst (snd x) in match r with Some r => has s r | None => false end ||
    existsb (fun ab => has s (fst ab) && has s (snd ab)) ps) l.
Definition pairs_fine (V : N) (ps : list (cell * cell)) : bool :=
  let cs := pair_cells_of ps in distinct 0 cs && forallb (fun c => negb (has V c)) cs.
Lemma pairs_leaves V H L ps r : pairs_fine V ps = true -> paired_sets r (open_sets H L) ps = true ->
  stopped (pair_family ps) /\ forall V', (forall c, has V' c = true -> has V c = true \/ ~ In c (pair_cells_of ps)) ->
    leaves b me V' (match r with Some r => N.setbit H r | None => H end) L (pair_family ps).
Proof.
  unfold pairs_fine, paired_sets. rewrite andb_true_iff, !forallb_forall. intros [D F] P. apply distinct_spec in D as [ND _].
  split; [apply stopped_pairs; now rewrite pair_cells|]. intros V' HV i S W HL.
  assert (HH : forall c, has H c = true -> has match r with Some r => N.setbit H r | None => H end c = true).
  { intros c K. destruct r; auto. rewrite has_set, K. apply orb_true_r. }
  destruct (open_in H L i S W HL) as [(c & Ic & K)|K]; [left; eauto|]. specialize (P _ K). cbn [fst snd] in P. apply orb_true_iff in P as [P|P].
  - left. destruct r as [r|]; [|discriminate]. exists r. split; [now apply mask_spec|]. now rewrite has_set, N.eqb_refl.
  - right. apply existsb_exists in P as ([a c] & Ip & P). cbn [fst snd] in P. apply andb_true_iff in P as [Pa Pc]. exists [a; c]. split.
    + unfold pair_family. apply in_map_iff. exists (a, c). auto.
    + split; [intros x [<-|[<-|[]]]; now apply mask_spec|]. intros x Ix.
      assert (J : In x (pair_cells_of ps)) by (unfold pair_cells_of; apply in_flat_map; exists (a, c); auto).
      apply not_true_iff_false. intros Q. destruct (HV x Q) as [Z|Z]; auto. specialize (F x J). rewrite Z in F. discriminate.
Qed.

(** * Nodes *)

(** The moves that a part of the node answers; nothing where the part is wrong. *)
Definition edge_moves (ks : known) (V H L : N) (e : aedge) : option N :=
  let x := a_move e in let r := a_reply e in
  if negb (N.eqb r x) && negb (has V r) && N.ltb r (size b) && leads ks (N.setbit V x) H L r (a_target e) (a_turn e)
  then Some (N.setbit 0 x) else None.
Definition sequence_moves (V H L : N) (xl : list cell * list (cell * cell)) : option N :=
  if forallb (fun x => sequence x (N.setbit V x) H L (snd xl)) (fst xl) then Some (mask (fst xl)) else None.
Definition pairs_moves (V : N) (l : list (N * (N * list cell))) (rp : answer_pairs) : option N :=
  let '(r, ps) := rp in
  if negb winning && negb (has V r) && N.ltb r (size b) && pairs_fine (N.setbit V r) ps && paired_sets (Some r) l ps
  then Some (N.ldiff (N.ones (size b)) (mask (r :: pair_cells_of ps))) else None.
Definition weighed_moves (F : family) (xs : list cell) : option N :=
  let K := largest in let w := weight_of K F 0 in
  if negb winning && no_larger K F && forallb (fun x => N.ltb (weight_through K x F w) (N.setbit 0 K)) xs then Some (mask xs) else None.
Definition threat_moves (Y : N) : N := if two_of Y then N.ones (size b) else if N.eqb Y 0 then 0%N else N.ldiff (N.ones (size b)) Y.
Fixpoint all_moves {A} (f : A -> option N) (l : list A) (m : N) : option N :=
  match l with [] => Some m | x :: l => match f x with Some k => all_moves f l (N.lor m k) | None => None end end.
Definition answered_moves (V H L m : N) : Prop := forall x, has m x = true -> (x < size b)%N -> has V x = false -> has H x = false ->
  shown me (N.setbit V x) H L.
Lemma all_moves_spec {A} (f : A -> option N) V H L l : (forall x k, In x l -> f x = Some k -> answered_moves V H L k) ->
  forall m k, answered_moves V H L m -> all_moves f l m = Some k -> answered_moves V H L k.
Proof.
  induction l as [|x l IH]; cbn [all_moves]; intros F m k M E; [now injection E as <-|]. destruct (f x) as [j|] eqn:Ej; [|discriminate].
  apply (IH (fun y k I => F y k (or_intror I))) in E; auto. intros y Hy. rewrite has_lor, orb_true_iff in Hy.
  destruct Hy as [Hy|Hy]; [now apply M|]. exact (F x j (or_introl eq_refl) Ej y Hy).
Qed.
Definition whole_ok (V H L : N) (w : whole_stop) : bool :=
  match w with
  | No_stop => false
  | Light => let F := left_of V (open_sets H L) in let K := largest in negb winning && no_larger K F && N.ltb (2 * weight_of K F 0) (N.setbit 0 K)
  | Paired_off ps => negb winning && pairs_fine V ps && paired_sets None (open_sets H L) ps
  end.
Definition sure_ok (V H : N) : bool := a_good (full_board b) || negb (N.eqb (N.ldiff (N.ones (size b)) (N.lor V H)) 0).
Definition bind_moves (m : option N) (f : N -> option N) : option N := match m with Some m => f m | None => None end.
Definition node_moves (ks : known) (V H L : N) (nd : anode) : option N :=
  bind_moves (all_moves (edge_moves ks V H L) (edges nd) (threat_moves (threats V H my_masks))) (fun m =>
  bind_moves (all_moves (sequence_moves V H L) (sequences nd) m) (fun m =>
  if is_nil (pairings nd) && is_nil (weighed nd) then Some m else
  let l := open_sets H L in
  bind_moves (all_moves (pairs_moves V l) (pairings nd) m) (fun m =>
  if is_nil (weighed nd) then Some m else all_moves (weighed_moves (left_of V l)) [weighed nd] m))).
Definition node_ok (ks : known) (nd : anode) : bool :=
  let V := most nd in let H := least nd in let L := open_ nd in
  whole_ok V H L (whole_ nd) ||
  forallb (fun x => calm V H L (fst x, fst (snd x))) every_its && sure_ok V H &&
  match node_moves ks V H L nd with Some m => N.eqb (N.ldiff (N.ones (size b)) (N.lor (N.lor V H) m)) 0 | None => false end.

Lemma held_good : winning = false -> (forall r, among same_result (held b it) r = true -> a_good r = true) /\ a_good (full_board b) = true.
Proof.
  intros E. unfold a_good, a_results. rewrite E. split; auto. unfold held. simpl. destruct (full_board b) as [[]|]; simpl; now rewrite ?orb_true_r.
Qed.
Lemma threat_moves_spec V H L : answered_moves V H L (threat_moves (threats V H my_masks)).
Proof.
  intros x Hx Lx Vx Nx. unfold threat_moves in Hx. destruct (two_of _) eqn:T2.
  - destruct (two_of_true _ x T2) as (y & K & Ne). apply (threat_answers V H L my_masks x y); auto. apply incl_refl.
  - destruct (N.eqb_spec (threats V H my_masks) 0) as [E|E]; [now rewrite has_0 in Hx|]. apply nonzero_has in E as (y & K).
    apply (threat_answers V H L my_masks x y); auto; [apply incl_refl|]. intros ->. rewrite has_ldiff, K, andb_false_r in Hx. discriminate.
Qed.
Lemma edge_spec ks V H L e k : all_shown ks -> edge_moves ks V H L e = Some k -> answered_moves V H L k.
Proof.
  intros G. unfold edge_moves. destruct (_ && _ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[Ne%negb_true_iff%N.eqb_neq Vr%negb_true_iff] Lr%N.ltb_lt] Le]. intros E x Hx Lx Vx Nx.
  assert (E' : k = N.setbit 0 (a_move e)) by congruence. subst k.
  rewrite has_set, has_0, orb_false_r in Hx. apply N.eqb_eq in Hx. subst x. apply leads_shown in Le as (L' & Sh & M); auto.
  apply (answer b me a_good a_good_me inside) with (r := a_reply e) (L' := L'); auto. rewrite has_set, Vr, orb_false_r. apply N.eqb_neq. congruence.
Qed.
Lemma sequences_spec V H L xl k : quiet b me V H L -> sequence_moves V H L xl = Some k -> answered_moves V H L k.
Proof.
  intros Q. unfold sequence_moves. destruct (forallb _ _) eqn:C; [|discriminate]. rewrite forallb_forall in C. intros [= <-] x Hx Lx Vx Nx.
  apply mask_spec in Hx. apply (sequence_spec (snd xl) x); auto. intros i S W HL. destruct (in_dec N.eq_dec x S) as [J|J]; auto. right.
  destruct (Q i S W HL) as [K|K]; [left; exact K|right]. intros w. destruct (K w) as (d & Id & Vd & Nd). exists d. split; auto. split; auto.
  rewrite has_set, Vd, orb_false_r. apply N.eqb_neq. congruence.
Qed.
Lemma pairings_spec V H L rp k : pairs_moves V (open_sets H L) rp = Some k -> answered_moves V H L k.
Proof.
  destruct rp as [r ps]. unfold pairs_moves. destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[[Wn%negb_true_iff Vr%negb_true_iff] Lr%N.ltb_lt] F] P]. intros E x Hx Lx Vx Nx.
  assert (E' : k = N.ldiff (N.ones (size b)) (mask (r :: pair_cells_of ps))) by congruence. subst k. rewrite has_ldiff, andb_true_iff, negb_true_iff in Hx.
  destruct Hx as [_ Hx]. assert (Out : ~ In x (r :: pair_cells_of ps)) by (intros J; apply mask_spec in J; congruence).
  assert (F' : pairs_fine V ps = true).
  { unfold pairs_fine in *. rewrite andb_true_iff, !forallb_forall in *. destruct F as [D F]. split; auto. intros c Ic. specialize (F c Ic).
    rewrite has_set, negb_orb, andb_true_iff in F. tauto. }
  destruct (pairs_leaves V H L ps (Some r) F' P) as [St Lv]. destruct (held_good Wn) as [GH GF].
  apply (answer b me a_good a_good_me inside) with (r := r) (L' := L); auto.
  - apply (stopped_shown b me a_good inside GH GF) with (F := pair_family ps); auto. apply (Lv (N.setbit V x)). intros c Hc.
    rewrite has_set, orb_true_iff, N.eqb_eq in Hc. destruct Hc as [<-|]; auto. right. simpl in Out. tauto.
  - rewrite has_set, Vr, orb_false_r. apply N.eqb_neq. simpl in Out. intuition.
Qed.
Lemma weighed_spec V H L xs k : weighed_moves (left_of V (open_sets H L)) xs = Some k -> answered_moves V H L k.
Proof.
  unfold weighed_moves. destruct (_ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, forallb_forall in C. destruct C as [[Wn%negb_true_iff NL] C].
  intros [= <-] x Hx Lx Vx Nx. apply mask_spec in Hx. destruct (held_good Wn) as [GH GF]. apply left_fair in NL.
  apply (answered_shown b me a_good inside GH GF) with (F := shrink x (left_of V (open_sets H L))).
  - apply (light_after_spec largest); auto.
  - intros i S W HL. destruct (left_leaves V H L i S W HL) as [K|(g & Ig & In_ & K)]; auto. right. exists (without x g). split; [apply in_shrink; eauto|]. split.
    + intros c Ic. apply in_without in Ic. apply In_; tauto.
    + intros c Ic. apply in_without in Ic as [Ic Ne]. rewrite has_set, K, orb_false_r by auto. apply N.eqb_neq. congruence.
Qed.
Theorem node_shown ks nd : all_shown ks -> node_ok ks nd = true -> shown it (most nd) (least nd) (open_ nd).
Proof.
  intros G. unfold node_ok. set (V := most nd). set (H := least nd). set (L := open_ nd). rewrite orb_true_iff. intros [E|E].
  - destruct (whole_ nd) as [| |ps]; simpl in E; [discriminate| |].
    + rewrite !andb_true_iff in E. destruct E as [[Wn%negb_true_iff NL] E]. destruct (held_good Wn) as [GH GF]. apply left_fair in NL.
      apply (stopped_shown b me a_good inside GH GF) with (F := left_of V (open_sets H L)); [|apply left_leaves]. apply (light_spec largest); auto.
    + rewrite !andb_true_iff in E. destruct E as [[Wn%negb_true_iff F] P]. destruct (held_good Wn) as [GH GF].
      destruct (pairs_leaves V H L ps None F P) as [St Lv]. apply (stopped_shown b me a_good inside GH GF) with (F := pair_family ps); auto.
  - rewrite !andb_true_iff, forallb_forall in E. destruct E as [[C Su] E]. destruct (node_moves ks V H L nd) as [m|] eqn:M; [|discriminate]. apply N.eqb_eq in E.
    assert (Q : quiet b me V H L).
    { intros i S W HL. apply (calm_spec V H L (N.of_nat i)); auto. apply (C (N.of_nat i, (mask S, S))). rewrite every_is. apply in_numbered.
      rewrite Nat2N.id, nth_error_map. unfold want in W. now rewrite W. }
    assert (A : answered_moves V H L m).
    { unfold node_moves in M. destruct (all_moves (edge_moves ks V H L) _ _) as [m1|] eqn:E1; [|discriminate]. cbn [bind_moves] in M.
      destruct (all_moves (sequence_moves V H L) _ _) as [m2|] eqn:E2; [|discriminate]. cbn [bind_moves] in M.
      assert (A1 : answered_moves V H L m1) by (refine (all_moves_spec _ V H L _ _ _ _ (threat_moves_spec V H L) E1); intros; eapply edge_spec; eauto).
      assert (A2 : answered_moves V H L m2) by (refine (all_moves_spec _ V H L _ _ _ _ A1 E2); intros; eapply sequences_spec; eauto).
      destruct (_ && _); [injection M as <-; auto|]. cbv zeta in M.
      destruct (all_moves (pairs_moves V _) _ _) as [m3|] eqn:E3; [|discriminate]. cbn [bind_moves] in M.
      assert (A3 : answered_moves V H L m3) by (refine (all_moves_spec _ V H L _ _ _ _ A2 E3); intros; eapply pairings_spec; eauto).
      destruct (is_nil _); [injection M as <-; auto|]. refine (all_moves_spec _ V H L _ _ _ _ A3 M). intros; eapply weighed_spec; eauto. }
    assert (Each : forall x, (x < size b)%N -> has V x = false -> has H x = false -> shown me (N.setbit V x) H L).
    { intros x Lx Vx Hx. apply A; auto. apply not_false_iff_true. intros Mx.
      assert (K : has (N.ldiff (N.ones (size b)) (N.lor (N.lor V H) m)) x = true).
      { rewrite has_ldiff, !has_lor, Vx, Hx, Mx. unfold has. now rewrite N.ones_spec_low. }
      rewrite E, has_0 in K. discriminate. }
    apply (after_each b me a_good a_good_me inside); auto. unfold sure_ok in Su. apply orb_true_iff in Su as [Su|Su]; [left; auto|].
    apply negb_true_iff, N.eqb_neq in Su. apply nonzero_has in Su as (x & K). rewrite has_ldiff, has_lor, andb_true_iff, negb_true_iff, orb_false_iff in K.
    destruct K as [K1 [K2 K3]]. assert (Lx : (x < size b)%N).
    { destruct (N.lt_ge_cases x (size b)); auto. unfold has in K1. rewrite N.ones_spec_high in K1; [discriminate|auto]. }
    destruct (Each x Lx K2 K3) as [[Gf|(S & IS & AS)] _]; [left; auto|right]. exists S. split; auto. intros c Ic. destruct (AS c Ic) as [K|K]; auto.
    rewrite has_set, orb_false_iff in K. tauto.
Qed.
Fixpoint nodes_shown (ks : known) (i : N) (ns : list anode) : option known :=
  match ns with
  | [] => Some ks
  | nd :: ns => if node_ok ks nd then nodes_shown (set_at ks i (most nd, least nd, open_ nd)) (N.succ i) ns else None
  end.
Lemma nodes_shown_spec ns : forall ks i ks', all_shown ks -> nodes_shown ks i ns = Some ks' -> all_shown ks'.
Proof.
  induction ns as [|nd ns IH]; cbn [nodes_shown]; intros ks i ks' G E; [now injection E as <-|]. destruct (node_ok ks nd) eqn:O; [|discriminate].
  apply node_shown in O; auto. refine (IH _ _ _ _ E). intros j V H L. rewrite at_set. destruct (N.eqb i j); [intros [= <- <- <-]; auto|apply G].
Qed.
End Check.

(** * The rule *)

Definition strategy_ok (b : board) (me : player) (winning : bool) (p : place) (opening : option cell) (turns : list aturn)
    (t u : N) (ns : list anode) : bool :=
  let it := other me in let ts := index turns in
  let every := numbered (map (fun S => (mask S, S)) (wants b it)) in
  let goals := index (my_masks b me) in let numbers_at := at_cells b (numbers_through b me) in
  let V := own p it in let H := own p me in
  let L := mask (map fst (filter (fun x => negb (existsb (has H) (snd (snd x)))) every)) in
  if forallb (distinct 0) (wants b it) && apartb p && negb (completed b p it) && forallb (aturn_ok b me) turns then
    match nodes_shown b me winning (at_cells b (its_through b me)) (at_cells b (my_through b me)) numbers_at goals ts every nothing 0 ns with
    | Some ks => match opening with
        | Some r => same_player (turn p) me && negb (has V r) && N.ltb r (size b) && leads b numbers_at goals ts ks V H L r t u
        | None => same_player (turn p) it && negb (N.odd t) && match at_ ks (N.div2 t) with
            | Some k => match (if N.eqb u 0 then Some k else match at_ ts (N.pred u) with Some t => turned_node b t k | None => None end) with
                | Some (V', H', L') => within_set V V' && within_set H' H && within_set L L'
                | None => false
                end
            | None => false
            end
        end
    | None => false
    end
  else false.
Lemma strategy_forces b me winning p opening turns t u ns : on_board b -> strategy_ok b me winning p opening turns t u ns = true ->
  forces (G := positional b) (just me) (a_good b me winning) (room b p) p.
Proof.
  intros OB. unfold strategy_ok. cbv zeta. set (every := numbered _). set (V := own p (other me)). set (H := own p me).
  set (L := mask (map fst (filter _ every))).
  destruct (_ && _ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, !forallb_forall in C. destruct C as [[[D A%apartb_spec] NC%negb_true_iff] TS].
  assert (DS : forall S, In S (wants b (other me)) -> NoDup S) by (intros S I; now apply D, distinct_spec in I).
  assert (TI : forall i t, at_ (index turns) i = Some t -> aturn_ok b me t = true) by (intros i t' E; apply index_spec, nth_error_In in E; auto).
  destruct (nodes_shown _ _ _ _ _ _ _ _ _ _ _ _) as [ks|] eqn:E; [|discriminate].
  eapply (nodes_shown_spec b me winning OB DS) in E; try reflexivity; auto; [|intros i V0 H0 L0 X; now rewrite at_nothing in X].
  assert (Fi : suits b me V H L p).
  { constructor; auto. intros i S W HL. destruct (existsb (has H) S) eqn:X; [apply existsb_exists in X as (c & Ic & Hc); eauto|].
    exfalso. rewrite <- not_true_iff_false in HL. apply HL. unfold L. apply mask_spec, in_map_iff. exists (N.of_nat i, (mask S, S)). split; auto.
    apply filter_In. cbn [snd]. rewrite X. split; auto. apply in_numbered. rewrite Nat2N.id, nth_error_map. unfold want in W. now rewrite W. }
  destruct opening as [r|].
  - rewrite !andb_true_iff. intros [[[T%same_player_eq Vr%negb_true_iff] Lr%N.ltb_lt] Le].
    eapply leads_shown in Le as (L' & Sh & M); eauto. apply (answer b me _ (a_good_me b me winning) OB V H L r L' Sh Vr Lr M); auto.
  - rewrite !andb_true_iff. intros [[T%same_player_eq _] Q]. destruct (at_ ks _) as [[[V0 H0] L0]|] eqn:K; [|discriminate].
    destruct (if N.eqb u 0 then _ else _) as [[[V' H'] L']|] eqn:Eu; [|discriminate]. rewrite !andb_true_iff in Q. destruct Q as [[Q1 Q2] Q3].
    assert (Sh : shown b me (a_good b me winning) (other me) V' H' L').
    { destruct (N.eqb u 0); [injection Eu as <- <- <-; eauto|]. destruct (at_ (index turns) _) as [t'|] eqn:Et; [|discriminate].
      apply (turned_shown b me winning OB t' V0 H0 L0 (V', H', L')); eauto. }
    destruct Sh as [_ Sh]. apply Sh; auto. destruct Fi as [F1 F2 F3 F4 F5]. constructor; auto.
    + intros c Hc. apply (within_set_spec _ _ Q1). auto.
    + intros c Hc. apply F3, (within_set_spec _ _ Q2). auto.
    + intros i S W N. apply (F4 i S W). apply not_true_iff_false. intros X. apply (within_set_spec _ _ Q3) in X. congruence.
Qed.

(** [me] opens with a cell, or the other is to move. *)
Definition answers_statements (i : instance) (starter me : player) (winning : bool) (opening : option cell) (turns : list aturn) (t u : N)
    (ns : list anode) : list statement :=
  match i with
  | Positional a weak first second =>
      let p := Place (mask first) (mask second) starter in let b := board_of a weak in
      if on_board_ok a weak && strategy_ok b me winning p opening turns t u ns
      then [Force starter [me] (a_results b me winning) None] else []
  | _ => []
  end.
Lemma answers_true i starter me winning opening turns t u ns : Forall (means i) (answers_statements i starter me winning opening turns t u ns).
Proof.
  destruct i as [a weak first second| |]; try constructor. unfold answers_statements. set (p := Place (mask first) (mask second) starter).
  destruct (_ && _) eqn:E; constructor; [|constructor]. apply andb_true_iff in E as [OB%on_board_spec E].
  apply strategy_forces in E; auto. simpl. eapply forces_Forces; [exact I|]. apply forces_side with (X := just me); [intros x; symmetry; apply only_just|]. exact E.
Qed.
Definition read_aedge : reader aedge := x <- one; r <- one; t <- one; u <- one; ret (AEdge x r t u).
Definition read_pairs : reader (list (cell * cell)) := many (two one one).
Definition read_whole : reader whole_stop :=
  k <- one; if N.eqb k 0 then ret No_stop else if N.eqb k 1 then ret Light else ps <- read_pairs; ret (Paired_off ps).
Definition read_anode : reader anode :=
  V <- one; H <- one; L <- one; es <- many read_aedge; ss <- many (two row read_pairs); w <- read_whole;
  ps <- many (two one read_pairs); ws <- row; ret (ANode V H L es ss w ps ws).
Definition read_aturn : reader aturn :=
  p <- row; q <- row; to <- row; back <- row; ret (ATurn (index p) (index q) (index to) (index back) (numbered back)).
Definition answers_derive (i : instance) : reader (list statement) :=
  starter <- read_player; me <- read_player; winning <- flag; opening <- maybe; turns <- many read_aturn; t <- one; u <- one;
  ns <- many read_anode; ret (answers_statements i starter me winning opening turns t u ns).
Theorem answers_sound i s l s' : answers_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold answers_derive. intros H. read. apply answers_true. Qed.
Definition answers_rule : rule := Rule answers_derive answers_sound.
