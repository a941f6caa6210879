% Domineering: dominoes, Black's upright, White's lying.
#blackactions
:action upright
:parameters (?x, ?y)
:precondition (open(?x,?y) open(?x,?y+1))
:effect (black(?x,?y) black(?x,?y+1))
#whiteactions
:action lying
:parameters (?x, ?y)
:precondition (open(?x,?y) open(?x+1,?y))
:effect (white(?x,?y) white(?x+1,?y))
