import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { escapeHidden, stripControls, terminalText, visibleText } from "../../../src/base/text/display.ts";
import { anyText, SEED } from "../../support/any_text.ts";

const ESC = "\u001b";

describe("stripControls", () => {
  test.each([
    ["colours", `${ESC}[1;31mred${ESC}[0m`, "red"],
    ["cursor movements", `a${ESC}[2K${ESC}[1Gb`, "ab"],
    ["titles ended by a bell", `${ESC}]0;title\u0007text`, "text"],
    ["links ended by a string terminator", `${ESC}]8;;http://x${ESC}\\text${ESC}]8;;${ESC}\\`, "text"],
    ["eight-bit sequences", "\u009b31mred\u009d0;t\u009ctext", "redtext"],
    ["short sequences", `${ESC}ca${ESC}(Bb${ESC}`, "ab"],
    ["carriage returns and bells", "a\r\nb\u0007\u007f", "a\nb"],
  ])("removes %s", (_, text, expected) => {
    expect(stripControls(text)).toBe(expected);
  });

  test("keeps text behind a sequence that never ends", () => {
    expect(stripControls(`${ESC}]0;all the rest\nof the text`)).toBe("0;all the rest\nof the text");
    expect(stripControls(`${ESC}[数据`)).toBe("数据");
  });

  test("leaves no control but line feed and tab, and nothing to do for a second pass", () => {
    const hostile = fc.array(fc.oneof(anyText(), fc.constantFrom(ESC, "[", "]", "\u009b", "\u0007", "1m", "\\")));
    fc.assert(
      fc.property(hostile.map((parts) => parts.join("")), (text) => {
        const shown = stripControls(text);
        expect([...shown].every((char) => char === "\n" || char === "\t" || !/\p{Cc}/u.test(char))).toBe(true);
        expect(stripControls(shown)).toBe(shown);
      }),
      { seed: SEED },
    );
  });
});

describe("terminalText", () => {
  test("writes out what disguises a line, and takes controls away", () => {
    expect(terminalText(`pay \u202eevil\u202c\u200b now${ESC}[2J`)).toBe("pay ‹U+202E›evil‹U+202C›‹U+200B› now");
    expect(terminalText("tag \u{e0041}")).toBe("tag ‹U+E0041›");
  });

  test("leaves emoji, Persian and Chinese as they are", () => {
    for (const text of ["👩‍👩‍👧", "می‌خواهم", "网关端口", "❤️"]) expect(terminalText(text)).toBe(text);
  });
});

describe("escapeHidden", () => {
  test.each([
    ["bidirectional controls", "a\u202eb", "a‹U+202E›b"],
    ["zero-width characters", "a\u200bb\ufeff", "a‹U+200B›b‹U+FEFF›"],
    ["controls", `${ESC}[1m`, "‹U+001B›[1m"],
    ["tag characters", "a\u{e0041}", "a‹U+E0041›"],
    ["halves of surrogate pairs", "a\ud800", "a‹U+D800›"],
    ["fillers", "a\u3164", "a‹U+3164›"],
  ])("shows %s", (_, text, expected) => {
    expect(escapeHidden(text)).toBe(expected);
  });

  test("leaves what can be seen", () => {
    expect(escapeHidden("数据 café\t😀\n 'x' <!-- y -->")).toBe("数据 café\t😀\n 'x' <!-- y -->");
  });
});

describe("visibleText", () => {
  test.each([
    ["tags", "a\u{e0041}\u{e007f}b", "ab"],
    ["variation selectors", "a\ufe00\ufe0f\u{e0100}\u{e01ef}b", "ab"],
    ["controls of direction", "a\u202e\u2066\u200f\u061cb", "ab"],
    ["zero-width blanks", "a\u200b\u2060\ufeff\u00adb", "ab"],
    ["controls", "a\u001b[31mb\u0007", "ab"],
  ])("drops %s", (_, text, expected) => {
    expect(visibleText(text)).toBe(expected);
    expect(escapeHidden(text)).toMatch(/^a‹U\+.*b/);
  });

  test("leaves what people write", () => {
    const text = "数据 café\t😀\n❤️ 👨‍👩‍👧 می‌خواهم العربية";
    expect(visibleText(text)).toBe(text);
  });
});

test("what a person does not see is taken out, whichever it is", () => {
  const unseen = [
    ...[
      0xad,
      0x34f,
      0x61c,
      0x115f,
      0x1160,
      0x17b4,
      0x17b5,
      0x180b,
      0x180f,
      0x200b,
      0x200e,
      0x200f,
      0x2028,
      0x202e,
      0x2060,
    ],
    ...[
      0x206f,
      0x3164,
      0xfe00,
      0xfe0e,
      0xfe0f,
      0xfeff,
      0xffa0,
      0xfff9,
      0xfffb,
      0xe0000,
      0xe0041,
      0xe0fff,
      0x07,
      0x7f,
      0x9f,
    ],
  ];
  for (const point of unseen) {
    const shown = visibleText(`pay${String.fromCodePoint(point)} 付款`);
    expect({ point, shown }).toEqual({ point, shown: "pay 付款" });
  }
});
