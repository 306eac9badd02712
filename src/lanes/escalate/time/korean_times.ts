/**
 * Words of time in Korean.
 *
 * @module
 */
import { as, blurOf, type TimeForm } from "./time_form.ts";

const KO_DAYS: Readonly<Record<string, string>> = {
  월: "一",
  화: "二",
  수: "三",
  목: "四",
  금: "五",
  토: "六",
  일: "日",
};
const KO_NUMBERS: Readonly<Record<string, string>> = { 한: "1", 두: "2", 세: "3", 네: "4", 다섯: "5", 여섯: "6" };

/** Returns the forms; the first that fits a stretch counts. */
export function koreanTimes(): readonly TimeForm[] {
  return [
    { pattern: /그저께|그제/g, read: as("前天") },
    { pattern: /어제|어젯밤/g, read: as("昨天") },
    { pattern: /지난 ?주 ?([월화수목금토일])요일/g, read: ([, day = ""]) => ({ wanted: `上周${KO_DAYS[day] ?? ""}` }) },
    { pattern: /지지난 ?주/g, read: as("上上周") },
    { pattern: /지난 ?주/g, read: as("上周") },
    { pattern: /지난 ?달/g, read: as("上个月") },
    { pattern: /재작년/g, read: as("前年") },
    { pattern: /작년|지난 ?해/g, read: as("去年") },
    { pattern: /이번 ?주/g, read: as("这周") },
    { pattern: /며칠 전|요 ?며칠/g, read: as("last 14 days") },
    { pattern: /얼마 전/g, read: as("last 30 days") },
    { pattern: /반년 ?전/g, read: () => ({ wanted: "半年前", blur: "month" }) },
    { pattern: /(\d{1,3}|한|두|세|네|다섯|여섯) ?(일|주|달|개월|년) ?전/g, read: koreanAgo },
    { pattern: /(\d{1,2})월 ?(\d{1,2})일/g, read: ([, month = "", day = ""]) => ({ wanted: `${month}月${day}日` }) },
    { pattern: /(\d{1,2})월/g, read: ([, month = ""]) => ({ wanted: `${month}月` }) },
    { pattern: /([월화수목금토일])요일/g, read: ([, day = ""]) => ({ wanted: `周${KO_DAYS[day] ?? ""}` }) },
  ];
}

function koreanAgo([, count = "", unit = ""]: RegExpMatchArray) {
  const zh = unit === "일" ? "天" : unit === "주" ? "周" : unit === "년" ? "年" : "个月";
  return { wanted: `${KO_NUMBERS[count] ?? count}${zh}前`, blur: blurOf(zh) };
}
