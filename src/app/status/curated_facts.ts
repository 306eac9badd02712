import { residentChars } from "../../curate/compose.ts";
import { parseCurated } from "../../workspace/curated.ts";
import { MEMORY_FILE, USER_FILE, type WorkspaceLayout } from "../../workspace/layout.ts";
import { existsSync } from "node:fs";
import { absolute } from "../../workspace/layout.ts";
import { MAX_FILE_BYTES } from "../../workspace/list_files.ts";
import { readTextFile } from "../../workspace/read_text.ts";
import type { App } from "../app.ts";

/** How much of its budget a curated file uses. */
export interface BudgetUse {
  /** Relative to the workspace. */
  readonly path: string;
  /** Chars of what an agent is given: annotations stripped. */
  readonly chars: number;
  /** Chars that it may have. */
  readonly budgetChars: number;
  /** How many entries it holds. */
  readonly entries: number;
  /** Entries that nobody booked: written by hand, or by an agent without hooks (SPEC 4.2). First lines, 1-based. */
  readonly unbookedLines: readonly number[];
}

/** Returns the use of every curated file that exists. */
export function curatedFacts(app: Pick<App, "layout" | "config" | "originsOf">): BudgetUse[] {
  const budgets = [
    { path: MEMORY_FILE, budgetChars: app.config.dream.deep.budgetChars },
    { path: USER_FILE, budgetChars: app.config.bootstrap.userChars },
  ];
  return budgets.flatMap(({ path, budgetChars }) => {
    const text = curatedText(app.layout, path);
    if (text === null) return [];
    const { entries } = parseCurated(text);
    const origins = app.originsOf(path, entries.map(({ raw }) => raw));
    return [{
      path,
      chars: residentChars(text),
      budgetChars,
      entries: entries.length,
      unbookedLines: entries.filter((_, at) => origins[at]?.state === "unbooked").map(({ startLine }) => startLine),
    }];
  });
}

/** Returns the text of a curated file, or `null` if there is none that can be read. */
export function curatedText(layout: WorkspaceLayout, path: string): string | null {
  const file = absolute(layout, path);
  if (!existsSync(file)) return null;
  const read = readTextFile(file, { maxBytes: MAX_FILE_BYTES });
  return read.kind === "text" ? read.text : null;
}
