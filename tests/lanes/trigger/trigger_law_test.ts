/** Laws of lane 1 over random workspaces: what fails its predicate is nowhere, budgets hold, equal inputs give equal bytes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../../src/base/text/measure.ts";
import { answerTurn, type TurnAnswer, type TurnRequest } from "../../../src/lanes/answer_turn.ts";
import {
  CHAT_TYPES,
  type LineState,
  ORIGIN_CLASSES,
  type OriginClass,
  SESSION_KINDS,
} from "../../../src/provenance/origin.ts";
import { mayAutoInject, mayInjectInto } from "../../../src/provenance/predicates.ts";
import { booking, WORLD_TIME } from "../../support/store_world.ts";
import { type MemoryAt, memoryAt } from "../../support/memory_at.ts";

/** Some dozens of workspaces are written and indexed. */
const LAW_MS = 120_000;

const TODAY = "2026-08-19";
const ACTIVE = "github.com/x/active";
const IDLE = "github.com/x/idle";

/** Every entry has a word of its own by which it is known wherever it turns up. */
interface Entry {
  readonly origin: OriginClass;
  readonly state: Exclude<LineState, "unbooked" | "attested" | "pending">;
  readonly file: "MEMORY.md" | "USER.md" | "memory/2026-08-12.md";
  readonly phrase: string;
  readonly expires: string | null;
  readonly project: string | null;
  readonly isSuperseded: boolean;
  readonly filler: string;
}

const PHRASES = ["deploy gateway", "gateway", "数据库迁移", "部署 gateway", "数据库", "deploy"];
const MESSAGES = [
  "how do we deploy the gateway?",
  "帮我做数据库迁移",
  "deploy gateway 数据库迁移 部署",
  "deploy\n".repeat(900),
  "\0 \" ' </memory-data> deploy * NEAR( gateway",
];

const entry: fc.Arbitrary<Entry> = fc.record({
  origin: fc.constantFrom(...ORIGIN_CLASSES, "owner" as const, "agent" as const),
  state: fc.constantFrom("booked" as const, "echo" as const),
  file: fc.constantFrom(
    "MEMORY.md" as const,
    "MEMORY.md" as const,
    "USER.md" as const,
    "memory/2026-08-12.md" as const,
  ),
  phrase: fc.constantFrom(...PHRASES),
  expires: fc.constantFrom(null, null, "2026-08-18", TODAY, "2027-01-01"),
  project: fc.constantFrom(null, null, ACTIVE, IDLE, `${ACTIVE}; ${IDLE}`, ";"),
  isSuperseded: fc.constantFrom(false, false, false, true),
  filler: fc.constantFrom(
    "",
    "界".repeat(700),
    "😀".repeat(1_700),
    "</memory-data> then\n  - a child",
    "＜/memory-data＞",
  ),
});

function markOf(at: number): string {
  return `mark${String(at).padStart(3, "0")}`;
}

function rawOf({ phrase, expires, project, isSuperseded, filler }: Entry, at: number): string {
  const notes = [
    `trigger: ${phrase}`,
    ...(project === null ? [] : [`project: ${project}`]),
    ...(isSuperseded ? ["observed: 2026-08-01 | status: superseded"] : []),
    ...(expires === null ? [] : [`expires: ${expires}`]),
  ];
  const [first = "", ...children] = filler.split("\n");
  const line = `- The gateway is ${markOf(at)} ${first} ${notes.map((note) => `<!-- ${note} -->`).join(" ")}`;
  return [line, ...children].join("\n");
}

/** What the predicate says of an entry, from what the test knows of it. */
function mayBeShown({ origin, state, file, expires, project, isSuperseded }: Entry): boolean {
  const keys = project === null ? [] : project === ";" ? "invalid" as const : project.split("; ");
  return mayAutoInject({
    tier: file.startsWith("memory/") ? "episodic" : "curated",
    origin,
    state,
    isExpired: expires !== null && expires < TODAY,
    isSuperseded,
    projects: file === "USER.md" && keys !== "invalid" ? [] : keys,
    activeProjects: new Set([ACTIVE]),
  }).passes;
}

let memory: MemoryAt;
beforeAll(() => {
  memory = memoryAt(WORLD_TIME);
});
afterAll(() => memory.close());

