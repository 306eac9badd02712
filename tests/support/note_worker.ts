/**
 * Takes notes in a process of its own: `bun note_worker.ts ROOT DATA_DIR NAME COUNT`. Prints each line's number when the
 * line is there.
 *
 * @module
 */
import { frozenClock } from "../../src/base/clock.ts";
import { note } from "../../src/capture/note.ts";
import { openState } from "../../src/store/state/open_state.ts";
import { originReader } from "../../src/store/state/origin_reader.ts";
import { layoutOf } from "../../src/workspace/layout.ts";
import { NOTE_TIME } from "./note_world.ts";

const [root = "", dataDir = "", name = "", count = "1"] = process.argv.slice(2);
const layout = layoutOf(root, dataDir);
const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: true, now: NOTE_TIME });
const deps = {
  layout,
  state,
  originsOf: originReader(state, { unbooked: "agent", isLost: false }),
  clock: frozenClock(NOTE_TIME),
  caller: { sessionKind: "interactive", ceiling: "agent", client: null, session: name, why: "told" },
  config: { maxChars: 2000 },
  redaction: { enabled: true, allow: [] },
  writerFacts: () => ({
    taint: null,
    isTurnTaintOnly: false,
    sessionKind: null,
    openTurn: null,
    openTurns: [],
    sessions: [],
  }),
} as const;
for (let at = 0; at < Number(count); at++) {
  const { line } = note(deps, { text: `Claim number ${at} of writer ${name}`, source: "stdin" });
  console.log(line);
}
state.close();
