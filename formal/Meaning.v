(** What has to be believed, last part: the questions, and what an answer means. *)
Require Import List Bool NArith.
From Gameproof Require Export Strategies PositionalGames Boards HeapGames GraphGames Drawings Turns Tetris
  Soccer Glued Quantities SnortQuantities.
Import ListNotations.
Local Open Scope N_scope.

(** The rules of games of the last move; a position is a list of numbers, a set is a binary number. *)
Inductive rules :=
| Nim | Wythoff | Rook | Even_odd | Subtraction (amounts : list N) | Octal (code : list N)
| Take_away (f : expression) | Notakto (n : N)
| Arrows (arrows : list (list N))   (* tokens, one of which goes from a vertex v to one in the entry v *)
| Geography (g : graph) | Walk (by_edges directed : bool) (g : graph) | Words (words : list (list N))
| Kayles (arc : bool) (g : graph) | Stones (col : bool) (g : graph)
| Hackenbush (lines : drawing) | Chomp (columns cells : N) | Domineering (columns cells : N)
| Clobber (columns cells : N) | Toads_and_frogs (cells : N)
| Both (r : rules) (k : N) (r' : rules).   (* side by side: the first k numbers of a position belong to r *)
(** Where [s] may move to from [p]. *)
Fixpoint options (r : rules) (s : player) (p : list N) : list (list N) :=
  match r with
  | Nim | Rook => in_one below p
  | Wythoff => wythoff p
  | Even_odd => in_one even_odd p
  | Subtraction amounts => in_one (subtraction amounts) p
  | Octal code => in_part (octal code) p
  | Take_away f => take_away f p
  | Notakto n => in_one (notakto n) p
  | Arrows arrows => in_one (fun v => nth (N.to_nat v) arrows []) p
  | Geography g => geography g p
  | Walk by_edges directed g => walk by_edges directed g p
  | Words words => words_left words p
  | Kayles arc g => kayles arc g p
  | Stones col g => stones col g s p
  | Hackenbush lines => hackenbush lines s p
  | Chomp columns cells => chomp columns cells p
  | Domineering columns cells => domineering columns cells s p
  | Clobber columns cells => clobber columns cells s p
  | Toads_and_frogs cells => toads_and_frogs cells s p
  | Both r k r' => let n := N.to_nat k in
      map (fun q => q ++ skipn n p) (options r s (firstn n p)) ++ map (app (firstn n p)) (options r' s (skipn n p))
  end.

(** Games in which it is not always the other's turn, or that end with other results. In Tetris First alone
    moves, and has won where he reached his goal: to empty the board, to place all pieces, to clear k rows,
    or k times four at once. *)
Inductive ruled :=
| By_turns (a : shape) (weak avoid : bool) (turns : list player) (first : list cell)
| Playing (t : tetris) (goal k : N) | Falling_stones (a : shape) (columns : N) | Exactly (m n k : N)
| Soccer (t : pitch) | Glued (t : glued).
Definition goal_met (t : tetris) (goal k : N) (p : list N) : bool := match p with
  | [B; placed; cleared; fours] => let all := placed =? N.of_nat (length (pieces t)) in
      match goal with 0 => all && (B =? 0) | 1 => all | 2 => k <=? cleared | _ => k <=? fours end
  | _ => false
  end.
Definition ruled_end (r : ruled) (p : list N) (s : player) : option result := match r with
  | By_turns a weak avoid turns _ => turns_end (board_of a weak) avoid turns p
  | Playing t goal k => match tetris_moves t p with
      [] => Some (Won (if goal_met t goal k p then First else Second)) | _ => None end
  | Falling_stones a _ => falling_end (board_of a false) p
  | Exactly m n k => exact_end m n k p | Soccer t => soccer_end t s p | Glued t => glued_end t p
  end.
Definition ruled_moves (r : ruled) (p : list N) (s : player) : list (list N * player) := match r with
  | By_turns a weak _ turns first => turns_moves (board_of a weak) turns first s p
  | Playing t _ _ => map (fun q => (q, First)) (tetris_moves t p)
  | Falling_stones a columns => falling_moves (board_of a false) columns s p
  | Exactly m n _ => exact_moves m n s p | Soccer t => soccer_moves t s p | Glued t => glued_moves t s p
  end.
Definition ruled_game (r : ruled) : game := Game (list N * player) (list N * player) snd
  (fun '(p, s) => ruled_end r p s) (fun '(p, s) => ruled_moves r p s) (fun _ q => q).

Inductive instance :=
| Positional (a : shape) (weak : bool) (first second : list cell)   (* who owns which cells *)
| LastMove (misere : bool) (r : rules) (p : list N)
| Ruled (r : ruled) (p : list N).

Definition game_of (i : instance) : game :=
  match i with
  | Positional a weak _ _ => positional (board_of a weak)
  | LastMove misere r _ => last_move (options r) misere
  | Ruled r _ => ruled_game r
  end.
Definition start (i : instance) (starter : player) : position (game_of i) :=
  match i with
  | Positional _ _ first second => Place (mask first) (mask second) starter
  | LastMove _ _ p | Ruled _ p => (p, starter)
  end.

(** Quantities: drawn full boards (shared as by play in turn), the fewest cells of First on one, his sets;
    can numbers be split into triples of a sum; rows, columns, free cells and pieces in Tetris; of Snort and Col. *)
Inductive quantity :=
| Drawn_boards (starter : option player) | Fewest_crosses | Sets_of_first
| Triples (sum : N) (numbers : list N) | Sizes | Of_stones (q : of_stones).
Definition counted (i : instance) (q : quantity) : option (list N) :=
  match q, i with
  | Triples T l, _ => Some [if splits T l l then 1 else 0]
  | Of_stones q, LastMove _ (Stones col g) p => stones_count col g p q
  | Sizes, Ruled (Playing t _ _) (B :: _) => let cells := below (rows t * columns t) in
      Some [rows t; columns t; N.of_nat (length (filter (fun c => negb (has B c)) cells)); N.of_nat (length (pieces t))]
  | Sets_of_first, Positional a weak _ _ => Some [N.of_nat (length (wants (board_of a weak) First))]
  | Drawn_boards starter, Positional a weak first second => let b := board_of a weak in
      Some [N.of_nat (length (drawn_boards b (Place (mask first) (mask second) First) starter))]
  | Fewest_crosses, Positional a weak first second => let b := board_of a weak in
      match map (how_many b) (drawn_boards b (Place (mask first) (mask second) First) None) with
      | n :: l => Some [fold_left N.min l n] | [] => None end
  | _, _ => None
  end.

Inductive statement :=
| Force (starter : player) (side : list player) (results : list result) (plies : option N)
| Prevent (starter : player) (side : list player) (results : list result) (plies : option N)
| Paired (own : bool) (owner : player) (answer : bool)   (* have the sets [owner] wants a pairing, (own) a pair each? *)
| Starts (winning losing : list N)   (* who moves wins, or loses, with the token put on these vertices *)
| Heap (n : N) | Value (v : written)   (* equal to a heap of Nim, to a written game: the difference is zero *)
| Moves (starter : player) (winning losing : list N)   (* by the moves with these numbers he wins, or does not *)
| Family (l : list (list N * bool))   (* from these positions who starts wins, or (false) loses *)
| Largest_matching (k : N)   (* of what is left of a graph, and its edges are k *)
| Most (k : N)   (* in Tetris: k, and not more, can be reached of what the goal counts *)
| Counts (q : quantity) (v : list N) | Drawn (starter : option player).   (* there is a drawn full board *)

(** Where the token of geography may be put when some vertices, or edges, are gone. *)
Definition token_places (r : rules) (gone : N) : list N :=
  match r with
  | Geography g | Walk false _ g => filter (fun v => negb (has gone v)) (below (vertices g))
  | Walk true _ g => below (vertices g)
  | _ => []
  end.
(** The legal moves, none where the play has ended. *)
Definition legal_moves {G} (p : position G) : list (move G) := match over p with None => moves p | _ => [] end.
Definition means (i : instance) (s : statement) : Prop :=
  match s, i with
  | Force t side results n, _ => Forces (among same_player side) (among same_result results) n (start i t)
  | Prevent t side results n, _ => Prevents (among same_player side) (among same_result results) n (start i t)
  | Paired own owner answer, Positional a weak first second =>
      let exists_one := (if own then Own_pairing_exists else Pairing_exists) (board_of a weak) owner
        (Place (mask first) (mask second) First) in if answer then exists_one else ~ exists_one
  | Starts winning losing, LastMove false r [gone; _] =>
      forall v, (In v (token_places r gone) <-> In v winning \/ In v losing) /\
        forall s, let wins t := Forces (same_player t) (same_result (Won t)) None
                    (start (LastMove false r [gone; v]) s) in
          (In v winning -> wins s) /\ (In v losing -> wins (other s))
  | Heap n, LastMove false r p => zero (beside (options r) (options Nim)) (p, [n])
  | Value v, LastMove false r p => zero (beside (options r) minus) (p, v)
  | Family l, LastMove misere r _ => forall p b, In (p, b) l -> let s := if b : bool then First else Second in
      Forces (same_player s) (same_result (Won s)) None (start (LastMove misere r p) First)
  | Most k, Ruled (Playing t goal _) p =>
      let i k := Ruled (Playing t goal k) p in
      Forces (same_player First) (same_result (Won First)) None (start (i k) First) /\
      Prevents (same_player Second) (same_result (Won First)) None (start (i (k + 1)) First)
  | Largest_matching k, LastMove _ (Geography g) (gone :: _) => let fits := left_matching g gone in
      (exists E, fits E /\ N.of_nat (length E) = k) /\ forall E, fits E -> N.of_nat (length E) <= k
  | Counts q v, _ => counted i q = Some v
  | Drawn starter, Positional a weak first second =>
      exists A, drawn_example (board_of a weak) (Place (mask first) (mask second) First) starter A = true
  | Moves starter winning losing, _ =>
      let p := start i starter in
      forall k, match nth_error (legal_moves p) (N.to_nat k) with
        | Some m =>
            In k winning /\ Forces (same_player starter) (same_result (Won starter)) None (play p m) \/
            In k losing /\ ~ In k winning /\
              Prevents (same_player (other starter)) (same_result (Won starter)) None (play p m)
        | None => ~ In k winning /\ ~ In k losing
        end
  | _, _ => False
  end.
