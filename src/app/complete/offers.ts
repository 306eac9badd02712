/**
 * What a shell may offer for a value, from the workspace as it is. Nothing is written, locked, brought up to date or
 * unpacked, and no text of an untrusted line is offered or told (docs/adr/0066-completions-ask-the-program.md).
 *
 * @module
 */
import { MemoryError } from "../../base/errors.ts";
import { visibleText } from "../../base/text/display.ts";
import { glanceAtState, type GlancedState } from "../../store/state/glance.ts";
import { originReader } from "../../store/state/origin_reader.ts";
import { MEMORY_FILE, USER_FILE } from "../../workspace/layout.ts";
import type { AppRequest } from "../app_request.ts";
import { loadConfig } from "../load_config.ts";
import { type LiveKind, MOST_OFFERS, type Offer } from "./offer.ts";
import { foldersAt, workspacePaths } from "./path_offers.ts";
import { type Statement, statementsIn, type StatementSource, type WantedStatements } from "./trusted_texts.ts";

/** What is being typed. */
export interface Typed {
  /** What is asked for. */
  readonly kind: LiveKind;
  /** How the value begins. */
  readonly prefix: string;
  /** The arguments before it. */
  readonly before: readonly string[];
}

/**
 * Returns what may be offered, at most {@linkcode MOST_OFFERS}.
 *
 * @throws {Error} when the workspace or its state cannot be read
 */
export async function offersOf(request: AppRequest, typed: Typed): Promise<Offer[]> {
  const { kind, prefix } = typed;
  const offers = await found(request, typed);
  return offers.filter(({ value }) => value.startsWith(prefix) && isPlain(value)).slice(0, limitOf(kind));
}

/** A folder of diaries holds one a day: paths may be ten years of them. */
const MOST_PATHS = 4_000;

function limitOf(kind: LiveKind): number {
  return kind === "selector" || kind === "path" ? MOST_PATHS : MOST_OFFERS;
}

/** A value goes into a command line as it is, where nothing may hide or act. */
function isPlain(value: string): boolean {
  return !value.startsWith("-") && !/[\t\r\n]/.test(value) && visibleText(value) === value;
}

async function found(request: AppRequest, { kind, prefix, before }: Typed): Promise<Offer[]> {
  if (kind === "setting-value") {
    // Only setting a value needs the schema, and only this kind of completion.
    const { settingValues } = await import("./setting_offers.ts");
    return before[0] === "set" ? settingValues(before[1] ?? "") : [];
  }
  if (kind === "model") {
    const names = ["bundled", "none"].map((value) => ({ value, about: null }));
    return before[0] === "use" ? [...names, ...foldersAt(request.cwd, prefix)] : [];
  }
  const { located, checked } = await loadConfig(request);
  if (located instanceof MemoryError) return [];
  const { layout, entry, isLost } = located;
  if (kind === "path") return workspacePaths(layout, prefix);
  if (kind === "selector" && !/^[ceki]:/.test(prefix)) return [...workspacePaths(layout, prefix), ...KEY_FORMS];
  const glanced = glanceAtState(layout.statePath, entry.workspaceId ?? null);
  try {
    const policy = { unbooked: checked.config.provenance.unbooked, isLost };
    const source = { layout, originsOf: originReader(glanced.state, policy) };
    return kind === "selector" ? ofKey(glanced, source, prefix) : OFFERS[kind](glanced, source, prefix);
  } finally {
    glanced.state.close();
  }
}

/** How keys begin: what a shell offers where a path may stand too. */
const KEY_FORMS: readonly Offer[] = [
  { value: "c:", about: "a claim, by its key" },
  { value: "e:", about: "an entry of MEMORY.md or USER.md, by its key" },
  { value: "k:", about: "what has a supersession key" },
];

type Give = (glanced: GlancedState, source: StatementSource, prefix: string) => Offer[];

function ofKey(glanced: GlancedState, source: StatementSource, prefix: string): Offer[] {
  switch (prefix.slice(0, 2)) {
    case "c:":
      return candidates(glanced, source, prefix);
    case "e:":
      return entries(glanced, source, prefix);
    case "i:":
      return intents(glanced, source, prefix);
    default:
      return keyNames(glanced, source, prefix.slice(2)).map((it) => ({ ...it, value: `k:${it.value}` }));
  }
}

