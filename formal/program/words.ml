(* What was proved, in words; from what [check] returned, an instance and statements that hold of it by
   the theorem [check_sound]. *)
open Checker

let n = Numbers.to_string
let list f l = String.concat ", " (List.map f l)
let player = function First -> "first" | Second -> "second"
let result = function Won s -> player s ^ " wins" | Draw -> "a draw"
let cells l = "{" ^ list n l ^ "}"

let sets l =
  let count = List.length l in
  if count <= 40 then list cells l else Printf.sprintf "%d sets, as read" count

let shape = function
  | Cube (a, d) -> Printf.sprintf "the lines of [%s]^%s" (n a) (n d)
  | Row (m, q, k) -> Printf.sprintf "%s in a row on %s x %s" (n k) (n m) (n q)
  | Torus (m, q, k) -> Printf.sprintf "%s in a row on the %s x %s torus" (n k) (n m) (n q)
  | Sets (c, f, s) ->
      Printf.sprintf "%s cells; first wants %s; second wants %s" (n c) (sets f)
        (if f = s then "the same" else sets s)

let graph g =
  Printf.sprintf "the graph of %s vertices with the edges %s" (n g.vertices)
    (list (fun (a, b) -> n a ^ "-" ^ n b) g.edges)

let set a = cells (members a)

let rec expression = function
  | Taken -> "x"
  | Constant k -> n k
  | Apply (f, a, b) ->
      let a = expression a and b = expression b in
      let between sign = Printf.sprintf "(%s %s %s)" a sign b in
      (match f with
      | Plus -> between "+" | Less -> between "-" | Times -> between "*" | Over -> between "//"
      | Least -> Printf.sprintf "min(%s, %s)" a b
      | Greatest -> Printf.sprintf "max(%s, %s)" a b)

let text l =
  String.concat "" (List.map (fun c ->
    let k = int_of_string (n c) in
    if 32 < k && k < 127 then String.make 1 (Char.chr k) else Printf.sprintf "<%d>" k) l)

let line ((u, v), colour) = Printf.sprintf "%s-%s:%s" (n u) (n v) (n colour)
let squares columns size = Printf.sprintf "squares numbered by rows of %s below %s" (n columns) (n size)

