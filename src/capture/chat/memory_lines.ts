/**
 * Lines of the memory in what a shell printed: they count by their own origins and bring nothing in (SPEC 4.5), whichever
 * command showed them. Else whoever looks at the memory with `cat` or `grep` and notes more about a line would write untrusted
 * text, of which that line is a part.
 *
 * @module
 */
import { outputText } from "../../base/text/output_text.ts";
import { lineHash } from "../../base/text/normalise.ts";
import type { ToolCall } from "../../provenance/tools/classify_tool.ts";
import { pathRule } from "../../provenance/tier.ts";
import type { Ledger } from "../../store/state/ledger.ts";
import type { OriginReader } from "../../store/state/origin_reader.ts";
import type { DiskFacts } from "../../workspace/disk_facts.ts";

/** What tells. */
export interface MemoryLinesDeps {
  /** Which lines were seen in which file. */
  readonly state: { readonly ledger: Pick<Ledger, "unseen"> };
  /** Where lines of the memory come from. */
  readonly originsOf: OriginReader;
  /** Where paths lead. */
  readonly facts: DiskFacts;
}

/** Files and lines that are looked at: more of them stay what they are. */
const MOST_FILES = 20;
const MOST_LINES = 1_000;

/** Text of the input in which paths are looked for, in UTF-16 units. */
const MOST_INPUT = 20_000;

/**
 * Returns an output without the lines that a file of the memory has, which the command or the line itself names, and that
 * somebody may vouch for. What stands in several files has to be trusted in one of them; a line that waits for the end of its
 * turn is not taken out.
 */
export function withoutMemoryLines(deps: MemoryLinesDeps, { input }: Pick<ToolCall, "input">, output: string): string {
  const lines = output.split("\n");
  const looked = lines.slice(0, MOST_LINES).map(formsOf);
  const files = filesOf(deps, outputText(input, MOST_INPUT).text, looked);
  if (files.length === 0) return output;
  const asked = [...new Set(looked.flatMap(({ texts }) => texts))];
  const trusted = new Set(files.flatMap((path) => trustedIn(deps, path, asked)));
  return lines.filter((_, at) => looked[at]?.texts.some((text) => trusted.has(text)) !== true).join("\n");
}

interface PrintedLine {
  /** The file that it names, as `grep` does. */
  readonly file: string | null;
  /** What the line of the file may be: all of it, or what stands behind a name and a number. */
  readonly texts: readonly string[];
}

const NAMED = /^(\S+\.(?:md|markdown))[:-](?:\d{1,9}[:-])?(.*)$/i;
const NUMBERED = /^\s*\d{1,9}(?:[:-]|\t)(.*)$/;

function formsOf(line: string): PrintedLine {
  const [, file = null, rest] = NAMED.exec(line) ?? [];
  const [, behind] = NUMBERED.exec(line) ?? [];
  const texts = [line, rest, behind].filter((text) => text !== undefined && text.trim() !== "");
  return { file, texts: texts as string[] };
}

function filesOf({ facts }: MemoryLinesDeps, command: string, lines: readonly PrintedLine[]): string[] {
  const named = new Set([
    ...command.split(/[\s"'`;|&<>()=,]+/).filter((word) => /\.(?:md|markdown)$/i.test(word)),
    ...lines.flatMap(({ file }) => file ?? []),
  ]);
  const paths = [...named].slice(0, MOST_FILES).filter((path) => facts.isInWorkspace(path))
    .map((path) => facts.workspacePath(path));
  return [...new Set(paths)].filter((path) => pathRule(path).origin === "ledger");
}

function trustedIn({ state, originsOf }: MemoryLinesDeps, path: string, texts: readonly string[]): string[] {
  const hashes = texts.map(lineHash);
  const unseen = new Set(state.ledger.unseen(path, hashes));
  const seen = texts.filter((_, at) => !unseen.has(hashes[at] ?? ""));
  const origins = originsOf(path, seen);
  return seen.filter((_, at) => {
    const found = origins[at];
    return found !== undefined && found.state !== "pending" && (found.origin === "owner" || found.origin === "agent");
  });
}
