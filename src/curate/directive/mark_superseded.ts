/**
 * The line of a directive that another one took the place of (SPEC 7.2).
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { commentSpans } from "../../workspace/comment_spans.ts";

/**
 * Returns a raw entry with `status: superseded` behind its observed day. Its supersession key and its triggers go to the
 * successor, so they leave it; every other byte stays.
 *
 * @param day for an entry that has no observed day
 */
export function markSuperseded(raw: string, day: LocalDay): string {
  const lines = raw.split("\n");
  const marked = lines.map((line) => withoutComments(line, LEAVES));
  const at = Math.max(0, marked.findIndex((line) => findComment(line, OBSERVED) !== null));
  const line = marked[at] ?? "";
  const found = findComment(line, OBSERVED);
  const observed = OBSERVED.exec(found?.content ?? "")?.[1] ?? day;
  const comment = `<!-- observed: ${observed} | status: superseded -->`;
  const end = /\s*$/.exec(line)?.[0] ?? "";
  marked[at] = found === null
    ? `${line.slice(0, line.length - end.length)} ${comment}${end}`
    : line.slice(0, found.start) + comment + line.slice(found.end);
  return marked.join("\n");
}

const OBSERVED = /^observed\s*:\s*(\d{4}-\d{2}-\d{2})?/i;
const LEAVES = /^(?:key|trigger)\s*:/i;

function findComment(line: string, name: RegExp) {
  return commentSpans(line).spans.find(({ content }) => name.test(content)) ?? null;
}

function withoutComments(line: string, name: RegExp): string {
  let left = line;
  for (let found = findComment(left, name); found !== null; found = findComment(left, name)) {
    // The blank before a comment parted it from what stands there.
    const before = left.slice(0, found.start).replace(/[ \t]$/, "");
    left = before + left.slice(found.end);
  }
  return stripAnnotations(left) === stripAnnotations(line) ? left : line;
}
