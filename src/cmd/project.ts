import type { App } from "../app/app.ts";
import { readProjectKey } from "../app/read_project_key.ts";
import { requireOwnSession } from "../app/require_own_session.ts";
import { MemoryError } from "../base/errors.ts";
import { defineCommand, type ProgramFacts } from "./_declare.ts";
import { SESSION_FLAGS } from "./_session_flags.ts";
import { projectText } from "./_text/project_text.ts";

/** What `memory project` does. */
const ACTIONS = ["status", "add", "remove"] as const;

/** `memory project [ACTION] [PROJECT…]`. */
export const command = defineCommand({
  details:
    "Shows which projects are active: entries of other projects are not put before an agent, and search prefers what belongs " +
    "to an active one. A session has the last few projects that it was at work in; a call without a session has that of " +
    "the current folder alone. What was removed is active again as soon as the session is at work there.",
  arguments: [
    { name: "ACTION", description: "What to do; status if left out", choices: ACTIONS },
    {
      name: "PROJECT",
      description: 'For add and remove: a key, the address of a remote, or a folder such as "."',
      isVariadic: true,
      completion: { add: "project", remove: "project" },
    },
  ],
  flags: {
    session: { ...SESSION_FLAGS.session, description: "The session that it is about" },
  },
  examples: [
    { command: "memory project", about: "the project of the current folder, and the active ones" },
    { command: "memory project add ../api --session 0b7c", about: "one more for a session" },
    { command: "memory project remove github.com/acme/tool --session 0b7c", about: "one less" },
  ],
  output: "answer",
  async run({ arguments: [action = "status", ...words], flags, app, request, program }) {
    const opened = await app();
    const session = flags.session ?? opened.caller().session;
    const keys = keysOf(action, words, request());
    const changed = action === "status" ? [] : await change(opened, { action, session, keys, program });
    const { state, projectKey: current, config: { project: { active: most } }, notices } = opened;
    const active = session === null ? [current].filter((key) => key !== null) : state.sessionProjects.active(session);
    const shown = { session, current, active, most, changed };
    return { json: { ...shown, notices }, text: (style) => projectText(action, shown, style), notices };
  },
});

function keysOf(action: string, words: readonly string[], place: { cwd: string; homeDir: string }): string[] {
  if (action === "status" && words.length > 0) {
    throw new MemoryError(`Cannot use "${words[0]}": status takes no project`, { kind: "usage" });
  }
  if (action !== "status" && words.length === 0) {
    throw new MemoryError(`Missing PROJECT: ${action} needs one or more`, {
      kind: "usage",
      hint: `for that of the current folder: memory project ${action} .`,
    });
  }
  return [...new Set(words.map((word) => readProjectKey(word, place)))];
}

interface Change {
  readonly action: string;
  readonly session: string | null;
  readonly keys: readonly string[];
  readonly program: ProgramFacts;
}

/** Returns the keys that became active, or are no longer. */
async function change(opened: App, { action, session, keys, program }: Change): Promise<readonly string[]> {
  if (session === null) {
    throw new MemoryError(`Cannot ${action} a project: no session is known, and without one nothing is remembered`, {
      kind: "usage",
      hint: "name one: --session ID",
    });
  }
  await requireOwnSession(opened, { session, action: `${action} a project` }, program.progress);
  const { clock, config, state: { sessionProjects } } = opened;
  if (action === "remove") return keys.filter((key) => sessionProjects.remove(session, key));
  const { active: most } = config.project;
  if (keys.length > most) {
    throw new MemoryError(`Cannot add ${keys.length} projects: at most ${most} are active at a time`, {
      kind: "usage",
      hint: "see: memory config get project.active",
    });
  }
  const before = sessionProjects.active(session);
  sessionProjects.touch(session, keys, { at: clock.now().iso, most });
  return keys.filter((key) => !before.includes(key));
}
