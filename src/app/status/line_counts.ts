import { hashLines } from "../../store/state/origin_reader.ts";
import type { LedgerCounts } from "../../store/state/ledger.ts";
import { parseCurated } from "../../workspace/curated.ts";
import { isDayHeading } from "../../workspace/diary.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import type { App } from "../app.ts";
import { curatedText } from "./curated_facts.ts";

/**
 * Returns how many lines the ledger knows. Titles in `MEMORY.md` and `USER.md` have a place there, since they are given to
 * agents; but they state nothing, and nobody has to look for who wrote one.
 */
export function lineCounts(app: Pick<App, "layout" | "state" | "originsOf">): LedgerCounts {
  const { byOrigin, byState } = app.state.ledger.counts();
  const titles = [MEMORY_FILE, USER_FILE].reduce((sum, path) => sum + unbookedTitles(app, path), 0);
  return { byOrigin, byState: { ...byState, unbooked: byState.unbooked - titles } };
}

/** Those that the last look at the file found. */
function unbookedTitles({ layout, state, originsOf }: Parameters<typeof lineCounts>[0], path: string): number {
  const { pieces } = parseCurated(curatedText(layout, path) ?? "");
  const titles = pieces.filter(({ kind }) => kind === "heading").flatMap(({ raw }) => raw.split(/\r?\n/))
    .filter((line) => line.trim() !== "" && !isDayHeading(line));
  const origins = originsOf(path, titles);
  const hashes = hashLines(titles.filter((_, at) => origins[at]?.state === "unbooked")).map(({ hash }) => hash);
  const unbooked = [...new Set(hashes)];
  return unbooked.length - state.ledger.unseen(path, unbooked).length;
}
