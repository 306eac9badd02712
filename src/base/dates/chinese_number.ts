/** Figures as Chinese characters; 两 is 二 before a measure word. */
const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

/**
 * Returns the number that figures or Chinese characters write, 0 to 9999: `12`, 十二, 廿一, 二〇二六, 一百零五; `null` for
 * anything else.
 */
export function chineseNumber(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  if (/^[零〇一二三四五六七八九]{2,4}$/.test(text)) return Number([...text].map((char) => DIGITS[char]).join(""));
  const [whole, hundreds, tens, ones] = SPELT.exec(text.replace("廿", "二十").replace("卅", "三十")) ?? [];
  if (whole === undefined || whole === "") return null;
  const ten = tens === undefined ? 0 : tens === "" ? 1 : DIGITS[tens] ?? 0;
  return digit(hundreds) * 100 + ten * 10 + digit(ones);
}

/** Hundreds, tens (empty before 十 alone), ones. */
const SPELT = /^(?:([一二两三四五六七八九])百零?)?(?:([一二三四五六七八九]?)十)?([一二两三四五六七八九])?$/;

function digit(char: string | undefined): number {
  return char === undefined ? 0 : DIGITS[char] ?? 0;
}
