(** What the theorem rests on: nothing ("Closed under the global context"). *)
From Gameproof Require Import Check Lines.
Print Assumptions check_sound.
Print Assumptions number_of_lines.
Print Assumptions every_line.
Print Assumptions only_lines.
