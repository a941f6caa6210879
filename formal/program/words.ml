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

let kind misere = if misere then " (misere)" else ""

let graph g =
  Printf.sprintf "the graph of %s vertices with the edges %s" (n g.vertices)
    (list (fun (a, b) -> n a ^ "-" ^ n b) g.edges)

(* The token's vertex is nothing to statements about all starts. *)
let token v claim =
  if List.for_all (function Starts _ -> true | _ -> false) claim then ""
  else Printf.sprintf "; token on %s" (n v)

let set a = cells (members a)

let instance claim = function
  | Positional (a, weak, f, s) ->
      shape a ^ (if weak then ", weak rule (second, Breaker, wants no set and wins on a full board)" else "")
      ^ (if f = [] && s = [] then ", empty board"
         else Printf.sprintf ", first owns %s, second owns %s" (cells f) (cells s))
  | LastMove (misere, r, p) -> (
      match (r, p) with
      | Geography g, [ gone; v ] ->
          Printf.sprintf "geography%s on %s%s; gone %s" (kind misere) (graph g) (token v claim) (set gone)
      | Nim, h -> Printf.sprintf "Nim%s with heaps %s" (kind misere) (list n h)
      | Wythoff, p -> Printf.sprintf "Wythoff's game%s (%s)" (kind misere) (list n p)
      | Arrows a, p ->
          Printf.sprintf "the game%s from %s with the options %s" (kind misere) (list n p)
            (String.concat "; " (List.mapi (fun i l -> Printf.sprintf "%d: %s" i (list n l)) a))
      | Kayles (arc, g), [ left ] ->
          Printf.sprintf "%s Kayles%s on %s; left %s" (if arc then "arc" else "node") (kind misere) (graph g) (set left)
      | Stones (col, g), [ f; s ] ->
          Printf.sprintf "%s%s on %s; first may put stones on %s, second on %s" (if col then "Col" else "Snort")
            (kind misere) (graph g) (set f) (set s)
      | _ -> "a position in which nobody can move")

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

let statement = function
  | Force (s, x, r, k) ->
      Printf.sprintf "when %s starts, %s can make every play end%s in: %s" (player s) (list player x) (plies k)
        (String.concat " or " (List.map result r))
  | Prevent (s, x, r, k) ->
      Printf.sprintf "when %s starts, %s can keep every play%s from ending in: %s" (player s) (list player x) (plies k)
        (String.concat " or " (List.map result r))
  | Paired (s, yes) ->
      Printf.sprintf "there is %s pairing of the sets that %s wants" (if yes then "a" else "no") (player s)
  | Starts (w, l) ->
      Printf.sprintf
        "whoever starts wins with the token put on a vertex of %s and loses with it on one of %s; no other is left"
        (cells w) (cells l)
  | Heap k -> Printf.sprintf "it is equal to a heap of %s in Nim" (n k)
  | Value v -> "it is equal to the game " ^ written v

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
