/**
 * Short statements that look like orders: "Port is 8080" begins with a word that is a verb as well.
 *
 * @module
 */

/** Returns whether a sentence gives something a value: a number, a name, an owner; then its first word is no order. */
export function isNamedValue(text: string): boolean {
  return VALUE.test(text) || VALUE_HAN.test(text);
}

/** Returns whether somebody says of himself what he is for good, in as few words as that takes. */
export function isTrait(text: string): boolean {
  return TRAIT.test(text);
}

/** One to three words, a form of be, and behind it a number, a name, a thing. Verbs with a clause of their own are orders. */
const VALUE =
  /^(?!(?:[Mm]ake|[Cc]heck|[Ee]nsure|[Vv]erify|[Cc]onfirm|[Ss]ee|[Ff]ind|[Tt]ell|[Ss]how|[Ee]xplain|[Dd]ocument|[Nn]ote|[Tt]hink|[Rr]emember|[Aa]sk|[Ll]et|[Ss]ay|[Ff]igure|[Ll]ook|[Tt]est (?:whether|if|that)|[Aa]ssume|[Pp]rove|[Pp]retend|(?:[Ff]ix|[Pp]atch|[Cc]hange|[Cc]ommit|[Mm]erge|[Rr]un|[Ss]et|[Rr]eview|[Uu]pdate) is)\b)[A-Za-z][a-z]*(?: [a-z][\w-]*){0,2} (?:is|are) (?!(?:still|now|again|not|already)\b)(?=(?:.*\s)?(?:\S*\d|[A-Z]|called\b|named\b|[a-z]+-[a-z]+[.]?$|to \w+ (?:on|in) \w))/;

/** Diets, illnesses, hands, families: the words are few, and each holds for years. */
const TRAIT =
  /^i(?:['’]m| am) (?:(?:an? |strictly |legally |partially |almost |severely )*)(?:vegetarian|vegan|pescatarian|flexitarian|teetotal(?:l?er)?|diabetic|dyslexic|epileptic|asthmatic|autistic|co?eliac|colou?r[ -]?blind|deaf|blind|near-?sighted|short-?sighted|left-handed|right-handed|lactose[ -]intolerant|gluten[ -]intolerant|pregnant|retired|married|divorced|widowed|single|self-employed|freelanc(?:er|ing)|bilingual|trilingual|an only child|introvert|muslim|jewish|christian|buddhist|hindu|atheist)[.!]*$/i;

/** Who or what it is: behind a short subject that does not begin with somebody who is told to do something. */
const VALUE_HAN =
  /^(?!把|将|请|帮|给|先|再|你|您|去|来|不要|别|让|麻烦|然后|看(?!板)|写(?!代码|文档|文章|注释)|查(?!询)|改(?!需求)|修|加|删|建|做|画|算|跑|新建|创建|添加|删除|修改|生成|列出|打开|打印|输出|设置|运行|执行|启动|安装|下载|继续|开始|检查|确认)[^，,]{2,10}(?:(?:是|叫|用的是|定在|放在|存在)[^，,]*(?:[A-Za-z]|\d|桶|[一二三四五六七八九十]点|周[一二三四五六日])|(?:归|由)[\p{Script=Han}]{2,4}(?:管|维护|负责)|我(?:都)?用 ?[A-Z]|要找[\p{Script=Han}]{2,3}(?:确认|审批|签字))/u;
