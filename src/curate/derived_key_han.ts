/**
 * The Chinese half of the derived key; see `derived_key.ts` for the rule.
 *
 * @module
 */

/** Shortest and longest subject, in chars. */
const MIN_SUBJECT = 2;
const MAX_SUBJECT = 24;
/** Longest value that takes the place of another as a whole, in chars. */
const MAX_VALUE = 16;
/** Stands for a value; what it measures may follow. */
const VALUE = "#";

/** Stands for the place of something. */
export const PLACE = `处${VALUE}`;

/** Returns the derived key of a Chinese claim, or `null`. */
export function derivedKeyHan(plain: string): string | null {
  const text = wordingHan(plain);
  const state = STATE.exec(text);
  if (state?.[1] !== undefined) return `zh:${state[1].toLowerCase()}|启用|`;
  const found = VERB.exec(text);
  const subject = found === null ? "" : text.slice(0, found.index).toLowerCase();
  const length = [...subject].length;
  if (found === null || length < MIN_SUBJECT || length > MAX_SUBJECT || VAGUE.test(subject)) return null;
  const verb = VERBS.find(([, forms]) => forms.includes(found[0]))?.[0] ?? found[0];
  const value = text.slice(found.index + found[0].length);
  if (value === "") return null;
  const isAttribute = (verb === "是" || verb === "叫") && ATTRIBUTE.test(subject);
  if ((isAttribute || EXCLUSIVE.has(found[0])) && [...value].length <= MAX_VALUE) {
    if (isAttribute) return `zh:${subject}|是|${VALUE}`;
    // Where something is and when are two facts.
    return verb === "在" && !TIME.test(value) ? `zh:${subject}|在|${PLACE}` : `zh:${subject}|${verb}|${VALUE}`;
  }
  const said = saidOf(value.toLowerCase(), verb);
  if (said === "") return null;
  // Whose port is 5 listens on port 5.
  const isPort = verb === "监听" && PORT.test(said);
  return isPort ? `zh:${subject.replace(/端口$/, "")}端口|是|${VALUE}` : `zh:${subject}|${verb}|${said}`;
}

