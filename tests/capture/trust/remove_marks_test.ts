import { describe, expect, test } from "bun:test";
import { removeMarks } from "../../../src/capture/trust/remove_marks.ts";
import { hasUntrustedMark } from "../../../src/provenance/mark.ts";

const MARK = "<!-- origin: untrusted -->";
const at = (startLine: number, endLine = startLine) => ({ startLine, endLine });

describe("removing marks", () => {
  test("takes the mark and the blanks before it, and nothing else", () => {
    const text = `# a\n- one ${MARK} <!-- importance: 3 -->\n- two ${MARK}\n- three  \n`;
    expect(removeMarks(text, [at(2)]).text).toBe(`# a\n- one <!-- importance: 3 -->\n- two ${MARK}\n- three  \n`);
  });

  test("keeps line ends of both sorts and a missing last one", () => {
    expect(removeMarks(`- one ${MARK}\r\n- two\r\n- 三 ${MARK}`, [at(1), at(3)]).text).toBe("- one\r\n- two\r\n- 三");
  });

  test("takes a line that was nothing but a mark, and says where the others stand then", () => {
    expect(removeMarks(`- one\n  ${MARK}\n\n- two ${MARK}\n`, [at(1), at(2), at(4)])).toEqual({
      text: "- one\n\n- two\n",
      lines: [1, 3],
    });
  });

  test("knows a mark in any case, with any blanks, or wrapped over two lines", () => {
    const text = "- one <!--ORIGIN :  Untrusted-->\n- two <!-- origin:\n  untrusted -->\n- three\n";
    const done = removeMarks(text, [at(1, 3)]);
    expect(done.text).toBe("- one\n- two\n- three\n");
    expect(hasUntrustedMark(done.text)).toBe(false);
  });

  test("keeps blank lines of an entry", () => {
    expect(removeMarks(`- one ${MARK}\n\n  more\n`, [at(1, 3)]).text).toBe("- one\n\n  more\n");
  });
});
