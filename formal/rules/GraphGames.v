(** Games on graphs. *)
Require Import List Bool NArith.
From Gameproof Require Import Strategies.
Import ListNotations.
Local Open Scope N_scope.

Record graph := Graph { vertices : N; edges : list (N * N) }.
Definition joined g u w : bool :=
  existsb (fun e => (fst e =? u) && (snd e =? w) || (fst e =? w) && (snd e =? u)) (edges g).
Definition neighbours g v : list N := filter (joined g v) (below (vertices g)).

(** Geography: where the token has been, where it is; it goes to a neighbour where it has not been. In the
    hand it is put on a vertex. *)
Definition put_down (anywhere : bool) g gone : list (list N) :=
  map (fun v => [gone; v]) (filter (fun v => anywhere || negb (has gone v)) (below (vertices g))).
Definition geography g p : list (list N) := match p with
  | [gone; v] => let gone := N.setbit gone v in
      map (fun w => [gone; w]) (filter (fun w => negb (has gone w)) (neighbours g v))
  | [gone] => put_down false g gone
  | _ => []
  end.
Definition left_matching g gone E : Prop := NoDup (flat_map (fun e => [fst e; snd e]) E) /\
  forall e, In e E -> joined g (fst e) (snd e) = true /\
    forall v, In v [fst e; snd e] -> has gone v = false /\ v < vertices g.
(** The same along arrows; and geography of edges, in which an edge (or arrow) is used once, the numbers
    of those that are used being [gone]. *)
Definition along (directed : bool) (v w : N) (e : N * N) : bool :=
  (fst e =? v) && (snd e =? w) || negb directed && ((fst e =? w) && (snd e =? v)).
Definition edge_number (directed : bool) g (gone v w : N) : option N :=
  option_map fst (find (fun '(k, e) => negb (has gone k) && along directed v w e) (numbered (edges g))).
Definition walk (by_edges directed : bool) g p : list (list N) := match p with
  | [gone; v] => flat_map (fun w => if by_edges
      then match edge_number directed g gone v w with Some k => [[N.setbit gone k; w]] | None => [] end
      else let gone := N.setbit gone v in
        if existsb (along directed v w) (edges g) && negb (has gone w) then [[gone; w]] else []) (below (vertices g))
  | [gone] => put_down by_edges g gone
  | _ => []
  end.
(** Words, each a list of letters, none named twice; each begins with the letter that ended the one before. *)
Definition words_left (words : list (list N)) p : list (list N) := match p with
  | [said; letter] => map (fun '(k, w) => [N.setbit said k; last w 0])
      (filter (fun '(k, w) => negb (has said k) && ((letter =? 0) || (hd 0 w =? letter))) (numbered words))
  | _ => []
  end.

(** Kayles: what is left; a vertex goes with its neighbours, or (arc) with one of them. *)
Definition kayles (arc : bool) g p : list (list N) := match p with
  | [A] => if arc
      then map (fun e => [clear A [fst e; snd e]]) (filter (fun e => has A (fst e) && has A (snd e)) (edges g))
      else map (fun v => [clear A (v :: neighbours g v)]) (filter (has A) (below (vertices g)))
  | _ => []
  end.
(** Where First and Second may put stones: nobody may on v again, nor on its neighbours the other (Snort),
    the owner (Col). *)
Definition stones (col : bool) g s p : list (list N) := match p with
  | [A; B] => let after v t A := clear A (v :: if Bool.eqb (same_player s t) col then neighbours g v else []) in
      map (fun v => [after v First A; after v Second B])
        (filter (has match s with First => A | Second => B end) (below (vertices g)))
  | _ => []
  end.
