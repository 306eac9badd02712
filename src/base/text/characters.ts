/**
 * Classes of characters, by comparison: the tokeniser asks for every character of every file.
 *
 * @module
 */

/** Returns whether a high surrogate and its low surrogate stand at `at`. */
export function isSurrogatePair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/**
 * Returns how many UTF-16 units the CJK character at `at` has (1 or 2), or 0 if none stands there. CJK are Han, Kana,
 * Hangul and Bopomofo with their iteration and length marks: scripts whose words are not set apart or are too short
 * for stems.
 */
export function cjkUnits(text: string, at: number): 0 | 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0x1100) return 0;
  if (unit >= 0xd800 && unit <= 0xdfff) {
    return isSurrogatePair(text, at) && isRareCjk(text.codePointAt(at) ?? 0) ? 2 : 0;
  }
  return isCommonCjk(unit) ? 1 : 0;
}

/**
 * Returns how many UTF-16 units the letter, digit or combining mark at `at` has (1 or 2), or 0 if none stands there.
 * CJK characters are not asked about here: see {@linkcode cjkUnits}.
 */
export function wordUnits(text: string, at: number): 0 | 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return isAsciiWord(unit) ? 1 : 0;
  if (unit < 0x530) return isEuropeanWord(unit) ? 1 : 0;
  if (isSign(unit)) return 0;
  const units = unit >= 0xd800 && unit <= 0xdfff ? 2 : 1;
  if (units === 2 && !isSurrogatePair(text, at)) return 0;
  // Enclosing marks (the frame of a keycap emoji) are left out on purpose.
  return /^[\p{L}\p{N}\p{Mn}\p{Mc}]$/u.test(text.slice(at, at + units)) ? units : 0;
}

/**
 * Punctuation, arrows, symbols, box drawing, CJK punctuation and emoji: frequent, and no letter among them after NFKC.
 * Without this, building the expression below would cost more than a whole question.
 */
function isSign(unit: number): boolean {
  return (unit >= 0x2000 && unit <= 0x2bff) || (unit >= 0x2e00 && unit <= 0x2e7f) ||
    (unit >= 0x3000 && unit <= 0x303f) ||
    (unit >= 0xd83c && unit <= 0xd83e) || unit >= 0xfff0;
}

function isAsciiWord(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a);
}

/** Latin-1 to Cyrillic: letters and combining marks but for the few signs between them. */
function isEuropeanWord(unit: number): boolean {
  if (unit < 0xc0) return unit === 0xaa || unit === 0xb5 || unit === 0xba;
  if (unit < 0x2b0) return unit !== 0xd7 && unit !== 0xf7;
  if (unit < 0x300) return unit < 0x2c2;
  if (unit < 0x370) return true;
  return unit !== 0x375 && unit !== 0x37e && unit !== 0x384 && unit !== 0x385 && unit !== 0x387 && unit !== 0x482;
}

function isCommonCjk(unit: number): boolean {
  if (unit >= 0x3400 && unit <= 0x9fff) return unit < 0x4dc0 || unit > 0x4dff;
  if (unit >= 0xac00) {
    return unit <= 0xd7ff || (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xff66 && unit <= 0xff9f);
  }
  if (unit < 0x3041) {
    return unit <= 0x11ff || (unit >= 0x2e80 && unit <= 0x2fdf) || (unit >= 0x3005 && unit <= 0x3007) ||
      (unit >= 0x3021 && unit <= 0x3029) || (unit >= 0x3031 && unit <= 0x303c && unit !== 0x3036 && unit !== 0x3037);
  }
  if (unit <= 0x30ff) {
    return unit !== 0x3097 && unit !== 0x3098 && unit !== 0x309b && unit !== 0x309c && unit !== 0x30a0 &&
      unit !== 0x30fb;
  }
  return unit <= 0x318e || (unit >= 0x31a0 && unit <= 0x31bf) || (unit >= 0x31f0 && unit <= 0x31ff) ||
    (unit >= 0xa960 && unit <= 0xa97f);
}

/** Beyond the basic plane: Han extensions (planes 2 and 3), old and small Kana, Han reading marks. */
function isRareCjk(point: number): boolean {
  return (point >= 0x20000 && point <= 0x3ffff) || (point >= 0x1aff0 && point <= 0x1b16f) ||
    (point >= 0x16ff0 && point <= 0x16ff1);
}
