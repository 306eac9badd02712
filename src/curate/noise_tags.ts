/**
 * Words that are in every diary and say nothing of what a claim is about: role words, metadata, time words (SPEC 8.2).
 *
 * @module
 */
import { lazily } from "../base/lazily.ts";

/** Returns whether a lower-case word may not be a concept tag. */
export function isNoiseTag(tag: string): boolean {
  return NOISE().has(tag);
}

const NOISE = lazily((): ReadonlySet<string> =>
  new Set(
    [
      // Role words and the furniture of conversations.
      "user users assistant system human agent bot tool tools model session sessions message messages chat reply prompt",
      "用户 助手 系统 人类 代理 工具 会话 消息 对话 回复 提示",
      // Metadata of notes and of programs.
      "note notes memory memories diary topic topics index readme todo daily journal log logs file files line lines id ids",
      "timestamp date time json null true false undefined source score key value type status untitled http https www com",
      "笔记 记忆 日记 文件 时间 日期 状态 记录",
      // Time words: a theme called "Monday" is none.
      "today tomorrow yesterday tonight morning afternoon evening night week weeks month months year years day days hour",
      "hours minute minutes second seconds monday tuesday wednesday thursday friday saturday sunday january february march",
      "april june july august september october november december",
      "今天 明天 昨天 早上 上午 中午 下午 晚上 本周 上周 下周 分钟 小时 周一 周二 周三 周四 周五 周六 周日 周末",
      // Prepositions, adverbs, verbs and fillers that stop lists leave in: good for a question, useless as a theme.
      "before after between behind every both more most less least still since until during through without within around",
      "instead however always never often sometimes again already almost another others first last next many much few several",
      "above below under against along across near far back away together because therefore though although yet ago later soon",
      "use uses used using get gets got make makes made need needs want wants like said says say new old now one two three",
      "whether nothing came well talked talk asked ask told looked look went going done did does seem seems tried try really",
      "还算 然后 顺利 结论 问题 东西 事情 因为 所以 但是 不过 如果 为了 觉得 知道 开始 之后 之前 以后 以前 一下 有点 比较",
      "可以 需要 使用 进行 没有 一个 一次 两个 这个 那个 现在 已经 还是 就是 不要 不是",
    ].join(" ").split(" "),
  )
);
