/**
 * Concept tags (SPEC 8.2, 8.3): up to eight words and identifiers that say what a claim is about. They give the signal
 * `richness`, the themes of REM, and trigger phrases where the writer gave none.
 *
 * @module
 */
import { isStopWord } from "../base/text/stop_words.ts";
import { tokenise } from "../base/text/tokenise.ts";
import { cjkWords } from "./cjk_words.ts";
import { isNoiseTag } from "./noise_tags.ts";

/** Tags of one claim, at most: more than 8 would tag everything with everything. */
export const MAX_TAGS = 8;

/** Shortest Latin tag in letters, and the longest tag in UTF-16 units; longer identifiers are paths and hashes. */
const MIN_LATIN = 3;
const MAX_LENGTH = 32;

/** A tag and where it stands, so that tags come in the order of the text. */
interface PlacedTag {
  /** Lower-cased, as written. */
  readonly tag: string;
  /** Stem or identifier: two tags with one root are one. */
  readonly root: string;
  readonly start: number;
}

/**
 * Returns the concept tags of a claim: identifiers first, then words, in the order of the text; at the end, if there is
 * room, the words of the file's name. Lower-case, no stop words, role words, numbers or dates.
 *
 * @param path workspace-relative path of the claim's file
 */
export function conceptTags(path: string, text: string): string[] {
  const name = nameWords(path);
  const tokens = tokenise(text);
  const placed = [
    ...identifiers(text, tokens),
    ...words(text, tokens),
    ...name === "" ? [] : words(name, tokenise(name)),
  ];
  const roots = new Set<string>();
  const tags: string[] = [];
  for (const { tag, root } of placed) {
    if (roots.has(root) || isNoiseTag(tag) || tags.length === MAX_TAGS) continue;
    roots.add(root);
    tags.push(tag);
  }
  return tags;
}

type Tokens = ReturnType<typeof tokenise>;

function identifiers(text: string, tokens: Tokens): PlacedTag[] {
  return tokens
    .filter(({ kind }) => kind === "identifier")
    .map(({ text: root, start, end }) => ({ tag: text.slice(start, end).normalize("NFKC").toLowerCase(), root, start }))
    .filter(({ tag }) => tag.length >= MIN_LATIN && tag.length <= MAX_LENGTH && /\p{L}{2}/u.test(tag));
}

function words(text: string, tokens: Tokens): PlacedTag[] {
  const latin = tokens
    .filter(({ kind, text: root }) => kind === "word" && !isStopWord(root))
    .map(({ text: root, start, end }) => ({ tag: text.slice(start, end).normalize("NFKC").toLowerCase(), root, start }))
    .filter(({ tag }) => tag.length >= MIN_LATIN && tag.length <= MAX_LENGTH && /\p{L}{2}/u.test(tag));
  const cjk = cjkWords(text).map(({ text: tag, start }) => ({ tag, root: tag, start }));
  return [...latin, ...cjk].sort((a, b) => a.start - b.start);
}

/** Returns the words of a file's name without its date: "2026-08-15-pier-visit.md" → "pier visit". */
function nameWords(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
  return name.replace(/^\d{4}-\d{2}-\d{2}/, "").replace(/[-_]+/g, " ").trim();
}
