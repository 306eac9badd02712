/**
 * Candidates as values, for tests of the steps of the dream.
 *
 * @module
 */
import { frozenClock, type Now } from "../../src/base/clock.ts";
import type { Candidate, Evidence } from "../../src/dream/candidate.ts";
import { evaluate, type Evaluation } from "../../src/dream/deep/evaluate.ts";
import { defaultDreamConfig } from "../../src/dream/config.ts";
import { claimKey, normaliseClaim } from "../../src/workspace/claims.ts";
import { shortHash } from "../../src/base/hash.ts";

/** The moment at which tests look at candidates. */
export const NIGHT: Now = frozenClock("2026-08-20T03:00:00+08:00").now();

/** Returns a trusted, healthy candidate that nobody asked for, with the given differences. */
export function aCandidate(changes: Partial<Candidate> = {}): Candidate {
  const text = changes.text ?? "The gateway listens on port 18790 behind the office router";
  const source = changes.source ?? { path: "memory/2026-08-12.md", startLine: 3, endLine: 3 };
  return {
    key: claimKey(source.path, text),
    claimHash: shortHash(normaliseClaim(text), 32),
    text,
    source,
    anchors: [source],
    duplicates: [],
    day: "2026-08-12",
    stated: statedOf(changes),
    ownerDays: changes.provenance?.origin === "owner" ? 1 : 0,
    provenance: {
      origin: "agent",
      sessionKind: "interactive",
      observedAt: null,
      verdict: { passes: true, reason: null },
    },
    gone: null,
    evidence: [],
    tags: ["gateway", "port", "router"],
    wishes: { key: null, importance: null, triggers: [], projects: null, observed: null, expires: null },
    lightHits: 0,
    lastLightMs: null,
    remHits: 0,
    lastRemMs: null,
    lastRemConsideredMs: null,
    isPromoted: false,
    isRejected: false,
    isForgotten: false,
    corrects: null,
    heldUp: null,
    ...changes,
  };
}

/** As the pool works it out for a claim without copies. */
function statedOf({ wishes, provenance, day }: Partial<Candidate>): Candidate["stated"] {
  const observedAt = provenance?.observedAt ?? null;
  const ms = observedAt === null ? null : Date.parse(observedAt);
  return { day: wishes?.observed ?? observedAt?.slice(0, 10) ?? day ?? "2026-08-12", ms };
}

/** Returns a recall some days before {@linkcode NIGHT}, by a question of its own unless named. */
export function aRecall(daysAgo: number, quality = 0.8, question = `asked ${daysAgo} days ago`): Evidence {
  const clock = frozenClock("2026-08-20T03:00:00+08:00");
  const { ms, day } = clock.at(NIGHT.ms - daysAgo * 86_400_000);
  return { question, session: question, day, atMs: ms, quality };
}

/** Returns a candidate that passes every gate, evaluated. */
export function aReady(changes: Partial<Candidate> = {}): Evaluation {
  const evidence = [4, 3, 2, 1].map((daysAgo) => aRecall(daysAgo, 0.9));
  return evaluate(aCandidate({ evidence, ...changes }), { now: NIGHT, config: defaultDreamConfig().deep });
}
