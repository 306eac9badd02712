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
/** Stands for a value. */
const VALUE = "#";

/** Returns the derived key of a Chinese claim, or `null`. */
export function derivedKeyHan(plain: string): string | null {
  const text = plain.replace(FORMER, "").replace(CHANGE, "是").replace(SILENT, "").replace(
    /[\s,，。;；!！"“”「」]+/g,
    "",
  );
  const found = VERB.exec(text);
  const subject = found === null ? "" : text.slice(0, found.index).toLowerCase();
  const length = [...subject].length;
  if (found === null || length < MIN_SUBJECT || length > MAX_SUBJECT || VAGUE.test(subject)) return null;
  const verb = VERBS.find(([, forms]) => forms.includes(found[0]))?.[0] ?? found[0];
  const value = text.slice(found.index + found[0].length);
  if (value === "") return null;
  const isAttribute = verb === "是" && ATTRIBUTE.test(subject);
  if (isAttribute && [...value].length <= MAX_VALUE) return `zh:${subject}|是|${VALUE}`;
  const said = value.toLowerCase().replace(NEGATION, "").replace(VALUES, VALUE).replace(/(?:#[点:]?)+/g, VALUE);
  return said === "" ? null : `zh:${subject}|${verb}|${said}`;
}

/** Verbs of state with the forms that mean the same; longer forms first. */
const VERBS: readonly (readonly [string, readonly string[]])[] = [
  ["监听", ["监听在", "监听"]],
  ["在", ["存放在", "放在", "位于", "住在", "部署在", "运行在", "跑在", "在"]],
  ["需", ["不需要", "需要", "无需", "无须", "不用", "不必", "必须", "需"]],
  ["用", ["使用", "采用", "用"]],
  ["有", ["没有", "有"]],
  ["是", ["不是", "等于", "叫做", "是", "为", "叫"]],
  ["每", ["每"]],
];

const VERB = new RegExp(
  VERBS.flatMap(([, forms]) => forms).sort((a, b) => b.length - a.length).map((form) => `(?<=.{2})${form}`).join("|"),
  "u",
);

/** What is said of the former value. */
const FORMER =
  /(?:从|由)[^,，。改换变调迁搬移]{1,16}(?=(?:改|换|变|调|迁|搬|移))|[,，]?(?:不再是|而不是|不是原来的)[^,，。]{1,16}(?:[,，]而?是?)?|[(（](?:原|以前|之前)[^)）]*[)）]/gu;

/** Words that say that something changed to a value. */
const CHANGE =
  /(?:已经?|现已)?又?(?:改成|改为|改到|改在|改回|换成|换到|换回|变成|变为|变回|调整为|调整到|调到|调回|恢复为|恢复成|推迟到|提前到|延期到|挪到|挪回|迁移到|迁到|迁回|搬到|搬回|移到|移回|更新为|设置为|设为|定为|定在)了?/gu;

/** Words that say nothing of their own. */
const SILENT = /现在|目前|如今|最新|已经|其实|还是|依然|仍然|仍|我们的|的(?=(?:端口|地址|版本|时间|负责人))/gu;

/** Subjects that mean something else in each claim. */
const VAGUE = /^(?:这个?|那个?|它|他|她|他们|她们|这里|那里|今天|昨天|明天|我们?)$/u;

/** Attributes of which there is one value at a time. */
const ATTRIBUTE =
  /(?:端口|地址|版本号?|名字|名称|负责人|联系人|经理|组长|电话|号码|邮箱|时间|日期|截止日?|预算|价格|上限|下限|超时|路径|分支|语言|数据库|编辑器|颜色|地点|位置|座位|工位|房间|楼层|频率|周期|间隔|域名|账号|类型|型号|口令词)$/u;

const NEGATION = /不再|不会|不能|不得|没有|不|没|别|勿|未|无/gu;

/** Numbers with their units of time, days of the week, parts of the day, and names in Latin letters. */
const VALUES =
  /\d+(?:[.,:/-]\d+)*|[零一二两三四五六七八九十百千万半]+(?=[点号日月年个次台人份条层度%倍周天时分秒])|(?:周|星期|礼拜)[一二三四五六日天末]|凌晨|早上|上午|中午|下午|晚上|夜里|[a-z][\w.+-]*(?=$)/gu;
