(** Rule [heap]: positions that are equal to heaps of Nim (Sprague 1935, Grundy 1939). Each is listed with
    the least number that no option has, after its options. *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional Geography.
Import ListNotations.

(** Finitely many moves have a longest play. *)
Lemma one_bound {G : game} X R (p : position G) ms :
  (forall m, In m ms -> exists n, forces X R n (play p m)) -> exists n, forall m, In m ms -> forces X R n (play p m).
Proof.
  induction ms as [|m ms IH]; intros H.
  - exists 0. intros m [].
  - destruct IH as (n & K); [intros; apply H; simpl; auto|]. destruct (H m) as (k & F); [simpl; auto|].
    exists (n + k). intros m' [<-|I]; eapply forces_more; eauto; lia.
Qed.

Section Heap.
Context {P : Type}.
Variable options : player -> P -> list P.
Hypothesis impartial : forall s t p, options s p = options t p.
Notation sum := (beside options (fun _ => in_one below)).
Notation G := (last_move sum false).

(** Beside the heap [n] who starts loses, beside any other he wins. *)
Definition worth (p : P) (n : N) : Prop := forall h s, let w := if N.eqb h n then other s else s in
  exists k, forces (G := G) (just w) (won w) k ((p, [h]), s).

Lemma in_sum p h s q : In q (sum s (p, [h])) <->
  (exists p', In p' (options s p) /\ q = (p', [h])) \/ (exists k, (k < h)%N /\ q = (p, [k])).
Proof.
  unfold beside. simpl. rewrite in_app_iff, !in_map_iff, app_nil_r. setoid_rewrite in_map_iff. setoid_rewrite in_below. split.
  - intros [(p' & <- & I)|(l & <- & k & <- & L)]; eauto.
  - intros [(p' & I & ->)|(k & L & ->)]; eauto 8.
Qed.

Lemma worth_of p n : (forall q, In q (options First p) -> exists m, worth q m /\ m <> n) ->
  (forall k, (k < n)%N -> exists q, In q (options First p) /\ worth q k) -> worth p n.
Proof.
  intros Out Mex h. induction h as [h IH] using (well_founded_induction N.lt_wf_0). intros s.
  destruct (N.eqb_spec h n) as [->|Ne]; intros w; subst w.
  - destruct (sum s (p, [n])) as [|q0 l] eqn:E.
    + exists 0. eapply forces_over; [simpl; rewrite E; reflexivity|]. apply same_refl.
    + assert (NE : sum s (p, [n]) <> []) by (rewrite E; discriminate). clear q0 l E.
      destruct (one_bound (G := G) (just (other s)) (won (other s)) ((p, [n]), s) (sum s (p, [n]))) as (k & K).
      * intros q I. apply in_sum in I as [(p' & I & ->)|(k & L & ->)]; simpl.
        -- rewrite (impartial s First) in I. destruct (Out p' I) as (m & W & D). specialize (W n (other s)).
           destruct (N.eqb_spec n m); [congruence|auto].
        -- specialize (IH k L (other s)). destruct (N.eqb_spec k n); [lia|auto].
      * exists (S k). apply (forces_all (G := G)); auto; [|now destruct s]. simpl. destruct (sum _ _); congruence.
  - assert (Q : exists q, In q (sum s (p, [h])) /\ exists k, forces (G := G) (just s) (won s) k (q, other s)).
    { destruct (N.lt_ge_cases n h) as [L|L].
      - exists (p, [n]). split; [apply in_sum; eauto|]. specialize (IH n L (other s)). rewrite N.eqb_refl, other_other in IH. auto.
      - destruct (Mex h) as (q & I & W); [lia|]. exists (q, [h]). rewrite <- (impartial s First) in I.
        split; [apply in_sum; eauto|]. specialize (W h (other s)). rewrite N.eqb_refl, other_other in W. auto. }
    destruct Q as (q & I & k & F). exists (S k). apply (forces_own (G := G)) with (m := q); auto; [|apply same_refl].
    simpl. destruct (sum s (p, [h])); [destruct I|auto].
Qed.
Lemma worth_zero p n : worth p n -> zero sum (p, [n]).
Proof.
  intros W s. destruct (W n s) as (k & F). rewrite N.eqb_refl in F. eapply forces_Forces; [exact I|]. exact F.
Qed.

(** * The checker *)

Variable same : P -> P -> bool.
Hypothesis same_eq : forall p q, same p q = true -> p = q.
Record listed := Listed { stands_for : P; value_of : N; after_moves : list N }.
Definition table := PM.t (P * N).
Definition worth_at (t : table) (i : N) (p : P) : option N :=
  match at_ t i with Some (q, n) => if same q p then Some n else None | None => None end.
Fixpoint all_worth (t : table) (ps : list P) (is : list N) : option (list N) :=
  match ps, is with
  | [], [] => Some []
  | p :: ps, i :: is => match worth_at t i p, all_worth t ps is with Some n, Some l => Some (n :: l) | _, _ => None end
  | _, _ => None
  end.
Definition row_ok (t : table) (e : listed) : bool :=
  match all_worth t (options First (stands_for e)) (after_moves e) with
  | Some l => negb (existsb (N.eqb (value_of e)) l) && forallb (fun k => existsb (N.eqb k) l) (below (value_of e))
  | None => false
  end.
Fixpoint heap_go (t : table) (i : N) (es : list listed) (last : option (P * N)) : option (P * N) :=
  match es with
  | [] => last
  | e :: es => if row_ok t e then let x := (stands_for e, value_of e) in heap_go (set_at t i x) (N.succ i) es (Some x) else None
  end.

Definition right (t : table) := forall i p n, at_ t i = Some (p, n) -> worth p n.
Lemma all_worth_spec t ps : right t -> forall is l, all_worth t ps is = Some l ->
  (forall p, In p ps -> exists n, In n l /\ worth p n) /\ (forall n, In n l -> exists p, In p ps /\ worth p n).
Proof.
  intros R. induction ps as [|p ps IH]; intros [|i is] l; simpl; try discriminate.
  - intros [= <-]. split; intros ? [].
  - unfold worth_at. destruct (at_ t i) as [[q n]|] eqn:E; [|discriminate]. destruct (same q p) eqn:S; [|discriminate].
    apply same_eq in S. subst q. apply R in E. destruct (all_worth t ps is) as [l'|] eqn:A; [|discriminate].
    intros [= <-]. destruct (IH _ _ A) as [H K]. split.
    + intros p' [<-|I]; [exists n; simpl; auto|]. destruct (H p' I) as (m & ? & ?). exists m. simpl; auto.
    + intros m [<-|I]; [exists p; simpl; auto|]. destruct (K m I) as (p' & ? & ?). exists p'. simpl; auto.
Qed.
Lemma row_ok_spec t e : right t -> row_ok t e = true -> worth (stands_for e) (value_of e).
Proof.
  unfold row_ok. intros R. destruct (all_worth _ _ _) as [l|] eqn:A; [|discriminate].
  destruct (all_worth_spec _ _ R _ _ A) as [H K]. rewrite andb_true_iff, negb_true_iff, forallb_forall. intros [N M].
  apply worth_of.
  - intros q I. destruct (H q I) as (m & Im & W). exists m. split; auto. intros ->.
    rewrite <- not_true_iff_false, existsb_exists in N. apply N. exists (value_of e). split; auto. apply N.eqb_refl.
  - intros k L. apply in_below, M, existsb_exists in L as (m & Im & <-%N.eqb_eq). auto.
Qed.
Lemma heap_go_spec es : forall t i last p n, right t -> (forall q k, last = Some (q, k) -> worth q k) ->
  heap_go t i es last = Some (p, n) -> worth p n.
Proof.
  induction es as [|e es IH]; simpl; intros t i last p n R L E; [auto|].
  destruct (row_ok t e) eqn:K; [|discriminate]. apply row_ok_spec in K; auto. refine (IH _ _ _ _ _ _ _ E).
  - intros j q b. rewrite at_set. destruct (N.eqb i j); [intros [= <- <-]; auto|apply R].
  - intros q b [= <- <-]. auto.
Qed.
End Heap.

(** * The rule *)

Fixpoint impartial (r : rules) : bool :=
  match r with
  | Stones _ _ | Domineering _ _ | Clobber _ _ | Toads_and_frogs _ => false
  | Hackenbush lines => forallb (fun l => N.eqb (snd l) 0) lines
  | Both r _ r' => impartial r && impartial r'
  | _ => true
  end.
Lemma filter_same {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> filter f l = filter g l.
Proof. induction l as [|x l IH]; intros H; auto. simpl. rewrite H, IH; simpl; auto. intros; apply H; simpl; auto. Qed.
Lemma impartial_spec r s t : forall p, impartial r = true -> options r s p = options r t p.
Proof.
  induction r; simpl; try discriminate; auto; intros p.
  - rewrite forallb_forall. intros G. unfold hackenbush. destruct p as [|A [|]]; auto. f_equal. apply filter_same.
    intros [k [[u v] colour]] I. apply in_combine_r, G in I. simpl in I. apply N.eqb_eq in I. now subst.
  - intros [I J]%andb_true_iff. now rewrite IHr1, IHr2.
Qed.

Definition read_row (r : rules) : reader listed := p <- read_state r; n <- one; l <- row; ret (Listed p n l).
Definition heap_derive (i : instance) : reader (list statement) :=
  match i with
  | LastMove false r p => es <- many (read_row r);
      ret (if impartial r then match heap_go (options r) same_numbers nothing 0 es None with
        | Some (q, n) => if same_numbers q p then [Heap n] else []
        | None => []
        end else [])
  | _ => fail
  end.
Theorem heap_sound i s l s' : heap_derive i s = Some (l, s') -> Forall (means i) l.
Proof.
  destruct i as [|[] r p|]; simpl; try discriminate. intros H. read.
  destruct (impartial r) eqn:I; [|constructor]. destruct (heap_go _ _ _ _ _ _) as [[q n]|] eqn:E; [|constructor].
  destruct (same_numbers q p) eqn:S; constructor; [|constructor]. apply same_numbers_eq in S. subst q.
  apply heap_go_spec in E; [|intros; now apply impartial_spec|exact same_numbers_eq|intros j q k; now rewrite at_nothing|discriminate].
  apply worth_zero; auto.
Qed.
Definition heap_rule : rule := Rule heap_derive heap_sound.
