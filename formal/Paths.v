(** Pairs that are exchanged along alternating paths: one assignment of two cells to each line serves
    whatever cell the attacker takes, as long as a path leads from it to a cell that is free. *)
Require Import List Bool Arith NArith Lia Permutation.
From Gameproof Require Import Meaning Stream Families Claims.
Import ListNotations.

Section Paths.
Variable lines : family.
Definition triple := (N * cell * cell)%type.         (* a line, and the two cells that it owns *)
Definition cells3 (ps : list triple) : list cell := concat (map (fun t => [snd (fst t); snd t]) ps).
Variable line_of : N -> option (list cell * N).
Hypothesis line_of_spec : forall l L m, line_of l = Some (L, m) -> nth_error lines (N.to_nat l) = Some L /\
  forall c, has m c = true <-> In c L.

Notation on_line := (through lines).
Definition proper (pool : N) (ps : list triple) : Prop := NoDup (cells3 ps) /\
  (forall c, In c (cells3 ps) -> has pool c = true) /\
  forall l a b, In (l, a, b) ps -> on_line a l /\ on_line b l.
Definition same_lines (ps qs : list triple) : Prop := map (fun t => fst (fst t)) ps = map (fun t => fst (fst t)) qs.

(** Another assignment of the same lines that leaves x alone; the lines of [rest] keep their cells. *)
Definition leaves (pool : N) (done rest : list triple) (x : cell) : Prop :=
  has pool x = true /\ exists done', same_lines done' done /\ proper pool (done' ++ rest) /\ ~ In x (cells3 (done' ++ rest)).

Lemma cells3_app a b : cells3 (a ++ b) = cells3 a ++ cells3 b.
Proof. unfold cells3. now rewrite map_app, concat_app. Qed.
Lemma cells3_mid d l a b r : cells3 (d ++ (l, a, b) :: r) = cells3 d ++ a :: b :: cells3 r.
Proof. now rewrite cells3_app. Qed.

Lemma NoDup_change (A C : list cell) a y : NoDup (A ++ a :: C) -> ~ In y (A ++ a :: C) -> NoDup (A ++ y :: C).
Proof.
  intros N I. apply Permutation_NoDup with (y :: A ++ C); [apply Permutation_middle|].
  constructor; [|now apply NoDup_remove_1 in N]. intros J. apply I. rewrite in_app_iff in *. simpl. tauto.
Qed.

Lemma leaves_step pool done l a b rest y : on_line y l ->
  leaves pool done ((l, a, b) :: rest) y ->
  leaves pool (done ++ [(l, a, b)]) rest a /\ leaves pool (done ++ [(l, a, b)]) rest b.