/** The claim without what only says that something is new, since when, and what was before. */
function wordingHan(plain: string): string {
  return plain.replace(OPENING, "").replace(SINCE, "").replace(FORMER, "").replace(RENAMED, "叫做")
    .replace(CHANGE, "是").replace(USED_INSTEAD, "用").replace(SILENT, "").replace(/[\s,，。;；!！"“”「」]+/g, "")
    .replace(/[了啦]$/, "");
}

/** What is left of a value in lower case without negations, numbers and names. */
function saidOf(value: string, verb: string): string {
  const plain = value.replace(NEGATION, "");
  const named = verb === "用" ? plain.replace(NAME_IN_FRONT, VALUE) : verb === "需" ? plain.replace(DONE, "") : plain;
  const often = verb === "每" ? named.replace(EVERY, VALUE) : named;
  return often.replace(DATE, VALUE).replace(DURATION, `${VALUE}时长`).replace(SIZE, `${VALUE}容量`).replace(
    VALUES,
    VALUE,
  )
    .replace(/(?:#[点:]?){2,}/g, VALUE).replace(/#[点:]$/, VALUE);
}

/** Verbs of state with the forms that mean the same; longer forms first. */
const VERBS: readonly (readonly [string, readonly string[]])[] = [
  ["监听", ["监听在", "监听"]],
  ["在", ["存放在", "放在", "位于", "住在", "部署在", "运行在", "跑在", "在"]],
  ["需", ["不需要", "需要", "无需", "无须", "不用", "不必", "必须", "需"]],
  ["用", ["用的是", "使用", "采用", "用"]],
  ["有", ["没有", "有"]],
  ["叫", ["叫做", "叫"]],
  ["是", ["不是", "等于", "是", "为"]],
  ["留", ["保留"]],
  ["每", ["每"]],
];

const VERB = new RegExp(
  VERBS.flatMap(([, forms]) => forms).sort((a, b) => b.length - a.length).map((form) =>
    `(?<=.{2})${form}${form === "用" ? "(?![户途法处例品于])" : ""}`
  ).join("|"),
  "u",
);

/** Verbs behind which there is one value at a time. */
const EXCLUSIVE: ReadonlySet<string> = new Set(["住在", "部署在", "存放在", "放在", "叫做", "叫"]);

/** A day or a time of day. */
const TIME =
  /(?:周|星期|礼拜)[一二三四五六日天末]|凌晨|早上|上午|中午|下午|晚上|夜里|[点时号日月年]$|\d[:点]|\d{4}-\d/u;

/** That something is on or off. */
const STATE = new RegExp(
  `^(.{${MIN_SUBJECT},${MAX_SUBJECT}}?)(?:是|被|处于)?(?:启用|开启|打开|停用|禁用|关闭|关掉)(?:状态)?的?$`,
  "u",
);

/** Announces that something is said. */
const OPENING =
  /^(?:(?:更正|更新|纠正|订正|修正|补充|说明|注意|提醒|备注)(?:一下)?\s*[:,，]|(?:(?:以前|之前|上次|刚才)?[说记写]错了|其实|对了|不对)\s*[:,，。])\s*/u;

/** Since when. */
const SINCE =
  /^[从自打]?(?:今天|昨天|明天|现在|即日|[上下本这]个?(?:周|星期|礼拜)[一二三四五六日天]?|(?:周|星期|礼拜)[一二三四五六日天]|[上下本这]个?月|今年|明年|(?:\d{4}年)?\d{1,2}月(?:\d{1,2}[日号])?)(?:起|开始),?\s*/u;

/** What is said of the former value. */
const FORMER =
  /(?:从|由)[^,，。改换变调迁搬移]{1,16}(?=(?:改|换|变|调|迁|搬|移))|不再?是[^,，。]{1,16}[,，](?:而|现在)?(?=是|改|换|变)|[,，](?:不再是|而不是|不是)[^,，。]{1,16}|而不是[^,，。]{1,16}|[(（](?:原|以前|之前)[^)）]*[)）]/gu;

/** Words of another name. */
const RENAMED = /(?:已经?|现已)?(?:(?:改名|更名)(?:为|成|叫)|改叫|改称)/gu;

/** Words that say that something changed to a value. */
const CHANGE =
  /(?:已经?|现已)?又?(?:改成|改为|改到|改在|改回|换成|换到|换回|变成|变为|变回|调整为|调整到|调到|调回|恢复为|恢复成|推迟到|提前到|延期到|挪到|挪回|迁移到|迁到|迁回|搬到|搬回|移到|移回|更新为|升级到|升级为|设置为|设为|定为|定在|[涨升降增减加]到|缩短到|延长到|增加到|减少到|提高到|降低到)了?/gu;

/** "改用" uses another thing, and "不用" before a name uses it no more. */
const USED_INSTEAD = /[改换]用|不用(?=\s*[A-Za-z])/gu;

/** Words that say nothing of their own. */
const SILENT = /现在|目前|如今|最新|已经|其实|还是|依然|仍然|仍|不再|我们的|的(?=(?:端口|地址|版本|时间|负责人))/gu;

/** Subjects that mean something else in each claim. */
const VAGUE = /^(?:这个?|那个?|它|他|她|他们|她们|这里|那里|今天|昨天|明天|我)$/u;

/** Attributes of which there is one value at a time. */
const ATTRIBUTE =
  /(?:端口|地址|版本号?|名字|名称|负责人|联系人|经理|组长|电话|号码|邮箱|时间|日期|截止日?|到期日|发布日|有效期|预算|价格|上限|下限|超时|路径|分支|语言|数据库|编辑器|颜色|地点|位置|座位|工位|房间|楼层|频率|周期|间隔|域名|账号|类型|型号|口令词)$/u;

/** What may be listened on: a port. */
const PORT = /^(?:端口#|#端口|#)$/u;

const NEGATION = /不再|不会|不能|不得|没有|不|没|别|勿|未|无/gu;

/** "做冒烟测试" is needed like "冒烟测试". */
const DONE = /^(?:做|进行)/u;

/** How often: every week, every day. */
const EVERY = /^[两三]?个?(?:小时|[天日月年]|季度|(?:周|星期)(?![一二三四五六日天]))/u;

/** A name in Latin letters right behind "用". */
const NAME_IN_FRONT = /^[a-z][\w.+-]*/u;

/** A figure, in digits or characters. */
const FIGURE = "(?:\\d+(?:[.,]\\d+)*|[零一二两三四五六七八九十百千万半]+)";

/** A date or a time of day with its units. */
const DATE = new RegExp(
  `(?:\\d{4}年)(?:${FIGURE}月(?:${FIGURE}[日号]?)?)?|${FIGURE}月(?:${FIGURE}[日号]?)?|${FIGURE}点(?:半|钟|${FIGURE}分?)?`,
  "gu",
);

const DURATION = new RegExp(
  `${FIGURE}个?(?:毫秒|秒钟?|分钟?|小时|钟头|天|周|星期|月|季度|年)(?![一二三四五六日])`,
  "gu",
);
const SIZE = new RegExp(`${FIGURE}个?(?:[kmgtp]i?b|字节|兆)(?![a-z])`, "gu");

/** Numbers, days of the week, parts of the day, and names in Latin letters. */
const VALUES =
  /\d+(?:[.,:/-]\d+)*|[零一二两三四五六七八九十百千万半]+(?=[点号日月年个次台人份条层度%倍周天时分秒])|(?:周|星期|礼拜)[一二三四五六日天末]|凌晨|早上|上午|中午|下午|晚上|夜里|[a-z][\w.+-]*(?=$)/gu;
