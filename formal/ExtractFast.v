(** The same with machine numbers for nat and the integers of zarith for N, and lists of any length: quicker, and more to trust. *)
From Coq Require Import List NArith Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
From Gameproof Require Import Meaning Stream Check.
Extract Constant N.testbit => "(fun a i -> Z.testbit a (Z.to_int i))".
Extract Constant N.setbit => "(fun a i -> Z.logor a (Z.shift_left Z.one (Z.to_int i)))".
Extract Constant N.clearbit => "(fun a i -> Z.logand a (Z.lognot (Z.shift_left Z.one (Z.to_int i))))".
Extract Constant N.land => "Z.logand".
Extract Constant N.lor => "Z.logor".
Extract Constant N.ldiff => "(fun a b -> Z.logand a (Z.lognot b))".
Extract Constant N.shiftl => "(fun a i -> Z.shift_left a (Z.to_int i))".
Extract Constant N.shiftr => "(fun a i -> Z.shift_right a (Z.to_int i))".
Extract Constant N.eqb => "Z.equal".
Extract Constant Pos.eqb => "Z.equal".
Extract Constant N.leb => "Z.leq".
Extract Constant N.ltb => "Z.lt".
Extract Constant N.pred => "(fun a -> if Z.sign a = 0 then a else Z.pred a)".
Extract Constant N.ones => "(fun i -> Z.pred (Z.shift_left Z.one (Z.to_int i)))".
Extract Constant N.to_nat => "Z.to_int".
Extract Constant N.of_nat => "Z.of_int".
(* What stands in the standard library, without a stack as deep as the list is long: a page has a small one. *)
Extract Constant map => "(fun f l -> List.rev (List.rev_map f l))".
Extract Constant app => "(fun a b -> List.rev_append (List.rev a) b)".
Extract Constant flat_map => "(fun f l -> List.rev (List.fold_left (fun found x -> List.rev_append (f x) found) [] l))".
Extract Constant filter => "(fun f l -> List.rev (List.fold_left (fun found x -> if f x then x :: found else found) [] l))".
Extract Constant length => "List.length".
Extract Constant fold_right => "(fun f a l -> List.fold_left (fun a x -> f x a) a (List.rev l))".
Extract Constant concat => "(fun l -> List.rev (List.fold_left (fun found x -> List.rev_append x found) [] l))".
Extract Constant seq => "(fun start n -> List.init n (fun i -> start + i))".
Extract Constant repeat => "(fun x n -> List.init n (fun _ -> x))".
Extraction Language OCaml.
Extraction "build/fast/checker.ml" check members pitch_lines.
