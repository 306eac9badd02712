-- What a session was given of the curated files without asking (SPEC 9.2). No text is kept. `session` is the client's own
-- name of it, as in `injections`.

-- How many prompts a session had since it began or was compacted.
CREATE TABLE session_prompts (
  session TEXT PRIMARY KEY,
  turn INTEGER NOT NULL CHECK (turn >= 0),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The newest time that an entry was given, and what it said then.
CREATE TABLE shown_entries (
  session TEXT NOT NULL,
  entry_key TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  place TEXT NOT NULL,
  turn INTEGER NOT NULL CHECK (turn >= 0),
  shown_at TEXT NOT NULL,
  PRIMARY KEY (session, entry_key)
) STRICT, WITHOUT ROWID;

-- Where recall was turned off: a session by its name, or everywhere under the empty name.
CREATE TABLE recall_off (
  session TEXT PRIMARY KEY,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
