(** What the theorems rest on: nothing ("Closed under the global context"). *)
From Gameproof Require Import Check Lines Bouton.
Print Assumptions check_sound.
Print Assumptions number_of_lines.
Print Assumptions every_line.
Print Assumptions only_lines.
Print Assumptions bouton.
