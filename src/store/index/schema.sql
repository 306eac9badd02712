-- What follows from the files and the state. This file may be deleted at any time; it is built anew, never migrated.
-- Of another version only `vector_spaces` and `embeddings` are taken over (src/store/index/carry_embeddings.ts).
-- Closed sets are typed in src/provenance.

-- Facts about this file: identity (tokeniser, chunking …), ledger_revision, taint_id.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Files as they were read. `is_unsettled`: changed so shortly before that the stamp proves nothing.
CREATE TABLE sources (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  is_unsettled INTEGER NOT NULL CHECK (is_unsettled IN (0, 1)),
  tier TEXT NOT NULL CHECK (tier IN ('instructions', 'curated', 'episodic', 'prospective', 'review')),
  day TEXT,
  indexed_at TEXT NOT NULL,
  skip_reason TEXT,
  -- Some annotation in it cannot be read: whoever lists these reads such files only.
  has_malformed INTEGER NOT NULL CHECK (has_malformed IN (0, 1)),
  -- Vectors that the file has when all of it is embedded.
  slots INTEGER NOT NULL
) STRICT;
-- How much there is to embed is asked by every search.
CREATE INDEX sources_slots ON sources (slots);
CREATE INDEX sources_skipped ON sources (path) WHERE skip_reason IS NOT NULL;

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES sources (id),
  ordinal INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL CHECK (end_line >= start_line),
  text TEXT NOT NULL,
  context TEXT NOT NULL,
  -- What is embedded of it: JSON, [start, end, start line, end line] each; places are UTF-16 units of the text.
  pieces TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX chunks_by_source ON chunks (source_id, ordinal);

-- What annotations say of a chunk; only chunks with any have a row. Lists are JSON; projects may also be 'invalid'.
CREATE TABLE chunk_notes (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunks (id),
  importance INTEGER CHECK (importance BETWEEN 1 AND 10),
  triggers TEXT NOT NULL,
  projects TEXT,
  key TEXT,
  entry_key TEXT,
  observed TEXT,
  expires TEXT
) STRICT;
CREATE INDEX chunk_notes_with_triggers ON chunk_notes (chunk_id) WHERE triggers <> '[]';

-- The least trusted class of a chunk's lines when it was indexed, and all their classes (src/store/index/class_bits.ts).
-- Flows ask the ledger; this serves filters.
CREATE TABLE chunk_origins (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunks (id),
  origin TEXT NOT NULL CHECK (origin IN ('owner', 'agent', 'system', 'untrusted')),
  classes INTEGER NOT NULL CHECK (classes BETWEEN 1 AND 15),
  session_kind TEXT NOT NULL CHECK (session_kind IN ('interactive', 'cron', 'heartbeat', 'subagent', 'unknown')),
  observed_at TEXT
) STRICT;

-- Keywords of text the application has tokenised (src/base/text/keyword_stream.ts): `body` and `parts` of the chunk's
-- text, `context` and `context_parts` of its day and headings. It stores no text.
CREATE VIRTUAL TABLE chunk_keywords USING fts5 (
  body, parts, context, context_parts,
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '-_./:+#@'"
);
-- Tokens that wait in memory until they make a segment, in bytes: 8 MiB instead of 1. A first run then writes a few large
-- segments instead of merging many small ones, and a search looks into fewer.
INSERT INTO chunk_keywords (chunk_keywords, rank) VALUES ('hashsize', 8388608);
-- In how many chunks a token occurs.
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_keywords, 'row');

-- One row for each embedding model that was ever used here; only vectors of the current one are searched. `axis`: the
-- direction of the mean of its vectors when there were `axis_of` of them.
CREATE TABLE vector_spaces (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL CHECK (dimensions > 0),
  is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
  count INTEGER NOT NULL,
  axis_of INTEGER NOT NULL,
  axis BLOB NOT NULL
) STRICT;

-- The embedding cache: what each text became, whatever file it is in. It survives a rebuild. `hash`: the first 16 bytes
-- of the SHA-256 of the text; `code`: one signed byte a dimension, the largest is 127 or -127.
CREATE TABLE embeddings (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL REFERENCES vector_spaces (id),
  hash BLOB NOT NULL CHECK (length(hash) = 16),
  code BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX embeddings_by_text ON embeddings (space, hash);

-- The vectors of a file, packed, so that a search reads few rows. A slot is a piece; neighbouring chunks share that of
-- their overlap. `sketches`: src/store/index/vectors/sketch.ts; `scripts`: a byte a slot, 1 if its text is
-- mostly Chinese, Japanese or Korean; `places`: five 32-bit numbers a slot (embedding, first
-- chunk, last chunk, start line, end line).
CREATE TABLE file_vectors (
  source_id INTEGER PRIMARY KEY REFERENCES sources (id),
  slots INTEGER NOT NULL CHECK (slots > 0),
  sketches BLOB NOT NULL,
  scripts BLOB NOT NULL,
  places BLOB NOT NULL
) STRICT;
CREATE INDEX file_vectors_slots ON file_vectors (source_id, slots);
