import { MemoryError } from "../../base/errors.ts";
import { takeLock } from "../../store/lock.ts";
import { entryOf, expressionOf, findBlock, withBlock, withoutBlock } from "./crontab_text.ts";
import type { Scheduler } from "./scheduler.ts";
import { fromBytes, type ProgramResult, type SystemPrograms } from "./system_program.ts";

/**
 * Returns the crontab of this user.
 *
 * @param locksDir where the lock lies that keeps two of our own changes apart
 */
export function crontabScheduler(programs: SystemPrograms, locksDir: string): Scheduler {
  return {
    name: "crontab",
    isAvailable: () => programs.has("crontab"),
    installed(command) {
      const block = findBlock(read(programs), command.id);
      if (block === null) return null;
      const expression = expressionOf(block.entry);
      return { expression, isCurrent: block.entry === entryOf(command, expression) };
    },
    plan(command, wanted) {
      const changed = (text: string) =>
        wanted === null ? withoutBlock(text, command.id) : withBlock(text, command, wanted.expression);
      const before = read(programs);
      const after = changed(before);
      const change = { name: "crontab", before: fromBytes(before), after: fromBytes(after) };
      return {
        changes: before === after ? [] : [change],
        notices: wanted !== null && OTHER_ZONE.test(before) ? [ZONE_NOTICE] : [],
        apply: () => replace(programs, { locksDir, seen: before, changed }),
      };
    },
  };
}

interface Replacing {
  readonly locksDir: string;
  /** The text that the change was worked out on. */
  readonly seen: string;
  /** Makes the change in a text. */
  changed(text: string): string;
}

/** Times that the crontab is read anew because somebody else had just written it. */
const TRIES = 3;

function replace(programs: SystemPrograms, { locksDir, seen, changed }: Replacing): void {
  const release = takeLock({ locksDir, name: "crontab", waitMs: LOCK_WAIT_MS });
  try {
    let before = seen;
    for (let tries = 0; tries < TRIES; tries++) {
      const live = read(programs);
      // Whatever somebody wrote since is built upon, not over.
      if (live !== before) before = live;
      const after = changed(before);
      if (after === before) return;
      if (read(programs) === before) return write(programs, after);
    }
  } finally {
    release();
  }
  throw new MemoryError("Cannot change the crontab: another program keeps writing it", {
    kind: "busy",
    hint: "try again when that is done",
  });
}

/** Another change of ours takes a moment. */
const LOCK_WAIT_MS = 10_000;

function write(programs: SystemPrograms, text: string): void {
  // An empty crontab and none are the same to cron; nothing is removed that somebody may have made on purpose.
  const { code, complaint } = programs.run("crontab", ["-"], text);
  if (code !== 0) throw refusal("write", complaint);
  if (read(programs) === text) return;
  throw new MemoryError("Cannot rely on the crontab: read back, it is not what was written", {
    hint: "look at it with: crontab -l",
  });
}

function read(programs: SystemPrograms): string {
  const result = programs.run("crontab", ["-l"]);
  if (result.code === 0) return result.stdout;
  if (isNone(result)) return "";
  throw refusal("read", result.complaint);
}

/** Most crons end with 1 if a user has no crontab yet, and say so; BusyBox says that there is no such file. */
function isNone({ stdout, complaint }: ProgramResult): boolean {
  return stdout === "" && /no crontab for|can't open .*: No such file or directory/i.test(complaint);
}

function refusal(action: "read" | "write", complaint: string): MemoryError {
  return new MemoryError(`Cannot ${action} the crontab: ${complaint === "" ? "crontab failed" : complaint}`, {
    hint: "memory cron install --manager names another scheduler; or let this one run: memory daemon",
  });
}

const OTHER_ZONE = /^\s*(?:CRON_TZ|TZ)\s*=/m;
const ZONE_NOTICE = "The crontab sets a time zone of its own: the sweeps go by it";
