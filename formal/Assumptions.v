(** What the theorems rest on: nothing ("Closed under the global context"). *)
From Gameproof Require Import Check Lines Bouton Wythoff Golden Pairing3d1 Growing Strips.
Print Assumptions check_sound.
Print Assumptions number_of_lines.
Print Assumptions every_line.
Print Assumptions only_lines.
Print Assumptions bouton.
Print Assumptions bouton_theorem.
Print Assumptions wythoff_theorem.
Print Assumptions cold_once.
Print Assumptions cold_golden.
Print Assumptions pairing_3d_1.
Print Assumptions draw_3d_1.
Print Assumptions breaker_3d_1.
Print Assumptions opening_wins.
Print Assumptions strip_wins.
