/**
 * Colour for text output. Six escape sequences need no library, and the usual ones ask for `process.stdout` when they
 * are loaded, which costs a compiled program about twice its whole start-up.
 *
 * @module
 */

/** Paints text, or returns it unchanged when colour is off. */
export interface TextStyle {
  /** Stands out without a colour. */
  bold(text: string): string;
  /** Steps back. */
  dim(text: string): string;
  /** Wrong, or not to be trusted. */
  red(text: string): string;
  /** Good. */
  green(text: string): string;
  /** Worth a look. */
  yellow(text: string): string;
  /** To be typed or followed. */
  cyan(text: string): string;
}

/** Returns whether colour is wanted: a terminal, `NO_COLOR` unset or empty, `TERM` not `dumb` (https://no-color.org). */
export function wantsColour(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const noColour = environment["NO_COLOR"];
  return isTerminal && (noColour === undefined || noColour === "") && environment["TERM"] !== "dumb";
}

/** Returns the style with colour on or off. */
export function textStyle(hasColour: boolean): TextStyle {
  const paint = (open: number, close: number) => (text: string) =>
    hasColour && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
