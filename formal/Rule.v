(** Rules, and what follows from what they derive. *)
Require Import List Bool NArith Lia.
From Gameproof Require Import Meaning Games Stream.
Import ListNotations.

(** A rule reads its evidence about an instance and derives statements, which are true. *)
Record rule := Rule {
  derive : instance -> reader (list statement);
  sound : forall i s l s', derive i s = Some (l, s') -> Forall (means i) l }.

(** * Entailment *)

Lemma same_player_eq s t : same_player s t = true <-> s = t. Proof. destruct s, t; simpl; split; congruence. Qed.
Lemma same_result_eq r q : same_result r q = true <-> r = q.
Proof. destruct r as [[]|], q as [[]|]; simpl; split; congruence. Qed.
Lemma among_In {A} (same : A -> A -> bool) l x : (forall a b, same a b = true <-> a = b) ->
  among same l x = true <-> In x l.
Proof.
  intros S. unfold among. rewrite existsb_exists. split.
  - intros (y & I & E). apply S in E. now subst.
  - intros I. exists x. split; auto. now apply S.
Qed.
Definition in_results := among same_result.
Definition same_side (k w : list player) : bool :=
  forallb (fun s => Bool.eqb (among same_player k s) (among same_player w s)) [First; Second].
Definition covered (k w : list result) : bool := forallb (in_results w) k.
Definition apart_results (k w : list result) : bool := forallb (fun r => negb (in_results w r)) k.
(** Who promises [k] plies keeps the promise of [w]. *)
Definition sooner (k w : option N) : bool :=
  match k, w with _, None => true | Some k, Some w => N.leb k w | None, Some _ => false end.

(** Lists of the same length whose members agree, one by one. *)
Section Each.
Context {A : Type}.
Variable same : A -> A -> bool.
Fixpoint same_each (l m : list A) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => same x y && same_each l m | _, _ => false end.
End Each.
Fixpoint same_written (v w : written) : bool :=
  match v, w with Written l r, Written l' r' => same_each same_written l l' && same_each same_written r r' end.
Lemma same_written_eq : forall v w, same_written v w = true -> v = w.
Proof.
  fix IH 1. intros [l r] [l' r'] E. cbn [same_written] in E. apply andb_true_iff in E as [L R]. f_equal.
  - revert l' L. induction l as [|x l K]; intros [|y l'] L; try discriminate; auto.
    cbn [same_each] in L. apply andb_true_iff in L as [E M]. f_equal; [now apply IH|now apply K].
  - revert r' R. induction r as [|x r K]; intros [|y r'] R; try discriminate; auto.
    cbn [same_each] in R. apply andb_true_iff in R as [E M]. f_equal; [now apply IH|now apply K].
Qed.

Definition same_starter (s t : option player) : bool :=
  match s, t with Some s, Some t => same_player s t | None, None => true | _, _ => false end.
Lemma same_starter_eq s t : same_starter s t = true -> s = t.
Proof. destruct s, t; simpl; try discriminate; auto. rewrite same_player_eq. congruence. Qed.
Definition same_of_stones (q w : of_stones) : bool :=
  match q, w with
  | Labels a b c d, Labels a' b' c' d' => N.eqb a a' && N.eqb b b' && N.eqb c c' && N.eqb d d'
  | Terminal s, Terminal t | Score s, Score t => same_player s t
  | _, _ => false
  end.
Lemma same_of_stones_eq q w : same_of_stones q w = true -> q = w.
Proof.
  destruct q, w; simpl; try discriminate; rewrite ?andb_true_iff, ?N.eqb_eq, ?same_player_eq; intuition congruence.
Qed.
Definition same_quantity (q w : quantity) : bool :=
  match q, w with
  | Drawn_boards s, Drawn_boards t => same_starter s t
  | Fewest_crosses, Fewest_crosses | Sets_of_first, Sets_of_first | Sizes, Sizes => true
  | Triples T l, Triples U m => N.eqb T U && same_numbers l m
  | Of_stones q, Of_stones w => same_of_stones q w
  | _, _ => false
  end.
Lemma same_quantity_eq q w : same_quantity q w = true -> q = w.
Proof.
  destruct q, w; simpl; try discriminate; auto.
  - intros E%same_starter_eq. congruence.
  - intros [E%N.eqb_eq H%same_numbers_eq]%andb_true_iff. congruence.
  - intros E%same_of_stones_eq. congruence.
Qed.

Definition entails (known wanted : statement) : bool :=
  match known, wanted with
  | Force s x r n, Force s' x' r' n' => same_player s s' && same_side x x' && covered r r' && sooner n n'
  | Force s x r n, Prevent s' x' r' n' => same_player s s' && same_side x x' && apart_results r r'
  | Prevent s x r n, Prevent s' x' r' n' => same_player s s' && same_side x x' && covered r' r && sooner n' n
  | Paired e o a, Paired e' o' a' => Bool.eqb e e' && same_player o o' && Bool.eqb a a'
  | Starts w l, Starts w' l' => same_numbers w w' && same_numbers l l'
  | Heap n, Heap m => N.eqb n m
  | Value v, Value w => same_written v w
  | Family l, Family l' => same_each (fun x y => same_numbers (fst x) (fst y) && Bool.eqb (snd x) (snd y)) l l'
  | Most k, Most k' => N.eqb k k'
  | Largest_matching k, Largest_matching k' => N.eqb k k'
  | Counts q v, Counts q' v' => same_quantity q q' && same_numbers v v'
  | Drawn s, Drawn s' => same_starter s s'
  | Moves s w l, Moves s' w' l' => same_player s s' && same_numbers w w' && same_numbers l l'
  | _, _ => false
  end.

