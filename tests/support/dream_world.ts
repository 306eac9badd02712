/**
 * A workspace with real files and a real state, in which days pass as told: for tests of the dream.
 *
 * @module
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Clock, frozenClock } from "../../src/base/clock.ts";
import { sha256Hex } from "../../src/base/hash.ts";
import { defaultDreamConfig, type DreamConfig } from "../../src/dream/config.ts";
import type { DreamDeps } from "../../src/dream/night.ts";
import type { LineState, OriginClass, SessionKind } from "../../src/provenance/origin.ts";
import { pathRule } from "../../src/provenance/tier.ts";
import type { SourceRow } from "../../src/store/index/sources.ts";
import { openState, type StateStore } from "../../src/store/state/open_state.ts";
import { originReader } from "../../src/store/state/origin_reader.ts";
import { claimsOf } from "../../src/workspace/claims.ts";
import { layoutOf, type WorkspaceLayout } from "../../src/workspace/layout.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";

/** How a line is booked; an agent's, from an interactive session, unless said otherwise. */
export interface LineBooking {
  readonly origin?: OriginClass;
  readonly sessionKind?: SessionKind;
  readonly state?: Extract<LineState, "booked" | "pending" | "echo">;
  readonly observedAt?: string;
}

/** One question that found a line. */
export interface Asked {
  readonly question: string;
  readonly at: string;
  /** 0 to 1. @default 0.8 */
  readonly quality?: number;
  /** @default one of its own for each question */
  readonly session?: string;
}

/** See the module. */
export interface DreamWorld {
  readonly layout: WorkspaceLayout;
  readonly state: StateStore;
  /** Returns what the dream needs at a moment. */
  at(iso: string, config?: DreamConfig): DreamDeps;
  /** Writes a file of the workspace; its lines stay unbooked. */
  write(path: string, text: string): void;
  /** Returns a file's text, or `null`. */
  read(path: string): string | null;
  /** Books a bullet and appends it, as `memory note` does, and returns the claim's key. */
  note(path: string, text: string, booking?: LineBooking): string;
  /** Logs that questions found a claim of a file. */
  recall(path: string, text: string, asked: readonly Asked[]): string;
  /** Returns the bytes of every file and the rows of every table that a dry run may not touch. */
  snapshot(): string;
  close(): void;
}

/** Opens a world of its own. */
export function openDreamWorld(): DreamWorld {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-dream-")));
  const layout = layoutOf(join(home, "notes"), join(home, "notes.memory"));
  for (const folder of [layout.memoryDir, layout.dataDir]) mkdirSync(folder, { recursive: true });
  const now = "2026-08-01T00:00:00+08:00";
  const state = openState({ path: layout.statePath, isRegistered: false, isSimulated: true, now });
  const originsOf = originReader(state, { unbooked: "agent", isLost: false });
  const pathOf = (path: string) => join(layout.root, path);
  const read = (path: string) => existsSync(pathOf(path)) ? readFileSync(pathOf(path), "utf8") : null;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(pathOf(path)), { recursive: true });
    writeFileSync(pathOf(path), text);
  };
  return {
    layout,
    state,
    at: (iso, config = defaultDreamConfig()) => {
      const clock = frozenClock(iso);
      const index = { sources: fileSources(layout, clock) };
      return { layout, state, clock, originsOf, config, index, keepSupersededDays: 30 };
    },
    write,
    read,
    note: (path, text, booking = {}) => {
      const line = `- ${text}`;
      state.ledger.book([{
        path,
        line,
        origin: booking.origin ?? "agent",
        sessionKind: booking.sessionKind ?? "interactive",
        state: booking.state ?? "booked",
        observedAt: booking.observedAt ?? null,
        session: null,
        channel: null,
        sender: null,
        supersessionKey: null,
        writer: "note",
        bookedAt: now,
      }]);
      write(path, `${read(path) ?? ""}${line}\n`);
      return claimIn(path, line).key;
    },
    recall: (path, text, asked) => {
      const claim = claimIn(path, (read(path) ?? "").split("\n").find((line) => line.includes(text)) ?? `- ${text}`);
      const lines = (read(path) ?? "").split("\n");
      const startLine = lines.findIndex((line) => line.includes(text)) + 1;
      const { annotations, key, claimHash } = claim;
      state.candidates.upsert([{
        key,
        path,
        claimHash,
        text: claim.text,
        startLine,
        endLine: startLine,
        firstSeenAt: asked[0]?.at ?? now,
        conceptTags: [],
        supersessionKey: annotations.key,
        importance: annotations.importance,
        triggers: annotations.triggers,
        projects: annotations.projects,
        observed: annotations.observed,
        expires: annotations.expires,
      }]);
      for (const { question, at, quality = 0.8, session = `session of ${question}` } of asked) {
        const day = at.slice(0, 10);
        state.recalls.add({
          candidateKey: key,
          questionHash: question,
          session,
          day,
          quality,
          recalledAt: at,
          project: null,
        });
      }
      return key;
    },
    snapshot: () => {
      const files = filesBelow(layout.root).map((path) => [path, sha256Hex(readFileSync(path))]);
      const { candidates, recalls, sweeps, promotions, preImages, ledger } = state;
      const tables = [
        candidates.all(),
        [...recalls.all()],
        sweeps.list(99),
        promotions.all(),
        preImages.count(),
        ledger.counts(),
      ];
      return JSON.stringify([files, tables]);
    },
    close: () => {
      state.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function claimIn(path: string, line: string): ReturnType<typeof claimsOf>[number] {
  const [claim] = claimsOf(path, scanMarkdown(line));
  if (claim === undefined) throw new Error(`"${line}" holds no claim`);
  return claim;
}

/** The files as an index would list them just before the dream. */
function fileSources(layout: WorkspaceLayout, clock: Clock): DreamDeps["index"]["sources"] {
  const row = (absPath: string, id: number): SourceRow => {
    const path = absPath.slice(layout.root.length + 1);
    const { tier, day } = pathRule(path);
    const hash = sha256Hex(readFileSync(absPath));
    const stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, isUnsettled: false, hasMalformed: false };
    return { id, path, hash, tier, day, indexedAt: clock.now().iso, skipReason: null, ...stamp };
  };
  return { all: () => new Map(filesBelow(layout.memoryDir).map(row).map((it) => [it.path, it])) };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
}
