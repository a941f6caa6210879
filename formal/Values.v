(** Rule [value]: positions that are equal to written games. Written games come as numbered rows, each with
    the numbers of its options among the earlier rows; who starts the difference loses, by two tables. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional.
Import ListNotations.

(** * Written games by number *)

Definition form (t : forms) (j : N) : written := match at_ t j with Some (v, _) => v | None => Written [] [] end.
(** The options in the negative of the game with a number. *)
Definition numbered (t : forms) (s : player) (j : N) : list N :=
  match at_ t j with Some (_, (l, r)) => match s with First => r | Second => l end | None => [] end.
Definition known (t : forms) (j : N) : Prop := exists x, at_ t j = Some x.
Definition good (t : forms) : Prop := forall j v l r, at_ t j = Some (v, (l, r)) ->
  exists ls rs, v = Written ls rs /\ each t l = Some ls /\ each t r = Some rs.

Lemma each_more t t' : (forall j x, at_ t j = Some x -> at_ t' j = Some x) -> forall l vs, each t l = Some vs -> each t' l = Some vs.
Proof.
  intros M. induction l as [|j l IH]; intros vs; simpl; auto.
  destruct (at_ t j) as [[v x]|] eqn:E; [|discriminate]. rewrite (M _ _ E).
  destruct (each t l) as [ws|]; [|discriminate]. now rewrite (IH ws).
Qed.
Lemma each_forms t l : forall vs, each t l = Some vs -> vs = map (form t) l /\ forall j, In j l -> known t j.
Proof.
  induction l as [|j l IH]; intros vs; simpl.
  - intros [= <-]. split; auto. intros j [].
  - destruct (at_ t j) as [[v x]|] eqn:E; [|discriminate]. destruct (each t l) as [ws|]; [|discriminate]. intros [= <-].
    destruct (IH ws eq_refl) as [-> K]. split; [unfold form at 2; now rewrite E|]. intros k [<-|I]; auto. exists (v, x). exact E.
Qed.
Lemma forms_good rows : forall t i t', good t -> forms_go t i rows = Some t' -> good t'.
Proof.
  induction rows as [|[l r] rows IH]; simpl; intros t i t' H; [now intros [= <-]|].
  destruct (at_ t i) eqn:F; [discriminate|]. destruct (each t l) as [ls|] eqn:L; [|discriminate].
  destruct (each t r) as [rs|] eqn:R; [|discriminate]. apply IH. clear IH rows t'.
  assert (M : forall j x, at_ t j = Some x -> at_ (set_at t i (Written ls rs, (l, r))) j = Some x).
  { intros j x E. rewrite at_set. destruct (N.eqb_spec i j); [congruence|auto]. }
  intros j v l' r'. rewrite at_set at 1. destruct (N.eqb i j).
  - intros [= <- <- <-]. exists ls, rs. split; auto. split; eapply each_more; eauto.
  - intros E. destruct (H j v l' r' E) as (ls' & rs' & -> & L' & R'). exists ls', rs'. split; auto. split; eapply each_more; eauto.
Qed.
Lemma numbered_spec t s j : good t -> known t j ->
  minus s (form t j) = map (form t) (numbered t s j) /\ forall k, In k (numbered t s j) -> known t k.
Proof.
  intros H [[v [l r]] E]. destruct (H j v l r E) as (ls & rs & -> & L & R). unfold form at 1, numbered. rewrite E.
  destruct s; simpl; now apply each_forms.
Qed.

(** * From numbers to the games themselves *)

Section Carried.
Context {P : Type}.
Variable o : player -> P -> list P.
Variable t : forms.
Hypothesis Ht : good t.
Notation H := (last_move (beside o (numbered t)) false).
Notation G := (last_move (beside o minus) false).
Definition written_down (q : P * N) : P * written := (fst q, form t (snd q)).

