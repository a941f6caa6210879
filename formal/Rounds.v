(** Rule [rounds]: replies of a player ply by ply, where stones fall. All moves of the other are played from the
    start, and the replies that are listed, for all positions of a ply; positions that a symmetry exchanges
    are one. A play need not be followed where the other can own no set any more, nor where answering in the same
    column is enough, after one move of the player's or at once ([FollowUp.v]). *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional Lines Stealing Pairing Forcing FollowUp.
Import ListNotations.

(** The stones of First and of Second. *)
Notation stones := (N * N)%type.
Definition place_of (p : stones) (s : player) : place := Place (fst p) (snd p) s.
Definition taking (s : player) (p : stones) (bit : N) : stones :=
  match s with First => (N.lor (fst p) bit, snd p) | Second => (fst p, N.lor (snd p) bit) end.
Lemma lor_bit A c : N.lor A (N.setbit 0 c) = N.setbit A c.
Proof. apply N.bits_inj. intros d. change (has (N.lor A (N.setbit 0 c)) d = has (N.setbit A c) d). rewrite has_lor, !has_set, has_0, orb_false_r. apply orb_comm. Qed.
Lemma place_taking p s c : place_of (taking s p (N.setbit 0 c)) (other s) = put c (place_of p s).
Proof. unfold place_of, taking, put. destruct s; cbn [fst snd turn firsts seconds other]; now rewrite lor_bit. Qed.

(** * Sorted lists of positions, in which each stands once *)

Definition less (p q : stones) : bool := N.ltb (fst p) (fst q) || N.eqb (fst p) (fst q) && N.ltb (snd p) (snd q).
Definition same_position (p q : stones) : bool := N.eqb (fst p) (fst q) && N.eqb (snd p) (snd q).
(** [fuel] is as long as both lists together. *)
Fixpoint merge_onto (fuel a l done : list stones) : list stones :=
  match fuel with
  | [] => rev_append a (rev_append l done)
  | _ :: fuel => match a, l with
      | [], _ => rev_append l done
      | _, [] => rev_append a done
      | x :: a', y :: l' => if same_position x y then merge_onto fuel a' l' (x :: done)
          else if less x y then merge_onto fuel a' l (x :: done) else merge_onto fuel a l' (y :: done)
      end
  end.
Definition merge (a l : list stones) : list stones := rev_append (merge_onto (rev_append a l) a l []) [].
(** Runs, each about twice as long as that before it; an empty one holds a place. *)
Fixpoint push (runs : list (list stones)) (l : list stones) : list (list stones) :=
  match runs with [] => [l] | [] :: runs => l :: runs | k :: runs => [] :: push runs (merge k l) end.
Definition held (x : stones) (runs : list (list stones)) : Prop := exists l, In l runs /\ In x l.
Lemma in_rev_append (x : stones) a l : In x (rev_append a l) <-> In x a \/ In x l.
Proof. rewrite rev_append_rev, in_app_iff, <- in_rev. tauto. Qed.
Lemma same_position_eq x y : same_position x y = true -> x = y.
Proof. unfold same_position. rewrite andb_true_iff, !N.eqb_eq. destruct x, y. simpl. intros []. congruence. Qed.
Lemma in_merge_onto x fuel : forall a l done, In x a \/ In x l \/ In x done -> In x (merge_onto fuel a l done).
Proof.
  induction fuel as [|f fuel IH]; intros a l done H; simpl; [rewrite !in_rev_append; tauto|].
  destruct a as [|y a]; [rewrite in_rev_append; simpl in H; tauto|]. destruct l as [|z l]; [rewrite in_rev_append; simpl in H; simpl; tauto|].
  destruct (same_position y z) eqn:E; [apply same_position_eq in E; subst; apply IH; simpl in *; tauto|].
  destruct (less y z); apply IH; simpl in *; tauto.
Qed.
Lemma in_merge x a l : In x a \/ In x l -> In x (merge a l).
Proof. intros H. unfold merge. rewrite in_rev_append. left. apply in_merge_onto. tauto. Qed.
Lemma held_push x : forall runs l, In x l \/ held x runs -> held x (push runs l).
Proof.
  induction runs as [|k runs IH]; intros l H; simpl.
  - destruct H as [H|(k & [] & _)]. exists l. simpl; auto.
  - assert (H' : In x l \/ In x k \/ held x runs).
    { destruct H as [H|(m & [->|I] & K)]; auto. right; right. exists m. auto. }
    destruct k as [|y k].
    + destruct H' as [H'|[[]|(m & I & K)]]; [exists l; simpl; auto|exists m; simpl; auto].
    + destruct (IH (merge (y :: k) l)) as (m & I & K); [|exists m; simpl; auto].
      destruct H' as [H'|[H'|H']]; auto; left; apply in_merge; auto.
Qed.
Definition finish (runs : list (list stones)) : list stones := fold_left merge runs [].
Lemma in_finish x runs : held x runs -> In x (finish runs).
Proof.
  unfold finish. intros H. assert (G : forall runs l, In x l \/ held x runs -> In x (fold_left merge runs l)).
  { clear. induction runs as [|k runs IH]; intros l H; simpl; [destruct H as [H|(k & [] & _)]; auto|]. apply IH.
    destruct H as [H|(m & [->|I] & K)]; [left; apply in_merge; auto|left; apply in_merge; auto|right; exists m; auto]. }
  apply G. auto.
Qed.

(** * Symmetries *)

Section Symmetries.
Variable b : board.
Variable columns : N.
Hypothesis some_columns : (0 < columns)%N.
Hypothesis inside : on_board b.

(** The cells with what a permutation makes of them, as bits. *)
Definition image (pairs : list (N * N)) (A : N) : N :=
  fold_left (fun found k => if N.eqb (N.land A (fst k)) 0 then found else N.lor found (snd k)) pairs 0%N.
