-- What language models were asked (SPEC 10): the budget of a local day, and how the last questions went. Not a word of a
-- question or an answer.

CREATE TABLE model_days (
  use TEXT NOT NULL CHECK (use IN ('dream', 'flush', 'recall')),
  day TEXT NOT NULL,
  calls INTEGER NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (use, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE model_uses (
  use TEXT NOT NULL PRIMARY KEY CHECK (use IN ('dream', 'flush', 'recall')),
  model TEXT NOT NULL,
  asked_at TEXT NOT NULL,
  answered_at TEXT,
  failed_at TEXT,
  failure TEXT,
  silent_in_a_row INTEGER NOT NULL DEFAULT 0,
  CHECK ((failed_at IS NULL) = (failure IS NULL))
) STRICT, WITHOUT ROWID;
