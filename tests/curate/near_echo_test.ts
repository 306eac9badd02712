/** A text that comes back with a word changed is no news (SPEC 4.6), and a text that says something else is. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { fingerprint, isNearDuplicate } from "../../src/curate/near_duplicate.ts";
import { keepNearForms, nearCopiesOf, nearForm, repeatsInjected } from "../../src/curate/near_echo.ts";
import { claimsOf } from "../../src/workspace/claims.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";
import { openStoreWorld, type StoreWorld, WORLD_TIME } from "../support/store_world.ts";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
});
afterEach(() => world.remove());

const KEY = "5eed".repeat(16);
const LONG = "The nightly backup of the customer portal runs at 02:30 on db2 and writes to the audit bucket in Dublin";
const HAN = "客户门户的夜间备份在凌晨两点半于二号数据库上运行，结果写到都柏林的审计存储桶里，由运维团队负责检查";

function inject(texts: readonly string[], session = "s1"): void {
  const hashes = texts.flatMap((text) => claimsOf("", scanMarkdown(text)).map(({ claimHash }) => claimHash));
  world.state.injections.add(
    hashes.map((hash) => ({ hash, session, injectedAt: WORLD_TIME, place: "bootstrap" as const })),
  );
  keepNearForms(world.state, texts);
}

function isNoNews(text: string): boolean {
  const [claim] = claimsOf("", scanMarkdown(`- ${text}`));
  if (claim === undefined) throw new Error("no claim");
  return repeatsInjected(world.state, claim, world.state.injections.into("s1", WORLD_TIME));
}

test.each([
  [LONG, true],
  [LONG.replace("customer portal", "customers' portal"), true],
  [LONG.replace("writes to the", "writes into the"), true],
  [LONG.replace("02:30", "03:30"), false],
  [LONG.replace("runs at", "never runs at"), false],
  [LONG.replace("Dublin", "Porto"), false],
  ["The nightly backup writes to the audit bucket", false],
  [HAN, true],
  [HAN.replace("负责检查", "负责查看"), true],
  [HAN.replace("两点半", "三点半"), false],
])("what was injected, or nearly that, is no news: %s", (text, isKnown) => {
  inject([`- ${LONG}`, `- ${HAN}`]);
  expect(isNoNews(text)).toBe(isKnown);
});

test("forms go with the injections that they are of", () => {
  inject([`- ${LONG}`]);
  const [hash = ""] = world.state.injections.into("s1", WORLD_TIME);
  expect(world.state.nearForms.of([hash])).toHaveLength(1);
  world.state.injections.dropBefore("2999-01-01T00:00:00Z");
  world.state.nearForms.dropOrphans();
  expect(world.state.nearForms.of([hash])).toEqual([]);
});

test("hashes tell what the texts tell", () => {
  const words = ["port", "Port", "gateway", "listens", "not", "18789", "on", "Anna", "anna", "always", "网关", "端口"];
  const text = fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 12 }).map((all) => all.join(" "));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const isNear = isNearDuplicate(fingerprint(a), fingerprint(b), 0.88);
      const isEqual = fingerprint(a).normalised === fingerprint(b).normalised;
      fc.pre(!isEqual);
      const found = nearCopiesOf(nearForm(a, KEY), [{ claimHash: "b", form: nearForm(b, KEY) }]);
      expect(found.length > 0).toBe(isNear);
    }),
    { numRuns: 300, seed: 7 },
  );
});
