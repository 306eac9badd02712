/** Laws of the start of a session over random workspaces (SPEC 4.6, 9.1). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { DEFAULT_CONFIG } from "../../../src/app/default_config.ts";
import { frozenClock } from "../../../src/base/clock.ts";
import { codePoints } from "../../../src/base/text/measure.ts";
import { bootstrap, type BootstrapDeps, type BootstrapRequest } from "../../../src/lanes/bootstrap.ts";
import { filesFor } from "../../../src/lanes/bootstrap/files_for.ts";
import { CHAT_TYPES, SESSION_KINDS } from "../../../src/provenance/origin.ts";
import type { LineOrigin } from "../../../src/provenance/origin.ts";
import { layoutOf } from "../../../src/workspace/layout.ts";
import { SEED } from "../../support/any_text.ts";
import { openTempHome, type TempHome } from "../../support/temp_home.ts";

let home: TempHome;
beforeAll(() => {
  home = openTempHome();
});
afterAll(() => home.remove());

/** What stands behind a token decides whether it may be shown. */
interface Item {
  readonly token: string;
  readonly text: string;
  readonly origin: LineOrigin["origin"];
  readonly state: LineOrigin["state"];
  readonly sessionKind: LineOrigin["sessionKind"];
  readonly mark: string;
  readonly depth: number;
}

/** Annotations, and whether an entry with it may be shown: in MEMORY.md, in USER.md, in a diary. */
const MARKS: Readonly<Record<string, readonly [memory: boolean, user: boolean, diary: boolean]>> = {
  "": [true, true, true],
  " <!-- importance: 9 -->": [true, true, true],
  " <!-- expires: 2026-08-18 -->": [false, false, false],
  " <!-- expires: 2026-08-19 -->": [true, true, true],
  " <!-- project: github.com/me/app -->": [true, true, true],
  " <!-- project: github.com/me/app; github.com/me/other -->": [false, true, false],
  " <!-- project: a b -->": [false, false, false],
  " <!-- observed: 2026-07-01 | status: superseded -->": [false, false, true],
};

const word = fc.constantFrom(
  "gateway",
  "网关监听",
  "👩‍👩‍👧",
  "e\u0301te\u0301",
  "<",
  "</memory-data>",
  "\u202e",
  "`",
  "|",
  "#",
  "*",
  "𠮷",
);
const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { maxLength: 5 }) },
  fc.integer({ min: 50, max: 700 }).map((length) => ["长".repeat(length)]),
).map((words) => words.join(" "));

const items = fc.array(
  fc.record({
    text,
    origin: fc.constantFrom("owner", "agent", "agent", "system", "untrusted"),
    state: fc.constantFrom("booked", "booked", "unbooked", "pending", "echo", "attested"),
    sessionKind: fc.constantFrom("interactive", "interactive", "cron"),
    mark: fc.constantFrom("", "", ...Object.keys(MARKS)),
    depth: fc.constantFrom(0, 0, 0, 1),
  }),
  { maxLength: 14 },
).map((all) => all.map((item, at): Item => ({ ...item, token: `tok${at}x` } as Item)));

function fileOf(list: readonly Item[], name: string): string {
  const lines = list.flatMap(({ token, text, mark, depth }) => [
    `- ${name}${token} ${text}${mark}`,
    ...(depth === 1 ? [`  - ${name}${token}child ${text}`] : []),
  ]);
  return `# ${name} title\n\n${lines.join("\n")}\n`;
}

const size = fc.integer({ min: 0, max: 6_000 });
const request = fc.record({
  sessionKind: fc.constantFrom("interactive" as const, "interactive" as const, "unknown" as const, ...SESSION_KINDS),
  chat: fc.constantFrom("direct" as const, "direct" as const, ...CHAT_TYPES),
  isSenderOwner: fc.boolean(),
  place: fc.constantFrom("command" as const, "hook" as const),
  hasInstructions: fc.boolean(),
});

const STATE: BootstrapDeps["state"] = {
  isReadonly: true,
  curatedUses: { add: () => {}, move: () => {}, lastUses: () => new Map() },
  meta: { hmacKey: "0".repeat(16) },
  sessions: { named: () => [] },
  ingested: { session: () => null },
  nearForms: { missing: () => [], keep: () => undefined, of: () => [], dropOrphans: () => undefined },
  injections: { add: () => 0 },
  shown: { add: () => {} },
  sessionFiles: { of: () => new Map(), put: () => {} },
  logging: (work) => work(),
  forgets: { requests: () => [] },
};

