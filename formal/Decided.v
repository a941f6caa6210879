(** Rules [moves] and [places]: the position after each move, or with the token put anywhere, is decided by
    an entry of two tables of replies. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional.
Import ListNotations.

Lemma in_numbered {A} (l : list A) k x : In (k, x) (numbered l) <-> nth_error l (N.to_nat k) = Some x.
Proof.
  assert (H : forall l a, In (k, x) (combine (map N.of_nat (seq a (length l))) l) <->
    a <= N.to_nat k /\ nth_error l (N.to_nat k - a) = Some x).
  { clear l. induction l as [|y l IH]; intros a; simpl.
    - split; [intros []|]. intros [_ E]. destruct (N.to_nat k - a); discriminate.
    - rewrite IH. split.
      + intros [[= <- <-]|[L E]]; [rewrite Nat2N.id, Nat.sub_diag; auto|]. split; [lia|].
        replace (N.to_nat k - a) with (S (N.to_nat k - S a)) by lia. exact E.
      + intros [L E]. destruct (Nat.eq_dec a (N.to_nat k)) as [Q|Q].
        * left. subst a. rewrite Nat.sub_diag in E. simpl in E. injection E as ->. now rewrite N2Nat.id.
        * right. split; [lia|]. replace (N.to_nat k - a) with (S (N.to_nat k - S a)) in E by lia. exact E. }
  unfold numbered, below. rewrite Nat2N.id, H, Nat.sub_0_r. split; [tauto|]. intros E. split; [lia|auto].
Qed.

Section Judged.
Context {G : game}.
Variable same : position G -> position G -> bool.
Hypothesis same_eq : forall p q, same p q = true -> p = q.
Fixpoint whole_table (X : player -> bool) (R : result -> bool) (t : table (G := G)) (i : N) (es : list entry) : option table :=
  match es with
  | [] => Some t
  | e :: es => match entry_plies same X R t e with
      | Some n => whole_table X R (set_at t i (at_position e, n)) (N.succ i) es
      | None => None
      end
  end.
Lemma whole_table_right X R es : forall t i t', right X R t -> whole_table X R t i es = Some t' -> right X R t'.
Proof.
  induction es as [|e es IH]; simpl; intros t i t' H E; [now injection E as <-|].
  destruct (entry_plies _ _ _ _ _) as [n|] eqn:K; [|discriminate]. apply entry_spec in K; auto. refine (IH _ _ _ _ E).
  intros j q b. rewrite at_set. destruct (N.eqb i j); [intros [= <- <-]; auto|apply H].
Qed.
Definition table_for X R es : option table := whole_table X R nothing 0 es.
Lemma table_for_right X R es t : table_for X R es = Some t -> right X R t.
Proof. apply whole_table_right. intros i q n. now rewrite at_nothing. Qed.
Definition leads_there (t : table (G := G)) (j : N) (q : position G) : bool := match leads same t j q with Some _ => true | None => false end.
Lemma leads_there_spec X R t j q : right X R t -> leads_there t j q = true -> Forces X R None q.
Proof.
  unfold leads_there. intros H. destruct (leads _ _ _ _) as [n|] eqn:E; [|discriminate]. intros _.
  eapply forces_Forces; [exact I|]. eapply leads_spec; eauto.
Qed.
End Judged.

(** * Moves *)

Definition not_won (s : player) (r : result) : bool := negb (same_result (Won s) r).
Section Moves.
Variable i : instance.
Notation G := (game_of i).
Variables T1 T2 : table (G := G).
Fixpoint judged (p : position G) (ms : list (move G)) (each : list (bool * N)) : bool :=
  match ms, each with
  | [], [] => true
  | m :: ms, (b, j) :: each => leads_there (same_position i) (if b : bool then T1 else T2) j (play p m) && judged p ms each
  | _, _ => false
  end.
Lemma judged_spec p ms : forall each, judged p ms each = true -> length ms = length each /\
  forall k m, nth_error ms k = Some m -> exists b j, nth_error each k = Some (b, j) /\
    leads_there (same_position i) (if b : bool then T1 else T2) j (play p m) = true.
Proof.
  induction ms as [|m ms IH]; intros [|[b j] each]; simpl; try discriminate.
  - intros _. split; auto. intros [|k]; discriminate.
  - intros [L J]%andb_true_iff. destruct (IH _ J) as [E K]. split; [congruence|]. intros [|k] m'; simpl; [intros [= <-]; eauto|auto].
Qed.
End Moves.
Definition sorted_out (b : bool) (each : list (bool * N)) : list N :=
  map fst (filter (fun x => Bool.eqb (fst (snd x)) b) (numbered each)).
Lemma in_sorted_out b each k : In k (sorted_out b each) <-> exists j, nth_error each (N.to_nat k) = Some (b, j).
Proof.
  unfold sorted_out. rewrite in_map_iff. split.
  - intros ([k' [b' j]] & <- & I). apply filter_In in I as [I E]. simpl in E. apply Bool.eqb_prop in E. subst b'.
    exists j. now apply in_numbered.
  - intros (j & E). exists (k, (b, j)). split; auto. apply filter_In. split; [now apply in_numbered|]. simpl. apply eqb_reflx.
