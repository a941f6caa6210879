(** What has to be believed: games, strategies, the covered games, and what statements mean.
    Everything else in this folder is proved from here. *)
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

(** * Positional games: two players take cells in turn and want whole sets of cells *)

Notation cell := N.
Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

(** The cells are the numbers below [size]; [wants s] are the sets that [s] wants to own first;
    a full board on which nobody owns one of his has the result [full_board]. *)
Record board := Board { size : N; wants : player -> list (list cell); full_board : result }.

(** Sets of stones are binary numbers: the cell c is in A when bit c of A is one. *)
Record place := Place { firsts : N; seconds : N; turn : player }.
Definition own p s := match s with First => firsts p | Second => seconds p end.
Definition has (A : N) (c : cell) : bool := N.testbit A c.
Definition free p c : bool := negb (has (firsts p) c) && negb (has (seconds p) c).
Definition put (c : cell) p : place :=
  match turn p with
  | First => Place (N.setbit (firsts p) c) (seconds p) Second
  | Second => Place (firsts p) (N.setbit (seconds p) c) First
  end.

Section Rules.
Variable b : board.
Definition every_cell : list cell := below (size b).
Definition whole (A : N) (L : list cell) : bool := forallb (has A) L.
Definition completed p s : bool := existsb (whole (own p s)) (wants b s).
Definition full p : bool := negb (existsb (free p) every_cell).
Definition ends p : option result :=
  if completed p First then Some (Won First)
  else if completed p Second then Some (Won Second)
  else if full p then Some (full_board b) else None.
Definition positional : game :=
  Game place cell turn ends (fun p => filter (free p) every_cell) (fun p c => put c p).
End Rules.

(** A pairing for [other s]: disjoint pairs of free cells, one in each set of [s] in which the
    other has no stone. *)
Definition Pairing_exists (b : board) (s : player) (p : place) : Prop :=
  exists ps : list (cell * cell),
    NoDup (flat_map (fun ab => [fst ab; snd ab]) ps) /\
    (forall ab, In ab ps -> free p (fst ab) = true /\ free p (snd ab) = true) /\
    forall L, In L (wants b s) -> (forall c, In c L -> has (own p (other s)) c = false) ->
      exists ab, In ab ps /\ In (fst ab) L /\ In (snd ab) L.

(** The lines of [n]^d: along a line each coordinate is constant, rises from 0 to n - 1 or falls.
    ([Lines.v] shows that these are the geometric lines, and that they are ((n+2)^d - n^d) / 2.) *)
Inductive coordinate := Fixed (x : N) | Rising | Falling.
Definition value n t c := match c with Fixed x => x | Rising => t | Falling => n - 1 - t end.
Definition number (n : N) (xs : list N) : cell := fold_left (fun a x => a * n + x) xs 0.
Definition line (n : N) (w : list coordinate) : list cell :=
  map (fun t => number n (map (value n t) w)) (below n).
Fixpoint words (letters : list coordinate) (d : nat) : list (list coordinate) :=
  match d with O => [[]] | S d => flat_map (fun c => map (cons c) (words letters d)) letters end.
(** Of the two directions of a line, that in which the first moving coordinate rises. *)
Definition line_words (n : N) (d : nat) : list (list coordinate) :=
  let constants := map Fixed (below n) in
  flat_map (fun i => flat_map (fun before => map (fun rest => before ++ Rising :: rest)
    (words (constants ++ [Rising; Falling]) (d - 1 - i))) (words constants i)) (rev (seq 0 d)).
Definition lines (n : N) (d : nat) : list (list cell) := map (line n) (line_words n d).

(** k in a row, across, down and on both diagonals: within m rows and n columns, or around a torus. *)
Definition directions : list (N * N * bool) := [(0, 1, false); (1, 0, false); (1, 1, false); (1, 1, true)].
Definition in_a_row (m n k : N) : list (list cell) :=
  flat_map (fun '(down, along, mirror) => flat_map (fun r => flat_map (fun c =>
    if (r + (k - 1) * down <? m) && (if mirror : bool then k - 1 <=? c else c + (k - 1) * along <? n)
    then [map (fun t => (r + t * down) * n + (if mirror then c - t * along else c + t * along)) (below k)]
    else []) (below n)) (below m)) directions.
Definition around (m n k : N) : list (list cell) :=
  flat_map (fun '(down, along, mirror) => flat_map (fun r => map (fun c =>
    map (fun t => (r + t * down) mod m * n + (if mirror : bool then c + t * (n - 1) else c + t * along) mod n)
      (below k)) (below n)) (below m)) directions.

Inductive shape :=
| Cube (n d : N) | Row (m n k : N) | Torus (m n k : N)
| Sets (cells : N) (first second : list (list cell)).   (* the sets themselves *)
(** The weak rule: Second, Breaker, wants no set, and a full board is his. *)
Definition board_of (a : shape) (weak : bool) : board :=
  let make size first second := if weak
    then Board size (fun s => match s with First => first | Second => [] end) (Won Second)
    else Board size (fun s => match s with First => first | Second => second end) Draw in
  let both size sets := make size sets sets in
  match a with
  | Cube n d => both (n ^ d) (lines n (N.to_nat d))
  | Row m n k => both (m * n) (in_a_row m n k)
  | Torus m n k => both (m * n) (around m n k)
  | Sets cells first second => make cells first second
  end.

