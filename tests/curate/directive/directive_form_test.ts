/** The imperative form of preferences, by the table of docs/directives.md. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { directiveForm, isStandingOrder } from "../../../src/curate/directive/directive_form.ts";

describe("an English preference", () => {
  test.each([
    // What somebody likes.
    ["I like short answers", "Prefer short answers"],
    ["I prefer tabs over spaces", "Prefer tabs over spaces"],
    ["I really love dark mode.", "Prefer dark mode"],
    ["We generally prefer rebase over merge", "Prefer rebase over merge"],
    ["User prefers dark mode", "Prefer dark mode"],
    ["The user prefers answers in Chinese", "Prefer answers in Chinese"],
    ["I'd rather use rebase than merge", "Prefer to use rebase rather than merge"],
    ["My favourite editor is Vim", "Prefer Vim as the editor"],
    ["My favorite editor is Vim", "Prefer Vim as the editor"],
    ["My preferred package manager is pnpm", "Prefer pnpm as the package manager"],
    ["My preference is for metric units", "Prefer metric units"],
    ["Preference: short answers", "Prefer short answers"],
    ["Tabs, not spaces", "Prefer tabs over spaces"],
    ["pnpm over npm", "Prefer pnpm over npm"],
    // What somebody does not like.
    ["I don't like emojis", "Avoid emojis"],
    ["I do not want trailing commas", "Avoid trailing commas"],
    ["I hate long meetings", "Avoid long meetings"],
    ["I can't stand corporate jargon", "Avoid corporate jargon"],
    ["I never want trailing commas", "Avoid trailing commas"],
    ["No emojis please", "Avoid emojis"],
    // What somebody wants of the agent.
    ["I want you to run the tests before pushing", "Always run the tests before pushing"],
    ["I'd like you to answer in English", "Always answer in English"],
    ["I'd like you not to use emojis", "Never use emojis"],
    ["You must ask before deploying", "Always ask before deploying"],
    ["You should never push to main", "Never push to main"],
    ["You mustn't touch the vendor folder", "Never touch the vendor folder"],
    ["Could you please answer in English?", "Always answer in English"],
    ["Agents must sign their commits", "Always sign their commits"],
    // Orders that have the form already.
    ["Always run the tests first", "Always run the tests first"],
    ["never commit on Fridays", "Never commit on Fridays"],
    ["Don't use semicolons", "Don't use semicolons"],
    ["Use pnpm for installs", "Use pnpm for installs"],
    ["Please use pnpm", "Use pnpm"],
    ["answer in English", "Answer in English"],
    ["Call me Lin", "Call me Lin"],
    ["Keep lines under 100 characters", "Keep lines under 100 characters"],
    ["When you write SQL, use lower case", "When you write SQL, use lower case"],
    ["In YAML, indent with two spaces", "In YAML, indent with two spaces"],
    ["Make sure the tests pass", "Make sure the tests pass"],
    // From now on.
    ["From now on, answer in Chinese", "Always answer in Chinese"],
    ["Answer in Chinese from now on", "Always answer in Chinese"],
    ["Going forward never use jQuery", "Never use jQuery"],
    ["I always commit before lunch", "Always commit before lunch"],
    ["I never use semicolons", "Never use semicolons"],
    // How things have to be.
    ["Commits must be signed", "Always let commits be signed"],
    ["All answers should cite their sources", "Always let all answers cite their sources"],
    ["Secrets must never be logged", "Never let secrets be logged"],
    // Only asked to be remembered.
    ["remember that I prefer short answers", "Prefer short answers"],
    ["Remember to run the linter", "Always run the linter"],
    ["Please remember: never push to main", "Never push to main"],
  ])("%s", (said, form) => expect(directiveForm(said)).toBe(form));

  test.each([
    "The gateway listens on port 18790",
    "Test coverage is at 80 %",
    "Anna prefers tea",
    "We use pnpm",
    "Deploys happen on Tuesdays",
    "Lin lives in Hangzhou",
    "What should I use?",
    "",
    "   ",
    "123",
  ])("is not made out of: %s", (said) => expect(directiveForm(said)).toBeNull());
});

describe("a Chinese preference", () => {
  test.each([
    ["我喜欢简短的回答", "优先简短的回答"],
    ["我更喜欢深色模式", "优先深色模式"],
    ["用户偏好公制单位", "优先公制单位"],
    ["我的偏好是公制单位", "优先公制单位"],
    ["偏好：简短的回答", "优先简短的回答"],
    ["我最喜欢的编辑器是 Vim", "编辑器优先用 Vim"],
    ["写代码时我偏好 TypeScript", "写代码时优先 TypeScript"],
    ["我不喜欢表情符号", "避免表情符号"],
    ["我讨厌冗长的会议", "避免冗长的会议"],
    ["我希望你用英文写提交信息", "总是用英文写提交信息"],
    ["你应该在部署前问我", "总是在部署前问我"],
    ["你不要直接推送", "不要直接推送"],
    ["请用 pnpm", "用 pnpm"],
    ["以后都用中文回答", "总是用中文回答"],
    ["从现在起用中文回答", "总是用中文回答"],
    ["以后不要用表情", "不要用表情"],
    ["以后部署前总是先跑测试", "部署前总是先跑测试"],
    ["以后合并之前不要强推", "合并之前不要强推"],
    ["以后提交前先跑测试", "总是提交前先跑测试"],
    ["以后用别的端口", "总是用别的端口"],
    ["今后不再使用 npm", "不要使用 npm"],
    ["总是先跑测试", "总是先跑测试"],
    ["绝不直接推送到 main", "绝不直接推送到 main"],
    ["别用分号。", "别用分号"],
    ["不要在周五部署", "不要在周五部署"],
    ["提交信息用英文", "提交信息用英文"],
    ["变量名一律小写", "变量名一律小写"],
    ["代码注释写英文", "代码注释写英文"],
    ["叫我小林", "叫我小林"],
    ["记住：我喜欢深色模式", "优先深色模式"],
    ["请记住以后都用中文回答", "总是用中文回答"],
    ["我从不用分号", "绝不用分号"],
  ])("%s", (said, form) => expect(directiveForm(said)).toBe(form));

  test.each([
    "网关监听 18790 端口",
    "数据库在三号机房",
    "明天下午三点开会",
    "他昨天提交了代码",
    "你喜欢简短的回答吗？",
    "服务器是新的",
    "。",
  ])(
    "is not made out of: %s",
    (said) => expect(directiveForm(said)).toBeNull(),
  );
});

test("the form of a form is the form", () => {
  const words = fc.constantFrom(
    "I",
    "like",
    "prefer",
    "always",
    "never",
    "use",
    "tabs",
    "you",
    "must",
    "not",
    "to",
    "answer",
    "no",
    "when",
    ",",
    "以后",
    "我",
    "喜欢",
    "不要",
    "用",
    "中文",
    "总是",
    "from now on",
    "please",
    "remember that",
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 7 }), (picked) => {
      const form = directiveForm(picked.join(" "));
      if (form !== null) expect(directiveForm(form) ?? form).toBe(directiveForm(directiveForm(form) ?? form) ?? form);
      if (form !== null) expect(form).not.toContain("\n");
    }),
    { seed: 7 },
  );
});

test.each([
  ["Always run the tests", true],
  ["From now on use pnpm", true],
  ["I never eat meat", true],
  ["以后都用中文", true],
  ["绝不推送", true],
  ["總是先問我", true],
  ["I like tabs", false],
  ["我喜欢简短的回答", false],
])("%s holds from now on: %p", (said, isStanding) => expect(isStandingOrder(said)).toBe(isStanding));

describe("what has no imperative of the same sense keeps its words", () => {
  test.each([
    "No need to confirm before force pushing",
    "Nobody needs to approve hotfixes",
    "No confirmation needed for deploys",
    "No approval required",
    "No one has to sign off on hotfixes",
    "You don't have to ask me",
    "You don't have to explain the basics",
    "Nobody should force push",
    "Don't wait for my OK",
    "Always wait for my OK",
    "Don't push without my OK",
    "Always say please",
    "Never say thanks",
    "Push straight to main",
    "Never wait for approval",
    "Don't bother asking before pushing",
    "There is no need to ask",
    "No one must edit the lock file by hand",
  ])("%s", (said) => {
    expect(directiveForm(said)).toBe(said);
  });

  test.each([
    "I don't need to approve deploys",
    "Approval not needed",
    "Well documented code lives in src",
    "以后他来上海办公",
    "默认端口是18789",
  ])("%s is no order", (said) => {
    expect(directiveForm(said)).toBeNull();
  });

  test("a rewording takes no content word in or out", () => {
    const frame = new Set(FRAME.split(" "));
    const content = (text: string) =>
      new Set(text.toLowerCase().match(/[a-z][a-z-]*/g)?.filter((it) => !frame.has(it)));
    const parts = fc.record({
      lead: fc.constantFrom(
        "I like",
        "I hate",
        "I want you to",
        "You must",
        "From now on",
        "Please",
        "Nobody should",
        "Could you",
        "No",
        "I never",
        "Commits must",
        "You don't have to",
        "I'd like you not to",
      ),
      act: fc.constantFrom(
        "push to main",
        "wait for my OK",
        "ask before deploying",
        "use short answers",
        "say please",
        "approve hotfixes",
        "sign commits",
      ),
      tail: fc.constantFrom("", " please", ", thanks", " from now on", " on Fridays", " for my OK"),
    });
    fc.assert(fc.property(parts, ({ lead, act, tail }) => {
      const said = `${lead} ${act}${tail}`;
      const form = directiveForm(said);
      if (form === null) return;
      const ends = /say please$/.test(said) ? said : said.replace(/,? (?:please|thanks)$/, "");
      const before = content(ends.replace(/^Please /, ""));
      expect({ said, form, words: [...content(form)].sort() }).toEqual({ said, form, words: [...before].sort() });
    }));
  });
});

