(** Rule [play]: a table of replies, leaves by the rules of the game, for every game. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule.
Import ListNotations.

Section Table.
Context {G : game}.
Variable same : position G -> position G -> bool.
Hypothesis same_eq : forall p q, same p q = true -> p = q.
Variable X : player -> bool.
Variable R : result -> bool.

(** A position with: nothing where the game is over; the number of the move among the legal ones, and
    the entry that follows, where the side is to move; the entry after each legal move, in their
    order, elsewhere. Entries come after all that they lead to. *)
Record entry := Entry { at_position : position G; choice : N; next : list N }.

(** Checked entries: the position, and the longest play from it. *)
Definition table := PM.t (position G * N).
Definition leads (t : table) (i : N) (p : position G) : option N :=
  match at_ t i with Some (q, n) => if same q p then Some n else None | None => None end.
Fixpoint all_lead (t : table) (p : position G) (ms : list (move G)) (is : list N) (longest : N) : option N :=
  match ms, is with
  | [], [] => Some longest
  | m :: ms, i :: is => match leads t i (play p m) with
      | Some n => all_lead t p ms is (N.max n longest)
      | None => None
      end
  | _, _ => None
  end.
Definition entry_plies (t : table) (e : entry) : option N :=
  let p := at_position e in
  match over p with
  | Some r => if R r then Some 0%N else None
  | None =>
      let ms := moves p in
      if X (to_move p) then
        match nth_error ms (N.to_nat (choice e)), next e with
        | Some m, [i] => option_map N.succ (leads t i (play p m))
        | _, _ => None
        end
      else if is_nil ms then None
      else option_map N.succ (all_lead t p ms (next e) 0)
  end.
(** The position of the last entry, and the plies. *)
Fixpoint table_go (t : table) (i : N) (es : list entry) (last : option (position G * N)) :=
  match es with
  | [] => last
  | e :: es => match entry_plies t e with
      | Some n => table_go (set_at t i (at_position e, n)) (N.succ i) es (Some (at_position e, n))
      | None => None
      end
  end.
Definition table_of (es : list entry) := table_go nothing 0 es None.

Definition right (t : table) := forall i q n, at_ t i = Some (q, n) -> forces X R (N.to_nat n) q.
Lemma leads_spec t i p n : right t -> leads t i p = Some n -> forces X R (N.to_nat n) p.
Proof.
  unfold leads. intros H. destruct (at_ t i) as [[q k]|] eqn:E; [|discriminate].
  destruct (same q p) eqn:S; [|discriminate]. intros [= <-]. apply same_eq in S. subst. eauto.
Qed.
Lemma all_lead_spec t p ms : right t -> forall is l n, all_lead t p ms is l = Some n ->
  (l <= n)%N /\ forall m, In m ms -> forces X R (N.to_nat n) (play p m).
Proof.
  intros H. induction ms as [|m ms IH]; intros [|i is] l n; simpl; try discriminate.
  - intros [= <-]. split; [lia|tauto].
  - destruct (leads t i (play p m)) as [a|] eqn:E1; [|discriminate]. intros E. apply IH in E as [L K].
    split; [lia|]. intros m' [<-|I]; auto. eapply forces_more; [eapply leads_spec; eauto|lia|auto].
Qed.
Lemma entry_spec t e n : right t -> entry_plies t e = Some n -> forces X R (N.to_nat n) (at_position e).
Proof.
  unfold entry_plies. intros H. destruct (over (at_position e)) as [r|] eqn:O.
  - destruct (R r) eqn:Rr; [|discriminate]. intros [= <-]. eapply forces_over; eauto.
  - destruct (X _) eqn:T.
    + destruct (nth_error _ _) as [m|] eqn:E; [|discriminate]. destruct (next e) as [|i [|? ?]]; try discriminate.
      destruct (leads _ _ _) as [k|] eqn:L; [|discriminate]. intros [= <-]. rewrite N2Nat.inj_succ.
      eapply forces_own; eauto; [eapply nth_error_In; eauto|]. eapply leads_spec; eauto.
    + destruct (is_nil _) eqn:N; [discriminate|]. destruct (all_lead _ _ _ _ _) as [k|] eqn:L; [|discriminate].
      intros [= <-]. rewrite N2Nat.inj_succ. apply forces_all; auto.
      * intros Z. now rewrite Z in N.
      * intros m I. eapply all_lead_spec; eauto.
Qed.
Lemma table_spec es : forall t i last p n, right t ->
  (forall q k, last = Some (q, k) -> forces X R (N.to_nat k) q) ->
  table_go t i es last = Some (p, n) -> forces X R (N.to_nat n) p.
Proof.
  induction es as [|e es IH]; simpl; intros t i last p n H L E; [auto|].
  destruct (entry_plies t e) as [k|] eqn:K; [|discriminate]. apply entry_spec in K; auto.
  refine (IH _ _ _ _ _ _ _ E).
  - intros j q b. rewrite at_set. destruct (N.eqb i j); [intros [= <- <-]; auto|apply H].
  - intros q b [= <- <-]. auto.
Qed.
Theorem table_forces es p n : table_of es = Some (p, n) -> forces X R (N.to_nat n) p.
Proof. apply table_spec; [intros i q k; now rewrite at_nothing|discriminate]. Qed.
End Table.
Arguments Entry {G}.

(** * Positions in the stream, and when two are the same *)

(** Written games come as rows, each with the numbers of its options among the earlier ones; the last is meant. *)
Definition forms := PM.t (written * (list N * list N)).
Fixpoint each (t : forms) (l : list N) : option (list written) :=
  match l with
  | [] => Some []
  | j :: l => match at_ t j, each t l with Some (v, _), Some vs => Some (v :: vs) | _, _ => None end
  end.
Fixpoint forms_go (t : forms) (i : N) (rows : list (list N * list N)) : option forms :=
  match rows with
  | [] => Some t
  | (l, r) :: rows => match at_ t i, each t l, each t r with
      | None, Some ls, Some rs => forms_go (set_at t i (Written ls rs, (l, r))) (N.succ i) rows
      | _, _, _ => None
      end
  end.
Definition read_rows : reader (list (list N * list N) * forms) :=
  rows <- many (two row row); match forms_go nothing 0 rows with Some t => ret (rows, t) | None => fail end.
Definition last_row (rows : list (list N * list N)) : N := N.pred (N.of_nat (length rows)).
Definition read_written : reader written :=
  x <- read_rows; match at_ (snd x) (last_row (fst x)) with Some (v, _) => ret v | None => fail end.
Definition read_player : reader player := x <- one; ret (if N.eqb x 0 then First else Second).
Definition read_result : reader result :=
  x <- one; ret (if N.eqb x 0 then Won First else if N.eqb x 1 then Won Second else Draw).
(** Sets are read as lists: 0 and a number, or 1 and the members of a set. *)
Definition read_member : reader N := set <- flag; if set then l <- row; ret (mask l) else one.
Definition read_state (r : rules) : reader (list N) :=
  match r with
  | Nim | Wythoff | Rook | Even_odd | Subtraction _ | Octal _ | Take_away _ | Arrows _ => row
  | Geography g | Walk _ _ g =>   (* beyond the vertices: in the hand *)
      gone <- row; v <- one; ret (if N.ltb (vertices g) v then [mask gone] else [mask gone; v])
  | Kayles _ _ => left <- row; ret [mask left]
  | Stones _ _ => first <- row; second <- row; ret [mask first; mask second]
  | _ => many read_member
  end.
Definition read_position (i : instance) : reader (position (game_of i)) :=
  match i with
  | Positional _ _ _ _ => f <- row; s <- row; t <- read_player; ret (Place (mask f) (mask s) t)
  | LastMove _ r _ => two (read_state r) read_player
  | Ruled _ _ => two (many read_member) read_player
  end.
Definition same_position (i : instance) : position (game_of i) -> position (game_of i) -> bool :=
  match i with
  | Positional _ _ _ _ => fun p q =>
      N.eqb (firsts p) (firsts q) && N.eqb (seconds p) (seconds q) && same_player (turn p) (turn q)
  | LastMove _ _ _ | Ruled _ _ => fun p q => same_numbers (fst p) (fst q) && same_player (snd p) (snd q)
  end.
Lemma same_position_eq i p q : same_position i p q = true -> p = q.
Proof.
  destruct i; simpl in p, q; simpl; rewrite ?andb_true_iff, ?N.eqb_eq, ?same_player_eq; destruct p, q; simpl.
  - intuition (subst; auto).
  - intros [->%same_numbers_eq ->]. auto.
  - intros [->%same_numbers_eq ->]. auto.
Qed.

(** * The rule *)

Definition read_entry (i : instance) : reader (@entry (game_of i)) :=
  p <- read_position i; c <- one; l <- row; ret (Entry p c l).
Definition play_statements (i : instance) (starter : player) (side : list player) (results : list result)
    (es : list (@entry (game_of i))) : list statement :=
  match table_of (same_position i) (among same_player side) (among same_result results) es with
  | Some (p, n) => if same_position i p (start i starter) then [Force starter side results (Some n)] else []
  | None => []
  end.
Definition play_derive (i : instance) : reader (list statement) :=
  starter <- read_player; side <- many read_player; results <- many read_result;
  es <- many (read_entry i); ret (play_statements i starter side results es).

Theorem play_sound i s l s' : play_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold play_derive. intros H. read. unfold play_statements.
  destruct (table_of _ _ _ _) as [[p n]|] eqn:E; [|constructor].
  destruct (same_position i p _) eqn:S; constructor; [|constructor]. apply same_position_eq in S. subst.
  apply table_forces in E; [|apply same_position_eq]. simpl. eapply forces_Forces; eauto. simpl. lia.
Qed.
Definition play_rule : rule := Rule play_derive play_sound.
