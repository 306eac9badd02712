/**
 * From what a person says to the lines that are to be forgotten (SPEC 7.6).
 *
 * @module
 */
import type { LocalDay } from "../../base/clock.ts";
import { MemoryError } from "../../base/errors.ts";
import { lineHash } from "../../base/text/normalise.ts";
import { pathRule } from "../../provenance/tier.ts";
import { distinctChoices, onlyChoice } from "../../select/choose.ts";
import { selectAmong, type SelectDeps } from "../../select/select.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { chooseByKey } from "./choose_by_key.ts";
import { memoryFiles } from "./memory_files.ts";
import { passagesOf } from "./passages.ts";
import type { Chosen, ChosenLines, ForgetDeps } from "./forget_plan.ts";
import { storedIntents, storedStatements, type StoredText } from "./stored_texts.ts";

/**
 * Returns the lines that a selector names; a path alone names the file. Of words that several places say alike any will do:
 * the others go as copies. A supersession key means all that was remembered under it.
 *
 * @throws {MemoryError} see `select`
 */
export function chooseBySelector(forget: ForgetDeps, selector: string): Chosen {
  const { select: deps, state } = forget;
  const intents = storedIntents(state);
  if (/^i:/i.test(selector.trim())) return { ...NONE, stored: [intentOf(deps, intents, selector.trim())] };
  const [, name] = /^k:(\S+)$/.exec(selector.trim()) ?? [];
  const under = name === undefined ? null : chooseByKey(forget, name);
  if (under !== null) return under;
  const otherwise = storedStatements(state);
  const found = selectAmong(deps, selector, { mayRepeat: true, beside: intents, otherwise });
  if (!("file" in found)) return { ...NONE, stored: [found] };
  const { file, kind, startLine, endLine } = found;
  return { ...NONE, lines: [{ path: file.path, startLine, endLine, isWhole: kind === "path" }] };
}

const NONE: Chosen = { lines: [], stored: [], told: [] };

function intentOf({ withheld }: SelectDeps, intents: readonly StoredText[], wanted: string): StoredText {
  const found = onlyChoice(intents.filter(({ key }) => key.startsWith(wanted.toLowerCase())), wanted, withheld);
  if (found !== null) return found;
  throw new MemoryError(`Cannot find the intent "${wanted}": it should be the beginning of a key`, {
    hint: "memory intent list --all",
  });
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
export function chooseByLedger({ select: deps, state }: ForgetDeps, wish: LedgerWish): Chosen {
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
  const isByDay = wish.since !== undefined || wish.until !== undefined;
  const stored = isByDay ? [] : storedIntents(state).filter(({ session }) => session === wish.session);
  return { ...NONE, lines: chosen, stored };
}

/**
 * Returns the statements whose text fulfils something, in files and in the state, and what reports tell of them in words of
 * their own; those of files that are no memory are not asked.
 */
export function chooseByText({ select: deps, state }: ForgetDeps, isMeant: (text: string) => boolean): Chosen {
  const lines: ChosenLines[] = [];
  const told: ChosenLines[] = [];
  const texts = new Set<string>();
  for (const found of memoryFiles(deps)) {
    if (!("file" in found)) continue;
    const { path, text } = found.file;
    const isReport = pathRule(path).tier === "review";
    if (!isOurs(path) && !isReport) continue;
    const meant = passagesOf(path, text).filter((it) =>
      (isReport ? it.kind !== "statement" && !FRAME.test(it.raw) : it.kind === "statement") && isMeant(it.text)
    );
    for (const it of meant) texts.add(normaliseClaim(it.text));
    const ranges = meant.map(({ startLine, endLine }) => ({ path, startLine, endLine, isWhole: false }));
    (isReport ? told : lines).push(...ranges);
  }
  const stored = distinctChoices(storedStatements(state).filter(({ text }) => isMeant(text)));
  return {
    lines,
    told,
    stored: [
      ...storedIntents(state).filter(({ text, words }) => isMeant(`${text} ${words}`)),
      ...stored.filter(({ text }) => !texts.has(normaliseClaim(text))),
    ],
  };
}

/** Headings, marks and fences of a report: they hold the parts apart that stay. */
const FRAME = /^\s*(?:#|<!--|```|~~~)/;

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
