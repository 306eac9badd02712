/**
 * Sentences about nothing in particular. Among a handful of notes nothing can stand out; there a question is compared with
 * these as well, in the script of the note, since cosines shift with the languages (SPEC 6).
 *
 * @module
 */

/** Fewer pieces than this have no background of their own to speak of. */
export const FEW_PIECES = 64;

/** Notes of one script as a question may meet them: people, things, plans, places, work. */
export const NEUTRAL_TEXTS = {
  latin: [
    "The train was late again this morning.",
    "We talked about the budget for next year.",
    "She moved to another city with her family.",
    "The build takes about ten minutes.",
    "I bought bread, milk and some apples.",
    "The report has to be sent before Friday.",
    "He plays the guitar in a small band.",
    "It rained for most of the weekend.",
  ],
  wide: [
    "今天早上的火车又晚点了。",
    "我们讨论了明年的预算。",
    "她和家人搬到了另一个城市。",
    "构建大约需要十分钟。",
    "我买了面包、牛奶和一些苹果。",
    "报告必须在星期五之前发出。",
    "他在一个小乐队里弹吉他。",
    "周末大部分时间都在下雨。",
  ],
} as const;
