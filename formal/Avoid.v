(** Rule [avoid]: positions in which a side can keep the play from some results, each for so many plies or
    for ever, with what it does there. Positions may come again: nothing is said of how the play ends. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables.
Import ListNotations.

(** Who has [k] plies to go, or all, has enough with [r]. *)
Definition enough (k r : option N) : bool :=
  match k, r with _, None => true | Some k, Some r => N.leb k r | None, Some _ => false end.
Definition fewer (k : option N) (n : nat) : option N := option_map (fun k => (k - N.of_nat n)%N) k.

Section Avoid.
Context {G : game}.
Variable same : position G -> position G -> bool.
Hypothesis same_eq : forall p q, same p q = true -> p = q.
Variable X : player -> bool.
Variable R : result -> bool.

Record safe := Safe { place_of : position G; how_long : option N; reply : N; leads_to : list N }.
Definition shelter := PM.t (position G * option N).
Definition stays (t : shelter) (k : option N) (q : position G) (i : N) : bool :=
  match at_ t i with Some (p, r) => same p q && enough k r | None => false end.
Fixpoint all_stay (t : shelter) (k : option N) (p : position G) (ms : list (move G)) (is : list N) : bool :=
  match ms, is with
  | [], [] => true
  | m :: ms, i :: is => stays t k (play p m) i && all_stay t k p ms is
  | _, _ => false
  end.
Definition safe_ok (t : shelter) (e : safe) : bool :=
  let p := place_of e in
  match over p with
  | Some r => negb (R r)
  | None =>
      let ms := moves p in let k := fewer (how_long e) 1 in
      if match how_long e with Some r => N.eqb r 0 | None => false end || is_nil ms then true
      else if X (to_move p) then match nth_error ms (N.to_nat (reply e)), leads_to e with
        | Some m, [i] => stays t k (play p m) i
        | _, _ => false
        end
      else all_stay t k p ms (leads_to e)
  end.

Variable es : list safe.
(** In reverse order, twice, for want of stack in browsers. *)
Fixpoint heads (l : list safe) (done : list (position G * option N)) :=
  match l with [] => done | e :: l => heads l ((place_of e, how_long e) :: done) end.
Lemma in_heads x l : forall done, In x (heads l done) -> In x done \/ exists e, In e l /\ x = (place_of e, how_long e).
Proof.
  induction l as [|e l IH]; simpl; intros done H; auto. apply IH in H as [[<-|H]|(f & I & ->)]; eauto.
Qed.
Definition sheltered : shelter := index (rev_append (heads es []) []).
Hypothesis all_ok : forall e, In e es -> safe_ok sheltered e = true.

Definition stands (k : option N) (q : position G) (e : safe) : Prop := In e es /\ place_of e = q /\ enough k (how_long e) = true.
Lemma stays_spec k q i : stays sheltered k q i = true -> exists e, stands k q e.
Proof.
  unfold stays. destruct (at_ sheltered i) as [[p r]|] eqn:E; [|discriminate]. intros [S L]%andb_true_iff. apply same_eq in S. subst p.
  apply index_spec, nth_error_In in E. rewrite rev_append_rev, app_nil_r, <- in_rev in E.
  apply in_heads in E as [[]|(e & I & [= A B])]. subst. exists e. split; auto.
Qed.
Lemma all_stay_spec k p ms : forall is, all_stay sheltered k p ms is = true -> forall m, In m ms -> exists e, stands k (play p m) e.
Proof.
  induction ms as [|m ms IH]; intros [|i is]; simpl; try discriminate; [intros _ m []|].
  intros [S L]%andb_true_iff m' [<-|I]; [eapply stays_spec; eauto|eauto].
Qed.

Section Strategy.
Variable p0 : position G.
Variable plies : option N.
Definition finds (q : position G) (k : option N) : option safe :=
  find (fun e => same (place_of e) q && enough k (how_long e)) es.
(** What was listed, and anything where nothing is. *)
Definition sheltering (h : list (move G)) : option (move G) :=
  let q := after p0 h in
  match finds q (fewer plies (length h)) with
  | Some e => match nth_error (moves q) (N.to_nat (reply e)) with Some m => Some m | None => hd_error (moves q) end
  | None => hd_error (moves q)
  end.
Lemma sheltering_legal : legal X sheltering p0.
Proof.
  intros ms _ _ _ _ N. unfold sheltering. assert (H : exists m, hd_error (moves (after p0 ms)) = Some m /\ In m (moves (after p0 ms))).
  { destruct (moves (after p0 ms)) as [|m l]; [congruence|]. exists m. simpl; auto. }
  destruct (finds _ _) as [e|]; auto. destruct (nth_error _ _) as [m|] eqn:E; auto. exists m. split; auto. eapply nth_error_In; eauto.
Qed.

Hypothesis same_refl : forall p, same p p = true.
Hypothesis root : exists e, stands plies p0 e.
Lemma after_app ms : forall (p : position G) us, after p (ms ++ us) = after (after p ms) us.
Proof. induction ms; simpl; auto. Qed.
Lemma is_play_app ms : forall (p : position G) us, is_play p (ms ++ us) -> is_play p ms /\ is_play (after p ms) us.
Proof. induction ms as [|m ms IH]; simpl; intros p us H; auto. destruct H as (O & I & H). apply IH in H. tauto. Qed.
Lemma fewer_step n : fewer (fewer plies n) 1 = fewer plies (S n).
Proof. destruct plies; simpl; auto. f_equal. lia. Qed.
Lemma enough_step k r : enough k r = true -> enough (fewer k 1) (fewer r 1) = true.
Proof. destruct k, r; simpl; auto. rewrite !N.leb_le. lia. Qed.
Lemma enough_trans a b c : enough a b = true -> enough b c = true -> enough a c = true.
Proof. destruct a, b, c; simpl; try discriminate; auto. rewrite !N.leb_le. lia. Qed.

Lemma kept ms : is_play p0 ms -> follows X sheltering p0 ms -> within plies (length ms) ->
  exists e, stands (fewer plies (length ms)) (after p0 ms) e.
Proof.
  induction ms as [|m ms IH] using rev_ind; intros P F W.
  - destruct root as (e & I & E & L). exists e. split; auto. split; auto. destruct plies; simpl in *; auto. now rewrite N.sub_0_r.
  - apply is_play_app in P as [P (O & Im & _)]. rewrite app_length in *. simpl in *.
    assert (F' : follows X sheltering p0 ms).
    { intros h m' t E T. apply (F h m' (t ++ [m])); auto. subst. now rewrite <- app_assoc. }
    assert (W' : within plies (length ms)) by (destruct plies; simpl in *; auto; lia).
    assert (W1 : fewer plies (length ms) <> Some 0%N) by (destruct plies; simpl in *; [intros [= E]; lia|discriminate]).
    rewrite Nat.add_1_r, <- fewer_step, after_app. simpl.
    destruct (IH P F' W') as (e & I & E & L).
    assert (Q : forall e, In e es -> place_of e = after p0 ms -> enough (fewer plies (length ms)) (how_long e) = true ->
      match how_long e with Some r => N.eqb r 0 | None => false end || is_nil (moves (after p0 ms)) = false).
    { intros f _ _ K. apply orb_false_iff. split.
      - destruct (how_long f) as [r|]; auto. destruct (fewer plies (length ms)) as [k|]; simpl in K; [|discriminate].
        apply N.leb_le in K. apply N.eqb_neq. intros ->. apply W1. f_equal. lia.
      - destruct (moves (after p0 ms)); [destruct Im|auto]. }
    destruct (X (to_move (after p0 ms))) eqn:T.
    + pose proof (F ms m [] eq_refl T) as S. unfold sheltering in S. destruct (finds _ _) as [f|] eqn:Fi.
      * unfold finds in Fi. apply find_some in Fi as [If [Sf Lf]%andb_true_iff]. apply same_eq in Sf.
        pose proof (all_ok f If) as C. unfold safe_ok in C. rewrite Sf, O, (Q f If Sf Lf), T in C.
        destruct (nth_error _ _) as [m'|]; [|discriminate]. injection S as <-. destruct (leads_to f) as [|i [|]]; try discriminate.
        apply stays_spec in C as (e' & I' & E' & L'). exists e'. split; auto. split; auto.
        eapply enough_trans; [apply enough_step, Lf|exact L'].
      * exfalso. unfold finds in Fi. eapply find_none in Fi; [|exact I]. simpl in Fi. rewrite E, same_refl, L in Fi. discriminate.
    + pose proof (all_ok e I) as C. unfold safe_ok in C. rewrite E, O, (Q e I E L), T in C.
      destruct (all_stay_spec _ _ _ _ C m Im) as (e' & I' & E' & L'). exists e'. split; auto. split; auto.
      eapply enough_trans; [apply enough_step, L|exact L'].
Qed.
Theorem shelter_prevents : Prevents X R plies p0.
Proof.
  exists sheltering. split; [apply sheltering_legal|]. intros ms P F W r O. destruct (kept ms P F W) as (e & I & E & _).
  pose proof (all_ok e I) as C. unfold safe_ok in C. rewrite E, O in C. now apply negb_true_iff.
Qed.
End Strategy.
End Avoid.

(** * The rule: who starts, the side, the results that it avoids, for how long, and the positions, the start last *)

Definition avoid_statements (i : instance) (starter : player) (side : list player) (results : list result) (plies : option N)
    (es : list (@safe (game_of i))) : list statement :=
  let t := sheltered es in
  if forallb (safe_ok (same_position i) (among same_player side) (among same_result results) t) es &&
     existsb (fun e => same_position i (place_of e) (start i starter) && enough plies (how_long e)) es
  then [Prevent starter side results plies] else [].
Definition read_safe (i : instance) : reader (@safe (game_of i)) :=
  p <- read_position i; k <- maybe; c <- one; l <- row; ret (Safe p k c l).
Definition avoid_derive (i : instance) : reader (list statement) :=
  starter <- read_player; side <- many read_player; results <- many read_result; plies <- maybe;
  es <- many (read_safe i); ret (avoid_statements i starter side results plies es).
Lemma same_numbers_refl l : same_numbers l l = true.
Proof. induction l; simpl; auto. now rewrite N.eqb_refl. Qed.
Lemma same_position_refl i p : same_position i p p = true.
Proof.
  assert (P : forall s, same_player s s = true) by now intros [].
  destruct i; simpl; now rewrite ?N.eqb_refl, ?same_numbers_refl, P.
Qed.
Theorem avoid_sound i s l s' : avoid_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  unfold avoid_derive. intros H. read. unfold avoid_statements. destruct (_ && _) eqn:C; constructor; [|constructor].
  apply andb_true_iff in C as [A B]. rewrite forallb_forall in A. apply existsb_exists in B as (e & I & [S L]%andb_true_iff).
  apply same_position_eq in S. eapply shelter_prevents; eauto.
  - apply same_position_eq.
  - apply same_position_refl.
  - exists e. split; auto.
Qed.
Definition avoid_rule : rule := Rule avoid_derive avoid_sound.