Definition to_cell (l : list N) (c : cell) : cell := nth (N.to_nat c) l 0%N.
Definition pairs_of (l : list N) : list (N * N) := map (fun c => (N.setbit 0 c, N.setbit 0 (to_cell l c))) (every_cell b).
Definition symmetryb (l : list N) : bool :=
  let P := to_cell l in
  forallb (fun c => N.ltb (P c) (size b) &&
    (if N.ltb (c + columns) (size b) then N.eqb (P (c + columns)%N) (P c + columns) else N.leb (size b) (P c + columns)) &&
    forallb (fun d => N.eqb c d || negb (N.eqb (P c) (P d))) (every_cell b)) (every_cell b) &&
  forallb (fun d => existsb (fun c => N.eqb (P c) d) (every_cell b)) (every_cell b) &&
  forallb (fun s => let sets := map mask (wants b s) in let images := map (image (pairs_of l)) sets in
    forallb (fun g => existsb (N.eqb g) images) sets && forallb (fun g => existsb (N.eqb g) sets) images) [First; Second].

Section One.
Variable l : list N.
Hypothesis Sym : symmetryb l = true.
Notation P := (to_cell l).
Definition imaged (p : stones) : stones := let pairs := pairs_of l in (image pairs (fst p), image pairs (snd p)).

Lemma sym_cell c : (c < size b)%N -> (P c < size b)%N /\
  ((c + columns < size b)%N -> P (c + columns) = (P c + columns)%N) /\ ((size b <= c + columns)%N -> (size b <= P c + columns)%N) /\
  forall d, (d < size b)%N -> P c = P d -> c = d.
Proof.
  intros L. unfold symmetryb in Sym. rewrite !andb_true_iff in Sym. destruct Sym as [[S _] _]. rewrite forallb_forall in S.
  specialize (S c (proj2 (in_cells_board b c) L)). rewrite !andb_true_iff, forallb_forall in S. destruct S as [[S1 S2] S3].
  split; [now apply N.ltb_lt|]. split; [|split].
  - intros K. apply N.ltb_lt in K. rewrite K in S2. now apply N.eqb_eq.
  - intros K. apply N.ltb_ge in K. rewrite K in S2. now apply N.leb_le.
  - intros d Ld E. specialize (S3 d (proj2 (in_cells_board b d) Ld)). apply orb_true_iff in S3 as [S3|S3]; [now apply N.eqb_eq|].
    apply negb_true_iff, N.eqb_neq in S3. contradiction.
Qed.
Lemma sym_onto d : (d < size b)%N -> exists c, (c < size b)%N /\ P c = d.
Proof.
  intros L. unfold symmetryb in Sym. rewrite !andb_true_iff in Sym. destruct Sym as [[_ S] _]. rewrite forallb_forall in S.
  specialize (S d (proj2 (in_cells_board b d) L)). apply existsb_exists in S as (c & I & E). exists c. split; [now apply in_cells_board|now apply N.eqb_eq].
