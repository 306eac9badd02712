/**
 * Asks the real lane about labelled messages, in a workspace that holds all entries and some weeks of other notes.
 *
 * @module
 */
import { trigger } from "../../../../src/lanes/trigger/trigger.ts";
import { type MemoryAt, memoryAt } from "../../../support/memory_at.ts";
import type { LabelledEntry, LabelledMessage, Language } from "./labelled.ts";
import { pairsOf } from "./labelled.ts";

/** A labelled pair and what the lane made of it. */
export interface ScoredPair {
  readonly language: Language;
  readonly message: string;
  readonly entry: string;
  readonly fires: boolean;
  /** 0 to 1. */
  readonly score: number;
  /** Entries that scored more; three are given at once. */
  readonly better: number;
}

/** A message and its entries by score. */
export interface ScoredMessage {
  readonly language: Language;
  readonly message: string;
  /** Best first: name, score, and whether a label wants it. */
  readonly entries: readonly { readonly name: string; readonly score: number; readonly isWanted: boolean }[];
}

/** Wrong answers among labelled pairs, at one threshold. */
export interface Errors {
  readonly language: Language | "all";
  /** Pairs that must not fire, and those of them that do. */
  readonly quiet: number;
  readonly falsely: number;
  /** Pairs that have to fire, and those of them that do not. */
  readonly wanted: number;
  readonly missed: number;
}

/** Given at once, at most (SPEC 9.2). */
const MOST_ENTRIES = 3;

const NOW = "2026-08-19T09:00:00+08:00";

/** What else the memory holds: words of many messages, and no phrase. */
const OTHER_NOTES = [
  "Refactored the parser and renamed three helpers",
  "The login flow has a race between the token refresh and the first request",
  "Upgraded TypeScript, 14 type errors were left and fixed",
  "修好了登录页在手机上的布局",
  "数据库加了一个索引，查询从两秒降到八十毫秒",
  "给按钮加了加载状态",
  "Moved the state of the form into a reducer",
  "The build takes four minutes, most of it type checking",
  "日志里发现一个空指针，已经提了工单",
  "测试环境的网关换了机器",
];

/** Returns the messages with every entry that the lane scored. */
export function scoreMessages(
  entries: readonly LabelledEntry[],
  messages: readonly LabelledMessage[],
): ScoredMessage[] {
  const memory = memoryAt(NOW);
  try {
    const names = fill(memory, entries);
    return messages.map(([language, message, labels]) => {
      const wanted = new Set(labels.split(" ").filter((it) => it.startsWith("+")).map((it) => it.slice(1)));
      const request = { message, recentlyShown: new Set<string>(), roomChars: 9_500, scoredFrom: 0 };
      const { considered } = trigger({ ...memory, activeProjects: new Set() }, request);
      const scored = considered.map(({ entryKey, score }) => {
        const name = names.get(entryKey) ?? entryKey;
        return { name, score, isWanted: wanted.has(name) };
      });
      return { language, message, entries: scored };
    });
  } finally {
    memory.close();
  }
}

/** Returns the labelled pairs with their scores. */
export function scorePairs(
  entries: readonly LabelledEntry[],
  messages: readonly LabelledMessage[],
  scored: readonly ScoredMessage[] = scoreMessages(entries, messages),
): ScoredPair[] {
  const byMessage = new Map(scored.map((each) => [each.message, each.entries]));
  const labelled = pairsOf(messages, entries).map((pair) => {
    const ranking = byMessage.get(pair.message) ?? [];
    const at = ranking.findIndex(({ name }) => name === pair.entry);
    return { ...pair, score: ranking[at]?.score ?? 0, better: at < 0 ? ranking.length : at };
  });
  const known = new Set(labelled.map(({ message, entry }) => `${message}\n${entry}`));
  // What no label names must not fire either; only where it scores high does it count as a pair, so that it cannot make the
  // share of wrong answers smaller.
  const others = scored.flatMap(({ language, message, entries: ranking }) =>
    ranking.flatMap(({ name, score }, better) =>
      score < NOTEWORTHY || known.has(`${message}\n${name}`)
        ? []
        : [{ language, message, entry: name, fires: false, score, better }]
    )
  );
  return [...labelled, ...others];
}

/** Below every threshold that is looked at. */
const NOTEWORTHY = 0.5;

/** Returns the wrong answers at a threshold, by language and in all. */
export function errorsAt(pairs: readonly ScoredPair[], threshold: number): Errors[] {
  const gives = ({ score, better }: ScoredPair) => score >= threshold && better < MOST_ENTRIES;
  return (["en", "zh", "mixed", "all"] as const).map((language) => {
    const own = pairs.filter((pair) => language === "all" || pair.language === language);
    const quiet = own.filter(({ fires }) => !fires);
    const wanted = own.filter(({ fires }) => fires);
    return {
      language,
      quiet: quiet.length,
      falsely: quiet.filter(gives).length,
      wanted: wanted.length,
      missed: wanted.filter((pair) => !gives(pair)).length,
    };
  });
}

/** Writes the workspace, and returns the names of the entries by their keys. */
function fill(memory: MemoryAt, entries: readonly LabelledEntry[]): Map<string, string> {
  const raws = entries.map(([, text, phrases]) => `- ${text} <!-- trigger: ${phrases} -->`);
  memory.write({
    "MEMORY.md": `# Long-Term Memory\n\n${raws.join("\n")}\n`,
    "memory/2026-08-12.md": `# 2026-08-12\n\n${OTHER_NOTES.map((note) => `- ${note}\n`).join("")}`,
  });
  memory.sync();
  const keys = new Map(memory.index.chunks.ofPath("MEMORY.md").map((row) => [row.text, row.entryKey ?? ""]));
  const { sweeps, promotions } = memory.state;
  const sweepId = sweeps.begin({ day: "2026-08-18", startedAt: NOW, mode: "real", isScheduled: true });
  promotions.add(entries.flatMap(([, text, , derived], at) => {
    if (derived === undefined) return [];
    const facts = { sweepId, candidateKey: "c:0123456789ab", operation: "added", source: "memory/x.md#L1" } as const;
    const entryKey = keys.get(text) ?? "";
    return [{ ...facts, entryKey, text, score: 0.8, promotedAt: NOW, raw: raws[at] ?? "" }];
  }));
  return new Map(entries.map(([name, text]) => [keys.get(text) ?? "", name]));
}
