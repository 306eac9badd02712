-- What near copies of an injected text are known by (SPEC 4.6). Keyed hashes, no text: its stems, the names in it and all
-- its words as doubles one after the other, and one of the numbers, negations and other parts that make it another fact.
CREATE TABLE near_forms (
  claim_hash TEXT PRIMARY KEY,
  words BLOB NOT NULL,
  names BLOB NOT NULL,
  mentions BLOB NOT NULL,
  facts REAL NOT NULL
) STRICT, WITHOUT ROWID;
