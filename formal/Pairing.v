(** Rule [pairs]: whoever answers in the pair gets a cell of every set that contains a pair
    (Hales, Jewett 1963). *)
Require Import List Bool Arith NArith Lia MSetPositive.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing.
Import ListNotations.
Module PS := PositiveSet.

Fixpoint disjoint_pairs (seen : PS.t) (ps : list (cell * cell)) : bool :=
  match ps with
  | [] => true
  | (a, b) :: ps => let seen1 := PS.add (key a) seen in
      if negb (PS.mem (key a) seen) && negb (PS.mem (key b) seen1) then disjoint_pairs (PS.add (key b) seen1) ps else false
  end.
Lemma disjoint_pairs_spec ps : forall seen, disjoint_pairs seen ps = true ->
  NoDup (cells_of (pair_family ps)) /\ forall c, In c (cells_of (pair_family ps)) -> ~ PS.In (key c) seen.
Proof.
  induction ps as [|[a b] ps IH]; simpl; intros seen H; [split; [constructor|intros c []]|].
  destruct (_ && _) eqn:H0; [|discriminate]. apply andb_true_iff in H0 as [H1 H2].
  apply negb_true_iff in H1, H2. apply IH in H as [ND Out]. unfold cells_of in *; simpl.
  assert (A : ~ PS.In (key a) seen) by (intros K; apply PS.mem_spec in K; congruence).
  assert (B : ~ PS.In (key b) (PS.add (key a) seen)) by (intros K; apply PS.mem_spec in K; congruence).
  assert (Oa : forall c, In c (concat (pair_family ps)) -> c <> a /\ c <> b /\ ~ PS.In (key c) seen).
  { intros c I. specialize (Out c I). rewrite !PS.add_spec in Out. repeat split; intros E; subst; tauto. }
  split.
  - constructor; [|constructor]; auto.
    + intros [E|I]; [|now apply Oa in I]. subst. apply B. apply PS.add_spec. auto.
    + intros I. now apply Oa in I.
  - intros c [<-|[<-|I]]; auto; [|apply Oa; auto]. intros K. apply B. apply PS.add_spec. auto.
Qed.

(** [ps] has, for each set that [other s] wants and in which [s] has no stone, a pair inside, in the
    order of the sets, or as the numbers [owner] say. *)
Definition meets_both (L : list cell) (ab : cell * cell) : bool := meets (fst ab) L && meets (snd ab) L.
Definition inside_each (blocked : list cell -> bool) : list (list cell) -> list (cell * cell) -> bool :=
  fix go sets ps := match sets with
  | [] => true
  | L :: sets => if blocked L then go sets ps else
      match ps with
      | ab :: ps => if meets_both L ab then go sets ps else false
      | [] => false
      end
  end.
Lemma inside_each_spec blocked sets : forall ps, inside_each blocked sets ps = true -> forall L, In L sets ->
  blocked L = true \/ exists ab, In ab ps /\ incl [fst ab; snd ab] L.
