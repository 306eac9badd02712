/**
 * An export of ChatGPT: `conversations.json`, a list of trees of messages. Of each tree the branch that is shown becomes one
 * file a local day.
 *
 * @module
 */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { MemoryError, systemCode } from "../../base/errors.ts";
import type { FindDeps } from "./find_sources.ts";
import type { Found } from "./import_source.ts";
import { jsonElements } from "./json_elements.ts";

/** Longest title in a name, in characters. */
const TITLE_CHARS = 60;
/** Digits of the id in a name: titles repeat. */
const ID_CHARS = 8;
/** Nodes of one branch; a tree that goes round in a circle ends here. */
const MAX_BRANCH = 100_000;
/** Times above this are milliseconds, below it seconds. */
const MILLISECONDS_FROM = 1e11;

/** Yields the conversations of an export: its folder, or one of its `conversations….json`. */
export function* chatgptFiles(path: string, deps: FindDeps): Generator<Found> {
  for (const file of exportsAt(path)) {
    let count = 0;
    for (const element of jsonElements(file)) {
      count++;
      if (element === null) {
        yield {
          kind: "left-out",
          from: `${file} no. ${count}`,
          reason: "no whole JSON: damaged or cut off",
          isFailure: true,
        };
      } else if (isRecord(element) && isRecord(element["mapping"])) yield* conversationFiles(file, element, deps);
      else yield { kind: "left-out", from: `${file} no. ${count}`, reason: "no conversation", isFailure: true };
    }
  }
}

function exportsAt(path: string): string[] {
  try {
    const root = realpathSync(path);
    if (statSync(root).isFile()) {
      if (!/\.zip$/i.test(root)) return [root];
      throw new MemoryError(`Cannot import "${path}": it is packed`, {
        kind: "usage",
        hint: "unpack it and name the folder",
      });
    }
    return readdirSync(root).filter((name) => /^conversations.*\.json$/.test(name)).sort().map((name) =>
      join(root, name)
    );
  } catch (cause) {
    if (systemCode(cause) === undefined) throw cause;
    throw new MemoryError(`Cannot import "${path}": it cannot be opened (${systemCode(cause)})`, { cause });
  }
}

/** What somebody said. */
interface Said {
  readonly role: string;
  readonly text: string;
  readonly ms: number | null;
}

function* conversationFiles(file: string, conversation: Record<string, unknown>, deps: FindDeps): Generator<Found> {
  const title = wordsOf(conversation["title"]) || "Untitled";
  const id = wordsOf(conversation["conversation_id"]) || wordsOf(conversation["id"]) || title;
  const from = `${file} "${title}"`;
  const createdMs = millisOf(conversation["create_time"]);
  const days = new Map<string, Said[]>();
  let ms = createdMs;
  for (const said of branchOf(conversation)) {
    ms = said.ms ?? ms;
    const day = ms === null ? UNDATED : deps.at(ms).day;
    days.set(day, [...days.get(day) ?? [], said]);
  }
  if (days.size === 0) return yield { kind: "left-out", from, reason: "no message with text", isFailure: false };
  for (const [day, messages] of days) {
    const stem = `${day}-${[...title].slice(0, TITLE_CHARS).join("").replace(/[\\/\s]+/g, "-")}-${
      id.slice(0, ID_CHARS)
    }`;
    const name = `${day === UNDATED ? day : day.slice(0, "YYYY".length)}/${stem}.md`;
    const parts = messages.map(({ role, text, ms: at }) => `## ${role}${timeOf(at, deps)}\n\n${text}\n`);
    yield { kind: "file", from, name, text: `# ${title}\n\n${parts.join("\n")}`, bytes: null };
  }
}

/** Stands where a day would. */
const UNDATED = "undated";

function timeOf(ms: number | null, { at }: FindDeps): string {
  return ms === null ? "" : `, ${at(ms).iso.slice("YYYY-MM-DDT".length, "YYYY-MM-DDThh:mm".length)}`;
}

/** Returns what is said on the branch that ends in the current node, oldest first; without one, on the newest. */
function branchOf(conversation: Record<string, unknown>): Said[] {
  const mapping = conversation["mapping"];
  if (!isRecord(mapping)) return [];
  const leaf = wordsOf(conversation["current_node"]);
  const branch: Said[] = [];
  let at = leaf in mapping ? leaf : newestLeaf(mapping);
  const seen = new Set<string>();
  while (at !== "" && !seen.has(at) && branch.length < MAX_BRANCH) {
    seen.add(at);
    const node = mapping[at];
    if (!isRecord(node)) break;
    const said = saidIn(node["message"]);
    if (said !== null) branch.push(said);
    at = wordsOf(node["parent"]);
  }
  return branch.reverse();
}

function newestLeaf(mapping: Record<string, unknown>): string {
  let newest = { id: "", ms: -1 };
  for (const [id, node] of Object.entries(mapping)) {
    if (!isRecord(node) || (Array.isArray(node["children"]) && node["children"].length > 0)) continue;
    const ms = isRecord(node["message"]) ? millisOf(node["message"]["create_time"]) ?? 0 : 0;
    if (ms > newest.ms) newest = { id, ms };
  }
  return newest.id;
}

function saidIn(message: unknown): Said | null {
  if (!isRecord(message) || !isRecord(message["author"]) || !isRecord(message["content"])) return null;
  const role = wordsOf(message["author"]["role"]);
  const isHidden = isRecord(message["metadata"]) &&
    message["metadata"]["is_visually_hidden_from_conversation"] === true;
  if (isHidden || (role !== "user" && role !== "assistant")) return null;
  const parts = message["content"]["parts"];
  const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === "string") : [];
  const text = texts.join("\n\n").trim();
  return text === "" ? null : { role, text, ms: millisOf(message["create_time"]) };
}

/** Seconds, milliseconds, or a date in words; `null` for what is none, or nought. */
function millisOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" && Number.isNaN(Number(value))
    ? Date.parse(value)
    : Number(value ?? Number.NaN);
  if (!Number.isFinite(number) || number <= 0) return null;
  const ms = number < MILLISECONDS_FROM && typeof value !== "string" ? number * 1_000 : number;
  // Beyond the year 9999 there are no days that a name could have.
  return ms < Date.UTC(9999, 0) ? ms : null;
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
