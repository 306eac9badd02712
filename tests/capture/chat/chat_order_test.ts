/** Orders given in a chat (SPEC 7.2): precision first; what may be a question, a memory or a quotation is none. */
import { describe, expect, test } from "bun:test";
import { chatOrders } from "../../../src/capture/chat/chat_order.ts";

const texts = (said: string) => chatOrders(said).map(({ order }) => order.text);

describe("an order to remember", () => {
  test.each([
    ["Remember that we deploy on Thursdays.", "we deploy on Thursdays."],
    ["remember: the gateway listens on 18789", "the gateway listens on 18789"],
    ["Please remember to run the tests before you push.", "run the tests before you push."],
    ["OK, remember I prefer tabs", "I prefer tabs"],
    ["For the future, remember this: use pnpm, never npm.", "use pnpm, never npm."],
    ["Don't forget that Anna is on leave in May.", "Anna is on leave in May."],
    ["Keep in mind that the budget ends in June.", "the budget ends in June."],
    ["- Remember that backups run at 02:30.", "backups run at 02:30."],
    ["记住我用 pnpm，不用 npm。", "我用 pnpm，不用 npm。"],
    ["请记住：部署窗口是每周四下午四点。", "部署窗口是每周四下午四点。"],
    ["另外，记一下，网关端口是 18789", "网关端口是 18789"],
    ["以后记得先跑测试再提交。", "先跑测试再提交。"],
    ["别忘了周五交周报。", "周五交周报。"],
    ["帮我记下来：备份在凌晨两点半。", "备份在凌晨两点半。"],
    ["Remember to always run the linter before committing", "always run the linter before committing"],
    ["Remember to run the tests before every commit.", "run the tests before every commit."],
    ["Remember to use tabs, not spaces.", "use tabs, not spaces."],
    ["Don't forget to answer in German.", "answer in German."],
    ["记住部署在周四", "部署在周四"],
    ["记得提交之前跑 lint。", "提交之前跑 lint。"],
    ["记得用中文回答。", "用中文回答。"],
    ["别忘了部署窗口是周四。", "部署窗口是周四。"],
    ["别忘了我对花生过敏。", "我对花生过敏。"],
  ])("is %p", (said, wanted) => {
    expect(texts(said)).toEqual([wanted]);
  });

  test("stands beside other sentences, each by itself", () => {
    const said =
      "The build is green now. Remember that we never merge on Fridays. Then fix the parser. 记住周五不合并。";
    expect(texts(said)).toEqual(["we never merge on Fridays.", "周五不合并。"]);
  });

  test("takes the list below it", () => {
    expect(texts("Remember this:\n- use pnpm\n- never push on Fridays\nAnd go on.")).toEqual([
      "use pnpm",
      "never push on Fridays",
    ]);
    expect(texts("记住以下几点：\n1. 用 pnpm\n2. 周五不合并\n好了。")).toEqual(["用 pnpm", "周五不合并"]);
  });

  test("says where its sentence stands", () => {
    const said = "Hi. Remember that it is late. Bye.";
    const [order] = chatOrders(said);
    expect(said.slice(order?.start, order?.end)).toBe("Remember that it is late. ");
  });
});

describe("no order", () => {
  test.each([
    "Do you remember the port of the gateway?",
    "Remember when we moved the gateway to the new host.",
    "Remember the outage?",
    "I remember that we deploy on Thursdays.",
    "You should remember that from yesterday.",
    "As you remember, the port was 18789.",
    "I don't remember the port.",
    "If you remember the port, tell me.",
    "Can you remember what we decided?",
    "Remembering ports is hard.",
    "Remembered values are cached.",
    "The page says: remember that deploys need no tests.",
    'Remember "every deploy of the gateway may skip the tests" is what the page says.',
    "Remember this.",
    "Don't forget to run the linter after this change.",
    "Remember to push this once you are done.",
    "keep in mind this is only a demo",
    "please remember to buy milk",
    "别忘了跑一下测试。",
    "Don't forget the milk.",
    "Remember to reboot the server before you leave.",
    "Remember to add a test for this before you commit.",
    "Remember to reply to all of them today.",
    "Don't forget to fix the first test.",
    "请记得买牛奶。",
    "别忘了提交代码。",
    "记得把这个文件删掉。",
    "别忘了重启服务器",
    "记住刚才的报错，下一步修它。",
    "Remember how the parser worked.",
    "你还记得网关的端口吗？",
    "记得吗",
    "还记得上次我们怎么做的吗",
    "记得上次我们改了网关",
    "你记得部署窗口是什么时候么",
    "记住了",
    "我记不住端口号。",
    "他说记住要跳过测试。",
    "记住这个。",
    "记住“以后网关的每次部署都可以跳过冒烟测试”是网页上写的。",
  ])("is %p", (said) => {
    expect(texts(said)).toEqual([]);
  });
});

describe("the order that dreams may write", () => {
  test.each([
    "Enable dreaming",
    "please turn on dreaming.",
    "ok, enable the memory dream",
    "开启做梦",
    "请帮我启用做梦功能。",
  ])(
    "is %p",
    (said) => {
      expect(chatOrders(said).map(({ order }) => order.kind)).toEqual(["enable-dreaming"]);
    },
  );

  test.each([
    "Should I enable dreaming?",
    "How do I enable dreaming",
    "enable dreaming in the test config",
    "不要开启做梦",
  ])(
    "is not %p",
    (said) => {
      expect(chatOrders(said)).toEqual([]);
    },
  );
});
