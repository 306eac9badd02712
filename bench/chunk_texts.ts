/**
 * The texts of all chunks of a workspace, made by the program's own pipeline steps.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chunk } from "../src/pipeline/chunk.ts";
import { pathRule } from "../src/provenance/tier.ts";
import { scanMarkdown } from "../src/workspace/scan_markdown.ts";

/** Returns the text of every chunk of the diaries in `<workspace>/memory`. */
export function chunkTexts(workspace: string): string[] {
  return readdirSync(join(workspace, "memory")).sort().flatMap((name) => {
    const path = `memory/${name}`;
    const lines = scanMarkdown(readFileSync(join(workspace, path), "utf8"));
    return chunk({ path, rule: pathRule(path), lines }).map((draft) => draft.text);
  });
}