Proof.
  induction sets as [|K sets IH]; simpl; intros ps H L I; [tauto|].
  destruct (blocked K) eqn:B; [destruct I as [<-|I]; eauto|].
  destruct ps as [|ab ps]; [discriminate|]. destruct (meets_both K ab) eqn:M; [|discriminate]. destruct I as [<-|I].
  - right. exists ab. split; simpl; auto. unfold meets_both in M. rewrite andb_true_iff, !meets_In in M.
    intros x [<-|[<-|[]]]; tauto.
  - destruct (IH ps H L I) as [|(ab' & J & Inc)]; auto. right. exists ab'. simpl; auto.
Qed.
Fixpoint chosen (t : PM.t (cell * cell)) (owner : list N) (done : list (cell * cell)) : list (cell * cell) :=
  match owner with
  | [] => rev_append done []
  | k :: owner => match at_ t k with Some ab => chosen t owner (ab :: done) | None => rev_append done [] end
  end.
Lemma chosen_spec ps owner : forall done, incl done ps -> incl (chosen (index ps) owner done) ps.
Proof.
  induction owner as [|k owner IH]; simpl; intros done I.
  - rewrite rev_append_rev, app_nil_r. intros x J. apply in_rev in J. auto.
  - destruct (at_ _ k) as [ab|] eqn:E.
    + apply IH. intros x [<-|J]; auto. apply index_spec in E. eapply nth_error_In; eauto.
    + rewrite rev_append_rev, app_nil_r. intros x J. apply in_rev in J. auto.
Qed.

Definition blocked (p : place) (s : player) (L : list cell) : bool := existsb (has (own p s)) L.
Definition pairs_ok (b : board) (p : place) (s : player) (ps : list (cell * cell)) (owner : option (list N)) : bool :=
  disjoint_pairs PS.empty ps && forallb (fun ab => free p (fst ab) && free p (snd ab)) ps &&
  inside_each (blocked p s) (wants b (other s)) (match owner with Some l => chosen (index ps) l [] | None => ps end).

Lemma pairs_spec b p s ps owner : pairs_ok b p s ps owner = true ->
  NoDup (cells_of (pair_family ps)) /\ (forall ab, In ab ps -> free p (fst ab) = true /\ free p (snd ab) = true) /\
  forall L, In L (wants b (other s)) -> (exists c, In c L /\ has (own p s) c = true) \/ exists ab, In ab ps /\ incl [fst ab; snd ab] L.
Proof.
  unfold pairs_ok. rewrite !andb_true_iff, forallb_forall. intros ((D & F) & I).
  apply disjoint_pairs_spec in D as [ND _]. split; auto. split.
  - intros ab J. now apply andb_true_iff, F.
  - intros L J. destruct (inside_each_spec _ _ _ I L J) as [B|(ab & K & Inc)].
    + left. now apply existsb_exists in B.
    + right. exists ab. split; auto. destruct owner as [l|]; auto. revert K. apply chosen_spec. intros x [].
Qed.

(** Each cube's lines are on the board; others are looked at. *)
Definition on_board_ok (a : shape) (weak : bool) : bool :=
  match a with Cube _ _ => true | _ => on_boardb (board_of a weak) end.
Lemma on_board_spec a weak : on_board_ok a weak = true -> on_board (board_of a weak).
Proof. destruct a; simpl; [intros _; apply lines_on_board| | |]; apply on_boardb_spec. Qed.

Definition pairs_statements (i : instance) (starter s : player) (ps : list (cell * cell)) (owner : option (list N)) : list statement :=
  match i with
  | Positional a weak first second =>
      let p := Place (mask first) (mask second) starter in let b := board_of a weak in
      if on_board_ok a weak && apartb p && pairs_ok b p s ps owner
      then [holds_statement b (other s) starter; Paired false (other s) true] else []
  | _ => []
  end.
Definition pairs_derive (i : instance) : reader (list statement) :=
  starter <- read_player; s <- read_player; ps <- many (two one one); given <- flag; owner <- row;
  ret (pairs_statements i starter s ps (if given then Some owner else None)).

Lemma pairs_true i starter s ps owner : Forall (means i) (pairs_statements i starter s ps owner).
Proof.
  destruct i as [a weak first second| |]; try constructor. unfold pairs_statements.
  destruct (_ && _ && _) eqn:E; [|constructor]. rewrite !andb_true_iff in E.
  destruct E as [[OB%on_board_spec A%apartb_spec] P%pairs_spec]. destruct P as (ND & Fr & In_).
  constructor; [|constructor; [|constructor]].
  - apply holds_means with (F := pair_family ps); auto.
    + now apply stopped_pairs.
    + intros L I. rewrite other_other. destruct (In_ L I) as [K|(ab & J & Inc)]; auto. right.
      exists [fst ab; snd ab]. split; [unfold pair_family; apply in_map_iff; eauto|]. split; auto.
      destruct (Fr ab J) as [F1 F2]. rewrite free_own in F1, F2. intros c [<-|[<-|[]]]; auto.
  - simpl. exists ps. rewrite <- pair_cells. split; auto. split; [exact Fr|]. intros L I N.
    rewrite other_other in N. destruct (In_ L I) as [(c & Ic & Hc)|(ab & J & Inc)].
    + specialize (N c Ic). destruct s; simpl in *; congruence.
    + exists ab. split; auto. split; apply Inc; simpl; auto.
Qed.
Theorem pairs_sound i s l s' : pairs_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold pairs_derive. intros H. read. apply pairs_true. Qed.
Definition pairs_rule : rule := Rule pairs_derive pairs_sound.
