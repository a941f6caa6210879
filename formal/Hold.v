(** Rule [hold]: claims of the defender, put together from pairs, pairs that are exchanged along alternating
    paths, answers, and symmetries. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing Pairing Claims Paths.
Import ListNotations.

Fixpoint distinct (seen : N) (l : list cell) : bool :=
  match l with [] => true | x :: l => if has seen x then false else distinct (N.setbit seen x) l end.
Lemma distinct_spec l : forall seen, distinct seen l = true -> NoDup l /\ forall x, In x l -> has seen x = false.
Proof.
  induction l as [|x l IH]; simpl; intros seen H; [split; [constructor|tauto]|].
  destruct (has seen x) eqn:E; [discriminate|]. apply IH in H as [ND O]. split.
  - constructor; auto. intros I. apply O in I. rewrite has_set, N.eqb_refl in I. discriminate.
  - intros y [<-|I]; auto. apply O in I. rewrite has_set in I. now apply orb_false_iff in I.
Qed.
Lemma NoDup_map_inj (f : cell -> cell) l : NoDup (map f l) -> forall a b, In a l -> In b l -> f a = f b -> a = b.
Proof.
  induction l as [|x l IH]; simpl; intros N a b; [tauto|]. inversion N as [|? ? Nx N']; subst.
  intros [<-|A] [<-|B] E; auto; exfalso; apply Nx; [rewrite E|rewrite <- E]; now apply in_map.
Qed.

(** * Evidence *)

(** The number of an earlier claim, and of the symmetry that turns it (0: none, t + 1). *)
Definition part := (N * N)%type.
Inductive node :=
| Together (st : list cell) (pairs : list (cell * cell)) (parts : list part)
    (owned : list (N * (cell * cell))) (spare : list cell)    (* lines with two cells each, exchangeable *)
| Answers (st : list cell) (al : list (cell * part)).         (* a cell, and how it goes on *)

(** Images under a table *)
Definition permute (P : PM.t N) (c : N) : N := match at_ P c with Some d => d | None => c end.
Definition image (P : PM.t N) (bound m : N) : N :=
  fold_left (fun acc c => if N.ltb c bound then N.setbit acc (permute P c) else acc) (members m) 0%N.
Lemma in_image P bound m x : has (image P bound m) x = true <-> exists y, In y (below bound) /\ has m y = true /\ x = permute P y.
Proof.
  unfold image. assert (H : forall l acc, has (fold_left (fun acc c => if N.ltb c bound then N.setbit acc (permute P c) else acc) l acc) x = true <->
    has acc x = true \/ exists y, In y l /\ (y < bound)%N /\ x = permute P y).
  { induction l as [|c l IH]; simpl; intros acc; [firstorder|]. rewrite IH. destruct (N.ltb_spec c bound) as [L|L].
    - rewrite has_set, orb_true_iff, N.eqb_eq. split.
      + intros [[<-|K]|(y & I & K)]; eauto 6.
      + intros [K|(y & [<-|I] & K & ->)]; eauto 6.
    - split; [intros [K|(y & I & K)]; eauto 6|]. intros [K|(y & [<-|I] & K & E')]; eauto 6. lia. }
  rewrite H, has_0. split.
  - intros [K|(y & I & L & ->)]; [discriminate|]. apply members_spec in I. exists y. split; [now apply in_below|auto].
  - intros (y & I & K & ->). right. apply in_below in I. apply members_spec in K. eauto.
Qed.

Section Check.
Variable size : N.
Variable lines : family.
Hypothesis on_board : forall L c, In L lines -> In c L -> (c < size)%N.
Notation good := (good lines).
Notation through := (through lines).
Notation line_at := (line_at lines).
Let cells := below size.
Let numbers_ := below (N.of_nat (length lines)).
Let count := N.of_nat (length lines).

(** Tables: a line with its cells as a set; the lines through a cell. *)
Definition line_table := index (map (fun L => (L, mask L)) lines).
Fixpoint through_from (i : N) (ls : family) (c : cell) (acc : N) : N :=
  match ls with [] => acc | L :: ls => through_from (N.succ i) ls c (if meets c L then N.setbit acc i else acc) end.
Definition through_table := index (map (fun c => through_from 0 lines c 0) cells).
Variable lt : PM.t (list cell * N).
Variable tt : PM.t N.
Hypothesis lt_is : lt = line_table.
Hypothesis tt_is : tt = through_table.
Definition line_of := at_ lt.
Definition lines_through (c : cell) : N := match at_ tt c with Some m => m | None => 0%N end.
Definition closed (st : list cell) : N := fold_left (fun m c => N.lor (lines_through c) m) st 0%N.

Lemma line_of_spec l L m : line_of l = Some (L, m) -> line_at l L /\ forall c, has m c = true <-> In c L.
Proof.
  unfold line_of. rewrite lt_is. intros H. apply index_spec in H. rewrite nth_error_map in H. unfold Claims.line_at.
  destruct (nth_error lines (N.to_nat l)) as [L'|]; [|discriminate]. injection H as <- <-. split; auto. apply mask_spec.
Qed.
Lemma through_from_spec ls : forall i c acc l, has (through_from i ls c acc) l = true ->
  has acc l = true \/ exists k L, l = (i + N.of_nat k)%N /\ nth_error ls k = Some L /\ In c L.
Proof.
  induction ls as [|L ls IH]; simpl; intros i c acc l H; auto. destruct (IH _ _ _ _ H) as [K|(k & L' & -> & E & I)].
  - destruct (meets c L) eqn:M; auto. rewrite has_set, orb_true_iff, N.eqb_eq in K. destruct K as [<-|K]; auto.
    right. exists 0, L. simpl. apply meets_In in M. split; [lia|auto].
  - right. exists (S k), L'. simpl. split; [lia|auto].
Qed.
Lemma nth_below n i : i < N.to_nat n -> nth_error (below n) i = Some (N.of_nat i).
Proof.
  intros L. unfold below. rewrite nth_error_map. rewrite (nth_error_nth' _ 0) by now rewrite seq_length.
  rewrite seq_nth by auto. reflexivity.
Qed.
Lemma through_spec c l : has (lines_through c) l = true -> through c l.
Proof.
  unfold lines_through. destruct (at_ tt c) as [m|] eqn:E; [|rewrite has_0; discriminate].
  rewrite tt_is in E. apply index_spec in E. rewrite nth_error_map in E.
  destruct (nth_error cells (N.to_nat c)) as [d|] eqn:Ed; [|discriminate]. injection E as <-.
  assert (D : d = c).
  { unfold cells in Ed. rewrite nth_below in Ed; [injection Ed; lia|]. apply nth_error_Some in Ed || idtac.
    assert (Lc : N.to_nat c < length (below size)) by (apply nth_error_Some; congruence).
    unfold below in Lc. now rewrite map_length, seq_length in Lc. }
  subst d. intros H. destruct (through_from_spec _ _ _ _ _ H) as [K|(k & L & -> & E & I)]; [now rewrite has_0 in K|].
  exists L. unfold Claims.line_at. now rewrite N.add_0_l, Nat2N.id.
Qed.
Lemma closed_spec st l : has (closed st) l = true -> exists c, has (mask st) c = true /\ through c l.
Proof.
  unfold closed. assert (H : forall acc, has (fold_left (fun m c => N.lor (lines_through c) m) st acc) l = true ->
    has acc l = true \/ exists c, In c st /\ through c l).
  { induction st as [|c st IH]; simpl; intros acc H; auto. destruct (IH _ H) as [K|(d & I & T)]; [|eauto].
    rewrite has_lor, orb_true_iff in K. destruct K as [K|K]; auto. right. exists c. split; auto. now apply through_spec. }
  intros K. destruct (H _ K) as [K'|(c & I & T)]; [now rewrite has_0 in K'|]. exists c. split; auto. now apply mask_spec.
Qed.

(** Symmetries *)
Definition motion := (PM.t cell * PM.t N)%type.
Definition turned (t : motion) (k : claim) : claim :=
  Claim (image (fst t) size (stones k)) (image (fst t) size (zone k)) (image (snd t) count (sets k)).
Definition same_claim (a b : claim) : bool :=
  N.eqb (stones a) (stones b) && N.eqb (zone a) (zone b) && N.eqb (sets a) (sets b).
Definition turn_okb (t : motion) : bool :=
  let images := map (permute (fst t)) cells in
  forallb (fun c => N.ltb c size) images && distinct 0 images &&
  forallb (fun l => match line_of l, line_of (permute (snd t) l) with
    | Some (L, _), Some (_, m) => forallb (fun c => has m (permute (fst t) c)) L
    | _, _ => false end) numbers_.

Lemma turn_okb_spec t : turn_okb t = true -> turn_ok size lines (permute (fst t)) (permute (snd t)).
Proof.
  unfold turn_okb. rewrite !andb_true_iff, !forallb_forall. intros [[H1 H2] H3]. apply distinct_spec in H2 as [ND _]. split.
  - intros c Hc. apply N.ltb_lt, H1, in_map, in_below; auto.
  - intros a b Ha Hb. apply (NoDup_map_inj _ _ ND); now apply in_below.
  - intros l L E. assert (I : In l numbers_).
    { apply in_below. assert (N.to_nat l < length lines) by (apply nth_error_Some; unfold Claims.line_at in E; congruence). lia. }
    specialize (H3 l I). destruct (line_of l) as [[L1 m1]|] eqn:E1; [|discriminate].
    destruct (line_of (permute (snd t) l)) as [[L2 m2]|] eqn:E2; [|discriminate].
    apply line_of_spec in E1 as [E1 _]. apply line_of_spec in E2 as [E2 M2]. apply (line_at_same _ _ _ _ E) in E1. subst L1.
    exists L2. split; auto. intros y Iy. rewrite forallb_forall in H3. apply M2. auto.
Qed.
Lemma turned_image t k : image_of size lines (permute (fst t)) (permute (snd t)) k (turned t k).
Proof.
  split; [|split]; simpl.
  - intros c Hc H. apply in_image. exists c. split; [now apply in_below|auto].
  - intros c Hc H. apply in_image. exists c. split; [now apply in_below|auto].
  - intros l H. apply in_image in H as (j & I & H & ->). exists j. split; auto. split; auto. apply in_below in I.
    destruct (nth_error lines (N.to_nat j)) as [L|] eqn:E; [exists L; exact E|]. apply nth_error_None in E. lia.
Qed.
Lemma same_claim_eq a b : same_claim a b = true -> a = b.
Proof. unfold same_claim. rewrite !andb_true_iff, !N.eqb_eq. destruct a, b; simpl. intuition congruence. Qed.

Variable turns : PM.t motion.
Hypothesis turns_ok : forall i t, at_ turns i = Some t -> turn_okb t = true.
(** A claim with its core: any one cell outside of the core can be left out of the zone. *)
Definition cored := (claim * N)%type.
Definition fine (k : cored) : Prop := good (fst k) /\ forall x, has (snd k) x = false -> good (minus (fst k) x).
Notation known := (PM.t cored).
Definition all_fine (ks : known) := forall i k, at_ ks i = Some k -> fine k.
Lemma fine_zone k : good k -> fine (k, zone k).
Proof. intros G. split; auto. intros x H. now apply (good_minus_out size lines on_board). Qed.

Definition turn_part (p : part) : option (option motion) :=
  if N.eqb (snd p) 0 then Some None else option_map Some (at_ turns (N.pred (snd p))).
Definition named (ks : known) (p : part) : option cored :=
  match at_ ks (fst p), turn_part p with
  | Some k, Some None => Some k
  | Some k, Some (Some t) => Some (turned t (fst k), image (fst t) size (snd k))
  | _, _ => None
  end.
Lemma named_fine ks p k : all_fine ks -> named ks p = Some k -> fine k.
Proof.
  unfold named, turn_part. intros G. destruct (at_ ks (fst p)) as [[k' co]|] eqn:E; [|discriminate]. apply G in E as [G1 G2].
  destruct (N.eqb (snd p) 0); [intros [= <-]; split; auto|]. destruct (at_ turns _) as [t|] eqn:T; [|discriminate]. intros [= <-].
  apply turns_ok in T. pose proof (turn_okb_spec t T) as TO. cbn [fst snd] in *.
  assert (G3 : good (turned t k')) by (eapply (image_good size lines on_board); [exact TO|apply turned_image|auto]).
  split; auto. cbn [fst snd]. intros x Hx. destruct (has (zone (turned t k')) x) eqn:Z; [|now apply (good_minus_out size lines on_board)].
  pose proof Z as Z'. cbn [turned zone] in Z'. apply in_image in Z' as (y & Iy & Hy & ->).
  assert (Cy : has co y = false).
  { apply not_true_iff_false. intros K. rewrite <- not_true_iff_false in Hx. apply Hx, in_image. eauto. }
  eapply (image_good size lines on_board); [exact TO| |exact (G2 y Cy)]. destruct (turned_image t k') as (S1 & S2 & S3).
  split; [exact S1|]. split; [|exact S3]. intros c Hc. simpl. rewrite !has_clear, !andb_true_iff, !negb_true_iff, !N.eqb_neq.
  intros [H1 H2]. split; [now apply S2|]. intros K. apply H2. apply in_below in Iy. now apply (turn_inj _ _ _ _ TO).
Qed.
Fixpoint parts_claim (ks : known) (ps : list part) (c : claim) : option claim :=
  match ps with
  | [] => Some c
  | p :: ps => match named ks p with
      | Some (k, _) => if disjoint_sets (zone c) (zone k) then parts_claim ks ps (both c k) else None
      | None => None
      end
  end.
Fixpoint pairs_claim (ps : list (cell * cell)) (c : claim) : option claim :=
  match ps with
  | [] => Some c
  | (a, b) :: ps => let k := Claim 0 (N.setbit (N.setbit 0 a) b) (N.land (lines_through a) (lines_through b)) in
      if negb (N.eqb a b) && disjoint_sets (zone c) (zone k) then pairs_claim ps (both c k) else None
  end.
Lemma parts_good ks ps : all_fine ks -> forall c k, good c -> parts_claim ks ps c = Some k -> good k.
Proof.
  intros G. induction ps as [|p ps IH]; simpl; intros c k Gc H; [now injection H as <-|].
  destruct (named ks p) as [[k' co]|] eqn:E; [|discriminate]. apply named_fine in E as [E _]; auto.
  destruct (disjoint_sets _ _) eqn:D; [|discriminate]. refine (IH _ _ _ H). now apply (good_both size lines on_board).
Qed.
Lemma pairs_good ps : forall c k, good c -> pairs_claim ps c = Some k -> good k.
Proof.
  induction ps as [|[a b] ps IH]; intros c k Gc H; cbn [pairs_claim] in H; [now injection H as <-|].
  destruct (_ && _) eqn:E; [|discriminate]. apply andb_true_iff in E as [E D]. apply negb_true_iff, N.eqb_neq in E.
  refine (IH _ _ _ H). apply (good_both size lines on_board); auto. apply good_pair; auto.
  intros l. rewrite has_land, andb_true_iff. intros [A B]. split; now apply through_spec.
Qed.

(** Lines that own two cells each, of a pool that is apart from the rest. *)
Fixpoint use_pairs (ps : list (N * (cell * cell))) (pool ss : N) : option (N * N) :=
  match ps with
  | [] => Some (pool, ss)
  | (l, (a, b)) :: ps => match line_of l with
      | Some (_, m) =>
          if has m a && has m b && has pool a && has (N.clearbit pool a) b
          then use_pairs ps (N.clearbit (N.clearbit pool a) b) (N.setbit ss l) else None
      | None => None
      end
  end.
Definition triples (ps : list (N * (cell * cell))) : list triple := map (fun p => (fst p, fst (snd p), snd (snd p))) ps.
Lemma use_pairs_spec ps : forall pool ss pool' ss', use_pairs ps pool ss = Some (pool', ss') ->
  proper lines pool (triples ps) /\ (forall c, In c (cells3 (triples ps)) -> has pool' c = false) /\
  (forall c, has pool' c = true -> has pool c = true) /\
  (forall l, has ss' l = true -> has ss l = true \/ In l (map (fun t => fst (fst t)) (triples ps))).
Proof.
  induction ps as [|[l [a b]] ps IH]; intros pool ss pool' ss' H; cbn [use_pairs] in H.
  - injection H as <- <-. split; [split; [constructor|split; [intros c []|intros ? ? ? []]]|]. split; [intros c []|]. auto.
  - destruct (line_of l) as [[L m]|] eqn:E; [|discriminate]. apply line_of_spec in E as [E Em].
    destruct (_ && _ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff in C. destruct C as [[[Ma Mb] Pa] Pb].
    destruct (IH _ _ _ _ H) as ((ND & PO & OL) & OUT & SUB & COV).
    rewrite has_clear, andb_true_iff, negb_true_iff, N.eqb_neq in Pb. destruct Pb as [Pb Nab].
    assert (PO' : forall c, In c (cells3 (triples ps)) -> has pool c = true /\ c <> a /\ c <> b).
    { intros c I. apply PO in I. rewrite !has_clear, !andb_true_iff, !negb_true_iff, !N.eqb_neq in I.
      destruct I as [[I1 I2] I3]. auto. }
    split; [split; [|split]|split; [|split]].
    + change (NoDup (a :: b :: cells3 (triples ps))). constructor; [|constructor]; auto.
      * intros [K|K]; [congruence|]. apply PO' in K. tauto.
      * intros K. apply PO' in K. tauto.
    + intros c I. change (In c (a :: b :: cells3 (triples ps))) in I. destruct I as [<-|[<-|I]]; auto. now apply PO' in I.
    + intros l' a' b' [[= <- <- <-]|I]; [|eauto]. split; exists L; split; auto; now apply Em.
    + intros c I. change (In c (a :: b :: cells3 (triples ps))) in I. apply not_true_iff_false. intros K.
      destruct I as [<-|[<-|I]]; [| |apply OUT in I; congruence]; apply SUB in K;
        rewrite !has_clear, !andb_true_iff, !negb_true_iff, !N.eqb_neq in K; tauto.
    + intros c K. apply SUB in K. rewrite !has_clear, !andb_true_iff in K. tauto.
    + intros l' K. destruct (COV l' K) as [J|J]; [|right; simpl; auto].
      rewrite has_set, orb_true_iff, N.eqb_eq in J. destruct J as [<-|J]; [right; simpl; auto|auto].
Qed.

Definition owning (k : claim) (owned : list (N * (cell * cell))) (spare : list cell) : option cored :=
  let pool := fold_left (fun m p => N.setbit (N.setbit m (fst (snd p))) (snd (snd p))) owned (mask spare) in
  match use_pairs owned pool (sets k) with
  | Some (pool', ss) =>
      if disjoint_sets (zone k) pool && disjoint_sets (stones k) pool then
        let z := N.lor (zone k) pool in
        Some (Claim (stones k) z ss, N.ldiff z (N.land pool (reach line_of pool' (triples owned))))
      else None
  | None => None
  end.
Lemma owning_fine k owned spare k' : good k -> owning k owned spare = Some k' -> fine k'.
Proof.
  unfold owning. set (pool := fold_left _ owned _). intros G. destruct (use_pairs owned pool (sets k)) as [[pool' ss]|] eqn:E; [|discriminate].
  destruct (_ && _) eqn:D; [|discriminate]. apply andb_true_iff in D as [D _]. intros [= <-].
  destruct (use_pairs_spec _ _ _ _ _ E) as (PR & OUT & SUB & COV).
  assert (W : good (Claim (stones k) (N.lor (zone k) pool) ss)).
  { apply (good_pairs lines size on_board k pool (triples owned)); auto. intros c. rewrite has_lor, orb_true_iff. intros [H|H]; auto.
    right. now apply PR. }
  split; auto. cbn [fst snd]. intros x Hx. rewrite has_ldiff in Hx.
  destruct (has (N.lor (zone k) pool) x) eqn:Z; [|now apply (good_minus_out size lines on_board)].
  apply negb_false_iff in Hx. rewrite has_land, andb_true_iff in Hx. destruct Hx as [P R].
  destruct (reach_spec lines line_of line_of_spec pool (triples owned) [] pool') with (x := x) as (ts & SL & PRts & Nx & _); auto.
  { intros y Hy. split; [auto|]. exists []. split; [reflexivity|]. split; auto. intros I. apply OUT in I. simpl in I. congruence. }
  apply (good_pairs lines size on_board k pool ts); auto.
  - intros l Hl. destruct (COV l Hl) as [|K]; auto. right. unfold same_lines in SL. simpl in SL. now rewrite SL.
  - intros c. cbn [minus zone]. rewrite has_clear, has_lor, andb_true_iff, orb_true_iff, negb_true_iff, N.eqb_neq. intros [H|H].
    + split; auto. intros ->. rewrite (disjoint_sets_spec _ _ D c H) in P. discriminate.
    + split; [right; now apply PRts|]. intros ->. auto.
Qed.

(** Answers *)
Fixpoint answers_of (ks : known) (al : list (cell * part)) : option (list (cell * cored)) :=
  match al with
  | [] => Some []
  | (r, p) :: al => match named ks p, answers_of ks al with
      | Some k, Some bs => Some ((r, k) :: bs)
      | _, _ => None
      end
  end.
Definition a_stones (b : cell * cored) := N.clearbit (stones (fst (snd b))) (fst b).
Definition a_zone (b : cell * cored) := N.setbit (zone (fst (snd b))) (fst b).
Definition a_core (b : cell * cored) := N.setbit (snd (snd b)) (fst b).
Definition a_sets (b : cell * cored) := N.lor (sets (fst (snd b))) (lines_through (fst b)).
Definition union (f : cell * cored -> N) (bs : list (cell * cored)) : N := fold_left (fun m b => N.lor (f b) m) bs 0%N.
Definition meet (f : cell * cored -> N) (bs : list (cell * cored)) : N :=
  match bs with [] => 0%N | b :: bs => fold_left (fun m b => N.land (f b) m) bs (f b) end.
Definition answers_claim (ks : known) (st : list cell) (al : list (cell * part)) : option claim :=
  match answers_of ks al with
  | Some bs =>
      let s := N.lor (mask st) (union a_stones bs) in
      let z := N.ldiff (union a_zone bs) s in
      if negb (N.eqb z 0) && disjoint_sets z (meet a_core bs) then Some (Claim s z (meet a_sets bs)) else None
  | None => None
  end.

Lemma union_spec f bs x : has (union f bs) x = true <-> exists b, In b bs /\ has (f b) x = true.
Proof.
  unfold union. assert (H : forall acc, has (fold_left (fun m b => N.lor (f b) m) bs acc) x = true <-> has acc x = true \/ exists b, In b bs /\ has (f b) x = true).
  { induction bs as [|b bs IH]; simpl; intros acc; [firstorder|]. rewrite IH, has_lor, orb_true_iff. split.
    - intros [[H|H]|(b' & I & H)]; eauto 6.
    - intros [H|(b' & [<-|I] & H)]; eauto 6. }
  rewrite H, has_0. intuition congruence.
Qed.
Lemma meet_spec f bs x : bs <> [] -> (has (meet f bs) x = true <-> forall b, In b bs -> has (f b) x = true).
Proof.
  destruct bs as [|b0 bs]; [congruence|]. intros _. simpl.
  assert (K : forall acc, has (fold_left (fun m b => N.land (f b) m) bs acc) x = true <-> has acc x = true /\ forall b, In b bs -> has (f b) x = true).
  { induction bs as [|b bs IH]; simpl; intros acc; [intuition|]. rewrite IH, has_land, andb_true_iff. split.
    - intros [[H1 H2] H3]. split; auto. intros b' [<-|I]; auto.
    - intros [H1 H2]. split; auto. }
  rewrite K. split; [intros [H1 H2] b [<-|I]; auto|auto].
Qed.
Lemma answers_in ks al : all_fine ks -> forall bs, answers_of ks al = Some bs -> forall b, In b bs -> fine (snd b).
Proof.
  intros G. induction al as [|[r p] al IH]; simpl; intros bs H b; [injection H as <-; intros []|].
  destruct (named ks p) as [k|] eqn:E; [|discriminate]. destruct (answers_of ks al) as [bs'|]; [|discriminate].
  injection H as <-. intros [<-|I]; eauto. simpl. eapply named_fine; eauto.
Qed.
(** The reply is a stone then: the lines through it are the answer's. *)
Lemma answered_good r k : good k -> good (Claim (N.setbit (stones k) r) (zone k) (N.lor (sets k) (lines_through r))).
Proof.
  intros G. apply (good_by lines (rest lines k)); [exact G| |].
  - intros c I. simpl. now apply (in_rest_cells size lines on_board) in I.
  - simpl. intros l L H E N. rewrite has_lor, orb_true_iff in H. destruct H as [H|H].
    + apply (rest_inside lines k l L H E). intros c Ic. specialize (N c Ic). rewrite has_set in N. now apply orb_false_iff in N.
    + apply through_spec in H as (L' & E' & I). apply (line_at_same _ _ _ _ E) in E'. subst. specialize (N r I).
      rewrite has_set, N.eqb_refl in N. discriminate.
Qed.
Lemma answers_good ks st al k : all_fine ks -> answers_claim ks st al = Some k -> good k.
Proof.
  intros G. unfold answers_claim. destruct (answers_of ks al) as [bs|] eqn:E; [|discriminate]. pose proof (answers_in ks al G bs E) as GB.
  set (s := N.lor (mask st) (union a_stones bs)). set (z := N.ldiff (union a_zone bs) s).
  destruct (_ && _) eqn:C; [|discriminate]. intros [= <-]. apply andb_true_iff in C as [C1 C2]. apply negb_true_iff, N.eqb_neq in C1.
  assert (NE : bs <> []).
  { intros ->. apply nonzero_has in C1 as (x & Hx). unfold z in Hx. rewrite has_ldiff in Hx. apply andb_true_iff in Hx as [Hx _].
    apply union_spec in Hx as (b & [] & _). }
  apply (good_served size lines on_board); [exact C1|]. cbn [zone]. intros x Hx. pose proof (disjoint_sets_spec _ _ C2 x Hx) as M.
  assert (B : exists b, In b bs /\ has (a_core b) x = false).
  { destruct (existsb (fun b => negb (has (a_core b) x)) bs) eqn:X.
    - apply existsb_exists in X as (b & I & X). exists b. split; auto. now apply negb_true_iff.
    - exfalso. rewrite <- not_true_iff_false in M. apply M, meet_spec; auto. intros b I. rewrite <- not_true_iff_false, existsb_exists in X.
      destruct (has (a_core b) x) eqn:Y; auto. destruct X. exists b. now rewrite Y. }
  destruct B as ((r & (k & co)) & I & Cx). specialize (GB _ I) as [_ GB]. unfold a_core in Cx. cbn [fst snd] in *.
  rewrite has_set, orb_false_iff, N.eqb_neq in Cx. destruct Cx as [Nr Cx].
  apply (served_by lines _ r _ x (answered_good r _ (GB x Cx))); auto; cbn [stones zone sets minus].
  - rewrite has_clear, N.eqb_refl. apply andb_false_r.
  - intros c. rewrite has_set, orb_true_iff, N.eqb_eq. intros [<-|Hc]; auto. destruct (N.eq_dec c r) as [|Nc]; auto. right.
    unfold s. rewrite has_lor, orb_true_iff. right. apply union_spec. exists (r, (k, co)). split; auto. unfold a_stones. cbn [fst snd].
    rewrite has_clear, Hc. apply negb_true_iff, N.eqb_neq. congruence.
  - intros c Hc. destruct (has s c) eqn:Sc; auto. left. unfold z. rewrite has_ldiff, Sc, andb_true_r. apply union_spec.
    exists (r, (k, co)). split; auto. unfold a_zone. cbn [fst snd]. rewrite has_set, orb_true_iff, N.eqb_eq.
    destruct Hc as [Hc| ->]; auto. rewrite has_clear, andb_true_iff in Hc. tauto.
  - intros l Hl. apply (proj1 (meet_spec a_sets bs l NE) Hl (r, (k, co)) I).
Qed.

Definition node_claim (ks : known) (nd : node) : option cored :=
  match nd with
  | Together st pairs parts owned spare =>
      match pairs_claim pairs no_claim with
      | Some c => match parts_claim ks parts c with
          | Some c => let k := with_stones (mask st) (closed st) c in
              if is_nil owned && is_nil spare then Some (k, zone k) else owning k owned spare
          | None => None
          end
      | None => None
      end
  | Answers st al => option_map (fun k => (k, zone k)) (answers_claim ks st al)
  end.
Lemma node_fine ks nd k : all_fine ks -> node_claim ks nd = Some k -> fine k.
Proof.
  intros G. destruct nd as [st pairs parts owned spare|st al]; cbn [node_claim].
  - destruct (pairs_claim pairs no_claim) as [c|] eqn:E1; [|discriminate]. apply pairs_good in E1; [|apply (good_nothing lines)].
    destruct (parts_claim ks parts c) as [c'|] eqn:E2; [|discriminate]. apply parts_good in E2; auto.
    assert (G1 : good (with_stones (mask st) (closed st) c')) by (apply (good_stones size lines on_board); auto; apply closed_spec).
    cbv zeta. destruct (_ && _); [intros [= <-]; now apply fine_zone|]. now apply owning_fine.
  - destruct (answers_claim ks st al) as [k'|] eqn:E; [|discriminate]. intros [= <-]. eapply fine_zone, answers_good; eauto.
Qed.
Fixpoint nodes_claim (ks : known) (i : N) (ns : list node) (last : option cored) : option cored :=
  match ns with
  | [] => last
  | nd :: ns => match node_claim ks nd with
      | Some k => nodes_claim (set_at ks i k) (N.succ i) ns (Some k)
      | None => None
      end
  end.
Lemma nodes_fine ns : forall ks i last k, all_fine ks -> (forall j, last = Some j -> fine j) ->
  nodes_claim ks i ns last = Some k -> fine k.
Proof.
  induction ns as [|nd ns IH]; simpl; intros ks i last k G L H; auto.
  destruct (node_claim ks nd) as [c|] eqn:E; [|discriminate]. apply node_fine in E; auto.
  refine (IH _ _ _ _ _ _ H); [|intros j [= <-]; auto]. intros j k'. rewrite at_set.
  destruct (N.eqb i j); [intros [= <-]; auto|apply G].
Qed.
End Check.

(** * The rule *)

Definition holds_all (b : board) (s : player) (p : place) (turns : list motion) (ns : list node) : bool :=
  let ls := wants b s in let lt := line_table ls in let tt := through_table (size b) ls in
  if forallb (turn_okb (size b) ls lt) turns then
    match nodes_claim (size b) ls lt tt (index turns) nothing 0 ns None with
    | Some (k, _) => within_set (N.ones (N.of_nat (length ls))) (sets k) && disjoint_sets (zone k) (own p s) &&
        within_set (stones k) (own p (other s))
    | None => false
    end
  else false.
Lemma holds_all_met b s p turns ns : on_board b -> holds_all b s p turns ns = true ->
  exists F, stopped F /\ met b s p F.
Proof.
  unfold holds_all. intros OB. destruct (forallb _ turns) eqn:TS; [|discriminate].
  rewrite forallb_forall in TS. destruct (nodes_claim _ _ _ _ _ _ _ _ _) as [[k co]|] eqn:E; [|discriminate].
  rewrite !andb_true_iff. intros [[HS HZ] HT].
  assert (OB' : forall L c, In L (wants b s) -> In c L -> (c < size b)%N).
  { intros L c I J. apply in_cells_board. apply (OB s L); auto. }
  eapply nodes_fine in E; eauto.
  - destruct E as [E _]. exists (rest (wants b s) k). split; [exact E|]. intros L I. apply In_nth_error in I as (j & Ej).
    assert (Lj : j < length (wants b s)) by (apply nth_error_Some; congruence).
    assert (Hj : has (sets k) (N.of_nat j) = true) by (apply (within_set_spec _ _ HS), N.ones_spec_low; lia).
    destruct (existsb (has (stones k)) L) eqn:X.
    + apply existsb_exists in X as (c & Ic & Hc). left. exists c. split; auto. apply (within_set_spec _ _ HT). auto.
    + right. exists (filter (has (zone k)) L). split; [|split].
      * apply in_rest. exists (N.of_nat j), L. unfold line_at. rewrite Nat2N.id. repeat split; auto.
        intros c Ic. apply not_true_iff_false. intros Hc. rewrite <- not_true_iff_false, existsb_exists in X. apply X. eauto.
      * intros c Ic. apply filter_In in Ic. tauto.
      * intros c Ic. apply filter_In in Ic as [_ Z]. exact (disjoint_sets_spec _ _ HZ c Z).
  - intros i t H. apply index_spec, nth_error_In in H. auto.
  - intros i c H. now rewrite at_nothing in H.
  - discriminate.
Qed.

(** [other s] holds: after his first move [opening], where he is to move and one is given. *)
Definition hold_statements (i : instance) (starter s : player) (opening : option cell) (turns : list motion) (ns : list node) : list statement :=
  match i with
  | Positional a weak first second =>
      let p := Place (mask first) (mask second) starter in let b := board_of a weak in
      let fine := match opening with
        | Some o => same_player starter (other s) && free p o && N.ltb o (size b) && holds_all b s (put o p) turns ns
        | None => holds_all b s p turns ns
        end in
      if on_board_ok a weak && apartb p && fine then [holds_statement b s starter] else []
  | _ => []
  end.
Lemma hold_true i starter s opening turns ns : Forall (means i) (hold_statements i starter s opening turns ns).
Proof.
  destruct i as [a weak first second| |]; try constructor. unfold hold_statements.
  set (p := Place (mask first) (mask second) starter). destruct (_ && _ && _) eqn:E; constructor; [|constructor].
  rewrite !andb_true_iff in E. destruct E as [[OB%on_board_spec A%apartb_spec] H].
  simpl. eapply forces_Forces; [exact I|]. destruct opening as [o|].
  - rewrite !andb_true_iff in H. destruct H as [[[T%same_player_eq Fo] Lo%N.ltb_lt] H].
    destruct (holds_all_met _ _ _ _ _ OB H) as (F & S & M). apply held_opening with (F := F) (o := o); auto. now apply in_cells_board.
  - destruct (holds_all_met _ _ _ _ _ OB H) as (F & S & M). now apply stopped_held with (F := F).
Qed.

Definition read_part : reader part := two one one.
Definition read_node : reader node :=
  k <- one;
  if N.eqb k 0 then st <- row; pairs <- many (two one one); parts <- many read_part;
    owned <- many (two one (two one one)); spare <- row; ret (Together st pairs parts owned spare)
  else st <- row; al <- many (two one read_part); ret (Answers st al).
Definition read_turn : reader motion := cs <- row; ls <- row; ret (index cs, index ls).
Definition hold_derive (i : instance) : reader (list statement) :=
  starter <- read_player; s <- read_player; opening <- maybe; turns <- many read_turn;
  ns <- many read_node; ret (hold_statements i starter s opening turns ns).
Theorem hold_sound i s l s' : hold_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold hold_derive. intros H. read. apply hold_true. Qed.
Definition hold_rule : rule := Rule hold_derive hold_sound.
