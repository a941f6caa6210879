% A step forward or a capture aslant; a player may also wait.
#blackactions
:action step
:parameters (?x, ?y)
:precondition (black(?x,?y) open(?x,?y-1))
:effect (open(?x,?y) black(?x,?y-1))
:action take
:parameters (?x, ?y)
:precondition (black(?x,?y) white(?x+1,?y-1))
:effect (open(?x,?y) black(?x+1,?y-1))
:action wait
:parameters (?x, ?y)
:precondition ()
:effect ()
#whiteactions
:action step
:parameters (?x, ?y)
:precondition (white(?x,?y) open(?x,?y+1))
:effect (open(?x,?y) white(?x,?y+1))
:action wait
:parameters (?x, ?y)
:precondition ()
:effect ()
