-- What a transcript of a client is read with, and what the owner says in a chat (SPEC 4.4, 4.5, 7.2, 7.4).

-- The words of the prompt that opened a turn, as a keyed hash, and whether the client itself told of them while a person
-- sat before it: a line of a transcript counts as the owner's only if its words were told like that.
ALTER TABLE turns ADD COLUMN words_hash TEXT;
ALTER TABLE turns ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0 CHECK (is_proven IN (0, 1));
-- A tool of the session may have written below the folder in which its client keeps transcripts.
ALTER TABLE sessions ADD COLUMN has_touched_store INTEGER NOT NULL DEFAULT 0 CHECK (has_touched_store IN (0, 1));
-- When a text came: what an agent said before it repeats nothing.
ALTER TABLE session_texts ADD COLUMN added_at TEXT;

-- How far the reading of a session's transcript has come, in the middle of a turn or not. Apart from `sessions`, since
-- nothing that stands in a file may speak for what hooks saw.
CREATE TABLE transcripts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client TEXT NOT NULL,
  name TEXT NOT NULL,
  reading TEXT NOT NULL,
  read_at TEXT NOT NULL,
  UNIQUE (client, name)
) STRICT;

-- What tools gave a session, by its transcript; the columns are those of `session_texts`.
CREATE TABLE transcript_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL REFERENCES transcripts (id) ON DELETE CASCADE,
  digest BLOB NOT NULL CHECK (length(digest) = 16),
  is_outside INTEGER NOT NULL CHECK (is_outside IN (0, 1)),
  shingles BLOB NOT NULL CHECK (length(shingles) % 8 = 0),
  names BLOB NOT NULL CHECK (length(names) % 8 = 0),
  added_at TEXT,
  UNIQUE (session_id, digest, is_outside)
) STRICT;

-- Orders that somebody gave in a chat, each once, whatever is read again. The text goes when the order was carried out
-- and the agent was told so; the hash stays.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('remember', 'enable-dreaming')),
  hash TEXT NOT NULL,
  text TEXT,
  client TEXT NOT NULL,
  session TEXT NOT NULL,
  said_at TEXT NOT NULL,
  is_proven INTEGER NOT NULL CHECK (is_proven IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'proposed', 'refused')),
  receipt TEXT,
  told_at TEXT,
  UNIQUE (client, session, hash)
) STRICT;
CREATE INDEX orders_waiting ON orders (id) WHERE state = 'open' OR told_at IS NULL;