const UNKNOWN: LineOrigin = {
  origin: "agent",
  state: "unbooked",
  sessionKind: "interactive",
  observedAt: null,
  session: null,
  isImport: false,
  why: "",
};

const NAMES = { "USER.md": "usr", "MEMORY.md": "mem", "memory/2026-08-18.md": "dia", "AGENTS.md": "agn" } as const;
const DIARY = "memory/2026-08-18.md";

/** The origin of a line is that of the item whose token it holds. */
function originsOf(all: ReadonlyMap<string, Item>): BootstrapDeps["originsOf"] {
  return (_path, lines) =>
    lines.map((line) => {
      const item = all.get(/[a-z]{3}tok\d+x/.exec(line)?.[0] ?? "");
      const { origin = "agent", state = "unbooked", sessionKind = "interactive" } = item ?? {};
      return { ...UNKNOWN, origin, state, sessionKind };
    });
}

function mayShow(path: string, item: Item): boolean {
  if (path === "AGENTS.md") return item.origin !== "untrusted" && item.state !== "pending";
  const isTrusted = item.origin === "owner" || item.origin === "agent";
  const [memory = false, user = false, diary = false] = MARKS[item.mark] ?? [];
  if (!isTrusted || item.state === "pending") return false;
  if (path === DIARY) return diary && item.sessionKind === "interactive";
  return path === "USER.md" ? user : memory;
}

test("no budget is passed, nothing is cut, nothing is shown that may not be, and the same gives the same", () => {
  const clock = frozenClock("2026-08-19T09:00:00+08:00");
  const layout = layoutOf(home.workspace, `${home.workspace}.memory`);
  let shownInAll = 0;
  fc.assert(
    fc.property(items, items, items, size, size, request, (user, memory, diary, fileChars, totalChars, asked) => {
      rmSync(home.workspace, { recursive: true, force: true });
      const contents = { "USER.md": user, "MEMORY.md": memory, [DIARY]: diary, "AGENTS.md": user } as const;
      const all = new Map<string, Item>();
      for (const [path, list] of Object.entries(contents) as [keyof typeof NAMES, Item[]][]) {
        for (const item of list) all.set(NAMES[path] + item.token, item);
        mkdirSync(dirname(join(home.workspace, path)), { recursive: true });
        writeFileSync(join(home.workspace, path), fileOf(list, NAMES[path]));
      }
      const settings = {
        ...DEFAULT_CONFIG.bootstrap,
        fileChars,
        userChars: fileChars >> 1,
        totalChars,
        hookChars: totalChars >> 1,
        recentChars: fileChars >> 2,
      };
      const deps = {
        layout,
        originsOf: originsOf(all),
        state: STATE,
        clock,
        settings,
        activeProjects: new Set(["github.com/me/app"]),
      };
      const whole: BootstrapRequest = { ...asked, session: null, diaries: [DIARY] };
      const { context, files } = bootstrap(deps, whole);
      expect(bootstrap(deps, whole).context).toBe(context);
      expect(codePoints(context)).toBeLessThanOrEqual(asked.place === "hook" ? totalChars >> 1 : totalChars);
      expect(context.isWellFormed()).toBe(true);
      const allowed = new Set<string>([...filesFor(whole), ...(filesFor(whole).includes("MEMORY.md") ? [DIARY] : [])]);
      expect(files.filter(({ path }) => !allowed.has(path))).toEqual([]);
      for (
        const { path, injectedChars, leftOut }
          of files as readonly (typeof files[number] & { path: keyof typeof NAMES })[]
      ) {
        const most = path === "USER.md" ? fileChars >> 1 : path === DIARY ? fileChars >> 2 : fileChars;
        expect(injectedChars).toBeLessThanOrEqual(most);
        for (const item of contents[path]) {
          const name = NAMES[path] + item.token;
          const isShown = context.includes(`${name} `) || context.includes(`${name}\n`);
          if (isShown) expect([path, item, mayShow(path, item)]).toEqual([path, item, true]);
          // An entry is whole: its child and all of its long text are there with it.
          if (isShown && item.depth === 1 && path !== "AGENTS.md") expect(context).toContain(`${name}child`);
          if (isShown && item.text.startsWith("长")) expect(context).toContain(`${name} ${item.text}`);
          if (isShown) shownInAll++;
          // What is not shown is named, unless the whole file had no room.
          if (!isShown && injectedChars > 0) expect(leftOut.length).toBeGreaterThan(0);
        }
      }
    }),
    { seed: SEED, numRuns: 250 },
  );
  expect(shownInAll).toBeGreaterThan(300);
}, 240_000);
