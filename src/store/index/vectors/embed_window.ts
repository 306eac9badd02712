/**
 * What should be embedded next.
 *
 * @module
 */
import type { Connection } from "../../connect.ts";
import { fileSlots, linkFile, textHash } from "./link_vectors.ts";
import { markChanged } from "./mark_changed.ts";
import type { VectorSpace } from "./vector_spaces.ts";

/** Texts without a vector, and the files that wait for them. */
export interface EmbedWindow {
  /** Each text once. */
  readonly texts: readonly string[];
  /** Their files, to be linked when the texts are embedded. */
  readonly sourceIds: readonly number[];
}

/**
 * Returns up to `maxTexts` texts that have no vector yet: of curated files first, then of the newest days. Files that the
 * cache can answer for are linked at once.
 */
export function nextWindow(connection: Connection, space: VectorSpace | null, maxTexts: number): EmbedWindow {
  const texts = new Set<string>();
  const sourceIds: number[] = [];
  const has = connection.prepare(HAS);
  const isKnown = (text: string) => space !== null && has.get(space.id, textHash(text)) !== null;
  const waiting = connection.prepare<{ id: number }>(WAITING).all();
  for (const { id } of waiting) {
    if (texts.size >= maxTexts) break;
    const missing = fileSlots(connection, id).map(({ text }) => text).filter((text) => !isKnown(text));
    if (missing.length === 0 && space !== null) linkAlone(connection, space, id);
    if (missing.length === 0) continue;
    sourceIds.push(id);
    for (const text of missing) if (texts.size < maxTexts) texts.add(text);
  }
  return { texts: [...texts], sourceIds };
}

function linkAlone(connection: Connection, space: VectorSpace, id: number): void {
  connection.transaction(() => {
    linkFile(connection, space, id);
    markChanged(connection);
  });
}

const HAS = "SELECT 1 FROM embeddings WHERE space = ? AND hash = ?";
const WAITING = `SELECT s.id FROM sources AS s LEFT JOIN file_vectors AS f ON f.source_id = s.id
  WHERE s.slots > coalesce(f.slots, 0) ORDER BY s.tier = 'curated' DESC, s.day DESC, s.path`;
