(** Claims of the attacker: he wins wherever he owns some cells, the defender to move and short of his own
    sets (null moves and relevance zones: Thomsen 2000). *)
Require Import List Bool Arith NArith Lia FinFun.
From Gameproof Require Import Meaning Games Stream Rule Families Positional Stealing.
Import ListNotations.

Section Forced.
Variable b : board.
Variable att : player.
Hypothesis no_gift : won att (full_board b) = false.
Notation def := (other att).
Notation Gm := (positional b).
Hypothesis distinct_cells : forall S, In S (wants b def) -> NoDup S.

Definition want (i : nat) (S : list cell) : Prop := nth_error (wants b def) i = Some S.
Lemma want_in i S : want i S -> In S (wants b def). Proof. apply nth_error_In. Qed.
Definition lacks (p : place) (S : list cell) : nat := length (filter (fun c => negb (has (own p def) c)) S).
Definition fits (A T Z : N) (m : nat -> nat) (p : place) : Prop :=
  apart p /\ (forall c, has A c = true -> has (own p att) c = true) /\ (forall c, has T c = true -> has (own p def) c = true) /\
  (forall c, has Z c = true -> has (own p def) c = false) /\
  forall i S, want i S -> (forall c, In c S -> has (own p att) c = false) -> m i <= lacks p S.
(** Wherever the attacker owns A, the defender owns T and nothing of Z, and his sets lack m cells, the
    defender being to move, the attacker completes a set first. *)
Definition Claim (A T Z : N) (m : nat -> nat) : Prop :=
  forall p, turn p = def -> fits A T Z m p -> forces (G := Gm) (just att) (won att) (room b p) p.

Lemma won_end p : completed b p att = true -> completed b p def = false -> ends b p = Some (Won att).
Proof. unfold ends. destruct att; simpl; intros -> C; auto. now rewrite C. Qed.
Lemma not_yet p : apart p -> (forall S, In S (wants b def) -> (forall c, In c S -> has (own p att) c = false) -> 1 <= lacks p S) ->
  completed b p def = false.
Proof.
  intros A H. apply not_true_iff_false. intros C. apply completed_spec in C as (S & I & W). rewrite whole_spec in W.
  assert (L : 1 <= lacks p S).
  { apply H; auto. intros c Ic. pose proof (apart_own p def c A (W c Ic)) as K. now rewrite other_other in K. }
  unfold lacks in L. assert (E : filter (fun c => negb (has (own p def) c)) S = []).
  { clear -W. induction S as [|x S IH]; simpl; auto. rewrite (W x) by (simpl; auto). simpl. apply IH. intros; apply W; simpl; auto. }
  rewrite E in L. simpl in L. lia.
Qed.
Theorem complete_claim (s : list cell) (A : N) : In s (wants b att) -> (forall c, In c s -> has A c = true) -> Claim A 0 0 (fun _ => 1).
Proof.
  intros I H p T (Ap & HA & _ & _ & HM). apply forces_over with (r := Won att); [|simpl; apply same_refl].
  apply won_end; [|apply not_yet; auto; intros S J N; apply In_nth_error in J as (i & J); exact (HM i S J N)]. apply completed_spec. exists s. split; auto. apply whole_spec. auto.
Qed.

Lemma count_less (f : cell -> bool) S y : NoDup S ->
  length (filter f S) <= length (filter (fun c => f c && negb (N.eqb y c)) S) + (if meets y S then 1 else 0).
Proof.
  induction S as [|x S IH]; intros N; [simpl; lia|]. inversion N as [|? ? Nx N']; subst. specialize (IH N').
  simpl. destruct (N.eqb_spec y x) as [->|E].
  - assert (M : meets x S = false) by (apply not_true_iff_false; now rewrite meets_In). rewrite M in IH. simpl.
    rewrite andb_false_r. destruct (f x); simpl; lia.
  - rewrite andb_true_r. simpl. destruct (f x); simpl; lia.
