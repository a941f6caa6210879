#boardsize
2 3
#init
black(1,3) white(2,1)
#depth
5
#blackgoal
black(?x,ymin)
#whitegoal
white(?x,ymax)
#blackturn
second
