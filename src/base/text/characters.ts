/**
 * Classes of characters, by comparison and without regular expressions: the tokeniser asks them for every character.
 *
 * @module
 */

/** Returns whether a high and a low surrogate stand at `at`. */
export function isSurrogatePair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/** Returns whether a UTF-16 unit is a CJK character, CJK punctuation or a full-width form. */
export function isWide(unit: number): boolean {
  if (unit < 0x1100) return false;
  return unit <= 0x11ff || (unit >= 0x2e80 && unit <= 0xa4cf) || (unit >= 0xac00 && unit <= 0xd7ff) ||
    (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0xfe30 && unit <= 0xfe4f) || (unit >= 0xff00 && unit <= 0xffef);
}
