"""The sheet that pictures are drawn on: shapes, colours, widths of words, other formats."""
