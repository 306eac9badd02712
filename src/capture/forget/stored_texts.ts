/**
 * What the state holds of people's words beside the files (SPEC 7.6): intents, and claims and entries whose lines may be
 * gone from every file.
 *
 * @module
 */
import type { OriginClass } from "../../provenance/origin.ts";
import type { Choice } from "../../select/choose.ts";
import type { StateStore } from "../../store/state/open_state.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import { decodeText } from "../../workspace/read_text.ts";
import { passagesOf } from "./passages.ts";

/** A text of the state. */
export interface StoredText extends Choice {
  /** An intent, a claim of the dream, or an entry that stands in an earlier version of a file or on record. */
  readonly kind: "intent" | "candidate" | "entry";
  /** `i:…`, `c:…` or `e:…`. */
  readonly key: string;
  /** In no file. */
  readonly anchor: null;
  /** Further words by which it can be found: the keywords of an intent; else empty. */
  readonly words: string;
  /** Its class, where it is known. */
  readonly origin: OriginClass | null;
  /** The session that said it, where it is known. */
  readonly session: string | null;
}

/** Returns the intents of every state, oldest first. */
export function storedIntents({ intents }: Pick<StateStore, "intents">): StoredText[] {
  return intents.all().map(({ key, kind, text, plan, origin, session }) => ({
    kind: "intent",
    key,
    text,
    anchor: null,
    words: kind === "event" ? plan ?? "" : "",
    origin,
    session,
  }));
}

/** Returns claims and entries, the same words as often as they are held; most of them stand in files, too. */
export function storedStatements(
  { candidates, promotions, departures, remembered, preImages }: Pick<
    StateStore,
    "candidates" | "promotions" | "departures" | "remembered" | "preImages"
  >,
): StoredText[] {
  const claims = candidates.all().map(({ key, text }) => statement("candidate", key, text));
  const promoted = promotions.all().flatMap(({ entryKey, candidateKey, text, priorKey, priorRaw }) => [
    statement("entry", entryKey === "" ? candidateKey : entryKey, text),
    ...priorRaw === null ? [] : [statement("entry", priorKey ?? entryKey, plainText(priorRaw))],
  ]);
  const left = [...departures.all(), ...remembered.all()].map(({ entryKey, raw }) =>
    statement("entry", entryKey, plainText(raw))
  );
  const images = preImages.all().flatMap(({ path, content }) => {
    const read = content === null ? null : decodeText(content);
    if (read?.kind !== "text") return [];
    return passagesOf(path, read.text).flatMap(({ entry, text }) =>
      entry === null ? [] : [statement("entry", entry.key, text)]
    );
  });
  return [...claims, ...promoted, ...left, ...images];
}

function statement(kind: StoredText["kind"], key: string, text: string): StoredText {
  return { kind, key, text, anchor: null, words: "", origin: null, session: null };
}

/** Returns an entry on record. @param raw as it stood in its file */
export function storedEntry(entryKey: string, raw: string): StoredText {
  return statement("entry", entryKey, plainText(raw));
}

/** An entry on record without its marker and annotations. */
function plainText(raw: string): string {
  return stripAnnotations(raw.replace(/^\s*[-*+]\s+/, "")).replace(/\s*\n\s*/g, " ").trim();
}
