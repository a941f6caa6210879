(** Rule [hall]: sets that want more cells than their union holds have no pairing (Hall 1935). *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Positional Pairing.
Import ListNotations.

(** Different sets of the list share one free cell at most. *)
Definition common (p : place) (K L : list cell) : list cell := filter (fun c => free p c && meets c L) K.
Fixpoint apart_sets (p : place) (Ls : list (list cell)) : bool :=
  match Ls with
  | [] => true
  | K :: Ls => forallb (fun L => length (nodup N.eq_dec (common p K L)) <=? 1) Ls && apart_sets p Ls
  end.
Definition live (p : place) (s : player) (L : list cell) : bool := forallb (fun c => negb (has (own p (other s)) c)) L.
Definition hall_ok (b : board) (s : player) (p : place) (ks : list N) : bool :=
  let Ls := flat_map (fun k => match at_ (index (wants b s)) k with Some L => [L] | None => [] end) ks in
  forallb (live p s) Ls && apart_sets p Ls &&
  (length (nodup N.eq_dec (filter (free p) (concat Ls))) <? 2 * length Ls).

Lemma chosen_pairs (p : place) ps Ls : NoDup (cells_of (pair_family ps)) ->
  (forall ab, In ab ps -> free p (fst ab) = true /\ free p (snd ab) = true) ->
  apart_sets p Ls = true -> (forall L, In L Ls -> exists ab, In ab ps /\ incl [fst ab; snd ab] L) ->
  exists qs, length qs = length Ls /\ NoDup qs /\ incl qs ps /\
    (forall ab, In ab qs -> exists L, In L Ls /\ incl [fst ab; snd ab] L).
Proof.
  intros ND FR. induction Ls as [|K Ls IH]; simpl; intros A H.
  - exists []. split; auto. split; [constructor|]. split; [intros x []|intros x []].
  - apply andb_true_iff in A as [A1 A2]. destruct IH as (qs & E & N & I & Q); auto.
    destruct (H K) as (ab & Iab & Kab); auto. exists (ab :: qs). simpl. split; [congruence|]. split; [|split].
    + constructor; auto. intros J. destruct (Q ab J) as (L & IL & Lab). rewrite forallb_forall in A1.
      specialize (A1 L IL). apply Nat.leb_le in A1.
      assert (Two : NoDup [fst ab; snd ab]).
      { assert (S : forall l : list (cell * cell), NoDup (cells_of (pair_family l)) -> In ab l -> NoDup [fst ab; snd ab]).
        { clear. induction l as [|x l IH]; simpl; [tauto|]. unfold cells_of; simpl. intros N [->|I].
          - inversion N as [|? ? N1 N2]; subst. inversion N2; subst. constructor; [|constructor; [simpl; tauto|constructor]].
            simpl in *. tauto.
          - inversion N as [|? ? N1 N2]; subst. inversion N2; subst. auto. }
        apply (S ps); auto. }
      destruct (FR ab Iab) as [F1 F2].
      assert (L2 : length [fst ab; snd ab] <= length (nodup N.eq_dec (common p K L))).
      { apply NoDup_incl_length; auto. intros c Ic. apply nodup_In. unfold common. apply filter_In.
        split; [apply Kab; auto|]. apply andb_true_iff. split; [|apply meets_In, Lab; auto].
        destruct Ic as [<-|[<-|[]]]; auto. }
      simpl in L2. lia.
    + intros x [<-|J]; auto.
    + intros x [<-|J]; [exists K; auto|]. destruct (Q x J) as (L & ? & ?). exists L. auto.
Qed.

Lemma NoDup_sub ps : NoDup (cells_of (pair_family ps)) -> forall qs, NoDup qs -> incl qs ps ->
  NoDup (cells_of (pair_family qs)) .
Proof.
  intros ND. assert (U : forall ab cd c, In ab ps -> In cd ps -> In c [fst ab; snd ab] -> In c [fst cd; snd cd] -> ab = cd).
  { induction ps as [|x ps IH]; simpl; [tauto|]. unfold cells_of in *. simpl in ND.
    inversion ND as [|? ? N1 N2]; subst. inversion N2 as [|? ? N3 N4]; subst.
    assert (O : forall y c, In y ps -> In c [fst y; snd y] -> In c (concat (pair_family ps))).
    { intros y c I J. apply in_concat. exists [fst y; snd y]. split; auto. unfold pair_family. apply in_map_iff. eauto. }
    intros ab cd c [<-|I] [<-|J] A B; auto.
    - specialize (O cd c J B). exfalso. destruct A as [<-|[<-|[]]]; [apply N1; simpl; auto|auto].
    - specialize (O ab c I A). exfalso. destruct B as [<-|[<-|[]]]; [apply N1; simpl; auto|auto].
    - exact (IH N4 ab cd c I J A B). }
  assert (W : forall ab, In ab ps -> fst ab <> snd ab).
  { clear U. induction ps as [|x ps IH]; simpl; [tauto|]. unfold cells_of in *. simpl in ND.
    inversion ND as [|? ? N1 N2]; subst. inversion N2 as [|? ? N3 N4]; subst. intros ab [<-|I]; [|auto].
    intros E. apply N1. simpl. auto. }
  induction qs as [|q qs IH]; intros N I; [constructor|]. inversion N as [|? ? Nq N']; subst.
  assert (Iq : In q ps) by (apply I; simpl; auto).
  assert (O : forall c, In c [fst q; snd q] -> ~ In c (cells_of (pair_family qs))).
  { intros c J K. apply in_cells in K as (g & Ig & K). unfold pair_family in Ig. apply in_map_iff in Ig as (r & <- & Ir).
    apply Nq. rewrite (U q r c); auto. apply I. simpl; auto. }
  unfold cells_of in *. simpl. constructor; [|constructor].
  - intros [E|J]; [apply (W q Iq); auto|]. apply (O (fst q)); simpl; auto.
  - apply O. simpl; auto.
  - apply IH; auto. intros x J. apply I. simpl; auto.
Qed.

(** Sets that want more cells than their union holds. *)
Theorem hall b s p ks : hall_ok b s p ks = true -> ~ Pairing_exists b s p.
Proof.
  unfold hall_ok. set (Ls := flat_map _ ks). rewrite !andb_true_iff, forallb_forall. intros [[LV AP] CT] (ps & ND & FR & H). rewrite <- pair_cells in ND.
  apply Nat.ltb_lt in CT.
  destruct (chosen_pairs p ps Ls) as (qs & E & N & I & Q); auto.
  - intros L IL. assert (H' : In L (wants b s) -> (forall c, In c L -> has (own p (other s)) c = false) -> exists ab, In ab ps /\ incl [fst ab; snd ab] L).
    { intros J1 J2. destruct (H L J1 J2) as (ab & J3 & J4 & J5). exists ab. split; auto. intros x [<-|[<-|[]]]; auto. }
    apply H'.
    + unfold Ls in IL. apply in_flat_map in IL as (k & _ & IL). destruct (at_ (index (wants b s)) k) as [L'|] eqn:Ek; [|destruct IL].
      destruct IL as [<-|[]]. apply index_spec in Ek. eapply nth_error_In; eauto.
    + specialize (LV L IL). unfold live in LV. rewrite forallb_forall in LV. intros c Ic. apply negb_true_iff. auto.
  - pose proof (NoDup_sub ps ND qs N I) as NQ.
    assert (B : length (cells_of (pair_family qs)) <= length (nodup N.eq_dec (filter (free p) (concat Ls)))).
    { apply NoDup_incl_length; auto. intros c Ic. apply nodup_In, filter_In. apply in_cells in Ic as (g & Ig & Ic).
      unfold pair_family in Ig. apply in_map_iff in Ig as (ab & <- & Ia). split.
      - destruct (Q ab Ia) as (L & IL & J). apply in_concat. exists L. auto.
      - destruct (FR ab (I ab Ia)) as [F1 F2]. destruct Ic as [<-|[<-|[]]]; auto. }
    assert (LE : length (cells_of (pair_family qs)) = 2 * length qs).
    { clear. induction qs as [|q qs IH]; auto. unfold cells_of in *. simpl in *. lia. }
    lia.
Qed.

Definition hall_statements (i : instance) (s : player) (ks : list N) : list statement :=
  match i with
  | Positional a weak first second =>
      if hall_ok (board_of a weak) s (Place (mask first) (mask second) First) ks then [Paired false s false] else []
  | _ => []
  end.
Definition hall_derive (i : instance) : reader (list statement) := s <- read_player; ks <- row; ret (hall_statements i s ks).
Theorem hall_sound i s l s' : hall_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold hall_derive. intros H. read. destruct i as [a weak first second| |]; try constructor. simpl.
  destruct (hall_ok _ _ _ _) eqn:E; constructor; [|constructor]. now apply hall in E.
Qed.
Definition hall_rule : rule := Rule hall_derive hall_sound.
