/** Our lines in a crontab, and everything else in it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { entryOf, expressionOf, findBlock, withBlock, withoutBlock } from "../../../src/app/schedule/crontab_text.ts";
import type { SweepCommand } from "../../../src/app/schedule/sweep_command.ts";
import { fromBytes, toBytes } from "../../../src/app/schedule/system_program.ts";
import { shortHash } from "../../../src/base/hash.ts";

function commandFor(root: string): SweepCommand {
  return {
    id: shortHash(root, 16),
    root,
    words: ["/opt/memory", "dream", "--scheduled", "--workspace", root, "--quiet"],
    environment: [["HOME", "/home/ann"]],
  };
}

const NOTES = commandFor("/home/ann/notes");

describe("our lines", () => {
  test("stand between two marks", () => {
    expect(withBlock("", NOTES, "0 3 * * *").split("\n")).toEqual([
      `# BEGIN memory ${NOTES.id} "/home/ann/notes", by memory cron install`,
      "0 3 * * * /usr/bin/env HOME=/home/ann /opt/memory dream --scheduled --workspace /home/ann/notes --quiet >/dev/null",
      `# END memory ${NOTES.id}`,
      "",
    ]);
  });

  test("are one block a workspace, which a new time replaces where it stands", () => {
    const other = commandFor("/home/ann/工作 笔记");
    const both = withBlock(withBlock("MAILTO=ann\n", NOTES, "0 3 * * *"), other, "0 4 * * *");
    const moved = withBlock(both, NOTES, "30 5 * * *");
    expect(withBlock(moved, NOTES, "30 5 * * *")).toBe(moved);
    expect(expressionOf(findBlock(moved, NOTES.id)?.entry ?? "")).toBe("30 5 * * *");
    expect(expressionOf(findBlock(moved, other.id)?.entry ?? "")).toBe("0 4 * * *");
    expect(moved.indexOf(NOTES.id)).toBeLessThan(moved.indexOf(other.id));
    expect(withoutBlock(withoutBlock(moved, NOTES.id), other.id)).toBe("MAILTO=ann\n");
  });

  test.each([
    ["a blank", "/home/ann/my notes", "'/home/ann/my notes'"],
    ["a quote", "/home/ann's/notes", "'/home/ann'\\''s/notes'"],
    ["a percent sign, which cron takes for a line end", "/home/100%/notes", "'/home/100\\%/notes'"],
    ["a dollar sign and a semicolon", "/home/$(id); x/notes", "'/home/$(id); x/notes'"],
  ])("quote %s", (_, root, quoted) => {
    expect(fromBytes(entryOf(commandFor(root), "0 3 * * *"))).toContain(` --workspace ${quoted} `);
  });

  test("are refused where crons differ: a backslash, a line that is too long", () => {
    expect(() => entryOf(commandFor("/home/a\\b"), "0 3 * * *")).toThrow(/backslash/);
    expect(() => entryOf(commandFor(`/home/${"笔".repeat(400)}`), "0 3 * * *")).toThrow(/bytes/);
  });

  test("are neither changed nor taken out once somebody edited them", () => {
    const edited = withBlock("", NOTES, "0 3 * * *").replace("0 3 * * *", "0 3 * * *\n# mine\n0 4 * * *");
    const halved = withBlock("", NOTES, "0 3 * * *").replace(/# END.*\n/, "");
    for (const text of [edited, halved]) {
      expect(() => withBlock(text, NOTES, "0 3 * * *")).toThrow(/edited by hand/);
      expect(() => withoutBlock(text, NOTES.id)).toThrow(/edited by hand/);
    }
  });

  test("of which only the time was edited are still ours", () => {
    const edited = withBlock("", NOTES, "0 3 * * *").replace("0 3 * * *", "0 5 * * 1");
    expect(expressionOf(findBlock(edited, NOTES.id)?.entry ?? "")).toBe("0 5 * * 1");
    expect(withoutBlock(edited, NOTES.id)).toBe("");
  });
});

describe("everything else", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("", "# comment", "0 5 * * * /bin/true", "A=b\r", "0 1 * * * date +\\%F", "# END memory", "网关\t"),
  );
  const crontab = fc.tuple(fc.array(line), fc.constantFrom("", "\n", "\r\n", "\n\n\n"))
    .map(([lines, end]) => toBytes(lines.join("\n") + end));

  test("is there again, byte for byte, when ours are taken out", () => {
    fc.assert(
      fc.property(crontab, (before) => {
        expect(withoutBlock(withBlock(before, NOTES, "0 3 * * *"), NOTES.id)).toBe(before);
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });

  test("that was added above and below ours meanwhile stays on lines of its own", () => {
    fc.assert(
      fc.property(crontab, crontab, (before, later) => {
        const installed = withBlock(before, NOTES, "0 3 * * *");
        const taken = withoutBlock(`${installed}${later}`, NOTES.id);
        const isJoined = before !== "" && !before.endsWith("\n");
        expect(taken).toBe(isJoined && later !== "" ? `${before}\n${later}` : before + later);
      }),
      { seed: 20260819, numRuns: 500 },
    );
  });
});
