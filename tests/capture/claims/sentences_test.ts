import { describe, expect, test } from "bun:test";
import { withoutLead } from "../../../src/capture/claims/lead.ts";
import { sentences } from "../../../src/capture/claims/sentences.ts";
import { withoutTask } from "../../../src/capture/claims/task_tail.ts";

function split(text: string): string[] {
  return sentences(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));
}

function bare(text: string): string {
  const { start, end } = withoutLead(text, { start: 0, end: text.length });
  return text.slice(start, end);
}

function answered(text: string): string {
  const { start, end } = withoutTask(text, { start: 0, end: text.length }, "owner");
  return text.slice(start, end);
}

describe("sentences", () => {
  test("end at the stops of both languages", () => {
    expect(split("We use pnpm. 部署窗口是周四。Never push to main! 真的吗？好的")).toEqual([
      "We use pnpm.",
      "部署窗口是周四。",
      "Never push to main!",
      "真的吗？",
      "好的",
    ]);
  });

  test("do not end at abbreviations, versions, numbers, initials and file names", () => {
    for (
      const text of [
        "Dr. Smith is my dentist.",
        "We use tools such as make, e.g. Ninja, i.e. what CMake writes.",
        "See Fig. 3 for the plan.",
        "J. R. Miller owns the API.",
        "Version 1.2.3 of main.ts is at 10.0.0.1.",
        "The release is in Sept. 2027.",
        "Postgres is required because `MERGE ... RETURNING` is missing elsewhere.",
      ]
    ) expect(split(text)).toEqual([text]);
  });

  test("begin with backquotes and stars as well", () => {
    expect(split("The cache is a file. `cache.ts` writes to it. **Never** delete it.")).toEqual([
      "The cache is a file.",
      "`cache.ts` writes to it.",
      "**Never** delete it.",
    ]);
  });

  test("begin with small letters where people write none other", () => {
    expect(split("the api moved to v2. our client is old. see src/a.ts for more")).toEqual([
      "the api moved to v2.",
      "our client is old.",
      "see src/a.ts for more",
    ]);
  });

  test("are halved at semicolons, unless a half is a fragment", () => {
    expect(split("The API is on 8080; the UI is on 3000.")).toEqual(["The API is on 8080", "the UI is on 3000."]);
    expect(split("接口在 8080；界面在 3000。")).toEqual(["接口在 8080", "界面在 3000。"]);
    expect(split("The API is on 8080; ok.")).toEqual(["The API is on 8080; ok."]);
  });

  test("keep a closing quotation mark", () => {
    expect(split("他说：“好的。”然后走了。")[0]).toBe("他说：“好的。”");
  });
});

describe("what stands before a statement", () => {
  test("is taken off, several times over", () => {
    for (
      const lead of [
        "Ok, ",
        "Yes. ",
        "Thanks! ",
        "FYI: ",
        "By the way, ",
        "Note that ",
        "Please remember that ",
        "Ok, thanks. Also, note that ",
        "[[reply_to_current]] ",
        "Root cause: ",
        "**Root cause:** ",
        "**Decision**: ",
      ]
    ) expect(bare(`${lead}the gateway listens on 18789.`)).toBe("the gateway listens on 18789.");
    for (const lead of ["好的，", "对了，", "记住：", "请记住", "记下了：", "另外，", "嗯，好的，记一下："]) {
      expect(bare(`${lead}网关监听 18789 端口。`)).toBe("网关监听 18789 端口。");
    }
  });

  test("leaves words that only look like it", () => {
    for (
      const text of ["Yesterday we moved.", "Notes live in Notion.", "Sure-fire rules fail.", "好的代码不需要注释。"]
    ) {
      expect(bare(text)).toBe(text);
    }
  });

  test("includes marks of emphasis around all of it", () => {
    expect(bare("**Never push to main.**")).toBe("Never push to main.");
    expect(bare("**Never** push to **main**")).toBe("**Never** push to **main**");
  });
});

describe("what is asked for in the same breath", () => {
  test("is cut off", () => {
    expect(answered("We use pnpm, please fix the scripts.")).toBe("We use pnpm");
    expect(answered("The API moved to v2, can you update the client?")).toBe("The API moved to v2");
    expect(answered("我们用 pnpm，帮我改脚本。")).toBe("我们用 pnpm");
    expect(answered("旧接口六月下线，文档更新一下。")).toBe("旧接口六月下线");
  });

  test("takes half a sentence with it", () => {
    expect(answered("Since we use pnpm, can you fix the scripts?")).toBe("");
  });

  test("is not what a rule says", () => {
    for (
      const text of ["Before you edit files, show me the plan.", "以后部署前，先通知我。", "Use pnpm here, never npm."]
    ) {
      expect(answered(text)).toBe(text);
    }
  });
});
