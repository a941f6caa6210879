(* Usage: checker FILE of numbers; exit 0 and what was proved in words, or exit 1. *)
let () =
  let ic = open_in_bin Sys.argv.(1) in
  let text = really_input_string ic (in_channel_length ic) in
  close_in ic;
  match Words.proved text with
  | Some lines -> print_endline ("proved: " ^ String.concat "\n  " lines)
  | None ->
      print_endline "not proved";
      exit 1
