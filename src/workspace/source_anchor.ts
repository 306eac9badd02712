/**
 * Places in files, as annotations write them.
 *
 * @module
 */

/** Where an entry came from. */
export interface SourceAnchor {
  /** Relative to the workspace. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive; not before `startLine`. */
  readonly endLine: number;
}

/** Returns `path#L3-L5`, of one line `path#L3-L3`; characters of the path that an annotation cannot hold as `%3B`. */
export function formatAnchor(anchor: SourceAnchor): string {
  return `${anchor.path.replace(UNSAFE, percentCodes)}#L${anchor.startLine}-L${anchor.endLine}`;
}

/** Returns the anchor that `path#L3` or `path#L3-L5` names, or `null` if the text is none. */
export function parseAnchor(text: string): SourceAnchor | null {
  const match = /^([^#\s].*)#L([1-9]\d{0,8})(?:-L?([1-9]\d{0,8}))?$/s.exec(text.trim());
  if (match === null) return null;
  const [, path = "", start = "", end = start] = match;
  const [startLine, endLine] = [Number(start), Number(end)];
  if (endLine < startLine || /[<>`;\n\r]/.test(path)) return null;
  const plain = path.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return { path: plain, startLine, endLine };
}

/** What ends a list or a comment, opens code, or would be read as a code itself. */
const UNSAFE = /^[ #]|[%;<>`]|\p{Cc}/gu;

function percentCodes(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
