(** The same with machine numbers for nat and the integers of zarith for N: quicker, and more to trust. *)
From Coq Require Import NArith Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
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
Extraction Language OCaml.
Extraction "build/fast/checker.ml" check members pitch_lines.
