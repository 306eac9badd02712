-- What a session is about and what it was given of the curated files (SPEC 9.1, 9.4). No text is kept.

-- Projects that are active in a session, the one touched last with the highest `id`. `session`: the client's own id.
CREATE TABLE session_projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  touched_at TEXT NOT NULL,
  UNIQUE (session, project)
) STRICT;

-- A curated file as a session last had it. `stamp`: what the file system said of it, `''` if it has to be read again in
-- any case; `hash`: of its text; `known`: the digits of the keys of its entries, one after the other; `shown`: the same of
-- those that were put before the agent.
CREATE TABLE session_files (
  session TEXT NOT NULL,
  path TEXT NOT NULL,
  stamp TEXT NOT NULL,
  hash TEXT NOT NULL,
  known TEXT NOT NULL,
  shown TEXT NOT NULL,
  given_at TEXT NOT NULL,
  PRIMARY KEY (session, path)
) STRICT, WITHOUT ROWID;
