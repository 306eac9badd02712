/**
 * What stands in a client's settings, and whether the client really calls.
 *
 * @module
 */
import { accessSync, constants } from "node:fs";
import { MemoryError } from "../../base/errors.ts";
import type { HookRecord } from "../../workspace/hook_log.ts";
import type { ClientPlan, ClientSetup, SwitchedOff } from "./client_setup.ts";
import { shellWords } from "./hook_command.ts";
import { handlersIn } from "./json_entries.ts";
import { readSettings } from "./settings_file.ts";

/** What stands in the settings of one scope. */
export interface HookState {
  /** The file of the hooks, absolute. */
  readonly path: string;
  /** The installer's hooks stand there. */
  readonly isInstalled: boolean;
  /** The client's names of events that are asked for and of which it is not told. */
  readonly missing: readonly string[];
  /** The commands as they stand there; more than one if somebody changed some. */
  readonly commands: readonly string[];
  /** All these commands start a program that is there and can be started. */
  readonly isProgramThere: boolean;
  /** All these commands start the program that is running now. */
  readonly isThisProgram: boolean;
  /** Calls of the memory that somebody else wrote, as they stand there. */
  readonly otherCalls: readonly string[];
  /** The MCP server is entered. */
  readonly hasServer: boolean;
  /** Why the client calls no hook at all, or `null`. */
  readonly switchedOff: SwitchedOff | null;
  /** What cannot be read, and why; `null` if all could. */
  readonly problem: string | null;
}

/** When a client called. */
export interface HookCalls {
  /** The last call, ISO 8601, or `null`. */
  readonly lastAt: string | null;
  /** What it told of, by our names, in the days looked at. */
  readonly events: readonly string[];
  /** How many calls. */
  readonly count: number;
  /** How many of them failed. */
  readonly failed: number;
}

/** A client that is used was called for within so many days. */
export const LOOKED_AT_DAYS = 7;

const DAY_MS = 86_400_000;

/** Returns what stands in the settings. What cannot be read is told, not thrown. */
export function hookState({ name }: ClientSetup, plan: ClientPlan, program: readonly string[]): HookState {
  const [hooks, ...others] = plan.pieces;
  const path = hooks?.path ?? "";
  const none = { path, isInstalled: false, missing: [], commands: [], isProgramThere: false, isThisProgram: false };
  try {
    const { text } = readSettings(path);
    const found = text === null ? null : hooks?.found(text) ?? null;
    const events = found?.events ?? [];
    const commands = found?.commands ?? [];
    const programs = commands.map((command) => shellWords(command)?.[0] ?? "");
    const isInstalled = events.length > 0;
    const ownFile = hooks?.isWholeFile === true;
    return {
      path,
      isInstalled,
      missing: isInstalled ? plan.events.filter((event) => !events.includes(event)) : [],
      commands,
      isProgramThere: isInstalled && programs.every(isExecutable),
      isThisProgram: isInstalled && programs.every((each) => each === program[0]),
      otherCalls: text === null || ownFile ? [] : [
        ...new Set(
          handlersIn({ name: path, text }, name).filter(({ isOwn }) => !isOwn).map(({ command }) =>
            String(command.value)
          ),
        ),
      ],
      hasServer: [hooks, ...others].some((piece) => {
        const said = piece === undefined ? null : readSettings(piece.path).text;
        return said !== null && piece?.found(said)?.hasServer === true;
      }),
      switchedOff: plan.switchedOff(),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { ...none, otherCalls: [], hasServer: false, switchedOff: null, problem: error.message };
  }
}

/** Returns what the log has of a client's calls in the last days. */
export function hookCalls(records: readonly HookRecord[], client: string, nowMs: number): HookCalls {
  const own = records.filter((record) => record.client === client);
  const late = own.filter(({ at }) => nowMs - Date.parse(at) <= LOOKED_AT_DAYS * DAY_MS);
  return {
    lastAt: own.at(-1)?.at ?? null,
    events: [...new Set(late.map(({ event }) => event))],
    count: late.length,
    failed: late.filter(({ outcome }) => outcome.startsWith("failed")).length,
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Whatever the reason, the client cannot start it either.
    return false;
  }
}
