/**
 * What an owner says of the moment, of what lies on the table, of what is not so, and out of annoyance: statements by
 * their grammar, and nothing for next month.
 *
 * @module
 */
import { isExclamation } from "../../curate/directive/exclamation.ts";

/** Returns whether an owner's English or Chinese statement passes with the talk. */
export function isPassing(text: string): boolean {
  const isShortLived = PROGRESSIVE.test(text) && !LASTING_PROGRESSIVE.test(text) && !DATED.test(text);
  const isNow = NOW.test(text) && !LASTING_NOW.test(text);
  return isShortLived || isNow || isExclamation(text) || PASSING.some((pattern) => pattern.test(text));
}

/** Something that goes on while it is said, unless it is a way of working or of living, or has a day. */
const PROGRESSIVE =
  /^[^,;:]*?\b(?:am|is|are|isn't|aren't|i'm|we're)\s+(?:(?:now|not|still|just|already|really|about to|almost|slowly)\s+)*[a-z]{2,}ing\b(?!\s+(?:is|are)\b)/i;
const LASTING_PROGRESSIVE =
  /\b(?:am|is|are|isn't|aren't|i'm|we're)\s+(?:(?:now|not|still|already|slowly)\s+)*(?:using|moving|migrating|switching|replacing|dropping|leaving|joining|learning|studying|living|working (?:for|as|at|with|from)|planning|expecting|renting|raising|training|saving|retiring|marrying|getting (?:married|divorced)|having (?:a|our|twins)|missing from|something|anything|nothing|everything|training|bring|string|king|during|morning|evening|missing|staging|testing|building|pricing|logging|monitoring|billing|engineering|accounting|marketing)\b/i;
const DATED =
  /\b(?:from|until|since|till|by|in|on|next|every)\s+(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|week|month|year|quarter)\b)/i;

/** "Our API returns 500 now" is a look at it; "we use pnpm now" is a change. */
const NOW = /\bnow[.!]*$/i;
const LASTING_NOW =
  /\b(?:use|uses|live|lives|work|works|own|owns|prefer|prefers|deploy|deploys|belongs?|have|has|lies|sits|runs? on|called|named|require|requires|need|needs|write|writes|host|hosts)\b/i;

const PASSING: readonly RegExp[] = [
  // The talk itself.
  /\b(?:give me|wait|be right back|brb|hang on|hold on|one) (?:a |an? |one )?(?:sec|second|min|minute|moment)s?\b|[,;] wait[.!]*$|\b(?:lol|lmao|omg|wtf|haha)\b/i,
  /等我一?[下会]|稍等|马上(?:回来|好)/u,
  // One of several that only the talk knows.
  /\bthe (?:first|second|third|fourth|last|other|latter|former|next|previous|left|right|upper|lower|shorter|longer) (?:option|one|approach|version|variant|idea|solution|suggestion|name|draft|proposal|design|way|choice|alternative|plan)\b|\boption (?:[A-D]|\d)\b|\bon line \d+\b/i,
  /\b(?:do|does|did|like|want|prefer|love|hate|use|uses|with|about|of) (?:that|this|these|those)[.!]*$/i,
  /第[一二三四五两\d]+?[个种条版](?:方案|选项|办法|方法|版本|想法|建议|名字|设计|写法|选择)?(?=[。.!！了吧]|$)|(?:前|后|另)(?:一个|者|一种)|方案[一二三四A-D](?![\p{L}\d])/u,
  // What is not so, or would have been.
  /\b(?:should|could|would|might)(?:n't| not| never)? (?:never |not |always |just )?have\b|\bshould never have\b|\bi wish\b|\bif only\b|^if (?:i|we|you|they|everyone|people|somebody|someone) (?:always|never|all|just|only|had|were|could)\b/i,
  /就好了[。.!！]*$|^(?:如果|假如|要是|假设)[^，,]*(?:总是|一直|永远|都|早)|早知道|本来(?:应该|可以|想)|本该|^要不|巴不得|恨不得/u,
  // Nothing was settled.
  /\byet[.!]*$|\b(?:decided|settled|agreed on|chose|fixed|changed|finished|planned) nothing\b|\bnothing (?:is|was|has been) (?:decided|settled|fixed|agreed)\b|\b(?:undecided|no decision)\b/i,
  /(?:还没|尚未|没有?)(?:最终)?(?:定|决定|想好|确定|商量)/u,
  // To somebody's face, and about somebody or something with no more than a feeling.
  /^you (?:always|never|only|keep|still)\b/i,
  /^(?:你|您)(?:们)?(?:总是|老是|总|从来|又|每次|一直|永远)/u,
  /\b(?:is|are|was|were)(?:n't)? (?:(?:such|so|really|very|pretty|quite|just|a|an|all|total|totally|complete|kind of|too|the) )*(?:idiots?|jerks?|morons?|clowns?|mess|joke|nightmare|disaster|pain|garbage|trash|crap|hell|fun|awesome|amazing|awful|horrible|terrible|boring|stupid|dumb|cute|lovely|cool|crazy|insane|ridiculous|exhausting|tired|hungry|sleepy|bored|sick of \w+|worst|best)[.!]*$/i,
  /是(?:个|一个|一场|一堆)?(?:大)?(?:白痴|傻子|傻瓜|笨蛋|蠢货|垃圾|灾难|笑话|噩梦|坑|屎山|混蛋)|(?:烦|累|饿|困|气|急|笑)死了?|真是够了/u,
  // What is about to be over.
  /快(?:要)?[^，,。快]{1,8}了[。.!！]*$|要(?:没电|没油|关机|关门|下班|迟到|死机|爆)了|(?:现在|此刻|目前|这会儿)(?:返回|报|显示|打不开|连不上|很|还|没|卡|慢|一直|又|都?是?红)|在(?:跑|编译|构建|加载|下载|重启)(?:呢|着|中)?[。.!！]*$/u,
  /^(?:那就?|好)?从现在开始(?:跑|做|改|修|查|看|干|写代码|重构|测)/u,
];
