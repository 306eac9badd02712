/**
 * A workspace for lane 2: diaries, curated files, and transcripts with sessions that are known.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEFAULT_CONFIG } from "../../src/app/default_config.ts";
import { type EscalateDeps, escalator } from "../../src/lanes/escalate/escalate.ts";
import type { Escalated, EscalateRequest } from "../../src/lanes/turn.ts";
import type { LineOrigin } from "../../src/provenance/origin.ts";
import type { Booking } from "../../src/store/state/ledger.ts";
import { type MemoryAt, memoryAt } from "./memory_at.ts";

/** When it is in the world: a Wednesday. */
export const ESCALATE_TIME = "2026-08-19T09:00:00+08:00";

/** A transcript to be there. */
export interface SaidIn {
  readonly session: string;
  readonly lines: readonly string[];
  readonly day?: string;
  readonly client?: string;
  readonly origin?: LineOrigin["origin"];
  readonly sessionKind?: LineOrigin["sessionKind"];
  /** What ingestion found; `null`: nobody looked. @default true */
  readonly isPrivate?: boolean | null;
}

/** See the module. */
export interface EscalateWorld extends MemoryAt {
  /** Writes and books a redacted transcript, and returns its path. */
  say(said: SaidIn): string;
  /** Writes a diary whose bullets a session booked. */
  note(day: string, lines: readonly string[], more?: Partial<Booking>): string;
  /** Asks lane 2 after a look at all files. */
  ask(message: string, request?: Partial<EscalateRequest>, deps?: Partial<EscalateDeps>): Promise<Escalated>;
}

/** Opens one. */
export function openEscalateWorld(): EscalateWorld {
  const memory = memoryAt(ESCALATE_TIME);
  const book = (path: string, lines: readonly string[], more: Partial<Booking>) =>
    memory.state.ledger.book(lines.map((line) => ({ ...BOOKED, path, line, ...more })));
  return {
    ...memory,
    say({ session, lines, day = "2026-08-12", client = "claude-code", isPrivate = true, ...more }) {
      const path = `@sessions/${client}/${day}-${session}.md`;
      book(path, lines, { ...more, session, writer: "ingest" });
      const target = join(memory.layout.sessionsDir, `${client}/${day}-${session}.md`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `# ${day}\n\n${lines.join("\n")}\n`);
      const { id } = memory.state.ingested.enterSession(client, session);
      if (isPrivate !== null) memory.state.ingested.setPrivate(id, isPrivate);
      return path;
    },
    note(day, lines, more = {}) {
      const path = `memory/${day}.md`;
      book(path, lines.map((line) => `- ${line}`), more);
      memory.write({ [path]: `# ${day}\n\n${lines.map((line) => `- ${line}\n`).join("")}` });
      return path;
    },
    ask(message, request = {}, deps = {}) {
      memory.sync();
      const lane = escalator({ ...memory, ...DEPS, ...deps });
      return lane({ message, ...REQUEST, ...request });
    },
  };
}

const BOOKED: Omit<Booking, "path" | "line"> = {
  origin: "agent",
  sessionKind: "interactive",
  observedAt: null,
  session: null,
  channel: null,
  sender: null,
  supersessionKey: null,
  writer: "note",
  bookedAt: ESCALATE_TIME,
};

const DEPS = {
  settings: DEFAULT_CONFIG.search,
  activeProjects: new Set<string>(),
  bounds: { acrossConversations: true, hits: 8, chars: 2_400, summaryChars: 220, modelMs: 15_000 },
  // Time stands still: nothing is ever late unless a test says so.
  steadyMs: () => 0,
} as const;

const REQUEST: Omit<EscalateRequest, "message"> = {
  session: null,
  sessionKind: "interactive",
  chat: "direct",
  mode: "auto",
  triggered: [],
  recentlyShown: new Set(),
  roomChars: 9_500,
  deadlineMs: 1_000,
};
