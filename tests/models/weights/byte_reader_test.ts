import { describe, expect, test } from "bun:test";
import { ByteReader } from "../../../models/weights/byte_reader.ts";

describe("ByteReader", () => {
  test("reads little-endian values one after the other, wherever the bytes lie in memory", () => {
    const bytes = Uint8Array.of(
      99,
      1,
      2,
      1,
      4,
      3,
      2,
      1,
      0xfe,
      0xff,
      0xff,
      0xff,
      0,
      0,
      0x80,
      0x3f,
      5,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      7,
      8,
    );
    const reader = new ByteReader(bytes.subarray(1));
    expect([reader.u8(), reader.u16(), reader.u32(), reader.i32(), reader.f32()]).toEqual([1, 0x102, 0x1020304, -2, 1]);
    expect(reader.u64()).toBe(2 ** 32 + 5);
    expect(reader.position).toBe(23);
    expect([...reader.bytes(2)]).toEqual([7, 8]);
  });

  test("says where the file ends when it is too short, and reads nothing then", () => {
    const reader = new ByteReader(Uint8Array.of(1, 2, 3));
    reader.u8();
    expect(() => reader.u32()).toThrow("The file ends at byte 3, expected 4 bytes at byte 1");
    expect(reader.u16()).toBe(0x302);
    expect(() => reader.bytes(-1)).toThrow(RangeError);
  });

  test("refuses a number that JavaScript cannot hold exactly", () => {
    expect(() => new ByteReader(new Uint8Array(8).fill(255)).u64()).toThrow("too large: 18446744073709551615");
  });
});