Lemma sooner_spec k w n : sooner k w = true -> within k n -> within w n.
Proof. destruct k, w; simpl; try discriminate; auto. intros L%N.leb_le ?. lia. Qed.
Lemma same_side_spec x x' : same_side x x' = true -> forall s, among same_player x s = among same_player x' s.
Proof.
  unfold same_side. simpl. rewrite !andb_true_iff, !Bool.eqb_true_iff. intros (A & B & _) []; auto.
Qed.
Lemma covered_spec k w r : covered k w = true -> among same_result k r = true -> among same_result w r = true.
Proof. unfold covered. rewrite forallb_forall, among_In by apply same_result_eq. auto. Qed.

Section Sides.
Context {G : game}.
Lemma follows_side X Y (s : strategy) (p : position G) ms : (forall a, X a = Y a) -> follows X s p ms -> follows Y s p ms.
Proof. intros E F h m t Q T. rewrite <- E in T. eauto. Qed.
Lemma legal_side X Y (s : strategy) (p : position G) : (forall a, X a = Y a) -> legal X s p -> legal Y s p.
Proof. intros E L ms P F O T N. rewrite <- E in T. apply L; auto. apply (follows_side Y X); auto. Qed.

Lemma Forces_more X Y (R Q : result -> bool) k w (p : position G) : (forall a, X a = Y a) ->
  (forall r, R r = true -> Q r = true) -> sooner k w = true -> Forces X R k p -> Forces Y Q w p.
Proof.
  intros E I S (s & n & W & L & F). exists s, n. split; [eapply sooner_spec; eauto|]. split; [eapply legal_side; eauto|].
  intros ms P Fo. destruct (F ms P) as [A B]; [apply (follows_side Y X); auto|]. split; auto.
  intros En. destruct (B En) as (r & O & K). eauto.
Qed.
Lemma Prevents_more X Y (R Q : result -> bool) k w (p : position G) : (forall a, X a = Y a) ->
  (forall r, Q r = true -> R r = true) -> sooner w k = true -> Prevents X R k p -> Prevents Y Q w p.
Proof.
  intros E I S (s & L & F). exists s. split; [eapply legal_side; eauto|]. intros ms P Fo W r O.
  destruct (Q r) eqn:K; auto. apply I in K. rewrite (F ms P) in K; auto; [apply (follows_side Y X); auto|eapply sooner_spec; eauto].
Qed.
End Sides.

Theorem entails_sound i known wanted : entails known wanted = true -> means i known -> means i wanted.
Proof.
  destruct known as [s x r n|s x r n|e o a|w l|n|v|s w l|l|m|n|q v|o], wanted as [s' x' r' n'|s' x' r' n'|e' o' a'|w' l'|n'|v'|s' w' l'|l'|m'|n'|q' v'|o']; simpl; try discriminate;
    rewrite ?andb_true_iff.
  - intros [[[T%same_player_eq X] R] P]. subst s'. apply Forces_more; auto.
    + now apply same_side_spec.
    + intros q. now apply covered_spec.
  - intros [[T%same_player_eq X] R] F. subst s'. eapply Forces_Prevents; [eapply Forces_more; [| | |exact F]|].
    + now apply same_side_spec.
    + intros q H; exact H.
    + instantiate (1 := None). now destruct n.
    + intros q H. unfold apart_results in R. rewrite forallb_forall in R. apply negb_true_iff, R.
      now apply (among_In _ _ _ same_result_eq).
  - intros [[[T%same_player_eq X] R] P]. subst s'. apply Prevents_more; auto.
    + now apply same_side_spec.
    + intros q. now apply covered_spec.
  - rewrite same_player_eq, !Bool.eqb_true_iff. intros [[<- <-] <-]. auto.
  - intros [<-%same_numbers_eq <-%same_numbers_eq]. auto.
  - intros <-%N.eqb_eq. auto.
  - intros <-%same_written_eq. auto.
  - rewrite same_player_eq. intros [[<- <-%same_numbers_eq] <-%same_numbers_eq]. auto.
  - intros E. replace l' with l; auto. revert l' E. induction l as [|[p b] l IH]; intros [|[q c] l'] E; try discriminate; auto.
    cbn [same_each fst snd] in E. rewrite !andb_true_iff in E. destruct E as [[P%same_numbers_eq B%Bool.eqb_prop] E]. subst.
    f_equal. now apply IH.
  - intros <-%N.eqb_eq. auto.
  - intros <-%N.eqb_eq. auto.
  - intros [<-%same_quantity_eq <-%same_numbers_eq]. auto.
  - intros <-%same_starter_eq. auto.
Qed.