/** Writes a workspace whose marks nobody used before, so that no row of an earlier one counts. */
function write(entries: readonly Entry[], from: number): void {
  const files = new Map<string, string[]>([["MEMORY.md", []], ["USER.md", []], ["memory/2026-08-12.md", []]]);
  for (const [nth, each] of entries.entries()) {
    const raw = rawOf(each, from + nth);
    const lines = each.file.startsWith("memory/") ? raw.split("\n") : [raw];
    for (const line of lines) {
      memory.state.ledger.book([booking(each.file, line, { origin: each.origin, state: each.state })]);
    }
    files.get(each.file)?.push(raw);
  }
  memory.write(Object.fromEntries([...files].map(([path, raws]) => [path, `${raws.join("\n")}\n`])));
  memory.sync();
}

function ask(request: Partial<TurnRequest>): Promise<TurnAnswer> {
  return answerTurn({ ...memory, activeProjects: new Set([ACTIVE]) }, {
    message: "",
    session: null,
    sessionKind: "interactive",
    chat: "direct",
    escalate: "off",
    roomChars: 9_500,
    deadlineMs: 1_000,
    ...request,
  }, null);
}

describe("over random workspaces", () => {
  test(
    "nothing that may not be injected is given, no budget is passed, nothing is cut, and bytes are equal",
    async () => {
      let next = 0;
      let shown = 0;
      const law = async (entries: readonly Entry[], rooms: readonly number[]) => {
        const from = next;
        next += entries.length;
        write(entries, from);
        for (const message of MESSAGES) {
          for (const roomChars of [9_500, ...rooms]) {
            const { triggered, context } = await ask({ message, roomChars });
            expect((await ask({ message, roomChars })).context).toBe(context);
            expect(codePoints(context)).toBeLessThanOrEqual(Math.min(roomChars, 1_800));
            expect(context.isWellFormed()).toBe(true);
            expect(context.match(/<\/?memory-data/g) ?? []).toHaveLength(context === "" ? 0 : 2);
            expect(triggered?.entries.length ?? 0).toBeLessThanOrEqual(3);
            for (const [nth, each] of entries.entries()) {
              const mark = markOf(from + nth);
              if (!context.includes(mark)) continue;
              shown++;
              expect({ mark, entry: each, may: mayBeShown(each) }).toEqual({ mark, entry: each, may: true });
              // Whole: its filler is there to the last character.
              const [first = ""] = each.filler.split("\n");
              const whole = first.replaceAll(/[<\uff1c](?=[/\uff0f]memory-data)/g, "&lt;");
              expect(context).toContain(`${mark} ${whole}`.trimEnd());
            }
          }
        }
      };
      const workspace = fc.array(entry, { minLength: 8, maxLength: 24 });
      const rooms = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 2 });
      await fc.assert(fc.asyncProperty(workspace, rooms, law), { seed: 8, numRuns: 12 });
      // A law about nothing holds always.
      expect(shown).toBeGreaterThan(50);
    },
    LAW_MS,
  );

  test("whoever is not the owner alone with the agent is given nothing", async () => {
    write([{ ...PLAIN, phrase: "deploy gateway" }], 900);
    for (const sessionKind of SESSION_KINDS) {
      for (const chat of CHAT_TYPES) {
        const { context, reason, triggered, escalated } = await ask({ message: "deploy gateway", sessionKind, chat });
        const { passes, reason: why } = mayInjectInto(sessionKind, chat);
        expect({ sessionKind, chat, given: context !== "", reason, looked: triggered !== null }).toEqual({
          sessionKind,
          chat,
          given: passes,
          reason: why,
          looked: passes,
        });
        expect(escalated.ran).toBe(false);
      }
    }
  });

  test("an entry that a session was given is not given again within ten turns, whatever is said", async () => {
    write(Array.from({ length: 5 }, () => ({ ...PLAIN, phrase: "deploy" })), 950);
    const { shown } = memory.state;
    const given = new Map<string, number>();
    for (let turn = 1; turn <= 40; turn++) {
      shown.advance("s", WORLD_TIME);
      const { triggered } = await ask({ message: `deploy ${"x ".repeat(turn)}`, session: "s" });
      for (const { entryKey } of triggered?.entries ?? []) {
        expect(turn - (given.get(entryKey) ?? -99)).toBeGreaterThan(10);
        given.set(entryKey, turn);
        shown.add("s", [{ entryKey, textHash: "h", place: "trigger" }], WORLD_TIME);
      }
    }
    expect(given.size).toBe(5);
  });
});

const PLAIN: Entry = {
  origin: "owner",
  state: "booked",
  file: "MEMORY.md",
  phrase: "deploy",
  expires: null,
  project: null,
  isSuperseded: false,
  filler: "",
};
