-- Who was given untrusted text several times was given it from the first time on: words of a transcript are asked by when they
-- were said.
ALTER TABLE heard ADD COLUMN first_at TEXT;
UPDATE heard SET first_at = heard_at;
