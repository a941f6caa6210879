(** Rule [answers]: who answers each move of the other completes a set before him, or keeps him from
    it. A node says what it needs of a position, and so stands for many: all that the other may own, what the
    player who answers owns at least, and which of the other's sets may be without a stone of his. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing Pairing Hold Forcing Potential.
Import ListNotations.

Section Answering.
Variable b : board.
Variable me : player.
Variable good : result -> bool.
Notation it := (other me).
Notation Gm := (positional b).
Hypothesis good_me : good (Won me) = true.
Hypothesis inside : on_board b.

Notation want := (want b me).
Record suits (V H L : N) (p : place) : Prop := Suits {
  s_apart : apart p;
  s_most : forall c, has (own p it) c = true -> has V c = true;
  s_least : forall c, has H c = true -> has (own p me) c = true;
  s_met : forall i S, want i S -> has L (N.of_nat i) = false -> exists c, In c S /\ has (own p me) c = true;
  s_not : completed b p it = false }.
(** Where the board is full the result is good, or a set of his is whole. *)
Definition sure (V H : N) : Prop := good (full_board b) = true \/
  exists S, In S (wants b me) /\ forall c, In c S -> has H c = true \/ has V c = false.
Definition shown (t : player) (V H L : N) : Prop := sure V H /\
  forall p, turn p = t -> suits V H L p -> forces (G := Gm) (just me) good (room b p) p.

Lemma won_at p : completed b p me = true -> completed b p it = false -> ends b p = Some (Won me).
Proof. unfold ends. destruct me; simpl; intros -> C; auto. now rewrite C. Qed.
Lemma fine_end V H L p r : sure V H -> suits V H L p -> ends b p = Some r -> good r = true.
Proof.
  intros Su Fi E. destruct (completed b p me) eqn:C.
  { rewrite (won_at p C (s_not _ _ _ _ Fi)) in E. now injection E as <-. }
  assert (NC : forall s, completed b p s = false) by (intros s; destruct (player_cases me s); subst; auto; exact (s_not _ _ _ _ Fi)).
  assert (F : full b p = true) by (unfold ends in E; rewrite !NC in E; destruct (full b p); congruence).
  rewrite ends_full in E by auto. injection E as <-. destruct Su as [G|(S & I & A)]; auto. exfalso.
  rewrite <- not_true_iff_false in C. apply C, completed_spec. exists S. split; auto. apply whole_spec. intros c Ic.
  destruct (A c Ic) as [K|K]; [eapply s_least; eauto|]. destruct (full_true b p c F (inside me S c I Ic)) as (s & Hs).
  destruct (player_cases me s); subst; auto. apply (s_most _ _ _ _ Fi) in Hs. congruence.
Qed.

Lemma shown_whole t V H L S : In S (wants b me) -> (forall c, In c S -> has H c = true) -> shown t V H L.
Proof.
  intros I A. split; [right; exists S; auto|]. intros p _ Fi. apply forces_over with (r := Won me); auto.
  apply won_at; [|exact (s_not _ _ _ _ Fi)]. apply completed_spec. exists S. split; auto. apply whole_spec. intros c Ic. eapply s_least; eauto.
Qed.
Lemma shown_more t V H L V' H' L' : shown t V' H' L' -> (forall c, has V c = true -> has V' c = true) ->
  (forall c, has H' c = true -> has H c = true) ->
  (forall i S, want i S -> has L' (N.of_nat i) = false -> has L (N.of_nat i) = false \/ exists c, In c S /\ has H c = true) ->
  shown t V H L.
Proof.
  intros [Su C] HV HH HL. split.
  - destruct Su as [G|(S & I & A)]; [left; auto|right]. exists S. split; auto. intros c Ic. destruct (A c Ic) as [K|K]; auto.
    right. apply not_true_iff_false. intros Q. apply HV in Q. congruence.
  - intros p T [A M Le Me No]. apply C; auto. constructor; auto. intros i S W N. destruct (HL i S W N) as [K|(c & Ic & K)]; eauto.
Qed.

(** A stone of [me] anywhere. *)
Lemma suits_own V H L p e : turn p = me -> free p e = true -> suits V H L p -> suits V H L (put e p).
Proof.
  intros T F [A M Le Me No]. assert (O : own (put e p) it = own p it) by (apply own_put_other; now rewrite T, other_other).
  assert (W : forall c, has (own p me) c = true -> has (own (put e p) me) c = true).
  { intros c K. rewrite own_put_turn, has_set, K by auto. apply orb_true_r. }
  constructor; auto.
  - now apply apart_put.
  - intros c. rewrite O. auto.
  - intros i S W' N. destruct (Me i S W' N) as (c & Ic & K). eauto.
  - unfold completed. now rewrite O.
Qed.

Theorem answer V H L r L' : shown it V (N.setbit H r) L' -> has V r = false -> (r < size b)%N ->
  (forall i S, want i S -> has L' (N.of_nat i) = false -> has L (N.of_nat i) = false \/ In r S) -> shown me V H L.
Proof.
  intros [Su C] Nr Lr HL. assert (Su' : sure V H).
  { destruct Su as [G|(S & I & A)]; [left; auto|right]. exists S. split; auto. intros c Ic. destruct (A c Ic) as [K|K]; auto.
    rewrite has_set, orb_true_iff, N.eqb_eq in K. destruct K as [<-|K]; auto. }
  split; auto. intros p T Fi. destruct (ends b p) as [o|] eqn:E; [eapply forces_over; [exact E|eapply fine_end; eauto]|].
  assert (Q : exists e, In e (every_cell b) /\ free p e = true /\ (e = r \/ has (own p me) r = true)).
  { destruct (free p r) eqn:X; [exists r; repeat split; auto; now apply in_cells_board|].
    destruct (can_move b p E) as (e & Ie & Fe). exists e. split; auto. split; auto. right.
    destruct (has (own p me) r) eqn:X1; auto. rewrite <- X. apply free_own. intros s. destruct (player_cases me s); subst; auto.
    apply not_true_iff_false. intros K. apply (s_most _ _ _ _ Fi) in K. congruence. }
  destruct Q as (e & Ie & Fe & Or). pose proof (room_put b e p Ie Fe) as R. destruct (room b p) as [|n] eqn:Rm; [lia|].
  apply (forces_own (G := Gm)) with (m := e); [exact E|simpl; rewrite T; apply same_refl|apply in_moves; auto|].
  pose proof (suits_own V H L p e T Fe Fi) as [A M Le Me No].
  assert (Hr : has (own (put e p) me) r = true).
  { rewrite own_put_turn, has_set by auto. destruct Or as [->|K]; [now rewrite N.eqb_refl|rewrite K; apply orb_true_r]. }
  eapply forces_more; [apply (C (put e p))|simpl; lia|auto].
  - rewrite turn_put, T. auto.
  - constructor; auto.
    + intros c. rewrite has_set, orb_true_iff, N.eqb_eq. intros [<-|K]; auto.
    + intros i S W N. destruct (HL i S W N) as [K|K]; eauto.
Qed.

(** No set of the other's lacks less than two cells. *)
Definition quiet (V H L : N) : Prop := forall i S, want i S -> has L (N.of_nat i) = true ->
  (exists c, In c S /\ has H c = true) \/ forall x, exists c, In c S /\ has V c = false /\ c <> x.

Theorem after_each V H L : quiet V H L -> sure V H ->
  (forall x, (x < size b)%N -> has V x = false -> has H x = false -> shown me (N.setbit V x) H L) -> shown it V H L.
Proof.
  intros Qu Su Each. split; auto. intros p. remember (room b p) as n eqn:Rn. revert p Rn.
  induction n as [n IH] using lt_wf_ind. intros p -> T Fi.
  destruct (ends b p) as [o|] eqn:E; [eapply forces_over; [exact E|eapply fine_end; eauto]|].
  destruct (can_move b p E) as (d0 & Id0 & Fd0). pose proof (room_put b d0 p Id0 Fd0) as R0.
  destruct (room b p) as [|n] eqn:Rm; [lia|].
  apply (forces_all (G := Gm)); [exact E|simpl; rewrite T; unfold just; now destruct me| |].
  { intros Z. assert (K : In d0 (moves (g := Gm) p)) by (apply in_moves; auto). rewrite Z in K. destruct K. }
  intros x Ix. apply in_moves in Ix as [Ix Fx]. pose proof (room_put b x p Ix Fx) as R1. simpl. set (p1 := put x p) in *.
  pose proof Fi as [A M Le Me No]. pose proof (apart_put x p A Fx) as A1. fold p1 in A1.
  assert (T1 : turn p1 = me) by (unfold p1; rewrite turn_put, T; apply other_other).
  assert (O1 : own p1 me = own p me) by (unfold p1; apply own_put_other; auto).
  assert (D1 : forall c, has (own p1 it) c = true -> c = x \/ has (own p it) c = true).
  { intros c. unfold p1. rewrite own_put_turn, has_set, orb_true_iff, N.eqb_eq by auto. intros [->|]; auto. }
  assert (No1 : completed b p1 it = false).
  { apply not_true_iff_false. intros C. apply completed_spec in C as (S & IS & W). rewrite whole_spec in W.
    assert (NM : forall c, In c S -> has (own p me) c = true -> False).
    { intros c Ic K. rewrite <- O1 in K. apply (apart_own p1 me c A1) in K. rewrite W in K; auto. discriminate. }
    apply In_nth_error in IS as (i & Wi). destruct (has L (N.of_nat i)) eqn:Li.
    - destruct (Qu i S Wi Li) as [(c & Ic & K)|K]; [eapply NM; eauto|]. destruct (K x) as (c & Ic & Vc & Nx).
      destruct (D1 c (W c Ic)) as [|Q]; [contradiction|]. apply M in Q. congruence.
    - destruct (Me i S Wi Li) as (c & Ic & K). eapply NM; eauto. }
  destruct (has V x) eqn:Vx.
  - (* a stone that was counted already: any cell *)
    assert (F1 : suits V H L p1).
    { constructor; auto.
      - intros c K. destruct (D1 c K) as [->|]; auto.
      - intros c K. rewrite O1. auto.
      - intros i S W N. rewrite O1. eauto. }
    destruct (ends b p1) as [o|] eqn:E1; [eapply forces_over; [exact E1|eapply fine_end; eauto]|].
    destruct (can_move b p1 E1) as (e & Ie & Fe). pose proof (room_put b e p1 Ie Fe) as R2.
    destruct n as [|n]; [lia|]. apply (forces_own (G := Gm)) with (m := e); [exact E1|simpl; rewrite T1; apply same_refl|apply in_moves; auto|].
    simpl. eapply forces_more; [apply (IH (room b (put e p1))) with (p := put e p1)|lia|auto]; auto; [lia|rewrite turn_put, T1; auto|now apply suits_own].
  - assert (Hx : has H x = false).
    { apply not_true_iff_false. intros K. apply Le in K. apply (proj1 (free_own p x)) with (s := me) in Fx. congruence. }
    destruct (Each x) as [_ C]; auto; [now apply in_cells_board|]. eapply forces_more; [apply (C p1 T1)|lia|auto].
    constructor; auto.
    + intros c K. rewrite has_set, orb_true_iff, N.eqb_eq. destruct (D1 c K) as [->|]; auto.
    + intros c K. rewrite O1. auto.
    + intros i S W N. rewrite O1. eauto.
Qed.

(** Families that are stopped. [sets]: what he wants, as far as it is without a stone of mine. *)
Definition leaves (V H L : N) (F : family) : Prop := forall i S, want i S -> has L (N.of_nat i) = true ->
  (exists c, In c S /\ has H c = true) \/ exists g, In g F /\ incl g S /\ forall c, In c g -> has V c = false.
Lemma leaves_met V H L F p : leaves V H L F -> suits V H L p -> met b it p F.
Proof.
  intros Lv [A M Le Me No] S I. rewrite other_other. apply In_nth_error in I as (i & W). destruct (has L (N.of_nat i)) eqn:E.
  - destruct (Lv i S W E) as [(c & Ic & K)|(g & Ig & In_ & K)]; [left; eauto|right]. exists g. split; auto. split; auto.
    intros c Ic. apply not_true_iff_false. intros Q. apply M in Q. rewrite K in Q; auto. discriminate.
  - left. exact (Me i S W E).
Qed.
Hypothesis good_held : forall r, among same_result (held b it) r = true -> good r = true.
Hypothesis good_full : good (full_board b) = true.
Lemma stopped_shown t V H L F : stopped F -> leaves V H L F -> shown t V H L.
Proof.
  intros S Lv. split; [left; auto|]. intros p _ Fi. pose proof (stopped_held b it F p inside S (s_apart _ _ _ _ Fi) (leaves_met _ _ _ _ _ Lv Fi)) as K.
  rewrite other_other in K. apply forces_side with (X := only [me]); [intros; apply only_just|]. eapply forces_more; [exact K|auto|exact good_held].
Qed.
Lemma answered_shown V H L F : answered F -> leaves V H L F -> shown me V H L.
Proof.
  intros (r & S) Lv. split; [left; auto|]. intros p T Fi. pose proof (leaves_met _ _ _ _ _ Lv Fi) as M.
  apply forces_side with (X := only [me]); [intros; apply only_just|]. replace (only [me]) with (only [other it]) by now rewrite other_other.
  apply forces_more with (R := among same_result (held b it)) (n := room b p); [|auto|exact good_held].
  destruct (in_dec N.eq_dec r (cells_of F)) as [I|I].
  - destruct (ends b p) as [o|] eqn:E; [eapply forces_over; [exact E|eapply not_won_end; [exact (s_not _ _ _ _ Fi)|exact E]]|].
    destruct (free p r) eqn:Fr.
    + destruct (in_dec N.eq_dec r (every_cell b)) as [Ir|Ir].
      * apply held_opening with (F := drop r F) (o := r); auto; [exact (s_apart _ _ _ _ Fi)|now rewrite other_other|].
        apply met_other; auto. now rewrite other_other.
      * apply stopped_held with (F := drop r F); auto; [exact (s_apart _ _ _ _ Fi)|]. intros K IK.
        destruct (M K IK) as [Z|(g & Ig & In_ & Z)]; auto. right. exists g. split; auto. apply in_drop. split; auto.
        intros J. apply Ir, (inside it K); auto.
    + apply stopped_held with (F := drop r F); auto; [exact (s_apart _ _ _ _ Fi)|]. intros K IK.
      destruct (M K IK) as [Z|(g & Ig & In_ & Z)]; auto. destruct (in_dec N.eq_dec r g) as [J|J].
      * left. exists r. split; auto. rewrite other_other. destruct (has (own p me) r) eqn:X; auto. exfalso. rewrite <- not_true_iff_false in Fr.
        apply Fr, free_own. intros s. destruct (player_cases me s); subst; auto.
      * right. exists g. split; auto. apply in_drop. auto.
  - apply stopped_held with (F := F); auto; [|exact (s_apart _ _ _ _ Fi)]. apply (stopped_covers (drop r F) S). intros g J. exists g.
    split; [|apply incl_refl]. apply in_drop. split; auto. intros X. apply I, in_cells. eauto.
Qed.

(** * Symmetries of both players' sets *)

Variable P R : cell -> cell.
Hypothesis Sym : forall s, symmetry b s P R.
Lemma related_ends p q : related b P p q -> ends b p = ends b q.
Proof.
  intros E. assert (C : forall s, completed b p s = completed b q s).
  { intros s. apply eq_true_iff_eq. split; [apply (related_won b s inside P R (Sym s) p q E)|apply (related_completed b s inside P R (Sym s) p q s E)]. }
  assert (F : full b p = full b q).
  { enough (K : full b p = false <-> full b q = false) by (destruct (full b p), (full b q); intuition congruence).
    rewrite !full_spec. split.
    - intros (c & I & Fc). apply in_cells_board in I. exists (P c). split; [apply in_cells_board, (to_board _ _ _ _ (Sym me)); auto|].
      now rewrite (related_free b P p q).
    - intros (d & I & Fd). destruct (related_move b me P R (Sym me) p q d E I Fd) as (J & K & _). eauto. }
  unfold ends. now rewrite !C, F.
Qed.
Lemma related_good n p : forces (G := Gm) (just me) good n p -> forall q, related b P p q -> forces (G := Gm) (just me) good n q.
Proof.
  induction 1 as [n p r O r1|n p m O T I F IH|n p O T N F IH]; intros q E.
  - apply forces_over with (r := r); auto. simpl in *. now rewrite <- (related_ends p q).
  - apply in_moves in I as [Im Fm]. assert (Lm : (m < size b)%N) by now apply in_cells_board.
    apply (forces_own (G := Gm)) with (m := P m).
    + simpl in *. now rewrite <- (related_ends p q).
    + destruct E as [E _]. simpl in *. now rewrite <- E.
    + apply in_moves. split; [apply in_cells_board, (to_board _ _ _ _ (Sym me)); auto|]. now rewrite (related_free b P p q).
    + apply IH. apply (related_put b me P R (Sym me)); auto.
  - apply (forces_all (G := Gm)).
    + simpl in *. now rewrite <- (related_ends p q).
    + destruct E as [E _]. simpl in *. now rewrite <- E.
    + destruct (moves (g := Gm) p) as [|c l] eqn:M; [congruence|]. assert (I : In c (moves (g := Gm) p)) by (rewrite M; simpl; auto).
      apply in_moves in I as [Ic Fc]. assert (Lc : (c < size b)%N) by now apply in_cells_board. intros Z.
      assert (J : In (P c) (moves (g := Gm) q)).
      { apply in_moves. split; [apply in_cells_board, (to_board _ _ _ _ (Sym me)); auto|]. now rewrite (related_free b P p q). }
      rewrite Z in J. destruct J.
    + intros d I. apply in_moves in I as [Id Fd]. destruct (related_move b me P R (Sym me) p q d E Id Fd) as (Ir & Fr & Q). rewrite <- Q.
      apply (IH (R d)); [now apply in_moves|]. apply (related_put b me P R (Sym me)); auto. now apply in_cells_board.
Qed.
Theorem shown_turned t V H L V' H' L' : shown t V H L ->
  (forall c, (c < size b)%N -> has V' (P c) = true -> has V c = true) ->
  (forall c, has H c = true -> (c < size b)%N /\ has H' (P c) = true) ->
  (forall i S, want i S -> has L (N.of_nat i) = false -> exists j K, want j K /\ has L' (N.of_nat j) = false /\
     forall d, In d K -> exists c, In c S /\ d = P c) ->
  shown t V' H' L'.
Proof.
  intros [Su C] HV HH HL. assert (SB : forall s S c, In S (wants b s) -> In c S -> (c < size b)%N).
  { intros s S c I Ic. apply in_cells_board. exact (inside s S c I Ic). }
  split.
  - destruct Su as [G|(S & I & A)]; [left; auto|right]. destruct (sets_to _ _ _ _ (Sym me) S I) as (K & IK & J). exists K. split; auto.
    intros d Id. destruct (J d Id) as (c & Ic & ->). destruct (A c Ic) as [X|X]; [left; now apply HH|right].
    apply not_true_iff_false. intros Y. apply HV in Y; [congruence|eauto].
  - intros p T Fi. apply forces_more with (R := good) (n := room b (back b P p)); [|apply (back_room b me P R (Sym me))|auto].
    apply (related_good _ (back b P p)); [|apply back_related]. destruct Fi as [A M Le Me No].
    apply C; [exact T|]. constructor.
    + intros c K. assert (K' : has (own (back b P p) First) c = true) by exact K. apply has_back in K' as [Lc K'].
      apply not_true_iff_false. intros Q. assert (Q' : has (own (back b P p) Second) c = true) by exact Q. apply has_back in Q' as [_ Q'].
      apply A in K'. simpl in Q'. congruence.
    + intros c K. apply has_back in K as [Lc K]. apply HV; auto.
    + intros c K. apply has_back. destruct (HH c K). auto.
    + intros i S W N. destruct (HL i S W N) as (j & K & WK & NK & J). destruct (Me j K WK NK) as (d & Id & Hd).
      destruct (J d Id) as (c & Ic & ->). exists c. split; auto. apply has_back. split; auto. eapply SB; [apply (nth_error_In _ _ W)|auto].
    + apply not_true_iff_false. intros X. apply (related_won b it inside P R (Sym it) _ p (back_related b P p)) in X. congruence.
Qed.
End Answering.
