-- What cannot be derived from the files. Times are ISO 8601 with offset; `unixepoch()` compares them, since texts with
-- different offsets do not sort by time. Closed sets are checked here and typed in src/provenance/origin.ts.

-- Facts about this file: is_simulated, hmac_key, lost_since.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Paths of the ledger, so that a row does not repeat them. `revision` grows with each change of a line's class.
CREATE TABLE paths (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX paths_by_revision ON paths (revision);

-- The per-line ledger (SPEC 4.3). `hash` is half of the SHA-256 of the normalised line; a line that nobody vouched for
-- has no row. `is_seen`: the line was found in its file.
CREATE TABLE ledger (
  path_id INTEGER NOT NULL REFERENCES paths (id),
  hash BLOB NOT NULL CHECK (length(hash) = 16),
  origin TEXT NOT NULL CHECK (origin IN ('owner', 'agent', 'system', 'untrusted')),
  session_kind TEXT NOT NULL CHECK (session_kind IN ('interactive', 'cron', 'heartbeat', 'subagent', 'unknown')),
  state TEXT NOT NULL CHECK (state IN ('booked', 'pending', 'echo', 'attested')),
  observed_at TEXT,
  session TEXT,
  channel TEXT,
  sender TEXT,
  supersession_key TEXT,
  writer TEXT NOT NULL,
  booked_at TEXT NOT NULL,
  is_seen INTEGER NOT NULL CHECK (is_seen IN (0, 1)),
  PRIMARY KEY (path_id, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_never_seen ON ledger (path_id) WHERE is_seen = 0;

-- Lines ever found in a file, booked or not: their hashes of 16 bytes, one after the other.
CREATE TABLE seen_lines (
  path_id INTEGER PRIMARY KEY REFERENCES paths (id),
  hashes BLOB NOT NULL CHECK (length(hashes) % 16 = 0)
) STRICT;

-- Text of untrusted and system lines, folded: what repeats it has its class, whatever the path (SPEC 4.3).
CREATE TABLE taints (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id INTEGER NOT NULL REFERENCES paths (id),
  hash BLOB NOT NULL CHECK (length(hash) = 16),
  origin TEXT NOT NULL CHECK (origin IN ('system', 'untrusted')),
  text TEXT NOT NULL,
  shingles INTEGER NOT NULL,
  UNIQUE (path_id, hash)
) STRICT;

-- Hashes that lead from a line to the tainted texts that it may repeat: shingles, and windows of the least length.
CREATE TABLE taint_grams (
  gram INTEGER NOT NULL,
  taint_id INTEGER NOT NULL,
  is_shingle INTEGER NOT NULL CHECK (is_shingle IN (0, 1)),
  PRIMARY KEY (gram, taint_id, is_shingle)
) STRICT, WITHOUT ROWID;

-- Claims and their signals. Lists are JSON; projects may also be the text 'invalid', which is no JSON.
CREATE TABLE candidates (
  key TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  claim_hash TEXT NOT NULL,
  text TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  first_seen_at TEXT NOT NULL,
  staged_at TEXT,
  daily_count INTEGER NOT NULL DEFAULT 0,
  light_hits INTEGER NOT NULL DEFAULT 0,
  last_light_at TEXT,
  rem_hits INTEGER NOT NULL DEFAULT 0,
  last_rem_at TEXT,
  last_rem_considered_at TEXT,
  concept_tags TEXT NOT NULL,
  supersession_key TEXT,
  importance INTEGER CHECK (importance BETWEEN 1 AND 10),
  triggers TEXT NOT NULL,
  projects TEXT,
  observed TEXT,
  expires TEXT,
  anchors TEXT NOT NULL DEFAULT '[]',
  merged_into TEXT,
  promoted_at TEXT,
  rejected_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX candidates_by_path ON candidates (path, start_line);
CREATE INDEX candidates_queued ON candidates (unixepoch(first_seen_at)) WHERE staged_at IS NULL;

-- The recall log (SPEC 6). No question is kept, only its keyed hash.
CREATE TABLE recalls (
  candidate_key TEXT NOT NULL,
  session TEXT NOT NULL,
  day TEXT NOT NULL,
  question_hash TEXT NOT NULL,
  quality REAL NOT NULL CHECK (quality BETWEEN 0 AND 1),
  recalled_at TEXT NOT NULL,
  project TEXT,
  PRIMARY KEY (candidate_key, session, day, question_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX recalls_by_time ON recalls (unixepoch(recalled_at));

-- Uses of curated entries (SPEC 8.7), apart from the recalls of candidates.
CREATE TABLE curated_uses (
  entry_key TEXT NOT NULL,
  day TEXT NOT NULL,
  session TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('recall', 'trigger')),
  used_at TEXT NOT NULL,
  PRIMARY KEY (entry_key, day, session, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE sweeps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  day TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  mode TEXT NOT NULL CHECK (mode IN ('real', 'dry')),
  is_scheduled INTEGER NOT NULL CHECK (is_scheduled IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('running', 'done', 'quiet', 'skipped', 'dry-run', 'partial', 'failed')),
  promotable INTEGER NOT NULL DEFAULT 0,
  report TEXT
) STRICT;
CREATE INDEX sweeps_by_day ON sweeps (day);

CREATE TABLE promotions (
  id INTEGER PRIMARY KEY,
  sweep_id INTEGER NOT NULL REFERENCES sweeps (id),
  candidate_key TEXT NOT NULL,
  entry_key TEXT NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('added', 'merged', 'superseded')),
  text TEXT NOT NULL,
  source TEXT NOT NULL,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  promoted_at TEXT NOT NULL
) STRICT;
CREATE INDEX promotions_by_entry ON promotions (entry_key);
CREATE INDEX promotions_by_candidate ON promotions (candidate_key);
CREATE INDEX promotions_by_sweep ON promotions (sweep_id);

-- Files as they were before a sweep; no content: the file did not exist.
CREATE TABLE pre_images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sweep_id INTEGER NOT NULL REFERENCES sweeps (id),
  path TEXT NOT NULL,
  hash TEXT,
  content BLOB,
  taken_at TEXT NOT NULL,
  CHECK ((hash IS NULL) = (content IS NULL))
) STRICT;

-- What was put in front of agents (SPEC 4.7); no session: any session of the workspace.
CREATE TABLE injections (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  session TEXT,
  injected_at TEXT NOT NULL,
  place TEXT NOT NULL
) STRICT;
CREATE INDEX injections_by_session ON injections (session, unixepoch(injected_at));
