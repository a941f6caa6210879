(** One function and one theorem. *)
Require Import List Bool NArith.
From Gameproof Require Import Meaning Games Stream Rule Tables Stealing Pairing Hold Force Hall Geography Bouton Heaps Images Values.
Import ListNotations.

Definition every_rule : list rule := [play_rule; stealing_rule; pairs_rule; hold_rule; force_rule; hall_rule; matching_rule; nim_rule; starts_rule;
  heap_rule; images_rule; value_rule].

(** * Reading the instance and the claim *)

Definition read_shape : reader shape :=
  k <- one;
  if N.eqb k 0 then n <- one; d <- one; ret (Cube n d)
  else if N.eqb k 1 then m <- one; n <- one; k <- one; ret (Row m n k)
  else if N.eqb k 2 then m <- one; n <- one; k <- one; ret (Torus m n k)
  else if N.eqb k 3 then cells <- one; first <- many row; second <- many row; ret (Sets cells first second)
  else fail.
Definition read_graph : reader graph := n <- one; es <- many (two one one); ret (Graph n es).
Definition read_rules (k : N) : reader rules :=
  if N.eqb k 1 then g <- read_graph; ret (Geography g)
  else if N.eqb k 2 then ret Nim
  else if N.eqb k 3 then ret Wythoff
  else if N.eqb k 4 then arrows <- many row; ret (Arrows arrows)
  else if N.eqb k 5 then arc <- flag; g <- read_graph; ret (Kayles arc g)
  else if N.eqb k 6 then col <- flag; g <- read_graph; ret (Stones col g)
  else fail.
Definition read_instance : reader instance :=
  k <- one;
  if N.eqb k 0 then a <- read_shape; weak <- flag; first <- row; second <- row; ret (Positional a weak first second)
  else misere <- flag; r <- read_rules k; p <- read_state r; ret (LastMove misere r p).
Definition read_statement : reader statement :=
  k <- one;
  if N.eqb k 3 then winning <- row; losing <- row; ret (Starts winning losing)
  else if N.eqb k 4 then n <- one; ret (Heap n)
  else if N.eqb k 5 then v <- read_written; ret (Value v) else
  who <- read_player;
  if N.eqb k 2 then answer <- flag; ret (Paired who answer)
  else side <- many read_player; results <- many read_result; plies <- maybe;
    ret (if N.eqb k 0 then Force who side results plies else Prevent who side results plies).

(** * Steps: each names its rule, and derives something *)

Definition step (i : instance) : reader (list statement) :=
  k <- one; match nth_error every_rule (N.to_nat k) with
    | Some r => l <- derive r i; if is_nil l then fail else ret l
    | None => fail
    end.
Definition steps (i : instance) : reader (list statement) := ls <- many (step i); ret (concat ls).

(** The instance and what is claimed of it, if something is claimed, the steps derive it and nothing is
    left over. *)
Definition check (s : list N) : option (instance * list statement) :=
  match two read_instance (many read_statement) s with
  | Some ((i, claim), s) => match steps i s with
      | Some (known, []) => if negb (is_nil claim) && forallb (fun w => existsb (fun k => entails k w) known) claim then Some (i, claim) else None
      | _ => None
      end
  | None => None
  end.

Lemma several_all {A} (P : A -> Prop) (r : reader A) : (forall s x s', r s = Some (x, s') -> P x) ->
  forall fuel k done s l s', Forall P done -> several_go r fuel k done s = Some (l, s') -> Forall P l.
Proof.
  intros R. assert (D : forall done, Forall P done -> Forall P (rev_append done [])).
  { intros done F. rewrite rev_append_rev, app_nil_r. now apply Forall_rev. }
  induction fuel as [|f fuel IH]; simpl; intros k done s l s' F; destruct (N.eqb k 0);
    try (intros [= <- _]; auto; fail).
  destruct (r s) as [[x t]|] eqn:E; [|discriminate]. apply IH. constructor; eauto.
Qed.

Theorem check_sound s i claim : check s = Some (i, claim) -> Forall (means i) claim.
Proof.
  unfold check. destruct (two _ _ s) as [[[i' claim'] t]|]; [|discriminate].
  destruct (steps i' t) as [[known [|]]|] eqn:S; try discriminate.
  destruct (_ && forallb _ claim') eqn:C; [|discriminate]. apply andb_true_iff in C as [_ C]. intros [= <- <-].
  assert (K : Forall (means i') known).
  { unfold steps in S. apply bind_some in S as (ls & t' & M & E). apply ret_some in E. subst known.
    unfold many in M. apply bind_some in M as (k & t2 & _ & M). unfold several in M.
    apply Forall_concat. revert M. apply several_all; [|constructor]. clear. intros s l s' H. unfold step in H.
    apply bind_some in H as (k & t & _ & H). destruct (nth_error every_rule _) as [r|]; [|discriminate].
    apply bind_some in H as (l' & u & D & H). destruct (is_nil l'); [discriminate|]. apply ret_some in H. subst.
    eapply sound; eauto. }
  rewrite forallb_forall in C. apply Forall_forall. intros w I. apply C, existsb_exists in I as (k & I & E).
  rewrite Forall_forall in K. eapply entails_sound; eauto.
Qed.