Lemma beside_written s q : known t (snd q) ->
  beside o minus s (written_down q) = map written_down (beside o (numbered t) s q) /\
  forall q', In q' (beside o (numbered t) s q) -> known t (snd q').
Proof.
  destruct q as [p j]. simpl. intros K. destruct (numbered_spec t s j Ht K) as [E I]. unfold beside, written_down. simpl.
  rewrite E, map_app, !map_map. split; [reflexivity|]. intros q'. rewrite in_app_iff, !in_map_iff.
  intros [(p' & <- & _)|(k & <- & J)]; simpl; auto.
Qed.
Lemma carried X R n x : forces (G := H) X R n x -> known t (snd (fst x)) ->
  forces (G := G) X R n (written_down (fst x), snd x).
Proof.
  induction 1 as [n [q s] r O r1|n [q s] m O T I F IH|n [q s] O T N F IH]; simpl; intros K;
    destruct (beside_written s q K) as [B D].
  - eapply forces_over; [|exact r1]. simpl in *. rewrite B. destruct (beside o (numbered t) s q); simpl; auto; discriminate.
  - apply (forces_own (G := G)) with (m := written_down m); simpl in *; auto.
    + rewrite B. destruct (beside o (numbered t) s q); simpl; auto; discriminate.
    + rewrite B. now apply in_map.
  - apply (forces_all (G := G)); simpl in *; auto.
    + rewrite B. destruct (beside o (numbered t) s q); simpl; auto; discriminate.
    + rewrite B. destruct (beside o (numbered t) s q); simpl; congruence.
    + intros m. rewrite B, in_map_iff. intros (q' & <- & I). apply (IH q' I). now apply D.
Qed.
End Carried.

(** * The rule *)

Section Rule.
Variable r : rules.
Variable t : forms.
Notation H := (last_move (beside (options r) (numbered t)) false).
Definition same_pair (x y : position H) : bool :=
  same_numbers (fst (fst x)) (fst (fst y)) && N.eqb (snd (fst x)) (snd (fst y)) && same_player (snd x) (snd y).
Lemma same_pair_eq x y : same_pair x y = true -> x = y.
Proof.
  destruct x as [[p j] s], y as [[q k] u]. unfold same_pair. simpl.
  rewrite !andb_true_iff, N.eqb_eq, same_player_eq. intros [[->%same_numbers_eq ->] ->]. auto.
Qed.
Definition read_pair : reader (@entry H) :=
  p <- read_state r; j <- one; s <- read_player; c <- one; l <- row; ret (Entry (G := H) ((p, j), s) c l).
(** The other player wins when [s] starts. *)
Definition lost (p : list N) (j : N) (s : player) (es : list (@entry H)) : bool :=
  match table_of same_pair (same_player (other s)) (same_result (Won (other s))) es with
  | Some (x, _) => same_pair x ((p, j), s)
  | None => false
  end.
Lemma lost_spec p j s es : good t -> known t j -> lost p j s es = true ->
  Forces (G := last_move (beside (options r) minus) false) (same_player (other s)) (same_result (Won (other s))) None ((p, form t j), s).
Proof.
  unfold lost. intros Ht K. destruct (table_of _ _ _ _) as [[x n]|] eqn:E; [|discriminate]. intros ->%same_pair_eq.
  apply table_forces in E; [|exact same_pair_eq]. eapply forces_Forces; [exact I|].
  exact (carried (options r) t Ht _ _ _ _ E K).
Qed.
End Rule.

Definition value_derive (i : instance) : reader (list statement) :=
  match i with
  | LastMove false r p => x <- read_rows; first <- many (read_pair r (snd x)); second <- many (read_pair r (snd x));
      let j := last_row (fst x) in
      ret (match at_ (snd x) j with
        | Some (v, _) => if lost r (snd x) p j First first && lost r (snd x) p j Second second then [Value v] else []
        | None => []
        end)
  | _ => fail
  end.
Theorem value_sound i s l s' : value_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  destruct i as [|[] r p|]; simpl; try discriminate. intros H. apply bind_some in H as ([rows t] & u & R & H). simpl in H.
  assert (Ht : good t).
  { unfold read_rows in R. read. destruct (forms_go _ _ _) as [t'|] eqn:F; [|discriminate]. apply ret_some in R as [= -> ->].
    apply (forms_good _ _ _ _ ltac:(intros j w a b; now rewrite at_nothing) F). }
  read. set (j := last_row rows). destruct (at_ t j) as [[v lr]|] eqn:E; [|constructor].
  destruct (_ && _) eqn:L; constructor; [|constructor]. apply andb_true_iff in L as [L1 L2].
  assert (K : known t j) by (eexists; exact E). replace v with (form t j) by (unfold form; now rewrite E).
  intros []; [exact (lost_spec r t p _ First _ Ht K L1)|exact (lost_spec r t p _ Second _ Ht K L2)].
Qed.
Definition value_rule : rule := Rule value_derive value_sound.
