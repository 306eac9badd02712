/**
 * Bash's half of a completion: it hands over the line as it is typed, and replaces only what stands behind the last of its
 * word breaks, by exactly what it is given.
 *
 * @module
 */

/** A line that is being typed. */
export interface BashLine {
  /** Its words without quotes, the last one as far as it is typed. */
  readonly words: readonly string[];
  /** The quote that the last word stands in, or none. */
  readonly quote: '"' | "'" | "";
  /** What of the last word bash leaves as it is, without quotes: up to and with the last break that is not quoted. */
  readonly kept: string;
}

/** Returns the words of a line up to the cursor. @param breaks the characters of `COMP_WORDBREAKS` */
export function readBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let word: string | null = null;
  let quote: BashLine["quote"] = "";
  let kept = "";
  let keptBefore = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    const isEscape = char === "\\" && (quote === "" || (quote === '"' && /["$`\\]/.test(line.charAt(at + 1))));
    if (isEscape) {
      word = (word ?? "") + line.charAt(++at);
    } else if (quote === "" && /\s/.test(char)) {
      if (word !== null) words.push(word);
      [word, kept] = [null, ""];
    } else if ((char === '"' || char === "'") && (quote === "" || quote === char)) {
      word ??= "";
      quote = quote === "" ? char : "";
      // While a quote is open, what bash replaces begins behind it.
      if (quote !== "") [kept, keptBefore] = [word, kept];
      else kept = keptBefore;
    } else {
      // A host name begins with its sign, and bash replaces that too.
      if (quote === "" && breaks.includes(char) && char === "@") kept = word ?? "";
      word = (word ?? "") + char;
      if (quote === "" && breaks.includes(char) && char !== "@") kept = word;
    }
  }
  return { words: [...words, word ?? ""], quote, kept };
}

/** Returns what bash has to be given for a whole word; `null` if the word does not go on as it was typed. */
export function bashReply(word: string, { quote, kept }: BashLine): string | null {
  if (!word.startsWith(kept)) return null;
  const rest = word.slice(kept.length);
  switch (quote) {
    case '"':
      // There a backslash takes the meaning of "!" away and stays: the quote is left for it.
      return rest.replace(/["$`\\]/g, "\\$&").replace(/!+/g, `"'$&'"`);
    case "'":
      return rest.replaceAll("'", "'\\''");
    default:
      return rest.replace(/[\s"'\\`$&|;<>(){}[\]*?!~#^]/g, "\\$&");
  }
}

/** Returns a word of fish without its quotes and escapes, as far as it is typed. */
export function fishWord(typed: string): string {
  const bare = /^["']/.test(typed) ? typed.slice(1) : typed;
  return bare.replace(/\\(.)/gs, "$1");
}
