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

(* The token's vertex is nothing to statements about all starts. *)
let token v claim =
  if List.for_all (function Starts _ -> true | _ -> false) claim then ""
  else Printf.sprintf "; token on %s" (n v)

let instance claim = function
  | Positional (a, weak, f, s) ->
      shape a ^ (if weak then ", weak rule (second, Breaker, wants no set and wins on a full board)" else "")
      ^ (if f = [] && s = [] then ", empty board"
         else Printf.sprintf ", first owns %s, second owns %s" (cells f) (cells s))
  | Geography (g, gone, v) ->
      Printf.sprintf "geography on the graph of %s vertices with the edges %s%s; gone %s" (n g.vertices)
        (list (fun (a, b) -> n a ^ "-" ^ n b) g.edges) (token v claim) (cells gone)
  | Nim (misere, h) -> Printf.sprintf "Nim%s with heaps %s" (kind misere) (list n h)
  | Wythoff (misere, a, b) -> Printf.sprintf "Wythoff's game%s (%s, %s)" (kind misere) (n a) (n b)
  | Arrows (misere, a, v) ->
      Printf.sprintf "the game%s from %s with the options %s" (kind misere) (n v)
        (String.concat "; " (List.mapi (fun i l -> Printf.sprintf "%d: %s" i (list n l)) a))

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
