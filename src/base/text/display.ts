/**
 * Text from files on its way to a terminal (SPEC 4.3, 11.4).
 *
 * @module
 */

/**
 * Returns the text without terminal control sequences and without control characters; line feeds and tabs stay. A sequence
 * without its end loses only its beginning, so that no text disappears with it.
 */
export function stripControls(text: string): string {
  if (!CONTROL.test(text)) return text;
  let kept = "";
  let from = 0;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (!isControl(unit)) {
      at++;
      continue;
    }
    kept += text.slice(from, at);
    at = sequenceEnd(text, at);
    from = at;
  }
  return from === 0 ? text : kept + text.slice(from);
}

/**
 * Returns the text as a terminal may show it: without controls (see {@linkcode stripControls}), and with what turns the
 * direction of the text or hides in it written out as `‹U+202E›`, so that a line cannot look like another one. The joiners
 * of emoji and of scripts that need them stay.
 */
export function terminalText(text: string): string {
  return stripControls(text).replace(DISGUISE, writtenOut);
}

/**
 * Returns the text with every character that cannot be seen written out as `‹U+202E›`: controls, bidirectional and
 * zero-width characters, fillers, variation selectors, halves of surrogate pairs. Line feeds and tabs stay.
 */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (char) => char === "\n" || char === "\t" ? char : writtenOut(char));
}

/**
 * Returns the text without controls (see {@linkcode stripControls}) and without what a person does not see but a program
 * reads: tags, variation selectors, controls of direction, zero-width blanks and fillers. The joiners of emoji and of
 * scripts that need them stay, as does the selector of emoji (U+FE0F) right behind a picture.
 */
export function visibleText(text: string): string {
  const kept = stripControls(text);
  return MAY_BE_UNSEEN.test(kept) ? kept.replace(UNSEEN, "") : kept;
}

function writtenOut(char: string): string {
  return `‹U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** Marks, embeddings, overrides and isolates of direction; zero-width blanks and the byte order mark; tags. */
const DISGUISE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

const UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|(?<!\p{Extended_Pictographic})\ufe0f/gu;

/** Whether {@linkcode UNSEEN} may match: its class of pictures takes longer to build than most texts to look through. */
const MAY_BE_UNSEEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\udb40-\udb43]/;

/** What {@linkcode isControl} says of one unit. */
// deno-lint-ignore no-control-regex -- control characters are meant
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BELL = 0x07;
const ESCAPE = 0x1b;
/** Eight-bit forms of `ESC [` and of the end of a string. */
const CSI = 0x9b;
const STRING_END = 0x9c;
/** What follows ESC, or stands in eight-bit form, where a string begins: DCS, SOS, OSC, PM, APC. */
const STRING_STARTS: ReadonlySet<number> = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);
/** An eight-bit control is its second byte of seven-bit form plus this. */
const EIGHT_BIT_OFFSET = 0x40;

function isControl(unit: number): boolean {
  return (unit < 0x20 && unit !== LINE_FEED && unit !== TAB) || (unit >= 0x7f && unit <= 0x9f);
}

/**
 * Returns the text without terminal control sequences, such as those of colours: a terminal shows the words around one side
 * by side. Control characters that stand alone stay.
 */
export function stripSequences(text: string): string {
  if (!SEQUENCE_START.test(text)) return text;
  let kept = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!startsSequence(text.charCodeAt(at))) continue;
    kept += text.slice(from, at);
    from = sequenceEnd(text, at);
    at = from - 1;
  }
  return kept + text.slice(from);
}

/** Whether a terminal control sequence begins with a unit. */
export function startsSequence(unit: number): boolean {
  return unit === ESCAPE || unit === CSI || (unit > 0x7f && STRING_STARTS.has(unit - EIGHT_BIT_OFFSET));
}

/** What {@linkcode startsSequence} says of one unit. */
// deno-lint-ignore no-control-regex -- control characters are meant
const SEQUENCE_START = /[\x1b\x90\x98\x9b\x9d-\x9f]/;

/** Returns the place behind the control character or sequence at `at`. */
export function sequenceEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (unit === CSI) return csiEnd(text, at + 1);
  if (STRING_STARTS.has(unit - EIGHT_BIT_OFFSET)) return stringEnd(text, at + 1);
  if (unit !== ESCAPE) return at + 1;
  if (next === CSI - EIGHT_BIT_OFFSET) return csiEnd(text, at + 2);
  if (STRING_STARTS.has(next)) return stringEnd(text, at + 2);
  let end = at + 1;
  while (isBetween(text.charCodeAt(end), 0x20, 0x2f)) end++;
  return isBetween(text.charCodeAt(end), 0x30, 0x7e) ? end + 1 : end;
}

/** Parameters, intermediates, one final character. */
function csiEnd(text: string, start: number): number {
  let at = start;
  while (isBetween(text.charCodeAt(at), 0x20, 0x3f)) at++;
  return isBetween(text.charCodeAt(at), 0x40, 0x7e) ? at + 1 : at;
}

/** Up to the string's end on the same line, else only the introducer. */
function stringEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BELL || unit === STRING_END) return at + 1;
    if (unit === ESCAPE && text.charAt(at + 1) === "\\") return at + 2;
    if (isControl(unit) || unit === LINE_FEED) break;
  }
  return start;
}

function isBetween(unit: number, low: number, high: number): boolean {
  return unit >= low && unit <= high;
}
