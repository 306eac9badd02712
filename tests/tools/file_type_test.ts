import { describe, expect, test } from "bun:test";
import { fileType } from "../../tools/natives/file_type.ts";

/** Returns 256 zero bytes with some values written at offsets, as 32-bit little-endian numbers. */
function header(values: Record<number, number>): Uint8Array {
  const view = new DataView(new ArrayBuffer(256));
  for (const [offset, value] of Object.entries(values)) view.setUint32(Number(offset), value, true);
  return new Uint8Array(view.buffer);
}

describe("the first bytes of a program tell its machine", () => {
  test.each([
    ["linux-x64", header({ 0: 0x464c457f, 16: 0x003e0003 })],
    ["linux-arm64", header({ 0: 0x464c457f, 16: 0x00b70003 })],
    ["darwin-x64", header({ 0: 0xfeedfacf, 4: 0x01000007 })],
    ["darwin-arm64", header({ 0: 0xfeedfacf, 4: 0x0100000c })],
    ["win32-x64", header({ 0: 0x00905a4d, 60: 128, 128: 0x00004550, 132: 0x00008664 })],
  ])("%s", (name, bytes) => expect(fileType(bytes)).toBe(name));

  test("an unknown machine, a short file and a text are none", () => {
    expect(fileType(header({ 0: 0x464c457f, 16: 0x00080003 }))).toBeNull();
    expect(fileType(new Uint8Array(10))).toBeNull();
    expect(fileType(new TextEncoder().encode("#!/bin/sh\n".repeat(20)))).toBeNull();
  });

  test("a header that points outside itself is none", () => {
    expect(fileType(header({ 0: 0x00905a4d, 60: 0x7fffffff }))).toBeNull();
  });
});
