/**
 * Reads the values of annotations.
 *
 * @module
 */
import { isLocalDay } from "../base/clock.ts";
import { type Annotations, NO_ANNOTATIONS } from "./annotation_fields.ts";
import { isSupersessionKey, normaliseProjectKey, splitTriggers } from "./annotation_values.ts";
import { parseAnchor } from "./source_anchor.ts";

/** Returns whether the content of a comment is an annotation, well-formed or not. */
export function isAnnotation(content: string): boolean {
  return KNOWN.test(content);
}

/** What has been read so far: like {@linkcode Annotations}, but may grow. */
type Taken = {
  -readonly [Field in keyof Annotations]: Annotations[Field] extends readonly (infer Item)[] ? Item[]
    : Annotations[Field];
};

/**
 * Collects the annotations of one line or entry. A file has hundreds of entries and is read by processes that live for
 * milliseconds: there is one plain object, made with the first annotation.
 */
export class AnnotationReader {
  #taken: Taken | null = null;

  /** Takes note of the mark of untrusted origin. */
  markUntrusted(): void {
    (this.#taken ??= nothing()).isUntrusted = true;
  }

  /** Takes the content of a comment; one without a known name is passed over. */
  read(content: string): void {
    const match = KNOWN.exec(content);
    if (match === null) return;
    const taken = this.#taken ??= nothing();
    const name = (match[1] ?? "").toLowerCase();
    const value = match[2];
    const isRead = value !== undefined && take(taken, name, value.trim());
    if (!isRead) refuse(taken, name, content);
  }

  /** Takes the rest of a line from a `<!--` that is not closed: a known name there is malformed. */
  readUnclosed(rest: string): void {
    const match = UNCLOSED.exec(rest);
    if (match === null) return;
    refuse(this.#taken ??= nothing(), (match[1] ?? "").toLowerCase(), rest.slice(0, SHOWN_UNITS));
  }

  /** Returns what has been read; the very object {@linkcode NO_ANNOTATIONS} if it was nothing. */
  annotations(): Annotations {
    return this.#taken ?? NO_ANNOTATIONS;
  }
}

function nothing(): Taken {
  return { ...NO_ANNOTATIONS, triggers: [], projects: null, sources: [], malformed: [] };
}

function refuse(taken: Taken, name: string, content: string): void {
  taken.malformed.push(content);
  if (name === "project") taken.projects = "invalid";
}

function take(taken: Taken, name: string, value: string): boolean {
  switch (name) {
    case "importance":
      return takeImportance(taken, value);
    case "trigger":
      return takeTriggers(taken, value);
    case "project":
      return takeProjects(taken, value);
    case "key":
      return takeKey(taken, value);
    case "source":
      return takeSources(taken, value);
    case "observed":
      return takeObserved(taken, value);
    case "expires":
      return takeExpires(taken, value);
    default:
      // The mark itself is honoured in code as well, so it is looked for in the whole text.
      return value.toLowerCase() === "untrusted";
  }
}

function takeImportance(taken: Taken, value: string): boolean {
  if (!/^(?:[1-9]|10)$/.test(value)) return false;
  taken.importance = Math.max(taken.importance ?? 0, Number(value));
  return true;
}

function takeTriggers(taken: Taken, value: string): boolean {
  const phrases = splitTriggers(value);
  for (const phrase of phrases) if (!taken.triggers.includes(phrase)) taken.triggers.push(phrase);
  return phrases.length > 0;
}

function takeProjects(taken: Taken, value: string): boolean {
  const keys = value.split(/[;；]/).filter((part) => part.trim() !== "").map(normaliseProjectKey);
  if (keys.length === 0 || keys.includes(null)) return false;
  if (taken.projects !== "invalid") {
    taken.projects = [...new Set([...taken.projects ?? [], ...keys.filter((key) => key !== null)])];
  }
  return true;
}

function takeKey(taken: Taken, value: string): boolean {
  if (!isSupersessionKey(value)) return false;
  taken.key ??= value;
  return taken.key === value;
}

function takeSources(taken: Taken, value: string): boolean {
  const anchors = value.split(";").filter((part) => part.trim() !== "").map(parseAnchor);
  if (anchors.length === 0 || anchors.includes(null)) return false;
  for (const anchor of anchors) if (anchor !== null) taken.sources.push(anchor);
  return true;
}

function takeObserved(taken: Taken, value: string): boolean {
  const match = /^(\S+)(?:\s*\|\s*status\s*:\s*(active|superseded))?$/i.exec(value);
  const day = match?.[1];
  if (day === undefined || !isLocalDay(day)) return false;
  taken.observed ??= day;
  const status = match?.[2]?.toLowerCase();
  if (status === "active" || status === "superseded") taken.status ??= status;
  return true;
}

function takeExpires(taken: Taken, value: string): boolean {
  if (!isLocalDay(value)) return false;
  if (taken.expires === null || value < taken.expires) taken.expires = value;
  return true;
}

/** A comment with a known name: a colon and a value follow, or nothing at all. */
const KNOWN = /^(importance|trigger|project|key|source|observed|expires|origin)\s*(?::(.*))?$/is;
const UNCLOSED = /^<!--\s*(importance|trigger|project|key|source|observed|expires|origin)\s*:/i;
/** UTF-16 units of an unclosed comment that are kept for the report. */
const SHOWN_UNITS = 80;