Qed.
Lemma image_spec A d : has (image (pairs_of l) A) d = true <-> exists c, (c < size b)%N /\ has A c = true /\ P c = d.
Proof.
  unfold image. assert (G : forall ks found, has (fold_left (fun found k => if N.eqb (N.land A (fst k)) 0 then found else N.lor found (snd k)) ks found) d = true <->
    has found d = true \/ exists k, In k ks /\ N.land A (fst k) <> 0%N /\ has (snd k) d = true).
  { induction ks as [|k ks IH]; intros found; simpl; [split; [auto|intros [H|(k & [] & _)]; auto]|]. rewrite IH. destruct (N.eqb_spec (N.land A (fst k)) 0) as [E|E].
    - split; [intros [H|(k' & I & H)]; [auto|right; exists k'; tauto]|intros [H|(k' & [<-|I] & H1 & H2)]; [auto|contradiction|right; exists k'; auto]].
    - rewrite has_lor, orb_true_iff. split; [intros [[H|H]|(k' & I & H)]; [auto|right; exists k; auto|right; exists k'; tauto]|
        intros [H|(k' & [<-|I] & H1 & H2)]; [auto|auto|right; exists k'; auto]]. }
  rewrite G, has_0. split.
  - intros [H|(k & I & H1 & H2)]; [discriminate|]. unfold pairs_of in I. apply in_map_iff in I as (c & <- & I). cbn [fst snd] in *. exists c.
    split; [now apply in_cells_board|]. apply nonzero_has in H1 as (x & H1). rewrite has_land, andb_true_iff, has_bit in H1. destruct H1 as [H1 ->].
    split; auto. now apply has_bit.
  - intros (c & L & H & E). right. exists (N.setbit 0 c, N.setbit 0 (P c)). split; [unfold pairs_of; apply in_map_iff; exists c; split; auto; now apply in_cells_board|].
    cbn [fst snd]. split; [|now apply has_bit]. intros Z. assert (X : has (N.land A (N.setbit 0 c)) c = true) by (rewrite has_land, H, (proj2 (has_bit c c) eq_refl); auto).
    now rewrite Z, has_0 in X.
Qed.
Definition alike (q q' : place) : Prop := turn q = turn q' /\ forall s c, (c < size b)%N -> has (own q' s) (P c) = has (own q s) c.
Lemma imaged_alike p s : alike (place_of p s) (place_of (imaged p) s).
Proof.
  split; [reflexivity|]. assert (G : forall A c, (c < size b)%N -> has (image (pairs_of l) A) (P c) = has A c).
  { intros A c L. destruct (has A c) eqn:E; [apply image_spec; eauto|]. apply not_true_iff_false. intros (d & Ld & K & Q)%image_spec.
    assert (d = c) by (apply (sym_cell d Ld); auto). congruence. }
  intros [] c L; apply G; auto.
Qed.
Lemma sets_there s L : In L (wants b s) -> exists K, In K (wants b s) /\ forall d, In d K <-> exists c, In c L /\ P c = d.
Proof.
  intros I. unfold symmetryb in Sym. rewrite !andb_true_iff in Sym. destruct Sym as [_ S]. rewrite forallb_forall in S.
  specialize (S s ltac:(destruct s; simpl; auto)). apply andb_true_iff in S as [_ S]. rewrite forallb_forall in S.
  specialize (S (image (pairs_of l) (mask L)) (in_map _ _ _ (in_map mask _ _ I))). apply existsb_exists in S as (g & Ig & E). apply N.eqb_eq in E. subst g.
  apply in_map_iff in Ig as (K & E & IK). exists K. split; auto. intros d. rewrite <- mask_spec, E, image_spec. split.
  - intros (c & _ & H & Q). exists c. split; auto. now apply mask_spec.
  - intros (c & Ic & Q). exists c. split; [apply in_cells_board, (inside s L); auto|]. split; auto. now apply mask_spec.
Qed.
Lemma sets_back s K : In K (wants b s) -> exists L, In L (wants b s) /\ forall d, In d K <-> exists c, In c L /\ P c = d.
Proof.
  intros I. unfold symmetryb in Sym. rewrite !andb_true_iff in Sym. destruct Sym as [_ S]. rewrite forallb_forall in S.
  specialize (S s ltac:(destruct s; simpl; auto)). apply andb_true_iff in S as [S _]. rewrite forallb_forall in S.
  specialize (S (mask K) (in_map _ _ _ I)). apply existsb_exists in S as (g & Ig & E). apply N.eqb_eq in E. subst g. rewrite map_map in Ig.
  apply in_map_iff in Ig as (L & E & IL). exists L. split; auto. intros d. rewrite <- mask_spec, <- E, image_spec. split.
  - intros (c & _ & H & Q). exists c. split; auto. now apply mask_spec.
  - intros (c & Ic & Q). exists c. split; [apply in_cells_board, (inside s L); auto|]. split; auto. now apply mask_spec.
Qed.

Section Alike.
Variables q q' : place.
Hypothesis E : alike q q'.
Lemma alike_completed s : completed b q' s = completed b q s.
Proof.
  destruct E as [_ H]. destruct (completed b q s) eqn:C.
  - apply completed_spec in C as (L & I & W). rewrite whole_spec in W. destruct (sets_there s L I) as (K & IK & J). apply completed_spec. exists K. split; auto.
    apply whole_spec. intros d Id. apply J in Id as (c & Ic & <-). rewrite H; auto. apply in_cells_board, (inside s L); auto.
  - apply not_true_iff_false. intros C'. apply not_true_iff_false in C. apply C. apply completed_spec in C' as (K & I & W). rewrite whole_spec in W.
    destruct (sets_back s K I) as (L & IL & J). apply completed_spec. exists L. split; auto. apply whole_spec. intros c Ic.
    rewrite <- H by (apply in_cells_board, (inside s L); auto). apply W, J. eauto.
Qed.
Lemma alike_free c : (c < size b)%N -> free q' (P c) = free q c.
Proof.
  intros L. destruct E as [_ H]. unfold free. pose proof (H First c L) as H1. pose proof (H Second c L) as H2. simpl in H1, H2. now rewrite H1, H2.
Qed.
Lemma alike_full : full b q' = full b q.
Proof.
  destruct (full b q) eqn:F.
  - apply not_false_iff_true. intros K. apply full_spec in K as (d & Id & Fd). apply in_cells_board in Id. destruct (sym_onto d Id) as (c & L & <-).
    rewrite alike_free in Fd by auto. apply not_false_iff_true in F. apply F, full_spec. exists c. split; auto. now apply in_cells_board.
  - apply full_spec in F as (c & I & Fc). apply in_cells_board in I. apply full_spec. exists (P c). split; [apply in_cells_board, (sym_cell c I)|]. now rewrite alike_free.
Qed.
Lemma alike_ends : ends b q' = ends b q.
Proof. unfold ends. now rewrite !alike_completed, alike_full. Qed.
Lemma alike_lands c : (c < size b)%N -> lands b columns q' (P c) <-> lands b columns q c.
Proof.
  intros L. destruct (sym_cell c L) as (S1 & S2 & S3 & _). unfold lands. rewrite alike_free by auto.
  destruct (N.lt_ge_cases (c + columns) (size b)) as [K|K].
  - rewrite <- (S2 K), alike_free by auto. destruct (sym_cell _ K) as (S4 & _). split; intros (A1 & A2 & [A3|A3]); repeat split; auto; lia.
  - specialize (S3 K). split; intros (A1 & A2 & A3); repeat split; auto.
Qed.
Lemma alike_put c : (c < size b)%N -> alike (put c q) (put (P c) q').
Proof.
  intros L. destruct E as [T H]. split; [rewrite !turn_put; congruence|]. intros s d Ld. rewrite !has_put, H, T by auto. f_equal. f_equal.
  destruct (N.eqb_spec c d) as [->|N]; [apply N.eqb_refl|]. apply N.eqb_neq. intros K. apply N. now apply (sym_cell c L).
Qed.
End Alike.
Lemma alike_forces X R n : forall q q', alike q q' -> forces (G := falling_game b columns) X R n (cast b columns q') ->
  forces (G := falling_game b columns) X R n (cast b columns q).
Proof.
  assert (MV : forall q q' c, alike q q' -> lands b columns q c -> In (cast b columns (put (P c) q')) (moves (g := falling_game b columns) (cast b columns q'))).
  { intros q q' c E L. apply in_falling. exists (P c). split; auto. apply (alike_lands q q' E); auto. apply L. }
  induction n as [|n IH]; intros q q' E F; pose proof (alike_ends q q' E) as EQ; rewrite <- !(falling_over b columns) in EQ;
    inversion F as [m p r O Rr|m p m' O T I F' Q1 Q2|m p O T N F' Q1 Q2]; subst; rewrite EQ in O; try (eapply forces_over; eauto; fail).
  - apply in_falling in I as (d & Ld & ->). destruct (sym_onto d (proj1 Ld)) as (c & Lc & <-). apply (alike_lands q q' E c Lc) in Ld.
    apply (forces_own (G := falling_game b columns)) with (m := cast b columns (put c q)); auto.
    + simpl in *. destruct E as [-> _]. exact T.
    + apply in_falling. eauto.
    + apply (IH _ (put (P c) q')); [now apply alike_put|exact F'].
  - apply (forces_all (G := falling_game b columns)); auto.
    + simpl in *. destruct E as [-> _]. exact T.
    + apply goes_on in O as [_ O]. destruct (some_lands b columns some_columns q O) as (c & L). intros Z.
      assert (I : In (cast b columns (put c q)) (moves (g := falling_game b columns) (cast b columns q))) by (apply in_falling; eauto). rewrite Z in I. destruct I.
    + intros m I. apply in_falling in I as (c & L & ->). apply (IH _ (put (P c) q')); [apply alike_put; auto; apply L|]. exact (F' _ (MV q q' c E L)).
Qed.
(** What is asked of a position that is looked at, and has not ended. *)
Definition fine (q : place) : Prop := apart q /\ stacked b columns q /\ forall s, completed b q s = false.
Lemma imaged_fine p s : fine (place_of p s) -> fine (place_of (imaged p) s) /\ room b (place_of (imaged p) s) <= room b (place_of p s).
Proof.
  pose proof (imaged_alike p s) as E. intros (A & S & C). split; [split; [|split]|].
  - intros d H. destruct (has (seconds (place_of (imaged p) s)) d) eqn:K; auto. exfalso. simpl in H, K. apply image_spec in H as (c & L & H & <-).
    apply image_spec in K as (c' & L' & K & Q). assert (c' = c) by (apply (sym_cell c' L'); auto). subst c'. specialize (A c). simpl in A. rewrite A in K; auto. discriminate.
  - intros d L F. destruct (sym_onto d ltac:(lia)) as (c & Lc & <-). destruct (sym_cell c Lc) as (_ & S2 & S3 & _).
    destruct (N.lt_ge_cases (c + columns) (size b)) as [K|K]; [|specialize (S3 K); lia]. rewrite <- (S2 K), (alike_free _ _ E) in F by auto.
    rewrite (alike_free _ _ E) by auto. now apply S.
  - intros t. rewrite (alike_completed _ _ E). apply C.
  - unfold room. rewrite <- (map_length P (filter (free (place_of p s)) _)). apply NoDup_incl_length; [apply NoDup_filter, NoDup_below|].
    intros d I. apply filter_In in I as [I F]. apply in_cells_board in I. destruct (sym_onto d I) as (c & L & <-). rewrite (alike_free _ _ E) in F by auto.
    apply in_map, filter_In. split; auto. now apply in_cells_board.
Qed.
End One.

(** The least of the images of a position. *)
Definition least (images : list (list (N * N))) (p : stones) : stones :=
  fold_left (fun best pairs => let there := (image pairs (fst p), image pairs (snd p)) in if less there best then there else best) images p.
Lemma least_spec (images : list (list N)) p : least (map pairs_of images) p = p \/ exists l, In l images /\ least (map pairs_of images) p = imaged l p.
Proof.
  unfold least. assert (G : forall ls best, (best = p \/ exists l, In l images /\ best = imaged l p) -> incl ls images ->
    let found := fold_left (fun best pairs => let there := (image pairs (fst p), image pairs (snd p)) in if less there best then there else best) (map pairs_of ls) best in
    found = p \/ exists l, In l images /\ found = imaged l p).
  { induction ls as [|l ls IH]; simpl; intros best H I; auto. apply IH; [|intros x Ix; apply I; simpl; auto]. destruct (less _ _); auto. right. exists l. split; auto. apply I. simpl; auto. }
  apply G; auto. apply incl_refl.
Qed.
End Symmetries.

(** * The walk *)

Section Walk.
Variable b : board.
Variable columns : N.
Hypothesis some_columns : (0 < columns)%N.
Hypothesis inside : on_board b.
Variable me : player.
Variable winning : bool.
Notation it := (other me).
Notation Gf := (falling_game b columns).
Variables all bottom : N.
Variables mine its : list N.
Variable table : list column.
Variable rows : nat.
Hypothesis all_is : all = N.ones (size b).
Hypothesis bottom_is : bottom = lowest_row b columns.
Hypothesis mine_is : mine = map mask (wants b me).
Hypothesis its_is : its = map mask (wants b it).
Hypothesis table_is : table = every_column b columns.
Variable images : list (list (N * N)).
Variable listed : list (list N).
Hypothesis images_are : images = map (pairs_of b) listed.
Hypothesis symmetric : forall l, In l listed -> symmetryb b columns l = true.
Variable R : result -> bool.
Hypothesis R_me : R (Won me) = true.
Hypothesis R_full : winning = false -> R (full_board b) = true.

Definition stones_of (s : player) (p : stones) : N := match s with First => fst p | Second => snd p end.
Definition may_take (p : stones) : N := open_cells columns all bottom (stones_of me p) (stones_of it p).
Definition without_stone (A : N) (sets : list N) : list N := filter (fun g => N.eqb (N.land g A) 0) sets.
(** Positions from which the player wins, or holds, the other to move; and anyone. [n]: the free cells; [wanted] and
    [feared]: the sets of the player and of the other, of which those may be left out that somebody else has a stone in. *)
Definition hopelessb (feared : list N) (n : nat) (s : player) (p : stones) : bool :=
  negb winning && let most := plies_of me n s in
  forallb (fun g => negb (N.eqb (N.land g (stones_of me p)) 0) || Nat.ltb most (length (members (N.ldiff g (stones_of it p))))) feared.
Definition answers_do (wanted feared : list N) (n : nat) (p : stones) : bool :=
  hopelessb feared n it p || followed columns winning all bottom wanted feared table rows (stones_of me p) (stones_of it p).
Definition settled (n : nat) (s : player) (p : stones) : bool :=
  let wanted := without_stone (stones_of it p) mine in let feared := without_stone (stones_of me p) its in
  if same_player s it then answers_do wanted feared n p else
  let cells := may_take p in
  hopelessb feared n s p || negb (N.eqb (N.land cells (short wanted (stones_of me p))) 0) ||
  existsb (fun k => let cell := N.land cells (fst (snd k)) in
    negb (N.eqb cell 0) && single cell && answers_do wanted feared (pred n) (taking me p cell)) table.

Lemma own_place s t p : own (place_of p s) t = stones_of t p. Proof. now destruct t. Qed.
Lemma may_take_spec p s c : has (may_take p) c = true <-> lands b columns (place_of p s) c.
Proof. unfold may_take. rewrite <- !(own_place s). eapply open_cells_spec; eauto. Qed.
Lemma one_cell p s cell c : single cell = true -> has cell c = true -> (forall d, has cell d = true -> has (may_take p) d = true) ->
  lands b columns (place_of p s) c /\ place_of (taking s p cell) (other s) = put c (place_of p s).
Proof.
  intros S H I. split; [now apply may_take_spec, I|]. rewrite (single_bit cell c S H). apply place_taking.
Qed.
Definition some_wanted (wanted : list N) : Prop := forall g, In g wanted -> exists L, In L (wants b me) /\ g = mask L.
Lemma wanted_some A : some_wanted (without_stone A mine).
Proof. intros g I. apply filter_In in I as [I _]. rewrite mine_is in I. apply in_map_iff in I as (L & <- & I). eauto. Qed.
Lemma feared_all p s : all_listed b me (without_stone (stones_of me p) its) (place_of p s).
Proof.
  intros L I. destruct (N.eqb_spec (N.land (mask L) (stones_of me p)) 0) as [E|E].
  - left. apply filter_In. split; [rewrite its_is; now apply in_map|now apply N.eqb_eq].
  - right. apply nonzero_has in E as (c & E). rewrite has_land, andb_true_iff, mask_spec in E. exists c. now rewrite own_place.
Qed.
Lemma hopelessb_spec feared n s p : apart (place_of p s) -> all_listed b me feared (place_of p s) -> hopelessb feared n s p = true ->
  winning = false /\ hopeless b me n (place_of p s).
Proof.
  intros A AL. unfold hopelessb. rewrite andb_true_iff, negb_true_iff, forallb_forall. intros [W H]. split; auto. split; auto. intros L I.
  destruct (AL L I) as [K|K]; auto. specialize (H (mask L) K). apply orb_true_iff in H as [H|H].
  - left. apply negb_true_iff, N.eqb_neq, nonzero_has in H as (c & H). rewrite has_land, andb_true_iff, mask_spec in H. exists c. now rewrite own_place.
  - right. unfold short_of. rewrite own_place. now apply Nat.ltb_lt.
Qed.
Lemma answers_good wanted feared n p : some_wanted wanted -> all_listed b me feared (place_of p it) -> fine b columns (place_of p it) ->
  room b (place_of p it) <= n -> answers_do wanted feared n p = true -> forces (G := Gf) (just me) R n (cast b columns (place_of p it)).
Proof.
  intros So AL (A & S & C) Rn H. apply orb_true_iff in H as [H|H].
  - apply hopelessb_spec in H as [W H]; auto. eapply hopeless_good; eauto.
  - eapply followed_good with (1 := some_columns) (mine := wanted) (its := feared); eauto.
Qed.
Lemma fine_going s p c : fine b columns (place_of p s) -> lands b columns (place_of p s) c -> over (g := Gf) (cast b columns (place_of p s)) = None.
Proof.
  intros (_ & _ & C) (L & F & _). rewrite falling_over. unfold ends. rewrite !C. replace (full b (place_of p s)) with false; auto. symmetry. apply full_spec.
  exists c. split; auto. now apply in_cells_board.
Qed.
Lemma take_one n c p : fine b columns (place_of p me) -> room b (place_of p me) <= n -> lands b columns (place_of p me) c ->
  (forall k, room b (put c (place_of p me)) <= k -> S k = n -> forces (G := Gf) (just me) R k (cast b columns (put c (place_of p me)))) ->
  forces (G := Gf) (just me) R n (cast b columns (place_of p me)).
Proof.
  intros Fi Rn L K. pose proof (room_put b c (place_of p me) (proj2 (in_cells_board b c) (proj1 L)) (proj1 (proj2 L))). destruct n as [|n]; [lia|].
  apply (forces_own (G := Gf)) with (m := cast b columns (put c (place_of p me))); [eapply fine_going; eauto|apply same_refl|apply in_falling; eauto|].
  apply K; auto. lia.
Qed.
Lemma completes n c p : fine b columns (place_of p me) -> lands b columns (place_of p me) c -> completed b (put c (place_of p me)) me = true ->
  forces (G := Gf) (just me) R n (cast b columns (put c (place_of p me))).
Proof.
  intros (_ & _ & C) L W. apply forces_over with (r := Won me); auto. rewrite falling_over. apply ends_won; auto. unfold completed. rewrite own_put_other; [apply C|now rewrite other_other].
Qed.
Lemma fine_put s c p : fine b columns (place_of p s) -> lands b columns (place_of p s) c -> completed b (put c (place_of p s)) s = false ->
  fine b columns (put c (place_of p s)).
Proof.
  intros (A & S & C) L N. split; [|split].
  - apply apart_put; auto. apply L.
  - now apply stacked_put.
  - intros t. destruct (player_cases s t) as [->| ->]; auto. unfold completed. rewrite own_put_other; [apply C|now rewrite other_other].
Qed.
Lemma settled_good n s p : fine b columns (place_of p s) -> room b (place_of p s) <= n -> settled n s p = true ->
  forces (G := Gf) (just me) R n (cast b columns (place_of p s)).
Proof.
  intros Fi Rn H. unfold settled in H. destruct (player_cases me s) as [->| ->].
  2:{ rewrite same_refl in H. eapply answers_good; eauto using wanted_some, feared_all. }
  replace (same_player me it) with false in H by (now destruct me). rewrite !orb_true_iff in H. destruct H as [[H|H]|H].
  - apply hopelessb_spec in H as [W H]; [|apply Fi|apply feared_all]. eapply hopeless_good; eauto.
  - apply negb_true_iff, N.eqb_neq, nonzero_has in H as (c & H). rewrite has_land, andb_true_iff in H. destruct H as [H K].
    apply (may_take_spec p me) in H. apply (take_one n c p Fi Rn H). intros k _ _. apply completes; auto.
    apply short_spec in K as (g & I & _ & _ & K). apply wanted_some in I as (L & I & ->). apply completed_spec. exists L. split; auto.
    apply whole_spec. intros d Id. rewrite own_put_turn, has_set by reflexivity. rewrite own_place. destruct (K d) as [X| ->]; [now apply mask_spec|rewrite X; apply orb_true_r|now rewrite N.eqb_refl].
  - apply existsb_exists in H as (k & I & H). rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in H. destruct H as [[H0 H1] H2].
    apply nonzero_has in H0 as (c & H0). destruct (one_cell p me _ c H1 H0) as [L E]; [intros d Hd; rewrite has_land in Hd; now apply andb_true_iff in Hd|].
    apply (take_one n c p Fi Rn L). intros m Rm <-. destruct (completed b (put c (place_of p me)) me) eqn:W; [now apply completes|].
    assert (AL : all_listed b me (without_stone (stones_of me p) its) (put c (place_of p me))).
    { intros S IS. destruct (feared_all p me S IS) as [X|(d & Id & X)]; auto. right. exists d. split; auto. rewrite has_put, X. apply orb_true_r. }
    rewrite <- E in *. eapply answers_good; eauto using wanted_some. rewrite E. apply fine_put; auto. now rewrite <- E.
Qed.

Definition named (p : stones) : stones := least images p.
(** After the moves of the other, by columns; after the replies. *)
Fixpoint its_moves (p : stones) (cells : N) (cols : list column) (after : list (list stones)) : option (list (list stones)) :=
  match cols with
  | [] => Some after
  | k :: cols => let cell := N.land cells (fst (snd k)) in
      if N.eqb cell 0 then its_moves p cells cols after else
      let p' := taking it p cell in
      if negb (single cell) || owned its (stones_of it p') then None else its_moves p cells cols (push after [named p'])
  end.
Fixpoint all_moves (ps : list stones) (after : list (list stones)) : option (list (list stones)) :=
  match ps with
  | [] => Some after
  | p :: ps => let cells := may_take p in
      if N.eqb cells 0 then None else match its_moves p cells table after with Some after => all_moves ps after | None => None end
  end.
(** Where the other threatens to complete a set with one cell, that cell is the reply; elsewhere a column is listed. *)
Definition reply (p : stones) (rs : list N) : option (N * list N) :=
  let cells := may_take p in let threat := N.land cells (short its (stones_of it p)) in
  if negb (N.eqb threat 0) && single threat then Some (threat, rs) else
  match rs with
  | r :: rs => match find (fun k => N.eqb (fst k) r) table with Some k => Some (N.land cells (fst (snd k)), rs) | None => None end
  | [] => None
  end.
Fixpoint all_replies (ps : list stones) (rs : list N) (after : list (list stones)) : option (list (list stones) * list N) :=
  match ps with
  | [] => Some (after, rs)
  | p :: ps => match reply p rs with
      | Some (cell, rs) => if N.eqb cell 0 || negb (single cell) then None else
          let p' := taking me p cell in all_replies ps rs (if owned mine (stones_of me p') then after else push after [named p'])
      | None => None
      end
  end.
Fixpoint unsettled (n : nat) (s : player) (ps rest : list stones) : list stones :=
  match ps with [] => rest | p :: ps => unsettled n s ps (if settled n s p then rest else p :: rest) end.
(** All positions of a ply; the replies that are left over when every play has ended. *)
Fixpoint walk (n : nat) (s : player) (ps : list stones) (rs : list N) : option (list N) :=
  match rev_append (unsettled n s ps []) [] with
  | [] => Some rs
  | left_ => match n with
      | O => None
      | S n => if same_player s me
          then match all_replies left_ rs [] with Some (after, rs) => walk n it (finish after) rs | None => None end
          else match all_moves left_ [] with Some after => walk n me (finish after) rs | None => None end
      end
  end.

Lemma in_unsettled n s p ps : forall rest, In p ps \/ In p rest -> settled n s p = true \/ In p (unsettled n s ps rest).
Proof.
  induction ps as [|q ps IH]; simpl; intros rest H; [destruct H as [[]|H]; auto|]. destruct (settled n s q) eqn:E.
  - destruct H as [[->|H]|H]; auto.
  - apply IH. simpl. tauto.
Qed.
Lemma its_moves_spec p cells cols : forall after found, its_moves p cells cols after = Some found ->
  (forall x, held x after -> held x found) /\ forall k, In k cols -> N.land cells (fst (snd k)) <> 0%N ->
    let cell := N.land cells (fst (snd k)) in single cell = true /\ owned its (stones_of it (taking it p cell)) = false /\ held (named (taking it p cell)) found.
Proof.
  induction cols as [|k cols IH]; simpl; intros after found H; [injection H as <-; split; [auto|tauto]|].
  destruct (N.eqb_spec (N.land cells (fst (snd k))) 0) as [E|E].
  - destruct (IH _ _ H) as [A B]. split; auto. intros k' [<-|I]; [contradiction|]. now apply B.
  - destruct (_ || _) eqn:O; [discriminate|]. apply orb_false_iff in O as [O1 O2]. apply negb_false_iff in O1. destruct (IH _ _ H) as [A B]. split.
    + intros x Hx. apply A, held_push. auto.
    + intros k' [<-|I] N; [|now apply B]. split; auto. split; auto. apply A, held_push. left. simpl. auto.
Qed.
Lemma all_moves_spec ps : forall after found, all_moves ps after = Some found ->
  (forall x, held x after -> held x found) /\ forall p, In p ps -> may_take p <> 0%N /\ forall k, In k table -> N.land (may_take p) (fst (snd k)) <> 0%N ->
    let cell := N.land (may_take p) (fst (snd k)) in single cell = true /\ owned its (stones_of it (taking it p cell)) = false /\ held (named (taking it p cell)) found.
Proof.
  induction ps as [|p ps IH]; simpl; intros after found H; [injection H as <-; split; [auto|tauto]|].
  destruct (N.eqb_spec (may_take p) 0) as [E|E]; [discriminate|]. destruct (its_moves _ _ _ _) as [after'|] eqn:M; [|discriminate].
  destruct (its_moves_spec _ _ _ _ _ M) as [A B]. destruct (IH _ _ H) as [A' B']. split; auto. intros q [<-|I]; [|now apply B']. split; auto.
  intros k Ik N. destruct (B k Ik N) as (X & Y & Z). auto.
Qed.
Lemma reply_cell p rs cell rs' : reply p rs = Some (cell, rs') -> forall d, has cell d = true -> has (may_take p) d = true.
Proof.
  unfold reply. intros H d. destruct (_ && _).
  - injection H as <- <-. rewrite has_land. now intros [? _]%andb_true_iff.
  - destruct rs as [|r rs]; [discriminate|]. destruct (find _ _); [|discriminate]. injection H as <- <-. rewrite has_land. now intros [? _]%andb_true_iff.
Qed.
Lemma all_replies_spec ps : forall rs after found rs', all_replies ps rs after = Some (found, rs') ->
  (forall x, held x after -> held x found) /\ forall p, In p ps -> exists cell, cell <> 0%N /\ single cell = true /\
    (forall d, has cell d = true -> has (may_take p) d = true) /\
    (owned mine (stones_of me (taking me p cell)) = true \/ held (named (taking me p cell)) found).
Proof.
  induction ps as [|p ps IH]; simpl; intros rs after found rs' H; [injection H as <- <-; split; [auto|tauto]|].
  destruct (reply p rs) as [[cell rest]|] eqn:E; [|discriminate]. destruct (_ || _) eqn:O; [discriminate|]. apply orb_false_iff in O as [O1 O2].
  apply N.eqb_neq in O1. apply negb_false_iff in O2. destruct (IH _ _ _ _ H) as [A B].
  assert (A' : forall x, held x after -> held x found) by (intros x Hx; apply A; destruct (owned _ _); auto; apply held_push; auto). split; auto.
  intros q [<-|I]; [|now apply B]. exists cell. split; auto. split; auto. split; [eapply reply_cell; eauto|].
  destruct (owned mine (stones_of me (taking me p cell))) eqn:W; auto. right. apply A, held_push. left. simpl. auto.
Qed.
Lemma owned_spec t sets p s c cell : sets = map mask (wants b t) -> place_of (taking s p cell) (other s) = put c (place_of p s) ->
  owned sets (stones_of t (taking s p cell)) = completed b (put c (place_of p s)) t.
Proof.
  intros -> E. rewrite <- E. unfold owned, completed. rewrite own_place. induction (wants b t) as [|L Ls IH]; simpl; auto. rewrite IH. f_equal.
  destruct (whole (stones_of t (taking s p cell)) L) eqn:W.
  - apply N.eqb_eq. apply N.bits_inj. intros d. rewrite N.bits_0. change (has (N.ldiff (mask L) (stones_of t (taking s p cell))) d = false). rewrite has_ldiff.
    destruct (has (mask L) d) eqn:M; auto. apply mask_spec in M. rewrite whole_spec in W. now rewrite W.
  - apply N.eqb_neq. intros Z. rewrite <- not_true_iff_false in W. apply W, whole_spec. intros d Id. apply (within_zero _ _ d Z). now apply mask_spec.
Qed.
Lemma named_good n p s : fine b columns (place_of p s) -> room b (place_of p s) <= n ->
  (fine b columns (place_of (named p) s) -> room b (place_of (named p) s) <= n -> forces (G := Gf) (just me) R n (cast b columns (place_of (named p) s))) ->
  forces (G := Gf) (just me) R n (cast b columns (place_of p s)).
Proof.
  intros Fi Rn H. unfold named in *. rewrite images_are in *. destruct (least_spec b listed p) as [E|(l & I & E)]; rewrite E in H; auto.
  pose proof (symmetric l I) as Sy. destruct (imaged_fine b columns some_columns inside l Sy p s Fi) as [F' R'].
  apply (alike_forces b columns some_columns inside l Sy) with (q' := place_of (imaged b l p) s); [eapply imaged_alike; eauto|]. apply H; auto. lia.
Qed.

Theorem walk_good : forall n s ps rs rest, walk n s ps rs = Some rest -> forall p, In p ps -> fine b columns (place_of p s) -> room b (place_of p s) <= n ->
  forces (G := Gf) (just me) R n (cast b columns (place_of p s)).
Proof.
  induction n as [|n IH]; intros s ps rs rest H p Ip Fi Rn; cbn [walk] in H.
  { destruct (in_unsettled 0 s p ps [] (or_introl Ip)) as [S|U]; [now apply settled_good|].
    destruct (rev_append _ []) eqn:E; [|discriminate]. rewrite rev_append_rev, app_nil_r in E. apply in_rev in U. rewrite E in U. destruct U. }
  destruct (in_unsettled (S n) s p ps [] (or_introl Ip)) as [S|U]; [now apply settled_good|].
  assert (U' : In p (rev_append (unsettled (S n) s ps []) [])) by (rewrite rev_append_rev, app_nil_r; now apply in_rev in U).
  destruct (rev_append _ []) as [|p0 left_] eqn:E; [destruct U'|]. destruct (player_cases me s) as [->| ->].
  - rewrite same_refl in H. destruct (all_replies (p0 :: left_) rs []) as [[after rs']|] eqn:A; [|discriminate].
    destruct (all_replies_spec _ _ _ _ _ A) as [_ B]. destruct (B p U') as (cell & N0 & Si & Su & W). apply nonzero_has in N0 as (c & Hc).
    destruct (one_cell p me cell c Si Hc Su) as [L Q]. apply (take_one (S n) c p Fi Rn L). intros k Rk [= ->].
    rewrite (owned_spec me mine p me c cell mine_is Q) in W. destruct (completed b (put c (place_of p me)) me) eqn:CM; [now apply completes|].
    destruct W as [W|W]; [discriminate|]. assert (F' : fine b columns (put c (place_of p me))) by now apply fine_put.
    rewrite <- Q in *. apply named_good; auto. intros F2 R2. eapply IH; eauto. now apply in_finish.
  - replace (same_player it me) with false in H by (now destruct me). destruct (all_moves (p0 :: left_) []) as [after|] eqn:A; [|discriminate].
    destruct (all_moves_spec _ _ _ A) as [_ B]. destruct (B p U') as [N0 M]. apply nonzero_has in N0 as (c0 & H0). apply (may_take_spec p it) in H0.
    apply (forces_all (G := Gf)); [eapply fine_going; eauto|simpl; now destruct me| |].
    { intros Z. assert (I : In (cast b columns (put c0 (place_of p it))) (moves (g := Gf) (cast b columns (place_of p it)))) by (apply in_falling; eauto). rewrite Z in I. destruct I. }
    intros m I. apply in_falling in I as (c & L & ->). change (play (g := Gf) ?x ?y) with y.
    destruct (column_of b columns some_columns all bottom table) with (c := c) as (mk & es & Ik); auto; [apply L|].
    destruct (in_column b columns table table_is _ _ _ Ik) as [MC _].
    assert (HC : has (N.land (may_take p) mk) c = true).
    { rewrite has_land, (proj2 (may_take_spec p it c) L). simpl. apply MC. split; auto. apply L. }
    destruct (M _ Ik) as (Si & No & He); cbn [fst snd] in *; [intros Z; rewrite Z, has_0 in HC; discriminate|].
    destruct (one_cell p it _ c Si HC) as [_ Q]; [intros d Hd; rewrite has_land in Hd; now apply andb_true_iff in Hd|]. rewrite other_other in Q.
    pose proof (room_put b c (place_of p it) (proj2 (in_cells_board b c) (proj1 L)) (proj1 (proj2 L))).
    rewrite <- (other_other me) in Q at 2. rewrite (owned_spec it its p it c _ its_is Q) in No. rewrite other_other in Q. assert (F' : fine b columns (put c (place_of p it))) by now apply fine_put.
    rewrite <- Q in *. apply named_good; auto; [lia|]. intros F2 R2. eapply IH; eauto. now apply in_finish.
Qed.
End Walk.

(** * The rule *)

Definition r_results (b : board) (me : player) (winning : bool) : list result := if winning then [Won me] else [Won me; full_board b].
Definition r_good b me winning := among same_result (r_results b me winning).
Lemma r_good_me b me winning : r_good b me winning (Won me) = true.
Proof. unfold r_good, r_results. destruct winning; simpl; now rewrite same_refl. Qed.
Lemma r_good_full b me winning : winning = false -> r_good b me winning (full_board b) = true.
Proof.
  unfold r_good, r_results. intros ->. simpl. destruct (full_board b) as [s|]; simpl; [|reflexivity]. rewrite same_refl, orb_true_l. apply orb_true_r.
Qed.
Definition stackedb (b : board) (columns : N) (q : place) : bool :=
  forallb (fun c => N.leb (size b) (c + columns) || negb (free q (c + columns)) || free q c) (every_cell b).
Lemma stackedb_spec b columns q : stackedb b columns q = true -> stacked b columns q.
Proof.
  unfold stackedb. rewrite forallb_forall. intros H c L F. specialize (H c). rewrite !orb_true_iff, negb_true_iff, N.leb_le in H.
  destruct H as [[H|H]|H]; auto; [apply in_cells_board|..]; try lia. congruence.
Qed.

Section Rule_.
Variable b : board.
Variable columns : N.
Variables all bottom : N.
Variables first second : list N.
Variable table : list column.
Variable rows : nat.
Variable images : list (list (N * N)).
Variable starter : player.
Variable p : stones.
(** One proof: the replies that it leaves. *)
Definition one_proof (me : player) (winning : bool) (rs : list N) : option (list N) :=
  match ends b (place_of p starter) with
  | Some r => if r_good b me winning r then Some rs else None
  | None => let '(mine, its) := match me with First => (first, second) | Second => (second, first) end in
      walk columns me winning all bottom mine its table rows images (room b (place_of p starter)) starter [named images p] rs
  end.
Fixpoint proofs (l : list (player * bool)) (rs : list N) : option (list statement) :=
  match l with
  | [] => if is_nil rs then Some [] else None
  | (me, winning) :: l => match one_proof me winning rs with
      | Some rs => option_map (cons (Force starter [me] (r_results b me winning) None)) (proofs l rs)
      | None => None
      end
  end.
End Rule_.

Definition rounds_statements (i : instance) (starter : player) (l : list (player * bool)) (listed : list (list N)) (rs : list N) : list statement :=
  match i with
  | Ruled (Falling_stones a columns) [A; B] =>
      let b := board_of a false in let q := Place A B starter in
      if on_board_ok a false && N.ltb 0 columns && N.leb columns (size b) && apartb q && stackedb b columns q && forallb (symmetryb b columns) listed then
        match proofs b columns (N.ones (size b)) (lowest_row b columns) (map mask (wants b First)) (map mask (wants b Second))
          (every_column b columns) (N.to_nat (size b / columns)) (map (pairs_of b) listed) starter (A, B) l rs with
        | Some found => found
        | None => []
        end
      else []
  | _ => []
  end.
Lemma rounds_true i starter l listed rs : Forall (means i) (rounds_statements i starter l listed rs).
Proof.
  destruct i as [| |[| |a columns| | |] [|A [|B [|]]]]; try constructor. unfold rounds_statements. cbv zeta. destruct (_ && _) eqn:C; [|constructor].
  rewrite !andb_true_iff, forallb_forall in C. destruct C as [[[[[OB%on_board_spec Cs%N.ltb_lt] _] Ap%apartb_spec] St%stackedb_spec] Sy].
  set (b := board_of a false) in *. destruct (proofs _ _ _ _ _ _ _ _ _ _ _ _ _) as [found|] eqn:E; [|constructor]. revert rs found E.
  induction l as [|[me winning] l IH]; simpl; intros rs found; [destruct (is_nil rs); [intros [= <-]; constructor|discriminate]|].
  destruct (one_proof _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [rest|] eqn:O; [|discriminate]. destruct (proofs _ _ _ _ _ _ _ _ _ _ _ _ _) as [others|] eqn:E; [|discriminate].
  simpl. intros [= <-]. constructor; [|eapply IH; eauto]. clear IH E.
  simpl. apply forces_Forces with (n := room b (place_of (A, B) starter)); [exact I|]. apply forces_side with (X := just me); [intros x; symmetry; apply only_just|].
  change (forces (G := falling_game b columns) (just me) (r_good b me winning) (room b (place_of (A, B) starter)) (cast b columns (place_of (A, B) starter))).
  unfold one_proof in O. destruct (ends b (place_of (A, B) starter)) as [r|] eqn:En.
  { destruct (r_good b me winning r) eqn:G; [|discriminate]. eapply forces_over; [|exact G]. now rewrite falling_over. }
  apply ends_none in En as [NC _]. assert (Fi : fine b columns (place_of (A, B) starter)) by (split; [exact Ap|split; [exact St|exact NC]]).
  destruct (match me with First => _ | Second => _ end) as [mine its] eqn:Mi.
  assert (MI : mine = map mask (wants b me) /\ its = map mask (wants b (other me))) by (destruct me; injection Mi as <- <-; auto). destruct MI as [MI IT].
  eapply named_good with (images := map (pairs_of b) listed) (listed := listed); try reflexivity; try exact Fi; try exact Sy; auto.
  intros F2 R2. eapply walk_good with (images := map (pairs_of b) listed) (listed := listed) (winning := winning); try exact O; try exact F2; try exact R2; try exact Sy;
    auto using r_good_me, r_good_full; simpl; auto.
Qed.
Definition rounds_derive (i : instance) : reader (list statement) :=
  starter <- read_player; l <- many (two read_player flag); listed <- many row; rs <- row; ret (rounds_statements i starter l listed rs).
Theorem rounds_sound i s l s' : rounds_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold rounds_derive. intros H. read. apply rounds_true. Qed.
Definition rounds_rule : rule := Rule rounds_derive rounds_sound.
