-- What a night looks candidates up by, so that it need not read all of them (SPEC 12).
CREATE INDEX candidates_by_hash ON candidates (claim_hash);
CREATE INDEX candidates_folded ON candidates (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX candidates_by_supersession ON candidates (supersession_key) WHERE supersession_key IS NOT NULL;
-- The first column answers by itself who waits; without it every row would be read to make sure.
DROP INDEX candidates_queued;
CREATE INDEX candidates_unstaged ON candidates (staged_at, unixepoch(first_seen_at), path, start_line)
  WHERE staged_at IS NULL;
