-- What a language model made of a question that was just asked (SPEC 9.3: for 15 s). The key is a keyed hash of all that it
-- was told. Every forget empties the table.
CREATE TABLE model_answers (
  key TEXT PRIMARY KEY,
  answer TEXT NOT NULL,
  answered_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
