#boardsize
3 3
#init
#depth
4
#blackgoal
False
#whitegoal
False
