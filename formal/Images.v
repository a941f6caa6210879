(** Rule [images]: in Snort and Col who answers on images moves last (Tweedledum, Tweedledee: Winning Ways,
    chapter 1; on graphs: Ashmore, Austin, Davies, Dyer, Kellough 2025). *)
Require Import List Bool Arith NArith Lia.
From Gameproof Require Import Meaning Games Stream Rule Tables Positional Geography.
Import ListNotations.

Lemma has_clear_all vs : forall A c, has (clear A vs) c = has A c && negb (existsb (N.eqb c) vs).
Proof.
  induction vs as [|v vs IH]; intros A c; [now rewrite andb_true_r|]. cbn [clear fold_left existsb].
  change (fold_left N.clearbit vs (N.clearbit A v)) with (clear (N.clearbit A v) vs).
  rewrite IH, has_clear, (N.eqb_sym v c). destruct (has A c), (N.eqb c v); reflexivity.
Qed.

Section Images.
Variable col : bool.
Variable g : graph.
Notation G := (last_move (options (Stones col g)) false).

(** What a stone of [s] on [v] closes to [t]; where [t] may put stones in a position. *)
Definition near (s t : player) (v : N) : list N := v :: if Bool.eqb (same_player s t) col then neighbours g v else [].
Definition closes (s t : player) (v c : N) : bool := existsb (N.eqb c) (near s t v).
Definition may (t : player) (p : list N) : N :=
  match p with [A; B] => match t with First => A | Second => B end | _ => 0%N end.
Definition stone (s : player) (v : N) (p : list N) : list N :=
  [clear (may First p) (near s First v); clear (may Second p) (near s Second v)].

Lemma in_moves s p q : In q (options (Stones col g) s p) <->
  length p = 2 /\ exists v, q = stone s v p /\ has (may s p) v = true /\ (v < vertices g)%N.
Proof.
  destruct p as [|A [|B [|]]]; try (simpl; split; [intros []|intros [[=] _]]).
  simpl. rewrite in_map_iff. split.
  - intros (v & <- & I). apply filter_In in I as [L H]. rewrite in_below in L. split; auto. exists v. auto.
  - intros (_ & v & -> & H & L). exists v. split; [reflexivity|]. apply filter_In. rewrite in_below. auto.
Qed.
Lemma has_may s t v p c : has (may t (stone s v p)) c = has (may t p) c && negb (closes s t v c).
Proof. destruct t; apply has_clear_all. Qed.
Lemma has_moves s p v : length p = 2 -> has (may s p) v = true -> (v < vertices g)%N -> over (g := G) (p, s) = None.
Proof.
  intros E H L. assert (I : In (stone s v p) (options (Stones col g) s p)) by (apply in_moves; eauto).
  unfold last_move. cbn [over fst snd]. destruct (options (Stones col g) s p); [destruct I|auto].
Qed.

Variable w : player.      (* who answers on the image *)
Variable image : N -> N.
Notation o := (other w).
Definition theirs (p : list N) : list N := filter (has (may o p)) (below (vertices g)).
Definition answers (p : list N) : Prop := length p = 2 /\ forall v, In v (theirs p) ->
  (image v < vertices g)%N /\ has (may w p) (image v) = true /\ closes o w v (image v) = false /\
  forall x, In x (theirs p) ->
    closes o o v x = true \/ closes w o (image v) x = true \/ (closes o w v (image x) = false /\ closes w w (image v) (image x) = false).

Lemma in_theirs p v : In v (theirs p) <-> (v < vertices g)%N /\ has (may o p) v = true.
Proof. unfold theirs. rewrite filter_In, in_below. tauto. Qed.
Lemma closes_self s t v : closes s t v v = true.
Proof. unfold closes, near. simpl. now rewrite N.eqb_refl. Qed.

