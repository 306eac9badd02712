/**
 * Lives a year in a real workspace: notes, searches and nights by the program's own flows, each at its own moment.
 *
 * @module
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { addDays, frozenClock } from "../../../src/base/clock.ts";
import { note } from "../../../src/capture/note.ts";
import type { DreamConfig } from "../../../src/dream/config.ts";
import type { DreamDeps } from "../../../src/dream/night.ts";
import type { SweepReport } from "../../../src/dream/report.ts";
import { sweep } from "../../../src/dream/sweep.ts";
import { bootstrap } from "../../../src/lanes/bootstrap.ts";
import { logRecalls } from "../../../src/lanes/recall_signal.ts";
import { search } from "../../../src/lanes/search/search.ts";
import { sync } from "../../../src/pipeline/sync.ts";
import type { Caller } from "../../../src/provenance/caller.ts";
import { openIndex } from "../../../src/store/index/open_index.ts";
import { openState } from "../../../src/store/state/open_state.ts";
import { originReader } from "../../../src/store/state/origin_reader.ts";
import { layoutOf } from "../../../src/workspace/layout.ts";
import type { YearDay } from "./calendar.ts";

/** A workspace in which days are lived. */
export interface LivedYear {
  /** Writes, indexes and asks as a day says; the night comes after. */
  live(day: YearDay): void;
  /** What a night would work with, at three in the morning after a day. */
  nightAfter(day: YearDay): DreamDeps;
  /** Brings the index up to date for that night. */
  index(day: YearDay): void;
  /** Runs that night. */
  dream(day: YearDay): SweepReport;
  /** Returns what an agent gets at the start of a session, at nine in the morning after a day. */
  morningAfter(day: YearDay): string;
  /** Returns a file of the workspace, or an empty text. */
  read(path: string): string;
  close(): void;
}

/** Opens an empty one. */
export function openLivedYear(config: DreamConfig = DEFAULT_CONFIG.dream): LivedYear {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-year-")));
  const layout = layoutOf(join(home, "notes"), join(home, "notes.memory"));
  for (const folder of [layout.memoryDir, layout.dataDir]) mkdirSync(folder, { recursive: true });
  const policy = { unbooked: "agent", isLost: false } as const;
  const state = openState({
    path: layout.statePath,
    isRegistered: false,
    isSimulated: true,
    now: at("2026-01-01", "00:00"),
  });
  const index = openIndex(layout.indexPath);
  const originsOf = originReader(state, policy);
  const nothing = {
    taint: null,
    isTurnTaintOnly: false,
    sessionKind: null,
    openTurn: null,
    openTurns: [],
    sessions: [],
  };
  const bring = (iso: string) => sync({ layout, index, state, clock: frozenClock(iso), policy });
  const nightAfter = ({ day }: YearDay): DreamDeps => {
    const clock = frozenClock(at(addDays(day, 1), "03:00"));
    return { layout, state, index, clock, originsOf, config, keepSupersededDays: 30 };
  };
  return {
    live: ({ day, lines, questions }) => {
      for (const [minute, { voice, text }] of lines.entries()) {
        if (voice === "hand") {
          appendFileSync(join(layout.memoryDir, `${day}.md`), `- ${text}\n`);
          continue;
        }
        const ceiling = voice === "owner" ? "owner" : "agent";
        const caller: Caller = {
          sessionKind: "interactive",
          ceiling,
          client: null,
          session: `writer ${day}`,
          why: "told",
        };
        const clock = frozenClock(at(day, `09:${String(minute % 60).padStart(2, "0")}`));
        const deps = { layout, state, clock, caller, originsOf, writerFacts: () => nothing };
        const settings = { config: DEFAULT_CONFIG.note, redaction: { ...DEFAULT_CONFIG.redact, enabled: false } };
        const from = voice === "web" ? { derivedFrom: "web" as const } : {};
        note({ ...deps, ...settings }, { text, source: "argument", projects: [], triggers: [], ...from });
      }
      bring(at(day, "12:00"));
      for (const [hour, query] of questions.entries()) {
        const clock = frozenClock(at(day, `${String(13 + (hour % 9)).padStart(2, "0")}:${hour % 6}0`));
        const settings = DEFAULT_CONFIG.search;
        const answer = search({ layout, originsOf, clock, index, settings, activeProjects: new Set() }, { query });
        const asker = { sessionKind: "interactive", session: `asker ${day} ${hour}` } as const;
        logRecalls({ state, clock, settings: DEFAULT_CONFIG.recall, project: null }, answer, asker);
      }
    },
    nightAfter,
    index: ({ day }) => {
      bring(at(addDays(day, 1), "03:00"));
    },
    dream: (day) => {
      bring(at(addDays(day.day, 1), "03:00"));
      return sweep(nightAfter(day), { isTypedByOwner: true, isScheduled: false, isDryRun: false, isForced: false });
    },
    morningAfter: ({ day }) => {
      const clock = frozenClock(at(addDays(day, 1), "09:00"));
      const settings = DEFAULT_CONFIG.bootstrap;
      return bootstrap({ layout, originsOf, state, clock, settings, activeProjects: new Set() }, {
        sessionKind: "interactive",
        session: `morning ${day}`,
        chat: "direct",
        isSenderOwner: true,
        place: "command",
        hasInstructions: true,
      }).context;
    },
    read: (path) => existsSync(join(layout.root, path)) ? readFileSync(join(layout.root, path), "utf8") : "",
    close: () => {
      index.close();
      state.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function at(day: string, time: string): string {
  return `${day}T${time}:00+08:00`;
}
