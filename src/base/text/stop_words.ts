/**
 * Words that say nothing about the subject of a question, English and Chinese, with the commonest Japanese endings.
 *
 * @module
 */

/**
 * Returns whether a token's text is a function word. English words are known in plain and in stemmed form (`this` and
 * `thi`), Chinese ones as words, and every bigram of two function characters is one.
 */
export function isStopWord(text: string): boolean {
  if (isIn(ENGLISH, text) || isIn(CHINESE_WORDS, text) || isIn(JAPANESE, text)) return true;
  return text.length <= 2 && text !== "" && [...text].every((char) => FUNCTION_CHARACTERS.includes(char));
}

/**
 * Returns how many characters of a Chinese function word begin at `at`, the longest that fits, or 0. Single characters
 * count only where they are hardly ever part of another word: 的 is, 会 is not (会议). A word such as 目的 that holds
 * one of them is passed over by its whole length, as a negative number.
 */
export function stopWordUnits(text: string, at: number): number {
  for (let units = MAX_WORD_UNITS; units > 0; units--) {
    const word = text.slice(at, at + units);
    if (word.length < units) continue;
    if (isIn(CONTENT_WORDS, word)) return -units;
    if (isIn(CHINESE_WORDS, word)) return units;
  }
  return 0;
}

const MAX_WORD_UNITS = 4;

/**
 * Each with its stem where Porter changes it; a test checks that none is missing. Without `us`, which is also the stem of
 * use, and without `may`, which is a month as well.
 */
const ENGLISH = lines(
  "a an the this thi that these those there here",
  "i me my mine we our you your he him his hi she her it its they thei them their themselves themselv",
  "is am are ar was wa were be been being do does doe did doing have has ha had having",
  "can could will would should shall might must",
  "what which who whom whose where when why how",
  "and or but if then than so as of at by for with about into to from in on off onto out over up down",
  "not no nor too very veri just also only onli some any ani all each such own same other again because becaus while",
  "im ive dont doesnt didnt isnt arent wasnt werent wont wouldnt cant couldnt shouldnt hasnt havent hadnt",
  "let please pleas tell know ever",
);

/** Words and single characters that part a run of Chinese: question words, pronouns, particles, polite forms. */
const CHINESE_WORDS = lines(
  "的 了 吗 呢 吧 啊 呀 嘛 么 啥 诶 哎 我 你 您 他 她 它 谁 哪 这 那 是 在 把 被 和 与 也 都 就 还 又 很 有 没 请",
  "什么 为什么 为何 怎么 怎么样 怎样 如何 哪个 哪些 哪里 哪儿 哪位 哪天 多少 多久 几个 几点 几时 何时 是否 是不是 有没有",
  "能不能 可不可以 要不要 我们 你们 他们 她们 它们 咱们 大家 自己 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 一个 一下",
  "请问 告诉 知道 记得 另外 对于 到底 来着 因为 所以 但是 如果 可以 什么样 什么时候 的时候 关于 以及 或者 还是 之前 之后 以前 以后 现在",
);

/** Words that hold one of the single characters above and are about something. */
const CONTENT_WORDS = lines(
  "目的 目的地 的士 的确 标的 了解 为了 受不了 自我 我国 你好 其他 其它 他人 吉他 利他 哪吒 是非 存在 在线 内在 在职 在家 潜在",
  "把握 把手 把关 一把 被子 被动 棉被 和平 和解 和谐 共和 总和 饱和 与会 参与 赠与 首都 都市 成都 京都 古都 就业 就职 就是说 成就",
  "还原 还款 归还 退还 偿还 又名 很多 所有 拥有 有效 有限 有关 有人 没收 淹没 没落 请求 请假 申请 邀请 聘请 那不勒斯",
);

/** Characters of which a bigram without subject is made: 我们, 什么, 是的. */
const FUNCTION_CHARACTERS =
  "的了吗呢吧啊呀嘛么什怎哪谁我你您他她它们咱这那是在把被和与或也都就还又很有没不请为几个些多少之其而且以于从到";

/** Polite and question endings, and particles in pairs. */
const JAPANESE = lines(
  "です ます した して いる ある ない なに 何で どこ だれ いつ どう なぜ から まで より ので のは のか には では とは でし まし",
  "すか たか ので ませ せん って った んで んだ だっ れた れる ため こと もの それ これ あれ",
);

/** Joins lines of words so that each word stands between two blanks. */
function lines(...words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/**
 * Returns whether a word stands in a list. A question has a handful of words, so looking through a text is cheaper than
 * what building sets would cost every start of the program.
 */
function isIn(list: string, word: string): boolean {
  return word !== "" && list.includes(` ${word} `);
}
