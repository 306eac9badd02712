-- What was forgotten, so that it does not come back (SPEC 7.6). No text is kept.

-- One claim that was forgotten. `hash`: the HMAC, under the key of this file, of its words as src/base/text/claim_words.ts
-- gives them; `head`: 16 bits of a hash of the first word, so that a long text is gone through quickly; `words`: how many;
-- `is_long`: long enough to be told from chance inside another sentence.
CREATE TABLE tombstones (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  head INTEGER NOT NULL,
  words INTEGER NOT NULL CHECK (words > 0),
  is_long INTEGER NOT NULL CHECK (is_long IN (0, 1)),
  forgotten_at TEXT NOT NULL
) STRICT;

-- Forgets that began and are not done: what a killed process left is completed from here. JSON: `marks` are keyed hashes
-- of what goes, as in `tombstones`; `words` keyed hashes of words that nothing else in the memory has; `files` what goes
-- from which file by line number, with the hash of the file that the numbers are of; `lines` hashes of ledger rows that
-- go last. A row is erased when its forget is complete.
CREATE TABLE forgets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at TEXT NOT NULL,
  marks TEXT NOT NULL,
  words TEXT NOT NULL,
  files TEXT NOT NULL,
  lines TEXT NOT NULL
) STRICT;

-- What agents asked to have forgotten, for the owner to decide: paths and line hashes, JSON.
CREATE TABLE forget_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  requested_at TEXT NOT NULL,
  session TEXT,
  lines TEXT NOT NULL UNIQUE
) STRICT;