(* The game, and the position; the token's vertex is not told where [all] starts are meant. *)
let rec game all r p =
  let where token gone = Printf.sprintf "%s; gone %s" (if all then "" else "; token on " ^ n token) (set gone) in
  match (r, p) with
  | Nim, h -> "Nim with heaps " ^ list n h
  | Wythoff, h -> Printf.sprintf "Wythoff's game (%s)" (list n h)
  | Rook, h -> Printf.sprintf "the rook at (%s)" (list n h)
  | Even_odd, h -> "the even/odd game with heaps " ^ list n h
  | Subtraction a, h -> Printf.sprintf "the game of taking one of %s from heaps %s" (cells a) (list n h)
  | Octal c, h -> Printf.sprintf "the octal game of the digits %s with heaps %s" (list n c) (list n h)
  | Take_away f, h ->
      Printf.sprintf "taking away at most %s after x, with piles (how many, at most taken) %s" (expression f) (list n h)
  | Notakto k, h ->
      Printf.sprintf "Notakto on boards of %s x %s with crosses on %s" (n k) (n k) (String.concat " and " (List.map set h))
  | Arrows a, h ->
      Printf.sprintf "the game from %s with the options %s" (list n h)
        (String.concat "; " (List.mapi (fun i l -> Printf.sprintf "%d: %s" i (if l = [] then "none" else list n l)) a))
  | Geography g, [ gone; v ] -> "geography on " ^ graph g ^ where v gone
  | Geography g, [ gone ] -> Printf.sprintf "geography on %s; token in the hand; gone %s" (graph g) (set gone)
  | Walk (edges, directed, g), [ gone ] ->
      Printf.sprintf "geography of %s on %s; token in the hand; gone %s"
        (if edges then "edges, numbered as listed," else "vertices")
        (graph g ^ if directed then " (along their directions)" else "") (set gone)
  | Walk (edges, directed, g), [ gone; v ] ->
      Printf.sprintf "geography of %s on %s%s"
        (if edges then "edges, numbered as listed," else "vertices")
        (graph g ^ if directed then " (along their directions)" else "")
        (where v gone)
  | Words l, [ said; letter ] ->
      Printf.sprintf "the game of words with %s; said %s%s" (list text l) (set said)
        (if n letter = "0" then "" else ", now " ^ text [ letter ])
  | Kayles (arc, g), [ left ] ->
      Printf.sprintf "%s Kayles on %s; left %s" (if arc then "arc" else "node") (graph g) (set left)
  | Stones (col, g), [ f; s ] ->
      Printf.sprintf "%s on %s; first may put stones on %s, second on %s" (if col then "Col" else "Snort") (graph g)
        (set f) (set s)
  | Hackenbush l, [ a ] ->
      Printf.sprintf "Hackenbush with the lines %s (0 for both, 1 for first, 2 for second); standing %s" (list line l) (set a)
  | Chomp (c, k), [ a ] -> Printf.sprintf "Chomp on %s; left %s" (squares c k) (set a)
  | Domineering (c, k), [ a ] -> Printf.sprintf "Domineering on %s; free %s" (squares c k) (set a)
  | Clobber (c, k), [ a; b ] ->
      Printf.sprintf "Clobber on %s; stones of first %s, of second %s" (squares c k) (set a) (set b)
  | Toads_and_frogs k, [ a; b; e ] ->
      Printf.sprintf "Toads and Frogs on places below %s; toads %s, frogs %s, empty %s" (n k) (set a) (set b) (set e)
  | Both (r, k, q), p ->
      let rec cut k l = if k = 0 then ([], l) else match l with [] -> ([], []) | x :: l -> let a, b = cut (k - 1) l in (x :: a, b) in
      let a, b = cut (int_of_string (n k)) p in
      game all r a ^ ", beside " ^ game all q b
  | _ -> "a position in which nobody can move"

let names l = String.concat "" (List.map (fun k -> String.make 1 "IOTSZJL".[int_of_string (n k) mod 7]) l)

let ruled r p =
  match (r, p) with
  | By_turns (a, weak, avoid, turns, first), [ f; s; k ] ->
      Printf.sprintf "%s%s%s, each ply by the player listed (%s)%s; %s made; first owns %s, second owns %s" (shape a)
        (if weak then ", weak rule (second, Breaker, wants no set and wins without one of the other)" else "")
        (if avoid then ", whoever has a whole set has lost" else "")
        (String.concat "" (List.map (function First -> "1" | Second -> "2") turns))
        (if first = [] then "" else ", the first on one of " ^ cells first) (n k) (set f) (set s)
  | Playing (t, goal, k), [ b; placed; cleared; fours ] ->
      Printf.sprintf
        "Tetris on %s x %s with the pieces %s, which %s; cells %s are filled (by rows from below), %s pieces placed, %s \
         rows cleared, %s times four at once; first, the player, wins if he %s"
        (n t.rows) (n t.columns) (names t.pieces)
        (match n t.motion with "0" -> "fall" | "2" -> "move and turn on their way" | _ -> "move to the sides on their way")
        (set b) (n placed) (n cleared) (n fours)
        (match n goal with
        | "0" -> "empties the board"
        | "1" -> "places all pieces"
        | "2" -> Printf.sprintf "clears at least so many rows as asked (%s)" (n k)
        | _ -> Printf.sprintf "clears four rows at once at least as often as asked (%s)" (n k))
  | Falling_stones (a, c), [ f; s ] ->
      Printf.sprintf "%s, where stones fall (a cell may be taken when that %s further is taken or there is none); first owns %s, \
         second owns %s" (shape a) (n c) (set f) (set s)
  | Exactly (m, q, k), [ f; s ] ->
      Printf.sprintf "rows of exactly %s on %s x %s; first owns %s, second owns %s" (n k) (n m) (n q) (set f) (set s)
  | Soccer t, [ d; x; y ] ->
      Printf.sprintf "paper soccer by %s rules on %s x %s, the ball at (%s, %s); drawn: %s" (if t.standard then
         if t.mouth_bounces then "standard (the mouth bounces)" else "standard" else "the document's") (n t.wide) (n t.long) (n x)
        (n y) (let lines = Array.of_list (pitch_lines t) in let at (x, y) = "(" ^ n x ^ ", " ^ n y ^ ")" in
          let drawn = members d in
          if drawn = [] then "nothing" else list (fun k -> let p, q = lines.(int_of_string (n k)) in at p ^ "-" ^ at q) drawn)
      ^ if t.standard then " (rows 0 and the last are behind the goals)" else ""
  | Glued t, [ f; s ] ->
      Printf.sprintf "hexagons %s x %s glued to a %s; first, x, owns %s, second, o, owns %s" (n t.g_rows) (n t.g_columns)
        (if t.klein then "Klein bottle" else "torus") (set f) (set s)
  | _ -> "a position in which nobody can move"

let instance claim = function
  | Positional (a, weak, f, s) ->
      shape a ^ (if weak then ", weak rule (second, Breaker, wants no set and wins on a full board)" else "")
      ^ (if f = [] && s = [] then ", empty board"
         else Printf.sprintf ", first owns %s, second owns %s" (cells f) (cells s))
  | LastMove (misere, r, p) ->
      game (List.for_all (function Starts _ | Largest_matching _ -> true | _ -> false) claim) r p
      ^ if misere then " (whoever cannot move wins)" else ""
  | Ruled (r, p) -> ruled r p

(* Whole numbers are known by their form: n is {n - 1 | }, and -n is { | -(n - 1)}. *)
let rec whole = function
  | Written ([], []) -> Some 0
  | Written ([ v ], []) -> ( match whole v with Some k when k >= 0 -> Some (k + 1) | _ -> None)
  | Written ([], [ v ]) -> ( match whole v with Some k when k <= 0 -> Some (k - 1) | _ -> None)
  | _ -> None

let rec written v =
  match (whole v, v) with
  | Some k, _ -> string_of_int k
  | None, Written (l, r) -> Printf.sprintf "{%s | %s}" (list written l) (list written r)

let plies = function Some k -> Printf.sprintf " within %s moves" (n k) | None -> ""

let share = function None -> "" | Some s -> Printf.sprintf ", shared as by play in turn that %s starts" (player s)

let quantity q v =
  match (q, v) with
  | Drawn_boards s, [ k ] -> Printf.sprintf "full boards without a whole set%s: %s" (share s) (n k)
  | Fewest_crosses, [ k ] -> Printf.sprintf "the fewest cells of first on a full board without a whole set: %s" (n k)
  | Sets_of_first, [ k ] -> "sets that first wants: " ^ n k
  | Triples (t, l), [ k ] ->
      Printf.sprintf "the numbers %s %s into triples of the sum %s" (list n l) (if n k = "0" then "do not split" else "split") (n t)
  | Sizes, [ r; c; f; p ] -> Printf.sprintf "%s x %s, %s free cells, %s pieces" (n r) (n c) (n f) (n p)
  | Of_stones (Labels (a, b, c, d)), v ->
      Printf.sprintf "with stones of first on %s, of second on %s, and vertices kept for first %s, for second %s, the vertices are \
         open to (R first, B second, A both, U nobody): %s" (set a) (set b) (set c) (set d)
        (String.concat "" (List.map (fun k -> String.make 1 "URBA".[int_of_string (n k) land 3]) v))
  | Of_stones (Terminal s), [ k ] ->
      (match n k with
      | "0" -> "some move still takes a vertex from another than who moves, or more than one"
      | k -> Printf.sprintf "each move takes one vertex, from who moves; with %s to move, who wins by counting is %s" (player s)
          (player (if k = "1" then First else Second)))
  | Of_stones (Score s), [ above; below ] ->
      Printf.sprintf "with %s to move, best play for the lead of first (and 1/2 on second's turn) when all is decided gives %s%s \
         halves" (player s) (if n below = "0" then "" else "-") (if n below = "0" then n above else n below)
  | _ -> "nothing"

let statement = function
  | Force (s, x, r, k) ->
      Printf.sprintf "when %s starts, %s can make every play end%s in: %s" (player s) (list player x) (plies k)
        (String.concat " or " (List.map result r))
  | Prevent (s, x, r, k) ->
      Printf.sprintf "when %s starts, %s can keep every play%s from ending in: %s" (player s) (list player x) (plies k)
        (String.concat " or " (List.map result r))
  | Paired (own, s, yes) ->
      Printf.sprintf "there is %s pairing of the sets that %s wants%s" (if yes then "a" else "no") (player s)
        (if own then ", with a pair of its own for each" else "")
  | Starts (w, l) ->
      Printf.sprintf
        "whoever starts wins with the token put on a vertex of %s and loses with it on one of %s; no other is left"
        (cells w) (cells l)
  | Heap k -> Printf.sprintf "it is equal to a heap of %s in Nim" (n k)
  | Value v -> "it is equal to the game " ^ written v
  | Moves (s, w, l) ->
      Printf.sprintf "when %s starts, he wins by his moves %s and not by %s (numbered as the rules list them)" (player s)
        (cells w) (cells l)
  | Family l ->
      let from b = String.concat " " (List.filter_map (fun (p, c) -> if b = c then Some ("(" ^ list n p ^ ")") else None) l) in
      Printf.sprintf "whoever starts wins from %s and loses from %s" (from true) (from false)
  | Counts (q, v) -> quantity q v
  | Drawn s -> Printf.sprintf "there is a full board without a whole set%s" (share s)
  | Largest_matching k -> "a largest matching of what is left has so many edges: " ^ n k
  | Most k -> Printf.sprintf "%s can be reached of what is asked for, and not more" (n k)

(* The words for a text of numbers, or nothing. Numbers stand between blanks; no recursion. *)
let proved text =
  let numbers = ref [] and last = ref (String.length text) in
  for i = String.length text - 1 downto -1 do
    if i < 0 || text.[i] <= ' ' then begin
      if !last > i + 1 then numbers := Numbers.of_string (String.sub text (i + 1) (!last - i - 1)) :: !numbers;
      last := i
    end
  done;
  match check !numbers with
  | Some (i, claim) -> Some (instance claim i :: List.map statement claim)
  | None -> None
