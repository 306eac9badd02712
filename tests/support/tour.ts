/**
 * The tour of README.md: blocks of commands with their output, run one after the other in one place.
 *
 * @module
 */

/** Matches each block, with its content. */
const BLOCK = /^```console\n([\s\S]*?)^```$/gm;

/** One command of a tour and the output that the document shows for it. */
export interface TourStep {
  readonly command: string;
  readonly output: string;
}

/** Returns the steps of a document, block by block. */
export function tourOf(document: string): TourStep[] {
  return [...document.matchAll(BLOCK)].flatMap((block) => stepsOf(block[1] ?? ""));
}

/** Returns the document with its blocks filled by what the commands print, in order. */
export function withOutputs(document: string, outputs: readonly string[]): string {
  let at = 0;
  return document.replace(BLOCK, (_, block: string) => {
    const lines = stepsOf(block).map(({ command }) => `$ ${command}\n${outputs[at++] ?? ""}`);
    return `\`\`\`console\n${lines.join("")}\`\`\``;
  });
}

function stepsOf(block: string): TourStep[] {
  return block.split(/^\$ /m).slice(1).map((part) => {
    const end = part.indexOf("\n");
    return { command: part.slice(0, end), output: part.slice(end + 1) };
  });
}