/** Words that only give the order. */
const FRAME =
  "i i'd you we like want hate must should from now on to always never avoid prefer let be d not could no don t have";

describe("an exclamation or a complaint is no directive", () => {
  test.each([
    "Never saw that before.",
    "Always the same with you.",
    "Never heard of that one.",
    "Never been there",
    "Never again!",
    "Never a dull moment.",
    "Always happy to help",
    "Always fails on Mondays",
    "I always forget the syntax of rsync.",
    "I always get this weird error when I run make.",
    "I always thought Rust was slow.",
    "I never understood monads",
    "We never should have done that lol.",
    "I was never able to reproduce it.",
    "You always do that.",
    "Let us never speak of this again.",
    "总是这样。",
    "绝不可能。",
    "我总是忘记 rsync 的语法。",
    "你总是搞错。",
    "我从来没见过这个错误。",
    "永远的神！",
    "总是报错",
  ])("%s", (said) => expect(directiveForm(said)).toBeNull());

  test.each([
    ["Never swear", "Never swear"],
    ["Never feed production data to tests", "Never feed production data to tests"],
    ["Always embed the fonts", "Always embed the fonts"],
    ["Always metric units", "Always metric units"],
    ["Always forward alerts to me", "Always forward alerts to me"],
    ["I never use goto", "Never use goto"],
    ["I always want tests", "Prefer tests"],
    ["Never get up before seven", "Never get up before seven"],
    ["总是先跑测试", "总是先跑测试"],
    ["绝不直接推送到主分支", "绝不直接推送到主分支"],
    ["我总是用空格", "总是用空格"],
    ["永远不要强制推送", "永远不要强制推送"],
  ])("%s is one", (said, form) => expect(directiveForm(said)).toBe(form));
});
