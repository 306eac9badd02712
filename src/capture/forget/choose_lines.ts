/**
 * From what a person says to the lines that are to be forgotten (SPEC 7.6).
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { lineHash } from "../../base/text/normalise.ts";
import { pathRule } from "../../provenance/tier.ts";
import { select } from "../../select/select.ts";
import { memoryFiles } from "./memory_files.ts";
import { passagesOf } from "./passages.ts";
import type { ChosenLines, ForgetDeps } from "./forget_plan.ts";

/**
 * Returns the lines that a selector names; a path alone names the file. Of words that several places say alike any will do:
 * the others go as copies.
 *
 * @throws {MemoryError} see `select`
 */
export function chooseBySelector({ select: deps }: ForgetDeps, selector: string): ChosenLines[] {
  const { file, kind, startLine, endLine } = select(deps, selector, { mayRepeat: true });
  return [{ path: file.path, startLine, endLine, isWhole: kind === "path" }];
}

/** What the ledger is asked for; all that is given must hold. */
export interface LedgerWish {
  /** The client's id of the session that wrote or said it. */
  readonly session: string | undefined;
  /** Of this local day or later. */
  readonly since: LocalDay | undefined;
  /** Of this local day or earlier. */
  readonly until: LocalDay | undefined;
}

/**
 * Returns the lines of a session or of some days. The day of a line is that of its diary or transcript, else the one that
 * the ledger has for it; an undated line that nobody booked has none.
 */
export function chooseByLedger({ select: deps, state }: ForgetDeps, wish: LedgerWish): ChosenLines[] {
  const chosen: ChosenLines[] = [];
  for (const found of memoryFiles(deps)) {
    if (!("file" in found)) continue;
    const { path } = found.file;
    const { day, isSession } = pathRule(path);
    if (!isOurs(path)) continue;
    const isTranscript = isSession && wish.session !== undefined && path.endsWith(`-${wish.session}.md`);
    const rows = state.ledger.findAll(path);
    const isMeant = (hash: string) => {
      const row = rows.get(hash);
      if (wish.session !== undefined && !isTranscript && row?.session !== wish.session) return false;
      const own = day ?? (row?.observedAt ?? row?.bookedAt)?.slice(0, "YYYY-MM-DD".length);
      if (wish.since === undefined && wish.until === undefined) return true;
      return own !== undefined && own >= (wish.since ?? own) && own <= (wish.until ?? own);
    };
    chosen.push(...linesOf(found.file, isMeant));
  }
  return chosen;
}

/** Returns the statements whose text fulfils something; those of files that are no memory are not asked. */
export function chooseByText({ select: deps }: ForgetDeps, isMeant: (text: string) => boolean): ChosenLines[] {
  const chosen: ChosenLines[] = [];
  for (const found of memoryFiles(deps)) {
    if (!("file" in found) || !isOurs(found.file.path)) continue;
    const { path, text } = found.file;
    const meant = passagesOf(path, text).filter((it) => it.kind === "statement" && isMeant(it.text));
    chosen.push(...meant.map(({ startLine, endLine }) => ({ path, startLine, endLine, isWhole: false })));
  }
  return chosen;
}

function isOurs(path: string): boolean {
  const { tier, isOutside } = pathRule(path);
  return !isOutside && tier !== "review" && tier !== "instructions";
}

function linesOf(
  file: { readonly path: string; units(): readonly { raw: string; startLine: number; endLine: number }[] },
  isMeant: (hash: string) => boolean,
): ChosenLines[] {
  return file.units().filter(({ raw }) => isMeant(lineHash(raw))).map(({ startLine, endLine }) => ({
    path: file.path,
    startLine,
    endLine,
    isWhole: false,
  }));
}
