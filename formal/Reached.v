(** Rules [family] and [most]: who wins from each of some positions; how much can be reached in Tetris. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional Avoid Decided.
Import ListNotations.

Definition family_ok (misere : bool) (r : rules) (T1 T2 : table (G := last_move (options r) misere)) (x : list N * (bool * N)) : bool :=
  let '(p, (b, j)) := x in
  leads_there (same_position (LastMove misere r p)) (if b : bool then T1 else T2) j (p, First).
Definition family_statements (misere : bool) (r : rules) (won lost : list (@entry (last_move (options r) misere)))
    (each : list (list N * (bool * N))) : list statement :=
  let same := same_position (LastMove misere r []) in
  match table_for same (same_player First) (same_result (Won First)) won,
        table_for same (same_player Second) (same_result (Won Second)) lost with
  | Some T1, Some T2 => if forallb (family_ok misere r T1 T2) each then [Family (map (fun x => (fst x, fst (snd x))) each)] else []
  | _, _ => []
  end.
Definition family_derive (i : instance) : reader (list statement) :=
  match i with
  | LastMove misere r p =>
      won <- many (read_entry (LastMove misere r p)); lost <- many (read_entry (LastMove misere r p));
      each <- many (two (read_state r) (two flag one)); ret (family_statements misere r won lost each)
  | _ => fail
  end.
Theorem family_sound i s l s' : family_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  destruct i as [|misere r p0|]; simpl; try discriminate. intros H. read. unfold family_statements.
  match goal with |- context [match ?t with Some _ => match _ with _ => _ end | None => _ end] => destruct t as [T1|] eqn:A end; [|constructor].
  match goal with |- context [match ?t with Some _ => _ | None => _ end] => destruct t as [T2|] eqn:B end; [|constructor].
  apply table_for_right in A, B; try exact (same_position_eq (LastMove misere r [])).
  destruct (forallb _ _) eqn:C; constructor; [|constructor]. rewrite forallb_forall in C.
  intros p b I. apply in_map_iff in I as ([p' [b' j]] & [= -> ->] & I). apply C in I. unfold family_ok in I. cbv zeta. destruct b.
  - eapply leads_there_spec; [|exact A|exact I]. exact (same_position_eq (LastMove misere r [])).
  - eapply leads_there_spec; [|exact B|exact I]. exact (same_position_eq (LastMove misere r [])).
Qed.
Definition family_rule : rule := Rule family_derive family_sound.

Definition most_statements (t : tetris) (goal k : N) (p : list N)
    (es : list (@entry (ruled_game (Playing t goal k)))) (no : list (@safe (ruled_game (Playing t goal (k + 1))))) : list statement :=
  let same := same_position (Ruled (Playing t goal k) p) in
  let same' := same_position (Ruled (Playing t goal (k + 1)) p) in
  match table_of same (same_player First) (same_result (Won First)) es with
  | Some (q, _) => if same q (p, First) && forallb (safe_ok same' (same_player Second) (same_result (Won First)) (sheltered no)) no
      && existsb (fun e => same' (place_of e) (p, First) && enough None (how_long e)) no then [Most k] else []
  | None => []
  end.
Definition most_derive (i : instance) : reader (list statement) :=
  match i with
  | Ruled (Playing t goal _) p =>
      k <- one; es <- many (read_entry (Ruled (Playing t goal k) p)); no <- many (read_safe (Ruled (Playing t goal (k + 1)) p));
      ret (most_statements t goal k p es no)
  | _ => fail
  end.
Theorem most_sound i s l s' : most_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  destruct i as [| |[|t goal k0| | | |] p]; try discriminate. unfold most_derive. intros H. apply bind_some in H as (k & u & _ & H). read.
  unfold most_statements. destruct (table_of _ _ _ _) as [[q n]|] eqn:E; [|constructor].
  destruct (_ && _ && _) eqn:C; constructor; [|constructor]. rewrite !andb_true_iff in C. destruct C as [[S A] B]. split.
  - apply (same_position_eq (Ruled (Playing t goal k) p)) in S. subst q.
    apply table_forces in E; [|exact (same_position_eq (Ruled (Playing t goal k) p))]. eapply forces_Forces; [exact I|exact E].
  - rewrite forallb_forall in A. apply existsb_exists in B as (e & I & [T L]%andb_true_iff).
    apply (same_position_eq (Ruled (Playing t goal (k + 1)) p)) in T.
    eapply shelter_prevents with (same := same_position (Ruled (Playing t goal (k + 1)) p)); eauto.
    + apply same_position_eq.
    + apply same_position_refl.
    + exists e. split; auto.
Qed.
Definition most_rule : rule := Rule most_derive most_sound.