Lemma answers_after p v : answers p -> In v (theirs p) -> answers (stone w (image v) (stone o v p)).
Proof.
  intros [_ A] I. split; [reflexivity|]. destruct (A v I) as (_ & _ & _ & X).
  assert (In' : forall x, In x (theirs (stone w (image v) (stone o v p))) ->
            In x (theirs p) /\ closes o o v x = false /\ closes w o (image v) x = false).
  { intros x. rewrite !in_theirs, !has_may, !andb_true_iff, !negb_true_iff. tauto. }
  intros x Ix. destruct (In' x Ix) as (Jx & C1 & C2). destruct (A x Jx) as (L & M & C & Y). split; [exact L|].
  split; [|split; [exact C|intros y Iy; apply Y; now apply In']].
  rewrite !has_may, M. destruct (X x Jx) as [E|[E|[E F]]]; try congruence. now rewrite E, F.
Qed.

Theorem answered_wins n : forall p, length (theirs p) <= n -> answers p -> forces (G := G) (just w) (won w) (2 * n) (p, o).
Proof.
  induction n as [n IH] using lt_wf_ind. intros p L A. destruct (options (Stones col g) o p) as [|q0 l] eqn:E.
  - eapply forces_over; [unfold last_move; cbn [over fst snd]; rewrite E; reflexivity|]. rewrite other_other. apply same_refl.
  - assert (NE : options (Stones col g) o p <> []) by congruence.
    assert (Q : In q0 (options (Stones col g) o p)) by (rewrite E; simpl; auto).
    apply in_moves in Q as (_ & v0 & _ & H0 & L0). destruct n as [|n].
    { assert (I0 : In v0 (theirs p)) by now apply in_theirs. destruct (theirs p); [destruct I0|simpl in L; lia]. }
    replace (2 * S n) with (S (S (2 * n))) by lia.
    apply (forces_all (G := G)); [exact (has_moves o p v0 (proj1 A) H0 L0)|now destruct w|exact NE|].
    intros q Iq. apply in_moves in Iq as (E2 & v & -> & Hv & Lv). assert (Iv : In v (theirs p)) by now apply in_theirs.
    destruct (proj2 A v Iv) as (Lu & M & C & _).
    assert (Hu : has (may w (stone o v p)) (image v) = true) by now rewrite has_may, M, C.
    assert (E3 : play (g := G) (p, o) (stone o v p) = (stone o v p, w)) by (unfold last_move; cbn [play snd]; now rewrite other_other).
    cbn [fst snd] in *. rewrite E3. 
    apply (forces_own (G := G)) with (m := stone w (image v) (stone o v p)).
    + now apply has_moves with (v := image v).
    + apply same_refl.
    + apply in_moves. eauto.
    + apply IH; [lia| |now apply answers_after].
      enough (length (theirs (stone w (image v) (stone o v p))) < length (theirs p)) by lia.
      apply filter_less with (x := v); [|now apply in_below|exact Hv|].
      * intros y. rewrite !has_may, !andb_true_iff. tauto.
      * rewrite !has_may, closes_self. now rewrite andb_false_r.
Qed.

(** * The checker *)
Definition answersb (p : list N) : bool :=
  N.eqb (N.of_nat (length p)) 2 && forallb (fun v => let u := image v in
    N.ltb u (vertices g) && has (may w p) u && negb (closes o w v u) &&
    forallb (fun x => closes o o v x || closes w o u x || negb (closes o w v (image x)) && negb (closes w w u (image x))) (theirs p))
    (theirs p).
Lemma answersb_spec p : answersb p = true -> answers p.
Proof.
  unfold answersb. rewrite andb_true_iff, N.eqb_eq, forallb_forall. intros [E A]. split; [lia|]. intros v I. specialize (A v I). simpl in A.
  rewrite !andb_true_iff, N.ltb_lt, negb_true_iff, forallb_forall in A. destruct A as [[[L M] C] X].
  split; [exact L|]. split; [exact M|]. split; [exact C|]. intros x Ix. specialize (X x Ix).
  rewrite !orb_true_iff, andb_true_iff, !negb_true_iff in X. tauto.
Qed.
End Images.

(** * The rule: who starts, the winner, his first move where he starts, and the images *)

Definition images_statements (i : instance) (starter w : player) (first : option N) (pairs : list (N * N)) : list statement :=
  match i with
  | LastMove false (Stones col g) p =>
      let t := fold_left (fun t vu => set_at t (fst vu) (snd vu)) pairs nothing in
      let image v := match at_ t v with Some u => u | None => vertices g end in
      let told := [Force starter [w] [Won w] None] in
      match first with
      | None => if same_player starter (other w) && answersb col g w image p then told else []
      | Some v => if same_player starter w && N.eqb (N.of_nat (length p)) 2 && has (may w p) v && N.ltb v (vertices g)
                     && answersb col g w image (stone col g w v p) then told else []
      end
  | _ => []
  end.
Definition images_derive (i : instance) : reader (list statement) :=
  starter <- read_player; w <- read_player; first <- maybe; pairs <- many (two one one);
  ret (images_statements i starter w first pairs).
Lemma images_true i starter w first pairs : Forall (means i) (images_statements i starter w first pairs).
Proof.
  destruct i as [|[] r p|]; try constructor; destruct r; try constructor. unfold images_statements. set (image := fun v => _).
  destruct first as [v|].
  - destruct (_ && answersb _ _ _ _ _) eqn:C; constructor; [|constructor].
    rewrite !andb_true_iff, N.ltb_lt, N.eqb_eq, same_player_eq in C. destruct C as [[[[-> E] H] L] A]. apply answersb_spec in A.
    assert (E2 : length p = 2) by lia.
    apply (wins_ever (LastMove false (Stones col g) p) w w (S (2 * length (theirs g w (stone col g w v p))))).
    apply (forces_own (G := game_of (LastMove false (Stones col g) p))) with (m := stone col g w v p).
    + now apply has_moves with (v := v).
    + apply same_refl.
    + apply in_moves. eauto.
    + now apply answered_wins with (image := image).
  - destruct (_ && answersb _ _ _ _ _) eqn:C; constructor; [|constructor]. rewrite andb_true_iff, same_player_eq in C.
    destruct C as [-> A]. apply answersb_spec in A.
    apply (wins_ever (LastMove false (Stones col g) p) (other w) w (2 * length (theirs g w p))).
    now apply answered_wins with (image := image).
Qed.
Theorem images_sound i s l s' : images_derive i s = Some (l, s') -> Forall (means i) l.
Proof. unfold images_derive. intros H. read. apply images_true. Qed.
Definition images_rule : rule := Rule images_derive images_sound.
