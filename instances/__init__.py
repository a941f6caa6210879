"""Instance files: their format, reader, writer, corpus, and the words for boards."""
