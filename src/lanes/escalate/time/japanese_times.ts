/**
 * Words of time in Japanese.
 *
 * @module
 */
import { as, blurOf, same, type TimeForm } from "./time_form.ts";
import { ZH_NUMBER } from "./chinese_times.ts";

/** Returns the forms; the first that fits a stretch counts. */
export function japaneseTimes(): readonly TimeForm[] {
  return [
    { pattern: /一昨日|おととい/g, read: as("前天") },
    { pattern: /昨日|昨夜|昨晩|ゆうべ/g, read: as("昨天") },
    { pattern: /先週の?([月火水木金土日])曜日?/g, read: ([, day = ""]) => ({ wanted: `上周${ZH_DAYS[day] ?? ""}` }) },
    { pattern: /先々週/g, read: as("上上周") },
    { pattern: /先週/g, read: as("上周") },
    { pattern: /先月/g, read: as("上个月") },
    { pattern: /一昨年|おととし/g, read: as("前年") },
    { pattern: /去年|昨年/g, read: as("去年") },
    { pattern: /今週/g, read: as("这周") },
    { pattern: /数日前|ここ数日/g, read: as("last 14 days") },
    { pattern: /先日|この前|この間|このあいだ/g, read: as("last 30 days") },
    { pattern: /半年(?:ほど|くらい|ぐらい)?前/g, read: () => ({ wanted: "半年前", blur: "month" }) },
    { pattern: new RegExp(`(${ZH_NUMBER})(日|週間|[かヶカヵケ]月|年)前`, "g"), read: japaneseAgo },
    { pattern: /(?:\d{4}年)?\d{1,2}月\d{1,2}日/g, read: same },
    { pattern: /(?:\d{4}年)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?!曜)/g, read: same },
    { pattern: /([月火水木金土日])曜日?/g, read: ([, day = ""]) => ({ wanted: `周${ZH_DAYS[day] ?? ""}` }) },
  ];
}

const ZH_DAYS: Readonly<Record<string, string>> = {
  月: "一",
  火: "二",
  水: "三",
  木: "四",
  金: "五",
  土: "六",
  日: "日",
};

function japaneseAgo([, count = "", unit = ""]: RegExpMatchArray) {
  const zh = unit === "日" ? "天" : unit === "週間" ? "周" : unit === "年" ? "年" : "个月";
  return { wanted: `${count}${zh}前`, blur: blurOf(zh) };
}
