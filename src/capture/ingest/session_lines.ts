/**
 * The lines of a redacted transcript (SPEC 7.4): one list item for what was said, with the time and who said it; of a tool's
 * answer only the name, the size and what it does to what follows.
 *
 * @module
 */
import type { OriginClass } from "../../provenance/origin.ts";
import { formatAnnotations } from "../../workspace/annotation.ts";
import { safeLines } from "../safe_lines.ts";

/** Something that was said. */
export interface SaidWords {
  /** Redacted. */
  readonly text: string;
  /** Who speaks. */
  readonly role: "user" | "assistant" | "system";
  /** Its class. */
  readonly origin: OriginClass;
  /** Local time, `HH:MM`; `null` if it is not known. */
  readonly time: string | null;
}

/** Returns the lines of something that was said, the first with the mark of a list. */
export function wordLines({ text, role, origin, time }: SaidWords): string[] {
  const [first = "", ...rest] = safeLines(text.replace(/^\s*\n|\s+$/g, ""));
  const lines = [`- ${time === null ? "" : `${time} `}${SPEAKERS[role]}: ${first}`, ...rest.map((line) => `  ${line}`)];
  return lines.map((line) => line.trim() === "" ? "" : origin === "untrusted" ? markUntrusted(line) : line);
}

/** Returns a line with the mark of untrusted origin, which travels with it (SPEC 4.3). */
export function markUntrusted(line: string): string {
  return `${line} ${formatAnnotations({ isUntrusted: true })}`;
}

const SPEAKERS = { user: "user", assistant: "agent", system: "system" } as const;

/** What came back from a tool. */
export interface ToolAnswer {
  /** The client's name of the tool. */
  readonly name: string;
  /** Size of the answer, in chars. */
  readonly chars: number;
  /** What it does to what is said later. */
  readonly taint: "turn" | "text" | "none";
  /** Local time, `HH:MM`; `null` if it is not known. */
  readonly time: string | null;
}

/** Returns the line of a tool's answer. Nothing in it is the tool's own word. */
export function toolLine({ name, chars, taint, time }: ToolAnswer): string {
  // A name may be anything that a client was told.
  const plain = name.replace(/[^A-Za-z0-9_.:-]/g, "?").slice(0, MOST_NAME_CHARS);
  return `- ${time === null ? "" : `${time} `}tool ${plain === "" ? "unknown" : plain}: ${chars} chars, ${
    CLASSES[taint]
  }`;
}

const MOST_NAME_CHARS = 80;

const CLASSES = {
  turn: "from outside",
  text: "from the project",
  none: "from the memory",
} as const;
