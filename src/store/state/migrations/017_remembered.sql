-- Entries of MEMORY.md that the owner ordered (SPEC 7.2), as they were written: what vanishes can be brought back (SPEC 8.8).
CREATE TABLE remembered (
  entry_key TEXT PRIMARY KEY,
  raw TEXT NOT NULL,
  heading TEXT,
  origin TEXT NOT NULL,
  written_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
