(** One function and one theorem. *)
Require Import List Bool NArith.
From Gameproof Require Import Meaning Games Stream Rule Tables Stealing Pairing OwnPairs Hold Force Hall Geography Bouton Heaps Images Values Avoid Decided Reached Counted Answers Rounds Timed.
Import ListNotations.

Definition every_rule : list rule := [play_rule; stealing_rule; pairs_rule; hold_rule; force_rule; hall_rule; matching_rule; nim_rule; starts_rule;
  heap_rule; images_rule; value_rule; avoid_rule; moves_rule; places_rule; family_rule; most_rule; count_rule; example_rule; answers_rule; rounds_rule; own_pairs_rule;
  largest_rule; timed_rule].

(** * Reading the instance and the claim *)

Definition read_shape : reader shape :=
  k <- one;
  if N.eqb k 0 then n <- one; d <- one; ret (Cube n d)
  else if N.eqb k 1 then m <- one; n <- one; k <- one; ret (Row m n k)
  else if N.eqb k 2 then m <- one; n <- one; k <- one; ret (Torus m n k)
  else if N.eqb k 3 then cells <- one; first <- many row; second <- many row; ret (Sets cells first second)
  else fail.
Definition read_graph : reader graph := n <- one; es <- many (two one one); ret (Graph n es).
(** Expressions in the order of postfix notation, on a stack. *)
Fixpoint read_expression_go (tokens : list (N * N)) (stack : list expression) : option expression :=
  match tokens, stack with
  | [], [e] => Some e
  | (0, _) :: tokens, _ => read_expression_go tokens (Taken :: stack)
  | (1, n) :: tokens, _ => read_expression_go tokens (Constant n :: stack)
  | (_, k) :: tokens, b :: a :: stack =>
      match nth_error [Plus; Less; Times; Over; Least; Greatest] (N.to_nat k) with
      | Some f => read_expression_go tokens (Apply f a b :: stack)
      | None => None
      end
  | _, _ => None
  end%N.
Definition read_expression : reader expression :=
  tokens <- many (two one one); match read_expression_go tokens [] with Some e => ret e | None => fail end.
Definition read_one_rules (k : N) : reader rules :=
  if N.eqb k 1 then g <- read_graph; ret (Geography g)
  else if N.eqb k 2 then ret Nim
  else if N.eqb k 3 then ret Wythoff
  else if N.eqb k 4 then arrows <- many row; ret (Arrows arrows)
  else if N.eqb k 5 then arc <- flag; g <- read_graph; ret (Kayles arc g)
  else if N.eqb k 6 then col <- flag; g <- read_graph; ret (Stones col g)
  else if N.eqb k 7 then ret Rook
  else if N.eqb k 8 then ret Even_odd
  else if N.eqb k 9 then amounts <- row; ret (Subtraction amounts)
  else if N.eqb k 10 then code <- row; ret (Octal code)
  else if N.eqb k 11 then f <- read_expression; ret (Take_away f)
  else if N.eqb k 12 then n <- one; ret (Notakto n)
  else if N.eqb k 13 then by_edges <- flag; directed <- flag; g <- read_graph; ret (Walk by_edges directed g)
  else if N.eqb k 14 then words <- many row; ret (Words words)
  else if N.eqb k 15 then lines <- many (two (two one one) one); ret (Hackenbush lines)
  else if N.eqb k 16 then columns <- one; cells <- one; ret (Chomp columns cells)
  else if N.eqb k 17 then columns <- one; cells <- one; ret (Domineering columns cells)
  else if N.eqb k 18 then columns <- one; cells <- one; ret (Clobber columns cells)
  else if N.eqb k 19 then cells <- one; ret (Toads_and_frogs cells)
  else fail.
(** Several side by side: 20, how many, and for each but the last how many numbers belong to it. *)
Definition read_rules (k : N) : reader rules :=
  if N.eqb k 20 then
    l <- many (two one (k <- one; read_one_rules k)); last <- (k <- one; read_one_rules k);
    ret (fold_right (fun x r => Both (snd x) (fst x) r) last l)
  else read_one_rules k.
Definition read_ruled (k : N) : reader ruled :=
  if N.eqb k 21 then a <- read_shape; weak <- flag; avoid <- flag; turns <- many read_player; first <- row; ret (By_turns a weak avoid turns first)
  else if N.eqb k 22 then rows <- one; columns <- one; motion <- one; pieces <- row; goal <- one; k <- one;
    ret (Playing (Tetris_board rows columns motion pieces) goal k)
  else if N.eqb k 23 then a <- read_shape; columns <- one; ret (Falling_stones a columns)
  else if N.eqb k 24 then m <- one; n <- one; k <- one; ret (Exactly m n k)
  else if N.eqb k 25 then m <- one; n <- one; standard <- flag; mouth <- flag; ret (Soccer (Pitch m n standard mouth))
  else if N.eqb k 26 then klein <- flag; m <- one; n <- one; ret (Glued (Glued_board klein m n))
  else fail.
Definition read_instance : reader instance :=
  k <- one;
  if N.eqb k 0 then a <- read_shape; weak <- flag; first <- row; second <- row; ret (Positional a weak first second)
  else if N.ltb k 21 then misere <- flag; r <- read_rules k; p <- read_state r; ret (LastMove misere r p)
  else r <- read_ruled k; p <- many read_member; ret (Ruled r p).
Definition read_statement (i : instance) : reader statement :=
  k <- one;
  if N.eqb k 3 then winning <- row; losing <- row; ret (Starts winning losing)
  else if N.eqb k 4 then n <- one; ret (Heap n)
  else if N.eqb k 5 then v <- read_written; ret (Value v)
  else if N.eqb k 7 then match i with LastMove _ r _ => l <- many (two (read_state r) flag); ret (Family l) | _ => fail end
  else if N.eqb k 8 then k <- one; ret (Most k)
  else if N.eqb k 11 then k <- one; ret (Largest_matching k)
  else if N.eqb k 9 then q <- read_quantity; v <- row; ret (Counts q v)
  else if N.eqb k 10 then starter <- read_starter; ret (Drawn starter) else
  who <- read_player;
  if N.eqb k 6 then winning <- row; losing <- row; ret (Moves who winning losing) else
  if N.eqb k 2 then own <- flag; answer <- flag; ret (Paired own who answer)
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
  match (i <- read_instance; claim <- many (read_statement i); ret (i, claim)) s with
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
  unfold check. destruct ((i <- _; _) s) as [[[i' claim'] t]|]; [|discriminate].
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
