/**
 * Looks at every file that the index does not know as it is, for the sake of its lines alone: which of them were there
 * before a turn opens. That takes a tenth of the time of indexing them.
 *
 * @module
 */
import type { IndexStore } from "../../store/index/open_index.ts";
import { pathRule } from "../../provenance/tier.ts";
import { listFiles } from "../../workspace/list_files.ts";
import { detect } from "../detect.ts";
import { bookAppeared } from "./book_appeared.ts";
import { linesOfFile } from "./look_at_file.ts";
import { lookAtInstructions, type SettleDeps, settleTurns, turnsToSettle } from "./settle_turns.ts";

/** What it works with. */
export interface BaselineDeps extends SettleDeps {
  /** The open index: what it has read need not be read again. */
  readonly index: IndexStore;
}

/**
 * Records the lines that are there, books those of turns that are over, and returns whether nothing was left out.
 *
 * @param budgetMs stops after this time, in milliseconds
 */
export function takeBaseline(deps: BaselineDeps, budgetMs: number): boolean {
  const { state, index, layout, clock } = deps;
  if (state.isReadonly) return false;
  const deadlineMs = performance.now() + budgetMs;
  const closed = turnsToSettle(deps);
  const list = listFiles(layout, { deadlineMs });
  const { suspects } = detect(list, index.sources.stamps(), new Set());
  const own = suspects.filter(({ fact }) => pathRule(fact.path).origin === "ledger");
  let looked = 0;
  state.transaction(() => {
    for (const { fact } of own) {
      if (performance.now() > deadlineMs) break;
      const at = clock.now().iso;
      const lines = linesOfFile(layout, fact.path);
      bookAppeared({ state, at }, { path: fact.path, lines: () => lines });
      state.ledger.see(fact.path, lines, at);
      looked++;
    }
    lookAtInstructions(deps);
  });
  const isWhole = looked === own.length && !list.isCutShort;
  settleTurns(deps, isWhole ? closed : []);
  return isWhole;
}
