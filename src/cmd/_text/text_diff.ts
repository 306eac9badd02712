/** A text before and after; `null` where there is none. */
export interface ChangedText {
  /** What it is called. */
  readonly name: string;
  /** As it was. */
  readonly before: string | null;
  /** As it became. */
  readonly after: string | null;
}

/** Returns the lines that differ, as one passage between what begins and what ends alike; first two lines that name it. */
export function textDiff({ name, before, after }: ChangedText): string[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return [
    `--- ${before === null ? "/dev/null" : name}`,
    `+++ ${after === null ? "/dev/null" : name}`,
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
  ];
}

function linesOf(text: string | null): string[] {
  if (text === null || text === "") return [];
  return text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
}
