/** What a person marks as private is stored nowhere. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { emptyPrivate } from "../../../src/capture/redact/private_spans.ts";
import { redact, redactShown } from "../../../src/capture/redact/redact.ts";

const ON = { enabled: true, allow: [] };
const OFF = { enabled: false, allow: ["hidden", "<private>hidden</private>"] };

describe("a private part goes, with its marks,", () => {
  test.each([
    ["plain", "a <private>hidden</private> b", "a [redacted: private] b"],
    ["in any case, with blanks and attributes", "a < PRIVATE why='x'>hidden</ Private > b", "a [redacted: private] b"],
    ["over lines", "a\n<private>\nhidden\nhidden\n</private>\nb", "a\n[redacted: private]\nb"],
    ["to the end if nobody closed it", "a <private>hidden\nb hidden", "a [redacted: private]"],
    ["to the outer end", "a <private>x<private>y</private>hidden</private> b", "a [redacted: private] b"],
    ["to the end if an inner one stays open", "a <private>x<private>y</private>hidden", "a [redacted: private]"],
    ["without the end of its mark", "a <private hidden", "a [redacted: private]"],
    ["in wide letters", "备注 ＜private＞hidden＜/private＞ 完", "备注 [redacted: private] 完"],
    ["escaped", "a &lt;private&gt;hidden&lt;/private&gt; b", "a [redacted: private] b"],
    ["with unseen letters in its mark", "a <pri\u200bvate>hidden</private> b", "a [redacted: private] b"],
  ])("%s", (_how, text, expected) => {
    for (const policy of [ON, OFF]) {
      const { text: kept, counts } = redactShown(text, policy);
      expect(kept).toBe(expected);
      expect(counts).toEqual({ private: 1 });
    }
  });
});

test("words about privacy stay", () => {
  for (const text of ["a private note", "<privateer>x</privateer>", "x < private_key", "</private> alone", "私密"]) {
    expect(redact(text, ON)).toEqual({ text, counts: {} });
  }
});

test("an emptied text holds nothing of it, and what was there is still counted, whatever stands around", () => {
  const part = fc.constantFrom("a ", "<private>", "</private>", "\n", "<PRIVATE>", "。", "hidden", "</ private>");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join("");
      const whole = redact(text, ON);
      expect(redact(emptyPrivate(text), ON)).toEqual(whole);
      expect(redact(whole.text, ON)).toEqual({ text: whole.text, counts: {} });
    }),
    { seed: 5, numRuns: 300 },
  );
});
