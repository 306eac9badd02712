import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readingOf, whereToBegin } from "../../../src/capture/ingest/where_to_begin.ts";
import { lookAtTranscript, type TranscriptFile } from "../../../src/capture/transcripts/open_transcript.ts";
import type { Ingested, IngestedFile } from "../../../src/store/state/ingested.ts";
import { openTempHome, type TempHome } from "../../support/temp_home.ts";
import { claudeUser, jsonl } from "../../support/transcript_lines.ts";

let home: TempHome;
beforeEach(() => {
  home = openTempHome();
});
afterEach(() => home.remove());

/** Writes a transcript with long lines, of half a megabyte each, and looks at it. */
async function transcript(lines: number): Promise<TranscriptFile> {
  const path = join(home.home, "s-1.jsonl");
  const long = Array.from({ length: lines }, (_, n) => claudeUser(1 + n, "relay ".repeat(80_000)));
  writeFileSync(path, jsonl([claudeUser(0, "The relay runs."), ...long]));
  return await again(path);
}

async function again(path: string): Promise<TranscriptFile> {
  const file = await lookAtTranscript(path);
  if (typeof file === "string") throw new Error(file);
  return file;
}

/** Changes a byte at a place from the end. */
function change(path: string, fromEnd: number): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - fromEnd] = 0x78;
  writeFileSync(path, bytes);
}

/** What is noted of a file that was read to its end; `readHash` as something else wrote it. */
function noteOf(file: TranscriptFile, readHash?: string): IngestedFile {
  const next = { place: { line: 9, byteOffset: file.size }, state: null };
  const { path, client, size } = file;
  const noted = { path, client, size, mtimeMs: 0, readAt: "2026-08-19T10:00:00+00:00", ...readingOf(file, next) };
  return readHash === undefined ? noted : { ...noted, readHash };
}

function begin(file: TranscriptFile, note: IngestedFile): string {
  return whereToBegin({ file: () => note, filesByFirst: () => [] } as unknown as Ingested, file).change;
}

/** As versions before the quick digest noted it. */
function noteOfBefore({ path }: TranscriptFile): string {
  const bytes = readFileSync(path);
  const digest = (part: Uint8Array) => {
    const hex = new Bun.CryptoHasher("blake2b256").update(part).digest("hex");
    return new Bun.CryptoHasher("sha256").update(hex).digest("hex").slice(0, 32);
  };
  const end = 1024 * 1024;
  if (bytes.length <= 4 * end) return `whole ${digest(bytes)}`;
  return `ends ${digest(bytes.subarray(0, end))} ${digest(bytes.subarray(-end))} ${bytes.length}`;
}

describe.each([["short", 2], ["long", 10]])("a %s file", (_, lines) => {
  test("that is as it was is not read again, whichever version noted it", async () => {
    const file = await transcript(lines);
    expect(begin(file, noteOf(file))).toBe("same");
    expect(begin(file, noteOf(file, noteOfBefore(file)))).toBe("same");
  });

  test("is read again once a byte of it is another one, whichever version noted it", async () => {
    const file = await transcript(lines);
    const notes = [noteOf(file), noteOf(file, noteOfBefore(file))];
    change(file.path, 900_000);
    const changed = await again(file.path);
    expect(notes.map((note) => begin(changed, note))).toEqual(["rewritten", "rewritten"]);
  });
});
