import { expect, test } from "bun:test";
import fc from "fast-check";
import { claimFilter } from "../../src/capture/claim_filter.ts";
import { stripAnnotations } from "../../src/workspace/annotation.ts";
import { normaliseClaim } from "../../src/workspace/claims.ts";
import { scanMarkdown } from "../../src/workspace/scan_markdown.ts";

const PARTS = [
  ..."aB3é重Σσ ﬁ１．…*`<>-:•—\u0338\u0301\u3099か\t\r\u2028\ufeff\u00b4",
  "the port",
  "18789",
  "网关",
  "- ",
  "* ",
  "1. ",
  "[x] ",
  "**",
  "\n- ",
  "\n",
  "<!-- key: a -->",
  "<!-- origin: untrusted -->",
  "<!-- no annotation -->",
  "<!-- key -->",
  "<!-- key: ",
  "<!--",
  "-->",
];

test("every claim of every bullet passes, whatever stands in it and around it", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }), (parts) => {
      const text = `- ${parts.join("")}`;
      const mayHold = claimFilter(text);
      const claims = scanMarkdown(text).filter(({ kind }) => kind === "bullet")
        .map(({ content }) => normaliseClaim(stripAnnotations(content)));
      expect(claims.filter((claim) => !mayHold(claim))).toEqual([]);
    }),
    { numRuns: 6_000, seed: 20260819 },
  );
});

test("what a diary does not say is kept away, also where it is the end of another number or word", () => {
  const mayHold = claimFilter(
    "# 2026-08-19\n\n- 13.1 relays answer <!-- origin: untrusted -->\n- 网关监听 18789 端口\n",
  );
  expect(["3.1 relays answer", "relay", "网关监听 18790", "elays answer"].map(mayHold)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(["13.1 relays answer", "网关监听 18789 端口"].map(mayHold)).toEqual([true, true]);
});
