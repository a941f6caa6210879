(** Rule [own-pairs]: each live set has a pair of its own; or so many live sets have all their free cells
    in so few cells that this cannot be (Hall 1935). *)
Require Import List Bool Arith NArith Lia MSetPositive.
From Gameproof Require Import Meaning Games Stream Rule Tables Families Pairing.
Import ListNotations.

Definition alive (p : place) (s : player) (L : list cell) : bool := forallb (fun c => negb (has (own p (other s)) c)) L.
(** The pairs of the live sets, in their order, and no more. *)
Definition pair_each (live : list cell -> bool) : list (list cell) -> list (cell * cell) -> bool :=
  fix go sets ps := match sets with
  | [] => is_nil ps
  | L :: sets => if live L
      then match ps with ab :: ps => if meets_both L ab then go sets ps else false | [] => false end
      else go sets ps
  end.
Lemma pair_each_spec live sets : forall ps, pair_each live sets ps = true ->
  Forall2 (fun L ab => In (fst ab) L /\ In (snd ab) L) (filter live sets) ps.
Proof.
  induction sets as [|L sets IH]; simpl; intros ps H.
  - apply is_nil_spec in H as ->. constructor.
  - destruct (live L); [|auto]. destruct ps as [|ab ps]; [discriminate|].
    destruct (meets_both L ab) eqn:M; [|discriminate]. constructor; auto.
    unfold meets_both in M. now rewrite andb_true_iff, !meets_In in M.
Qed.

(** How many live sets have all their free cells in [U]? *)
Definition inside (p : place) (U : N) (L : list cell) : bool := forallb (fun c => negb (free p c) || has U c) L.
Fixpoint how_often (f : list cell -> bool) (sets : list (list cell)) (n : N) : N :=
  match sets with [] => n | L :: sets => how_often f sets (if f L then N.succ n else n) end.
Lemma how_often_spec f sets : forall n, how_often f sets n = (n + N.of_nat (length (filter f sets)))%N.
Proof. induction sets as [|L sets IH]; simpl; intros n; [lia|]. rewrite IH. destruct (f L); simpl; lia. Qed.

Lemma own_pairs_inside f g sets : forall ps, NoDup (cells_of (pair_family ps)) ->
  Forall2 (fun L ab => In (fst ab) L /\ In (snd ab) L) (filter f sets) ps ->
  exists qs, length qs = length (filter (fun L => f L && g L) sets) /\ NoDup (cells_of (pair_family qs)) /\ incl qs ps /\
    forall ab, In ab qs -> exists L, g L = true /\ In (fst ab) L /\ In (snd ab) L.
Proof.
  induction sets as [|L sets IH]; simpl; intros ps N F.
  - exists []. repeat split; [constructor|intros x []|intros x []].
  - destruct (f L) eqn:E; simpl; [|now apply IH]. inversion F as [|? ab ? qs [A B] F']; subst.
    unfold cells_of in *. simpl in N. inversion N as [|? ? N1 N2]; subst. inversion N2 as [|? ? N3 N4]; subst.
    destruct (IH _ N4 F') as (rs & Len & ND & I & Q). destruct (g L) eqn:G.
    + assert (S : incl (concat (pair_family rs)) (concat (pair_family qs))).
      { intros c J. apply in_concat in J as (l & J & K). apply in_concat. exists l. split; auto.
        unfold pair_family in *. apply in_map_iff in J as (x & <- & J). apply in_map_iff. eauto. }
      exists (ab :: rs). simpl. split; [congruence|]. split; [|split].
      * constructor; [|constructor; auto]. simpl in *. intros [J|J]; apply N1; auto.
      * intros x [<-|J]; simpl; auto.
      * intros x [<-|J]; eauto.
    + exists rs. split; auto. split; auto. split; auto. intros x J. simpl. auto.
Qed.

Definition crowded (b : board) (s : player) (p : place) (U : list cell) : bool :=
  N.ltb (N.of_nat (length U)) (2 * how_often (fun L => alive p s L && inside p (mask U) L) (wants b s) 0).
Theorem crowded_none b s p U : crowded b s p U = true -> ~ Own_pairing_exists b s p.
Proof.
  unfold crowded. rewrite how_often_spec. intros C%N.ltb_lt (ps & ND & FR & F). rewrite <- pair_cells in ND.
  destruct (own_pairs_inside (alive p s) (inside p (mask U)) (wants b s) ps ND F) as (qs & Len & N & I & Q).
  assert (B : length (cells_of (pair_family qs)) <= length U).
  { apply NoDup_incl_length; auto. intros c Ic. apply in_cells in Ic as (g & Ig & Ic).
    unfold pair_family in Ig. apply in_map_iff in Ig as (ab & <- & Ia). destruct (Q ab Ia) as (L & G & J1 & J2).
    unfold inside in G. rewrite forallb_forall in G. destruct (FR ab (I ab Ia)) as [F1 F2].
    assert (K : In c L /\ free p c = true) by (destruct Ic as [<-|[<-|[]]]; auto). destruct K as [K1 K2].
    specialize (G c K1). rewrite K2 in G. simpl in G. now apply mask_spec. }
  assert (LE : length (cells_of (pair_family qs)) = 2 * length qs).
  { clear. induction qs as [|q qs IH]; auto. unfold cells_of in *. simpl in *. lia. }
  lia.
Qed.

Definition own_pairs_ok (b : board) (s : player) (p : place) (ps : list (cell * cell)) : bool :=
  disjoint_pairs PS.empty ps && forallb (fun ab => free p (fst ab) && free p (snd ab)) ps &&
  pair_each (alive p s) (wants b s) ps.
Theorem own_pairs_exist b s p ps : own_pairs_ok b s p ps = true -> Own_pairing_exists b s p.
Proof.
  unfold own_pairs_ok. rewrite !andb_true_iff, forallb_forall. intros [[D F] E].
  apply disjoint_pairs_spec in D as [ND _]. exists ps. rewrite <- pair_cells. split; auto. split.
  - intros ab J. now apply andb_true_iff, F.
  - now apply pair_each_spec in E.
Qed.

(** The evidence: whose sets; the pairs, or the cells. *)
Definition own_pairs_derive (i : instance) : reader (list statement) :=
  s <- read_player; yes <- flag; ps <- many (two one one); U <- row;
  ret (match i with
    | Positional a weak first second =>
        let b := board_of a weak in let p := Place (mask first) (mask second) First in
        if if yes then own_pairs_ok b s p ps else crowded b s p U then [Paired true s yes] else []
    | _ => []
    end).
Theorem own_pairs_sound i s l s' : own_pairs_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold own_pairs_derive. intros H. read. destruct i as [a weak first second| |]; try constructor.
  match goal with |- context [Paired true ?t ?y] => destruct y end.
  - destruct (own_pairs_ok _ _ _ _) eqn:E; repeat constructor. simpl. eapply own_pairs_exist; eauto.
  - destruct (crowded _ _ _ _) eqn:E; repeat constructor. simpl. eapply crowded_none; eauto.
Qed.
Definition own_pairs_rule : rule := Rule own_pairs_derive own_pairs_sound.
