/** What lines have in common with tainted texts is counted as a map would, however often the table is used again. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { StemMemo } from "../../../src/base/text/stem.ts";
import { type Hit, HitTable } from "../../../src/store/state/hit_table.ts";
import { KnownText } from "../../../src/store/state/known_text.ts";

const stems = new StemMemo();
const texts = Array.from(
  { length: 6 },
  (_, id) => new KnownText({ id, origin: "untrusted", forms: ["a text"], size: 1 }, stems),
);

function listOf(table: HitTable): unknown {
  return table.texts.map(({ id }, place) => {
    const hits: unknown[] = [];
    for (let hit: Hit | null = table.hitsAt(place); hit !== null; hit = hit.next) {
      hits.push([hit.unit, hit.windows, hit.shingles]);
    }
    return [id, hits];
  });
}

test("texts come in the order of their first hit, each with its lines", () => {
  const asked = fc.array(fc.tuple(fc.nat(texts.length - 1), fc.nat(9), fc.boolean()), { maxLength: 60 });
  // Two tables have the same texts, as those of two connections do not, and each is filled several times.
  const tables = [new HitTable(), new HitTable()];
  fc.assert(
    fc.property(asked, fc.nat(1), (visits, which) => {
      const table = tables[which] ?? new HitTable();
      table.clear();
      const expected = new Map<number, Map<number, [number, number]>>();
      for (const [id, unit, isWindow] of visits.sort(([, one], [, other]) => one - other)) {
        const text = texts[id];
        if (text === undefined) continue;
        const ofText = expected.get(id) ?? new Map<number, [number, number]>();
        const [windows, shingles] = ofText.get(unit) ?? [0, 0];
        expected.set(id, ofText.set(unit, isWindow ? [windows + 1, shingles] : [windows, shingles + 1]));
        if (isWindow) table.hitOf(text, unit).windows++;
        else table.hitOf(text, unit).shingles++;
      }
      const list = [...expected].map(([id, ofText]) => [id, [...ofText].map(([unit, counts]) => [unit, ...counts])]);
      expect(listOf(table)).toEqual(list);
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("more hits than are kept for the next question are counted like others", () => {
  const table = new HitTable();
  const [one, other] = texts;
  if (one === undefined || other === undefined) throw new Error("There are six");
  for (const round of [1, 2]) {
    table.clear();
    for (let unit = 0; unit < 10_000; unit++) table.hitOf(one, unit).windows += round;
    table.hitOf(other, 3).shingles++;
    let sum = 0;
    for (let hit = table.hitsAt(0); hit !== null; hit = hit.next) sum += hit.windows + hit.shingles;
    expect(sum).toBe(10_000 * round);
    expect([table.hitsAt(1)?.unit, table.hitsAt(1)?.shingles, table.hitsAt(2)]).toEqual([3, 1, null]);
  }
});
