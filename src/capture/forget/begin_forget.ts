/**
 * The beginning of a forget (SPEC 7.6): one transaction writes the tombstones, takes out of the state what was made from
 * the text, and writes down by hashes what is still to be done. From here on it is completed, whatever happens.
 *
 * @module
 */
import { shortHash } from "../../base/hash.ts";
import { lineHash } from "../../base/text/normalise.ts";
import type { Erased } from "../../store/state/erasure.ts";
import type { FileCut, ForgetRow, NamedLine } from "../../store/state/forgets.ts";
import { normaliseClaim } from "../../workspace/claims.ts";
import { cutText } from "./cut_file.ts";
import type { ForgetDeps, ForgetPlan, PlannedCut } from "./forget_plan.ts";
import { namedLines } from "./named_lines.ts";
import type { Passage } from "./passages.ts";
import { type LivingSource, rerender } from "./rerender.ts";
import { withoutForgotten } from "./without_forgotten.ts";

/** A forget that began. */
export interface BegunForget {
  /** What is still to be done. */
  readonly row: ForgetRow;
  /** What went with the first step. */
  readonly erased: Erased;
}

/** Begins, or, with `isTrial`, only counts: then nothing is changed. */
export function beginForget(deps: ForgetDeps, plan: ForgetPlan, isTrial = false): BegunForget {
  const { state, clock } = deps;
  const startedAt = clock.now().iso;
  const living = rerender(deps, plan);
  const files = plan.cuts.map((cut) => fileCut(cut, living));
  const lines = plan.cuts.flatMap(({ file, passages }) => namedLines(file, passages));
  const unfiled = plan.stored.map(({ key, text }) => ({ path: key, hash: lineHash(text) }));
  const marks = state.forgets.marksOf(plan.forms);
  const facts = { startedAt, marks, words: state.forgets.wordsOf(plan.words), files, lines };
  let begun: BegunForget | null = null;
  try {
    state.transaction(() => {
      const erased = erase(deps, plan, { files, living });
      state.tombstones.add(plan.texts, startedAt);
      state.ledger.book(living.map(({ booking }) => booking));
      dropAnswered(deps, [...lines, ...unfiled]);
      begun = { row: { ...facts, id: state.forgets.begin(facts) }, erased };
      if (isTrial) throw new Trial();
    });
  } catch (error) {
    if (!(error instanceof Trial)) throw error;
  }
  if (begun === null) throw new Error("A forget began without a record");
  return begun;
}

/** Ends a trial: the transaction is rolled back. */
class Trial extends Error {}

function fileCut({ file, passages, isWhole }: PlannedCut, living: readonly LivingSource[]): FileCut {
  const numbers = passages.flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at)
  );
  const instead = living.filter(({ path }) => path === file.path).map(({ line, booking }) => [line, booking.line]);
  return {
    path: file.path,
    before: file.hash,
    lines: numbers,
    isWhole,
    instead: Object.fromEntries(instead) as Record<string, string>,
  };
}

interface Steps {
  readonly files: readonly FileCut[];
  readonly living: readonly LivingSource[];
}

function erase({ state, originsOf, clock }: ForgetDeps, plan: ForgetPlan, { files, living }: Steps): Erased {
  const { watched, matcher, texts, cuts, stored } = plan;
  const passages = cuts.flatMap((cut) => cut.passages);
  const before = watched.map(({ path, raw }) => originsOf(path, [raw])[0]);
  const erased = state.erase({
    matcher,
    texts,
    claimHashes: [...new Set([...texts, ...passages.map(({ text }) => text)])].map(claimHash),
    entryKeys: [
      ...passages.flatMap(({ entry }) => entry === null ? [] : [entry.key]),
      ...stored.flatMap(({ kind, key }) => kind === "entry" ? [key] : []),
    ],
    intentKeys: stored.flatMap(({ kind, key }) => kind === "intent" ? [key] : []),
    rerendered: living.map(({ rerendered }) => rerendered),
    kept: watched.map(({ path, raw }) => ({ path, hash: lineHash(raw) })),
    withoutForgotten: (path, bytes) => {
      // What says more and stands in the file stays in it when a night is undone, too.
      const kept = new Set(watched.filter((line) => line.path === path).map(({ raw }) => raw.trimEnd()));
      const goes = ({ text, raw }: Passage) => matcher.says(text) && !kept.has(raw.trimEnd());
      return withoutForgotten(path, bytes, goes);
    },
    fileHashes: new Map(
      cuts.map(({ file }, at) => [file.hash, cutText(file, files[at] ?? NO_CUT, matcher).hash]),
    ),
  });
  // What had its class only from the text that goes keeps it by a row of its own: forgetting raises nothing.
  const raised = watched.filter(({ path, raw }, at) => {
    const was = before[at];
    if (was === undefined || (was.origin !== "untrusted" && was.origin !== "system")) return false;
    const is = originsOf(path, [raw])[0]?.origin;
    return is === "owner" || is === "agent";
  });
  const bookedAt = clock.now().iso;
  state.ledger.distrust(raised.map(({ path, raw }) => ({
    path,
    line: raw,
    origin: "untrusted",
    sessionKind: "unknown",
    observedAt: null,
    session: null,
    channel: null,
    sender: null,
    supersessionKey: null,
    writer: "forget",
    bookedAt,
  })));
  return erased;
}

const NO_CUT: FileCut = { path: "", before: "", lines: [], isWhole: false, instead: {} };

/** As long as in `claimsOf`. */
const CLAIM_HASH_DIGITS = 32;

function claimHash(text: string): string {
  return shortHash(normaliseClaim(text), CLAIM_HASH_DIGITS);
}

/** A request whose lines all go is answered. */
function dropAnswered({ state }: ForgetDeps, lines: readonly NamedLine[]): void {
  const gone = new Set(lines.map(({ path, hash }) => `${hash} ${path}`));
  const answered = state.forgets.requests().filter((request) =>
    request.lines.every(({ path, hash }) => gone.has(`${hash} ${path}`))
  );
  state.forgets.dropRequests(answered.map(({ id }) => id));
}
