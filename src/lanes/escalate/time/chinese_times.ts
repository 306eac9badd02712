/**
 * Words of time in Chinese, in both scripts.
 *
 * @module
 */
import { as, blurOf, same, type TimeForm } from "./time_form.ts";

/** Figures or characters; Japanese writes them as well. */
export const ZH_NUMBER = "(?:\\d{1,3}|[一二两三四五六七八九十]{1,3})";

/** Returns the forms; the first that fits a stretch counts. */
export function chineseTimes(): readonly TimeForm[] {
  return [
    { pattern: /大前天|前天|昨[天晚日]|今[天早]/g, read: same },
    {
      pattern:
        /上+个?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]?|上个?月|上個月|上个?季度|去年|前年|[这這本](?:周|週|个?月)/g,
      read: same,
    },
    {
      pattern: new RegExp(`(?:半(?:年|个月|個月)|${ZH_NUMBER}(?:年半|[个個]半月))[之以]?前`, "g"),
      read: ([whole]) => ({ wanted: whole, blur: "month" }),
    },
    {
      pattern: new RegExp(`${ZH_NUMBER}(个月|個月|天|周|週|年|个?星期|个?礼拜)[之以]?前`, "g"),
      read: (match) => ({ wanted: match[0], blur: blurOf(match[1]) }),
    },
    // 前两天 is seldom exactly two.
    { pattern: /前几天|前幾天|前阵子|前些天|前[两兩]天/g, read: as("last 14 days") },
    { pattern: /(?:[这這][几幾两兩]|最近[几幾])天/g, read: as("last 7 days") },
    {
      pattern: new RegExp(`(?:过去|過去|前)(${ZH_NUMBER}(?:个月|天|周|年|个?星期))`, "g"),
      read: ([, span]) => ({ wanted: `最近${span ?? ""}` }),
    },
    { pattern: new RegExp(`最近${ZH_NUMBER}(?:个月|天|周|年|个?星期)`, "g"), read: same },
    {
      pattern: /(?:\d{4}年)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号號]/g,
      read: same,
    },
    {
      pattern: /(?:\d{4}年)?(\d{1,2}|[一二三四五六七八九十]{1,2})月份?/g,
      read: ([whole]) => ({ wanted: whole.replace("份", "") }),
    },
    { pattern: /(?:周|週|星期|礼拜)[一二三四五六日天]/g, read: same },
  ];
}
