/**
 * Chinese preferences as imperatives.
 *
 * @module
 */

/** Returns the imperative of a Chinese preference, or `null`. */
export function chineseForm(text: string): string | null {
  const wanted = text.replace(/[。！!]+$/u, "").replace(MEMO, "").replace(POLITE, "").trim();
  if (/[?？吗嗎]$/u.test(wanted)) return null;
  const standing = wanted.replace(FROM_NOW_ON, "");
  if (standing !== wanted) return standingForm(standing);
  for (const [pattern, form] of FORMS) {
    const match = pattern.exec(wanted);
    if (match !== null) return form(match.slice(1).map((part) => part ?? ""));
  }
  return IMPERATIVE.test(wanted) || isOrder(wanted) ? wanted : null;
}

const MEMO =
  /^(?:请|請)?(?:帮我|幫我)?(?:记住|记得|记下|牢记|別忘了|别忘了|記住|記得)(?:了)?(?:[:：,，]|这一点[:：])?\s*/u;
const POLITE = /^(?:麻烦|拜托|麻煩|请你|請你|请|請)(?:你|您)?(?:们)?\s*(?!勿|不)/u;
const FROM_NOW_ON =
  /^(?:你|您)?(?:从现在(?:起|开始)|從現在起|从今(?:天|往后|以后)(?:起|开始)?|以后|以後|今后|今後|往后|往後|将来|默认)(?:你|您)?(?:请|請)?[,，:：]?\s*/u;

/** Begins as an order does that says how often, or how much. */
const IMPERATIVE =
  /^(?:总是|總是|永远|永遠|始终|始終|一律|务必|務必|必须|必須|绝不|絕不|绝对不|绝对要|决不|永不|从不|千万|切勿|请勿|請勿|勿|禁止|严禁|不准|不许|不得|不要|不用|别|別|优先|優先|尽量|盡量|避免|应当|应该|最好|记得|注意|确保)/u;

/** Denies, so that 总是 before it would turn it round. */
const DENIES = /^(?:不|无|無|没|沒|免|别|別|勿|绝不|決不|决不|永不|从不|千万|禁止|请勿|切勿)/u;

/** Says how often, or what must not be, behind the occasion: 部署前总是先跑测试, 合并之前不要强推. */
const SAYS_HOW_OFTEN =
  /^[^,，。]{1,20}?(?:总是|總是|永远|永遠|始终|始終|一律|务必|務必|必须|必須|绝不|絕不|绝对不|决不|永不|千万|切勿|请勿|請勿|禁止|严禁|不准|不许|不得|不要|不能|别(?!的|人|处)|別(?!的|人))/u;

/** Verbs that an order opens with. */
const VERBS =
  "用|使用|采用|写|寫|回答|回复|答复|叫|称呼|稱呼|喊|保持|运行|执行|提交|推送|合并|部署|发布|测试|检查|确认|询问|问|告诉|通知|提醒|解释|说明|总结|列出|给出|给|附上|加上|添加|删除|保留|保存|备份|记录|命名|缩进|格式化|翻译|遵循|遵守|按照|按|以|把|将|先|只|仅|直接|说|讲|读|看|选择|选|生成|输出|显示|省略|跳过|忽略|控制|限制|简化|减少|增加|放在|放到|换成|改成|改用|引用|标注|标明|对齐|拆分|重用|复用|安排|预约|发送|发";
const OPENS = new RegExp(`^(?:${VERBS})`, "u");
/** A topic, then what has to be done with it: 提交信息用英文, 变量名一律小写. */
const ABOUT =
  /^[^,，。]{1,20}?(?:一律|都要|都用|必须|必須|要用|需要用|请用|应该|应当|应|不要|不得|不能|不准|不许|别|使用|采用|用|写成|优先|尽量|保持|控制在|不超过|不多于|要写|要先|要有|要|写(?![了的过]))/u;
/** How something is. */
const STATES = /(?:是|在于|位于|运行在|监听|住在|等于|属于|有(?!关)|已经|已|了$|正在|曾经|昨天|刚才|上周|为\d)/u;

