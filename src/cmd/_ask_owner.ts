/**
 * Shows lines to the owner page by page and takes the answer.
 *
 * @module
 */
import type { OwnerTerminal } from "../app/owner_terminal.ts";
import { escapeHidden } from "../base/text/display.ts";
import type { Confirm } from "../capture/trust/trust.ts";
import type { TextStyle } from "./_style.ts";
import { count } from "./_text/count.ts";
import { trustRows } from "./_text/trust_page.ts";

/** Rows of a screen that is shown at once: the smallest usual terminal has 24. */
const PAGE_ROWS = 20;
/** Columns of the smallest usual terminal: a longer line takes several rows. */
const PAGE_COLUMNS = 80;

/** Returns what asks the owner about one file after another. */
export function askOwner(terminal: OwnerTerminal, origin: string, style: TextStyle): Confirm {
  return async (plan, { at, of, forgotten }) => {
    const { file, lines } = plan;
    const name = style.bold(escapeHidden(file.path));
    await terminal.show(of === 1 ? name : `${name} ${style.dim(`(file ${at} of ${of})`)}`);
    const pages = terminal.hasScreen ? pagesOf(trustRows(plan, style)) : [trustRows(plan, style)];
    for (const [page, rows] of pages.entries()) {
      await terminal.show(rows.join("\n"));
      if (page === pages.length - 1) break;
      const key = await terminal.ask(
        style.dim(`page ${page + 1} of ${pages.length}: Enter goes on, q leaves it alone`),
      );
      if (key === null) return "stop";
      if (/^q/i.test(key)) return "no";
    }
    if (forgotten > 0) {
      await terminal.show(`${count(forgotten, "line")} of it had been forgotten: vouching takes that back`);
    }
    const what = lines.length === 1 ? "this line" : `these ${count(lines.length, "line")}`;
    const stop = of === 1 ? "" : "; s stops here";
    const answer = await terminal.ask(`Do you vouch for ${what}, as ${origin}? [y/N${stop}]`);
    if (answer === null || /^s(?:top)?$/i.test(answer)) return "stop";
    return /^(?:y|yes|是|好)$/i.test(answer) ? "yes" : "no";
  };
}

function pagesOf(rows: readonly string[]): string[][] {
  const pages: string[][] = [];
  let used = PAGE_ROWS;
  for (const row of rows) {
    const height = Math.max(1, Math.ceil(row.length / PAGE_COLUMNS));
    if (used + height > PAGE_ROWS) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(row);
    used += height;
  }
  return pages;
}
