(** Rule [matching]: in geography a maximum matching decides (Fraenkel, Scheinerman, Ullman 1993), and a
    partition bounds it (Tutte, Berge). *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Pairing Hall.
Import ListNotations.

(** * Matchings *)
Section Graph.
Variable g : graph.
Definition ends_of (E : list (N * N)) : list N := cells_of (pair_family E).
Definition matching (S : N) (E : list (N * N)) : Prop := NoDup (ends_of E) /\
  (forall e, In e E -> joined g (fst e) (snd e) = true) /\
  forall x, In x (ends_of E) -> has S x = false /\ (x < vertices g)%N.
Definition has_matching (S : N) (k : nat) : Prop := exists E, matching S E /\ length E = k.

Lemma joined_sym u w : joined g u w = joined g w u.
Proof. unfold joined. induction (edges g) as [|e l IH]; simpl; auto. rewrite IH. f_equal. apply orb_comm. Qed.
Notation rules_here := (last_move (options (Geography g)) false).
Lemma in_exits S v m q : In q (moves (g := rules_here) ([S; v], m)) <-> exists w, q = [N.setbit S v; w] /\
  (w < vertices g)%N /\ joined g v w = true /\ has (N.setbit S v) w = false.
Proof.
  simpl. rewrite in_map_iff. unfold neighbours. split.
  - intros (w & <- & I). rewrite !filter_In, negb_true_iff, in_below in I. exists w. tauto.
  - intros (w & -> & L & J & H). exists w. rewrite !filter_In, negb_true_iff, in_below. tauto.
Qed.
Lemma goes_on S v m : moves (g := rules_here) ([S; v], m) <> [] -> over (g := rules_here) ([S; v], m) = None.
Proof. simpl. destruct (map _ _); congruence. Qed.
Lemma stuck S v m : moves (g := rules_here) ([S; v], m) = [] -> over (g := rules_here) ([S; v], m) = Some (Won (other m)).
Proof. simpl. now intros ->. Qed.
Lemma ends_cons u w E : ends_of ((u, w) :: E) = u :: w :: ends_of E. Proof. reflexivity. Qed.
Lemma ends_app A B : ends_of (A ++ B) = ends_of A ++ ends_of B.
Proof. unfold ends_of, pair_family, cells_of. now rewrite map_app, concat_app. Qed.

Lemma matching_add S u w E k : (u < vertices g)%N -> (w < vertices g)%N -> joined g u w = true -> u <> w ->
  has S u = false -> has S w = false ->
  matching (N.setbit (N.setbit S u) w) E -> length E = k -> has_matching S (Datatypes.S k).
Proof.
  intros Lu Lw J Ne Su Sw (N & Jo & O) K. exists ((u, w) :: E). split; [|simpl; congruence].
  assert (O' : forall x, In x (ends_of E) -> x <> u /\ x <> w /\ has S x = false /\ (x < vertices g)%N).
  { intros x I. destruct (O x I) as [H L]. rewrite !has_set, !orb_false_iff, !N.eqb_neq in H. intuition. }
  split; [|split].
  - rewrite ends_cons. constructor; [|constructor]; auto.
    + intros [E'|I]; [congruence|]. apply O' in I. tauto.
    + intros I. apply O' in I. tauto.
  - intros e [<-|I]; auto.
  - intros x. rewrite ends_cons. intros [<-|[<-|I]]; auto. apply O' in I. tauto.
Qed.

(** The mover has covered: every matching of [k] edges, and there is one, covers his vertex. *)
Lemma covered_wins k : forall S v m, (v < vertices g)%N -> has S v = false ->
  has_matching S k -> ~ has_matching (N.setbit S v) k ->
  forces (G := rules_here) (just m) (won m) (2 * k) ([S; v], m).
Proof.
  induction k as [|k IH]; intros S v m Lv Sv (E & (N & J & O) & K) No.
  - exfalso. apply No. exists []. split; auto. split; [constructor|]. split; [intros e []|intros x []].
  - assert (Iv : In v (ends_of E)).
    { destruct (in_dec N.eq_dec v (ends_of E)) as [I|I]; auto. exfalso. apply No. exists E. split; auto.
      split; auto. split; auto. intros x Ix. destruct (O x Ix). split; auto. rewrite has_set. apply orb_false_iff. split; auto.
      apply N.eqb_neq. congruence. }
    assert (Q : exists w E', joined g v w = true /\ v <> w /\ has S w = false /\ (w < vertices g)%N /\
              length E' = k /\ matching (N.setbit (N.setbit S v) w) E').
    { apply in_cells in Iv as (l & Il & Iv). unfold pair_family in Il. apply in_map_iff in Il as ((a & c) & <- & Ie).
      apply in_split in Ie as (E1 & E2 & ->). rewrite ends_app, ends_cons in *.
      pose proof (NoDup_remove_1 _ _ _ N) as N1. pose proof (NoDup_remove_2 _ _ _ N) as Na.
      assert (N' : NoDup ((ends_of E1 ++ [a]) ++ c :: ends_of E2)) by now rewrite <- app_assoc.
      pose proof (NoDup_remove_2 _ _ _ N') as Nc. rewrite <- app_assoc in Nc. pose proof (NoDup_remove_1 _ _ _ N1) as N2.
      rewrite in_app_iff in Na, Nc. simpl in Na, Nc.
      assert (Ma : forall x y, (x = a /\ y = c) \/ (x = c /\ y = a) -> matching (N.setbit (N.setbit S x) y) (E1 ++ E2)).
      { intros x y XY. split; [rewrite ends_app; auto|]. split.
        - intros e I. apply J. rewrite in_app_iff in *. simpl. tauto.
        - intros z I. rewrite ends_app in I. assert (I' : In z (ends_of E1 ++ a :: c :: ends_of E2)) by (rewrite in_app_iff in *; simpl; tauto).
          destruct (O z I') as [Oz Lz]. split; auto. rewrite !has_set, !orb_false_iff, !N.eqb_neq.
          rewrite in_app_iff in I. assert (z <> a /\ z <> c) by (split; intros ->; tauto). destruct XY as [[-> ->]|[-> ->]]; intuition congruence. }
      assert (Oa : has S a = false /\ (a < vertices g)%N) by (apply O; rewrite in_app_iff; simpl; auto).
      assert (Oc : has S c = false /\ (c < vertices g)%N) by (apply O; rewrite in_app_iff; simpl; auto).
      assert (Ja : joined g a c = true) by (apply (J (a, c)); rewrite in_app_iff; simpl; auto).
      assert (Nac : a <> c) by (intros ->; apply Na; auto).
      rewrite app_length in K. simpl in K.
      destruct Iv as [E0|[E0|[]]]; simpl in E0; subst v.
      - exists c, (E1 ++ E2). split; [auto|]. split; [auto|]. split; [tauto|]. split; [tauto|]. split; [rewrite app_length; lia|]. apply Ma; auto.
      - exists a, (E1 ++ E2). rewrite joined_sym. split; [auto|]. split; [auto|]. split; [tauto|]. split; [tauto|]. split; [rewrite app_length; lia|]. apply Ma; auto. }
    destruct Q as (w & E' & Jw & Nvw & Sw & Lw & K' & M').
    assert (Iw : In [N.setbit S v; w] (moves (g := rules_here) ([S; v], m))).
    { apply in_exits. exists w. rewrite has_set, Sw, orb_false_r. repeat split; auto. now apply N.eqb_neq. }
    replace (2 * Datatypes.S k) with (Datatypes.S (Datatypes.S (2 * k))) by lia.
    apply (forces_own (G := rules_here)) with (m := [N.setbit S v; w]); [|apply same_refl|exact Iw|].
    + apply goes_on. intros Z. now rewrite Z in Iw.
    + change (play (g := rules_here) ([S; v], m) [N.setbit S v; w]) with ([N.setbit S v; w], other m).
      set (S' := N.setbit S v). destruct (moves (g := rules_here) ([S'; w], other m)) as [|u0 l] eqn:Ex.
      * apply stuck in Ex. eapply forces_over; [exact Ex|]. rewrite other_other. apply same_refl.
      * assert (NE : moves (g := rules_here) ([S'; w], other m) <> []) by congruence.
        apply (forces_all (G := rules_here)); [now apply goes_on|now destruct m|exact NE|].
        intros q Iq. apply in_exits in Iq as (u & -> & Lu & Ju & Gu).
        change (play (g := rules_here) ([S'; w], other m) [N.setbit S' w; u]) with ([N.setbit S' w; u], other (other m)).
        unfold S' in *. rewrite other_other. rewrite !has_set, !orb_false_iff, !N.eqb_neq in Gu. destruct Gu as (Nwu & Nvu & Su).
        apply IH; auto.
        -- rewrite !has_set, !orb_false_iff, !N.eqb_neq. auto.
        -- exists E'. auto.
        -- intros (F & MF & KF). apply No. apply (matching_add _ w u F); auto.
           ++ rewrite has_set, Sw. apply orb_false_iff. split; auto. now apply N.eqb_neq.
           ++ rewrite has_set, Su. apply orb_false_iff. split; auto. now apply N.eqb_neq.
Qed.

Lemma exposed_loses k S v m : (v < vertices g)%N -> has S v = false ->
  has_matching (N.setbit S v) k -> ~ has_matching S (Datatypes.S k) ->
  forces (G := rules_here) (just (other m)) (won (other m)) (Datatypes.S (2 * k)) ([S; v], m).
Proof.
  intros Lv Sv HM No. destruct (moves (g := rules_here) ([S; v], m)) as [|u0 l] eqn:Ex.
  - apply stuck in Ex. eapply forces_over; [exact Ex|]. apply same_refl.
  - assert (NE : moves (g := rules_here) ([S; v], m) <> []) by congruence.
    apply (forces_all (G := rules_here)); [now apply goes_on|now destruct m|exact NE|].
    intros q Iq. apply in_exits in Iq as (w & -> & Lw & Jw & Gw).
    change (play (g := rules_here) ([S; v], m) [N.setbit S v; w]) with ([N.setbit S v; w], other m).
    pose proof Gw as Gw'. rewrite has_set, orb_false_iff, N.eqb_neq in Gw. destruct Gw as [Nvw Sw].
    apply covered_wins; auto. intros (F & MF & KF). apply No. apply (matching_add S v w F); auto.
Qed.

(** * The bound of a partition (Tutte, Berge) *)
(** [part u] is 0 for the removed vertices; no edge joins two different parts. *)
Variable part : N -> N.
Variable parts : nat.
Definition in_part (S : N) (i : N) : list N := filter (fun u => N.eqb (part u) i && negb (has S u)) (below (vertices g)).
Definition bound (S : N) : nat :=
  length (in_part S 0) + list_sum (map (fun i => length (in_part S (N.of_nat i)) / 2) (seq 1 parts)).
Definition parts_ok : bool :=
  forallb (fun u => N.leb (part u) (N.of_nat parts)) (below (vertices g)) &&
  forallb (fun e => N.eqb (part (fst e)) 0 || N.eqb (part (snd e)) 0 || N.eqb (part (fst e)) (part (snd e))) (edges g).

Lemma NoDup_pick (E : list (N * N)) f : NoDup (ends_of E) -> (forall e, f e = fst e \/ f e = snd e) -> NoDup (map f E).
Proof.
  intros N H. induction E as [|[a c] E IH]; simpl; [constructor|]. rewrite ends_cons in N.
  inversion N as [|? ? Na N1]; subst. inversion N1 as [|? ? Nc N2]; subst. constructor; auto.
  intros I. apply in_map_iff in I as (e & Q & I).
  assert (J : In (f e) (ends_of E)).
  { apply in_cells. exists [fst e; snd e]. split; [unfold pair_family; apply in_map_iff; eauto|]. destruct (H e) as [-> | ->]; simpl; auto. }
  rewrite Q in J. destruct (H (a, c)) as [Z|Z]; simpl in Z; rewrite Z in J; [apply Na; simpl; auto|auto].
Qed.
Lemma in_ends e E : In e E -> In (fst e) (ends_of E) /\ In (snd e) (ends_of E).
Proof. intros I. split; apply in_cells; exists [fst e; snd e]; (split; [unfold pair_family; apply in_map_iff; eauto|simpl; auto]). Qed.
Lemma NoDup_pairs (E : list (N * N)) : NoDup (ends_of E) -> NoDup E.
Proof. intros N. pose proof (NoDup_pick E fst N (fun _ => or_introl eq_refl)) as H. now apply NoDup_map_inv in H. Qed.
Lemma ends_length E : length (ends_of E) = 2 * length E.
Proof. induction E as [|[a c] E IH]; auto. rewrite ends_cons. simpl. lia. Qed.

Lemma in_part_spec S i u : In u (in_part S i) <-> (u < vertices g)%N /\ part u = i /\ has S u = false.
Proof.
  unfold in_part. rewrite filter_In, andb_true_iff, negb_true_iff, N.eqb_eq, in_below. tauto.
Qed.

Lemma split_count {A} (E : list A) (P : A -> bool) (Q : A -> nat -> bool) l : (forall e, In e E -> P e = true \/ exists i, In i l /\ Q e i = true) ->
  length E <= length (filter P E) + list_sum (map (fun i => length (filter (fun e => Q e i) E)) l).
Proof.
  assert (Mono : forall (e : A) E i, length (filter (fun e => Q e i) E) <= length (filter (fun e => Q e i) (e :: E))).
  { intros e E0 i. simpl. destruct (Q e i); simpl; lia. }
  assert (MonoS : forall e E l, list_sum (map (fun i => length (filter (fun e => Q e i) E)) l) <=
             list_sum (map (fun i => length (filter (fun e => Q e i) (e :: E))) l)).
  { intros e E0. induction l0 as [|i l0 IH]; [auto|]. specialize (Mono e E0 i). cbn [map list_sum fold_right] in *. unfold list_sum in *. lia. }
  assert (MonoT : forall e E l i, In i l -> Q e i = true -> list_sum (map (fun i => length (filter (fun e => Q e i) E)) l) <
             list_sum (map (fun i => length (filter (fun e => Q e i) (e :: E))) l)).
  { intros e E0. induction l0 as [|j l0 IH]; simpl; [tauto|]. intros i [->|I] Hi.
    - rewrite Hi. specialize (MonoS e E0 l0). simpl in *. lia.
    - specialize (IH i I Hi). specialize (Mono e E0 j). simpl in *. lia. }
  induction E as [|e E IH]; intros H; [simpl; lia|].
  assert (IH' := IH (fun e' I => H e' (or_intror I))). destruct (H e (or_introl eq_refl)) as [Pe|(i & Ii & Qi)].
  - specialize (MonoS e E l). change (length (e :: E)) with (Datatypes.S (length E)).
    assert (Z : length (filter P (e :: E)) = Datatypes.S (length (filter P E))) by (simpl; now rewrite Pe). lia.
  - pose proof (MonoT e E l i Ii Qi) as T. change (length (e :: E)) with (Datatypes.S (length E)).
    assert (length (filter P E) <= length (filter P (e :: E))) by (simpl; destruct (P e); simpl; lia). lia.
Qed.

Lemma bound_spec S E : parts_ok = true -> matching S E -> length E <= bound S.
Proof.
  unfold parts_ok. rewrite andb_true_iff, !forallb_forall. intros [PL PE] (ND & J & O).
  assert (EV : forall u, (u < vertices g)%N -> In u (below (vertices g))).
  { intros u L. now apply in_below. }
  set (P := fun e : N * N => N.eqb (part (fst e)) 0 || N.eqb (part (snd e)) 0).
  set (Q := fun (e : N * N) (i : nat) => N.eqb (part (fst e)) (N.of_nat i) && N.eqb (part (snd e)) (N.of_nat i)).
  assert (C : forall e, In e E -> P e = true \/ exists i, In i (seq 1 parts) /\ Q e i = true).
  { intros e I. destruct (P e) eqn:Pe; auto. right. destruct (in_ends e E I) as [I1 I2]. apply O in I1, I2.
    unfold P in Pe. rewrite orb_false_iff, !N.eqb_neq in Pe. destruct Pe as [P1 P2].
    pose proof (PL _ (EV _ (proj2 I1))) as B1. apply N.leb_le in B1.
    exists (N.to_nat (part (fst e))). split; [apply in_seq; lia|]. unfold Q. rewrite N2Nat.id, N.eqb_refl. simpl.
    specialize (J e I). unfold joined in J. apply existsb_exists in J as (f & If & Jf). specialize (PE f If).
    rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq in Jf. rewrite !orb_true_iff, !N.eqb_eq in PE. apply N.eqb_eq.
    destruct Jf as [[F1 F2]|[F1 F2]]; rewrite F1, F2 in PE; destruct PE as [[?|?]|?]; congruence. }
  pose proof (split_count E P Q (seq 1 parts) C) as SC. eapply Nat.le_trans; [exact SC|]. unfold bound.
  assert (Sub : forall f, NoDup (ends_of (filter f E))).
  { intros f. apply NoDup_sub with E; auto; [apply NoDup_filter, NoDup_pairs; auto|]. intros x I. apply filter_In in I. tauto. }
  apply Nat.add_le_mono.
  - set (f := fun e : N * N => if N.eqb (part (fst e)) 0 then fst e else snd e).
    rewrite <- (map_length f). apply NoDup_incl_length.
    + apply NoDup_pick; auto. intros e. unfold f. destruct (N.eqb _ _); auto.
    + intros x I. apply in_map_iff in I as (e & <- & I). apply filter_In in I as [I Pe]. destruct (in_ends e E I) as [I1 I2]. apply O in I1, I2.
      apply in_part_spec. unfold f, P in *. destruct (N.eqb_spec (part (fst e)) 0); [intuition|]. simpl in Pe. apply N.eqb_eq in Pe. intuition.
  - clear SC C. induction (seq 1 parts) as [|i l IH]; [simpl; lia|]. cbn [map list_sum fold_right]. apply Nat.add_le_mono; [|apply IH].
    apply Nat.div_le_lower_bound; [lia|]. rewrite <- ends_length. apply NoDup_incl_length; auto.
    intros x I. apply in_cells in I as (h & Ih & I). unfold pair_family in Ih. apply in_map_iff in Ih as (e & <- & Ie).
    apply filter_In in Ie as [Ie Qe]. unfold Q in Qe. rewrite andb_true_iff, !N.eqb_eq in Qe. destruct (in_ends e E Ie) as [I1 I2]. apply O in I1, I2.
    apply in_part_spec. destruct I as [<-|[<-|[]]]; intuition.
Qed.

(** * The checker *)
Definition matchingb (S : N) (E : list (N * N)) : bool :=
  disjoint_pairs PS.empty E && forallb (fun e => joined g (fst e) (snd e)) E &&
  forallb (fun x => negb (has S x) && N.ltb x (vertices g)) (ends_of E).
Lemma matchingb_spec S E : matchingb S E = true -> matching S E.
Proof.
  unfold matchingb. rewrite !andb_true_iff, !forallb_forall. intros [[D J] O]. split; [|split]; auto.
  - now apply disjoint_pairs_spec in D.
  - intros x I. specialize (O x I). rewrite andb_true_iff, negb_true_iff, N.ltb_lt in O. auto.
Qed.
Definition startb (S v : N) : bool := N.ltb v (vertices g) && negb (has S v).
(** N: the matching has more edges than any that avoids v. *)
Definition covered_ok (S v : N) (E : list (N * N)) : bool :=
  startb S v && parts_ok && matchingb S E && (bound (N.setbit S v) <? length E).
(** P: a matching that avoids v is as large as any. *)
Definition exposed_ok (S v : N) (E : list (N * N)) : bool :=
  startb S v && parts_ok && matchingb (N.setbit S v) E && (bound S <=? length E).

Theorem covered_wins_game S v m E : covered_ok S v E = true ->
  forces (G := rules_here) (just m) (won m) (2 * length E) ([S; v], m).
Proof.
  unfold covered_ok, startb. rewrite !andb_true_iff, N.ltb_lt, negb_true_iff, Nat.ltb_lt. intros [[[[Lv Sv] PO] M] B].
  apply covered_wins; auto.
  - exists E. split; auto. now apply matchingb_spec.
  - intros (F & MF & K). apply bound_spec in MF; auto. lia.
Qed.
Theorem exposed_loses_game S v m E : exposed_ok S v E = true ->
  forces (G := rules_here) (just (other m)) (won (other m)) (Datatypes.S (2 * length E)) ([S; v], m).
Proof.
  unfold exposed_ok, startb. rewrite !andb_true_iff, N.ltb_lt, negb_true_iff, Nat.leb_le. intros [[[[Lv Sv] PO] M] B].
  apply exposed_loses; auto.
  - exists E. split; auto. now apply matchingb_spec.
  - intros (F & MF & K). apply bound_spec in MF; auto. lia.
Qed.
End Graph.

(** * The rule *)

Definition wins_statement (starter s : player) (plies : nat) : statement :=
  Force starter [s] [Won s] (Some (N.of_nat plies)).
Lemma wins_means i starter s plies : forces (G := game_of i) (just s) (won s) plies (start i starter) ->
  means i (wins_statement starter s plies).
Proof.
  intros F. simpl. eapply forces_Forces with (n := plies); [simpl; lia|].
  apply forces_side with (X := just s); [intros x; symmetry; apply only_just|]. eapply forces_more; [exact F|auto|].
  intros r. unfold won. simpl. destruct r as [[]|], s; simpl; auto.
Qed.
Lemma wins_ever i starter s n : forces (G := game_of i) (just s) (won s) n (start i starter) ->
  means i (Force starter [s] [Won s] None).
Proof.
  intros F. apply (entails_sound i (wins_statement starter s n)); [|now apply wins_means].
  simpl. destruct starter, s; reflexivity.
Qed.
Definition matching_statements (i : instance) (starter : player) (covered : bool) (E : list (N * N)) (parts : N) (part : list N) : list statement :=
  match i with
  | LastMove false (Geography g) [gone; v] =>
      let pt := index part in let f := fun u => match at_ pt u with Some k => k | None => 0%N end in
      if covered then
        if covered_ok g f (N.to_nat parts) gone v E then [wins_statement starter starter (2 * length E)] else []
      else if exposed_ok g f (N.to_nat parts) gone v E then [wins_statement starter (other starter) (S (2 * length E))] else []
  | _ => []
  end.
Definition matching_derive (i : instance) : reader (list statement) :=
  starter <- read_player; covered <- flag; E <- many (two one one); parts <- one; part <- row;
  ret (matching_statements i starter covered E parts part).
Lemma matching_true i starter covered E parts part : Forall (means i) (matching_statements i starter covered E parts part).
Proof.
  destruct i as [|[] r [|gone [|v [|]]]|]; try constructor; destruct r; try constructor. unfold matching_statements. destruct covered.
  - destruct (covered_ok _ _ _ _ _ _) eqn:C; constructor; [|constructor]. apply covered_wins_game with (m := starter) in C.
    now apply (wins_means (LastMove false (Geography g) [gone; v])).
  - destruct (exposed_ok _ _ _ _ _ _) eqn:C; constructor; [|constructor]. apply exposed_loses_game with (m := starter) in C.
    now apply (wins_means (LastMove false (Geography g) [gone; v])).
Qed.
Theorem matching_sound i s l s' : matching_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold matching_derive. intros H. read. apply matching_true. Qed.
Definition matching_rule : rule := Rule matching_derive matching_sound.

(** * Rule [starts]: the same for every start *)

(** The matching [E] decides what is won; each start of [missing], with a matching as large that avoids it, is lost. *)
Definition starts_statements (i : instance) (E : list (N * N)) (parts : N) (part : list N)
    (missing : list (N * list (N * N))) : list statement :=
  match i with
  | LastMove false (Geography g) [gone; _] =>
      let pt := index part in let f := fun u => match at_ pt u with Some k => k | None => 0%N end in
      let k := N.to_nat parts in let S := gone in
      let losing := map fst missing in let lost := mask losing in
      let winning := filter (fun v => negb (has S v) && negb (has lost v)) (below (vertices g)) in
      if forallb (fun v => covered_ok g f k S v E) winning && forallb (fun vF => exposed_ok g f k S (fst vF) (snd vF)) missing
      then [Starts winning losing] else []
  | _ => []
  end.
Definition starts_derive (i : instance) : reader (list statement) :=
  E <- many (two one one); parts <- one; part <- row; missing <- many (two one (many (two one one)));
  ret (starts_statements i E parts part missing).

Lemma wins_alone i s t n : forces (G := game_of i) (just t) (won t) n (start i s) ->
  Forces (same_player t) (same_result (Won t)) None (start i s).
Proof.
  intros F. eapply Forces_more with (k := None) (w := None); [| |reflexivity|exact (wins_ever i s t n F)]; [|intros r]; simpl.
  - intros a. rewrite orb_false_r. now destruct a, t.
  - rewrite orb_false_r. now destruct r as [[]|], t.
Qed.
Lemma starts_true i E parts part missing : Forall (means i) (starts_statements i E parts part missing).
Proof.
  destruct i as [|[] r [|S [|u [|]]]|]; try constructor; destruct r; try constructor. unfold starts_statements.
  match goal with |- context [if ?b then _ else _] => destruct b eqn:C end; [|constructor].
  rewrite andb_true_iff, !forallb_forall in C. destruct C as [W L]. constructor; [|constructor].
  set (f := fun u => match at_ (index part) u with Some k => k | None => 0%N end) in *.
  assert (ML : forall v, In v (map fst missing) -> exists F, exposed_ok g f (N.to_nat parts) S v F = true).
  { intros v I. apply in_map_iff in I as ([v' F] & E' & I). simpl in E'. subst v'. exists F. exact (L (v, F) I). }
  intros v. split.
  - unfold token_places. rewrite !filter_In, in_below, andb_true_iff, !negb_true_iff. split.
    + intros [Lv Gv]. destruct (has (mask (map fst missing)) v) eqn:H; [right; now apply mask_spec|tauto].
    + intros [?|I]; [tauto|]. destruct (ML v I) as (F & X). unfold exposed_ok, startb in X.
      rewrite !andb_true_iff, N.ltb_lt, negb_true_iff in X. tauto.
  - intros s. split; intros I.
    + eapply (wins_alone (LastMove false (Geography g) [S; v])), covered_wins_game. apply W, I.
    + destruct (ML v I) as (F & X). eapply (wins_alone (LastMove false (Geography g) [S; v])), exposed_loses_game, X.
Qed.
Theorem starts_sound i s l s' : starts_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold starts_derive. intros H. read. apply starts_true. Qed.
Definition starts_rule : rule := Rule starts_derive starts_sound.

(** * Rule [largest]: a matching with as many edges as the bound of a partition *)

Lemma left_matching_spec g S E : left_matching g S E <-> matching g S E.
Proof.
  unfold left_matching, matching, ends_of. rewrite pair_cells. split; intros [N H]; split; auto.
  - split; [intros e I; now apply H|]. intros x I. apply in_flat_map in I as (e & I & J). now apply (H e).
  - destruct H as [J O]. intros e I. split; auto. intros v K. apply O. apply in_flat_map. eauto.
Qed.
Definition largest_statements (i : instance) (E : list (N * N)) (parts : N) (part : list N) : list statement :=
  match i with
  | LastMove _ (Geography g) (gone :: _) =>
      let pt := index part in let f := fun u => match at_ pt u with Some k => k | None => 0%N end in
      if parts_ok g f (N.to_nat parts) && matchingb g gone E && (bound g f (N.to_nat parts) gone <=? length E)
      then [Largest_matching (N.of_nat (length E))] else []
  | _ => []
  end.
Definition largest_derive (i : instance) : reader (list statement) :=
  E <- many (two one one); parts <- one; part <- row; ret (largest_statements i E parts part).
Theorem largest_sound i s l s' : largest_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold largest_derive. intros H. read. unfold largest_statements.
  destruct i as [|misere r [|gone p]|]; try constructor; destruct r; try constructor.
  match goal with |- context [if ?b then _ else _] => destruct b eqn:C end; [|constructor].
  rewrite !andb_true_iff, Nat.leb_le in C. destruct C as [[PO M%matchingb_spec] B]. constructor; [|constructor]. split.
  - eexists. split; [apply left_matching_spec; exact M|reflexivity].
  - intros F MF%left_matching_spec. eapply bound_spec in MF; [|exact PO]. lia.
Qed.
Definition largest_rule : rule := Rule largest_derive largest_sound.