type Form = (parts: readonly string[]) => string | null;

const WHO = "(?:我们|我|用户|用戶|主人|咱们)";
const FORMS: readonly (readonly [RegExp, Form])[] = [
  // What somebody wants of the agent.
  [
    new RegExp(`^${WHO}?(?:希望|想要|想让|要求|需要|要)(?:你|您)(?:们)?(?:能|能够|可以)?(.+)$`, "u"),
    ([act = ""]) => standingForm(act),
  ],
  [/^(?:你|您)(?:们)?(?:必须|必須|应该|应当|要|得|需要)(.+)$/u, ([act = ""]) => standingForm(act)],
  [/^(?:你|您)(?:们)?(不要|别|不能|不可以|不许|不准|不得)(.+)$/u, ([, act = ""]) => `不要${act}`],
  [/^(?:你|您)(?:们)?(总是|永远|绝不|一律)(.+)$/u, ([how = "", act = ""]) => `${how}${act}`],
  // Dislikings before likings: 不喜欢 holds 喜欢.
  [
    new RegExp(
      `^${WHO}(?:很|非常|最|真的|特别|比较|一直)*(?:不喜欢|不喜歡|讨厌|討厭|反感|受不了|不想要|不想看到|不希望|不爱|厌恶)(?:你|您)?(.+)$`,
      "u",
    ),
    ([what = ""]) => `避免${what}`,
  ],
  [
    new RegExp(`^${WHO}(?:的)?(?:最|更)(?:喜欢|喜歡|偏爱|常用)的(.+?)(?:是|为)(.+)$`, "u"),
    ([slot = "", what = ""]) => `${slot}优先用${spaced(what.trim())}`,
  ],
  [
    new RegExp(
      `^(?:在)?(.{0,12}?)(?:方面|上|(时|的时候))?[,，]?${WHO}(?:很|非常|最|更|真的|特别|比较|一直|还是|都)*(?:喜欢|喜歡|偏好|偏爱|倾向于|習慣|习惯|爱|想要)(.+)$`,
      "u",
    ),
    ([where = "", when = "", what = ""]) => `${where}${when === "" ? "" : "时"}优先${what.replace(/^[:：]\s*/, "")}`,
  ],
  [new RegExp(`^${WHO}的(?:偏好|喜好|习惯)(?:是|[:：])\\s*(.+)$`, "u"), ([what = ""]) => `优先${what}`],
  [/^(?:偏好|喜好)[:：]\s*(.+)$/u, ([what = ""]) => chineseForm(what) ?? `优先${what}`],
  // Habits with a word that makes them a rule.
  [
    new RegExp(`^${WHO}(总是|从不|永远|绝不|一律|一向)(.+)$`, "u"),
    ([how = "", act = ""]) => `${how === "一向" ? "总是" : how === "从不" ? "绝不" : how}${act}`,
  ],
];

/** Between Chinese and Latin script stands a blank. */
function spaced(text: string): string {
  return /^[A-Za-z0-9]/.test(text) ? ` ${text}` : text;
}

/** 以后都用中文 is 总是用中文; what denies stays as it is. */
function standingForm(act: string): string | null {
  const order = act.trim().replace(/^(?:请|請|都|就|一直|要|你|您)+/u, "").trim();
  if (order === "") return null;
  if (/^(?:不再|不要再|别再)/u.test(order)) return `不要${order.replace(/^(?:不再|不要再|别再)/u, "")}`;
  if (DENIES.test(order) || IMPERATIVE.test(order)) return order;
  // 以后他来上海 and 默认端口是 80 state something.
  if (!isOrder(order) && (STATES.test(order) || /^(?:我|他|她|它|这|那)/u.test(order))) return null;
  return SAYS_HOW_OFTEN.test(order) ? order : `总是${order}`;
}

function isOrder(text: string): boolean {
  if (new RegExp("^(?:我|我们|他|她|它|他们|昨天|今天|明天|上周|这|那)", "u").test(text)) return false;
  return OPENS.test(text) ? !/(?:是|了)$/u.test(text) : ABOUT.test(text) && !STATES.test(text);
}
