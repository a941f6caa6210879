(* For a page: gameproofProved(text) gives the words of what was proved, or null. *)
open Js_of_ocaml

let () =
  Js.Unsafe.global##.gameproofProved :=
    Js.wrap_callback (fun text ->
        match Words.proved (Js.to_string text) with
        | Some lines -> Js.some (Js.string (String.concat "\n" lines))
        | None -> Js.null)
