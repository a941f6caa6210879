(** Rule [rounds]: a strategy as rounds, a move of the other side and the replies to it, in games of stones; a
    play need not be followed where the other can own no set any more, nor where stones fall and answering in the
    same column is enough (follow-up: Allis 1988). *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing Pairing Forcing.
Import ListNotations.

Section Rounds.
Context {G : game}.
Variable same : position G -> position G -> bool.
Hypothesis same_eq : forall p q, same p q = true -> p = q.
Variable X : player -> bool.
Variable R : result -> bool.
Variable known : position G -> option N.
Hypothesis known_right : forall p n, known p = Some n -> forces X R (N.to_nat n) p.

(** For each legal move: the numbers of the replies, and what follows (0: nothing has to; i + 1: round i). *)
Record round := Round { round_at : position G; answers_to : list (list N * N) }.
Fixpoint replied (t : table) (p : position G) (cs : list N) (i : N) : option N :=
  match over p with
  | Some r => if R r then Some 0%N else None
  | None =>
      if X (to_move p) then match cs with
        | c :: cs => match nth_error (moves p) (N.to_nat c) with Some m => option_map N.succ (replied t (play p m) cs i) | None => None end
        | [] => None
        end
      else if N.eqb i 0 then known p else leads same t (N.pred i) p
  end.
Fixpoint every_reply (t : table) (p : position G) (ms : list (move G)) (l : list (list N * N)) (longest : N) : option N :=
  match ms, l with
  | [], [] => Some longest
  | m :: ms, (cs, i) :: l => match replied t (play p m) cs i with Some n => every_reply t p ms l (N.max n longest) | None => None end
  | _, _ => None
  end.
Definition round_plies (t : table) (e : round) : option N :=
  let p := round_at e in
  match over p with
  | Some _ => None
  | None => if X (to_move p) || is_nil (moves p) then None else option_map N.succ (every_reply t p (moves p) (answers_to e) 0)
  end.
Fixpoint rounds_go (t : table) (i : N) (es : list round) : option table :=
  match es with
  | [] => Some t
  | e :: es => match round_plies t e with Some n => rounds_go (set_at t i (round_at e, n)) (N.succ i) es | None => None end
  end.

Notation right := (right X R).
Lemma replied_spec t cs : right t -> forall p i n, replied t p cs i = Some n -> forces X R (N.to_nat n) p.
Proof.
  intros H. induction cs as [|c cs IH]; intros p i n; simpl; destruct (over p) as [r|] eqn:O;
    try (destruct (R r) eqn:Rr; [intros [= <-]; eapply forces_over; eauto|discriminate]); destruct (X (to_move p)) eqn:T; try discriminate.
  - destruct (N.eqb i 0); [apply known_right|]. now apply leads_spec.
  - destruct (nth_error _ _) as [m|] eqn:E; [|discriminate]. destruct (replied t (play p m) cs i) as [k|] eqn:K; [|discriminate].
    intros [= <-]. rewrite N2Nat.inj_succ. eapply forces_own; eauto. eapply nth_error_In; eauto.
  - destruct (N.eqb i 0); [apply known_right|]. now apply leads_spec.
Qed.
Lemma every_reply_spec t p ms : right t -> forall l k n, every_reply t p ms l k = Some n ->
  (k <= n)%N /\ forall m, In m ms -> forces X R (N.to_nat n) (play p m).
Proof.
  intros H. induction ms as [|m ms IH]; intros [|[cs i] l] k n; simpl; try discriminate.
  - intros [= <-]. split; [lia|tauto].
  - destruct (replied t (play p m) cs i) as [a|] eqn:E1; [|discriminate]. intros E. apply IH in E as [L K].
    split; [lia|]. intros m' [<-|I]; auto. eapply forces_more; [eapply replied_spec; eauto|lia|auto].
Qed.
Lemma round_spec t e n : right t -> round_plies t e = Some n -> forces X R (N.to_nat n) (round_at e).
Proof.
  unfold round_plies. intros H. destruct (over _) eqn:O; [discriminate|]. destruct (_ || _) eqn:C; [discriminate|].
  apply orb_false_iff in C as [T N]. destruct (every_reply _ _ _ _ _) as [k|] eqn:E; [|discriminate]. intros [= <-]. rewrite N2Nat.inj_succ.
  apply forces_all; auto; [intros Z; rewrite Z in N; discriminate|]. intros m I. eapply every_reply_spec; eauto.
Qed.
Lemma rounds_spec es : forall t i t', right t -> rounds_go t i es = Some t' -> right t'.
Proof.
  induction es as [|e es IH]; simpl; intros t i t' H E; [now injection E as <-|]. destruct (round_plies t e) as [n|] eqn:K; [|discriminate].
  apply round_spec in K; auto. refine (IH _ _ _ _ E). intros j q b. rewrite at_set. destruct (N.eqb i j); [intros [= <- <-]; auto|apply H].
Qed.
Definition rounds_plies (p : position G) (cs : list N) (i : N) (es : list round) : option N :=
  match rounds_go nothing 0 es with Some t => replied t p cs i | None => None end.
Theorem rounds_forces p cs i es n : rounds_plies p cs i es = Some n -> forces X R (N.to_nat n) p.
Proof.
  unfold rounds_plies. destruct (rounds_go _ _ _) as [t|] eqn:E; [|discriminate]. apply rounds_spec in E; [|intros j q k; now rewrite at_nothing].
  now apply replied_spec.
Qed.

(** Where every play ends well, whatever is played. *)
Lemma drained (fine : position G -> Prop) (left : position G -> nat) :
  (forall p r, fine p -> over p = Some r -> R r = true) -> (forall p, fine p -> over p = None -> moves p <> []) ->
  (forall p m, fine p -> over p = None -> In m (moves p) -> fine (play p m) /\ left (play p m) < left p) ->
  forall n p, left p <= n -> fine p -> forces X R n p.
Proof.
  intros H1 H2 H3. induction n as [|n IH]; intros p L F; destruct (over p) as [r|] eqn:O; try (eapply forces_over; eauto; fail).
  - exfalso. destruct (moves p) as [|m l] eqn:M; [now apply (H2 p)|]. destruct (H3 p m F O) as [_ K]; [rewrite M; simpl; auto|lia].
  - destruct (X (to_move p)) eqn:T.
    + destruct (moves p) as [|m l] eqn:M; [exfalso; now apply (H2 p)|]. assert (I : In m (moves p)) by (rewrite M; simpl; auto).
      destruct (H3 p m F O I) as [F' K]. eapply forces_own; eauto. apply IH; [lia|auto].
    + apply forces_all; auto. intros m I. destruct (H3 p m F O I) as [F' K]. apply IH; [lia|auto].
Qed.
End Rounds.
Arguments Round {G}.

(** * Stones that fall *)

Definition falling_game (b : board) (columns : N) : game :=
  Game (list N * player) (list N * player) snd (fun '(p, _) => falling_end b p) (fun '(p, s) => falling_moves b columns s p) (fun _ q => q).

Section Falling.
Variable b : board.
Variable columns : N.
Hypothesis some_columns : (0 < columns)%N.
Hypothesis inside : on_board b.
Variable me : player.
Notation it := (other me).
Notation Gf := (falling_game b columns).
Variable R : result -> bool.
Hypothesis R_me : R (Won me) = true.

Definition lands (q : place) (c : cell) : Prop :=
  (c < size b)%N /\ free q c = true /\ ((size b <= c + columns)%N \/ free q (c + columns) = false).
Definition cast (q : place) : position Gf := ([firsts q; seconds q], turn q).
Lemma in_falling q m : In m (moves (g := Gf) (cast q)) <-> exists c, lands q c /\ m = cast (put c q).
Proof.
  unfold lands, cast. simpl. rewrite in_map_iff. unfold put. split.
  - intros (c & <- & I). apply filter_In in I as [I C]. apply in_cells_board in I. apply andb_true_iff in C as [F C].
    exists c. split; [split; [exact I|split; [exact F|]]|now destruct (turn q)]. apply orb_true_iff in C as [C|C]; [left; now apply N.leb_le|right; now apply negb_true_iff].
  - intros (c & (I & F & C) & ->). exists c. split; [now destruct (turn q)|]. apply filter_In. split; [now apply in_cells_board|].
    apply andb_true_iff. split; [exact F|]. apply orb_true_iff. destruct C as [C|C]; [left; now apply N.leb_le|right; now apply negb_true_iff].
Qed.
Lemma falling_over q : over (g := Gf) (cast q) = ends b q.
Proof. simpl. apply ends_turn; reflexivity. Qed.
Lemma some_lands q : full b q = false -> exists c, lands q c.
Proof.
  intros F. apply full_spec in F as (c & I & Fc). apply in_cells_board in I. remember (N.to_nat (size b - c)) as k eqn:K.
  revert c I Fc K. induction k as [k IH] using lt_wf_ind. intros c I Fc ->.
  destruct (N.le_gt_cases (size b) (c + columns)) as [L|L]; [exists c; split; auto|].
  destruct (free q (c + columns)) eqn:F; [|exists c; split; auto]. apply (IH (N.to_nat (size b - (c + columns)))) with (c := (c + columns)%N); auto. lia.
Qed.

(** The other owns no set any more. *)
Definition hopeless (q : place) : Prop := apart q /\ forall L, In L (wants b it) -> exists c, In c L /\ has (own q me) c = true.
Lemma hopeless_not q : hopeless q -> completed b q it = false.
Proof.
  intros [A H]. apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W). rewrite whole_spec in W.
  destruct (H L I) as (c & Ic & K). apply (apart_own q me c A) in K. rewrite W in K; auto. discriminate.
Qed.

Lemma fine_over q r : completed b q it = false -> (full b q = true -> completed b q me = false -> R (full_board b) = true) ->
  over (g := Gf) (cast q) = Some r -> R r = true.
Proof.
  intros C Fu. rewrite falling_over. intros E. destruct (completed b q me) eqn:M.
  - assert (K : ends b q = Some (Won me)) by (unfold ends; destruct me; simpl in *; rewrite ?M, ?C; auto). congruence.
  - assert (NC : forall s, completed b q s = false) by (intros s; destruct (player_cases me s); subst; auto).
    assert (F : full b q = true) by (unfold ends in E; rewrite !NC in E; destruct (full b q); congruence).
    rewrite ends_full in E by auto. injection E as <-. auto.
Qed.
Lemma goes_on q : over (g := Gf) (cast q) = None -> (forall s, completed b q s = false) /\ full b q = false.
Proof. rewrite falling_over. apply ends_none. Qed.

Lemma hopeless_good q : R (full_board b) = true -> hopeless q -> forces (G := Gf) (just me) R (room b q) (cast q).
Proof.
  intros RF H. apply (drained (just me) R (fun p => exists q, p = cast q /\ hopeless q) (fun p => match fst p with [A; B] => room b (Place A B First) | _ => 0 end)).
  - intros p r (q' & -> & H') O. eapply fine_over; [| |exact O]; auto. now apply hopeless_not.
  - intros p (q' & -> & H') O. apply goes_on in O as [_ O]. destruct (some_lands q' O) as (c & K). intros Z.
    assert (I : In (cast (put c q')) (moves (g := Gf) (cast q'))) by (apply in_falling; eauto). rewrite Z in I. destruct I.
  - intros p m (q' & -> & [A H']) O I. apply in_falling in I as (c & (L & F & _) & ->). simpl. split.
    + exists (put c q'). split; auto. split; [now apply apart_put|]. intros S IS. destruct (H' S IS) as (d & Id & K). exists d. split; auto.
      rewrite has_put, K. apply orb_true_r.
    + exact (room_put b c q' (proj2 (in_cells_board b c) L) F).
  - unfold cast. simpl. apply Nat.le_refl.
  - eauto.
Qed.

(** Pairs of cells, the second on top of the first; the other is to move. *)
Notation pairs := (list (cell * cell)).
Definition upper (P : pairs) c : Prop := exists l, In (l, c) P.
Definition outside_of (P : pairs) c : Prop := forall l u, In (l, u) P -> c <> l /\ c <> u.
Definition wins_by (q : place) (u : cell) : Prop := exists S, In S (wants b me) /\ forall c, In c S -> has (own q me) c = true \/ c = u.
Record column_pairs (winning : bool) (P : pairs) (q : place) : Prop := {
  p_apart : apart q;
  p_stand : forall l u, In (l, u) P -> free q l = true /\ free q u = true /\ (u + columns = l)%N /\ (l < size b)%N;
  p_differ : forall l u l' u', In (l, u) P -> In (l', u') P -> u <> l';
  p_lands : forall x, lands q x -> exists u, In (x, u) P;
  p_above : forall l u, In (l, u) P -> wins_by q u \/ (u < columns)%N \/ exists u', In ((u - columns)%N, u') P;
  p_stop : forall S, In S (wants b it) -> exists c, In c S /\
    (has (own q me) c = true \/ upper P c \/ (c < size b)%N /\ free q c = true /\ outside_of P c);
  p_win : winning = true -> (exists l u, In (l, u) P /\ wins_by q u) \/
    exists S, In S (wants b me) /\ forall c, In c S -> has (own q me) c = true \/ upper P c }.

Lemma pairs_not winning P q : column_pairs winning P q -> completed b q it = false.
Proof.
  intros J. apply not_true_iff_false. intros C. apply completed_spec in C as (S & I & W). rewrite whole_spec in W.
  assert (K : forall c, In c S -> free q c = true -> False).
  { intros c Ic F. pose proof (proj1 (free_own q c) F it) as N. rewrite (W c Ic) in N. discriminate. }
  destruct (p_stop _ _ _ J S I) as (c & Ic & [M|[(l & U)|(_ & F & _)]]); eauto.
  - apply (apart_own q me c (p_apart _ _ _ J)) in M. rewrite W in M; auto. discriminate.
  - destruct (p_stand _ _ _ J l c U) as (_ & F & _). eauto.
Qed.
Lemma full_pairs winning P q : column_pairs winning P q -> full b q = true -> P = [].
Proof.
  intros J F. destruct P as [|[l u] P]; auto. exfalso. destruct (p_stand _ _ _ J l u (or_introl eq_refl)) as (Fl & _ & _ & L).
  apply not_true_iff_false in F; auto. apply full_spec. exists l. split; auto. now apply in_cells_board.
Qed.
Lemma wins_more q q' u : (forall c, has (own q me) c = true -> has (own q' me) c = true) -> wins_by q u -> wins_by q' u.
Proof. intros M (S & I & A). exists S. split; auto. intros c Ic. destruct (A c Ic); auto. Qed.

