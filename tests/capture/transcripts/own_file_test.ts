import { expect, test } from "bun:test";
import { isOwnFile } from "../../../src/capture/transcripts/own_file.ts";

const SESSION = "cb3072c3-6c67-455d-ac0e-3ab9c21a4eb3";

test.each([
  ["claude-code", `${SESSION}.jsonl`, true],
  ["codex", `rollout-2026-11-30T16-27-43-${SESSION}.jsonl`, true],
  ["gemini", "session-2026-11-30T16-59-cb3072c3.jsonl", true],
  ["gemini", "session-2026-11-30T16-59-cb3072c3.json", true],
  ["gemini", "session-2026-11-30T16-59-cb3072c.jsonl", false],
  ["gemini", "session-2026-11-30T16-59-e9cf3096-cb3072c3.jsonl", false],
  ["gemini", "notes-cb3072c3.jsonl", false],
  ["codex", "session-2026-11-30T16-59-cb3072c3.jsonl", false],
])("a file of %s called %s is the session's own: %p", (client, name, expected) => {
  expect(isOwnFile(name, { client, session: SESSION })).toBe(expected);
});