Proof.
  intros Ol (Py & d & S & (N & P & O) & Ny). rewrite cells3_mid in N, Ny.
  assert (Hab : on_line a l /\ on_line b l) by (apply (O l a b); rewrite in_app_iff; simpl; auto).
  assert (Pa : has pool a = true) by (apply P; rewrite cells3_mid, in_app_iff; simpl; auto).
  assert (Pb : has pool b = true) by (apply P; rewrite cells3_mid, in_app_iff; simpl; auto).
  assert (SL : forall u v, same_lines (d ++ [(l, u, v)]) (done ++ [(l, a, b)])).
  { intros. unfold same_lines in *. rewrite !map_app. f_equal. exact S. }
  assert (Ca : ~ In a (cells3 d ++ b :: cells3 rest)) by now apply NoDup_remove_2 in N.
  assert (Cb : ~ In b (cells3 d ++ a :: cells3 rest)).
  { assert (N' : NoDup ((cells3 d ++ [a]) ++ b :: cells3 rest)) by now rewrite <- app_assoc.
    apply NoDup_remove_2 in N'. now rewrite <- app_assoc in N'. }
  split; (split; [assumption|]).
  - exists (d ++ [(l, y, b)]). split; auto. rewrite <- app_assoc. simpl. split; [split; [|split]|].
    + rewrite cells3_mid. eapply NoDup_change; eauto.
    + intros c. rewrite cells3_mid, in_app_iff. simpl. intros [I|[<-|[<-|I]]]; auto; apply P; rewrite cells3_mid, in_app_iff; simpl; auto.
    + intros l' a' b'. rewrite in_app_iff. simpl. intros [I|[[= <- <- <-]|I]]; [|tauto|]; apply O; rewrite in_app_iff; simpl; auto.
    + rewrite cells3_mid. intros I. rewrite in_app_iff in *. simpl in *. intuition (subst; auto).
  - exists (d ++ [(l, a, y)]). split; auto. rewrite <- app_assoc. simpl. split; [split; [|split]|].
    + rewrite cells3_mid. change (cells3 d ++ a :: y :: cells3 rest) with (cells3 d ++ [a] ++ y :: cells3 rest).
      rewrite app_assoc. apply NoDup_change with b; rewrite <- app_assoc; auto.
    + intros c. rewrite cells3_mid, in_app_iff. simpl. intros [I|[<-|[<-|I]]]; auto; apply P; rewrite cells3_mid, in_app_iff; simpl; auto.
    + intros l' a' b'. rewrite in_app_iff. simpl. intros [I|[[= <- <- <-]|I]]; [|tauto|]; apply O; rewrite in_app_iff; simpl; auto.
    + rewrite cells3_mid. intros I. rewrite in_app_iff in *. simpl in *. intuition (subst; auto).
Qed.
Lemma leaves_keep pool done t rest x : leaves pool done (t :: rest) x -> leaves pool (done ++ [t]) rest x.
Proof.
  intros (P & d & S & Pr & N). split; auto. exists (d ++ [t]). rewrite <- app_assoc. split; auto.
  unfold same_lines in *. rewrite !map_app. f_equal. exact S.
Qed.

Fixpoint reach (reached : N) (ps : list triple) : N :=
  match ps with
  | [] => reached
  | (l, a, b) :: ps => match line_of l with
      | Some (_, m) => reach (if N.eqb (N.land m reached) 0 then reached else N.setbit (N.setbit reached a) b) ps
      | None => reached
      end
  end.
Lemma reach_spec pool rest : forall done reached, (forall x, has reached x = true -> leaves pool done rest x) ->
  forall x, has (reach reached rest) x = true -> exists ps, same_lines ps (done ++ rest) /\ proper pool ps /\
    ~ In x (cells3 ps) /\ has pool x = true.
Proof.
  induction rest as [|[[l a] b] rest IH]; simpl; intros done reached H x R.
  - destruct (H x R) as (P & d & S & Pr & N). rewrite app_nil_r in *. exists d. auto.
  - destruct (line_of l) as [[L m]|] eqn:E.
    + apply line_of_spec in E as [E Em].
      assert (K : forall z, has (if N.eqb (N.land m reached) 0 then reached else N.setbit (N.setbit reached a) b) z = true ->
                    leaves pool (done ++ [(l, a, b)]) rest z).
      2: { destruct (IH _ _ K x R) as (ps & S & Q). exists ps. rewrite <- app_assoc in S. auto. }
      clear x R. intros z. destruct (N.eqb_spec (N.land m reached) 0) as [Z|Z].
      * intros R. apply leaves_keep; auto.
      * apply nonzero_has in Z as (y & Hy). rewrite has_land in Hy. apply andb_true_iff in Hy as [Hm Hr].
        assert (Oy : on_line y l) by (exists L; split; auto; now apply Em).
        destruct (leaves_step _ _ _ _ _ _ _ Oy (H y Hr)) as [La Lb].
        rewrite !has_set, !orb_true_iff, !N.eqb_eq. intros [<-|[<-|R]]; auto. apply leaves_keep; auto.
    + destruct (H x R) as (P & d & S & Pr & N). exists (d ++ (l, a, b) :: rest). split; auto.
      unfold same_lines in *. rewrite !map_app. f_equal. exact S.
Qed.

Definition two_cells (ts : list triple) : list (cell * cell) := map (fun t => (snd (fst t), snd t)) ts.
Lemma two_cells_cells ts : cells_of (pair_family (two_cells ts)) = cells3 ts.
Proof. unfold cells_of, pair_family, two_cells, cells3. now rewrite !map_map. Qed.

(** Beside a good claim, the pairs make one; and one that leaves out any cell of the pool that none of
    them needs. *)
Variable size : N.
Hypothesis on_board : forall L c, In L lines -> In c L -> (c < size)%N.
Lemma good_pairs t pool ts ss z : good lines t -> disjoint_sets (zone t) pool = true -> proper pool ts ->
  (forall l, has ss l = true -> has (sets t) l = true \/ In l (map (fun t => fst (fst t)) ts)) ->
  (forall c, has (zone t) c = true \/ In c (cells3 ts) -> has z c = true) -> good lines (Claim (stones t) z ss).
Proof.
  intros G D (ND & PO & OL) C Z. apply (good_by lines (rest lines t ++ pair_family (two_cells ts))).
  - apply stopped_beside; auto.
    + apply stopped_pairs. now rewrite two_cells_cells.
    + intros c I J. rewrite two_cells_cells in J. apply PO in J. apply (in_rest_cells size lines on_board) in I as [I _].
      rewrite (disjoint_sets_spec _ _ D c I) in J. discriminate.
  - intros c. unfold cells_of. rewrite concat_app, in_app_iff. fold (cells_of (pair_family (two_cells ts))). rewrite two_cells_cells.
    simpl. intros [I|I]; apply Z; auto. left. now apply (in_rest_cells size lines on_board) in I.
  - simpl. intros l L H E N. destruct (C l H) as [K|K].
    + destruct (rest_inside lines t l L K E N) as (g & I & J). exists g. rewrite in_app_iff. auto.
    + apply in_map_iff in K as ([[l' a] b] & El & I). simpl in El. subst l'. destruct (OL _ _ _ I) as [(La & Ea & Ia) (Lb & Eb & Ib)].
      apply (line_at_same _ _ _ _ E) in Ea, Eb. subst. exists [a; b]. split.
      * apply in_app_iff. right. unfold pair_family, two_cells. rewrite map_map. apply in_map_iff. exists (l, a, b). auto.
      * intros c [<-|[<-|[]]]; auto.
Qed.
End Paths.