Theorem follow_up winning : (winning = false -> R (full_board b) = true) ->
  forall n P q, room b q <= n -> turn q = it -> column_pairs winning P q -> forces (G := Gf) (just me) R n (cast q).
Proof.
  intros RF. induction n as [n IH] using lt_wf_ind. intros P q Rn T J. pose proof (pairs_not _ _ _ J) as NI.
  destruct (over (g := Gf) (cast q)) as [r|] eqn:O.
  { eapply forces_over; [exact O|]. eapply fine_over; [exact NI| |exact O]. intros F NM. destruct winning; [exfalso|auto].
    assert (PN : P = []) by (eapply full_pairs; eauto). destruct (p_win _ _ _ J eq_refl) as [(l & u & I & _)|(S & I & A)]; [subst; destruct I|].
    rewrite <- not_true_iff_false in NM. apply NM, completed_spec. exists S. split; auto. apply whole_spec. intros c Ic.
    destruct (A c Ic) as [|(l & U)]; auto. subst. destruct U. }
  apply goes_on in O as On. destruct On as [NC NF]. pose proof (some_lands q NF) as (x0 & K0).
  destruct K0 as [L0 [F0 K0]]. pose proof (room_put b x0 q (proj2 (in_cells_board b x0) L0) F0) as Rm. destruct n as [|n]; [lia|].
  apply (forces_all (G := Gf)); [exact O|simpl; rewrite T; unfold just; now destruct me| |].
  { intros Z. assert (I : In (cast (put x0 q)) (moves (g := Gf) (cast q))) by (apply in_falling; exists x0; split; [split; auto|auto]). rewrite Z in I. destruct I. }
  intros m I. apply in_falling in I as (l & Ll & ->). destruct (p_lands _ _ _ J l Ll) as (u & Pu). destruct Ll as (Sl & Fl & Cl).
  destruct (p_stand _ _ _ J l u Pu) as (_ & Fu & UL & _). assert (Su : (u < size b)%N) by lia.
  change (play (g := Gf) (cast q) (cast (put l q))) with (cast (put l q)). set (q1 := put l q).
  pose proof (room_put b l q (proj2 (in_cells_board b l) Sl) Fl) as R1. fold q1 in R1.
  assert (T1 : turn q1 = me) by (unfold q1; rewrite turn_put, T; apply other_other).
  assert (A1 : apart q1) by (apply apart_put; auto; exact (p_apart _ _ _ J)).
  assert (M1 : own q1 me = own q me) by (unfold q1; apply own_put_other; auto).
  assert (D1 : forall c, has (own q1 it) c = true -> c = l \/ has (own q it) c = true).
  { intros c. unfold q1. rewrite own_put_turn, has_set, orb_true_iff, N.eqb_eq by auto. intros [->|]; auto. }
  assert (Nul : u <> l) by lia.
  assert (Fu1 : free q1 u = true) by (unfold q1; rewrite free_put, Fu; apply negb_true_iff, N.eqb_neq; congruence).
  assert (NI1 : completed b q1 it = false).
  { apply not_true_iff_false. intros C. apply completed_spec in C as (S & IS & W). rewrite whole_spec in W.
    destruct (p_stop _ _ _ J S IS) as (c & Ic & H).
    assert (Q : c = l \/ has (own q it) c = true) by auto.
    destruct H as [M|[(l' & U)|(_ & F & Out)]].
    - rewrite <- M1 in M. apply (apart_own q1 me c A1) in M. rewrite W in M; auto. discriminate.
    - destruct Q as [->|Q]; [exact (p_differ _ _ _ J l' l l u U Pu eq_refl)|]. destruct (p_stand _ _ _ J l' c U) as (_ & F & _).
      pose proof (proj1 (free_own q c) F it). congruence.
    - destruct Q as [->|Q]; [destruct (Out l u Pu); congruence|]. pose proof (proj1 (free_own q c) F it). congruence. }
  assert (O1 : over (g := Gf) (cast q1) = None).
  { rewrite falling_over. unfold ends. assert (NC1 : forall s, completed b q1 s = false).
    { intros s. destruct (player_cases me s); subst; auto. unfold completed. rewrite M1. exact (NC me). }
    rewrite !NC1. replace (full b q1) with false; auto. symmetry. apply full_spec. exists u. split; auto. now apply in_cells_board. }
  assert (Lu1 : lands q1 u).
  { split; [exact Su|]. split; [exact Fu1|]. right. rewrite UL. unfold q1. rewrite free_put, N.eqb_refl. apply andb_false_r. }
  pose proof (room_put b u q1 (proj2 (in_cells_board b u) Su) Fu1) as R2. destruct n as [|n]; [lia|].
  apply (forces_own (G := Gf)) with (m := cast (put u q1)); [exact O1|simpl; rewrite T1; apply same_refl|apply in_falling; eauto|].
  change (play (g := Gf) (cast q1) (cast (put u q1))) with (cast (put u q1)). set (q2 := put u q1) in *.
  assert (M2 : forall c, has (own q2 me) c = (N.eqb u c || has (own q me) c)).
  { intros c. unfold q2. rewrite own_put_turn, has_set, M1 by auto. auto. }
  assert (D2 : own q2 it = own q1 it) by (unfold q2; apply own_put_other; now rewrite T1, other_other).
  assert (F2 : forall c, free q2 c = free q c && negb (N.eqb l c) && negb (N.eqb u c)) by (intros c; unfold q2, q1; rewrite !free_put; auto).
  assert (NI2 : completed b q2 it = false) by (unfold completed; rewrite D2; exact NI1).
  assert (MM : forall c, has (own q me) c = true -> has (own q2 me) c = true) by (intros c K; rewrite M2, K; apply orb_true_r).
  destruct (over (g := Gf) (cast q2)) as [r|] eqn:O2.
  { destruct (completed b q2 me) eqn:CM.
    - eapply forces_over; [exact O2|]. eapply fine_over; [exact NI2| |exact O2]. congruence.
    - eapply forces_over; [exact O2|]. eapply fine_over; [exact NI2| |exact O2]. intros Full NM.
      destruct winning; [exfalso|auto]. rewrite <- not_true_iff_false in NM. apply NM, completed_spec.
      assert (Only : forall l' u', In (l', u') P -> l' = l).
      { intros l' u' I'. destruct (p_stand _ _ _ J l' u' I') as (F' & _ & _ & S'). destruct (N.eq_dec l' l) as [|Ne]; auto. exfalso.
        apply not_true_iff_false in Full; auto. apply full_spec. exists l'. split; [now apply in_cells_board|]. rewrite F2, F'.
        replace (N.eqb l l') with false by (symmetry; apply N.eqb_neq; congruence). simpl. apply negb_true_iff, N.eqb_neq. exact (p_differ _ _ _ J l u l' u' Pu I'). }
      assert (SameU : forall l' u', In (l', u') P -> u' = u).
      { intros l' u' I'. pose proof (Only l' u' I') as ->. destruct (p_stand _ _ _ J l u' I') as (_ & _ & E & _). lia. }
      destruct (p_win _ _ _ J eq_refl) as [(l' & u' & I' & (S & IS & A))|(S & IS & A)]; exists S; split; auto; apply whole_spec; intros c Ic; rewrite M2.
      + apply SameU in I'. subst u'. destruct (A c Ic) as [-> | ->]; [apply orb_true_r|now rewrite N.eqb_refl].
      + destruct (A c Ic) as [-> |(l' & I')]; [apply orb_true_r|]. apply SameU in I'. subst c. now rewrite N.eqb_refl. }
  apply goes_on in O2 as [NC2 NF2].
  assert (NW : ~ wins_by q u).
  { intros (S & IS & A). pose proof (NC2 me) as N. rewrite <- not_true_iff_false in N. apply N, completed_spec. exists S. split; auto. apply whole_spec.
    intros c Ic. rewrite M2. destruct (A c Ic) as [-> | ->]; [apply orb_true_r|now rewrite N.eqb_refl]. }
  set (P' := filter (fun lu => negb (N.eqb (fst lu) l)) P).
  assert (InP : forall l' u', In (l', u') P' <-> In (l', u') P /\ l' <> l) by (intros l' u'; unfold P'; rewrite filter_In; cbn [fst]; rewrite negb_true_iff, N.eqb_neq; tauto).
  apply (IH n ltac:(lia) P'); [lia|unfold q2; now rewrite turn_put, T1|]. constructor.
  - apply apart_put; auto.
  - intros l' u' I'. apply InP in I' as [I' Ne]. destruct (p_stand _ _ _ J l' u' I') as (Fl' & Fu' & E & S'). rewrite !F2, Fl', Fu'.
    assert (u' <> l) by exact (p_differ _ _ _ J l' u' l u I' Pu). assert (u <> l') by exact (p_differ _ _ _ J l u l' u' Pu I').
    assert (u' <> u) by lia. repeat split; auto; simpl; rewrite ?andb_true_iff, !negb_true_iff, !N.eqb_neq; repeat split; congruence.
  - intros l1 u1 l2 u2 I1 I2. apply InP in I1 as [I1 _]. apply InP in I2 as [I2 _]. exact (p_differ _ _ _ J _ _ _ _ I1 I2).
  - intros x (Sx & Fx & Cx). rewrite F2, !andb_true_iff, !negb_true_iff, !N.eqb_neq in Fx. destruct Fx as [[Fx Nx] Nux].
    destruct (N.le_gt_cases (size b) (x + columns)) as [Lx|Lx].
    { destruct (p_lands _ _ _ J x) as (u' & I'); [split; auto|]. exists u'. apply InP. split; auto. }
    destruct (free q (x + columns)) eqn:Fq.
    + destruct Cx as [Cx|Cx]; [lia|]. rewrite F2, Fq in Cx. simpl in Cx. apply andb_false_iff in Cx. rewrite !negb_false_iff, !N.eqb_eq in Cx.
      destruct Cx as [Cx|Cx]; [lia|]. destruct (p_above _ _ _ J l u Pu) as [W|[W|(u' & I')]]; [contradiction|lia|].
      replace (u - columns)%N with x in I' by lia. exists u'. apply InP. split; auto.
    + destruct (p_lands _ _ _ J x) as (u' & I'); [split; auto|]. exists u'. apply InP. split; auto.
  - intros l' u' I'. apply InP in I' as [I' Ne]. destruct (p_stand _ _ _ J l' u' I') as (_ & Fu' & E & S').
    destruct (p_above _ _ _ J l' u' I') as [W|[W|(u2 & I2)]]; [left; eapply wins_more; eauto|auto|].
    destruct (N.lt_ge_cases u' columns) as [|Le]; auto. right; right. exists u2. apply InP. split; auto. intros Eq.
    destruct Cl as [Cl|Cl]; [lia|]. replace (l + columns)%N with u' in Cl by lia. congruence.
  - intros S IS. destruct (p_stop _ _ _ J S IS) as (c & Ic & H). exists c. split; auto. destruct H as [K|[(l' & U)|(Sc & Fc & Out)]].
    + left. auto.
    + destruct (N.eq_dec l' l) as [->|Ne].
      * left. destruct (p_stand _ _ _ J l c U) as (_ & _ & E & _). assert (c = u) by lia. subst. now rewrite M2, N.eqb_refl.
      * right; left. exists l'. apply InP. auto.
    + right; right. destruct (Out l u Pu) as [N1 N2]. split; auto. split.
      * rewrite F2, Fc. simpl. apply andb_true_iff. rewrite !negb_true_iff, !N.eqb_neq. split; congruence.
      * intros l' u' I'. apply InP in I' as [I' _]. auto.
  - intros W. destruct (p_win _ _ _ J W) as [(l' & u' & I' & Wu)|(S & IS & A)].
    + destruct (N.eq_dec l' l) as [->|Ne].
      * exfalso. destruct (p_stand _ _ _ J l u' I') as (_ & _ & E & _). assert (u' = u) by lia. subst. auto.
      * left. exists l', u'. split; [apply InP; auto|]. eapply wins_more; eauto.
    + right. exists S. split; auto. intros c Ic. destruct (A c Ic) as [K|(l' & U)]; auto. destruct (N.eq_dec l' l) as [->|Ne].
      * left. destruct (p_stand _ _ _ J l c U) as (_ & _ & E & _). assert (c = u) by lia. subst. now rewrite M2, N.eqb_refl.
      * right. exists l'. apply InP. auto.
Qed.
End Falling.

(** * Looked at *)

Section Looked_at.
Variable b : board.
Variable columns : N.
Hypothesis inside : on_board b.
Variable me : player.
Variable winning : bool.
Notation it := (other me).
Definition r_results : list result := if winning then [Won me] else [Won me; full_board b].
Definition r_good := among same_result r_results.
Variable mine its : list N.
Hypothesis mine_is : mine = map mask (wants b me).
Hypothesis its_is : its = map mask (wants b it).
Lemma r_good_me : r_good (Won me) = true.
Proof using. unfold r_good, r_results. destruct winning; simpl; now rewrite same_refl. Qed.
Lemma r_good_full : winning = false -> r_good (full_board b) = true.
Proof using.
  unfold r_good, r_results. intros ->. simpl. destruct (full_board b) as [s|]; simpl; [|reflexivity]. rewrite same_refl, orb_true_l. apply orb_true_r.
Qed.

Definition met_all (A : N) : bool := forallb (fun s => negb (N.eqb (N.land s A) 0)) its.
Lemma met_all_spec A L : met_all A = true -> In L (wants b it) -> exists c, In c L /\ has A c = true.
Proof.
  unfold met_all. rewrite forallb_forall. intros H I. specialize (H (mask L)). rewrite its_is in H. specialize (H (in_map mask _ _ I)).
  apply negb_true_iff, N.eqb_neq, nonzero_has in H as (c & K). rewrite has_land in K. apply andb_true_iff in K as [K1 K2]. apply mask_spec in K1. eauto.
Qed.
Lemma mask_within S A : N.ldiff (mask S) A = 0%N -> forall c, In c S -> has A c = true.
Proof.
  intros E c I. apply not_false_iff_true. intros N. assert (K : has (N.ldiff (mask S) A) c = true) by (rewrite has_ldiff, N, (proj2 (mask_spec S c) I); auto).
  now rewrite E, has_0 in K.
Qed.
Definition winsb (q : place) (u : cell) : bool := existsb (fun g => N.eqb (N.ldiff g (N.setbit (own q me) u)) 0) mine.
Fixpoint climb (fuel : list cell) (q : place) (l : cell) : list (cell * cell) :=
  match fuel with
  | [] => []
  | _ :: fuel => if N.ltb l columns then [] else let u := (l - columns)%N in
      (l, u) :: if winsb q u || N.ltb u columns then [] else climb fuel q (u - columns)
  end.
Definition landing (q : place) : list cell :=
  filter (fun c => free q c && (N.leb (size b) (c + columns) || negb (free q (c + columns)))) (every_cell b).
Definition pairs_fit (q : place) (P : list (cell * cell)) : bool :=
  let lower := mask (map fst P) in let upper := mask (map snd P) in let own := own q me in
  let never := N.ldiff (N.ones (size b)) (N.lor (N.lor (firsts q) (seconds q)) (N.lor lower upper)) in
  disjoint_sets (firsts q) (seconds q) &&
  forallb (fun lu => let '(l, u) := lu in free q l && free q u && N.eqb (u + columns) l && N.ltb l (size b) &&
    (winsb q u || N.ltb u columns || has lower (u - columns))) P &&
  N.eqb (N.land lower upper) 0 && forallb (has lower) (landing q) && met_all (N.lor own (N.lor upper never)) &&
  (negb winning || existsb (fun lu => winsb q (snd lu)) P || existsb (fun g => N.eqb (N.ldiff g (N.lor own upper)) 0) mine).
Lemma winsb_spec q u : winsb q u = true -> wins_by b me q u.
Proof.
  unfold winsb. rewrite existsb_exists, mine_is. intros (g & I & E). apply in_map_iff in I as (S & <- & I). apply N.eqb_eq in E. exists S. split; auto.
  intros c Ic. apply (mask_within _ _ E) in Ic. rewrite has_set, orb_true_iff, N.eqb_eq in Ic. intuition.
Qed.
Lemma in_lower (P : list (cell * cell)) c : has (mask (map fst P)) c = true <-> exists u, In (c, u) P.
Proof. rewrite mask_spec, in_map_iff. split; [intros ([l u] & <- & I); eauto|intros (u & I); exists (c, u); auto]. Qed.
Lemma in_upper (P : list (cell * cell)) c : has (mask (map snd P)) c = true <-> upper P c.
Proof. rewrite mask_spec, in_map_iff. split; [intros ([l u] & <- & I); exists l; auto|intros (l & I); exists (l, c); auto]. Qed.
Lemma pairs_fit_spec q P : pairs_fit q P = true -> column_pairs b columns me winning P q.
Proof.
  unfold pairs_fit. rewrite !andb_true_iff, !forallb_forall. intros [[[[[A S] D] L] M] W]. apply N.eqb_eq in D.
  assert (ST : forall l u, In (l, u) P -> (free q l = true /\ free q u = true /\ (u + columns = l)%N /\ (l < size b)%N) /\
    (winsb q u = true \/ (u < columns)%N \/ has (mask (map fst P)) (u - columns) = true)).
  { intros l u I. specialize (S _ I). rewrite !andb_true_iff, !orb_true_iff, N.eqb_eq, !N.ltb_lt in S. tauto. }
  constructor.
  - exact (disjoint_sets_spec _ _ A).
  - intros l u I. exact (proj1 (ST l u I)).
  - intros l u l' u' I I' E. assert (K : has (N.land (mask (map fst P)) (mask (map snd P))) u = true).
    { rewrite has_land. apply andb_true_iff. split; [apply in_lower; subst; eauto|apply in_upper; exists l; auto]. }
    now rewrite D, has_0 in K.
  - intros x (Sx & Fx & Cx). apply in_lower, L. unfold landing. apply filter_In. split; [now apply in_cells_board|]. rewrite Fx. apply orb_true_iff.
    destruct Cx as [Cx|Cx]; [left; now apply N.leb_le|right; now rewrite Cx].
  - intros l u I. destruct (ST l u I) as [_ [K|[K|K]]]; [left; now apply winsb_spec|auto|right; right; now apply in_lower].
  - intros S' I. destruct (met_all_spec _ S' M I) as (c & Ic & K). exists c. split; auto. rewrite !has_lor, !orb_true_iff in K.
    destruct K as [K|[K|K]]; [auto|right; left; now apply in_upper|right; right].
    rewrite has_ldiff, !has_lor, andb_true_iff, negb_true_iff, !orb_false_iff in K. destruct K as [K1 [[K2 K3] [K4 K5]]]. split; [|split].
    + destruct (N.lt_ge_cases c (size b)); auto. unfold has in K1. rewrite N.ones_spec_high in K1; [discriminate|auto].
    + unfold free. now rewrite K2, K3.
    + intros l u Ip. split; intros ->; [apply not_true_iff_false in K4; apply K4, in_lower; eauto|apply not_true_iff_false in K5; apply K5, in_upper; exists l; auto].
  - intros Wn. rewrite !orb_true_iff, !existsb_exists, Wn in W. destruct W as [[W|([l u] & I & W)]|(g & I & W)]; [discriminate|left; exists l, u; split; auto; now apply winsb_spec|right].
    rewrite mine_is in I. apply in_map_iff in I as (S' & <- & I). apply N.eqb_eq in W. exists S'. split; auto. intros c Ic.
    apply (mask_within _ _ W) in Ic. rewrite has_lor, orb_true_iff in Ic. destruct Ic as [|Ic]; auto. right. now apply in_upper.
Qed.
(** The plies of any play from [q] at most. *)
Definition hopelessb (A B : N) : bool := negb winning && disjoint_sets A B && met_all (match me with First => A | Second => B end).
Definition falling_known (p : list N * player) : option N :=
  match p with
  | ([A; B], s) => let q := Place A B s in
      if hopelessb A B || same_player s it && pairs_fit q (flat_map (climb (every_cell b) q) (landing q)) then Some (N.of_nat (room b q)) else None
  | _ => None
  end.
Lemma hopelessb_spec A B s : hopelessb A B = true -> winning = false /\ hopeless b me (Place A B s).
Proof.
  unfold hopelessb. rewrite !andb_true_iff, negb_true_iff. intros [[W D] M]. split; auto. split; [exact (disjoint_sets_spec _ _ D)|].
  intros L I. destruct (met_all_spec _ L M I) as (c & Ic & K). exists c. split; auto.
Qed.
Hypothesis some_columns : (0 < columns)%N.
Lemma falling_known_right p n : falling_known p = Some n -> forces (G := falling_game b columns) (just me) r_good (N.to_nat n) p.
Proof.
  destruct p as [[|A [|B [|]]] s]; try discriminate. unfold falling_known. destruct (_ || _) eqn:C; [|discriminate]. intros [= <-]. rewrite Nat2N.id.
  change (([A; B], s) : position (falling_game b columns)) with (cast b columns (Place A B s)). apply orb_true_iff in C as [C|C].
  - apply (hopelessb_spec A B s) in C as [W H]. apply hopeless_good; auto using r_good_me, r_good_full.
  - apply andb_true_iff in C as [T%same_player_eq C]. apply pairs_fit_spec in C.
    eapply follow_up; [exact some_columns|apply r_good_me|apply r_good_full|apply Nat.le_refl|exact T|exact C].
Qed.
End Looked_at.

(** * The rule *)

Definition read_round {P} (at_position : list N -> player -> P) : reader (P * list (list N * N)) :=
  p <- many one; s <- read_player; l <- many (two row one); ret (at_position p s, l).
Definition rounds_of {G : game} (l : list (position G * list (list N * N))) : list (@round G) := map (fun x => Round (fst x) (snd x)) l.
Definition same_stones (p q : list N * player) : bool := same_numbers (fst p) (fst q) && same_player (snd p) (snd q).
Lemma same_stones_eq p q : same_stones p q = true -> p = q.
Proof. unfold same_stones. destruct p, q. simpl. rewrite andb_true_iff, same_player_eq. intros [->%same_numbers_eq ->]. auto. Qed.
Definition rounds_statements (i : instance) (starter me : player) (winning : bool) (cs : list N) (t : N)
    (l : list ((list N * player) * list (list N * N))) : list statement :=
  match i with
  | Ruled (Falling_stones a columns) p =>
      let b := board_of a false in let G := falling_game b columns in
      if on_board_ok a false && N.ltb 0 columns then
        match rounds_plies (G := G) same_stones (just me) (r_good b me winning)
          (falling_known b columns me winning (map mask (wants b me)) (map mask (wants b (other me)))) (p, starter) cs t (rounds_of (G := G) l) with
        | Some n => [Force starter [me] (r_results b me winning) None]
        | None => []
        end
      else []
  | _ => []
  end.
Lemma rounds_true i starter me winning cs t l : Forall (means i) (rounds_statements i starter me winning cs t l).
Proof.
  destruct i as [| |[| |a columns| | |] p]; try constructor. unfold rounds_statements. cbv zeta. destruct (_ && _) eqn:C; [|constructor].
  apply andb_true_iff in C as [OB%on_board_spec Cs%N.ltb_lt]. destruct (rounds_plies _ _ _ _ _ _ _ _) as [n|] eqn:E; constructor; [|constructor].
  apply rounds_forces in E; [|exact same_stones_eq|intros q k K; eapply falling_known_right; eauto].
  simpl. eapply forces_Forces; [exact I|]. apply forces_side with (X := just me); [intros x; symmetry; apply only_just|]. exact E.
Qed.
Definition rounds_derive (i : instance) : reader (list statement) :=
  starter <- read_player; me <- read_player; winning <- flag; cs <- row; t <- one;
  l <- many (read_round (fun p s => (p, s))); ret (rounds_statements i starter me winning cs t l).
Theorem rounds_sound i s l s' : rounds_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold rounds_derive. intros H. read. apply rounds_true. Qed.
Definition rounds_rule : rule := Rule rounds_derive rounds_sound.
