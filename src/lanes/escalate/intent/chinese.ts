/**
 * Recall intent in Chinese, in both scripts.
 *
 * @module
 */
import type { Sentence } from "./sentence.ts";

/** Returns whether a sentence asks for something of earlier days or talks. */
export function chineseIntent({ text: written, isQuestion, isInQuestion }: Sentence): boolean {
  const text = simplified(written).replace(/ /g, "");
  if (ALWAYS.some((form) => form.test(text)) || takenUp().test(text)) return true;
  const asks = isQuestion || isInQuestion || ASKING.test(text);
  if (!asks || AHEAD.test(text)) return false;
  if (saidThen().test(text) || saidOnce().test(text) || surely().test(text)) return true;
  if (HOW_TO.test(text)) return false;
  return WE_DID.test(text) || (TIME.test(text) && PAST.test(text));
}

/** Verbs of talks and decisions. */
const SAYING =
  "(?:说|聊|谈|讲|讨论|商量|商定|决定|敲定|定[了的下好过]|选[了的定择]|挑[了的]|约定|约好|提[到过的出]|建议|推荐|告诉|同意|达成|答应|给[了过我])";
const THEN =
  "(?:之前|以前|先前|上一?次|上回|那次|当时|当初|早先|最初|前几天|前些天|前阵子|周[一二三四五六日]|昨天|前天|上周|上个?月)";

const ALWAYS: readonly RegExp[] = [
  /还记得|记不记得|记得.{0,20}[吗么]|想不起来|想得起来|回忆|忘(?:记|了|记了)[^,，]{0,16}(?:什么|哪|谁|怎么|多少|几|为什么)/,
  /(?:提醒|告诉)我?(?:一下)?(?:我们|我|你)?(?:上次|之前|以前|当时|上回)/,
  /再(?:跟|和|给)?我?(?:说|讲|告诉我?)(?:一遍|一次).{0,20}(?:什么|哪|谁|怎么|多少|几)/,
  /来着/,
  /(?:上一?次|上回|之前|以前)关于.{1,20}(?:我们|咱们|你|我)(?:是)?(?:怎么|如何)?(?:说|聊|谈|讲|讨论|决定)/,
  /(?:上一?次|上回|之前|以前|以往|过去|历史|昨天|前天|上周|上个?月)(?:关于.{1,12})?的?(?:电话)?(?:会议|对话|聊天|谈话|会话|讨论|决定|结论|约定|话题|聊天记录)(?!令牌|id|标识|变量|过期)/,
  /(?:查|翻|找|搜|看).{0,6}(?:你的|我的)?(?:笔记|日记|记忆|聊天记录)(?!\.)|(?:笔记|日记|记忆|聊天记录)(?:里|中)(?:面)?.{0,4}(?:找|查|搜|有)|有没有.{0,4}关于.{0,16}的?(?:笔记|记录)/,
  /(?:接着|继续).{0,6}(?:昨天|上一?次|上周|上回)/,
  /(?:跟|和|照|按照?|像|同)(?:着)?(?:上一?次|上回|以前|之前)(?:一样|那样|那么|的(?:办法|做法|方法|方式|流程|格式))/,
  /我(?:平时|一般|通常|习惯).{0,14}(?:什么|哪|怎么|几点|多少)/,
  /你(?:还|都)?知道我.{1,20}(?:什么|哪些|多少)/,
  /^(?:我们)?(?:当初|当时|那时候?).{0,4}(?:为什么|为何|怎么|是谁|什么)|我们(?:当初|当时).{0,6}(?:为什么|为何|怎么|什么|谁|哪)/,
];

/** What was said or settled, taken up: 按我们之前说的. */
function takenUp(): RegExp {
  return new RegExp(
    `(?:按照?|照着?|用|把|像|跟|和|同|继续|沿用|^)(?:着)?(?:我们|咱们|你|我)?${THEN}?(?:我们|咱们|你|我)?(?:一起)?${SAYING}[好过定到]?的(?!时候)`,
  );
}

const ASKING = /什么|怎么|哪|谁|多少|几[个点天时号]|为何|[吗呢么]$|有没有|是不是/;

/** What is still to be decided. */
const AHEAD = /应该|应当|要不要|该不该|需不需要|以后|接下来|明天|下周|下个月|打算/;

function saidThen(): RegExp {
  return new RegExp(
    `(?:^|[,，、:：]|我们|咱们?|你们?|我|跟你|的|是|刚才)${THEN}[^,，]{0,10}${SAYING}|${THEN}(?:我们|咱们|你|我)[^,，]{0,10}${SAYING}`,
  );
}
function saidOnce(): RegExp {
  return new RegExp(
    `(?:我们|咱们?|你|我|有没有人?)[^,，]{0,8}${SAYING}过|(?:说|聊|谈|讲|提|讨论|告诉|提到)过.{0,16}[吗么没谁什哪]`,
  );
}
function surely(): RegExp {
  return new RegExp(`不是[^,，]{0,6}${SAYING}.{0,40}[吗么]`);
}

const HOW_TO =
  /怎么(?:写|查|取|用|实现|统计|获取|计算|筛选|过滤|才能|配置|恢复|返回|删|加)|如何|^(?:请|帮我?|麻烦|能不能|能否|可以|可不可以)/;

const WE_DID =
  /我们.{0,10}(?:最后|最终|后来|当时|当初|目前为止|已经).{0,10}(?:选|定|用|挑|决|查|改|换|做|说|谈)|我们.{0,16}(?:[解决做定改修选处理]的|[定选挑改换起放]了).{0,12}|我们.{0,4}(?:为什么|为何|为啥).{0,14}了|我们上一?次/;

const TIME =
  /昨[天晚日]|前天|上+(?:个?(?:周|月|星期|礼拜|季度)|半年)|去年|前年|前几天|那[天次]|(?:\d{1,3}|[一二两三四五六七八九十几]{1,3})(?:个月|天|周|年|个?星期|个?礼拜)[之以]?前|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月份|(?:过去|前)(?:\d{1,2}|[一二两三四五六七八九十几]{1,3})(?:天|周|个月|个星期)|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]/;

const PAST =
  /(?:我们|咱们|我).{0,6}干了?啥|[了过](?!滤)|的[?]?$|说|谈|聊|讲|提到|决定|为什么|为何|为啥|是谁|多少|反对|同意/;

/** Characters of these forms as they are written in traditional script. */
const TRADITIONAL =
  "們記說過討論決選為麼嗎還會議對話結當時個週談約這裡誰幾給後來錄筆憶講見舊訊題並讓與應該麼從沒樣繼續";
const SIMPLIFIED = "们记说过讨论决选为么吗还会议对话结当时个周谈约这里谁几给后来录笔忆讲见旧讯题并让与应该么从没样继续";

function simplified(text: string): string {
  return text.replace(/[\u4e00-\u9fff]/g, (char) => {
    const at = TRADITIONAL.indexOf(char);
    return at < 0 ? char : SIMPLIFIED.charAt(at);
  });
}
