-- Whether a session that was ingested was a direct chat that its transcript describes completely: 1, 0, or NULL where
-- nobody looked.
ALTER TABLE ingested_sessions ADD COLUMN is_private INTEGER CHECK (is_private IN (0, 1));
