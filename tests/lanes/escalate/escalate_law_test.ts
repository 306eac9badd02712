/** Laws of lane 2 over random workspaces: what fails its predicate is nowhere, budgets hold, equal inputs give equal bytes. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { codePoints } from "../../../src/base/text/measure.ts";
import { ORIGIN_CLASSES, type OriginClass, SESSION_KINDS, type SessionKind } from "../../../src/provenance/origin.ts";
import { mayEscalate } from "../../../src/provenance/predicates.ts";
import { openEscalateWorld } from "../../support/escalate_world.ts";

/** Every statement has a word of its own by which it is known wherever it turns up, and the word that is asked for. */
const MOST_LINES = 48;

const line = fc.record({
  origin: fc.constantFrom(...ORIGIN_CLASSES),
  sessionKind: fc.constantFrom(...SESSION_KINDS, "interactive" as const, "interactive" as const),
  state: fc.constantFrom("booked" as const, "echo" as const),
  place: fc.constantFrom("note", "chinese", "transcript", "group"),
  day: fc.integer({ min: 1, max: 18 }).map((day) => `2026-08-${String(day).padStart(2, "0")}`),
});

const MESSAGES = [
  "What did we decide about the gateway?",
  "What did we decide about the gateway last week?",
  "我们上次怎么决定网关的？",
  "What did we do yesterday?",
  "Do you remember what we did two weeks ago?",
];
const ROOMS = [0, 180, 600, 9_500];

interface Line {
  readonly origin: OriginClass;
  readonly sessionKind: SessionKind;
  readonly state: "booked" | "echo";
  readonly place: string;
  readonly day: string;
}

function markOf(at: number): string {
  return `mark${String(at).padStart(3, "0")}`;
}

function textOf({ place }: Line, at: number): string {
  return place === "chinese"
    ? `网关的名字是 ${markOf(at)}，我们这样决定了。`
    : `The gateway was named ${markOf(at)} by us.`;
}

function mayBeShown({ origin, sessionKind, state, place }: Line): boolean {
  const found = { origin, sessionKind, state, observedAt: null, session: null, isImport: false, why: "" };
  return mayEscalate(found).passes && place !== "group";
}

function build(lines: readonly Line[]) {
  const world = openEscalateWorld();
  for (const [at, each] of lines.entries()) {
    const { day, place, origin, sessionKind, state } = each;
    if (place === "transcript" || place === "group") {
      const said = { session: `s${at}`, day, origin, sessionKind, isPrivate: place === "transcript" };
      world.say({ ...said, lines: [`- 10:00 user: ${textOf(each, at)}`] });
    } else world.note(`${day}-${at}`, [textOf(each, at)], { origin, sessionKind, state });
  }
  return world;
}

describe("over random workspaces", () => {
  test(
    "nothing that may not be used is in hits, summary or text, no budget is passed, and bytes are equal",
    async () => {
      let shown = 0;
      const workspace = fc.array(line, { minLength: MOST_LINES / 2, maxLength: MOST_LINES });
      const law = async (lines: readonly Line[]) => {
        const world = build(lines);
        try {
          for (const message of MESSAGES) {
            for (const roomChars of ROOMS) {
              const ask = () => world.ask(message, { roomChars, mode: "always", isExplained: true });
              const answer = await ask();
              const all = JSON.stringify(answer);
              const leaked = lines.filter((each, at) => !mayBeShown(each) && all.includes(markOf(at)));
              expect(leaked).toEqual([]);
              expect(codePoints(answer.context)).toBeLessThanOrEqual(roomChars);
              const texts = lines.map(textOf);
              for (const hit of answer.hits) {
                expect(texts).toContain(hit.text.replace("10:00 user: ", ""));
                expect(answer.context).toContain(hit.citation);
              }
              shown += answer.hits.length;
              if (roomChars === ROOMS.at(-1)) expect(await ask()).toEqual(answer);
            }
          }
        } finally {
          world.close();
        }
      };
      await fc.assert(fc.asyncProperty(workspace, law), { numRuns: 3, endOnFailure: true });
      // A law about what is shown says nothing where nothing is.
      expect(shown).toBeGreaterThan(0);
    },
    60_000,
  );
});
