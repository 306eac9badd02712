/** Which directives are about one subject, by the rule of docs/directives.md. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareSubjects, type Likeness } from "../../../src/curate/directive/compare_subjects.ts";
import { subjectReader } from "../../../src/curate/directive/subject_of.ts";

const read = subjectReader();
const likeness = (a: string, b: string): Likeness => compareSubjects(read(a), read(b));

describe("the same subject", () => {
  test.each([
    ["Answer in Chinese", "Answer in English"],
    ["Always answer in Chinese", "Write answers in English"],
    ["Reply in German", "Answer in French"],
    ["总是用中文回答", "Answer in English"],
    ["用中文回复", "总是用英文回答"],
    ["提交信息用英文", "提交信息用中文"],
    ["Write commit messages in English", "提交信息用中文"],
    ["Prefer tabs over spaces", "Prefer spaces over tabs"],
    ["Prefer tabs", "Use 4 spaces for indentation"],
    ["缩进用制表符", "Use spaces for indentation"],
    ["Always use semicolons", "Never use semicolons"],
    ["绝不使用分号", "总是使用分号"],
    ["避免表情符号", "Use emojis"],
    ["Avoid emojis", "Always use emojis"],
    ["Keep lines under 100 characters", "Keep lines under 80 characters"],
    ["每行不超过 100 个字符", "每行不超过 80 个字符"],
    ["Use Node 20", "Use Node 22"],
    ["Prefer short answers", "Give detailed answers"],
    ["Keep answers short", "Be verbose in answers"],
    ["回答保持简短", "回答要详细"],
    ["优先简短的回答", "Prefer long answers"],
    ["Use pnpm", "Use yarn"],
    ["总是用 pnpm", "优先用 yarn"],
    ["Prefer Vim as the editor", "Use Emacs"],
    ["编辑器优先用 Vim", "Prefer VS Code as the editor"],
    ["Prefer dark mode", "优先浅色模式"],
    ["Prefer metric units", "Use imperial units"],
    ["Use single quotes", "Use double quotes"],
    ["Use British spelling", "Use American spelling"],
    ["Call me Lin", "Call me Mei"],
    ["叫我小林", "Call me Lin"],
    ["Use snake_case for variables", "变量名用驼峰命名"],
    ["Send the report on Monday", "Send the report on Friday"],
    ["Schedule meetings in the morning", "Schedule meetings in the afternoon"],
    ["Prefer rebase over merge", "Use merge commits"],
    ["Use a formal tone", "Use a casual tone"],
    ["Never push without running the tests", "Push without running the tests"],
    ["Run backups daily", "Run backups every week"],
    ["Always ask before deploying", "Never ask before deploying"],
    ["部署前先问我", "部署前不要问我"],
  ])("%s | %s", (a, b) => expect(likeness(a, b)).toBe("same"));
});

describe("close enough to ask", () => {
  test.each([
    ["Use tabs", "Use tabs in Go files"],
    ["Use single quotes", "Use double quotes in JSON"],
    ["Use Postgres for the billing service", "Use MySQL for the billing service"],
    ["Use Python for scripts", "Use TypeScript for scripts"],
    ["Avoid emojis", "Use emojis in commit messages"],
    ["Answer in Chinese", "Answer questions about law in German"],
    ["Always run the linter before committing", "Run the linter before every push"],
    ["回答用中文", "关于法律的回答用德语"],
  ])("%s | %s", (a, b) => expect(likeness(a, b)).toBe("close"));
});

describe("another subject", () => {
  test.each([
    ["Prefer short answers", "Answer in Chinese"],
    ["Use pnpm", "Never use npm"],
    ["Never use npm", "Never use yarn"],
    ["Write commit messages in English", "Answer in Chinese"],
    ["Never commit secrets", "Never commit on Fridays"],
    ["Never deploy on Fridays", "Do not deploy on Mondays"],
    ["Run the linter", "Run the tests"],
    ["Call me Lin", "Answer in English"],
    ["Call me Lin", "Call the customer Mr Li"],
    ["部署前先问我", "部署前先通知小王"],
    ["Always sign commits", "Prefer dark mode"],
    ["用 pnpm", "绝不用 npm"],
    ["总是写测试", "总是写文档"],
    ["Use spaces", "Prefer Vim"],
    ["Never log passwords", "Never log tokens"],
    ["Prefer metric units", "Prefer short answers"],
  ])("%s | %s", (a, b) => expect(likeness(a, b)).toBe("other"));
});

const WORDS = fc.constantFrom(
  "always",
  "never",
  "use",
  "tabs",
  "spaces",
  "answer",
  "in",
  "english",
  "中文",
  "回答",
  "不要",
  "pnpm",
  "npm",
  "for",
  "tests",
  "80",
  "100",
  "files",
  "over",
  "call me",
  "lin",
  "提交信息",
  "用",
);
const TEXT = fc.array(WORDS, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));

test("the order of the two makes no difference", () => {
  fc.assert(fc.property(TEXT, TEXT, (a, b) => expect(likeness(a, b)).toBe(likeness(b, a))), { seed: 7 });
});

test("a directive with a subject is on the subject of itself, in capitals too", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const { words, slots, calledName } = read(text);
      if (words.size + slots.size === 0 && calledName === null) return;
      expect(likeness(text, text)).toBe("same");
      expect(likeness(text, text.toUpperCase())).toBe("same");
    }),
    { seed: 7 },
  );
});
