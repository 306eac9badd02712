-- What the hooks of agents tell: sessions, their turns, and what tools gave them (SPEC 4.3 to 4.5).

-- One session of a client, under the client's own name for it. The process is the client's, as of the newest hook that
-- came from it directly; its start time tells it from a later process with the same id.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client TEXT NOT NULL,
  name TEXT NOT NULL,
  process_id INTEGER,
  process_start TEXT,
  has_terminal INTEGER NOT NULL CHECK (has_terminal IN (0, 1)),
  is_batch INTEGER NOT NULL CHECK (is_batch IN (0, 1)),
  is_proven INTEGER NOT NULL CHECK (is_proven IN (0, 1)),
  kind TEXT NOT NULL CHECK (kind IN ('interactive', 'cron', 'heartbeat', 'subagent', 'unknown')),
  chat TEXT NOT NULL CHECK (chat IN ('direct', 'group', 'channel')),
  project_dir TEXT,
  started_at TEXT NOT NULL,
  last_hook_at TEXT NOT NULL,
  ended_at TEXT,
  has_lost_text INTEGER NOT NULL DEFAULT 0 CHECK (has_lost_text IN (0, 1)),
  UNIQUE (client, name)
) STRICT;

-- A turn is open until `closed_at`. It is settled once an index run has looked at every file after that: until then,
-- lines that turn up may be its own.
CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  prompt_hash TEXT,
  opened_at TEXT NOT NULL,
  last_hook_at TEXT NOT NULL,
  has_baseline INTEGER NOT NULL DEFAULT 0 CHECK (has_baseline IN (0, 1)),
  tainted_at TEXT,
  taint_reason TEXT,
  closed_at TEXT,
  closed_by TEXT CHECK (closed_by IN ('reply', 'end', 'prompt', 'start', 'death', 'silence')),
  settled_at TEXT,
  CHECK ((tainted_at IS NULL) = (taint_reason IS NULL)),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK (settled_at IS NULL OR closed_at IS NOT NULL)
) STRICT;
CREATE INDEX turns_unsettled ON turns (id) WHERE settled_at IS NULL;
CREATE INDEX turns_by_session ON turns (session_id, id);

-- What one tool gave a session, as hashes: shingles of its text, and the names in it (numbers, addresses, identifiers).
-- Both are sorted lists of 8-byte numbers. `is_outside`: the tool reads from outside.
CREATE TABLE session_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  digest BLOB NOT NULL CHECK (length(digest) = 16),
  is_outside INTEGER NOT NULL CHECK (is_outside IN (0, 1)),
  shingles BLOB NOT NULL CHECK (length(shingles) % 8 = 0),
  names BLOB NOT NULL CHECK (length(names) % 8 = 0),
  UNIQUE (session_id, digest, is_outside)
) STRICT;

-- Lines that wait for the end of their turn are few, and are asked for in every index run.
CREATE INDEX ledger_pending ON ledger (path_id) WHERE state = 'pending';
