import { describe, expect, test } from "bun:test";
import { parseConfig } from "../../src/app/check_config.ts";
import type { ConfigFile, ConfigScope } from "../../src/app/config_files.ts";
import { valueAt } from "../../src/app/config_tree.ts";
import { editConfig } from "../../src/app/edit_config.ts";

const file = (text: string, scope: ConfigScope = "workspace"): ConfigFile => ({
  scope,
  path: "/x/config.jsonc",
  text,
  mark: "",
  hash: null,
});

describe("changing a setting", () => {
  test("begins a file that is not there or says nothing", () => {
    for (const text of ["", "{}", "{\n}\n"]) {
      const edited = editConfig(file(text), "search.limit", "9");
      expect(parseConfig(file(edited.text))).toEqual({ search: { limit: 9 } });
    }
  });

  test("keeps comments, order, blanks and line ends", () => {
    const before = '// head\n{\n\t"get": { "lines": 5 }, // five\n\n  "search" : {"limit":3,} /* end */\n}\n// foot\n';
    expect(editConfig(file(before), "search.limit", "9").text).toBe(before.replace("3", "9"));
    expect(editConfig(file(before), "get.lines", "50").text).toBe(before.replace("5 }", "50 }"));
  });

  test("keeps everything else when it adds one", () => {
    const before = '{\r\n  // the limit\r\n  "search": { "limit": 3 }\r\n}\r\n';
    const { text } = editConfig(file(before), "get.lines", "7");
    expect(parseConfig(file(text))).toEqual({ search: { limit: 3 }, get: { lines: 7 } });
    expect(text).toContain('  // the limit\r\n  "search": { "limit": 3 }');
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("takes a value as JSON where that fits, else as text", () => {
    expect(editConfig(file("{}"), "search.limit", "9").value).toBe(9);
    expect(editConfig(file("{}", "user"), "dream.enabled", "true").value).toBe(true);
    expect(editConfig(file("{}"), "time.zone", "Asia/Shanghai").value).toBe("Asia/Shanghai");
    expect(editConfig(file("{}", "user"), "workspace", "123").value).toBe("123");
    expect(editConfig(file("{}"), "time.zone", "null").value).toBeNull();
  });

  test("refuses a value that does not fit, an unknown key and a part of the tree", () => {
    expect(() => editConfig(file("{}"), "search.limit", "many")).toThrow('Cannot set "search.limit": it is "many"');
    expect(() => editConfig(file("{}"), "search.limit", "0")).toThrow("it should be at least 1");
    expect(() => editConfig(file("{}"), "search.limt", "1")).toThrow('Unknown setting "search.limt"');
    expect(() => editConfig(file("{}"), "search", "{}")).toThrow('Cannot take "search" for a setting');
    expect(() => editConfig(file("{}"), "__proto__.x", "1")).toThrow("Unknown setting");
  });

  test("refuses what only the user's own file may hold", () => {
    expect(() => editConfig(file("{}"), "dream.enabled", "true")).toThrow("it counts only in the user's own settings");
  });

  test("does not touch a file that is broken", () => {
    expect(() => editConfig(file('{ "search": '), "search.limit", "9")).toThrow("Cannot read the settings file");
    expect(() => editConfig(file('{ "serch": 1 }'), "search.limit", "9")).toThrow('"serch"');
  });

  test("gives a file in which the value can be read back", () => {
    let text = "{\n  // start\n}\n";
    for (const [key, value] of [["search.limit", "9"], ["search.decay.floor", "0.5"], ["search.limit", "8"]] as const) {
      text = editConfig(file(text), key, value).text;
      expect(String(valueAt(parseConfig(file(text)), key))).toBe(value);
    }
    expect(text).toContain("// start");
  });
});
