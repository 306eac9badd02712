/** Which days a question asks about, in five languages. */
import { describe, expect, test } from "bun:test";
import { frozenClock } from "../../../src/base/clock.ts";
import { askedDays } from "../../../src/lanes/escalate/asked_days.ts";
import { askedWords } from "../../../src/lanes/escalate/asked_words.ts";

/** A Wednesday. */
const CLOCK = frozenClock("2026-08-19T03:00:00+08:00");

const QUESTIONS: readonly (readonly [question: string, days: string | null])[] = [
  ["What did we decide about the database last week?", "2026-08-10 2026-08-16"],
  ["How did we fix the bug three weeks ago?", "2026-07-27 2026-08-02"],
  ["Why did we drop Redis two months ago?", "2026-06-01 2026-06-30"],
  ["What did we decide half a year ago?", "2026-02-01 2026-02-28"],
  ["Why did we move a year and a half ago?", "2025-02-01 2025-02-28"],
  ["What did we decide between Aug 10 and Aug 13?", "2026-08-10 2026-08-13"],
  ["What did I say a few days ago?", "2026-08-15 2026-08-19"],
  ["What did we say last\u00a0week?", "2026-08-10 2026-08-16"],
  ["What did we say two  weeks\nago?", "2026-08-03 2026-08-09"],
  ["８月１２日说了什么？", "2026-08-12 2026-08-12"],
  ["What did we say in March?", "2026-03-01 2026-03-31"],
  ["What may march on?", null],
  ["What did she say on Friday?", "2026-08-14 2026-08-14"],
  ["What happened on August 12?", "2026-08-12 2026-08-12"],
  ["What was noted on 2026-08-01?", "2026-08-01 2026-08-01"],
  ["What did we do on Aug 12?", "2026-08-12 2026-08-12"],
  ["What did we decide on the 12th?", "2026-08-12 2026-08-12"],
  ["What broke on the 12th floor?", null],
  ["过去三天我们做了什么", "2026-08-16 2026-08-19"],
  ["What did we do yesterday and last Friday?", "2026-08-14 2026-08-18"],
  ["What will we do tomorrow?", null],
  ["What did I say next to the lake?", null],
  ["上周我们决定了什么？", "2026-08-10 2026-08-16"],
  ["上週五說了什麼？", "2026-08-14 2026-08-14"],
  ["两个月前我们为什么换了？", "2026-06-01 2026-06-30"],
  ["半年前我们决定用什么？", "2026-02-01 2026-02-28"],
  ["两个半月前改了什么？", "2026-06-01 2026-06-30"],
  ["半年前なぜやめた？", "2026-02-01 2026-02-28"],
  ["반년 전에 왜 뺐지?", "2026-02-01 2026-02-28"],
  ["¿Por qué lo movimos hace medio año?", "2026-02-01 2026-02-28"],
  ["三月份为什么改？", "2026-03-01 2026-03-31"],
  ["8月12日说了什么？", "2026-08-12 2026-08-12"],
  ["前几天我说了什么？", "2026-08-05 2026-08-19"],
  ["前两天说的方案叫什么？", "2026-08-05 2026-08-19"],
  ["这几天我们在忙什么", "2026-08-12 2026-08-19"],
  ["ここ数日は何をしていましたか", "2026-08-05 2026-08-19"],
  ["요 며칠 뭘 했지?", "2026-08-05 2026-08-19"],
  ["¿Qué me dijiste hace unos días?", "2026-08-05 2026-08-19"],
  ["昨天 meeting 里说了什么？", "2026-08-18 2026-08-18"],
  ["先週何を決めましたか？", "2026-08-10 2026-08-16"],
  ["先週の月曜日に何を？", "2026-08-10 2026-08-10"],
  ["二か月前なぜやめた？", "2026-06-01 2026-06-30"],
  ["おとといの結果は？", "2026-08-17 2026-08-17"],
  ["지난주에 뭘 결정했지?", "2026-08-10 2026-08-16"],
  ["두 달 전에 왜 뺐지?", "2026-06-01 2026-06-30"],
  ["화요일에 말한 아이디어", "2026-08-18 2026-08-18"],
  ["8월 12일에 뭐라고 했지?", "2026-08-12 2026-08-12"],
  ["¿Qué decidimos la semana pasada?", "2026-08-10 2026-08-16"],
  ["¿Cómo lo resolvimos hace tres semanas?", "2026-07-27 2026-08-02"],
  ["¿Qué pasó el viernes pasado?", "2026-08-14 2026-08-14"],
  ["¿Por qué lo movimos en marzo?", "2026-03-01 2026-03-31"],
  ["¿Qué dijo el 12 de agosto?", "2026-08-12 2026-08-12"],
];

describe("askedDays", () => {
  for (const [question, wanted] of QUESTIONS) {
    test(`${question} → ${wanted ?? "no day"}`, async () => {
      const { days } = await askedDays(question, CLOCK);
      expect(days === null ? null : `${days.from} ${days.to}`).toBe(wanted);
    });
  }

  test("takes what it read out of the question, and nothing else", async () => {
    expect((await askedDays("上周网关怎么了", CLOCK)).rest.trim()).toBe("网关怎么了");
    expect((await askedDays("Call Friday the dog tomorrow", CLOCK)).rest).toBe("Call Friday the dog tomorrow");
  });

  test("looks at the beginning of a page only", async () => {
    expect((await askedDays(`${"x ".repeat(5_000)} yesterday`, CLOCK)).days).toBeNull();
  });
});

describe("askedWords", () => {
  test("leaves what a question is about", () => {
    const words = [
      "do you remember what we decided about the gateway port?",
      "你还记得我们上次怎么决定网关端口的吗",
      "前回ゲートウェイのポートについて何を決めましたか",
      "지난번에 게이트웨이 포트 어떻게 하기로 했지",
      "¿recuerdas qué decidimos sobre el puerto del gateway?",
    ].map((question) => askedWords(question));
    for (
      const [at, subject] of ["gateway port", "网关端口", "ゲートウェイのポート", "게이트웨이 포트", "puerto"].entries()
    ) {
      expect(words[at]).toContain(subject);
    }
    for (const text of words) expect(text).not.toMatch(/remember|decid|记得|决定|決め|前回|지난번|recuerdas/);
  });

  test("are empty for a question that only asks", () => {
    expect(askedWords("recall?")).toBe("");
    expect(askedWords("还记得？")).toBe("");
  });
});
