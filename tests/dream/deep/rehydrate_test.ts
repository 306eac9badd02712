import { describe, expect, test } from "bun:test";
import { locate, locateQuickly } from "../../../src/dream/deep/rehydrate.ts";
import { liveFile } from "../../../src/dream/live_file.ts";
import { claimKey } from "../../../src/workspace/claims.ts";

const PATH = "memory/2026-08-12.md";
const TEXT = "The gateway listens on port 18790 behind the office router";
const sought = (line: number, text = TEXT) => ({ key: claimKey(PATH, text), text, startLine: line, endLine: line });

describe.each([["by the grammar", locate], ["at its old place first", locateQuickly]])(
  "a claim looked for %s",
  (_how, find) => {
    const place = (text: string, line: number) => {
      const found = find(sought(line), liveFile(PATH, text));
      return found.kind === "found" ? [found.startLine, found.endLine] : found.reason;
    };

    test.each([
      ["where it was", `# day\n\n- ${TEXT}\n`, [3, 3]],
      ["where it moved to", `# day\n\n- another line\n- and one more\n- ${TEXT}\n`, [5, 5]],
      ["nearest to where it was, of several", `- ${TEXT}\n- a\n- b\n- ${TEXT}\n- c\n`, [4, 4]],
      ["with another marker", `# day\n\n* ${TEXT}\n`, [3, 3]],
      ["with annotations", `# day\n\n- ${TEXT} <!-- importance: 7 -->\n`, [3, 3]],
      ["wrapped over two lines", `# day\n\n- The gateway listens on port 18790\n  behind the office router\n`, [3, 4]],
      ["in a file with other line ends", `# day\r\n\r\n- ${TEXT}\r\n`, [3, 3]],
    ])("is found %s", (_title, text, lines) => {
      expect(place(text, 3)).toEqual(lines);
    });

    test.each([
      ["one word was added", `# day\n\n- ${TEXT} no longer\n`],
      ["a negation was put before it", `# day\n\n- It is wrong that ${TEXT}\n`],
      ["a number was changed", `# day\n\n- ${TEXT.replace("18790", "18791")}\n`],
      ["it was deleted", "# day\n\n- another line\n"],
    ])("is not found when %s", (_title, text) => {
      expect(place(text, 3)).toBe(`the line changed or vanished from "${PATH}"`);
    });

    test("says why a file gives nothing", () => {
      const found = find(sought(3), { path: PATH, reason: `"${PATH}" is gone` });
      expect(found).toEqual({ kind: "gone", reason: `"${PATH}" is gone` });
    });
  },
);

test("a line that now stands in a code fence is no claim any more", () => {
  const file = liveFile(PATH, `# day\n\`\`\`\n- ${TEXT}\n\`\`\`\n`);
  expect(locate(sought(3), file).kind).toBe("gone");
});
