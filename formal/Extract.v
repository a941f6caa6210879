(** The program: the same function in OCaml, with Coq's own numbers. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Gameproof Require Import Meaning Stream Check.
Extraction Language OCaml.
Extraction "build/plain/checker.ml" check members pitch_lines.
