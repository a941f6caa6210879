(** Rule [force]: a tree of forcing moves, checked as claims of the attacker from the end. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Lines Stealing Pairing Hold Forcing.
Import ListNotations.

(** An edge: the defender's move (of the default: none), the reply, what follows (2 node, or 2 set + 1 where
    the reply completes that set), and the symmetry that turns it (0: none, t + 1). *)
Record fedge := FEdge { e_move : cell; e_reply : cell; e_target : N; e_turn : N }.
(** The default answers all moves that are not listed; [taken] are stones of the defender that are relied on. *)
Record fnode := FNode { default : fedge; listed : list fedge; taken : list cell }.
(** Stones of the attacker, of the defender, cells that the defender does not own, and how many cells each
    of the defender's sets lacks. Claims that hold of no position (a cell of both players) are true, and refused:
    the plain checker refuses them. *)
Definition fclaim := (N * N * N * list N)%type.
(** A symmetry: cells there and back, the defender's sets there and back. *)
Record fturn := FTurn { to_ : PM.t cell; from_ : PM.t cell; sets_to_ : PM.t N; sets_from_ : list N }.

Section Check.
Variable b : board.
Variable att : player.
Notation def := (other att).
Let sets := wants b def.
Variable masks : list N.       (* of the defender's sets *)
Variable goals : PM.t N.       (* of the attacker's sets *)
Let board_size := size b.
Variable turns : PM.t fturn.

Let cells := below (size b).
Definition turned_claim (t : fturn) (c : fclaim) : option fclaim :=
  let '(A, T, Z, m) := c in let on := N.ones (size b) in let mt := index m in
  if within_set A on && within_set T on then
    Some (image (to_ t) (size b) A, image (to_ t) (size b) T, image (to_ t) (size b) Z,
      map (fun i => match at_ mt i with Some k => k | None => 0%N end) (sets_from_ t))
  else None.
Definition target (cs : PM.t fclaim) (e : fedge) : option fclaim :=
  let t := e_target e in
  if N.odd t then match at_ goals (N.div2 t) with Some g => Some (g, 0%N, 0%N, map (fun _ => 1%N) masks) | None => None end
  else match at_ cs (N.div2 t) with
    | Some c => if N.eqb (e_turn e) 0 then Some c
        else match at_ turns (N.pred (e_turn e)) with Some t => turned_claim t c | None => None end
    | None => None
    end.
Definition images (P : PM.t cell) (Ls : list (list cell)) := map (fun L => mask (map (permute P) L)) Ls.
Definition fturn_ok (t : fturn) : bool :=
  let P := permute (to_ t) in let R := permute (from_ t) in
  let gm := map mask (wants b att) in let gi := images (to_ t) (wants b att) in let st := index masks in let sf := index (sets_from_ t) in
  forallb (fun c => N.ltb (P c) (size b) && N.ltb (R c) (size b) && N.eqb (P (R c)) c && N.eqb (R (P c)) c) cells &&
  forallb (fun m => existsb (N.eqb m) gi) gm && forallb (fun m => existsb (N.eqb m) gm) gi &&
  N.eqb (N.of_nat (length (sets_from_ t))) (N.of_nat (length masks)) &&
  forallb (fun im => match at_ (sets_to_ t) (fst im) with
      | Some j => match at_ st j, at_ sf j with
          | Some m, Some i => N.eqb m (snd im) && N.eqb i (fst im)
          | _, _ => false
          end
      | None => false
      end) (combine (below (N.of_nat (length masks))) (images (to_ t) sets)) &&
  forallb (fun ji => match at_ (sets_to_ t) (snd ji) with Some j => N.eqb j (fst ji) && N.ltb (snd ji) (N.of_nat (length masks)) | None => false end)
    (combine (below (N.of_nat (length masks))) (sets_from_ t)).
Fixpoint targets (cs : PM.t fclaim) (es : list fedge) : option (list (fedge * fclaim)) :=
  match es with
  | [] => Some []
  | e :: es => match target cs e, targets cs es with Some c, Some l => Some ((e, c) :: l) | _, _ => None end
  end.
Definition cA (c : fclaim) := fst (fst (fst c)).
Definition cT (c : fclaim) := snd (fst (fst c)).
Definition cZ (c : fclaim) := snd (fst c).
Definition cm (c : fclaim) := snd c.

Fixpoint raise (delta : N -> N) (Am : N) (ss acc m : list N) : list N :=
  match ss, acc, m with
  | s :: ss, a :: acc, k :: m => (if N.eqb (N.land s Am) 0 then N.max a (k + delta s) else a) :: raise delta Am ss acc m
  | _, _, _ => acc
  end.
Definition one_if (x : bool) : N := if x then 1%N else 0%N.
Definition fnode_claim (cs : PM.t fclaim) (nd : fnode) : option fclaim :=
  match target cs (default nd), targets cs (listed nd) with
  | Some c0, Some l =>
      let r0 := e_reply (default nd) in
      let union f := fold_right (fun ec m => N.lor (f (fst ec) (snd ec)) m) 0%N in
      let A := N.lor (N.clearbit (cA c0) r0) (union (fun e c => N.clearbit (cA c) (e_reply e)) l) in
      let T := N.lor (N.lor (mask (taken nd)) (cT c0)) (union (fun e c => N.clearbit (cT c) (e_move e)) l) in
      let Z := N.lor (N.setbit (cZ c0) r0) (union (fun e c => N.setbit (cZ c) (e_reply e)) l) in
      let X := mask (map (fun ec => e_move (fst ec)) l) in
      let m0 := raise (fun s => one_if (negb (N.eqb (N.ldiff s (N.lor X T)) 0))) (N.setbit (cA c0) r0) masks (map (fun _ => 2%N) masks) (cm c0) in
      let m := fold_right (fun ec acc => raise (fun s => one_if (has s (e_move (fst ec)))) (N.setbit (cA (snd ec)) (e_reply (fst ec))) masks acc (cm (snd ec))) m0 l in
      if N.ltb r0 board_size && N.eqb (N.ldiff (N.setbit (cZ c0) r0) (N.lor X A)) 0 &&
         forallb (fun ec => let e := fst ec in let c := snd ec in
           N.ltb (e_move e) board_size && N.ltb (e_reply e) board_size && negb (N.eqb (e_move e) (e_reply e)) && negb (has (cZ c) (e_move e)) &&
           negb (has (cA c) (e_move e))) l && N.eqb (N.land (N.lor A Z) T) 0
      then Some (A, T, N.ldiff Z A, m) else None
  | _, _ => None
  end.
Fixpoint fnodes (cs : PM.t fclaim) (i : N) (ns : list fnode) : option (PM.t fclaim) :=
  match ns with
  | [] => Some cs
  | nd :: ns => match fnode_claim cs nd with Some c => fnodes (set_at cs i c) (N.succ i) ns | None => None end
  end.

(** * Soundness *)
Hypothesis distinct_cells : forall S, In S sets -> NoDup S.
Hypothesis masks_are : masks = map mask sets.
Hypothesis goals_are : goals = index (map mask (wants b att)).

Definition mfun (ml : list N) (i : nat) : nat := N.to_nat (nth i ml 0%N).
Definition goodf (c : fclaim) : Prop := length (cm c) = length masks /\ Claim b att (cA c) (cT c) (cZ c) (mfun (cm c)).

Lemma raise_length delta Am ss : forall acc m, length (raise delta Am ss acc m) = length acc.
Proof. induction ss as [|s ss IH]; intros [|a acc] [|k m]; simpl; auto. Qed.
Lemma raise_more delta Am ss : forall acc m i, (nth i acc 0 <= nth i (raise delta Am ss acc m) 0)%N.
Proof.
  induction ss as [|s ss IH]; intros [|a acc] [|k m] [|i]; simpl; try lia; auto.
  - destruct (N.eqb _ _); lia.
Qed.
Lemma raise_enough delta Am ss : forall acc m i s, nth_error ss i = Some s -> i < length acc -> i < length m -> N.land s Am = 0%N ->
  (nth i m 0 + delta s <= nth i (raise delta Am ss acc m) 0)%N.
Proof.
  induction ss as [|s0 ss IH]; intros [|a acc] [|k m] [|i] s; simpl; try discriminate; try lia.
  - intros [= ->] _ _ ->. rewrite N.eqb_refl. lia.
  - intros E L1 L2 H. apply IH; auto; lia.
Qed.
Lemma fold_raise (l : list (fedge * fclaim)) m0 :
  let f := fun ec acc => raise (fun s => one_if (has s (e_move (fst ec)))) (N.setbit (cA (snd ec)) (e_reply (fst ec))) masks acc (cm (snd ec)) in
  length (fold_right f m0 l) = length m0 /\ (forall i, (nth i m0 0 <= nth i (fold_right f m0 l) 0)%N) /\
  forall ec i s, In ec l -> nth_error masks i = Some s -> i < length m0 -> i < length (cm (snd ec)) ->
    N.land s (N.setbit (cA (snd ec)) (e_reply (fst ec))) = 0%N ->
    (nth i (cm (snd ec)) 0 + one_if (has s (e_move (fst ec))) <= nth i (fold_right f m0 l) 0)%N.
Proof.
  intros f. induction l as [|ec l (L & M & H)]; simpl; [split; [auto|split; [intros; lia|intros ? ? ? []]]|].
  split; [unfold f at 1; now rewrite raise_length|]. split.
  - intros i. eapply N.le_trans; [apply M|]. unfold f at 2. apply raise_more.
  - intros ec' i s [<-|I] E L1 L2 D.
    + unfold f at 1. apply (raise_enough (fun s => one_if (has s (e_move (fst ec))))); auto. now rewrite L.
    + eapply N.le_trans; [apply (H ec'); eauto|]. unfold f at 2. apply raise_more.
Qed.
Lemma union_spec (f : fedge -> fclaim -> N) l x : has (fold_right (fun ec m => N.lor (f (fst ec) (snd ec)) m) 0%N l) x = true <->
  exists ec, In ec l /\ has (f (fst ec) (snd ec)) x = true.
Proof.
  induction l as [|ec l IH]; cbn [fold_right].
  - rewrite has_0. split; [discriminate|intros (? & [] & _)].
  - rewrite has_lor, orb_true_iff, IH. split; [intros [H|(e & I & H)]; [exists ec; simpl; auto|exists e; simpl; auto]|intros (e & [<-|I] & H); eauto].
Qed.
Hypothesis no_gift : won att (full_board b) = false.
Hypothesis on_board_ : on_board b.
Hypothesis turns_ok : forall i t, at_ turns i = Some t -> fturn_ok t = true.
Definition goodfs (cs : PM.t fclaim) := forall i c, at_ cs i = Some c -> goodf c.
Lemma want_mask i S : want b att i S -> nth_error masks i = Some (mask S) /\ i < length masks.
Proof.
  unfold want. intros W. assert (E : nth_error masks i = Some (mask S)) by (rewrite masks_are, nth_error_map; unfold sets; now rewrite W).
  split; auto. apply nth_error_Some. congruence.
Qed.
Lemma below_nth n i : i < n -> nth_error (below (N.of_nat n)) i = Some (N.of_nat i).
Proof. intros L. apply nth_below. lia. Qed.
Lemma combine_in {A B} (l : list A) (r : list B) : forall i x y, nth_error l i = Some x -> nth_error r i = Some y -> In (x, y) (combine l r).
Proof.
  revert r; induction l as [|x0 l IH]; intros [|y0 r] [|i] x y; simpl; try discriminate; [intros [= ->] [= ->]; auto|eauto].
Qed.
Lemma fturn_spec t : fturn_ok t = true ->
  symmetry b att (permute (to_ t)) (permute (from_ t)) /\ length (sets_from_ t) = length masks /\
  forall i S, want b att i S -> exists j L, want b att j L /\ nth_error (sets_from_ t) j = Some (N.of_nat i) /\
    forall d, In d L -> exists c, In c S /\ d = permute (to_ t) c.
Proof.
  unfold fturn_ok. set (P := permute (to_ t)). set (R := permute (from_ t)).
  rewrite !andb_true_iff, !forallb_forall, N.eqb_eq. intros (((((H1 & H2) & H3) & H4) & H5) & H6). apply Nat2N.inj in H4.
  assert (C : forall c, (c < size b)%N -> (P c < size b)%N /\ (R c < size b)%N /\ P (R c) = c /\ R (P c) = c).
  { intros c L. specialize (H1 c). rewrite !andb_true_iff, !N.ltb_lt, !N.eqb_eq in H1. destruct H1 as [[[? ?] ?] ?]; [now apply in_below|auto]. }
  assert (IMG : forall K L, mask (map P K) = mask L -> (forall c, In c K -> In (P c) L) /\ forall d, In d L -> exists c, In c K /\ d = P c).
  { intros K L E. split.
    - intros c I. apply mask_spec. rewrite <- E. apply mask_spec. now apply in_map.
    - intros d I. apply mask_spec in I. rewrite <- E in I. apply mask_spec, in_map_iff in I as (c & <- & I). eauto. }
  assert (FWD : forall i S, want b att i S -> exists j L, want b att j L /\ nth_error (sets_from_ t) j = Some (N.of_nat i) /\ mask (map P S) = mask L).
  { intros i S W. destruct (want_mask i S W) as [Em Li].
    assert (I : In (N.of_nat i, mask (map P S)) (combine (below (N.of_nat (length masks))) (images (to_ t) sets))).
    { apply combine_in with (i := i); [now apply below_nth|]. unfold images. rewrite nth_error_map. unfold sets. unfold want in W. now rewrite W. }
    specialize (H5 _ I). cbn [fst snd] in H5. destruct (at_ (sets_to_ t) (N.of_nat i)) as [j|]; [|discriminate].
    destruct (at_ (index masks) j) as [m|] eqn:Ej; [|discriminate]. destruct (at_ (index (sets_from_ t)) j) as [i'|] eqn:Ei; [|discriminate].
    rewrite andb_true_iff, !N.eqb_eq in H5. destruct H5 as [-> ->]. apply index_spec in Ej, Ei. rewrite masks_are, nth_error_map in Ej.
    destruct (nth_error sets (N.to_nat j)) as [L|] eqn:EL; [|discriminate]. injection Ej as Ej. exists (N.to_nat j), L. auto. }
  split; [split|split]; try (intros c L; destruct (C c L) as (? & ? & ? & ?); assumption).
  - intros s L I. destruct (player_cases att s) as [->| ->].
    + specialize (H2 (mask L) (in_map mask _ _ I)). apply existsb_exists in H2 as (m & Im & E). apply N.eqb_eq in E.
      unfold images in Im. apply in_map_iff in Im as (K & <- & IK). exists K. split; auto. symmetry in E. apply (IMG K L E).
    + apply In_nth_error in I as (j & Ej). assert (W : want b att j L) by exact Ej. destruct (want_mask j L W) as [Em Lj].
      destruct (nth_error (sets_from_ t) j) as [i|] eqn:Ei; [|apply nth_error_None in Ei; lia].
      specialize (H6 (N.of_nat j, i) (combine_in _ _ j _ _ (below_nth _ _ Lj) Ei)). cbn [fst snd] in H6.
      destruct (at_ (sets_to_ t) i) as [j'|] eqn:Ej'; [|discriminate]. apply andb_true_iff in H6 as [H6 H7]. apply N.eqb_eq in H6. apply N.ltb_lt in H7. subst j'.
      destruct (nth_error sets (N.to_nat i)) as [K|] eqn:EK.
      2: { apply nth_error_None in EK. rewrite masks_are, map_length in H7. lia. }
      assert (I : In (i, mask (map P K)) (combine (below (N.of_nat (length masks))) (images (to_ t) sets))).
      { apply combine_in with (i := N.to_nat i); [rewrite below_nth by lia; now rewrite N2Nat.id|]. unfold images. rewrite nth_error_map, EK. reflexivity. }
      specialize (H5 _ I). cbn [fst snd] in H5. rewrite Ej' in H5. destruct (at_ (index masks) (N.of_nat j)) as [m|] eqn:E1; [|discriminate].
      destruct (at_ (index (sets_from_ t)) (N.of_nat j)) as [i'|]; [|discriminate]. rewrite andb_true_iff, !N.eqb_eq in H5. destruct H5 as [-> _].
      apply index_spec in E1. rewrite Nat2N.id, Em in E1. injection E1 as E1. exists K. split; [eapply nth_error_In; eauto|]. apply (IMG K L). congruence.
  - intros K I. assert (J : In (mask (map P K)) (images (to_ t) (wants b att))) by (unfold images; apply in_map_iff; eauto).
    specialize (H3 _ J). apply existsb_exists in H3 as (m & Im & E). apply N.eqb_eq in E. apply in_map_iff in Im as (L & <- & IL).
    exists L. split; auto. apply (IMG K L E).
  - exact H4.
  - intros i S W. destruct (FWD i S W) as (j & L & WL & E & M). exists j, L. split; auto. split; auto. apply (IMG S L M).
Qed.
Lemma turned_good t c c' : fturn_ok t = true -> goodf c -> turned_claim t c = Some c' -> goodf c'.
Proof.
  destruct c as [[[A T] Z] m]. unfold turned_claim, goodf, cA, cT, cZ, cm. cbn [fst snd]. intros OK [Lm C].
  destruct (_ && _) eqn:W; [|discriminate]. apply andb_true_iff in W as [WA WT]. intros [= <-]. cbn [fst snd].
  apply fturn_spec in OK as (SY & Ls & F). split; [now rewrite map_length, Ls|].
  assert (ON : forall X, within_set X (N.ones (size b)) = true -> forall c, has X c = true -> (c < size b)%N /\ has (image (to_ t) (size b) X) (permute (to_ t) c) = true).
  { intros X WX c H. assert (L : (c < size b)%N).
    { apply (within_set_spec _ _ WX) in H. destruct (N.lt_ge_cases c (size b)); auto. unfold has in H. rewrite N.ones_spec_high in H; [discriminate|auto]. }
    split; auto. rewrite in_image. exists c. split; [now apply in_below|auto]. }
  apply (claim_image b att no_gift distinct_cells on_board_ _ _ SY A T Z (mfun m)); auto.
  - intros c H L. rewrite in_image. exists c. split; [now apply in_below|auto].
  - intros i S Wi. destruct (F i S Wi) as (j & L & WL & E & J). exists j, L. split; auto. split; auto. unfold mfun.
    destruct (want_mask i S Wi) as [_ Li]. rewrite (nth_error_nth (map _ (sets_from_ t)) j 0%N (x := nth i m 0%N)); auto.
    rewrite nth_error_map, E. cbn [option_map]. rewrite (index_complete m i (nth i m 0%N)); auto. apply nth_error_nth'. lia.
Qed.
Lemma target_good cs e c : goodfs cs -> target cs e = Some c -> goodf c.
Proof.
  intros G. unfold target. destruct (N.odd (e_target e)).
  - destruct (at_ goals (N.div2 (e_target e))) as [g|] eqn:E; [|discriminate]. intros [= <-].
    rewrite goals_are in E. apply index_spec, nth_error_In, in_map_iff in E as (s & <- & I). split; [simpl; apply map_length|].
    unfold cA, cT, cZ, cm. simpl. intros p T (Ap & HA & HT & HZ & HM). apply (complete_claim b att no_gift distinct_cells s (mask s)); auto.
    + intros c. apply mask_spec.
    + split; auto. split; auto. split; auto. split; auto. intros i S W NS. specialize (HM i S W NS). unfold mfun in HM.
      destruct (want_mask i S W) as [_ L]. rewrite nth_indep with (d' := 1%N) in HM by now rewrite map_length.
      rewrite (map_nth (fun _ => 1%N) masks 0%N) in HM. simpl in HM. lia.
  - destruct (at_ cs (N.div2 (e_target e))) as [k|] eqn:E; [|discriminate]. apply G in E.
    destruct (N.eqb (e_turn e) 0); [now intros [= <-]|]. destruct (at_ turns _) as [t|] eqn:T; [|discriminate].
    apply turned_good; auto. eapply turns_ok; eauto.
Qed.
Lemma targets_good cs es : goodfs cs -> forall l, targets cs es = Some l -> forall ec, In ec l -> goodf (snd ec).
Proof.
  intros G. induction es as [|e es IH]; cbn [targets]; intros l H; [injection H as <-; intros ? []|].
  destruct (target cs e) as [c|] eqn:E; [|discriminate]. destruct (targets cs es) as [l'|]; [|discriminate].
  injection H as <-. intros ec [<-|I]; [simpl; eapply target_good; eauto|exact (IH _ eq_refl ec I)].
Qed.
Lemma land_zero A B : (forall c, has A c = true -> has B c = false) -> N.land A B = 0%N.
Proof. intros H. apply N.bits_inj. intros c. rewrite N.land_spec, N.bits_0. destruct (N.testbit A c) eqn:E; auto. simpl. apply H, E. Qed.

Lemma fnode_good cs nd c : goodfs cs -> fnode_claim cs nd = Some c -> goodf c.
Proof.
  intros G. unfold fnode_claim. destruct (target cs (default nd)) as [c0|] eqn:E0; [|discriminate].
  destruct (targets cs (listed nd)) as [l|] eqn:El; [|discriminate]. apply target_good in E0 as [L0 C0]; auto.
  pose proof (targets_good _ _ G _ El) as GL. clear El. set (r0 := e_reply (default nd)).
  set (A := N.lor (N.clearbit (cA c0) r0) _). set (T := N.lor (N.lor (mask (taken nd)) (cT c0)) _). set (Z := N.lor (N.setbit (cZ c0) r0) _).
  set (X := mask _). set (m0 := raise _ _ masks _ _). set (ml := fold_right _ m0 l).
  destruct (_ && _ && _ && _) eqn:CK; [|discriminate]. intros [= <-]. apply andb_true_iff in CK as [CK _].
  rewrite !andb_true_iff, N.ltb_lt, N.eqb_eq, forallb_forall in CK.
  destruct CK as [[R0 ZX] CK].
  assert (Lm0 : length m0 = length masks) by (unfold m0; rewrite raise_length; apply map_length).
  destruct (fold_raise l m0) as (Lml & Mml & Eml). fold ml in Lml, Mml, Eml.
  split; [unfold cm; simpl; congruence|]. unfold cA, cT, cZ, cm. simpl.
  assert (ZS : forall c, has Z c = true -> has (N.ldiff Z A) c = true \/ has A c = true).
  { intros c H. rewrite has_ldiff, H. destruct (has A c); auto. }
  assert (DIS : forall S A' r, (forall c, In c S -> has A' c = false /\ c <> r) -> N.land (mask S) (N.setbit A' r) = 0%N).
  { intros S A' r H. apply land_zero. intros c Ic. apply mask_spec, H in Ic as [I1 I2]. rewrite has_set, I1, orb_false_r. apply N.eqb_neq. congruence. }
  apply forced; auto.
  - intros i S I. destruct (want_mask i S I) as [E L]. unfold mfun. specialize (Mml i).
    assert (Q : (2 <= nth i m0 0)%N).
    { eapply N.le_trans; [|apply raise_more]. rewrite nth_indep with (d' := 2%N) by now rewrite map_length.
      rewrite (map_nth (fun _ => 2%N) masks 0%N). simpl. lia. }
    lia.
  - intros y NT NA. destruct (existsb (fun ec => N.eqb (e_move (fst ec)) y) l) eqn:XY.
    + apply existsb_exists in XY as (ec & I & XY). apply N.eqb_eq in XY. subst y. specialize (CK ec I). specialize (GL ec I) as [Lc Cc].
      rewrite !andb_true_iff, !N.ltb_lt, !negb_true_iff, N.eqb_neq in CK. destruct CK as [[[[K1 K2] K3] K4] _].
      exists (e_reply (fst ec)), (cA (snd ec)), (cT (snd ec)), (cZ (snd ec)), (mfun (cm (snd ec))). split; [exact Cc|]. split; [now apply in_cells_board|].
      split; [|split; [|split]].
      * intros c H. destruct (N.eq_dec c (e_reply (fst ec))) as [|Nc]; auto. right. unfold A. rewrite has_lor, orb_true_iff. right.
        apply (union_spec (fun e c => N.clearbit (cA c) (e_reply e))). exists ec. split; auto. rewrite has_clear, H. apply negb_true_iff, N.eqb_neq. congruence.
      * intros c H. destruct (N.eq_dec c (e_move (fst ec))) as [->|Nc]; [left; split; auto; now apply in_cells_board|]. right. unfold T. rewrite has_lor, orb_true_iff. right.
        apply (union_spec (fun e c => N.clearbit (cT c) (e_move e))). exists ec. split; auto. rewrite has_clear, H. apply negb_true_iff, N.eqb_neq. congruence.
      * intros c H. split.
        -- apply ZS. unfold Z. rewrite has_lor, orb_true_iff. right. apply (union_spec (fun e c => N.setbit (cZ c) (e_reply e))). exists ec. split; auto.
           rewrite has_set. destruct H as [H| ->]; [rewrite H; apply orb_true_r|now rewrite N.eqb_refl].
        -- destruct H as [H| ->]; [|congruence]. intros ->. congruence.
      * intros i S IS NS. destruct (want_mask i S IS) as [E L]. unfold mfun.
        pose proof (Eml ec _ _ I E ltac:(lia) ltac:(lia) (DIS S _ _ NS)) as Q.
        assert (MS : has (mask S) (e_move (fst ec)) = meets (e_move (fst ec)) S) by (apply eq_true_iff_eq; rewrite mask_spec, meets_In; tauto).
        rewrite MS in Q. unfold one_if in Q. destruct (meets _ S); lia.
    + assert (NX : has X y = false).
      { apply not_true_iff_false. unfold X. rewrite mask_spec, in_map_iff. intros (ec & E & I). rewrite <- not_true_iff_false, existsb_exists in XY.
        apply XY. exists ec. split; auto. now apply N.eqb_eq. }
      exists r0, (cA c0), (cT c0), (cZ c0), (mfun (cm c0)). split; [exact C0|]. split; [now apply in_cells_board|]. split; [|split; [|split]].
      * intros c H. destruct (N.eq_dec c r0) as [|Nc]; auto. right. unfold A. rewrite has_lor, has_clear, H.
        replace (negb (N.eqb r0 c)) with true; auto. symmetry. apply negb_true_iff, N.eqb_neq. congruence.
      * intros c H. right. unfold T. rewrite !has_lor, H, orb_true_r. auto.
      * intros c H. assert (H' : has (N.setbit (cZ c0) r0) c = true).
        { rewrite has_set. destruct H as [H| ->]; [rewrite H; apply orb_true_r|now rewrite N.eqb_refl]. }
        split; [apply ZS; unfold Z; rewrite has_lor, H'; auto|]. intros ->.
        assert (K : has (N.ldiff (N.setbit (cZ c0) r0) (N.lor X A)) y = true) by (rewrite has_ldiff, H', has_lor, NX, NA; auto).
        rewrite ZX in K. now rewrite has_0 in K.
      * intros i S IS NS. destruct (want_mask i S IS) as [E L]. unfold mfun.
        pose proof (raise_enough (fun s => one_if (negb (N.eqb (N.ldiff s (N.lor X T)) 0))) (N.setbit (cA c0) r0) masks (map (fun _ => 2%N) masks) (cm c0) _ _ E
          ltac:(rewrite map_length; lia) ltac:(lia) (DIS S _ _ NS)) as Q. specialize (Mml i).
        match type of Q with (_ <= nth _ ?r _)%N => change r with m0 in Q end. cbv beta in Q.
        destruct (meets y S) eqn:MY; [|lia]. apply meets_In in MY.
        assert (K : N.ldiff (mask S) (N.lor X T) <> 0%N).
        { intros K. assert (K' : has (N.ldiff (mask S) (N.lor X T)) y = true).
          { rewrite has_ldiff, has_lor, NX, NT. rewrite (proj2 (mask_spec S y) MY). auto. }
          rewrite K in K'. now rewrite has_0 in K'. }
        apply N.eqb_neq in K. rewrite K in Q. simpl in Q. lia.
Qed.
Lemma fnodes_good ns : forall cs i cs', goodfs cs -> fnodes cs i ns = Some cs' -> goodfs cs'.
Proof.
  induction ns as [|nd ns IH]; intros cs i cs' G H; cbn [fnodes] in H; [now injection H as <-|].
  destruct (fnode_claim cs nd) as [k|] eqn:E; [|discriminate]. apply fnode_good in E; auto.
  refine (IH _ _ _ _ H). intros j k'. rewrite at_set. destruct (N.eqb i j); [intros [= <-]; auto|apply G].
Qed.
End Check.

(** * The rule *)

Fixpoint enough (d a : N) (sets : list (list cell)) (m : list N) : bool :=
  match sets, m with
  | [], _ => true
  | L :: sets, k :: m => (existsb (has a) L || N.leb k (N.of_nat (length (filter (fun c => negb (has d c)) L)))) && enough d a sets m
  | _, _ => false
  end.
Lemma enough_spec d a sets : forall m, enough d a sets m = true -> forall i S, nth_error sets i = Some S -> (forall c, In c S -> has a c = false) ->
  (nth i m 0 <= N.of_nat (length (filter (fun c => negb (has d c)) S)))%N.
Proof.
  induction sets as [|K sets IH]; intros m H [|i] S I N; try discriminate; (destruct m as [|k m]; [discriminate|]); simpl in *;
    apply andb_true_iff in H as [H1 H2].
  - injection I as ->. apply orb_true_iff in H1 as [H1|H1]; [|now apply N.leb_le in H1].
    apply existsb_exists in H1 as (c & Ic & Hc). rewrite N in Hc; auto. discriminate.
  - apply IH; auto.
Qed.
(** In [p] the other is to move, and [att] wins by what the edge [root] leads to. *)
Definition forced_ok (b : board) (att : player) (p : place) (turns : list fturn) (root : fedge) (ns : list fnode) : bool :=
  let sets := wants b (other att) in let masks := map mask sets in let tt := index turns in
  if apartb p && same_player (turn p) (other att) && forallb (distinct 0) sets && negb (won att (full_board b)) &&
    forallb (fturn_ok b att masks) turns
  then let goals := index (map mask (wants b att)) in match fnodes b masks goals tt nothing 0 ns with
    | Some cs => match target b masks goals tt cs root with
        | Some (A, T, Z, m) => within_set A (own p att) && within_set T (own p (other att)) &&
            disjoint_sets Z (own p (other att)) && enough (own p (other att)) (own p att) sets m
        | None => false
        end
    | None => false
    end
  else false.
Theorem forced_forces b att p turns root ns : on_board b -> forced_ok b att p turns root ns = true ->
  forces (G := positional b) (just att) (won att) (room b p) p.
Proof.
  unfold forced_ok. intros OB. destruct (_ && _ && _ && _ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, !forallb_forall in C.
  destruct C as [[[[Ap%apartb_spec T%same_player_eq] ND] NG%negb_true_iff] TS].
  assert (DC : forall S, In S (wants b (other att)) -> NoDup S) by (intros S I; now apply ND, distinct_spec in I).
  assert (TI : forall i t, at_ (index turns) i = Some t -> fturn_ok b att (map mask (wants b (other att))) t = true).
  { intros i t H. apply index_spec, nth_error_In in H. auto. }
  cbv zeta. destruct (fnodes _ _ _ _ _ _ _) as [cs|] eqn:E; [|discriminate].
  eapply (fnodes_good b att) in E; eauto; [|intros i c X; now rewrite at_nothing in X].
  destruct (target _ _ _ _ cs root) as [[[[A T'] Z] m]|] eqn:ER; [|discriminate].
  eapply (target_good b att) in ER; eauto. intros H.
  rewrite !andb_true_iff in H. destruct H as [[[HA HT] HZ] HM]. destruct ER as [_ K]. apply K; auto.
  unfold cA, cT, cZ, cm. simpl. split; auto. split; [|split; [|split]].
  - now apply within_set_spec.
  - now apply within_set_spec.
  - now apply disjoint_sets_spec.
  - intros i S W N. unfold mfun, lacks. pose proof (enough_spec _ _ _ _ HM i S W N). lia.
Qed.

(** The attacker opens with a cell, or the other is to move. *)
Definition force_statements (i : instance) (starter att : player) (opening : option cell) (turns : list fturn) (root : fedge)
    (ns : list fnode) : list statement :=
  match i with
  | Positional a weak first second =>
      let p := Place (mask first) (mask second) starter in let b := board_of a weak in
      let fine := match opening with
        | Some o => same_player starter att && free p o && N.ltb o (size b) && (match ends b p with None => true | _ => false end) &&
            forced_ok b att (put o p) turns root ns
        | None => forced_ok b att p turns root ns
        end in
      if on_board_ok a weak && fine then [Force starter [att] [Won att] None] else []
  | _ => []
  end.
Lemma force_true i starter att opening turns root ns : Forall (means i) (force_statements i starter att opening turns root ns).
Proof.
  destruct i as [a weak first second| |]; try constructor. unfold force_statements.
  set (p := Place (mask first) (mask second) starter). destruct (_ && _) eqn:E; constructor; [|constructor].
  apply andb_true_iff in E as [OB%on_board_spec H].
  assert (F : exists n, forces (G := positional (board_of a weak)) (just att) (won att) n p).
  { destruct opening as [o|]; [|eexists; eapply forced_forces; eauto]. rewrite !andb_true_iff in H.
    destruct H as [[[[T%same_player_eq Fo] Lo%N.ltb_lt] En] H]. apply forced_forces in H; auto.
    exists (S (room (board_of a weak) (put o p))). eapply (forces_own (G := positional (board_of a weak))) with (m := o).
    - simpl. destruct (ends _ p); [discriminate|auto].
    - simpl. rewrite T. apply same_refl.
    - apply in_moves. split; auto. now apply in_cells_board.
    - exact H. }
  destruct F as (n & F). simpl. eapply forces_Forces with (n := n); [exact I|].
  apply forces_side with (X := just att); [intros x; symmetry; apply only_just|]. eapply forces_more; [exact F|auto|].
  intros r. unfold won. simpl. destruct r as [[]|], att; simpl; auto.
Qed.

Definition read_fedge : reader fedge := x <- one; r <- one; t <- one; u <- one; ret (FEdge x r t u).
Definition read_fnode : reader fnode := d <- read_fedge; l <- many read_fedge; t <- row; ret (FNode d l t).
Definition read_fturn : reader fturn := p <- row; q <- row; st <- row; sf <- row; ret (FTurn (index p) (index q) (index st) sf).
Definition force_derive (i : instance) : reader (list statement) :=
  starter <- read_player; att <- read_player; opening <- maybe; turns <- many read_fturn; t <- one; u <- one;
  ns <- many read_fnode; ret (force_statements i starter att opening turns (FEdge 0 0 t u) ns).
Theorem force_sound i s l s' : force_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold force_derive. intros H. read. apply force_true. Qed.
Definition force_rule : rule := Rule force_derive force_sound.
