import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { StemMemo } from "../../../src/base/text/stem.ts";
import {
  copyBeginnings,
  copyShingles,
  copyWindows,
  eachCopyWindow,
  NO_FILTER,
} from "../../../src/store/state/copy_grams.ts";
import { compactText, foldedForms, generalFold } from "../../../src/store/state/copy_text.ts";
import { foldPlain } from "../../../src/store/state/fold_plain.ts";
import { anyText, SEED } from "../../support/any_text.ts";

const PLAIN = [..."abzAZ09 \t-_.,:;!?()[]'\"、。，：；！？（）「」“”—…·　ＡｚＺ０９的数据库"];

describe("the short fold", () => {
  test("gives what the general one gives, for every text that it takes", () => {
    const plain = fc.array(fc.constantFrom(...PLAIN), { maxLength: 40 }).map((chars) => chars.join(""));
    fc.assert(
      fc.property(fc.oneof(plain, anyText()), (text) => {
        const folded = foldPlain(text);
        return folded === null || folded === generalFold(text);
      }),
      { seed: SEED, numRuns: 3_000 },
    );
  });

  test("takes English and Chinese lines", () => {
    expect(foldPlain("- The Gateway, 网关 listens：on PORT １８７９０。")).toBe("the gateway网关listens on port 18790");
    expect(foldPlain("数据库 换成 SQLite")).toBe("数据库换成sqlite");
    expect(foldPlain("")).toBe("");
  });

  test.each(["caf\u00e9", "\u043f\u0440\u0438\u0432\u0435\u0442", "カタカナ", "in\u200bvoice", "\u{20bb7}", "한국어"])(
    "leaves %s to the general one",
    (text) => {
      expect(foldPlain(text)).toBeNull();
    },
  );
});

describe("the hashes of copies", () => {
  const stems = new StemMemo();
  const fold = (text: string) => foldedForms(text).rendered;
  const windowsOf = (folded: string, filter = NO_FILTER) => {
    const windows: { start: number; hash: number }[] = [];
    eachCopyWindow({ folded, compact: compactText(folded) }, filter, (hash, start) => windows.push({ start, hash }));
    return windows;
  };

  test("of a part are among those of the whole, for windows of any wide enough text", () => {
    fc.assert(
      fc.property(anyText(), anyText(), anyText(), (before, text, after) => {
        const part = fold(text);
        const whole = new Set(copyWindows(`${fold(before)} ${part} ${fold(after)}`.trim()));
        const [first] = windowsOf(part);
        return first === undefined || first.start > 0 || whole.has(first.hash);
      }),
      { seed: SEED },
    );
  });

  test("are filtered without a change of the rest", () => {
    const text = fold("The gateway listens on port 18790 behind the office router 网关监听所有地址并且不做检查");
    const mayKnow = (hash: number) => hash % 2 === 0;
    const filter = { mayKnow, mayBegin: () => true };
    expect(windowsOf(text, filter)).toEqual(windowsOf(text).filter(({ hash }) => mayKnow(hash)));
    expect(copyWindows(text)).toEqual(windowsOf(text).map(({ hash }) => hash));
    expect(copyShingles(text, stems, filter)).toEqual(copyShingles(text, stems).filter(mayKnow));
  });

  test("of texts that have one in common begin alike, so that the filter loses none", () => {
    fc.assert(
      fc.property(anyText(), anyText(), anyText(), (before, shared, after) => {
        const tainted = fold(`${shared} ${after}`);
        const begun = new Set(copyBeginnings(tainted));
        const filter = { mayKnow: () => true, mayBegin: (hash: number) => begun.has(hash) };
        const grams = new Set([...copyWindows(tainted), ...copyShingles(tainted, stems)]);
        const asked = fold(`${before} ${shared}`);
        const common = (hashes: readonly number[]) => hashes.filter((hash) => grams.has(hash));
        const windows = (only?: typeof filter) => common(windowsOf(asked, only).map(({ hash }) => hash));
        return Bun.deepEquals(windows(filter), windows()) &&
          Bun.deepEquals(common(copyShingles(asked, stems, filter)), common(copyShingles(asked, stems)));
      }),
      { seed: SEED, numRuns: 1_000 },
    );
    const endings = fold("deploying skips the smoke tested skies of the dying gateway");
    const begun = new Set(copyBeginnings(fold("deploys skip the smoke tests sky of the dyed gateways")));
    const filter = { mayKnow: () => true, mayBegin: (hash: number) => begun.has(hash) };
    expect(copyShingles(endings, stems, filter)).toEqual(copyShingles(endings, stems));
  });

  test("count words by their stems, numbers as they are", () => {
    const shingles = (text: string) => copyShingles(fold(text), stems);
    expect(shingles("Deploys skip the smoke tests")).toEqual(shingles("deploying skips the smoke test"));
    expect(shingles("the gateway listens on 18790")).not.toEqual(shingles("the gateway listens on 18791"));
    expect(shingles("")).toEqual([]);
    expect(shingles("监听所有的地址一")).toHaveLength(1);
    expect(shingles("监听所有的地址一二")).toHaveLength(2);
  });
});
