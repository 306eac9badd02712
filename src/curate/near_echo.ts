/**
 * Near copies of what was put before an agent (SPEC 4.6, 4.7), known by hashes: the text itself is not kept.
 *
 * @module
 */
import type { KeptForm, NearForm } from "../store/state/near_forms.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { type Claim, claimsOf } from "../workspace/claims.ts";
import { scanMarkdown } from "../workspace/scan_markdown.ts";
import { fingerprint } from "./near_duplicate.ts";

/** SPEC 8.1, which 4.6 takes over; no setting of the dream changes what an echo is. */
const SIMILARITY = 0.88;

/** Where forms are kept, and the key under which. */
export interface NearFormStore extends Pick<StateStore, "nearForms"> {
  /** Of the state. */
  readonly meta: Pick<StateStore["meta"], "hmacKey">;
}

/** Keeps what near copies of texts that are handed out are known by. To be called with logging that they were. */
export function keepNearForms(
  { nearForms, meta, isReadonly }: NearFormStore & Pick<StateStore, "isReadonly">,
  texts: readonly string[],
): void {
  if (isReadonly) return;
  const claims = new Map(
    texts.flatMap((text) => claimsOf("", scanMarkdown(text))).map(({ claimHash, text }) => [claimHash, text] as const),
  );
  if (claims.size === 0) return;
  const missing = nearForms.missing([...claims.keys()]);
  nearForms.keep(
    missing.map((claimHash) => ({ claimHash, form: nearForm(claims.get(claimHash) ?? "", meta.hmacKey) })),
  );
}

/** Returns whether a claim is one of those that were put before a session, or a near copy of one. */
export function repeatsInjected(
  { nearForms, meta }: NearFormStore,
  { claimHash, text }: Pick<Claim, "claimHash" | "text">,
  injected: ReadonlySet<string>,
): boolean {
  if (injected.has(claimHash)) return true;
  if (injected.size === 0) return false;
  return nearCopiesOf(nearForm(text, meta.hmacKey), nearForms.of([...injected])).length > 0;
}

/** Returns what a text is compared by. @param hmacKey `meta.hmacKey` of the state */
export function nearForm(text: string, hmacKey: string): NearForm {
  const { words, names, facts, normalised } = fingerprint(text);
  const seed = BigInt(`0x${hmacKey.slice(0, SEED_DIGITS)}`);
  const hashOf = (word: string) => Number(Bun.hash.xxHash64(word, seed) & EXACT_MASK);
  const hashes = (all: Iterable<string>) => new Set([...all].map(hashOf));
  return {
    words: hashes(words),
    names: hashes(names),
    mentions: hashes(normalised.toLowerCase().split(/[^\p{L}\p{N}]+/u)),
    facts: hashOf(facts),
  };
}

/** Returns the claims of which a text is a near copy: other words, and nothing that makes it another fact. */
export function nearCopiesOf(form: NearForm, others: readonly KeptForm[]): string[] {
  return others.filter((other) => isNear(form, other.form)).map(({ claimHash }) => claimHash);
}

/** The same as `isNearDuplicate`, of hashes. */
function isNear(a: NearForm, b: NearForm): boolean {
  if (a.facts !== b.facts) return false;
  const shared = a.words.intersection(b.words).size;
  const all = a.words.size + b.words.size - shared;
  if (all === 0 || shared / all < SIMILARITY) return false;
  return a.names.isSubsetOf(b.mentions) && b.names.isSubsetOf(a.mentions);
}

/** 64 bits of the key. */
const SEED_DIGITS = 16;
/** The bits that a JavaScript number holds exactly. */
const EXACT_MASK = 2n ** 52n - 1n;
