-- Agents that were given untrusted text while no hooks told of their turns (SPEC 4.5). No text is kept: who, when, and a clause
-- for people. Rows live for a day.
CREATE TABLE heard (
  id INTEGER PRIMARY KEY,
  session TEXT,
  process_id INTEGER,
  process_start TEXT,
  reason TEXT NOT NULL,
  heard_at TEXT NOT NULL
) STRICT;
