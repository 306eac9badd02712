/**
 * Reads the values of annotations.
 *
 * @module
 */
import { isLocalDay, type LocalDay } from "../base/clock.ts";
import type { Annotations } from "./annotation_fields.ts";
import { isSupersessionKey, normaliseProjectKey, splitTriggers } from "./annotation_values.ts";
import { parseAnchor, type SourceAnchor } from "./source_anchor.ts";

/** Collects the annotations of one line or entry. */
export class AnnotationReader {
  #importance: number | null = null;
  #triggers = new Set<string>();
  #projects: Set<string> | "invalid" | null = null;
  #key: string | null = null;
  #sources: SourceAnchor[] = [];
  #observed: LocalDay | null = null;
  #status: "active" | "superseded" | null = null;
  #expires: LocalDay | null = null;
  #isUntrusted = false;
  #malformed: string[] = [];
  #count = 0;

  /** Returns whether the content of a comment is an annotation, well-formed or not. */
  static isKnown(content: string): boolean {
    return KNOWN.test(content);
  }

  /** Whether no annotation has been read. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Takes note of the mark of untrusted origin. */
  markUntrusted(): void {
    this.#count++;
    this.#isUntrusted = true;
  }

  /** Takes the content of a comment; one without a known name is passed over. */
  read(content: string): void {
    const match = KNOWN.exec(content);
    if (match === null) return;
    this.#count++;
    const name = (match[1] ?? "").toLowerCase();
    const value = match[2];
    const isRead = value !== undefined && this.#take(name, value.trim());
    if (!isRead) this.#refuse(name, content);
  }

  /** Takes the rest of a line from a `<!--` that is not closed: a known name there is malformed. */
  readUnclosed(rest: string): void {
    const match = UNCLOSED.exec(rest);
    if (match === null) return;
    this.#count++;
    this.#refuse((match[1] ?? "").toLowerCase(), rest.slice(0, SHOWN_UNITS));
  }

  /** Returns what has been read. */
  annotations(): Annotations {
    return {
      importance: this.#importance,
      triggers: [...this.#triggers],
      projects: this.#projects instanceof Set ? [...this.#projects] : this.#projects,
      key: this.#key,
      sources: this.#sources,
      observed: this.#observed,
      status: this.#status,
      expires: this.#expires,
      isUntrusted: this.#isUntrusted,
      malformed: this.#malformed,
    };
  }

  #refuse(name: string, content: string): void {
    this.#malformed.push(content);
    if (name === "project") this.#projects = "invalid";
  }

  #take(name: string, value: string): boolean {
    switch (name) {
      case "importance":
        return this.#takeImportance(value);
      case "trigger":
        return this.#takeTriggers(value);
      case "project":
        return this.#takeProjects(value);
      case "key":
        return this.#takeKey(value);
      case "source":
        return this.#takeSources(value);
      case "observed":
        return this.#takeObserved(value);
      case "expires":
        return this.#takeExpires(value);
      default:
        // The mark itself is honoured in code as well, so it is looked for in the whole text.
        return value.toLowerCase() === "untrusted";
    }
  }

  #takeImportance(value: string): boolean {
    if (!/^(?:[1-9]|10)$/.test(value)) return false;
    this.#importance = Math.max(this.#importance ?? 0, Number(value));
    return true;
  }

  #takeTriggers(value: string): boolean {
    const phrases = splitTriggers(value);
    for (const phrase of phrases) this.#triggers.add(phrase);
    return phrases.length > 0;
  }

  #takeProjects(value: string): boolean {
    const keys = value.split(/[;；]/).filter((part) => part.trim() !== "").map(normaliseProjectKey);
    if (keys.length === 0 || keys.includes(null)) return false;
    if (this.#projects === "invalid") return true;
    this.#projects ??= new Set();
    for (const key of keys) if (key !== null) this.#projects.add(key);
    return true;
  }

  #takeKey(value: string): boolean {
    if (!isSupersessionKey(value)) return false;
    this.#key ??= value;
    return this.#key === value;
  }

  #takeSources(value: string): boolean {
    const anchors = value.split(";").filter((part) => part.trim() !== "").map(parseAnchor);
    if (anchors.length === 0 || anchors.includes(null)) return false;
    for (const anchor of anchors) if (anchor !== null) this.#sources.push(anchor);
    return true;
  }

  #takeObserved(value: string): boolean {
    const match = /^(\S+)(?:\s*\|\s*status\s*:\s*(active|superseded))?$/i.exec(value);
    const day = match?.[1];
    if (day === undefined || !isLocalDay(day)) return false;
    this.#observed ??= day;
    const status = match?.[2]?.toLowerCase();
    if (status === "active" || status === "superseded") this.#status ??= status;
    return true;
  }

  #takeExpires(value: string): boolean {
    if (!isLocalDay(value)) return false;
    if (this.#expires === null || value < this.#expires) this.#expires = value;
    return true;
  }
}

/** A comment with a known name: a colon and a value follow, or nothing at all. */
const KNOWN = /^(importance|trigger|project|key|source|observed|expires|origin)\s*(?::(.*))?$/is;
const UNCLOSED = /^<!--\s*(importance|trigger|project|key|source|observed|expires|origin)\s*:/i;
/** UTF-16 units of an unclosed comment that are kept for the report. */
const SHOWN_UNITS = 80;
