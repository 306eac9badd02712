import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Zippable, zipSync } from "fflate";
import { zipEntry } from "../../../models/wheel/zip_entry.ts";

const encoder = new TextEncoder();

describe("zipEntry", () => {
  test("returns the content of the named file, compressed or not, whatever else is in the archive", () => {
    const level = fc.constantFrom(0 as const, 6 as const, 9 as const);
    const files = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.tuple(fc.uint8Array(), level), {
      minKeys: 1,
    });
    fc.assert(
      fc.property(files, (content) => {
        const zippable: Zippable = Object.fromEntries(
          Object.entries(content).map(([name, [bytes, each]]) => [name, [bytes, { level: each }]]),
        );
        const archive = zipSync(zippable);
        for (const [name, [bytes]] of Object.entries(content)) {
          expect([...(zipEntry(archive, name) ?? [])]).toEqual([...bytes]);
        }
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  test("returns null for a file that is not there, and for what is no archive", () => {
    expect(zipEntry(zipSync({ "a/b.txt": encoder.encode("x") }), "b.txt")).toBeNull();
    expect(zipEntry(encoder.encode("<html>"), "b.txt")).toBeNull();
  });

  test("refuses a file whose compressed bytes are damaged", () => {
    const archive = zipSync({ "a.txt": encoder.encode("the same words, the same words, ".repeat(50)) }, { level: 9 });
    const start = archive.indexOf(0x61, 20) + "a.txt".length;
    archive.fill(0xff, start, start + 12);
    expect(() => zipEntry(archive, "a.txt")).toThrow();
  });
});