const candidates: Give = ({ offers }, source, prefix) => {
  const rows = offers.candidates(prefix === "" ? "c:" : prefix, MOST_OFFERS);
  const keys = new Set(rows.map(({ key }) => key));
  const paths = rows.map(({ path }) => path);
  const texts = new Map(readFew(source, paths, (key) => keys.has(key)).map(({ key, text }) => [key, text]));
  return rows.map(({ key, path }) => ({ value: key, about: told(texts.get(key)) ?? path }));
};

const entries: Give = (_, source, prefix) =>
  readFew(source, [MEMORY_FILE, USER_FILE], (key) => key.startsWith(prefix))
    .map(({ key, text }) => ({ value: key, about: told(text) }));

const keyNames: Give = ({ offers }, source, prefix) => {
  const paths = offers.supersessionKeys(prefix, MOST_OFFERS).map(({ path }) => path);
  const isWanted = (_: string, keyName: string | null) => keyName?.startsWith(prefix) === true && /^\S+$/.test(keyName);
  const named = readFew(source, [MEMORY_FILE, USER_FILE, ...paths], isWanted).flatMap(({ keyName, text }) =>
    keyName === null ? [] : [[keyName, text] as const]
  );
  return [...new Map(named.toReversed())].map(([value, text]) => ({ value, about: told(text) }));
};

const intents: Give = ({ state }) =>
  state.intents.all(["armed", "held"]).map(({ key, text, origin, state: held }) => {
    const isTrusted = held === "armed" && (origin === "owner" || origin === "agent");
    return { value: key, about: isTrusted ? told(text) : "held: not trusted" };
  });

/** What is offered from the state, by what is asked for. */
const OFFERS: Readonly<Record<Exclude<LiveKind, "selector" | "path" | "model" | "setting-value">, Give>> = {
  candidate: candidates,
  intent: intents,
  "key-name": keyNames,
  departed: ({ state }) =>
    state.departures.open().map(({ entryKey, reason, departedAt }) => ({
      value: entryKey,
      about: `${reason} ${departedAt.slice(0, 10)}`,
    })),
  sweep: ({ offers }) =>
    offers.undoable(MOST_OFFERS).map(({ id, day, status }) => ({ value: String(id), about: `${day} ${status}` })),
  session: ({ offers }) =>
    offers.sessions(MOST_OFFERS).filter(({ name }) => SESSION_NAME.test(name)).map(({ name, client, lastAt }) => ({
      value: name,
      about: `${client} ${lastAt?.slice(0, 16) ?? ""}`.trim(),
    })),
  project: ({ offers }) => offers.projects(MOST_OFFERS).map((value) => ({ value, about: null })),
};

/** Ids of sessions come from clients: what is no plain id is not offered. */
const SESSION_NAME = /^[A-Za-z0-9][\w.-]{0,127}$/;

/** Files that are read for descriptions: what is done in a few milliseconds. */
const MOST_FILES = 24;
/** Bytes of each of them, 256 KiB: many times the budget of a curated file, and a long diary. */
const MOST_FILE_BYTES = 256 * 1024;

function readFew(
  source: StatementSource,
  paths: readonly string[],
  isWanted: WantedStatements["isWanted"],
): Statement[] {
  const statements: Statement[] = [];
  for (const path of [...new Set(paths)].slice(0, MOST_FILES)) {
    const most = MOST_OFFERS - statements.length;
    if (most > 0) statements.push(...statementsIn(source, path, { maxBytes: MOST_FILE_BYTES, most, isWanted }));
  }
  return statements;
}

/** Chars of a description: it stands beside its value on one line. */
const ABOUT_CHARS = 60;

function told(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const chars = [...visibleText(text).replace(/\s+/g, " ").trim()];
  return chars.length > ABOUT_CHARS ? `${chars.slice(0, ABOUT_CHARS - 1).join("")}…` : chars.join("");
}
