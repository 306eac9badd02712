/** Twenty days of an invented user through the built program: notes, searches and nights as commands, each at its own time. */
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "../../src/base/clock.ts";
import { openCliWorld } from "../support/cli_world.ts";
import { makeYear, type Voice, type YearDay } from "../support/year/calendar.ts";
import { judge } from "../support/year/judge.ts";

const DAYS = 20;
const year = makeYear({ seed: 11, days: DAYS, facts: 4, chatter: 1 });

test("what was asked for on several days is kept, and nothing that was not", async () => {
  const world = openCliWorld();
  const at = (day: string, time: string) => ({ MEMORY_NOW: `${day}T${time}:00+08:00` });
  const run = async (environment: Record<string, string>, ...words: string[]) => {
    const { code, stdout } = await world.run(words, { environment });
    expect({ words, code }).toEqual({ words, code: 0 });
    return JSON.parse(stdout) as { readonly promoted?: readonly { readonly key: string }[] };
  };
  const write = async ({ day }: YearDay, voice: Voice, text: string) => {
    if (voice === "hand") appendFileSync(join(world.workspace, `memory/${day}.md`), `- ${text}\n`);
    else if (voice === "web") await run(at(day, "09:00"), "note", "--derived-from", "web", text);
    else await run({ ...at(day, "09:00"), MEMORY_CALLER: voice }, "note", text);
  };
  try {
    await run(at(year.days[0]?.day ?? "", "08:00"), "init");
    mkdirSync(join(world.workspace, "memory"), { recursive: true });
    const kept: string[] = [];
    for (const day of year.days) {
      for (const { voice, text } of day.lines) await write(day, voice, text);
      for (const [nth, question] of day.questions.entries()) {
        const hour = `${13 + (nth % 9)}:00`;
        await run(
          at(day.day, hour),
          "search",
          "--keyword-only",
          "--session",
          `asker ${day.day} ${nth}`,
          "--",
          question,
        );
      }
      const { promoted = [] } = await run(at(addDays(day.day, 1), "03:00"), "dream");
      kept.push(...promoted.map(({ key }) => key));
    }
    const last = year.days.at(-1)?.day ?? "";
    const memory = readFileSync(join(world.workspace, "MEMORY.md"), "utf8");
    const { entries, precision, missing, wrong } = judge(memory, year.truths, last);
    expect({ precision, missing, wrong: Object.values(wrong).flat() }).toEqual({
      precision: 1,
      missing: [],
      wrong: [],
    });
    expect(entries).toBe(new Set(kept).size);
    expect(entries).toBeGreaterThan(1);
  } finally {
    world.remove();
  }
}, 180_000);
