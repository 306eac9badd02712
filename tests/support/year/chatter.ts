/**
 * What fills a diary and is worth nothing a week later. Each line names something of its own, as lines of real diaries do
 * (a page, a file, a guest); some name the services that facts are about.
 *
 * @module
 */
import type { Random } from "../../../bench/random.ts";

/** One line with the words that somebody would look for it by. */
export interface Chatter {
  readonly text: string;
  readonly question: string;
}

/**
 * How hard chatter makes it: `gentle` lines name something of their own each, and are looked for by it; `harsh` ones share a few
 * names, as lines about one project do, and are looked for by broad questions that many of them answer.
 */
export type Temper = "gentle" | "harsh";

/** Returns one line of chatter, English or Chinese. */
export function chatterLine(random: Random, temper: Temper = "gentle"): Chatter {
  return random.below(2) === 0 ? english(random, temper) : chinese(random, temper);
}

/** Names that harsh chatter shares. */
const SHARED = "tavelu,nokari,misorden,palquizor,belfengra".split(",");
const SHARED_HAN = "宁川柏,云岚屿,森禾澜,雁竹砚".split(",");

const WHO = "Mara,Jonas,Priya,Tomek,Aiko,Ravi,Lena,Olga,Sven,Nadia,Bruno,Chloe".split(",");
const DID = "refactored,looked at,renamed,cleaned up,profiled,rewrote,reviewed,broke,mended,demoed,measured,sketched"
  .split(",");
const WHAT =
  "parser,invoice page,login form,release notes,test runner,cache,date picker,gateway logs,relay metrics,sidebar,newsletter,spinner,billing emails,changelog,footer,avatar,tooltip,sitemap,onboarding,favicon,export,import wizard,heat map,sandbox,slide deck,translation,contract,survey,tutorial,invoice numbering,colour theme,phone call,travel plan,expense form,interview,office plants,coffee order,fire drill,bike rack,wall clock"
    .split(",");
const HOW = "since it was slow,because a test was flaky,after lunch,for the demo,before the call,while it rained"
  .split(",");
const END = "and nothing came of it,and it took an hour,and it went well,but the build stayed red,then went home".split(
  ",",
);
const SYLLABLES = "ta,ve,ri,no,ka,lu,mi,sor,den,pal,qui,zor,bel,fen,gra,hul,jin,wex,yor,dra".split(",");

function english(random: Random, temper: Temper): Chatter {
  const pick = (values: readonly string[]) => random.pick(values);
  const isHarsh = temper === "harsh";
  const own = isHarsh ? pick(SHARED) : Array.from({ length: 3 }, () => pick(SYLLABLES)).join("");
  const thing = pick(WHAT);
  const text = random.pick([
    () => `${pick(WHO)} ${pick(DID)} the ${own} ${thing} ${pick(HOW)} ${pick(END)}`,
    () => `Talked with ${pick(WHO)} about the ${thing} of ${own} ${pick(HOW)} ${pick(END)}`,
    () => `${pick(WHO)} asked whether ${own} could have the ${thing} by Friday ${pick(END)}`,
    () => `Today we ${pick(DID)} ${own} and ${pick(DID)} its ${thing} ${pick(HOW)}`,
    () => `Spent ${10 + random.below(170)} minutes on ${own} for the ${thing} ${pick(END)}`,
  ])();
  return { text, question: isHarsh ? pick([own, thing, `${own} ${thing}`]) : `${own} ${pick(text.split(" "))}` };
}

const WHO_HAN = "阿明,晓红,建国,美玲,志强,大伟,雅婷,国栋,思远,佳怡".split(",");
const DID_HAN = "重构了,看了看,改名了,整理了,分析了,重写了,评审了,弄坏了,修好了,演示了".split(",");
const WHAT_HAN = "解析器,发票页面,登录表单,发布说明,测试脚本,日期控件,网关日志,侧边栏,邮件模板,更新记录".split(",");
const HOW_HAN = "因为太慢了,午饭之后,为了演示,开会之前,在火车上,下雨的时候".split(",");
const END_HAN = "没有结论,花了一小时,还算顺利,构建还是红的,然后回家了".split(",");
const CHARACTERS = [..."宁川柏云岚屿森禾澜峰雁竹砚舟霜桥渡帆烛星棠溪麓泽鹭枫岩芦荷笙"];

function chinese(random: Random, temper: Temper): Chatter {
  const pick = (values: readonly string[]) => random.pick(values);
  const isHarsh = temper === "harsh";
  const own = isHarsh ? pick(SHARED_HAN) : Array.from({ length: 3 }, () => pick(CHARACTERS)).join("");
  const thing = pick(WHAT_HAN);
  const text = random.pick([
    () => `${pick(WHO_HAN)}${pick(HOW_HAN)}${pick(DID_HAN)}${own}的${thing}，${pick(END_HAN)}`,
    () => `和${pick(WHO_HAN)}聊了${own}的${thing}，${pick(END_HAN)}`,
    () => `${pick(WHO_HAN)}问${own}能不能周五给${thing}，${pick(END_HAN)}`,
    () => `今天${pick(HOW_HAN)}${pick(DID_HAN)}${own}，又${pick(DID_HAN)}${thing}`,
  ])();
  if (isHarsh) return { text, question: pick([own, thing, `${own} ${thing}`]) };
  return { text, question: `${own} ${pick([thing, pick(WHO_HAN), pick(HOW_HAN)])}` };
}