(** * Games of the last move: who cannot move has lost, or (misere) has won *)

Record graph := Graph { vertices : N; edges : list (N * N) }.
Definition joined g u w : bool :=
  existsb (fun e => (fst e =? u) && (snd e =? w) || (fst e =? w) && (snd e =? u)) (edges g).
Definition neighbours g v : list N := filter (joined g v) (below (vertices g)).
(** The rules, each with its positions; a set of vertices is a binary number. *)
Inductive rules :=
| Nim                              (* heaps, of which one becomes smaller *)
| Wythoff                          (* two heaps: one becomes smaller, or both by the same number *)
| Arrows (arrows : list (list N))  (* tokens, one of which goes from a vertex v to one in the entry v *)
| Geography (g : graph)            (* vertices where a token has been, where it is; it goes to a neighbour *)
| Kayles (arc : bool) (g : graph)  (* what is left; a vertex goes with its neighbours, or with one (arc) *)
| Stones (col : bool) (g : graph). (* where First and Second may put stones: Snort, Col *)

Fixpoint in_one (o : N -> list N) (p : list N) : list (list N) :=
  match p with [] => [] | x :: p => map (fun y => y :: p) (o x) ++ map (cons x) (in_one o p) end.
Definition clear (A : N) (vs : list N) : N := fold_left N.clearbit vs A.
(** Where [s] may move to from [p]. *)
Definition options (r : rules) (s : player) (p : list N) : list (list N) :=
  match r, p with
  | Nim, _ => in_one below p
  | Wythoff, [a; b] => map (fun x => [x; b]) (below a) ++ map (fun y => [a; y]) (below b) ++
      map (fun k => [a - (k + 1); b - (k + 1)]) (below (N.min a b))
  | Arrows arrows, _ => in_one (fun v => nth (N.to_nat v) arrows []) p
  | Geography g, [gone; v] => let gone := N.setbit gone v in
      map (fun w => [gone; w]) (filter (fun w => negb (has gone w)) (neighbours g v))
  | Kayles false g, [A] => map (fun v => [clear A (v :: neighbours g v)]) (filter (has A) (below (vertices g)))
  | Kayles true g, [A] => map (fun e => [clear A [fst e; snd e]])
      (filter (fun e => has A (fst e) && has A (snd e)) (edges g))
  | Stones col g, [A; B] => (* nobody may on v again, nor on its neighbours the other (Snort), the owner (Col) *)
      let after v t A := clear A (v :: if Bool.eqb (same_player s t) col then neighbours g v else []) in
      map (fun v => [after v First A; after v Second B])
        (filter (has match s with First => A | Second => B end) (below (vertices g)))
  | _, _ => []
  end.

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

(** * Questions, and what an answer means *)

Inductive instance :=
| Positional (a : shape) (weak : bool) (first second : list cell)   (* who owns which cells *)
| LastMove (misere : bool) (r : rules) (p : list N).

Definition mask (cs : list N) : N := fold_right (fun c A => N.setbit A c) 0 cs.
Definition game_of (i : instance) : game :=
  match i with
  | Positional a weak _ _ => positional (board_of a weak)
  | LastMove misere r _ => last_move (options r) misere
  end.
Definition start (i : instance) (starter : player) : position (game_of i) :=
  match i with
  | Positional _ _ first second => Place (mask first) (mask second) starter
  | LastMove _ _ p => (p, starter)
  end.

Inductive statement :=
| Force (starter : player) (side : list player) (results : list result) (plies : option N)
| Prevent (starter : player) (side : list player) (results : list result) (plies : option N)
| Paired (owner : player) (answer : bool)    (* is there a pairing of the sets that [owner] wants? *)
| Starts (winning losing : list N)   (* who moves wins, or loses, with the token put on these vertices *)
| Heap (n : N) | Value (v : written).   (* equal to a heap of Nim, to a written game: the difference is zero *)

Definition among {A} (same : A -> A -> bool) (l : list A) (x : A) : bool := existsb (same x) l.
Definition means (i : instance) (s : statement) : Prop :=
  match s, i with
  | Force starter side results plies, _ =>
      Forces (among same_player side) (among same_result results) plies (start i starter)
  | Prevent starter side results plies, _ =>
      Prevents (among same_player side) (among same_result results) plies (start i starter)
  | Paired owner answer, Positional a weak first second =>
      let exists_one := Pairing_exists (board_of a weak) owner (Place (mask first) (mask second) First) in
      if answer then exists_one else ~ exists_one
  | Starts winning losing, LastMove false (Geography g) [gone; _] =>
      forall v, (v < vertices g /\ has gone v = false <-> In v winning \/ In v losing) /\
        forall s, let wins t := Forces (same_player t) (same_result (Won t)) None
                    (start (LastMove false (Geography g) [gone; v]) s) in
          (In v winning -> wins s) /\ (In v losing -> wins (other s))
  | Heap n, LastMove false r p => zero (beside (options r) (options Nim)) (p, [n])
  | Value v, LastMove false r p => zero (beside (options r) minus) (p, v)
  | _, _ => False
  end.