Qed.

Theorem forced A T Z m : (forall i S, want i S -> 2 <= m i) ->
  (forall y, has T y = false -> has A y = false -> exists r A' T' Z' m', Claim A' T' Z' m' /\ In r (every_cell b) /\
     (forall c, has A' c = true -> c = r \/ has A c = true) /\ (forall c, has T' c = true -> (c = y /\ In y (every_cell b)) \/ has T c = true) /\
     (forall c, has Z' c = true \/ c = r -> (has Z c = true \/ has A c = true) /\ c <> y) /\
     forall i S, want i S -> (forall c, In c S -> has A' c = false /\ c <> r) -> m' i + (if meets y S then 1 else 0) <= m i) ->
  Claim A T Z m.
Proof.
  intros M2 H p Tp (Ap & HA & HT & HZ & HM).
  assert (ND : completed b p def = false) by (apply not_yet; auto; intros S J N; apply In_nth_error in J as (i & J); specialize (M2 i S J); specialize (HM i S J N); lia).
  destruct (completed b p att) eqn:CA.
  { apply forces_over with (r := Won att); [now apply won_end|simpl; apply same_refl]. }
  assert (NC : forall s, completed b p s = false) by (intros s; destruct (player_cases att s); subst; auto).
  (* the child's claim fits a position with at least these stones *)
  assert (FIT : forall y q r A' T' Z' m', apart q -> has (own q att) r = true ->
     (forall c, has (own p att) c = true -> has (own q att) c = true) ->
     (forall c, has (own p def) c = true -> has (own q def) c = true) ->
     (forall c, has (own q def) c = true -> has (own p def) c = true \/ c = y) ->
     (has T' y = true -> has (own q def) y = true) ->
     (forall c, has A' c = true -> c = r \/ has A c = true) -> (forall c, has T' c = true -> (c = y /\ In y (every_cell b)) \/ has T c = true) ->
     (forall c, has Z' c = true \/ c = r -> (has Z c = true \/ has A c = true) /\ c <> y) ->
     (forall i S, want i S -> (forall c, In c S -> has A' c = false /\ c <> r) -> m' i + (if meets y S then 1 else 0) <= m i) ->
     fits A' T' Z' m' q).
  { intros y q r A' T' Z' m' Aq Rq QA QD QD' QT KA KT KZ KM. split; auto. split; [|split; [|split]].
    - intros c Hc. destruct (KA c Hc) as [->|K]; auto.
    - intros c Hc. destruct (KT c Hc) as [[-> _]|K]; auto.
    - intros c Hc. apply not_true_iff_false. intros K. destruct (KZ c (or_introl Hc)) as [K1 K2].
      destruct (QD' c K) as [K3|]; auto. destruct K1 as [K1|K1]; [rewrite HZ in K3; auto; discriminate|].
      apply HA in K1. apply (apart_own _ _ _ Ap) in K1. congruence.
    - intros i S I N. assert (Np : forall c, In c S -> has (own p att) c = false).
      { intros c Ic. apply not_true_iff_false. intros K. apply QA in K. rewrite N in K; auto. discriminate. }
      specialize (HM i S I Np).
      assert (KS : m' i + (if meets y S then 1 else 0) <= m i).
      { apply (KM i S); auto. intros c Ic. split; [|intros ->; rewrite N in Rq; auto; discriminate].
        apply not_true_iff_false. intros K. destruct (KA c K) as [->|K']; [rewrite N in Rq; auto; discriminate|].
        apply HA in K'. rewrite Np in K'; auto. discriminate. }
      pose proof (count_less (fun c => negb (has (own p def) c)) S y (distinct_cells S (want_in i S I))) as CL. unfold lacks in *.
      assert (MO : length (filter (fun c => negb (has (own p def) c) && negb (N.eqb y c)) S) <= length (filter (fun c => negb (has (own q def) c)) S)).
      { clear -QD'. induction S as [|x S IH]; simpl; auto.
        destruct (has (own q def) x) eqn:E; simpl.
        - destruct (QD' x E) as [K| ->]; [rewrite K; simpl; auto|rewrite N.eqb_refl, andb_false_r; auto].
        - destruct (_ && _); simpl; lia. }
      lia. }
  assert (OWN : forall r q, In r (every_cell b) -> full b q = true -> has (own q def) r = false -> has (own q att) r = true).
  { intros r q I Fu N. destruct (full_true b q r Fu I) as (s & Hs). destruct (player_cases att s); subst; auto. congruence. }
  assert (NZ : forall r, (has Z r = true \/ has A r = true) -> has (own p def) r = false).
  { intros r [K|K]; auto. apply HA, (apart_own _ _ _ Ap) in K. auto. }
  destruct (full b p) eqn:Fu.
  - (* nothing is free: as if the defender had moved outside *)
    set (w := N.lor (N.lor A T) (N.lor (firsts p) (seconds p))). set (y := (size b + N.size w)%N).
    assert (Y : has w y = false).
    { unfold has. destruct w as [|k] eqn:E; [apply N.bits_0|]. apply N.bits_above_log2. unfold y. rewrite N.size_log2 by discriminate. lia. }
    unfold w, has in Y. rewrite !N.lor_spec, !orb_false_iff in Y. destruct Y as ((YA & YT) & YF & YS).
    destruct (H y YT YA) as (r & A' & T' & Z' & m' & C & Ir & KA & KT & KZ & KM).
    destruct (KZ r (or_intror eq_refl)) as [Kr Kry].
    assert (Rp : has (own p att) r = true) by (apply OWN; auto).
    apply C; auto. apply (FIT y p r A' T' Z' m'); auto. intros K. destruct (KT y K) as [[_ K']|K'].
    + apply in_cells_board in K'. unfold y in K'. lia.
    + apply HT in K'. auto.
  - assert (EN : ends b p = None) by (unfold ends; now rewrite !NC, Fu).
    apply full_spec in Fu as (d0 & Id0 & Fd0). pose proof (room_put b d0 p Id0 Fd0) as R0.
    destruct (room b p) as [|k] eqn:Rm; [lia|].
    apply (forces_all (G := Gm)); [exact EN| | |].
    + simpl. unfold just. rewrite Tp. now destruct att.
    + intros E. assert (K : In d0 (moves (g := Gm) p)) by (apply in_moves; auto). rewrite E in K. auto.
    + intros y Iy. apply in_moves in Iy as [Iy Fy]. pose proof (proj1 (free_own p y) Fy) as Fo.
      assert (YT : has T y = false) by (apply not_true_iff_false; intros K; apply HT in K; rewrite Fo in K; discriminate).
      assert (YA : has A y = false) by (apply not_true_iff_false; intros K; apply HA in K; rewrite Fo in K; discriminate).
      destruct (H y YT YA) as (r & A' & T' & Z' & m' & C & Ir & KA & KT & KZ & KM).
      destruct (KZ r (or_intror eq_refl)) as [Kr Kry]. pose proof (NZ r Kr) as Dr.
      simpl. set (p1 := put y p). pose proof (apart_put y p Ap Fy) as Ap1. pose proof (room_put b y p Iy Fy) as R1. fold p1 in Ap1, R1.
      assert (T1 : turn p1 = att) by (unfold p1; rewrite turn_put, Tp; apply other_other).
      assert (O1 : own p1 att = own p att) by (unfold p1; apply own_put_other; auto).
      assert (D1 : forall c, has (own p1 def) c = (N.eqb y c || has (own p def) c)).
      { intros c. unfold p1. rewrite own_put_turn by auto. apply has_set. }
      assert (ND1 : completed b p1 def = false).
      { apply not_yet; auto. intros S I' N. apply In_nth_error in I' as (i & I). rewrite O1 in N. specialize (HM i S I N). specialize (M2 i S I).
        pose proof (count_less (fun c => negb (has (own p def) c)) S y (distinct_cells S (want_in i S I))) as CL. unfold lacks in *.
        assert (E : filter (fun c => negb (has (own p1 def) c)) S = filter (fun c => negb (has (own p def) c) && negb (N.eqb y c)) S).
        { apply filter_ext. intros c. rewrite D1, negb_orb. apply andb_comm. }
        rewrite E. destruct (meets y S); lia. }
      assert (CA1 : completed b p1 att = false) by (unfold completed; rewrite O1; exact CA).
      assert (NC1 : forall s, completed b p1 s = false) by (intros s; destruct (player_cases att s); subst; auto).
      assert (D1r : has (own p1 def) r = false) by (rewrite D1, Dr, orb_false_r; apply N.eqb_neq; congruence).
      destruct (full b p1) eqn:Fu1.
      * exfalso. assert (F : fits A' T' Z' m' (pass p1)).
        { apply (FIT y (pass p1) r A' T' Z' m'); auto.
          - intros c. rewrite own_pass, O1. auto.
          - intros c. rewrite own_pass, D1. intros ->. apply orb_true_r.
          - intros c. rewrite own_pass, D1, orb_true_iff, N.eqb_eq. intros [->|K]; auto.
          - intros _. rewrite own_pass, D1, N.eqb_refl. auto. }
        assert (TP : turn (pass p1) = def) by (simpl; now rewrite T1).
        pose proof (C (pass p1) TP F) as K. assert (E : ends b (pass p1) = Some (full_board b)).
        { rewrite (ends_turn b _ p1) by reflexivity. apply ends_full; auto. }
        apply (forces_end b _ _ _ _ _ K) in E. congruence.
      * assert (EN1 : ends b p1 = None) by (unfold ends; now rewrite !NC1, Fu1).
        apply full_spec in Fu1 as (d & Id & Fd).
        assert (Q : exists e, In e (every_cell b) /\ free p1 e = true /\ (e = r \/ has (own p1 att) r = true)).
        { destruct (free p1 r) eqn:X; [exists r; auto|]. exists d. split; auto. split; auto. right.
          destruct (has (own p1 att) r) eqn:X1; auto. rewrite <- X. apply free_own. intros s. destruct (player_cases att s); subst; auto. }
        destruct Q as (e & Ie & Fe & Or). pose proof (room_put b e p1 Ie Fe) as R2. pose proof (apart_put e p1 Ap1 Fe) as Ap2.
        destruct k as [|k]; [lia|]. apply (forces_own (G := Gm)) with (m := e); [exact EN1|simpl; rewrite T1; apply same_refl|apply in_moves; auto|].
        simpl. assert (TP : turn (put e p1) = def) by (rewrite turn_put, T1; auto).
        assert (O2 : forall c, has (own (put e p1) att) c = (N.eqb e c || has (own p att) c)).
        { intros c. rewrite own_put_turn by auto. rewrite has_set, O1. auto. }
        assert (D2 : forall c, has (own (put e p1) def) c = has (own p1 def) c).
        { intros c. rewrite own_put_other; auto. now rewrite other_other. }
        eapply forces_more; [apply (C (put e p1) TP)|lia|auto].
        apply (FIT y (put e p1) r A' T' Z' m'); auto.
        -- rewrite O2. destruct Or as [->|K]; [rewrite N.eqb_refl; auto|]. rewrite O1 in K. rewrite K. apply orb_true_r.
        -- intros c K. rewrite O2, K. apply orb_true_r.
        -- intros c K. rewrite D2, D1, K. apply orb_true_r.
        -- intros c. rewrite D2, D1, orb_true_iff, N.eqb_eq. intros [->|K]; auto.
        -- intros _. rewrite D2, D1, N.eqb_refl. auto.
Qed.
End Forced.

(** * Symmetries *)

Lemma NoDup_below n : NoDup (below n).
Proof.
  unfold below. apply Injective_map_NoDup; [|apply seq_NoDup]. intros x y E. now apply Nat2N.inj.
Qed.

Section Symmetry.
Variable b : board.
Variable att : player.
Notation def := (other att).
Notation Gm := (positional b).
Hypothesis no_gift : won att (full_board b) = false.
Hypothesis distinct_cells : forall S, In S (wants b def) -> NoDup S.
Hypothesis inside : on_board b.

(** [P] takes cells to cells, [R] back; the sets that a player wants come from sets that he wants, and
    those of the attacker go to such. *)
Record symmetry (P R : cell -> cell) : Prop := {
  to_board : forall c, (c < size b)%N -> (P c < size b)%N;
  from_board : forall c, (c < size b)%N -> (R c < size b)%N;
  to_from : forall c, (c < size b)%N -> P (R c) = c;
  from_to : forall c, (c < size b)%N -> R (P c) = c;
  sets_from : forall s L, In L (wants b s) -> exists K, In K (wants b s) /\ forall c, In c K -> In (P c) L;
  sets_to : forall K, In K (wants b att) -> exists L, In L (wants b att) /\ forall d, In d L -> exists c, In c K /\ d = P c }.
Variable P R : cell -> cell.
Hypothesis Sym : symmetry P R.

Definition related (p q : place) : Prop :=
  turn p = turn q /\ forall s c, (c < size b)%N -> has (own q s) (P c) = has (own p s) c.
Lemma related_completed p q s : related p q -> completed b q s = true -> completed b p s = true.
Proof.
  intros [_ E] C. apply completed_spec in C as (L & I & W). rewrite whole_spec in W.
  destruct (sets_from _ _ Sym s L I) as (K & IK & J). apply completed_spec. exists K. split; auto. apply whole_spec.
  intros c Ic. rewrite <- E; auto. apply in_cells_board, (inside s K); auto.
Qed.
Lemma related_won p q : related p q -> completed b p att = true -> completed b q att = true.
Proof.
  intros [_ E] C. apply completed_spec in C as (K & I & W). rewrite whole_spec in W.
  destruct (sets_to _ _ Sym K I) as (L & IL & J). apply completed_spec. exists L. split; auto. apply whole_spec.
  intros d Id. destruct (J d Id) as (c & Ic & ->). rewrite E; auto. apply in_cells_board, (inside att K); auto.
Qed.
Lemma related_free p q c : related p q -> (c < size b)%N -> free q (P c) = free p c.
Proof. intros [_ E] L. unfold free. pose proof (E First c L) as E1. pose proof (E Second c L) as E2. simpl in E1, E2. now rewrite E1, E2. Qed.
Lemma related_move p q d : related p q -> In d (every_cell b) -> free q d = true ->
  In (R d) (every_cell b) /\ free p (R d) = true /\ P (R d) = d.
Proof.
  intros E I F. apply in_cells_board in I. pose proof (from_board _ _ Sym d I) as J. split; [now apply in_cells_board|].
  rewrite <- (related_free p q) by auto. rewrite (to_from _ _ Sym) by auto. auto.
Qed.
Lemma related_put p q c : related p q -> (c < size b)%N -> related (put c p) (put (P c) q).
Proof.
  intros [T E] L. split; [now rewrite !turn_put, T|]. intros s d Ld. rewrite !has_put, T, E by auto.
  replace (N.eqb (P c) (P d)) with (N.eqb c d); auto. destruct (N.eqb_spec c d) as [->|Ne]; [now rewrite N.eqb_refl|].
  symmetry. apply N.eqb_neq. intros K. apply Ne. rewrite <- (from_to _ _ Sym c), <- (from_to _ _ Sym d) by auto. now rewrite K.
Qed.
Lemma related_goes_on p q : related p q -> ends b p = None -> ends b q = None.
Proof.
  intros E O. apply (ends_none b) in O as [NC NF].
  assert (NC' : forall s, completed b q s = false).
  { intros s. apply not_true_iff_false. intros C. apply (related_completed p q s E) in C. now rewrite NC in C. }
  apply full_spec in NF as (c & Ic & Fc). assert (Lc : (c < size b)%N) by now apply in_cells_board.
  assert (NF : full b q = false).
  { apply full_spec. exists (P c). split; [apply in_cells_board, (to_board _ _ Sym); auto|]. now rewrite (related_free p q). }
  unfold ends. now rewrite !NC', NF.
Qed.
Lemma related_forces n p : forces (G := Gm) (just att) (won att) n p -> forall q, related p q ->
  forces (G := Gm) (just att) (won att) n q.
Proof.
  induction 1 as [n p r O r1|n p m O T I F IH|n p O T N F IH]; intros q E.
  - assert (W : completed b p att = true /\ (att = Second -> completed b p First = false)).
    { simpl in O. unfold ends in O. destruct (completed b p First) eqn:C1.
      - injection O as <-. unfold won in r1. apply same_result_eq in r1. injection r1 as Ea. rewrite Ea. split; auto. discriminate.
      - destruct (completed b p Second) eqn:C2.
        + injection O as <-. unfold won in r1. apply same_result_eq in r1. injection r1 as Ea. rewrite Ea. auto.
        + destruct (full b p); [|discriminate]. injection O as <-. congruence. }
    destruct W as [W W']. apply forces_over with (r := Won att); [|simpl; apply same_refl].
    pose proof (related_won p q E W) as Wq. simpl. unfold ends. destruct att eqn:Ea; [now rewrite Wq|].
    destruct (completed b q First) eqn:C; [|now rewrite Wq]. apply (related_completed p q _ E) in C. rewrite W' in C; [discriminate|reflexivity].
  - apply in_moves in I as [Im Fm]. assert (Lm : (m < size b)%N) by now apply in_cells_board.
    apply (forces_own (G := Gm)) with (m := P m).
    + simpl in O |- *. now apply (related_goes_on p).
    + destruct E as [E _]. simpl in T |- *. now rewrite <- E.
    + apply in_moves. split; [apply in_cells_board, (to_board _ _ Sym); auto|]. now rewrite (related_free p q).
    + apply IH. now apply related_put.
  - apply (forces_all (G := Gm)).
    + simpl in O |- *. now apply (related_goes_on p).
    + destruct E as [E _]. simpl in T |- *. now rewrite <- E.
    + destruct (moves (g := Gm) p) as [|c l] eqn:M; [congruence|]. assert (I : In c (moves (g := Gm) p)) by (rewrite M; simpl; auto).
      apply in_moves in I as [Ic Fc]. assert (Lc : (c < size b)%N) by now apply in_cells_board. intros Z.
      assert (J : In (P c) (moves (g := Gm) q)).
      { apply in_moves. split; [apply in_cells_board, (to_board _ _ Sym); auto|]. now rewrite (related_free p q). }
      rewrite Z in J. destruct J.
    + intros d I. apply in_moves in I as [Id Fd]. destruct (related_move p q d E Id Fd) as (Ir & Fr & Q). rewrite <- Q.
      apply (IH (R d)); [now apply in_moves|]. apply related_put; auto. now apply in_cells_board.
Qed.

Definition back (p : place) : place :=
  let pull A := mask (filter (fun c => has A (P c)) (every_cell b)) in Place (pull (firsts p)) (pull (seconds p)) (turn p).
Lemma has_back p s c : has (own (back p) s) c = true <-> (c < size b)%N /\ has (own p s) (P c) = true.
Proof. destruct s; simpl; rewrite mask_spec, filter_In, (in_cells_board b c); tauto. Qed.
Lemma back_related p : related (back p) p.
Proof. split; auto. intros s c L. apply eq_true_iff_eq. rewrite has_back. tauto. Qed.
Lemma back_room p : room b (back p) <= room b p.
Proof.
  unfold room. rewrite <- (map_length P). apply NoDup_incl_length.
  - assert (ND : NoDup (filter (free (back p)) (every_cell b))) by apply NoDup_filter, NoDup_below.
    assert (IN : forall c, In c (filter (free (back p)) (every_cell b)) -> (c < size b)%N).
    { intros c I. apply filter_In in I as [I _]. now apply in_cells_board. }
    induction (filter _ _) as [|c l IHl]; simpl; [constructor|]. inversion ND; subst. constructor.
    + intros I. apply in_map_iff in I as (d & Q & I). assert (d = c); [|congruence].
      rewrite <- (from_to _ _ Sym d), <- (from_to _ _ Sym c); simpl in IN; auto. now rewrite Q.
    + apply IHl; auto. intros d I. apply IN. simpl; auto.
  - intros d I. apply in_map_iff in I as (c & <- & I). apply filter_In in I as [I F].
    assert (L : (c < size b)%N) by now apply in_cells_board. apply filter_In. split; [apply in_cells_board, (to_board _ _ Sym); auto|].
    now rewrite (related_free (back p) p c (back_related p) L).
Qed.
Theorem claim_image A T Z m A' T' Z' m' : Claim b att A T Z m ->
  (forall c, has A c = true -> (c < size b)%N /\ has A' (P c) = true) ->
  (forall c, has T c = true -> (c < size b)%N /\ has T' (P c) = true) ->
  (forall c, has Z c = true -> (c < size b)%N -> has Z' (P c) = true) ->
  (forall i S, want b att i S -> exists j L, want b att j L /\ m i <= m' j /\ forall d, In d L -> exists c, In c S /\ d = P c) ->
  Claim b att A' T' Z' m'.
Proof.
  intros C IA IT IZ IM p Tp (Ap & HA & HT & HZ & HM). apply forces_more with (R := won att) (n := room b (back p)); [|apply back_room|auto].
  apply (related_forces _ (back p)); [|apply back_related]. apply C; [exact Tp|]. split; [|split; [|split; [|split]]].
  - intros c H. assert (H' : has (own (back p) First) c = true) by exact H. apply has_back in H' as [L H'].
    apply not_true_iff_false. intros K. assert (K' : has (own (back p) Second) c = true) by exact K. apply has_back in K' as [_ K'].
    apply Ap in H'. simpl in K'. congruence.
  - intros c H. apply has_back. destruct (IA c H). auto.
  - intros c H. apply has_back. destruct (IT c H). auto.
  - intros c H. apply not_true_iff_false. intros K. apply has_back in K as [L K]. rewrite (HZ (P c)) in K; [discriminate|]. auto.
  - intros i S W N. destruct (IM i S W) as (j & L & WL & LE & J).
    assert (SB : forall c, In c S -> (c < size b)%N) by (intros c Ic; apply in_cells_board, (inside def S); [exact (want_in b att i S W)|auto]).
    assert (LK : lacks att p L <= lacks att (back p) S).
    { unfold lacks. rewrite <- (map_length P (filter _ S)). apply NoDup_incl_length; [apply NoDup_filter, distinct_cells; exact (want_in b att j L WL)|].
      intros d I. apply filter_In in I as [I F]. destruct (J d I) as (c & Ic & ->). apply in_map, filter_In. split; auto.
      apply negb_true_iff in F. apply negb_true_iff, not_true_iff_false. intros K. apply has_back in K as [_ K]. congruence. }
    assert (HM' : m' j <= lacks att p L).
    { apply (HM j L WL). intros d Id. destruct (J d Id) as (c & Ic & ->). apply not_true_iff_false. intros K.
      specialize (N c Ic). rewrite <- not_true_iff_false in N. apply N, has_back. auto. }
    lia.
Qed.
End Symmetry.
