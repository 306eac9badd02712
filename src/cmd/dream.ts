import { defineCommand } from "./_declare.ts";
import { dreamAnswer } from "./_dream/dream_answer.ts";
import { DREAM_ACTIONS, DREAM_FLAGS } from "./_dream/dream_flags.ts";

/** `memory dream [ACTION]`. */
export const command = defineCommand({
  details:
    "Runs light, REM and deep once: stages new and recalled claims, finds themes, and writes to MEMORY.md what passed " +
    "every gate. One sweep a local day. Typed by the owner it is real at once; any other call counts as scheduled, whose " +
    "first nights only show what they would do. An ACTION does something else instead: preview shows the pool and the " +
    "planned change; promote the deep phase alone; undo takes a sweep back; accept keeps what a night only proposed; reject " +
    "turns a claim down; restore brings back entries that vanished; replay runs past nights once more under other thresholds and writes nothing; backfill looks back at old diaries and, with --apply, tells in DREAMS.md what it found; enable and disable say whether sweeps that nobody " +
    "watches may write. A SELECTOR is a path, path:3, path:3-5, path#L3-L5, a key such as c:0123456789ab, or text. With " +
    "files that cannot be read the exit code is 5.",
  arguments: [
    { name: "ACTION", description: "What to do; a sweep if left out", choices: DREAM_ACTIONS },
    {
      name: "SELECTOR",
      description: "For accept, reject and restore what is meant; for undo the number of a sweep",
      isVariadic: true,
      completion: { accept: "candidate", reject: "candidate", restore: "departed", undo: "sweep" },
    },
  ],
  flags: DREAM_FLAGS,
  examples: [
    { command: "memory dream --dry-run", about: "what tonight would bring" },
    { command: 'memory dream --explain "port 18789"', about: "why a line is kept or not" },
    { command: "memory dream preview", about: "the pool with its scores, and the planned change" },
    { command: "memory dream replay --from 2026-08-01 --to 2026-08-19 --threshold minScore=0.7", about: "what if" },
    { command: "memory dream backfill --path memory/2025", about: "what old diaries tell; --apply writes it" },
    { command: "memory dream undo", about: "take the newest sweep back" },
    { command: "memory dream accept c:0123456789ab", about: "keep a near miss" },
  ],
  output: "answer",
  run: (context) => dreamAnswer(context),
});
