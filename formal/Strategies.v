(** What has to be believed, first part: games, strategies, sums. The rules of each game stand in the folder
    [rules], what statements mean in [Meaning.v]. Everything else in this folder is proved from these. *)
Require Import List Bool NArith.
Import ListNotations.
Local Open Scope N_scope.

(** * Games of two players *)
Inductive player := First | Second.
Inductive result := Won (s : player) | Draw.
Definition other s := match s with First => Second | Second => First end.
Definition same_player s t := match s, t with First, First | Second, Second => true | _, _ => false end.
Definition same_result r q :=
  match r, q with Won s, Won t => same_player s t | Draw, Draw => true | _, _ => false end.
Record game := Game {
  position : Type; move : Type;
  to_move : position -> player;
  over : position -> option result;   (* [Some r]: the play has ended, with the result r *)
  moves : position -> list move;      (* the legal moves, where it has not *)
  play : position -> move -> position }.
Arguments to_move {g}. Arguments over {g}. Arguments moves {g}. Arguments play {g}.

Section Strategies.
Context {G : game}.
Fixpoint after (p : position G) (ms : list (move G)) : position G :=
  match ms with [] => p | m :: ms => after (play p m) ms end.
(** The moves [ms] are a play from [p]: each is legal, none comes after the end. *)
Fixpoint is_play (p : position G) (ms : list (move G)) : Prop :=
  match ms with
  | [] => True
  | m :: ms => over p = None /\ In m (moves p) /\ is_play (play p m) ms
  end.

(** A strategy gives a move after each sequence of moves; a side is a set of players. *)
Definition strategy := list (move G) -> option (move G).
Definition side := player -> bool.
(** In the play [ms] from [p] the players of the side [X] moved as [s] says. *)
Definition follows (X : side) (s : strategy) (p : position G) (ms : list (move G)) : Prop :=
  forall h m t, ms = h ++ m :: t -> X (to_move (after p h)) = true -> s h = Some m.
(** Whoever follows [s] is never left without a move by [s]: it has a legal one where there is one. *)
Definition legal (X : side) (s : strategy) (p : position G) : Prop :=
  forall ms, is_play p ms -> follows X s p ms ->
    over (after p ms) = None -> X (to_move (after p ms)) = true -> moves (after p ms) <> [] ->
    exists m, s ms = Some m /\ In m (moves (after p ms)).
(** The play has ended, or nobody can move any more. *)
Definition ended (p : position G) : Prop := over p <> None \/ moves p = [].
Definition within (plies : option N) (k : nat) : Prop :=
  match plies with Some n => N.of_nat k <= n | None => True end.

(** The side can make every play end in one of the results [R], in time; with [plies = None],
    within some number of moves. *)
Definition Forces (X : side) (R : result -> bool) (plies : option N) (p : position G) : Prop :=
  exists s n, within plies n /\ legal X s p /\ forall ms, is_play p ms -> follows X s p ms ->
    (length ms <= n)%nat /\ (ended (after p ms) -> exists r, over (after p ms) = Some r /\ R r = true).

(** The side can keep every play from ending in one of the results [R] in that time, or ever. *)
Definition Prevents (X : side) (R : result -> bool) (plies : option N) (p : position G) : Prop :=
  exists s, legal X s p /\ forall ms, is_play p ms -> follows X s p ms -> within plies (length ms) ->
    forall r, over (after p ms) = Some r -> R r = false.
End Strategies.

(** * What the rules of the games are written in *)

Notation cell := N.
Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
(** A set of numbers is a binary number: c is in A when bit c of A is one. *)
Definition has (A : N) (c : cell) : bool := N.testbit A c.
Definition mask (cs : list N) : N := fold_right (fun c A => N.setbit A c) 0 cs.
Definition clear (A : N) (vs : list N) : N := fold_left N.clearbit vs A.
Definition numbered {A} (l : list A) : list (N * A) := combine (below (N.of_nat (length l))) l.
Definition among {A} (same : A -> A -> bool) (l : list A) (x : A) : bool := existsb (same x) l.

(** * Games of the last move: who cannot move has lost, or (misere) has won *)

Definition last_move {P} (options : player -> P -> list P) (misere : bool) : game :=
  Game (P * player) P snd
    (fun p => match options (snd p) (fst p) with
       [] => Some (Won (if misere then snd p else other (snd p))) | _ => None end)
    (fun p => options (snd p) (fst p)) (fun p q => (q, other (snd p))).
(** A sum: a move is one in either game. A position is zero when who starts loses. *)
Definition beside {P Q} (o : player -> P -> list P) (o' : player -> Q -> list Q) s p : list (P * Q) :=
  map (fun q => (q, snd p)) (o s (fst p)) ++ map (pair (fst p)) (o' s (snd p)).
Definition zero {P} (o : player -> P -> list P) (p : P) : Prop := forall s,
  Forces (G := last_move o false) (same_player (other s)) (same_result (Won (other s))) None (p, s).
(** The game {left | right}, written down, and the options in its negative. *)
Inductive written := Written (left right : list written).
Definition minus s v := match v, s with Written _ l, First => l | Written l _, Second => l end.
