(** Stones that fall: positions in which a player wins, or keeps the other from owning a set, by answering in
    the same column (follow-up: Allis 1988), also where two columns have an odd number of free cells. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Positional Stealing.
Import ListNotations.

Definition falling_game (b : board) (columns : N) : game :=
  Game (list N * player) (list N * player) snd (fun '(p, _) => falling_end b p) (fun '(p, s) => falling_moves b columns s p) (fun _ q => q).

Lemma mod_less c k : (0 < k)%N -> (k <= c)%N -> ((c - k) mod k = c mod k)%N.
Proof. intros P L. replace (c mod k)%N with ((c - k + 1 * k) mod k)%N by (f_equal; lia). symmetry. apply N.mod_add. lia. Qed.
Lemma mod_apart c d k : (0 < k)%N -> (c mod k = d mod k)%N -> (c < d)%N -> exists j, (d = c + N.succ j * k)%N.
Proof.
  intros P E L. pose proof (N.div_mod c k ltac:(lia)). pose proof (N.div_mod d k ltac:(lia)). exists (N.pred (d / k - c / k)). nia.
Qed.

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
(** Below a free cell there is one that may be taken. *)
Lemma foot q c : (c < size b)%N -> free q c = true -> exists k, lands q (c + k * columns).
Proof.
  remember (N.to_nat (size b - c)) as n eqn:K. revert c K. induction n as [n IH] using lt_wf_ind. intros c -> L F.
  destruct (N.le_gt_cases (size b) (c + columns)) as [E|E]; [exists 0%N; rewrite N.add_0_r; split; auto|].
  destruct (free q (c + columns)) eqn:F'; [|exists 0%N; rewrite N.add_0_r; split; auto].
  destruct (IH (N.to_nat (size b - (c + columns))) ltac:(lia) (c + columns)%N eq_refl E F') as (k & W). exists (N.succ k).
  replace (c + N.succ k * columns)%N with (c + columns + k * columns)%N by lia. exact W.
Qed.
Lemma some_lands q : full b q = false -> exists c, lands q c.
Proof. intros F. apply full_spec in F as (c & I & Fc). apply in_cells_board in I. destruct (foot q c I Fc) as (k & K). eauto. Qed.

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
Lemma not_owned q s : (forall L, In L (wants b s) -> exists c, In c L /\ has (own q s) c = false) -> completed b q s = false.
Proof.
  intros H. apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W). rewrite whole_spec in W.
  destruct (H L I) as (c & Ic & K). rewrite W in K; auto. discriminate.
Qed.

(** * The other owns no set any more *)

(** Of the next [n] plies, those of the other's. *)
Definition plies_of (n : nat) (s : player) : nat := Nat.div2 (if same_player s it then S n else n).
Definition short_of (q : place) (L : list cell) : nat := length (members (N.ldiff (mask L) (own q it))).
Definition hopeless (n : nat) (q : place) : Prop := apart q /\ forall L, In L (wants b it) ->
  (exists c, In c L /\ has (own q me) c = true) \/ plies_of n (turn q) < short_of q L.
Lemma hopeless_not n q : hopeless n q -> completed b q it = false.
Proof.
  intros [A H]. apply not_owned. intros L I. destruct (H L I) as [(c & Ic & K)|K].
  - exists c. split; auto. now apply (apart_own q me c A).
  - unfold short_of in K. destruct (members _) as [|c l] eqn:E; [simpl in K; lia|]. exists c.
    assert (M : In c (members (N.ldiff (mask L) (own q it)))) by (rewrite E; simpl; auto).
    apply members_spec in M. rewrite has_ldiff in M. apply andb_true_iff in M as [M N]. split; [now apply mask_spec|now apply negb_true_iff].
Qed.
Lemma bits_from_ordered p : forall i, Forall (fun c => (i <= c)%N) (bits_from p i) /\ NoDup (bits_from p i).
Proof.
  assert (W : forall i l, Forall (fun c => (N.succ i <= c)%N) l -> Forall (fun c => (i <= c)%N) l).
  { intros i l H. eapply Forall_impl; [|exact H]. simpl. intros. lia. }
  induction p as [p IH|p IH|]; intros i; cbn [bits_from]; try destruct (IH (N.succ i)) as [A B].
  - split; constructor; auto; [lia|]. intros I. rewrite Forall_forall in A. apply A in I. lia.
  - auto.
  - split; repeat constructor; simpl; auto; lia.
Qed.
Lemma NoDup_members A : NoDup (members A).
Proof. destruct A as [|p]; [constructor|]. apply bits_from_ordered. Qed.
Lemma short_put q L c : short_of q L <= S (short_of (put c q) L).
Proof.
  unfold short_of. change (S (length (members (N.ldiff (mask L) (own (put c q) it))))) with (length (c :: members (N.ldiff (mask L) (own (put c q) it)))).
  apply NoDup_incl_length; [apply NoDup_members|]. intros d I. apply members_spec in I. rewrite has_ldiff in I. apply andb_true_iff in I as [I N].
  destruct (N.eq_dec c d) as [->|E]; [simpl; auto|]. right. apply members_spec. rewrite has_ldiff, I. apply negb_true_iff in N. apply negb_true_iff.
  rewrite has_put, N, orb_false_r. apply andb_false_iff. right. now apply N.eqb_neq.
Qed.
Lemma hopeless_put n q c : hopeless (S n) q -> free q c = true -> hopeless n (put c q).
Proof.
  intros [A H] F. split; [now apply apart_put|]. intros L I. destruct (H L I) as [(d & Id & K)|K].
  { left. exists d. split; auto. rewrite has_put, K. apply orb_true_r. }
  right. rewrite turn_put. unfold plies_of in *. destruct (player_cases me (turn q)) as [T|T]; rewrite T in *.
  - rewrite same_refl. replace (same_player me it) with false in K by (now destruct me). unfold short_of in *. rewrite own_put_other by now rewrite other_other. exact K.
  - rewrite other_other. rewrite same_refl in K. replace (same_player me it) with false by (now destruct me). pose proof (short_put q L c). simpl in K. lia.
Qed.
Lemma hopeless_good : R (full_board b) = true -> forall n q, room b q <= n -> hopeless n q -> forces (G := Gf) (just me) R n (cast q).
Proof.
  intros RF. induction n as [|n IH]; intros q Rn H; destruct (over (g := Gf) (cast q)) as [r|] eqn:O;
    try (eapply forces_over; [exact O|]; apply (fine_over q); auto; now apply hopeless_not in H);
    apply goes_on in O as On; destruct On as [_ NF]; destruct (some_lands q NF) as (x & Lx); destruct Lx as (Sx & Fx & Cx).
  { pose proof (room_put b x q (proj2 (in_cells_board b x) Sx) Fx). lia. }
  assert (ST : forall c, lands q c -> forces (G := Gf) (just me) R n (cast (put c q))).
  { intros c (S & F & _). pose proof (room_put b c q (proj2 (in_cells_board b c) S) F). apply IH; [lia|now apply hopeless_put]. }
  assert (IX : In (cast (put x q)) (moves (g := Gf) (cast q))) by (apply in_falling; exists x; split; [split; auto|auto]).
  destruct (just me (turn q)) eqn:T.
  - eapply (forces_own (G := Gf)) with (m := cast (put x q)); auto. apply ST. split; auto.
  - apply (forces_all (G := Gf)); auto; [intros Z; rewrite Z in IX; destruct IX|]. intros m I. apply in_falling in I as (c & Lc & ->). now apply ST.
Qed.

(** * Each move of the other's is answered *)

Definition wins_by (q : place) (u : cell) : Prop := exists S, In S (wants b me) /\ forall c, In c S -> has (own q me) c = true \/ c = u.
Lemma wins_more q q' u : (forall c, has (own q me) c = true -> has (own q' me) c = true) -> wins_by q u -> wins_by q' u.
Proof. intros M (S & I & A). exists S. split; auto. intros c Ic. destruct (A c Ic); auto. Qed.

Section Exchange.
Variable q : place.
Variables l u : cell.
Hypothesis T : turn q = it.
Notation q1 := (put l q).
Notation q2 := (put u (put l q)).
Lemma mine_then c : has (own q2 me) c = (N.eqb u c || has (own q me) c).
Proof using T.
  rewrite own_put_turn by (rewrite turn_put, T; apply other_other). rewrite has_set, (own_put_other q l me); auto.
Qed.
Lemma its_one : own q2 it = own q1 it.
Proof using T. apply own_put_other. now rewrite turn_put, T. Qed.
Lemma its_then c : has (own q2 it) c = (N.eqb l c || has (own q it) c).
Proof using T. rewrite its_one, own_put_turn by auto. apply has_set. Qed.
Lemma free_then c : free q2 c = free q c && negb (N.eqb l c) && negb (N.eqb u c).
Proof using. now rewrite !free_put. Qed.
Lemma not_yet_won : completed b q2 me = false -> ~ wins_by q u.
Proof using T.
  intros N (S & I & A). rewrite <- not_true_iff_false in N. apply N, completed_spec. exists S. split; auto. apply whole_spec. intros c Ic.
  rewrite mine_then. destruct (A c Ic) as [-> | ->]; [apply orb_true_r|now rewrite N.eqb_refl].
Qed.
End Exchange.

Lemma exchange n q : turn q = it -> apart q -> over (g := Gf) (cast q) = None -> room b q <= n ->
  (forall l, lands q l -> completed b (put l q) it = false /\ exists u, lands (put l q) u /\
     (completed b (put u (put l q)) me = false -> forall k, room b (put u (put l q)) <= k -> k < n ->
        forces (G := Gf) (just me) R k (cast (put u (put l q))))) ->
  forces (G := Gf) (just me) R n (cast q).
Proof.
  intros T A O Rn H. apply goes_on in O as On. destruct On as [NC NF]. destruct (some_lands q NF) as (x & Lx).
  pose proof (room_put b x q (proj2 (in_cells_board b x) (proj1 Lx)) (proj1 (proj2 Lx))) as Rx. destruct n as [|n]; [lia|].
  apply (forces_all (G := Gf)); [exact O|simpl; rewrite T; unfold just; now destruct me| |].
  { intros Z. assert (I : In (cast (put x q)) (moves (g := Gf) (cast q))) by (apply in_falling; eauto). rewrite Z in I. destruct I. }
  intros m I. apply in_falling in I as (l & Ll & ->). destruct (H l Ll) as (N1 & u & Lu & Go).
  change (play (g := Gf) (cast q) (cast (put l q))) with (cast (put l q)).
  pose proof (room_put b l q (proj2 (in_cells_board b l) (proj1 Ll)) (proj1 (proj2 Ll))) as R1.
  pose proof (room_put b u _ (proj2 (in_cells_board b u) (proj1 Lu)) (proj1 (proj2 Lu))) as R2.
  assert (O1 : over (g := Gf) (cast (put l q)) = None).
  { rewrite falling_over. unfold ends. assert (NC1 : forall s, completed b (put l q) s = false).
    { intros s. destruct (player_cases me s); subst; auto. unfold completed. rewrite own_put_other by auto. exact (NC me). }
    rewrite !NC1. replace (full b (put l q)) with false; auto. symmetry. apply full_spec. exists u. split; [apply in_cells_board, Lu|apply Lu]. }
  destruct n as [|n]; [lia|]. apply (forces_own (G := Gf)) with (m := cast (put u (put l q))); [exact O1| |apply in_falling; eauto|].
  { simpl. rewrite turn_put, T, other_other. apply same_refl. }
  change (play (g := Gf) (cast (put l q)) (cast (put u (put l q)))) with (cast (put u (put l q))).
  destruct (completed b (put u (put l q)) me) eqn:C; [|apply Go; auto; lia].
  apply forces_over with (r := Won me); auto. rewrite falling_over. apply ends_won; auto. unfold completed. rewrite its_one by auto. exact N1.
Qed.

(** The cells [H] are left to the other, who is to move; each is answered with the cell above it. *)
Record answered (winning : bool) (H : cell -> Prop) (q : place) : Prop := {
  a_apart : apart q;
  a_stand : forall l, H l -> free q l = true /\ (l < size b)%N /\ (columns <= l)%N /\ free q (l - columns) = true /\ ~ H (l - columns)%N;
  a_lands : forall x, lands q x -> H x;
  a_above : forall l, H l -> wins_by q (l - columns) \/ (l - columns < columns)%N \/ H (l - columns - columns)%N;
  a_stop : forall S, In S (wants b it) -> exists c, In c S /\ has (own q it) c = false /\ ~ H c;
  a_win : winning = true -> (exists l, H l /\ wins_by q (l - columns)) \/
    exists S, In S (wants b me) /\ forall c, In c S -> has (own q me) c = true \/ H (c + columns)%N }.

Lemma lands_above q l : lands q l -> (columns <= l)%N -> free q (l - columns) = true -> lands (put l q) (l - columns).
Proof.
  intros (S & F & _) L Fu. split; [lia|]. split; [rewrite free_put, Fu; apply negb_true_iff, N.eqb_neq; lia|].
  right. rewrite free_put. replace (l - columns + columns)%N with l by lia. rewrite N.eqb_refl. apply andb_false_r.
Qed.
Lemma nothing_below q x : lands q x -> (x + columns < size b)%N -> free q (x + columns) = false.
Proof. intros (_ & _ & [L|F]) H; auto. lia. Qed.

Theorem answered_good winning : (winning = false -> R (full_board b) = true) ->
  forall n H q, room b q <= n -> turn q = it -> answered winning H q -> forces (G := Gf) (just me) R n (cast q).
Proof.
  intros RF. induction n as [n IH] using lt_wf_ind. intros H q Rn T J.
  assert (NI : completed b q it = false) by (apply not_owned; intros S I; destruct (a_stop _ _ _ J S I) as (c & ? & ? & _); eauto).
  destruct (over (g := Gf) (cast q)) as [r|] eqn:O.
  { eapply forces_over; [exact O|]. eapply fine_over; [exact NI| |exact O]. intros F NM. destruct winning; [exfalso|auto].
    assert (PN : forall l, ~ H l).
    { intros l Hl. destruct (a_stand _ _ _ J l Hl) as (Fl & L & _). apply not_true_iff_false in F; auto. apply full_spec. exists l. split; auto. now apply in_cells_board. }
    destruct (a_win _ _ _ J eq_refl) as [(l & Hl & _)|(S & I & A)]; [exact (PN l Hl)|].
    rewrite <- not_true_iff_false in NM. apply NM, completed_spec. exists S. split; auto. apply whole_spec. intros c Ic.
    destruct (A c Ic) as [|U]; auto. destruct (PN _ U). }
  apply exchange; auto; [exact (a_apart _ _ _ J)|]. intros l Ll. pose proof (a_lands _ _ _ J l Ll) as Hl.
  destruct (a_stand _ _ _ J l Hl) as (Fl & Sl & CL & Fu & Nu). split.
  { apply not_owned. intros S I. destruct (a_stop _ _ _ J S I) as (c & Ic & N & NH). exists c. split; auto.
    rewrite own_put_turn, has_set, N, orb_false_r by auto. apply N.eqb_neq. congruence. }
  set (u := (l - columns)%N) in *. exists u. split; [now apply lands_above|]. intros NM k Rk Lk.
  pose proof (not_yet_won q l u T NM) as NW. set (q2 := put u (put l q)) in *.
  assert (F2 : forall c, free q2 c = free q c && negb (N.eqb l c) && negb (N.eqb u c)) by (intros c; apply free_then).
  assert (MM : forall c, has (own q me) c = true -> has (own q2 me) c = true) by (intros c K; unfold q2; rewrite mine_then, K by auto; apply orb_true_r).
  assert (ND : forall x, x <> l -> x <> u -> free q x = true -> free q2 x = true).
  { intros x N1 N2 F. rewrite F2, F. simpl. apply andb_true_iff. rewrite !negb_true_iff, !N.eqb_neq. split; congruence. }
  apply (IH k Lk (fun c => H c /\ c <> l)); [exact Rk|unfold q2; now rewrite !turn_put, T, other_other|]. constructor.
  - apply apart_put; [apply apart_put; auto; exact (a_apart _ _ _ J)|]. apply lands_above; auto.
  - intros l' [H' Ne]. destruct (a_stand _ _ _ J l' H') as (F' & S' & C' & Fu' & Nu'). repeat split; auto.
    + apply ND; auto. intros ->. exact (Nu H').
    + apply ND; auto; [intros E; rewrite E in Nu'; exact (Nu' Hl)|unfold u; lia].
    + tauto.
  - intros x (Sx & Fx & Cx). rewrite F2, !andb_true_iff, !negb_true_iff, !N.eqb_neq in Fx. destruct Fx as [[Fx Nx] Nux].
    split; [|congruence]. destruct (N.le_gt_cases (size b) (x + columns)) as [Lx|Lx]; [apply (a_lands _ _ _ J); split; auto|].
    destruct (free q (x + columns)) eqn:Fq; [|apply (a_lands _ _ _ J); split; auto].
    destruct Cx as [Cx|Cx]; [lia|]. rewrite F2, Fq in Cx. simpl in Cx. apply andb_false_iff in Cx. rewrite !negb_false_iff, !N.eqb_eq in Cx.
    destruct Cx as [Cx|Cx]; [unfold u in Nux; lia|]. destruct (a_above _ _ _ J l Hl) as [W|[W|W]]; fold u in W; [contradiction|lia|].
    now replace (u - columns)%N with x in W by lia.
  - intros l' [H' Ne]. destruct (a_above _ _ _ J l' H') as [W|[W|W]]; [left; eapply wins_more; eauto|auto|].
    destruct (N.lt_ge_cases (l' - columns) columns) as [|Le]; auto. right; right. split; auto. intros E.
    destruct (a_stand _ _ _ J l' H') as (_ & S' & _ & Fu' & _). pose proof (nothing_below q l Ll ltac:(lia)) as B.
    replace (l + columns)%N with (l' - columns)%N in B by lia. congruence.
  - intros S IS. destruct (a_stop _ _ _ J S IS) as (c & Ic & N & NH). exists c. split; auto. split; [|tauto].
    unfold q2. rewrite its_then, N, orb_false_r by auto. apply N.eqb_neq. congruence.
  - intros W. destruct (a_win _ _ _ J W) as [(l' & H' & Wu)|(S & IS & A)].
    + destruct (N.eq_dec l' l) as [->|Ne]; [contradiction|]. left. exists l'. split; auto. eapply wins_more; eauto.
    + right. exists S. split; auto. intros c Ic. destruct (A c Ic) as [K|U]; auto. destruct (N.eq_dec (c + columns) l) as [E|Ne]; auto.
      left. unfold q2. rewrite mine_then by auto. replace u with c by (unfold u; lia). now rewrite N.eqb_refl.
Qed.

(** No stone is above a free cell. *)
Definition stacked (q : place) : Prop := forall c, (c + columns < size b)%N -> free q (c + columns) = true -> free q c = true.
Lemma stacked_put q c : stacked q -> lands q c -> stacked (put c q).
Proof.
  intros S (Sc & Fc & Cc) d L. rewrite !free_put, !andb_true_iff, !negb_true_iff, !N.eqb_neq. intros [F N]. split; auto.
  intros ->. destruct Cc as [Cc|Cc]; [lia|congruence].
Qed.
Lemma stacked_up q : stacked q -> forall k c, (c + k * columns < size b)%N -> free q (c + k * columns) = true -> free q c = true.
Proof.
  intros S. induction k as [|k IH] using N.peano_ind; intros c L F; [now replace (c + 0 * columns)%N with c in F by lia|].
  apply S; [lia|]. apply IH; replace (c + columns + k * columns)%N with (c + N.succ k * columns)%N by lia; auto.
Qed.
Lemma lowest q x y : stacked q -> lands q x -> free q y = true -> (y < size b)%N -> (x mod columns = y mod columns)%N -> (y <= x)%N.
Proof.
  intros S Lx Fy Sy E. destruct (N.le_gt_cases y x) as [|G]; auto. exfalso. destruct (mod_apart x y columns some_columns E G) as (j & K).
  assert (B : free q (x + columns) = true) by (apply (stacked_up q S j); replace (x + columns + j * columns)%N with y by lia; auto).
  rewrite (nothing_below q x Lx) in B; [discriminate|lia].
Qed.
Lemma lands_once q x y : stacked q -> lands q x -> lands q y -> (x mod columns = y mod columns)%N -> x = y.
Proof.
  intros S Lx Ly E. apply N.le_antisymm; eapply lowest; eauto; first [apply Lx|apply Ly].
Qed.

(** * Two columns with an odd number of cells

    The last cell of either is answered in the other, of which pairs were played so far: from there on the
    player has the lower cells of its pairs, and leaves the upper ones. *)

Definition down (e c : cell) : Prop := (c mod columns = e mod columns)%N /\ (e <= c)%N.
Lemma down_dec e c : {down e c} + {~ down e c}.
Proof.
  unfold down. destruct (N.eq_dec (c mod columns) (e mod columns)) as [E|E]; [|right; tauto].
  destruct (N.leb e c) eqn:L; [left; split; auto; now apply N.leb_le|right; intros [_ K]; apply N.leb_gt in L; lia].
Qed.
Lemma down_up e c : (columns <= c)%N -> down e (c - columns) -> down e c.
Proof. intros L [M K]. split; [rewrite <- M; symmetry; now apply mod_less|lia]. Qed.
Lemma up_down e c : (columns <= c)%N -> down e c -> (e <= c - columns)%N -> down e (c - columns).
Proof. intros L [M K] E. split; auto. rewrite <- M. now apply mod_less. Qed.

(** What is the other's when the player takes [t] in answer to [e'], in the column that ends with [e]. *)
Definition crossed (H : cell -> Prop) (e e' t c : cell) : Prop :=
  down e c /\ (c < t)%N /\ H (c + columns)%N \/ c = e' \/ H c /\ ~ (down e c /\ (c <= t)%N).
Record half (winning : bool) (H : cell -> Prop) (e e' : cell) (q : place) : Prop := {
  h_end : free q e = true /\ (e < size b)%N /\ ~ H e /\ ((e < columns)%N \/ H (e - columns)%N);
  h_apart : (e mod columns <> e' mod columns)%N;
  h_chain : forall l, H l -> down e l -> (columns + columns <= l)%N /\ down e (l - columns - columns) /\
    (H (l - columns - columns)%N \/ (l - columns - columns)%N = e);
  h_stop : forall t, down e t -> free q t = true -> (t < size b)%N -> H t \/ t = e -> forall S, In S (wants b it) ->
    exists c, In c S /\ has (own q it) c = false /\ ~ crossed H e e' t c;
  h_win : winning = true -> exists l, H l /\ ~ down e l /\ wins_by q (l - columns) }.
Record crossing (winning : bool) (H : cell -> Prop) (f g : cell) (q : place) : Prop := {
  c_apart : apart q;
  c_stacked : stacked q;
  c_stand : forall l, H l -> free q l = true /\ (l < size b)%N /\ (columns <= l)%N /\ free q (l - columns) = true /\ ~ H (l - columns)%N;
  c_lands : forall x, lands q x -> H x \/ x = f \/ x = g;
  c_above : forall l, H l -> wins_by q (l - columns) \/ (l - columns < columns)%N \/ H (l - columns - columns)%N \/
    (l - columns - columns = f)%N \/ (l - columns - columns = g)%N;
  c_half : half winning H f g q;
  c_other : half winning H g f q }.
Lemma crossing_turned winning H f g q : crossing winning H f g q -> crossing winning H g f q.
Proof.
  intros []. constructor; auto; [intros x Lx; destruct (c_lands0 x Lx); tauto|intros l Hl; destruct (c_above0 l Hl); tauto].
Qed.

(** The turn: the other took the last cell [f] of one column, the player takes the first [t] of the other one. *)
Lemma turn_taken winning H f g q t : turn q = it -> crossing winning H f g q -> lands q f -> lands q t -> down g t -> lands (put f q) t ->
  answered winning (fun c => down g c /\ H (c + columns)%N \/ ~ down g c /\ H c) (put t (put f q)).
Proof.
  intros T J Lf Lt Dt Lt1. destruct J as [A S ST LA AB [[Ff [Sf [Nf Tf]]] _ _ _ _] [[Fg [Sg [Ng Tg]]] GF CH STOP WIN]].
  set (q2 := put t (put f q)).
  assert (F2 : forall c, free q2 c = free q c && negb (N.eqb f c) && negb (N.eqb t c)) by (intros c; apply free_then).
  assert (ND : forall x, x <> f -> x <> t -> free q x = true -> free q2 x = true).
  { intros x N1 N2 F. rewrite F2, F. simpl. apply andb_true_iff. rewrite !negb_true_iff, !N.eqb_neq. split; congruence. }
  assert (MM : forall c, has (own q me) c = true -> has (own q2 me) c = true) by (intros c K; unfold q2; rewrite mine_then, K by auto; apply orb_true_r).
  assert (FG : ~ down g f) by (intros [E _]; auto).
  assert (BT : forall x, lands q x -> free q (x + columns) = true -> (x + columns < size b)%N -> False).
  { intros x Lx F L. rewrite (nothing_below q x Lx L) in F. discriminate. }
  assert (Ht : H t \/ t = g) by (destruct (LA t Lt) as [K|[K|K]]; auto; subst; contradiction).
  constructor.
  - apply apart_put; [apply apart_put; [auto|apply Lf]|apply Lt1].
  - intros l [[D Hl]|[D Hl]].
    + destruct (ST _ Hl) as (FL & SL & CL & Fl & NL). rewrite N.add_sub in Fl, NL.
      assert (DL : down g (l + columns)) by (apply down_up; [lia|]; now rewrite N.add_sub).
      destruct (CH _ Hl DL) as (C2 & D2 & H2). rewrite N.add_sub in D2, H2.
      assert (F' : free q (l - columns) = true) by (destruct H2 as [H2| ->]; auto; exact (proj1 (ST _ H2))).
      repeat split; try lia.
      * apply ND; auto; intros ->; [auto|exact (BT t Lt FL SL)].
      * apply ND; auto; intros E; [rewrite E in D2; auto|apply (BT t Lt); replace (t + columns)%N with l by lia; auto; lia].
      * intros [[_ K]|[K _]]; [replace (l - columns + columns)%N with l in K by lia; auto|auto].
    + destruct (ST _ Hl) as (Fl & Sl & Cl & Fu & Nu). repeat split; auto.
      * apply ND; auto; intros ->; auto.
      * apply ND; auto; intros E; [apply (BT f Lf)|apply (BT t Lt)]; rewrite <- E; replace (l - columns + columns)%N with l by lia; auto.
      * intros [[K _]|[_ K]]; auto. apply D. now apply down_up.
  - intros x (Sx & Fx & Cx). rewrite F2, !andb_true_iff, !negb_true_iff, !N.eqb_neq in Fx. destruct Fx as [[Fx Nx] Nt].
    assert (Old : lands q x -> down g x /\ H (x + columns)%N \/ ~ down g x /\ H x).
    { intros Lx. assert (D : ~ down g x).
      { intros [E _]. apply Nt. apply (lands_once q); auto. destruct Dt as [E' _]. congruence. }
      destruct (LA x Lx) as [K|[K|K]]; auto; [congruence|]. subst x. destruct D. split; auto. lia. }
    destruct (N.le_gt_cases (size b) (x + columns)) as [Lx|Lx]; [apply Old; split; auto|].
    destruct (free q (x + columns)) eqn:Fq; [|apply Old; split; auto].
    destruct Cx as [Cx|Cx]; [lia|]. rewrite F2, Fq in Cx. simpl in Cx. apply andb_false_iff in Cx. rewrite !negb_false_iff, !N.eqb_eq in Cx.
    destruct Cx as [Cx|Cx].
    + right. destruct Tf as [Tf|Tf]; [lia|]. replace (f - columns)%N with x in Tf by lia. split; auto.
      intros D. apply FG. rewrite Cx. apply down_up; [lia|]. now replace (x + columns - columns)%N with x by lia.
    + destruct Ht as [Ht|Ht].
      * left. destruct (CH t Ht Dt) as (C2 & D2 & _). replace (t - columns)%N with x in D2 by lia. split; [apply down_up; auto; lia|now rewrite <- Cx].
      * right. destruct Tg as [Tg|Tg]; [lia|]. replace (g - columns)%N with x in Tg by lia. split; auto. intros [_ L]. lia.
  - intros l [[D Hl]|[D Hl]].
    + assert (DL : down g (l + columns)) by (apply down_up; [lia|]; now rewrite N.add_sub).
      destruct (CH _ Hl DL) as (C2 & D2 & H2). rewrite N.add_sub in D2, H2. right.
      destruct H2 as [H2|H2].
      * right. left. destruct (CH _ H2 D2) as (C3 & D3 & _). split; [|now replace (l - columns - columns + columns)%N with (l - columns)%N by lia].
        apply down_up; auto. lia.
      * rewrite H2. destruct (N.lt_ge_cases g columns) as [|Cg]; auto. destruct Tg as [Tg|Tg]; auto. right. right. split; auto. intros [_ L]. lia.
    + destruct (N.lt_ge_cases (l - columns) columns) as [|Le]; auto. destruct (ST _ Hl) as (Fl & Sl & Cl & Fu & Nu).
      assert (DD : ~ down g (l - columns - columns)) by (intros K; apply D; apply down_up; auto; now apply down_up).
      destruct (AB l Hl) as [W|[W|[W|[W|W]]]]; [left; eapply wins_more; eauto|lia|auto| |].
      * exfalso. apply (BT f Lf); rewrite <- W; replace (l - columns - columns + columns)%N with (l - columns)%N by lia; auto. lia.
      * exfalso. apply DD. rewrite W. split; auto. lia.
  - intros S' I. destruct (STOP t Dt (proj1 (proj2 Lt)) (proj1 Lt) Ht S' I) as (c & Ic & N & X). exists c. split; auto. split.
    + unfold q2. rewrite its_then, N, orb_false_r by auto. apply N.eqb_neq. intros ->. apply X. right; left; auto.
    + intros [[D K]|[D K]]; apply X; [left|right; right; split; auto; tauto]. split; auto. split; auto.
      destruct (ST _ K) as (Fc & Sc & _). destruct (N.lt_ge_cases c t) as [|G]; auto. exfalso.
      assert (DL : down g (c + columns)) by (apply down_up; [lia|]; now replace (c + columns - columns)%N with c by lia).
      pose proof (lowest q t (c + columns) S Lt Fc Sc). destruct DL as [E _], Dt as [E' _]. rewrite E, E' in H0. specialize (H0 eq_refl). lia.
  - intros W. destruct (WIN W) as (l & Hl & D & Wl). left. exists l. split; auto. eapply wins_more; eauto.
Qed.

Lemma half_stop winning H f g q c : turn q = it -> crossing winning H f g q -> H c \/ c = f \/ c = g -> completed b (put c q) it = false.
Proof.
  assert (K : forall e e', half winning H e e' q -> turn q = it -> (forall x, x = c -> H x \/ x = e') -> ~ c = e -> completed b (put c q) it = false).
  { intros e e' [[Fe [Se [Ne _]]] _ _ ST _] T Hc Nc. apply not_owned. intros S I.
    destruct (ST e) with (S := S) as (d & Id & N & X); auto; [split; auto; lia|]. exists d. split; auto.
    rewrite own_put_turn, has_set, N, orb_false_r by auto. apply N.eqb_neq. intros ->. apply X. right.
    destruct (Hc d eq_refl) as [K|K]; auto. right. split; auto. intros [[_ L1] L2]. apply Nc. lia. }
  intros T J Hc. destruct J as [_ _ _ _ _ Hf Hg]. destruct (N.eq_dec c f) as [->|E].
  - apply (K g f Hg T); [auto|]. intros ->. destruct Hf as [_ E _ _ _]. auto.
  - apply (K f g Hf T); auto. intros x ->. tauto.
Qed.

Theorem crossing_good winning : (winning = false -> R (full_board b) = true) ->
  forall n H f g q, room b q <= n -> turn q = it -> crossing winning H f g q -> forces (G := Gf) (just me) R n (cast q).
Proof.
  intros RF. induction n as [n IH] using lt_wf_ind. intros H f g q Rn T J.
  assert (NI : completed b q it = false).
  { destruct (c_half _ _ _ _ _ J) as [(Ff & Sf & _) _ _ ST _]. apply not_owned. intros S I.
    destruct (ST f) with (S := S) as (d & Id & N & _); eauto. split; auto. lia. }
  destruct (over (g := Gf) (cast q)) as [r|] eqn:O.
  { eapply forces_over; [exact O|]. apply (fine_over q); auto. intros F. exfalso. apply not_true_iff_false in F; auto. apply full_spec.
    destruct (c_half _ _ _ _ _ J) as [(Ff & Sf & _) _ _ _ _]. exists f. split; auto. now apply in_cells_board. }
  apply exchange; auto; [exact (c_apart _ _ _ _ _ J)|]. intros l Ll. pose proof (c_lands _ _ _ _ _ J l Ll) as Hl.
  split; [eapply half_stop; eauto|].
  assert (TU : forall f g, crossing winning H f g q -> l = f -> exists u, lands (put l q) u /\ (completed b (put u (put l q)) me = false ->
     forall k, room b (put u (put l q)) <= k -> k < n -> forces (G := Gf) (just me) R k (cast (put u (put l q))))).
  { clear f g J Hl. intros f g J ->. destruct (c_other _ _ _ _ _ J) as [(Fg & Sg & _) GF _ _ _]. destruct (foot q g Sg Fg) as (k & Lt). set (t := (g + k * columns)%N) in *.
    assert (Dt : down g t) by (split; [unfold t; apply N.mod_add; lia|unfold t; lia]). exists t.
    assert (Nt : t <> f) by (intros E; rewrite E in Dt; destruct Dt; auto).
    assert (Lt1 : lands (put f q) t).
    { destruct Lt as (St & Ft & Ct). split; auto. split; [rewrite free_put, Ft; apply negb_true_iff, N.eqb_neq; congruence|].
      destruct Ct as [Ct|Ct]; auto. right. now rewrite free_put, Ct. }
    split; auto. intros _ m Rm Lm. eapply (answered_good winning RF m); [exact Rm|now rewrite !turn_put, T, other_other|]. eapply turn_taken; eauto. }
  destruct Hl as [Hl|[E|E]]; [|apply (TU f g); auto|apply (TU g f); auto; now apply crossing_turned]. clear TU.
  destruct J as [A St ST LA AB HF HG]. destruct (ST l Hl) as (Fl & Sl & CL & Fu & Nu). set (u := (l - columns)%N) in *.
  assert (Lu : lands (put l q) u) by now apply lands_above. exists u. split; auto. intros NM k Rk Lk.
  pose proof (not_yet_won q l u T NM) as NW. set (q2 := put u (put l q)) in *.
  assert (F2 : forall c, free q2 c = free q c && negb (N.eqb l c) && negb (N.eqb u c)) by (intros c; apply free_then).
  assert (MM : forall c, has (own q me) c = true -> has (own q2 me) c = true) by (intros c K; unfold q2; rewrite mine_then, K by auto; apply orb_true_r).
  assert (ND : forall x, x <> l -> x <> u -> free q x = true -> free q2 x = true).
  { intros x N1 N2 F. rewrite F2, F. simpl. apply andb_true_iff. rewrite !negb_true_iff, !N.eqb_neq. split; congruence. }
  assert (BL : forall c, (columns <= c)%N -> (c < size b)%N -> free q c = true -> (c - columns)%N <> l).
  { intros c C S F E. pose proof (nothing_below q l Ll ltac:(lia)) as B. replace (l + columns)%N with c in B by lia. congruence. }
  assert (HALF : forall e e', half winning H e e' q -> half winning (fun c => H c /\ c <> l) e e' q2).
  { intros e e' [(Fe & Se & Ne & Te) EE CH SP WN]. constructor; auto.
    - split; [|split; [auto|split; [tauto|]]].
      + apply ND; auto; [congruence|]. intros E. assert (D : down e l) by (apply down_up; auto; fold u; rewrite E; split; auto; lia).
        destruct (CH l Hl D) as (C2 & [_ D2] & _). unfold u in E. lia.
      + destruct (N.lt_ge_cases e columns) as [|Le]; auto. destruct Te as [Te|Te]; auto.
    - intros l' [H' Ne'] D. destruct (CH l' H' D) as (C2 & D2 & H2). split; auto. split; auto. destruct H2 as [H2|H2]; auto. left. split; auto.
      destruct (ST l' H') as (_ & S' & _ & Fu' & _). apply BL; auto; lia.
    - intros t D Ft Stt Ht S I. rewrite F2, !andb_true_iff in Ft. destruct Ft as [[Ft _] _].
      assert (Ht' : H t \/ t = e) by tauto. destruct (SP t D Ft Stt Ht' S I) as (c & Ic & N & X). exists c. split; auto.
      split; [|intros [(X1 & X2 & X3 & _)|[X1|[[X1 _] X2]]]; apply X; unfold crossed; tauto].
      unfold q2. rewrite its_then, N, orb_false_r by auto. apply N.eqb_neq. intros ->. apply X. right. right. split; auto. intros [[M _] L].
      destruct D as [D _]. pose proof (lowest q c t St Ll Ft Stt) as K. rewrite M, D in K. specialize (K eq_refl).
      assert (t = c) by lia. subst t. destruct Ht as [[_ Ht]|Ht]; [auto|]. subst. auto.
    - intros W. destruct (WN W) as (l' & H' & D & Wl). exists l'. split; [split; auto; intros ->; auto|]. split; auto. eapply wins_more; eauto. }
  apply (IH k Lk (fun c => H c /\ c <> l) f g); [exact Rk|unfold q2; now rewrite !turn_put, T, other_other|]. constructor; auto.
  - apply apart_put; [apply apart_put; auto|]. apply Lu.
  - apply stacked_put; auto. now apply stacked_put.
  - intros l' [H' Ne]. destruct (ST l' H') as (F' & S' & C' & Fu' & Nu'). repeat split; auto.
    + apply ND; auto. intros ->. exact (Nu H').
    + apply ND; auto; unfold u; lia.
    + tauto.
  - intros x (Sx & Fx & Cx). rewrite F2, !andb_true_iff, !negb_true_iff, !N.eqb_neq in Fx. destruct Fx as [[Fx Nx] Nux].
    assert (Old : lands q x -> (H x /\ x <> l) \/ x = f \/ x = g) by (intros Lx; destruct (LA x Lx); auto).
    destruct (N.le_gt_cases (size b) (x + columns)) as [Lx|Lx]; [apply Old; split; auto|].
    destruct (free q (x + columns)) eqn:Fq; [|apply Old; split; auto].
    destruct Cx as [Cx|Cx]; [lia|]. rewrite F2, Fq in Cx. simpl in Cx. apply andb_false_iff in Cx. rewrite !negb_false_iff, !N.eqb_eq in Cx.
    destruct Cx as [Cx|Cx]; [unfold u in Nux; lia|].
    destruct (AB l Hl) as [W|W]; fold u in W; [contradiction|]. replace (u - columns)%N with x in W by lia.
    destruct W as [W|[W|W]]; [lia|left; split; auto|auto].
  - intros l' [H' Ne]. destruct (AB l' H') as [W|[W|[W|W]]]; [left; eapply wins_more; eauto|auto| |auto].
    destruct (N.lt_ge_cases (l' - columns) columns) as [|Le]; auto. right; right; left. split; auto.
    destruct (ST l' H') as (_ & S' & _ & Fu' & _). apply BL; auto; lia.
Qed.
End Falling.

(** * Looked at, with boards as binary numbers *)

Lemma has_right a k c : has (N.shiftr a k) c = has a (c + k). Proof. unfold has. apply N.shiftr_spec'. Qed.
Lemma has_left a k c : has (N.shiftl a k) c = N.leb k c && has a (c - k).
Proof.
  unfold has. destruct (N.leb_spec k c) as [L|L]; [now rewrite N.shiftl_spec_high'|now rewrite N.shiftl_spec_low].
Qed.
Lemma has_ones n c : has (N.ones n) c = true <-> (c < n)%N.
Proof.
  unfold has. destruct (N.lt_ge_cases c n) as [L|L]; [rewrite N.ones_spec_low by auto; tauto|rewrite N.ones_spec_high by auto]. split; [discriminate|lia].
Qed.
Lemma has_bit c d : has (N.setbit 0 c) d = true <-> c = d.
Proof. rewrite has_set, has_0, orb_false_r. apply N.eqb_eq. Qed.
Lemma within_zero a b c : N.ldiff a b = 0%N -> has a c = true -> has b c = true.
Proof.
  intros E H. apply not_false_iff_true. intros K. assert (X : has (N.ldiff a b) c = true) by (rewrite has_ldiff, H, K; auto). now rewrite E, has_0 in X.
Qed.
Lemma outside_zero a b : N.ldiff a b <> 0%N -> exists c, has a c = true /\ has b c = false.
Proof. intros (c & K)%nonzero_has. rewrite has_ldiff in K. apply andb_true_iff in K as [K1 K2]. exists c. split; auto. now apply negb_true_iff. Qed.
(** A number with one bit at most. *)
Definition single (a : N) : bool := N.eqb (N.land a (N.pred a)) 0.
Lemma single_top a : single a = true -> a <> 0%N -> a = (2 ^ N.log2 a)%N.
Proof.
  unfold single. rewrite N.eqb_eq. intros E N0. destruct (N.log2_spec a ltac:(lia)) as [L U]. destruct (N.eq_dec a (2 ^ N.log2 a)) as [|Ne]; auto. exfalso.
  assert (G : N.log2 (N.pred a) = N.log2 a) by (apply N.log2_unique; lia).
  assert (P : N.pred a <> 0%N) by (intros Z; pose proof (N.pow_nonzero 2 (N.log2 a) ltac:(lia)); lia).
  apply (f_equal (fun x => N.testbit x (N.log2 a))) in E. rewrite N.land_spec, N.bits_0, (N.bit_log2 a N0) in E. rewrite <- G, (N.bit_log2 _ P) in E. discriminate.
Qed.
Lemma single_bit a c : single a = true -> has a c = true -> a = N.setbit 0 c.
Proof.
  intros S H. assert (N0 : a <> 0%N) by (intros ->; rewrite has_0 in H; discriminate). pose proof (single_top a S N0) as E. unfold has in H. rewrite E in H.
  rewrite N.pow2_bits_eqb in H. apply N.eqb_eq in H. subst c. rewrite E at 1. rewrite N.setbit_spec'. now rewrite N.lor_0_l.
Qed.

Section Looked_at.
Variable b : board.
Variable columns : N.
Hypothesis some_columns : (0 < columns)%N.
Variable me : player.
Variable winning : bool.
Notation it := (other me).

(** A column: its number, its cells, and for each of them its bit and the cells above it. *)
Definition column : Type := N * (N * list (N * N)).
Definition every_column : list column := map (fun j => let cells := filter (fun c => N.eqb (c mod columns) j) (every_cell b) in
  (j, (mask cells, map (fun c => (N.setbit 0 c, mask (filter (fun d => N.ltb d c) cells))) cells))) (below columns).
Definition lowest_row : N := N.ldiff (N.ones (size b)) (N.ones (size b - columns)).
Variables all bottom : N.
Variables mine its : list N.
Variable table : list column.
Variable rows : nat.
Hypothesis all_is : all = N.ones (size b).
Hypothesis bottom_is : bottom = lowest_row.
(** Sets of the other's in which the player has a stone need not be listed. *)
Definition all_listed (q : place) : Prop := forall L, In L (wants b it) -> In (mask L) its \/ exists c, In c L /\ has (own q me) c = true.
Hypothesis table_is : table = every_column.

Lemma column_of c : (c < size b)%N -> exists m es, In ((c mod columns)%N, (m, es)) table.
Proof.
  intros L. rewrite table_is. unfold every_column. eexists. eexists. apply in_map_iff. exists (c mod columns)%N. split; [reflexivity|].
  apply in_below. apply N.mod_lt. lia.
Qed.
Lemma in_column j m es : In (j, (m, es)) table -> (forall c, has m c = true <-> (c < size b)%N /\ (c mod columns = j)%N) /\
  forall t, (t < size b)%N -> (t mod columns = j)%N -> exists over, In (N.setbit 0 t, over) es /\
    forall c, has over c = true <-> ((c < size b)%N /\ (c mod columns = j)%N) /\ (c < t)%N.
Proof.
  rewrite table_is. unfold every_column. rewrite in_map_iff. intros (i & [= -> <- <-] & _). set (cells := filter _ _).
  assert (C : forall c, In c cells <-> (c < size b)%N /\ (c mod columns = j)%N) by (intros c; unfold cells; rewrite filter_In, in_cells_board, N.eqb_eq; tauto).
  split; [intros c; now rewrite mask_spec, C|]. intros t L E. eexists. split; [apply in_map_iff; exists t; split; [reflexivity|now apply C]|].
  intros c. rewrite mask_spec, filter_In, C, N.ltb_lt. tauto.
Qed.

Definition free_cells (A B : N) : N := N.ldiff all (N.lor A B).
Definition open_cells (A B : N) : N := N.land (free_cells A B) (N.lor (N.shiftr (N.lor A B) columns) bottom).
(** The cells that a set is short of, nothing else. *)
Definition short (sets : list N) (A : N) : N :=
  fold_left (fun found s => let r := N.ldiff s A in if single r then N.lor found r else found) sets 0%N.
Fixpoint closure (n : nat) (k a : N) : N := match n with O => a | S n => closure n k (N.lor a (N.shiftr a k)) end.
Definition stops (h : N) : bool := forallb (fun s => negb (N.eqb (N.ldiff s h) 0)) its.
Definition owned (sets : list N) (A : N) : bool := existsb (fun s => N.eqb (N.ldiff s A) 0) sets.

(** The first, third, ... free cells of each column. *)
Definition lower_fits (F first lower : N) : bool :=
  N.eqb (N.ldiff first lower) 0 && N.eqb (N.ldiff lower F) 0 && N.eqb (N.land lower (N.shiftr lower columns)) 0 &&
  N.eqb (N.ldiff F (N.lor lower (N.shiftr lower columns))) 0.
(** Is all well whenever the player takes the turn at the cell [bit], below those of [over]? *)
Definition turn_fits (I low high last : N) (cell : N * N) : bool :=
  let '(bit, over) := cell in N.eqb (N.land bit low) 0 ||
  stops (N.lor (N.lor I last) (N.lor (N.ldiff low (N.lor over bit)) (N.land high over))).
Definition with_one (odd : N) (k : column) : bool := negb (N.eqb (N.land odd (fst (snd k))) 0).
(** Nobody goes past the cell below a threat. *)
Definition kept (O I F first lower threats : N) : bool :=
  let tall := closure rows columns threats in
  let last := N.ldiff (N.shiftl tall columns) tall in
  let played := N.ldiff F (N.lor tall last) in
  let low := N.land lower played in
  let high := N.ldiff played lower in
  let odd := N.ldiff low (N.shiftl played columns) in
  N.eqb (N.ldiff (N.shiftr tall columns) tall) 0 && N.eqb (N.land tall first) 0 && N.eqb (N.ldiff tall F) 0 &&
  N.eqb (N.ldiff (N.shiftr last columns) threats) 0 &&
  match filter (with_one odd) table with
  | [] => (negb winning || negb (N.eqb last 0) || owned mine (N.lor O high)) && stops (N.lor I (N.lor low last))
  | [k; k'] => negb (N.eqb (fst k) (fst k')) && (negb winning || negb (N.eqb last 0)) &&
      forallb (turn_fits I low high last) (snd (snd k)) && forallb (turn_fits I low high last) (snd (snd k'))
  | _ => false
  end.
Definition followed (O I : N) : bool :=
  let F := free_cells O I in let first := open_cells O I in let lower := closure (Nat.div2 rows) (2 * columns) first in
  let threats := N.ldiff (N.land F (short mine O)) first in let some := N.ldiff threats lower in
  lower_fits F first lower && (kept O I F first lower threats || negb (N.eqb some threats) && kept O I F first lower some).

Lemma free_cells_spec q c : has (free_cells (own q me) (own q it)) c = true <-> (c < size b)%N /\ free q c = true.
Proof.
  unfold free_cells. rewrite has_ldiff, has_lor, andb_true_iff, all_is, has_ones. unfold free. destruct me; simpl; rewrite negb_orb; [tauto|].
  rewrite (andb_comm (negb (has (seconds q) c))). tauto.
Qed.
Lemma open_cells_spec q c : has (open_cells (own q me) (own q it)) c = true <-> lands b columns q c.
Proof.
  unfold open_cells, lands. rewrite has_land, andb_true_iff, free_cells_spec, has_lor, orb_true_iff, has_right.
  assert (T : forall d, has (N.lor (own q me) (own q it)) d = negb (free q d)).
  { intros d. rewrite has_lor. unfold free. destruct me; simpl; destruct (has (firsts q) d), (has (seconds q) d); auto. }
  assert (B : has bottom c = true <-> (c < size b)%N /\ ~ (c < size b - columns)%N).
  { rewrite bottom_is. unfold lowest_row. now rewrite has_ldiff, andb_true_iff, negb_true_iff, <- not_true_iff_false, !has_ones. }
  rewrite T, negb_true_iff, B. split.
  - intros [[S F] [K|[_ K]]]; split; auto; split; auto. left. lia.
  - intros (S & F & [K|K]); split; auto. right. split; auto. lia.
Qed.
Lemma short_spec sets A c : has (short sets A) c = true -> exists s, In s sets /\ has A c = false /\ has s c = true /\
  forall d, has s d = true -> has A d = true \/ d = c.
Proof.
  unfold short. assert (G : forall l found, has (fold_left (fun found s => let r := N.ldiff s A in if single r then N.lor found r else found) l found) c = true ->
    has found c = true \/ exists s, In s l /\ has A c = false /\ has s c = true /\ forall d, has s d = true -> has A d = true \/ d = c).
  { induction l as [|s l IH]; simpl; intros found H; auto. destruct (IH _ H) as [K|(s' & I & K)]; [|right; eauto].
    destruct (single (N.ldiff s A)) eqn:S; auto. rewrite has_lor, orb_true_iff in K. destruct K as [K|K]; auto. right. exists s. split; auto.
    pose proof K as K'. rewrite has_ldiff, andb_true_iff, negb_true_iff in K'. destruct K' as [K1 K2]. repeat split; auto. intros d Hd.
    destruct (has A d) eqn:E; auto. right. assert (X : has (N.ldiff s A) d = true) by (rewrite has_ldiff, Hd, E; auto).
    rewrite (single_bit _ _ S K) in X. apply has_bit in X. auto. }
  intros H. destruct (G _ _ H) as [K|K]; auto. rewrite has_0 in K. discriminate.
Qed.
Lemma stops_spec q h S : apart q -> all_listed q -> (forall c, has h c = true -> has (own q it) c = true \/ free q c = true) ->
  stops h = true -> In S (wants b it) -> exists c, In c S /\ has h c = false.
Proof.
  unfold stops. rewrite forallb_forall. intros A AL Hh H I. destruct (AL S I) as [K|(c & Ic & K)].
  - specialize (H (mask S) K). apply negb_true_iff, N.eqb_neq, outside_zero in H as (c & M & N). exists c. split; auto. now apply mask_spec.
  - exists c. split; auto. apply not_true_iff_false. intros M. destruct (Hh c M) as [X|X].
    + apply (apart_own q me c A) in K. congruence.
    + rewrite (proj1 (free_own q c) X me) in K. discriminate.
Qed.

Section One.
Variable q : place.
Hypothesis Ap : apart q.
Hypothesis St : stacked b columns q.
Hypothesis Al : all_listed q.
Variables lower threats tall last played : N.
Notation lands := (lands b columns q).
Notation wins := (wins_by b me q).
Hypothesis L1 : forall c, lands c -> has lower c = true.
Hypothesis L2 : forall c, has lower c = true -> (c < size b)%N /\ free q c = true.
Hypothesis L3 : forall c, has lower c = true -> has lower (c + columns) = true -> False.
Hypothesis L4 : forall c, (c < size b)%N -> free q c = true -> has lower c = true \/ has lower (c + columns) = true.
Hypothesis T1 : forall c, has tall (c + columns) = true -> has tall c = true.
Hypothesis T2 : forall c, has tall c = true -> ~ lands c.
Hypothesis T3 : forall c, has tall c = true -> (c < size b)%N /\ free q c = true.
Hypothesis T4 : forall c, has last (c + columns) = true -> wins c.
Hypothesis last_is : forall c, has last c = true <-> (columns <= c)%N /\ has tall (c - columns) = true /\ has tall c = false.
Hypothesis played_is : forall c, has played c = true <-> ((c < size b)%N /\ free q c = true) /\ has tall c = false /\ has last c = false.

Definition left_to (l : cell) : Prop := has last l = true \/ has lower l = true /\ has played l = true /\ (columns <= l)%N /\ has played (l - columns) = true.
Definition odd_one (e : cell) : Prop := has lower e = true /\ has played e = true /\ ((columns <= e)%N -> has played (e - columns) = false).
Lemma last_free c : has last c = true -> (c < size b)%N /\ free q c = true.
Proof.
  intros (L & T & _)%last_is. destruct (T3 _ T) as [S F]. pose proof (T2 _ T) as N.
  destruct (N.lt_ge_cases c (size b)) as [K|K]; [split; auto|]; [apply not_false_iff_true; intros Z|exfalso]; apply N; (split; [auto|split; auto]).
  - right. now replace (c - columns + columns)%N with c by lia.
  - left. lia.
Qed.
Lemma below_played c : has played c = true -> (c + columns < size b)%N -> free q (c + columns) = true -> has played (c + columns) = true.
Proof.
  intros (SF & T & L)%played_is S F. apply played_is. split; auto. split; apply not_true_iff_false; intros K.
  - apply T1 in K. congruence.
  - apply last_is in K as (_ & K & _). rewrite N.add_sub in K. congruence.
Qed.
Lemma all_below_played c : has played c = true -> forall k, (c + k * columns < size b)%N -> free q (c + k * columns) = true -> has played (c + k * columns) = true.
Proof.
  intros P. induction k as [|k IH] using N.peano_ind; intros S F; [now rewrite N.add_0_r|].
  replace (c + N.succ k * columns)%N with (c + k * columns + columns)%N in * by lia. apply below_played; auto. apply IH; [lia|]. now apply St.
Qed.
Lemma above_played c : has played c = true -> (columns <= c)%N -> has played (c - columns) = true \/ has last (c - columns) = true.
Proof.
  intros ((S & F) & T & L)%played_is C. destruct (has last (c - columns)) eqn:E; auto. left. apply played_is. split; [split; [lia|]|split; auto].
  - apply St; replace (c - columns + columns)%N with c by lia; auto.
  - apply not_true_iff_false. intros K. apply not_true_iff_false in L. apply L, last_is. auto.
Qed.
Lemma all_tall c k : has tall (c + k * columns) = true -> has tall c = true.
Proof.
  induction k as [|k IH] using N.peano_ind; [now rewrite N.add_0_r|]. replace (c + N.succ k * columns)%N with (c + k * columns + columns)%N by lia. auto.
Qed.
Lemma left_stand l : left_to l -> free q l = true /\ (l < size b)%N /\ (columns <= l)%N /\ free q (l - columns) = true /\ ~ left_to (l - columns).
Proof.
  intros [K|(K1 & K2 & K3 & K4)].
  - pose proof (last_free l K) as [S F]. apply last_is in K as (L & T & N). repeat split; auto; [apply T3; auto|].
    intros [X|(_ & X & _)]; [apply last_is in X as (_ & _ & X)|apply played_is in X as (_ & X & _)]; congruence.
  - destruct (L2 l K1). repeat split; auto; [apply played_is in K4; tauto|].
    intros [X|(X & _)]; [apply played_is in K4 as (_ & _ & Y); congruence|apply (L3 (l - columns)); auto; now replace (l - columns + columns)%N with l by lia].
Qed.
Lemma low_one c : has lower c = true -> has played c = true -> left_to c \/ odd_one c.
Proof.
  intros L P. destruct (N.le_gt_cases columns c) as [C|C]; [|right; repeat split; auto; intros; lia].
  destruct (has played (c - columns)) eqn:E; [left; right; auto|right; repeat split; auto].
Qed.
Lemma left_lands x : lands x -> left_to x \/ odd_one x.
Proof.
  intros Lx. destruct (has last x) eqn:E; [left; left; auto|]. apply low_one; auto. apply played_is. split; [split; apply Lx|]. split; auto.
  apply not_true_iff_false. intros K. exact (T2 x K Lx).
Qed.
(** The lower cell of the pair above. *)
Lemma next_lower l : has lower l = true -> (columns <= l)%N -> has played (l - columns) = true -> (columns <= l - columns)%N ->
  has last (l - columns - columns) = true \/ has lower (l - columns - columns) = true /\ has played (l - columns - columns) = true.
Proof.
  intros L C P C'. destruct (above_played _ P C') as [K|K]; auto. right. split; auto. apply played_is in K as ((S & F) & _).
  destruct (L4 _ S F) as [|X]; auto. exfalso. replace (l - columns - columns + columns)%N with (l - columns)%N in X by lia.
  apply (L3 _ X). now replace (l - columns + columns)%N with l by lia.
Qed.
Lemma left_above l : left_to l -> wins (l - columns) \/ (l - columns < columns)%N \/ left_to (l - columns - columns) \/ odd_one (l - columns - columns).
Proof.
  intros [K|(K1 & K2 & K3 & K4)].
  - left. apply T4. apply last_is in K as (L & T & N). replace (l - columns + columns)%N with l by lia. apply last_is. auto.
  - destruct (N.lt_ge_cases (l - columns) columns) as [|C]; auto. destruct (next_lower l K1 K3 K4 C) as [K|[K K']]; [right; right; left; left; auto|].
    destruct (low_one _ K K'); auto.
Qed.
Lemma odd_end e : odd_one e -> free q e = true /\ (e < size b)%N /\ ~ left_to e /\ ((e < columns)%N \/ left_to (e - columns)).
Proof.
  intros (L & P & N). destruct (L2 e L). repeat split; auto.
  - intros [K|(_ & _ & C & K)]; [apply played_is in P as (_ & _ & P)|specialize (N C)]; congruence.
  - destruct (N.lt_ge_cases e columns) as [|C]; auto. right. left. destruct (above_played e P C) as [K|K]; auto. rewrite N in K; auto. discriminate.
Qed.
Lemma last_not_down e l : odd_one e -> down columns e l -> has last l = true -> False.
Proof.
  intros (_ & P & _) [M L] K. apply played_is in P as (_ & P & P'). destruct (N.eq_dec e l) as [->|Ne]; [congruence|].
  destruct (mod_apart e l columns some_columns ltac:(auto) ltac:(lia)) as (j & E). apply last_is in K as (_ & K & _).
  rewrite (all_tall e j) in P; [discriminate|]. now replace (e + j * columns)%N with (l - columns)%N by lia.
Qed.
Lemma odd_above e c : odd_one e -> has played c = true -> (c mod columns = e mod columns)%N -> (e <= c)%N.
Proof.
  intros (_ & P & N) K M. destruct (N.le_gt_cases e c) as [|G]; auto. exfalso. destruct (mod_apart c e columns some_columns M G) as (j & E).
  assert (C : (columns <= e)%N) by nia. specialize (N C). apply played_is in P as ((S & F) & _). rewrite <- not_true_iff_false in N. apply N.
  replace (e - columns)%N with (c + j * columns)%N by lia. apply all_below_played; auto; [lia|]. apply St; replace (c + j * columns + columns)%N with e by lia; auto.
Qed.
Lemma odd_chain e l : odd_one e -> left_to l -> down columns e l -> (columns + columns <= l)%N /\ down columns e (l - columns - columns) /\
  (left_to (l - columns - columns) \/ (l - columns - columns)%N = e).
Proof.
  intros O H D. assert (K : has last l = true -> False) by exact (last_not_down e l O D). destruct H as [H|(K1 & K2 & K3 & K4)]; [contradiction|].
  destruct (N.eq_dec e l) as [->|Ne]; [destruct O as (_ & _ & N); rewrite N in K4; auto; discriminate|].
  destruct D as [M L]. destruct (mod_apart e l columns some_columns ltac:(auto) ltac:(lia)) as (j & E).
  destruct (N.eq_dec j 0) as [->|J].
  { exfalso. destruct O as (O & _). apply (L3 e O). now replace (e + columns)%N with l by lia. }
  assert (EQ : (l - columns - columns = e + N.pred j * columns)%N) by nia. assert (C2 : (columns + columns <= l)%N) by nia.
  split; auto. split; [split; rewrite EQ; [apply N.mod_add; lia|apply N.le_add_r]|].
  destruct (next_lower l K1 K3 K4 ltac:(lia)) as [X|[X Y]]; [left; left; auto|]. destruct (low_one _ X Y) as [Z|Z]; auto. right.
  apply N.le_antisymm; [|rewrite EQ; apply N.le_add_r]. apply (odd_above _ e Z); [apply O|]. rewrite EQ. symmetry. apply N.mod_add. lia.
Qed.
Lemma odd_half e e' j m es : odd_one e -> odd_one e' -> (e mod columns = j)%N -> (e' mod columns <> j)%N -> In (j, (m, es)) table ->
  (winning = true -> last <> 0%N) ->
  forallb (turn_fits (own q it) (N.land lower played) (N.ldiff played lower) last) es = true -> half b columns me winning left_to e e' q.
Proof.
  intros Oe Oe' Ej Nj It W Fi. destruct (in_column j m es It) as [_ IC]. constructor.
  - now apply odd_end.
  - congruence.
  - intros l Hl D. now apply odd_chain.
  - intros t D Ft Stt Ht S I.
    assert (LT : has (N.land lower played) t = true).
    { rewrite has_land, andb_true_iff. destruct Ht as [[K|(K1 & K2 & _)]| ->]; auto; [destruct (last_not_down e t Oe D K)|]. split; apply Oe. }
    destruct (IC t Stt ltac:(destruct D; congruence)) as (over & IO & OV). rewrite forallb_forall in Fi. specialize (Fi _ IO). unfold turn_fits in Fi.
    apply orb_true_iff in Fi as [Fi|Fi].
    { exfalso. apply N.eqb_eq in Fi. assert (X : has (N.land (N.setbit 0 t) (N.land lower played)) t = true) by (rewrite has_land, LT, (proj2 (has_bit t t) eq_refl); auto).
      now rewrite Fi, has_0 in X. }
    match type of Fi with stops ?h = true => assert (Hh : forall c, has h c = true -> has (own q it) c = true \/ free q c = true) end.
    { intros c. rewrite !has_lor, has_ldiff, !has_land, has_ldiff, !orb_true_iff, !andb_true_iff. intros [[K|K]|[[[_ K] _]|[[K _] _]]]; auto; right;
        [now apply last_free|apply played_is in K; tauto|apply played_is in K; tauto]. }
    destruct (stops_spec q _ S Ap Al Hh Fi I) as (c & Ic & N). exists c. split; auto.
    rewrite !has_lor, has_ldiff, has_lor, !has_land, has_ldiff, !orb_false_iff in N. destruct N as [[N1 N2] [N3 N4]]. split; auto.
    assert (LOW : forall x, has lower x = true -> has played x = true -> x = c -> has over c = true \/ t = c).
    { intros x X1 X2 ->. rewrite X1, X2 in N3. simpl in N3. apply negb_false_iff, orb_true_iff in N3. destruct N3 as [X|X]; auto. right. now apply has_bit. }
    intros [(D1 & L & K)|[->|[K NK]]].
    + destruct K as [K|(K1 & K2 & K3 & K4)].
      * apply (last_not_down e (c + columns)); auto. apply (down_up columns some_columns); [lia|]. now rewrite N.add_sub.
      * rewrite N.add_sub in K4. rewrite K4 in N4. simpl in N4. apply andb_false_iff in N4 as [N4|N4].
        -- apply negb_false_iff in N4. exact (L3 c N4 K1).
        -- rewrite <- not_true_iff_false in N4. apply N4, OV. destruct D1 as [D1 _]. split; auto. split; [|congruence]. apply played_is in K4. tauto.
    + destruct Oe' as (X1 & X2 & _). destruct (LOW e' X1 X2 eq_refl) as [X|X]; [apply OV in X; tauto|]. subst t. destruct D. congruence.
    + destruct K as [K|(K1 & K2 & _)]; [congruence|]. destruct (LOW c K1 K2 eq_refl) as [X|X].
      * apply OV in X as [[_ X] L]. apply NK. split; [|lia]. split; [congruence|]. apply (odd_above e c); auto. congruence.
      * subst t. apply NK. split; auto. lia.
  - intros Wn. apply W, nonzero_has in Wn as (l & K). exists l. split; [left; auto|]. split; [intros D; exact (last_not_down e l Oe D K)|].
    apply T4. apply last_is in K as (X & Y). replace (l - columns + columns)%N with l by lia. apply last_is. auto.
Qed.
End One.

Hypothesis mine_in : forall s, In s mine -> exists L, In L (wants b me) /\ s = mask L.
Variable R : result -> bool.
Hypothesis R_me : R (Won me) = true.
Hypothesis R_full : winning = false -> R (full_board b) = true.
Notation Gf := (falling_game b columns).

Lemma kept_good q lower threats n : apart q -> stacked b columns q -> all_listed q -> turn q = it -> room b q <= n ->
  let F := free_cells (own q me) (own q it) in let first := open_cells (own q me) (own q it) in lower_fits F first lower = true ->
  (forall c, has threats c = true -> wins_by b me q c) ->
  kept (own q me) (own q it) F first lower threats = true -> forces (G := Gf) (just me) R n (cast b columns q).
Proof.
  intros A S AL T Rn F first Lo Th. unfold lower_fits in Lo. rewrite !andb_true_iff, !N.eqb_eq in Lo. destruct Lo as [[[L1 L2] L3] L4].
  unfold kept. set (tall := closure rows columns threats). set (last := N.ldiff (N.shiftl tall columns) tall). set (played := N.ldiff F (N.lor tall last)).
  rewrite !andb_true_iff, !N.eqb_eq. intros [[[[T1 T2] T3] T4] K].
  assert (FS : forall c, has F c = true <-> (c < size b)%N /\ free q c = true) by (intros c; apply free_cells_spec).
  assert (OS : forall c, has first c = true <-> lands b columns q c) by (intros c; apply open_cells_spec).
  assert (X1 : forall c, lands b columns q c -> has lower c = true) by (intros c H; apply (within_zero _ _ c L1), OS, H).
  assert (X2 : forall c, has lower c = true -> (c < size b)%N /\ free q c = true) by (intros c H; apply FS, (within_zero _ _ c L2 H)).
  assert (X3 : forall c, has lower c = true -> has lower (c + columns) = true -> False).
  { intros c H H'. assert (Z : has (N.land lower (N.shiftr lower columns)) c = true) by (rewrite has_land, has_right, H, H'; auto). now rewrite L3, has_0 in Z. }
  assert (X4 : forall c, (c < size b)%N -> free q c = true -> has lower c = true \/ has lower (c + columns) = true).
  { intros c H H'. apply orb_true_iff. rewrite <- has_right, <- has_lor. apply (within_zero _ _ c L4), FS. auto. }
  assert (Y1 : forall c, has tall (c + columns) = true -> has tall c = true) by (intros c H; apply (within_zero _ _ c T1); now rewrite has_right).
  assert (Y2 : forall c, has tall c = true -> ~ lands b columns q c).
  { intros c H H'. apply OS in H'. assert (Z : has (N.land tall first) c = true) by (rewrite has_land, H, H'; auto). now rewrite T2, has_0 in Z. }
  assert (Y3 : forall c, has tall c = true -> (c < size b)%N /\ free q c = true) by (intros c H; apply FS, (within_zero _ _ c T3 H)).
  assert (Y4 : forall c, has last (c + columns) = true -> wins_by b me q c) by (intros c H; apply Th, (within_zero _ _ c T4); now rewrite has_right).
  assert (LI : forall c, has last c = true <-> (columns <= c)%N /\ has tall (c - columns) = true /\ has tall c = false).
  { intros c. unfold last. rewrite has_ldiff, has_left, !andb_true_iff, negb_true_iff, N.leb_le. tauto. }
  assert (PI : forall c, has played c = true <-> ((c < size b)%N /\ free q c = true) /\ has tall c = false /\ has last c = false).
  { intros c. unfold played. rewrite has_ldiff, has_lor, andb_true_iff, FS, negb_true_iff, orb_false_iff. tauto. }
  set (low := N.land lower played) in *. set (high := N.ldiff played lower) in *. set (odd := N.ldiff low (N.shiftl played columns)) in *.
  assert (OD : forall c, has odd c = true <-> odd_one lower played c).
  { intros c. unfold odd, low, odd_one. rewrite has_ldiff, has_land, has_left, !andb_true_iff, negb_true_iff. destruct (N.leb_spec columns c) as [L|L]; simpl.
    - intuition.
    - intuition. lia. }
  assert (WIN : last <> 0%N -> exists l, left_to lower last played l /\ wins_by b me q (l - columns)).
  { intros (l & H)%nonzero_has. exists l. split; [left; auto|]. apply Y4. apply LI in H as (H1 & H2). replace (l - columns + columns)%N with l by lia. apply LI. auto. }
  set (left_ := left_to lower last played) in *.
  destruct (filter (with_one odd) table) as [|[j [m es]] [|[j' [m' es']] [|]]] eqn:E; try discriminate; cbn [fst snd] in K; rewrite !andb_true_iff in K.
  - assert (NO : forall c, odd_one lower played c -> False).
    { intros c Oc. destruct (X2 c (proj1 Oc)) as [Sc Fc]. destruct (column_of c Sc) as (m & es & I). destruct (in_column _ _ _ I) as [M _].
      assert (Z : In ((c mod columns)%N, (m, es)) (filter (with_one odd) table)).
      { apply filter_In. split; auto. unfold with_one. cbn [fst snd]. apply negb_true_iff, N.eqb_neq. intros Z. assert (Y : has (N.land odd m) c = true).
        { rewrite has_land, (proj2 (OD c) Oc), (proj2 (M c)); auto. } now rewrite Z, has_0 in Y. }
      rewrite E in Z. destruct Z. }
    destruct K as [W K]. eapply (answered_good b columns some_columns me R R_me winning R_full n left_); [exact Rn|exact T|]. constructor.
    + exact A.
    + intros l H. eapply left_stand; eauto.
    + intros x Lx. destruct (left_lands q lower tall last played) with (x := x); auto. destruct (NO x); auto.
    + intros l H. destruct (left_above q S lower tall last played X3 X4 Y4 LI PI l H) as [Z|[Z|[Z|Z]]]; auto. destruct (NO _ Z).
    + intros L I. match type of K with stops ?h = true => assert (Hh : forall c, has h c = true -> has (own q it) c = true \/ free q c = true) end.
      { intros c. rewrite !has_lor, !orb_true_iff. intros [Z|[Z|Z]]; auto; right; [|eapply last_free; eauto].
        unfold low in Z. rewrite has_land, andb_true_iff in Z. destruct Z as [_ Z]. apply PI in Z. tauto. }
      destruct (stops_spec q _ L A AL Hh K I) as (c & Ic & N). rewrite !has_lor, !orb_false_iff in N. destruct N as [N1 [N2 N3]]. exists c. split; auto. split; auto.
      intros [Z|(Z1 & Z2 & _)]; [congruence|]. unfold low in N2. rewrite has_land, Z1, Z2 in N2. discriminate.
    + intros Wn. rewrite Wn in W. simpl in W. apply orb_true_iff in W as [W|W]; [left; apply WIN; now apply N.eqb_neq, negb_true_iff|]. right.
      unfold owned in W. apply existsb_exists in W as (s & I & Z). apply mine_in in I as (L & I & ->). apply N.eqb_eq in Z.
      exists L. split; auto. intros c Ic. apply mask_spec in Ic. apply (within_zero _ _ c Z) in Ic. rewrite has_lor, orb_true_iff in Ic. destruct Ic as [Ic|Ic]; auto.
      right. unfold high in Ic. rewrite has_ldiff, andb_true_iff, negb_true_iff in Ic. destruct Ic as [P N]. pose proof P as P'. apply PI in P' as ((Sc & Fc) & _).
      destruct (X4 c Sc Fc) as [Z'|Z']; [congruence|]. destruct (X2 _ Z'). right. rewrite N.add_sub. repeat split; auto; [|lia].
      eapply below_played; eauto.
  - destruct K as [[[J W] K1] K2]. apply negb_true_iff, N.eqb_neq in J.
    assert (GET : forall k, In k (filter (with_one odd) table) -> In k table /\ exists e, odd_one lower played e /\ (e mod columns = fst k)%N).
    { intros k I. apply filter_In in I as [I N]. split; auto. destruct k as [i [mi ei]]. unfold with_one in N. cbn [fst snd] in *. apply negb_true_iff, N.eqb_neq, nonzero_has in N as (e & He).
      rewrite has_land, andb_true_iff in He. destruct He as [He M]. exists e. split; [now apply OD|]. destruct (in_column _ _ _ I) as [M' _]. now apply M' in M. }
    destruct (GET (j, (m, es))) as [I1 (f & Of & Ef)]; [rewrite E; simpl; auto|]. destruct (GET (j', (m', es'))) as [I2 (g & Og & Eg)]; [rewrite E; simpl; auto|]. cbn [fst] in Ef, Eg.
    assert (W' : winning = true -> last <> 0%N).
    { intros Wn. rewrite Wn in W. simpl in W. now apply N.eqb_neq, negb_true_iff. }
    assert (ONLY : forall c, odd_one lower played c -> c = f \/ c = g).
    { intros c Oc. destruct (X2 c (proj1 Oc)) as [Sc Fc]. destruct (column_of c Sc) as (mc & ec & I). destruct (in_column _ _ _ I) as [M _].
      assert (Z : In ((c mod columns)%N, (mc, ec)) (filter (with_one odd) table)).
      { apply filter_In. split; auto. unfold with_one. cbn [fst snd]. apply negb_true_iff, N.eqb_neq. intros Z. assert (Y : has (N.land odd mc) c = true).
        { rewrite has_land, (proj2 (OD c) Oc), (proj2 (M c)); auto. } now rewrite Z, has_0 in Y. }
      assert (UN : forall x y, odd_one lower played x -> odd_one lower played y -> (x mod columns = y mod columns)%N -> x = y).
      { intros x y Ox Oy Exy. apply N.le_antisymm; [apply (odd_above q S lower tall last played Y1 LI PI x y Ox); [apply Oy|auto]|
          apply (odd_above q S lower tall last played Y1 LI PI y x Oy); [apply Ox|auto]]. }
      rewrite E in Z. destruct Z as [Z|[Z|[]]]; injection Z as Z _ _; [left|right]; apply UN; auto; congruence. }
    eapply (crossing_good b columns some_columns me R R_me winning R_full n left_ f g); [exact Rn|exact T|]. constructor.
    + exact A.
    + exact S.
    + intros l H. eapply left_stand; eauto.
    + intros x Lx. destruct (left_lands q lower tall last played) with (x := x) as [Z|Z]; auto.
    + intros l H. destruct (left_above q S lower tall last played X3 X4 Y4 LI PI l H) as [Z|[Z|[Z|Z]]]; auto.
    + eapply (odd_half q A S AL lower tall last played); eauto. congruence.
    + eapply (odd_half q A S AL lower tall last played); eauto. congruence.
Qed.

Theorem followed_good n q : apart q -> stacked b columns q -> all_listed q -> turn q = it -> room b q <= n ->
  followed (own q me) (own q it) = true -> forces (G := Gf) (just me) R n (cast b columns q).
Proof.
  intros A S AL T Rn. unfold followed. set (threats := N.ldiff _ (open_cells _ _)). rewrite andb_true_iff, orb_true_iff, andb_true_iff. intros [Lo H].
  assert (Th : forall c, has threats c = true -> wins_by b me q c).
  { intros c K. unfold threats in K. rewrite has_ldiff, has_land, !andb_true_iff in K. destruct K as [[_ K] _].
    apply short_spec in K as (s & I & _ & _ & K). apply mine_in in I as (L & I & ->). exists L. split; auto. intros d Id. apply K. now apply mask_spec. }
  destruct H as [H|[_ H]]; (eapply kept_good; [exact A|exact S|exact AL|exact T|exact Rn|exact Lo| |exact H]); auto.
  intros c K. apply Th. rewrite has_ldiff in K. now apply andb_true_iff in K.
Qed.
End Looked_at.