Qed.
Definition moves_statements (i : instance) (s : player) (won lost : list (@entry (game_of i))) (each : list (bool * N)) : list statement :=
  match table_for (same_position i) (same_player s) (same_result (Won s)) won,
        table_for (same_position i) (same_player (other s)) (not_won s) lost with
  | Some T1, Some T2 => if judged i T1 T2 (start i s) (legal_moves (start i s)) each
      then [Moves s (sorted_out true each) (sorted_out false each)] else []
  | _, _ => []
  end.
Definition moves_derive (i : instance) : reader (list statement) :=
  s <- read_player; won <- many (read_entry i); lost <- many (read_entry i); each <- many (two flag one);
  ret (moves_statements i s won lost each).
Theorem moves_sound i s l s' : moves_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold moves_derive. intros H. read. unfold moves_statements.
  destruct (table_for _ _ _ x1) as [T1|] eqn:A; [|constructor]. destruct (table_for _ _ _ x3) as [T2|] eqn:B; [|constructor].
  apply table_for_right in A, B; try apply same_position_eq. destruct (judged _ _ _ _ _ _) eqn:J; constructor; [|constructor].
  apply judged_spec in J as [E J]. intros k. cbv zeta.
  destruct (nth_error (legal_moves _) (N.to_nat k)) as [m|] eqn:M; rewrite !in_sorted_out.
  - destruct (J _ _ M) as (b & j & Q & L). rewrite Q. destruct b.
    + left. split; [eauto|]. eapply leads_there_spec; eauto. apply same_position_eq.
    + right. split; [eauto|]. split; [intros (j' & [=])|]. eapply Forces_Prevents with (n := None).
      * eapply leads_there_spec; [apply same_position_eq|exact B|exact L].
      * intros r. unfold not_won. apply negb_true_iff.
  - assert (N : nth_error x5 (N.to_nat k) = None) by (apply nth_error_None; rewrite <- E; now apply nth_error_None).
    rewrite N. split; intros (j & [=]).
Qed.
Definition moves_rule : rule := Rule moves_derive moves_sound.

(** * Where the token is put *)

(** For each vertex: does who moves win, and the entries when First and when Second does. *)
Definition place_ok (r : rules) (gone : N) (T1 T2 : table (G := last_move (options r) false)) (x : N * (bool * (N * N))) : bool :=
  let '(v, (b, (j, k))) := x in
  let i := LastMove false r [gone; v] in
  leads_there (same_position i) (if b : bool then T1 else T2) j ([gone; v], First) &&
  leads_there (same_position i) (if b : bool then T2 else T1) k ([gone; v], Second).
Definition places_of (b : bool) (each : list (N * (bool * (N * N)))) : list N :=
  map fst (filter (fun x => Bool.eqb (fst (snd x)) b) each).
Definition places_statements (r : rules) (gone : N) (won lost : list (@entry (last_move (options r) false)))
    (each : list (N * (bool * (N * N)))) : list statement :=
  let same := same_position (LastMove false r [gone]) in
  match table_for same (same_player First) (same_result (Won First)) won,
        table_for same (same_player Second) (same_result (Won Second)) lost with
  | Some T1, Some T2 => if same_numbers (map fst each) (token_places r gone) && forallb (place_ok r gone T1 T2) each
      then [Starts (places_of true each) (places_of false each)] else []
  | _, _ => []
  end.
Definition places_derive (i : instance) : reader (list statement) :=
  match i with
  | LastMove false r [gone; v] =>
      won <- many (read_entry (LastMove false r [gone; v])); lost <- many (read_entry (LastMove false r [gone; v]));
      each <- many (two one (two flag (two one one))); ret (places_statements r gone won lost each)
  | _ => fail
  end.
Theorem places_sound i s l s' : places_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  destruct i as [|[] r [|gone [|v0 [|]]]|]; simpl; try discriminate. intros H. read. unfold places_statements.
  destruct (table_for _ _ _ _) as [T1|] eqn:A; [|constructor]. match goal with |- context [match ?t with Some _ => _ | None => _ end] => destruct t as [T2|] eqn:B end; [|constructor].
  apply table_for_right in A, B; try exact (same_position_eq (LastMove false r [gone])).
  destruct (_ && _) eqn:C; constructor; [|constructor]. apply andb_true_iff in C as [P C]. apply same_numbers_eq in P.
  rewrite forallb_forall in C.
  assert (In_places : forall b v, In v (places_of b x3) <-> exists jk, In (v, (b, jk)) x3).
  { intros b v. unfold places_of. rewrite in_map_iff. split.
    - intros ([v' [b' jk]] & <- & I). apply filter_In in I as [I E]. simpl in E. apply Bool.eqb_prop in E. subst. simpl. eauto.
    - intros (jk & I). exists (v, (b, jk)). split; auto. apply filter_In. split; auto. apply eqb_reflx. }
  intros v. rewrite !In_places, <- P. split.
  - rewrite in_map_iff. split.
    + intros ([v' [[] jk]] & <- & I); eauto.
    + intros [(jk & I)|(jk & I)]; eexists; split; [|exact I| |exact I]; auto.
  - intros s0. split; intros I; apply In_places in I as ([j k] & I); apply C in I; apply andb_true_iff in I as [F S];
      eapply leads_there_spec in F; try (exact A || exact B || exact (same_position_eq (LastMove false r [gone])));
      eapply leads_there_spec in S; try (exact A || exact B || exact (same_position_eq (LastMove false r [gone])));
      destruct s0; assumption.
Qed.
Definition places_rule : rule := Rule places_derive places_sound.
