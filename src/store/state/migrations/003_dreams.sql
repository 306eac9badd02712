-- What the owner may take back (SPEC 8.8), and the lineage of entries (SPEC 7.7, 8.6).

-- Claims that a person turned down, by the hash of their normalised words: other words are another claim.
CREATE TABLE rejections (
  claim_hash TEXT PRIMARY KEY,
  rejected_at TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('said', 'undone', 'deleted'))
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO rejections (claim_hash, rejected_at, reason)
  SELECT claim_hash, rejected_at, 'said' FROM candidates WHERE rejected_at IS NOT NULL;
ALTER TABLE candidates DROP COLUMN rejected_at;

-- What earned a promotion, the entry as it was written, and the one that it took the place of or was joined to.
ALTER TABLE promotions ADD COLUMN claim_hash TEXT;
ALTER TABLE promotions ADD COLUMN origin TEXT;
ALTER TABLE promotions ADD COLUMN recalls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE promotions ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE promotions ADD COLUMN days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE promotions ADD COLUMN raw TEXT;
ALTER TABLE promotions ADD COLUMN prior_key TEXT;
ALTER TABLE promotions ADD COLUMN prior_raw TEXT;
ALTER TABLE promotions ADD COLUMN undone_at TEXT;

-- Entries that left MEMORY.md. `deleted`: by a person; `vanished`: while a hooked turn was open. `session` is that turn's.
CREATE TABLE departures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_key TEXT NOT NULL,
  raw TEXT NOT NULL,
  heading TEXT,
  reason TEXT NOT NULL CHECK (reason IN ('superseded', 'retired', 'deleted', 'vanished')),
  sweep_id INTEGER REFERENCES sweeps (id),
  successor_key TEXT,
  session TEXT,
  departed_at TEXT NOT NULL,
  returned_at TEXT
) STRICT;
CREATE INDEX departures_by_entry ON departures (entry_key);

-- The file as the sweep left it: while it is still so, undoing means putting the old bytes back.
ALTER TABLE pre_images ADD COLUMN written_hash TEXT;
ALTER TABLE sweeps ADD COLUMN undone_at TEXT;

-- `order`: not a night but something that the owner asked for by name; it does not count as the sweep of its day.
ALTER TABLE sweeps ADD COLUMN kind TEXT NOT NULL DEFAULT 'night' CHECK (kind IN ('night', 'order'));

-- Candidates that were staged from old diaries on request, so that this can be taken back.
CREATE TABLE backfills (
  candidate_key TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  staged_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
