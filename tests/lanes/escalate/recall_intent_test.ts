/** The labelled set of recall intent: what must fire, what must not, per language. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { INTENT_LANGUAGES, recallIntent } from "../../../src/lanes/escalate/recall_intent.ts";

/** A message of the set. */
interface Labelled {
  readonly part: string;
  readonly isWanted: boolean;
  readonly text: string;
}

const FOLDER = join(import.meta.dir, "../../fixtures/recall-intent");

function labelledIn(language: string): Labelled[] {
  let part = "";
  return readFileSync(join(FOLDER, `${language}.txt`), "utf8").split("\n").flatMap((line) => {
    if (line.startsWith("== ")) part = line.slice(3);
    const [, sign, text] = /^([+-]) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ part, isWanted: sign === "+", text }];
  });
}

function figuresOf(messages: readonly Labelled[]) {
  const judged = messages.map((message) => ({ ...message, fires: recallIntent(message.text) !== null }));
  const right = judged.filter(({ fires, isWanted }) => fires && isWanted).length;
  const fired = judged.filter(({ fires }) => fires).length;
  const wanted = judged.filter(({ isWanted }) => isWanted).length;
  return {
    precision: right / fired,
    recall: right / wanted,
    wrong: judged.filter(({ fires, isWanted }) => fires !== isWanted).map(({ text }) => text),
  };
}

describe("the labelled set", () => {
  for (const language of INTENT_LANGUAGES) {
    const messages = labelledIn(language);

    test(`${language}: holds enough, half of which must not fire`, () => {
      expect(messages.length).toBeGreaterThanOrEqual(180);
      expect(messages.filter(({ isWanted }) => isWanted).length).toBe(messages.length / 2);
    });

    for (const part of ["fitted", "held out", "later", "last"]) {
      test(`${language}: at least .95 of what fires asks for the past, and at least .85 of that fires (${part})`, () => {
        const { precision, recall, wrong } = figuresOf(messages.filter((message) => message.part === part));
        expect({ isPrecise: precision >= 0.95, isComplete: recall >= 0.85, wrong })
          .toEqual({ isPrecise: true, isComplete: true, wrong });
      });
    }
  }
});

describe("recallIntent", () => {
  test("tells the language and the sentence", () => {
    expect(recallIntent("Hello there. What did we decide last week?")).toEqual({
      language: "en",
      sentence: "what did we decide last week?",
    });
    expect(recallIntent("先看这个。上次我们怎么决定的？")?.language).toBe("zh");
  });

  test("half a unit is a time, too", () => {
    for (
      const text of [
        "What did we decide half a year ago?",
        "Why was the cache dropped a year and a half ago?",
        "半年前我们决定用什么？",
        "一年半前为什么换了数据库？",
        "半年前に何を決めましたか？",
        "반년 전에 뭘 결정했지?",
        "¿Por qué lo movimos hace medio año?",
      ]
    ) expect({ text, fires: recallIntent(text) !== null }).toEqual({ text, fires: true });
  });

  test("traditional script asks what simplified script does", () => {
    const pairs = [
      ["上週我們談了什麼？", "上周我们谈了什么？"],
      ["這幾天我們在忙什麼", "这几天我们在忙什么"],
      ["上個月誰反對這個方案？", "上个月谁反对这个方案？"],
      ["繼續昨天的話題", "继续昨天的话题"],
      ["我們後來選了哪個資料庫", "我们后来选了哪个数据库"],
      ["當時為什麼這樣改", "当时为什么这样改"],
      ["當時間到了就關燈", "当时间到了就关灯"],
      ["請幫我寫一個函式", "请帮我写一个函数"],
    ];
    for (const [traditional = "", simplified = ""] of pairs) {
      expect({ traditional, fires: recallIntent(traditional) !== null })
        .toEqual({ traditional, fires: recallIntent(simplified) !== null });
    }
    expect(recallIntent("上週我們談了什麼？")).not.toBeNull();
  });

  test("does not ask what is quoted, or code", () => {
    for (
      const text of [
        'Rename the label to "What did we decide last week?"',
        "Explain `do you remember what we said` please",
        "> do you remember what we decided?\nfix the typo in it",
        "```\nwhat did we decide yesterday?\n```\nformat this",
        "把“上次我们怎么决定的？”翻译成英文",
      ]
    ) expect({ text, intent: recallIntent(text) }).toEqual({ text, intent: null });
  });

  test("finds a question before and behind a pasted page, and not in the middle of it", () => {
    const page = "The loop reads a line and prints it. ".repeat(30_000);
    expect(recallIntent(`What did we decide last week?\n${page}`)).not.toBeNull();
    expect(recallIntent(`${page}\n上次我们怎么决定的？`)).not.toBeNull();
    expect(recallIntent(`${page}\nWhat did we decide last week?\n${page}`)).toBeNull();
  });

  test("any text is looked at, and blanks, case and full-width signs make no difference", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        recallIntent(text);
      }),
      { numRuns: 300 },
    );
    for (const language of INTENT_LANGUAGES) {
      for (const { text } of labelledIn(language)) {
        const fires = recallIntent(text) !== null;
        const wide = text.replace("?", "？").toUpperCase();
        expect({ text, fires: recallIntent(`  ${wide} \n`) !== null }).toEqual({ text, fires });
      }
    }
  });
});
