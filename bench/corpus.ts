/**
 * Writes bilingual diaries of any size, the same ones for the same seed. Word frequencies fall as in real text: the
 * commonest word is in almost every chunk, most words are in a handful.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays } from "../src/base/clock.ts";
import { type Random, randomFrom } from "./random.ts";

/** What to write. */
export interface CorpusShape {
  /** Number of diary files, one a day. */
  readonly files: number;
  /** List items in each file. An item takes about 30 tokens, so 130 make the text of ten chunks. */
  readonly itemsPerFile: number;
  /** Decides every word. */
  readonly seed: number;
}

/** Day of the first file; the files follow day by day. */
export const FIRST_DAY = "2023-11-24";

/** Items per file that give ten chunks of 400 tokens with 80 of overlap. */
export const ITEMS_FOR_TEN_CHUNKS = 107;

/**
 * Words of both languages that the questions of the benches ask for, mixed into the made-up ones: the first is in about a
 * tenth of the chunks, the last in a fiftieth.
 */
const TOPICS = [
  ["gateway", "网关"],
  ["database", "数据库"],
  ["deployment", "部署"],
  ["certificate", "证书"],
  ["backup", "备份"],
  ["latency", "延迟"],
  ["invoice", "发票"],
  ["migration", "迁移"],
] as const;

/** Questions for the corpus: words of both languages, an identifier, a number, a name that is in no file. */
export const QUESTIONS = [
  "gateway port",
  "which certificate does the gateway use",
  "数据库迁移",
  "备份放在哪里",
  "deployment latency",
  "网关 端口",
  "max_retry_count",
  "18789",
  "invoice 发票",
  "database backup migration",
];

/** Writes the diaries into `<workspace>/memory` and returns how many bytes they have in all. */
export function writeCorpus(workspace: string, shape: CorpusShape): number {
  const random = randomFrom(shape.seed);
  const words = vocabulary(random);
  mkdirSync(join(workspace, "memory"), { recursive: true });
  let bytes = 0;
  for (let file = 0; file < shape.files; file++) {
    const day = addDays(FIRST_DAY, file);
    const items = Array.from({ length: shape.itemsPerFile }, () => `- ${sentence(random, words)}\n`);
    const text = `# ${day}\n\n${items.join("")}`;
    writeFileSync(join(workspace, "memory", `${day}.md`), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}

interface Vocabulary {
  readonly english: readonly string[];
  readonly chinese: readonly string[];
}

/** Rank of the first topic among the words of its language, and how far the topics lie apart. */
const TOPIC_RANK = 150;
const TOPIC_STEP = 80;

function vocabulary(random: Random): Vocabulary {
  const heads = ["ba", "co", "de", "fi", "ga", "lo", "mi", "no", "pe", "ra", "si", "ta", "ve", "wa", "zu"];
  const tails = ["lan", "mer", "nix", "pol", "rin", "sed", "tor", "vek", "wick", "zon", "ted", "ling", "ers"];
  const english = ["the", "a", "of", "and", "to", "in", "is", "for"];
  for (let count = 0; count < 6000; count++) {
    const middle = random.next() < 0.7 ? random.pick(heads) : "";
    english.push(`${random.pick(heads)}${middle}${random.pick(tails)}`);
  }
  const chinese = ["的", "了", "在", "是"];
  // Three thousand characters from the block that begins with 一; two make a word.
  const character = () => String.fromCodePoint(0x4e00 + random.below(3000));
  for (let count = 0; count < 4000; count++) chinese.push(character() + character());
  [...TOPICS, ["port", "端口"], ["max_retry_count", "放在"]].forEach(([word = "", translation = ""], at) => {
    english[TOPIC_RANK + at * TOPIC_STEP] = word;
    chinese[TOPIC_RANK + at * TOPIC_STEP] = translation;
  });
  return { english, chinese };
}

/** Returns one claim of about 30 tokens: English, Chinese, or both. */
function sentence(random: Random, words: Vocabulary): string {
  const kind = random.next();
  if (kind < 0.45) return `${wordsOf(random, words.english, 18).join(" ")} ${number(random)}.`;
  if (kind < 0.85) return `${wordsOf(random, words.chinese, 13).join("")}${number(random)}。`;
  return `${wordsOf(random, words.english, 8).join(" ")}，${wordsOf(random, words.chinese, 8).join("")}。`;
}

function wordsOf(random: Random, words: readonly string[], count: number): string[] {
  // Squaring a uniform number twice prefers the beginning of the list about as strongly as real text does.
  return Array.from({ length: count }, () => words[Math.floor(random.next() ** 4 * words.length)] ?? "");
}

function number(random: Random): string {
  return random.next() < 0.02 ? "18789" : String(random.below(100_000));
}
