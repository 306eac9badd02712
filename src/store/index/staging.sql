-- Only in the second file of a rebuild: the tokens that become rows of `chunk_keywords` when the file is swapped in.
CREATE TABLE IF NOT EXISTS staged_keywords (
  chunk_id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  parts TEXT NOT NULL,
  context TEXT NOT NULL,
  context_parts TEXT NOT NULL
) STRICT;
