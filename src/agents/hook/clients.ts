import { CLAUDE_CODE } from "./claude_code.ts";
import { CODEX } from "./codex.ts";
import { CURSOR } from "./cursor.ts";
import { GEMINI } from "./gemini.ts";
import type { HookClient } from "./hook_input.ts";
import { OPENCODE } from "./opencode.ts";

/** The clients whose hooks are served, by the name on the command line (SPEC 11.6). */
export const HOOK_CLIENTS: ReadonlyMap<string, HookClient> = new Map(
  [CLAUDE_CODE, CODEX, GEMINI, CURSOR, OPENCODE].map((client) => [client.name, client]),
);
