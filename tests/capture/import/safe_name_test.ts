import { expect, test } from "bun:test";
import fc from "fast-check";
import { safeName } from "../../../src/capture/import/safe_name.ts";

test.each([
  ["topics.md", "topics.md"],
  ["a/b/Notes.markdown", "a/b/Notes.md"],
  ["笔记/网关.md", "笔记/网关.md"],
  ["../../etc/passwd", "etc/passwd.md"],
  ["/etc/passwd.md", "etc/passwd.md"],
  ["C:\\Users\\me\\a.md", "C-/Users/me/a.md"],
  [".hidden/.secret.md", "hidden/secret.md"],
  ["con.md", "_con.md"],
  ["NUL", "_NUL.md"],
  ["what? <now>.md", "what- -now-.md"],
  ["trailing. ./x .md", "trailing/x.md"],
  ["", "note.md"],
  ["...", "note.md"],
  ["a\u0000b\u202ec.md", "abc.md"],
])("%j becomes %j", (name, safe) => expect(safeName(name)).toBe(safe));

test("whatever the name is, it stays below its folder, visible, short and Markdown", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("..", ".", "/", "\\", "a".repeat(400), "网".repeat(200)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const safe = safeName(parts.join("/"));
      expect(safe).toEndWith(".md");
      for (const each of safe.split("/")) {
        expect(each).not.toBe("");
        expect(each.startsWith(".")).toBe(false);
        expect(Buffer.byteLength(each)).toBeLessThanOrEqual(124);
      }
      expect(safeName(safe)).toBe(safe);
    }),
    { seed: 20260819 },
  );
});
