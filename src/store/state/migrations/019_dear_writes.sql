-- A list of more than two texts is put into a table of its own each time a row is checked: three of them were half the cost of a
-- new row. The same rules as comparisons cost next to nothing.
CREATE TABLE compared_ledger (
  path_id INTEGER NOT NULL REFERENCES paths (id),
  hash BLOB NOT NULL CHECK (length(hash) = 16),
  origin TEXT NOT NULL CHECK (origin = 'owner' OR origin = 'agent' OR origin = 'system' OR origin = 'untrusted'),
  session_kind TEXT NOT NULL CHECK (
    session_kind = 'interactive' OR session_kind = 'cron' OR session_kind = 'heartbeat' OR session_kind = 'subagent'
    OR session_kind = 'unknown'
  ),
  state TEXT NOT NULL CHECK (state = 'booked' OR state = 'pending' OR state = 'echo' OR state = 'attested'),
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
INSERT INTO compared_ledger SELECT path_id, hash, origin, session_kind, state, observed_at, session, channel, sender,
  supersession_key, writer, booked_at, is_seen FROM ledger;
DROP TABLE ledger;
ALTER TABLE compared_ledger RENAME TO ledger;
CREATE INDEX ledger_never_seen ON ledger (path_id) WHERE is_seen = 0;
CREATE INDEX ledger_pending ON ledger (path_id) WHERE state = 'pending';

-- Asked only when transcripts were deleted for their age, once a day at most; kept with every name of a message, in an order
-- in which each is written somewhere else.
DROP INDEX ingested_messages_by_session;
