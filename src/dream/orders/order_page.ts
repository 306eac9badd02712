/**
 * What an order of the owner's did, in `DREAMS.md`: the file tells every change of `MEMORY.md`, not only those of nights.
 *
 * @module
 */
import { causeChain, errorCode, MemoryError } from "../../base/errors.ts";
import { addPage } from "../deep/dreams_file.ts";
import { diffBlock, shown } from "../deep/page_text.ts";
import type { DreamDeps } from "../night.ts";

/** What the page tells. */
export interface OrderPage {
  /** By which it is known again, inside a comment. */
  readonly mark: string;
  /** One or two sentences. */
  readonly summary: string;
  /** Entries that were taken out; raw or text. */
  readonly removed: readonly string[];
  /** Entries that were added; raw or text. */
  readonly added: readonly string[];
}

/** Writes the page; a page that cannot be written does not undo the order. */
export function writeOrderPage(
  { layout, clock }: Pick<DreamDeps, "layout" | "clock">,
  { mark, summary, removed, added }: OrderPage,
): { readonly diary: string | null; readonly notices: readonly string[] } {
  const lines = [...removed.map((entry) => `- ${bullet(entry)}`), ...added.map((entry) => `+ ${bullet(entry)}`)];
  const diff = lines.length === 0 ? [] : ["", ...diffBlock(lines)];
  const page = [`## ${clock.now().day}`, "", `<!-- ${mark} -->`, "", summary, ...diff, ""];
  try {
    return { diary: addPage(layout, page.join("\n")), notices: [] };
  } catch (error) {
    if (!(error instanceof MemoryError) && errorCode(error) === undefined) throw error;
    return { diary: null, notices: [`DREAMS.md does not tell of this: ${causeChain(error).join(": ")}`] };
  }
}

function bullet(entry: string): string {
  return `- ${shown(entry.replace(/^\s*[-*+]\s+/, "").replace(/<!--.*?-->/gs, ""))}`;
}
