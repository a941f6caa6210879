let of_string s = let k = Z.of_string s in if Z.sign k < 0 then failwith s else k
let to_string = Z.to_string
