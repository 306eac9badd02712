/** A fixed-seed part of the fuzz of `make soak`: what no client would send, to the hooks of each client. */
import { expect, test } from "bun:test";
import { hookFuzz } from "../../soak/hook_fuzz.ts";

const LONG_MS = 300_000;
/** A twentieth of what `make soak` sends. */
const INPUTS = 500;

test.each(["claude-code", "codex", "gemini", "cursor", "opencode"])(
  "hooks of %s take anything, and answer with what the client takes or with nothing",
  async (client) => {
    const { faults, answered } = await hookFuzz(client, INPUTS, 20260819);
    expect(faults).toEqual([]);
    expect(answered).toBeGreaterThan(0);
  },
  LONG_MS,
);
