/**
 * A workspace in which transcripts are ingested. The classes are those of a strict stand-in: a person's words and an
 * agent's are an agent's at most, and nothing taints.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ingest } from "../../src/capture/ingest.ts";
import type { IngestDeps } from "../../src/capture/ingest/ingest_deps.ts";
import type { IngestReport } from "../../src/capture/ingest/ingest_report.ts";
import type { Classified } from "../../src/capture/chat/classified_piece.ts";
import type { SessionClasses } from "../../src/capture/chat/session_classes.ts";
import type { TranscriptSession } from "../../src/capture/transcripts/transcript_event.ts";
import { type NoteWorld, openNoteWorld } from "./note_world.ts";

/** See the module. */
export interface IngestWorld {
  readonly notes: NoteWorld;
  /** Folder of the transcripts. */
  readonly folder: string;
  /** Writes a transcript and returns its path. */
  put(name: string, text: string | Uint8Array): string;
  deps(more?: Partial<IngestDeps>): IngestDeps;
  ingest(paths: readonly string[], more?: Partial<IngestDeps>): Promise<IngestReport>;
  /** Returns all diaries and redacted transcripts, by path. */
  files(): Record<string, string>;
  /** Returns the bullets of all diaries, without annotations, in the order of their days. */
  evidence(): string[];
  remove(): void;
}

/** Opens one. */
export function openIngestWorld(): IngestWorld {
  const notes = openNoteWorld();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-transcripts-")));
  const deps = (more: Partial<IngestDeps> = {}): IngestDeps => {
    const { layout, clock, originsOf } = notes.deps();
    return {
      layout,
      clock,
      state: notes.state,
      originsOf,
      tombstones: { isEmpty: () => true, isForgotten: () => false, repeats: () => false },
      redact: (text) => ({ text, counts: {} }),
      claimsIn: (text) => claimsIn(text),
      classesOf: () => plainClasses(),
      projectKeyOf: () => null,
      isInStore: () => false,
      onProgress: () => undefined,
      ...more,
    };
  };
  const files = () => ({
    ...filesIn(notes.layout.memoryDir, "memory"),
    ...filesIn(notes.layout.sessionsDir, "sessions"),
  });
  return {
    notes,
    folder,
    put(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    deps,
    ingest: (paths, more) => ingest(deps(more), { paths }, 0),
    files,
    evidence: () =>
      Object.entries(files()).filter(([path]) => path.startsWith("memory/")).sort(([a], [b]) => a < b ? -1 : 1)
        .flatMap(([, text]) => text.split("\n").filter((line) => line.startsWith("- ")))
        .map((line) => line.slice(2).replace(/ <!--.*$/, "")),
    remove() {
      notes.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function filesIn(folder: string, name: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory()) Object.assign(found, filesIn(join(folder, entry.name), `${name}/${entry.name}`));
    else found[`${name}/${entry.name}`] = readFileSync(join(folder, entry.name), "utf8");
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Sentences of at least twelve characters that ask nothing. */
function claimsIn(text: string): { text: string; start: number; end: number }[] {
  return [...text.matchAll(/[^.。！!?？\n]+[.。！!?？]?/g)]
    .map((match) => ({ text: match[0].trim(), start: match.index, end: match.index + match[0].length }))
    .filter((claim) => claim.text.length >= 8 && !/[?？]$/.test(claim.text));
}

/** Returns classes by role alone. */
export function plainClasses(): SessionClasses {
  let session: TranscriptSession | null = null;
  return {
    take(event): Classified[] {
      switch (event.type) {
        case "session":
          session = event.session;
          return [];
        case "tool-result": {
          const { at, place, text } = event;
          return [{ type: "tool", name: event.name ?? "", chars: text.length, taint: "text", at, place }];
        }
        case "message": {
          if (event.isSideChain || event.role === "system" || (event.role === "user" && !event.isPerson)) return [];
          const { text, role, at, id, place, sender } = event;
          const sessionKind = session?.kind ?? "unknown";
          const isEvidence = sessionKind === "interactive" && session?.isComplete === true;
          const why = "by the stand-in";
          return [{
            type: "text",
            text,
            role,
            origin: "agent",
            sessionKind,
            state: "booked",
            at,
            id,
            sender,
            keys: [],
            order: null,
            isEvidence,
            why,
            place,
          }];
        }
        default:
          return [];
      }
    },
    save: () => undefined,
  };
}
