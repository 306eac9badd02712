-- The owner's orders and the save before a compaction (SPEC 7.2, 7.3).

-- A file may be written without a sweep: then it is the owner's order that had it.
CREATE TABLE pre_images_of_orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sweep_id INTEGER REFERENCES sweeps (id),
  path TEXT NOT NULL,
  hash TEXT,
  content BLOB,
  taken_at TEXT NOT NULL,
  written_hash TEXT,
  CHECK ((hash IS NULL) = (content IS NULL))
) STRICT;
INSERT INTO pre_images_of_orders (id, sweep_id, path, hash, content, taken_at, written_hash)
  SELECT id, sweep_id, path, hash, content, taken_at, written_hash FROM pre_images;
DROP TABLE pre_images;
ALTER TABLE pre_images_of_orders RENAME TO pre_images;

-- The time between two compactions of a session. Notes are taken once in it; attempts that failed are counted, so that
-- nobody tries for ever.
CREATE TABLE flush_cycles (
  session TEXT NOT NULL,
  cycle INTEGER NOT NULL CHECK (cycle >= 0),
  begun_at TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  written_at TEXT,
  lines INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session, cycle)
) STRICT, WITHOUT ROWID;
