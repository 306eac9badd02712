-- Transcripts of agents that were ingested (SPEC 7.4). None of their text is kept here.

-- A file, and how far it was read. `first_hash` is of its first line, by which it is known under another name;
-- `read_hash` is of all that was read. `reading` is what its reader has to know to go on, JSON.
CREATE TABLE ingested_files (
  path TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  first_hash TEXT NOT NULL,
  read_hash TEXT NOT NULL,
  line INTEGER NOT NULL,
  byte_offset INTEGER NOT NULL,
  reading TEXT NOT NULL,
  read_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ingested_files_by_first ON ingested_files (first_hash);

-- A session of a client. `writing`: how long each of its redacted transcripts was before a write that is under way, JSON;
-- no value: none is. `swept_until`: what was said up to then has been deleted for its age, and does not come again.
CREATE TABLE ingested_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client TEXT NOT NULL,
  name TEXT NOT NULL,
  last_at TEXT,
  writing TEXT,
  swept_until TEXT,
  UNIQUE (client, name)
) STRICT;

-- Names by which a message is known again, as keyed hashes of 12 bytes; `is_proven`: it was taken as the owner's.
CREATE TABLE ingested_messages (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 12),
  session_id INTEGER NOT NULL REFERENCES ingested_sessions (id) ON DELETE CASCADE,
  is_proven INTEGER NOT NULL CHECK (is_proven IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX ingested_messages_by_session ON ingested_messages (session_id);
