-- What is to be brought up later (SPEC 9.5).

-- One intent. `wake_ms`: before this moment there is nothing to do about it: when it is due, or when its cooldown ends.
-- `plan`: JSON; of a time wish how it comes again, of an event wish its keyword sets as they were given; null: once.
-- `turns`: JSON, ids of turns that were open when it was booked; its class is settled at their end.
-- `path`: the file of a review's line. `announced_ms`: the moment that the daemon last printed.
CREATE TABLE intents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('time', 'event', 'review')),
  state TEXT NOT NULL CHECK (state IN ('armed', 'held', 'done', 'cancelled', 'expired')),
  text TEXT NOT NULL,
  plan TEXT,
  wake_ms INTEGER NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('owner', 'agent', 'system', 'untrusted')),
  session_kind TEXT NOT NULL,
  session TEXT,
  held_reason TEXT,
  turns TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  channel_scope TEXT,
  sender_scope TEXT,
  session_scope TEXT,
  expires_ms INTEGER,
  max_fires INTEGER CHECK (max_fires > 0),
  fires INTEGER NOT NULL DEFAULT 0,
  cooldown_ms INTEGER NOT NULL DEFAULT 0,
  last_fired_at TEXT,
  announced_ms INTEGER,
  path TEXT,
  CHECK (max_fires IS NULL OR fires <= max_fires)
) STRICT;
-- A prompt asks these three and mostly finds nothing.
CREATE INDEX intents_awake ON intents (kind, wake_ms) WHERE state = 'armed';
CREATE INDEX intents_pending ON intents (id) WHERE state = 'armed' AND turns <> '[]';

-- One term of each keyword set: a message without it cannot match the set.
CREATE TABLE intent_terms (
  term TEXT NOT NULL,
  intent_id INTEGER NOT NULL REFERENCES intents (id) ON DELETE CASCADE,
  PRIMARY KEY (term, intent_id)
) STRICT, WITHOUT ROWID;

-- Each delivery. `due_ms`: when it was due, of a time wish; `missed`: how often it had come unseen before.
CREATE TABLE intent_firings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  intent_id INTEGER NOT NULL REFERENCES intents (id) ON DELETE CASCADE,
  fired_at TEXT NOT NULL,
  session TEXT,
  place TEXT NOT NULL,
  due_ms INTEGER,
  is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
  missed INTEGER NOT NULL
) STRICT;
CREATE INDEX intent_firings_of ON intent_firings (intent_id, id);
