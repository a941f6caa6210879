(** Four in a row on four rows, with as many columns as one likes: a win inside the first thirteen columns serves
    all wider boards, if the other's moves beyond count at their worst. They are counted, and any so many of them serve
    as the cells that a set of his has there. *)
Require Import List Bool Arith NArith Lia FinFun.
From Gameproof Require Import Meaning Games Stream Rule Families Positional Stealing.
Import ListNotations.
Local Open Scope N_scope.

(** * The part of the board *)

(** Cells of the part have the numbers of 4 x 13. A position: what First surely owns, what Second owns at most, and how
    many cells he owns beyond at most. A cell in both words is of no more use to either. *)
Record state := State { mine : N; his : N; beyond : N }.
Definition goals : list N := map mask (in_a_row 4 13 4).
(** Of each set its cells in the part, and how many lie beyond: four columns more show all that there are. *)
Definition part_of (L : list cell) : N * N :=
  (mask (map (fun c => c / 17 * 13 + c mod 17) (filter (fun c => c mod 17 <? 13) L)), N.of_nat (length (filter (fun c => 13 <=? c mod 17) L))).
Definition seen : list (N * N) := map part_of (in_a_row 4 17 4).

Definition several (x : N) : bool := negb (N.land x (N.pred x) =? 0).
(** Each of his sets has a cell of First's, or lacks two. *)
Definition safe (s : state) : bool := forallb (fun mo =>
  negb (N.land (fst mo) (mine s) =? 0) ||
  let x := N.ldiff (fst mo) (his s) in let u := snd mo - beyond s in
  several x || (negb (x =? 0) && (1 <=? u)) || (2 <=? u)) seen.
Definition complete (s : state) : bool := let own := N.ldiff (mine s) (his s) in existsb (fun g => N.ldiff g own =? 0) goals.
Definition after_his (s : state) (y : option cell) : state := match y with
  | Some y => State (mine s) (N.setbit (his s) y) (beyond s)
  | None => State (mine s) (his s) (beyond s + 1)
  end.
Definition after_mine (s : state) (x : cell) : state := State (N.setbit (mine s) x) (his s) (beyond s).
Definition open (s : state) (x : cell) : bool := negb (has (mine s) x) && negb (has (his s) x) && (x <? 52).
(** [t] is no better than [s] for First. *)
Definition worse (s t : state) : bool :=
  within_set (N.ldiff (mine t) (his t)) (N.ldiff (mine s) (his s)) && within_set (his s) (his t) && (beyond s <=? beyond t) &&
  forallb (fun mo => negb (N.land (fst mo) (mine s) =? 0) || (N.land (fst mo) (mine t) =? 0)) seen.

(** First wins within [k] moves of his, in the part alone, Second to move. *)
Fixpoint beats (k : nat) (s : state) : Prop :=
  match k with
  | O => False
  | S k => exists t, worse s t = true /\ safe t = true /\ forall y, match y with Some y => open t y = true | None => True end ->
      exists x, open (after_his t y) x = true /\ let u := after_mine (after_his t y) x in complete u = true \/ beats k u
  end.
Lemma beats_more k : forall s l, (k <= l)%nat -> beats k s -> beats l s.
Proof.
  induction k as [|k IH]; intros s [|l] L B; try (destruct B; fail); try lia. destruct B as (t & W & S & B).
  exists t. split; auto. split; auto. intros y Y. destruct (B y Y) as (x & O & [C|C]); exists x; (split; [exact O|]); auto.
  right. apply IH; auto. lia.
Qed.

Lemma several_spec x : several x = true -> forall y, exists z, z <> y /\ has x z = true.
Proof.
  unfold several. rewrite negb_true_iff, N.eqb_neq. intros H y.
  destruct (N.eq_dec (N.clearbit x y) 0) as [Z|Z].
  - exfalso. apply H. assert (E : x = 0 \/ x = 2 ^ y).
    { destruct (N.testbit x y) eqn:B.
      - right. apply N.bits_inj. intros i. rewrite N.pow2_bits_eqb. destruct (N.eqb_spec y i) as [->|Ne]; auto.
        rewrite <- (N.clearbit_neq x y i Ne), Z. apply N.bits_0.
      - left. rewrite <- Z. apply N.bits_inj. intros i. rewrite N.clearbit_eqb. destruct (N.eqb_spec y i) as [->|Ne]; [now rewrite B|].
        now rewrite andb_true_r. }
    destruct E as [-> | ->]; [reflexivity|]. rewrite <- N.ones_equiv, N.land_ones. apply N.mod_same. apply N.pow_nonzero. lia.
  - apply nonzero_has in Z as (z & Hz). exists z. rewrite has_clear, andb_true_iff, negb_true_iff, N.eqb_neq in Hz. split; [|tauto]. intros ->. tauto.
Qed.

(** * It is won on every board *)

Section Wide.
Variable q : N.
Hypothesis wide : 13 <= q.
Let b := board_of (Row 4 q 4) false.
Notation Gm := (positional b).
Definition emb (z : cell) : cell := z / 13 * q + z mod 13.
Definition far (c : cell) : bool := 13 <=? c mod q.

Lemma in_rows n S : In S (in_a_row 4 n 4) <-> exists down along mirror r c, In (down, along, mirror) directions /\ r < 4 /\ c < n /\
  r + 3 * down < 4 /\ (if mirror : bool then 3 <= c else c + 3 * along < n) /\
  S = map (fun t => (r + t * down) * n + (if mirror then c - t * along else c + t * along)) (below 4).
Proof.
  unfold in_a_row. rewrite in_flat_map. split.
  - intros ([[down along] mirror] & D & I). apply in_flat_map in I as (r & R & I). apply in_flat_map in I as (c & C & I).
    apply in_below in R, C. destruct (_ && _) eqn:E; [|destruct I]. destruct I as [<-|[]]. apply andb_true_iff in E as [E1 E2]. apply N.ltb_lt in E1.
    exists down, along, mirror, r, c. repeat split; auto. destruct mirror; [now apply N.leb_le in E2|now apply N.ltb_lt in E2].
  - intros (down & along & mirror & r & c & D & R & C & E1 & E2 & ->). exists (down, along, mirror). split; auto.
    apply in_flat_map. exists r. split; [now apply in_below|]. apply in_flat_map. exists c. split; [now apply in_below|].
    replace (_ && _) with true; [left; reflexivity|]. symmetry. apply andb_true_iff. split; [now apply N.ltb_lt|].
    destruct mirror; [now apply N.leb_le|now apply N.ltb_lt].
Qed.

(** A set by its rows and columns. *)
Definition at_place (n : N) (rc : N * N) : cell := fst rc * n + snd rc.
Definition straight (n : N) (P : list (N * N)) : Prop := exists down along mirror r c, In (down, along, mirror) directions /\ r < 4 /\ c < n /\
  r + 3 * down < 4 /\ (if mirror : bool then 3 <= c else c + 3 * along < n) /\
  P = map (fun t => (r + t * down, if mirror then c - t * along else c + t * along)) (below 4).
Lemma rows_straight n S : In S (in_a_row 4 n 4) <-> exists P, straight n P /\ S = map (at_place n) P.
Proof.
  rewrite in_rows. split.
  - intros (down & along & mirror & r & c & D & R & C & E1 & E2 & ->).
    eexists. split; [exists down, along, mirror, r, c; repeat split; eauto|]. rewrite map_map. reflexivity.
  - intros (P & (down & along & mirror & r & c & D & R & C & E1 & E2 & ->) & ->). exists down, along, mirror, r, c. repeat split; auto.
Qed.
Lemma in_directions down along mirror : In (down, along, mirror) directions -> down <= 1 /\ along <= 1 /\ (mirror = true -> along = 1) /\ (along = 1 \/ down = 1).
Proof. intros [E|[E|[E|[E|[]]]]]; injection E as <- <- <-; repeat split; try lia; discriminate. Qed.
Lemma straight_inside n P : straight n P -> length P = 4%nat /\ NoDup P /\ forall rc, In rc P -> fst rc < 4 /\ snd rc < n.
Proof.
  intros (down & along & mirror & r & c & D & R & C & E1 & E2 & ->). apply in_directions in D as (D1 & D2 & D3 & D4).
  split; [reflexivity|]. split.
  - apply (NoDup_map_inv (fun rc => if along =? 1 then (if mirror : bool then c - snd rc else snd rc - c) else fst rc - r)).
    rewrite map_map, (map_ext_in _ (fun t => t)); [rewrite map_id; change (below 4) with [0; 1; 2; 3]; repeat constructor; simpl; intuition lia|].
    intros t T. apply in_below in T. simpl. destruct (N.eqb_spec along 1) as [->|Na].
    + destruct mirror; lia.
    + assert (down = 1) as -> by tauto. lia.
  - intros rc I. apply in_map_iff in I as (t & <- & T). apply in_below in T. simpl. split; [nia|]. destruct mirror; [|nia].
    rewrite (D3 eq_refl). lia.
Qed.
Lemma place_mod n rc : snd rc < n -> at_place n rc mod n = snd rc.
Proof. intros L. unfold at_place. rewrite N.add_comm, N.mod_add by lia. now apply N.mod_small. Qed.
Lemma place_div n rc : snd rc < n -> at_place n rc / n = fst rc.
Proof. intros L. unfold at_place. rewrite N.add_comm, N.div_add by lia. rewrite N.div_small by auto. lia. Qed.

Definition near (rc : N * N) : bool := snd rc <? 13.
Definition reduced (P : list (N * N)) : N * N :=
  (mask (map (at_place 13) (filter near P)), N.of_nat (length (filter (fun rc => negb (near rc)) P))).
Lemma reduced_part P : (forall rc, In rc P -> snd rc < 17) -> part_of (map (at_place 17) P) = reduced P.
Proof.
  intros B. unfold part_of, reduced. f_equal.
  - f_equal. induction P as [|rc P IH]; auto. cbn [map filter]. rewrite place_mod by (apply B; simpl; auto). unfold near at 1.
    destruct (snd rc <? 13); cbn [map]; [f_equal|]; try (apply IH; intros; apply B; simpl; auto).
    rewrite place_mod, place_div by (apply B; simpl; auto). reflexivity.
  - f_equal. induction P as [|rc P IH]; auto. cbn [map filter]. rewrite place_mod by (apply B; simpl; auto). unfold near at 1.
    rewrite N.leb_antisym. destruct (snd rc <? 13); cbn [negb length]; [|f_equal]; apply IH; intros; apply B; simpl; auto.
Qed.
(** Whatever a set of a wide board has in the part, a set of 4 x 17 has there. *)
Lemma seen_all P : straight q P -> In (reduced P) seen.
Proof.
  intros S. pose proof (straight_inside q P S) as (L4 & _ & IN).
  assert (W : straight 17 P -> In (reduced P) seen).
  { intros T. unfold seen. rewrite <- reduced_part by (intros rc I; apply (straight_inside 17 P T), I). apply in_map, rows_straight. eauto. }
  destruct (existsb near P) eqn:Ne.
  - apply W. apply existsb_exists in Ne as (rc & I & E). unfold near in E. apply N.ltb_lt in E.
    destruct S as (down & along & mirror & r & c & D & R & C & E1 & E2 & ->). exists down, along, mirror, r, c.
    pose proof (in_directions _ _ _ D) as (D1 & D2 & D3 & D4). apply in_map_iff in I as (t & <- & T). apply in_below in T. simpl in E.
    destruct mirror; [rewrite (D3 eq_refl) in E|]; repeat split; auto; nia.
  - (* beyond altogether *)
    replace (reduced P) with (0, 4); [vm_compute; tauto|]. unfold reduced. f_equal.
    + replace (filter near P) with (@nil (N * N)); [reflexivity|]. symmetry. rewrite <- not_true_iff_false, existsb_exists in Ne.
      destruct (filter near P) as [|rc l] eqn:F; auto. exfalso. apply Ne. exists rc. apply filter_In. rewrite F. simpl; auto.
    + replace (filter _ P) with P; [now rewrite L4|]. rewrite <- not_true_iff_false, existsb_exists in Ne. clear -Ne.
      induction P as [|rc P IH]; auto. cbn [filter]. destruct (near rc) eqn:E; [exfalso; apply Ne; exists rc; simpl; auto|]. cbn [negb]. f_equal.
      apply IH. intros (x & I & X). apply Ne. exists x. simpl; auto.
Qed.
Lemma emb_place z : emb z = at_place q (z / 13, z mod 13). Proof. reflexivity. Qed.
Lemma emb_back rc : near rc = true -> emb (at_place 13 rc) = at_place q rc.
Proof. intros E. apply N.ltb_lt in E. rewrite emb_place. rewrite place_mod, place_div by auto. now destruct rc. Qed.
Lemma emb_bound z : z < 52 -> emb z < 4 * q /\ far (emb z) = false.
Proof.
  intros L. rewrite emb_place. assert (M : z mod 13 < 13) by (apply N.mod_lt; lia). assert (D : z / 13 < 4) by (apply N.div_lt_upper_bound; lia).
  split; [unfold at_place; cbn [fst snd]; clear -M D wide; generalize dependent (z mod 13); generalize dependent (z / 13); intros; nia|]. unfold far. rewrite place_mod by (simpl; lia). apply N.leb_gt. exact M.
Qed.
Lemma emb_inj z u : z < 52 -> u < 52 -> emb z = emb u -> z = u.
Proof.
  intros Z U E. rewrite !emb_place in E. assert (M : forall v, v mod 13 < 13) by (intros; apply N.mod_lt; lia).
  pose proof (M z). pose proof (M u). pose proof (f_equal (fun x => x mod q) E) as E1. pose proof (f_equal (fun x => x / q) E) as E2. simpl in E1, E2.
  rewrite !place_mod in E1 by (simpl; lia). rewrite !place_div in E2 by (simpl; lia). simpl in *.
  rewrite (N.div_mod z 13), (N.div_mod u 13) by lia. congruence.
Qed.
Lemma near_emb c : c < 4 * q -> far c = false -> exists z, z < 52 /\ emb z = c.
Proof.
  intros L F. apply N.leb_gt in F. assert (D : c / q < 4) by (apply N.div_lt_upper_bound; lia). exists (c / q * 13 + c mod q). split; [lia|].
  change (c / q * 13 + c mod q) with (at_place 13 (c / q, c mod q)). rewrite emb_back by (now apply N.ltb_lt). unfold at_place. simpl.
  rewrite N.mul_comm. symmetry. apply N.div_mod. lia.
Qed.
(** A set as the part sees it. *)
Lemma set_seen S : In S (in_a_row 4 q 4) -> exists m o, In (m, o) seen /\ (forall z, has m z = true -> z < 52 /\ In (emb z) S) /\
  (forall z, z < 52 -> In (emb z) S -> has m z = true) /\ length (filter far S) = N.to_nat o /\ NoDup S /\ forall c, In c S -> c < 4 * q.
Proof.
  intros I. apply rows_straight in I as (P & T & ->). exists (fst (reduced P)), (snd (reduced P)).
  pose proof (straight_inside q P T) as (_ & ND & IN). split; [rewrite <- surjective_pairing; now apply seen_all|]. split; [|split; [|split; [|split]]].
  - intros z H. apply mask_spec, in_map_iff in H as (rc & <- & H). apply filter_In in H as [H E]. split.
    + apply IN in H. apply N.ltb_lt in E. unfold at_place. lia.
    + rewrite emb_back by auto. now apply in_map.
  - intros z Z H. apply mask_spec. apply in_map_iff in H as (rc & E & H). rewrite emb_place in E.
    assert (M : z mod 13 < 13) by (apply N.mod_lt; lia). assert (rc = (z / 13, z mod 13)) as ->.
    { pose proof (f_equal (fun x => x mod q) E) as E1. pose proof (f_equal (fun x => x / q) E) as E2. simpl in E1, E2. apply IN in H.
      rewrite !place_mod in E1 by (simpl; lia). rewrite !place_div in E2 by (simpl; lia). simpl in E1, E2. destruct rc; simpl in *; congruence. }
    apply in_map_iff. exists (z / 13, z mod 13). split; [|apply filter_In; split; auto; now apply N.ltb_lt]. unfold at_place. simpl.
    rewrite N.mul_comm. symmetry. apply N.div_mod. lia.
  - simpl. rewrite Nat2N.id. clear -IN wide. induction P as [|rc P IH]; auto. cbn [map filter]. unfold far at 1. rewrite place_mod by (apply IN; simpl; auto).
    unfold near at 1. rewrite N.leb_antisym. destruct (snd rc <? 13); cbn [negb length]; [|f_equal]; apply IH; intros; apply IN; simpl; auto.
  - assert (K : forall x y, In x P -> In y P -> at_place q x = at_place q y -> x = y).
    { intros x y X Y E. apply IN in X, Y. pose proof (f_equal (fun x => x mod q) E) as E1. pose proof (f_equal (fun x => x / q) E) as E2. simpl in E1, E2.
      rewrite !place_mod in E1 by tauto. rewrite !place_div in E2 by tauto. destruct x, y; simpl in *; congruence. }
    clear -ND K. induction ND as [|rc P N ND IH]; cbn [map]; constructor.
    + intros J. apply in_map_iff in J as (x & E & J). apply K in E; simpl; auto. subst. auto.
    + apply IH. intros x y X Y. apply K; simpl; auto.
  - intros c I. apply in_map_iff in I as (rc & <- & I). apply IN in I. unfold at_place. nia.
Qed.
Lemma goal_set g : In g goals -> exists S, In S (in_a_row 4 q 4) /\ (forall c, In c S -> exists z, has g z = true /\ z < 52 /\ c = emb z).
Proof.
  intros I. apply in_map_iff in I as (K & <- & I). apply rows_straight in I as (P & T & ->). exists (map (at_place q) P).
  pose proof (straight_inside 13 P T) as (_ & _ & IN). split.
  - apply rows_straight. exists P. split; auto. destruct T as (down & along & mirror & r & c & D & R & C & E1 & E2 & ->).
    exists down, along, mirror, r, c. repeat split; auto; [lia|]. destruct mirror; lia.
  - intros c J. apply in_map_iff in J as (rc & <- & J). exists (at_place 13 rc). split; [apply mask_spec; now apply in_map|].
    apply IN in J. split; [unfold at_place; lia|]. symmetry. apply emb_back. now apply N.ltb_lt.
Qed.

(** * Positions that a state stands for *)

Notation firsts p := (own p First).
Notation seconds p := (own p Second).
Definition elsewhere (p : place) : nat := length (filter (fun c => far c && has (seconds p) c) (every_cell b)).
Record stands (s : state) (p : place) : Prop := {
  stands_apart : apart p;
  stands_mine : forall z, z < 52 -> has (mine s) z = true -> has (his s) z = false -> has (firsts p) (emb z) = true;
  stands_his : forall z, z < 52 -> has (seconds p) (emb z) = true -> has (his s) z = true;
  stands_sets : forall S, In S (in_a_row 4 q 4) -> (exists c, In c S /\ has (firsts p) c = true) \/
    forall z, z < 52 -> In (emb z) S -> has (mine s) z = false;
  stands_beyond : (elsewhere p <= N.to_nat (beyond s))%nat }.

Lemma worse_stands s t p : worse s t = true -> stands s p -> stands t p.
Proof.
  unfold worse. rewrite !andb_true_iff, forallb_forall, N.leb_le. intros (((M & H) & Be) & Se) [A SM SH SS SB].
  pose proof (within_set_spec _ _ M) as M'. pose proof (within_set_spec _ _ H) as H'. split; auto.
  - intros z Z Hm Hh. assert (K : has (N.ldiff (mine t) (his t)) z = true) by (rewrite has_ldiff, Hm, Hh; auto).
    apply M' in K. rewrite has_ldiff, andb_true_iff, negb_true_iff in K. apply SM; tauto.
  - intros S I. destruct (SS S I) as [K|K]; auto. right. intros z Z J. destruct (set_seen S I) as (m & o & Io & X1 & X2 & _).
    specialize (Se _ Io). cbn [fst] in Se. assert (E : N.land m (mine s) = 0).
    { apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0. destruct (N.testbit m i) eqn:B; auto. simpl.
      destruct (X1 i B) as [Y1 Y2]. now apply K. }
    rewrite E in Se. simpl in Se. apply N.eqb_eq in Se. apply not_true_iff_false. intros Hz.
    assert (B : has (N.land m (mine t)) z = true) by (rewrite has_land, Hz, (X2 z Z J); auto). rewrite Se, has_0 in B. discriminate.
  - lia.
Qed.

Lemma filter_more {A} (f g : A -> bool) l : (forall x, In x l -> f x = true -> g x = true) -> (length (filter f l) <= length (filter g l))%nat.
Proof.
  induction l as [|x l IH]; simpl; intros H; auto. specialize (H x (or_introl eq_refl)) as H0. assert (length (filter f l) <= length (filter g l))%nat by auto.
  destruct (f x); [rewrite H0 by auto; simpl; lia|]. destruct (g x); simpl; lia.
Qed.
Lemma lacks_two s p : safe s = true -> stands s p -> forall S y, In S (in_a_row 4 q 4) ->
  (exists c, In c S /\ has (firsts p) c = true) \/ exists c, In c S /\ c <> y /\ has (seconds p) c = false.
Proof.
  intros SF [A SM SH SS SB] S y I. destruct (SS S I) as [K|K]; auto. right.
  destruct (set_seen S I) as (m & o & Io & X1 & X2 & XO & ND & XB). unfold safe in SF. rewrite forallb_forall in SF. specialize (SF _ Io). cbn [fst snd] in SF.
  assert (E : N.land m (mine s) = 0).
  { apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0. destruct (N.testbit m i) eqn:B; auto. simpl. destruct (X1 i B). now apply K. }
  rewrite E in SF. cbv zeta in SF. set (x := N.ldiff m (his s)) in *. set (u := o - beyond s) in *. simpl in SF.
  assert (XF : forall z, has x z = true -> In (emb z) S /\ has (seconds p) (emb z) = false /\ z < 52).
  { intros z H. unfold x in H. rewrite has_ldiff, andb_true_iff, negb_true_iff in H. destruct H as [H1 H2]. destruct (X1 z H1) as [Z1 Z2].
    repeat split; auto. apply not_true_iff_false. intros H. apply SH in H; congruence. }
  (* cells of the set beyond that he does not own *)
  set (F := filter (fun c => far c && negb (has (seconds p) c)) S).
  assert (LF : (N.to_nat u <= length F)%nat).
  { assert (Sp : (length (filter far S) = length F + length (filter (fun c => far c && has (seconds p) c) S))%nat).
    { unfold F. clear. induction S as [|c S IH]; auto. cbn [filter]. destruct (far c), (has (seconds p) c); cbn [andb negb length]; lia. }
    assert (Le : (length (filter (fun c => far c && has (seconds p) c) S) <= elsewhere p)%nat).
    { unfold elsewhere. apply NoDup_incl_length; [now apply NoDup_filter|]. intros c J. apply filter_In in J as [J1 J2]. apply filter_In. split; auto.
      apply in_cells_board. simpl. now apply XB. }
    unfold u. lia. }
  assert (NF : NoDup F) by now apply NoDup_filter.
  assert (IF : forall c, In c F -> In c S /\ far c = true /\ has (seconds p) c = false).
  { intros c J. apply filter_In in J as [J1 J2]. rewrite andb_true_iff, negb_true_iff in J2. tauto. }
  rewrite !orb_true_iff, andb_true_iff, negb_true_iff, N.eqb_neq, !N.leb_le in SF. destruct SF as [[SF|[Nx Lu]]|Lu].
  - assert (Y : exists z, z < 52 /\ emb z = y \/ ~ exists z, z < 52 /\ emb z = y).
    { destruct (N.lt_ge_cases y (4 * q)) as [Ly|Ly]; [destruct (far y) eqn:Fy|].
      - exists 0. right. intros (z & Z & <-). pose proof (emb_bound z Z) as [_ B]. congruence.
      - destruct (near_emb y Ly Fy) as (z & Z). exists z. auto.
      - exists 0. right. intros (z & Z & <-). pose proof (emb_bound z Z) as [B _]. lia. }
    destruct Y as (v & Y). destruct (several_spec x SF v) as (z & Nz & Hz). destruct (XF z Hz) as (F1 & F2 & F3). exists (emb z). split; auto. split; auto.
    intros Ez. destruct Y as [[V1 V2]|Y]; [|apply Y; eauto]. apply Nz. apply emb_inj; auto. congruence.
  - apply nonzero_has in Nx as (z & Hz). destruct (XF z Hz) as (F1 & F2 & F3). destruct F as [|c F'] eqn:EF; [simpl in LF; lia|].
    destruct (IF c (or_introl eq_refl)) as (J1 & J2 & J3). destruct (N.eq_dec c y) as [->|]; [|exists c; auto]. exists (emb z). split; auto. split; auto.
    intros Ez. pose proof (emb_bound z F3) as [_ B]. congruence.
  - destruct F as [|c [|c' F']] eqn:EF; simpl in LF; try lia. destruct (IF c (or_introl eq_refl)) as (J1 & J2 & J3), (IF c' (or_intror (or_introl eq_refl))) as (K1 & K2 & K3).
    destruct (N.eq_dec c y) as [->|]; [|exists c; auto]. exists c'. split; auto. split; auto. intros ->. inversion NF as [|? ? N1]. apply N1. simpl; auto.
Qed.
Lemma not_his p s : safe s = true -> stands s p -> completed b p Second = false.
Proof.
  intros SF ST. apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W). rewrite whole_spec in W.
  destruct (lacks_two s p SF ST L 0 I) as [(c & Ic & Hc)|(c & Ic & _ & Hc)]; [|rewrite W in Hc; auto; discriminate].
  apply W in Ic. destruct ST as [A _ _ _ _]. apply A in Hc. simpl in *. congruence.
Qed.
Lemma complete_won s p : complete s = true -> stands s p -> completed b p First = true.
Proof.
  unfold complete. intros C [A SM SH SS SB]. apply existsb_exists in C as (g & Ig & E). apply N.eqb_eq in E.
  destruct (goal_set g Ig) as (S & I & H). apply completed_spec. exists S. split; auto. apply whole_spec. intros c Ic.
  destruct (H c Ic) as (z & Hz & Z & ->). assert (K : has (N.ldiff (mine s) (his s)) z = true).
  { apply not_false_iff_true. intros K. assert (B : has (N.ldiff g (N.ldiff (mine s) (his s))) z = true) by (rewrite has_ldiff, Hz, K; auto).
    rewrite E, has_0 in B. discriminate. }
  rewrite has_ldiff, andb_true_iff, negb_true_iff in K. apply SM; tauto.
Qed.

(** First's reply: he owns the cell, or takes it. *)
Lemma mine_stands s x p p' : open s x = true -> stands s p -> apart p' -> has (firsts p') (emb x) = true ->
  (forall c, has (firsts p) c = true -> has (firsts p') c = true) -> (forall c, has (seconds p') c = has (seconds p) c) -> stands (after_mine s x) p'.
Proof.
  unfold open. rewrite !andb_true_iff, !negb_true_iff, N.ltb_lt. intros ((X1 & X2) & X3) [A SM SH SS SB] A' Fx Mo Sa. split; auto.
  - intros z Z Hm Hh. simpl in Hm, Hh. rewrite has_set, orb_true_iff, N.eqb_eq in Hm. destruct Hm as [<-|Hm]; auto.
  - intros z Z H. simpl. apply SH; auto. now rewrite <- Sa.
  - intros S I. destruct (SS S I) as [(c & Ic & Hc)|K]; [left; eauto|]. destruct (in_dec N.eq_dec (emb x) S) as [J|J]; [left; eauto|]. right.
    intros z Z Iz. simpl. rewrite has_set, (K z Z Iz), orb_false_r. apply N.eqb_neq. intros ->. auto.
  - simpl. unfold elsewhere in *. etransitivity; [|exact SB]. apply filter_more. intros c _. now rewrite Sa.
Qed.
(** Second's move. *)
Lemma his_stands s y p : stands s p -> In y (every_cell b) -> free p y = true -> turn p = Second ->
  exists m, match m with Some z => open s z = true | None => True end /\ stands (after_his s m) (put y p).
Proof.
  intros [A SM SH SS SB] Iy Fy T. pose proof (proj1 (free_own p y) Fy) as Fo. pose proof (apart_put y p A Fy) as A'.
  assert (O1 : own (put y p) First = own p First) by (apply own_put_other; rewrite T; auto).
  assert (O2 : forall c, has (own (put y p) Second) c = (N.eqb y c || has (own p Second) c)) by (intros c; rewrite own_put_turn by auto; apply has_set).
  assert (SETS : forall S, In S (in_a_row 4 q 4) -> (exists c, In c S /\ has (own (put y p) First) c = true) \/ forall z, z < 52 -> In (emb z) S -> has (mine s) z = false)
    by (rewrite O1; auto).
  assert (BE : (elsewhere (put y p) <= elsewhere p + if far y then 1 else 0)%nat).
  { unfold elsewhere. set (f := fun c => far c && has (own p Second) c). set (g := fun c => far c && has (own (put y p) Second) c).
    assert (Q : forall c, g c = true -> f c = true \/ c = y /\ far y = true).
    { intros c H. unfold g in H. rewrite O2, andb_true_iff, orb_true_iff, N.eqb_eq in H. unfold f. rewrite andb_true_iff.
      destruct H as [H1 [H2|H2]]; [right|left]; auto. subst c. auto. }
    assert (ND : NoDup (every_cell b)) by (unfold every_cell, below; apply Injective_map_NoDup; [intros ? ?; apply Nat2N.inj|apply seq_NoDup]).
    transitivity (length (filter f (every_cell b) ++ if far y then [y] else [])); [|rewrite app_length; destruct (far y); simpl; lia].
    apply NoDup_incl_length; [now apply NoDup_filter|]. intros c J. apply filter_In in J as [J1 J2]. apply in_app_iff.
    destruct (Q c J2) as [K|[-> K]]; [left; now apply filter_In|right; rewrite K; simpl; auto]. }
  assert (NONE : (forall z, z < 52 -> emb z = y -> has (his s) z = true) -> stands (after_his s None) (put y p)).
  { intros D. split; auto.
    - rewrite O1. exact SM.
    - intros z Z H. rewrite O2, orb_true_iff, N.eqb_eq in H. destruct H as [H|H]; [|apply SH; auto]. apply D; auto.
    - simpl. destruct (far y); lia. }
  apply in_cells_board in Iy. simpl in Iy. destruct (far y) eqn:Fa.
  - exists None. split; auto. apply NONE. intros z Z <-. pose proof (emb_bound z Z) as [_ B]. congruence.
  - destruct (near_emb y Iy Fa) as (z & Z & E). destruct (has (his s) z) eqn:Hz.
    + exists None. split; auto. apply NONE. intros z' Z' E'. assert (z' = z) by (apply emb_inj; congruence). now subst.
    + exists (Some z). assert (Nm : has (mine s) z = false).
      { apply not_true_iff_false. intros H. apply (SM z Z) in H; auto. rewrite E in H. rewrite Fo in H. discriminate. }
      split; [unfold open; rewrite Hz, Nm; simpl; now apply N.ltb_lt|]. split; auto.
      * intros v V Hm Hh. simpl in Hm, Hh. rewrite has_set in Hh. apply orb_false_iff in Hh as [_ Hh]. rewrite O1. auto.
      * intros v V H. simpl. rewrite has_set. rewrite O2, orb_true_iff, N.eqb_eq in H. destruct H as [H|H]; [|rewrite (SH v V H); apply orb_true_r].
        assert (z = v) by (apply emb_inj; congruence). subst. now rewrite N.eqb_refl.
      * simpl. lia.
Qed.
(** Nothing is free: then First has a set. *)
Lemma full_won k : forall s p, beats k s -> stands s p -> (forall c, In c (every_cell b) -> free p c = false) -> completed b p First = true.
Proof.
  induction k as [|k IH]; intros s p B ST Fu; [destruct B|]. destruct B as (t & W & _ & B). apply (worse_stands s t p W) in ST.
  destruct (B None I) as (x & Ox & C). assert (ST' : stands (after_his t None) p) by (destruct ST; split; auto; simpl; lia).
  assert (STx : stands (after_mine (after_his t None) x) p).
  { apply (mine_stands _ x p p); auto; [apply ST|]. unfold open in Ox. rewrite !andb_true_iff, !negb_true_iff, N.ltb_lt in Ox. destruct Ox as ((X1 & X2) & X3).
    assert (Ic : In (emb x) (every_cell b)) by (apply in_cells_board; simpl; now apply emb_bound). specialize (Fu _ Ic).
    destruct (has (own p First) (emb x)) eqn:H1; auto. destruct (has (own p Second) (emb x)) eqn:H2.
    - apply (stands_his _ _ ST' x X3) in H2. congruence.
    - exfalso. rewrite <- not_true_iff_false, free_own in Fu. apply Fu. intros []; auto. }
  destruct C as [C|C]; [eapply complete_won; eauto|eapply IH; eauto].
Qed.

Theorem beats_forces k : forall s p, beats k s -> stands s p -> turn p = Second -> forces (G := Gm) (just First) (won First) (room b p) p.
Proof.
  induction k as [|k IH]; intros s p B ST T; [destruct B|]. pose proof B as B0. destruct B as (t & W & SF & B).
  destruct (completed b p First) eqn:C1.
  { apply forces_over with (r := Won First); [simpl; unfold ends; now rewrite C1|reflexivity]. }
  pose proof (worse_stands s t p W ST) as STt. pose proof (not_his p t SF STt) as C2.
  assert (NF : full b p = false).
  { apply not_true_iff_false. intros Fu. pose proof (full_won (S k) s p B0 ST) as K. rewrite K in C1; [discriminate|].
    intros c I. unfold full in Fu. apply negb_true_iff in Fu. rewrite <- not_true_iff_false, existsb_exists in Fu. apply not_true_iff_false. intros F. apply Fu. eauto. }
  assert (EN : ends b p = None) by (unfold ends; now rewrite C1, C2, NF).
  pose proof (proj1 (full_spec b p) NF) as (d0 & Id0 & Fd0). pose proof (room_put b d0 p Id0 Fd0).
  destruct (room b p) as [|r] eqn:Rm; [lia|]. apply (forces_all (G := Gm)); [exact EN|simpl; unfold just; now rewrite T| |].
  { intros E. assert (K : In d0 (moves (g := Gm) p)) by (apply in_moves; auto). rewrite E in K. destruct K. }
  intros y Iy. apply in_moves in Iy as [Iy Fy]. pose proof (room_put b y p Iy Fy) as R1. change (play (g := Gm) p y) with (put y p).
  destruct (his_stands t y p STt Iy Fy T) as (m & Om & ST1). destruct (B m Om) as (x & Ox & C).
  set (p1 := put y p) in *. assert (T1 : turn p1 = First) by (unfold p1; now rewrite turn_put, T).
  assert (O1 : own p1 First = own p First) by (unfold p1; apply own_put_other; now rewrite T).
  assert (D1 : completed b p1 First = false) by (unfold completed in *; now rewrite O1).
  assert (D2 : completed b p1 Second = false).
  { apply not_true_iff_false. intros D. apply completed_spec in D as (L & I & Wh). rewrite whole_spec in Wh.
    destruct (lacks_two t p SF STt L y I) as [(c & Ic & Hc)|(c & Ic & Nc & Hc)].
    - rewrite <- O1 in Hc. pose proof (stands_apart _ _ ST1) as A1. apply A1 in Hc. apply Wh in Ic. simpl in *. congruence.
    - apply Wh in Ic. unfold p1 in Ic. rewrite own_put_turn, has_set, Hc, orb_false_r in Ic by auto. apply N.eqb_eq in Ic. congruence. }
  unfold open in Ox. pose proof Ox as Ox'. rewrite !andb_true_iff, !negb_true_iff, N.ltb_lt in Ox. destruct Ox as ((X1 & X2) & X3).
  assert (Ix : In (emb x) (every_cell b)) by (apply in_cells_board; simpl; now apply emb_bound).
  assert (Sx : has (own p1 Second) (emb x) = false) by (apply not_true_iff_false; intros K; apply (stands_his _ _ ST1 x X3) in K; congruence).
  destruct (full b p1) eqn:Fu1.
  - (* he has taken the last cell, and the reply is First's already *)
    exfalso. assert (NFr : forall c, In c (every_cell b) -> free p1 c = false).
    { intros c I. unfold full in Fu1. apply negb_true_iff in Fu1. rewrite <- not_true_iff_false, existsb_exists in Fu1. apply not_true_iff_false. intros F. apply Fu1. eauto. }
    assert (Fx : has (own p1 First) (emb x) = true).
    { destruct (has (own p1 First) (emb x)) eqn:H1; auto. exfalso. specialize (NFr _ Ix). rewrite <- not_true_iff_false, free_own in NFr. apply NFr. intros []; auto. }
    assert (STx : stands (after_mine (after_his t m) x) p1) by (apply (mine_stands _ x p1 p1); auto; apply ST1).
    destruct C as [C|C]; [pose proof (complete_won _ _ C STx)|pose proof (full_won k _ p1 C STx NFr)]; congruence.
  - assert (EN1 : ends b p1 = None) by (unfold ends; now rewrite D1, D2, Fu1).
    pose proof (proj1 (full_spec b p1) Fu1) as (d & Id & Fd).
    assert (Q : exists e, In e (every_cell b) /\ free p1 e = true /\ (e = emb x \/ has (own p1 First) (emb x) = true)).
    { destruct (free p1 (emb x)) eqn:X; [exists (emb x); auto|]. exists d. split; auto. split; auto. right.
      destruct (has (own p1 First) (emb x)) eqn:H1; auto. rewrite <- X. apply free_own. intros []; auto. }
    destruct Q as (e & Ie & Fe & Or). pose proof (room_put b e p1 Ie Fe) as R2.
    destruct r as [|r]; [lia|]. apply (forces_own (G := Gm)) with (m := e); [exact EN1|simpl; now rewrite T1|apply in_moves; auto|].
    change (play (g := Gm) p1 e) with (put e p1). assert (T2 : turn (put e p1) = Second) by (now rewrite turn_put, T1).
    assert (STx : stands (after_mine (after_his t m) x) (put e p1)).
    { apply (mine_stands _ x p1); auto.
      - apply apart_put; auto. apply ST1.
      - rewrite own_put_turn, has_set by auto. destruct Or as [->|K]; [now rewrite N.eqb_refl|rewrite K; apply orb_true_r].
      - intros c H1. rewrite own_put_turn, has_set, H1 by auto. apply orb_true_r.
      - intros c. rewrite own_put_other; auto. }
    destruct C as [C|C].
    + apply forces_over with (r := Won First); [|reflexivity]. simpl. unfold ends. now rewrite (complete_won _ _ C STx).
    + eapply forces_more; [apply (IH _ _ C STx T2)|lia|auto].
Qed.

(** First opens in the part. *)
Theorem opening_wins k x : x < 52 -> beats k (State (N.setbit 0 x) 0 0) ->
  means (Positional (Row 4 q 4) false [] []) (Force First [First] [Won First] None).
Proof.
  intros X B. set (p := Place 0 0 First).
  assert (NB : forall c, free p c = true) by (intros c; apply free_own; intros s; destruct s; apply has_0).
  assert (NC : forall s, completed b p s = false).
  { intros s. apply not_true_iff_false. intros C. apply completed_spec in C as (L & I & W). rewrite whole_spec in W.
    assert (J : In L (in_a_row 4 q 4)) by (destruct s; exact I). apply rows_straight in J as (P & T & ->). destruct (straight_inside q P T) as (L4 & _).
    destruct P as [|rc P]; [discriminate|]. specialize (W _ (or_introl eq_refl)). destruct s; simpl in W; rewrite has_0 in W; discriminate. }
  assert (Ix : In (emb x) (every_cell b)) by (apply in_cells_board; simpl; now apply emb_bound).
  assert (EN : ends b p = None).
  { unfold ends. rewrite !NC. replace (full b p) with false; auto. symmetry. apply full_spec. eauto. }
  assert (ST : stands (State (N.setbit 0 x) 0 0) (put (emb x) p)).
  { assert (HF : forall c, has (own (put (emb x) p) First) c = N.eqb (emb x) c).
    { intros c. change (own (put (emb x) p) First) with (N.setbit 0 (emb x)). now rewrite has_set, has_0, orb_false_r. }
    split.
    - apply apart_put; auto. intros c _. apply has_0.
    - intros z Z Hm _. rewrite HF. cbn [mine] in Hm. rewrite has_set, has_0, orb_false_r, N.eqb_eq in Hm. subst. apply N.eqb_refl.
    - intros z Z H. change (has 0 (emb z) = true) in H. rewrite has_0 in H. discriminate.
    - intros S I. destruct (in_dec N.eq_dec (emb x) S) as [J|J]; [left; exists (emb x); rewrite HF, N.eqb_refl; auto|]. right.
      intros z Z K. cbn [mine]. rewrite has_set, has_0, orb_false_r. apply N.eqb_neq. intros ->. auto.
    - unfold elsewhere. simpl. replace (filter _ _) with (@nil N); [simpl; lia|]. symmetry.
      match goal with |- ?f = [] => destruct f as [|c l] eqn:F end; auto. exfalso.
      match type of F with filter ?f ?l' = _ => assert (K : In c (filter f l')) by (rewrite F; simpl; auto) end.
      apply filter_In in K as [_ K]. rewrite has_0, andb_false_r in K. discriminate. }
  simpl. apply forces_Forces with (n := S (room b (put (emb x) p))); [exact I|].
  apply forces_side with (X := just First); [intros []; reflexivity|]. eapply forces_more with (R := won First); [|auto|intros [[]|]; simpl; auto].
  apply (forces_own (G := Gm)) with (m := emb x); [exact EN|reflexivity|apply in_moves; auto|].
  apply (beats_forces k _ _ B ST). reflexivity.
Qed.
End Wide.
