/**
 * The fold of copies for the texts that almost all lines are: ASCII, common Han characters and their punctuation. Some
 * thirty times as fast as the general one, which asks for the class of every character.
 *
 * @module
 */

/**
 * Returns a text in lower case, as words and runs of Han characters with one space between words; `null` if it holds a
 * character that only the general fold knows. Both give the same for a text that is plain.
 */
export function foldPlain(text: string): string | null {
  let folded = "";
  let from = -1;
  let hasGap = false;
  let wasHan = true;
  let isCopied = true;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = kindOf(unit);
    if (kind === OTHER) return null;
    if (kind === GAP) {
      if (from >= 0) folded += lowered(text, { from, to: at, isCopied });
      from = -1;
      isCopied = true;
      hasGap = true;
      continue;
    }
    const isHan = kind === HAN;
    if (from < 0) {
      if (hasGap && !wasHan && !isHan) folded += " ";
      from = at;
      hasGap = false;
    }
    if (kind === CHANGED) isCopied = false;
    wasHan = isHan;
  }
  return from >= 0 ? folded + lowered(text, { from, to: text.length, isCopied }) : folded;
}

interface Run {
  readonly from: number;
  readonly to: number;
  /** It is in lower case and half width already. */
  readonly isCopied: boolean;
}

function lowered(text: string, { from, to, isCopied }: Run): string {
  const run = text.slice(from, to);
  return isCopied ? run : run.normalize("NFKC").toLowerCase();
}

const OTHER = 0;
const GAP = 1;
const KEPT = 2;
const CHANGED = 3;
const HAN = 4;

function kindOf(unit: number): number {
  if (unit < 0x80) {
    if (unit >= 0x61 && unit <= 0x7a) return KEPT;
    if (unit >= 0x30 && unit <= 0x39) return KEPT;
    return unit >= 0x41 && unit <= 0x5a ? CHANGED : GAP;
  }
  if (unit >= 0x4e00 && unit <= 0x9fff) return HAN;
  // Dashes, quotation marks, bullets and dots; the ideographic space, stops and brackets.
  if (unit >= 0x2010 && unit <= 0x2027) return GAP;
  if ((unit >= 0x3000 && unit <= 0x3003) || (unit >= 0x3008 && unit <= 0x3011) || unit === 0xb7) return GAP;
  if (unit < 0xff01 || unit > 0xff5e) return OTHER;
  return isWideWord(unit) ? CHANGED : GAP;
}

/** Full-width digits and letters. */
function isWideWord(unit: number): boolean {
  return (unit >= 0xff10 && unit <= 0xff19) || (unit >= 0xff21 && unit <= 0xff3a) || (unit >= 0xff41 && unit <= 0xff5a);
}
