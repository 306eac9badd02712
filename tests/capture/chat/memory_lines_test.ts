import { afterEach, beforeEach, expect, test } from "bun:test";
import { withoutMemoryLines } from "../../../src/capture/chat/memory_lines.ts";
import { hashLines, originReader } from "../../../src/store/state/origin_reader.ts";
import { diskFacts } from "../../../src/workspace/disk_facts.ts";
import { booking, openStoreWorld, type StoreWorld } from "../../support/store_world.ts";

const [PLAIN, OWNERS, FOREIGN, WAITING] = [
  "- a plain line",
  "- 主人的一行",
  "- a line of a page",
  "- a line that waits",
];
const FILE = "memory/a.md";

let world: StoreWorld;
beforeEach(() => {
  world = openStoreWorld();
  const { ledger } = world.state;
  ledger.book([
    booking(FILE, OWNERS ?? "", { origin: "owner" }),
    booking(FILE, FOREIGN ?? "", { origin: "untrusted" }),
    booking(FILE, WAITING ?? "", { origin: "agent", state: "pending" }),
  ]);
  ledger.see(FILE, hashLines([PLAIN, OWNERS, FOREIGN, WAITING].map((line) => line ?? "")), "2026-08-19T09:00:00+08:00");
});
afterEach(() => world.remove());

function rest(command: string, output: string): string {
  const { state, policy, layout: { root } } = world;
  const facts = diskFacts({ workspace: root, folder: root, projectDir: root, homeDir: "/home/nobody" });
  return withoutMemoryLines({ state, originsOf: originReader(state, policy), facts }, { input: { command } }, output);
}

test.each([
  ["cat memory/a.md", (line: string) => line],
  ["cat -n ./memory/a.md | head", (line: string) => `    12\t${line}`],
  ["grep -n line memory/a.md", (line: string) => `3:${line}`],
  ["grep -rn line .", (line: string) => `memory/a.md:3:${line}`],
  ["grep -r -A1 line .", (line: string) => `./memory/a.md-${line}`],
])("of what %p prints only trusted lines of the file are left out", (command, shown) => {
  const output = [PLAIN, OWNERS, FOREIGN, WAITING, "- no line of it"].map((line) => shown(line ?? ""));
  expect(rest(command, output.join("\n"))).toBe(output.slice(2).join("\n"));
});

test.each([
  ["no file is named", "ls -l"],
  ["another file is named", "cat memory/b.md"],
  ["the file is no memory", "cat README.md"],
  ["the file lies elsewhere", "cat /somewhere/memory/a.md"],
])("where %s all of it stays", (_, command) => {
  const output = `${PLAIN}\n${OWNERS}\n`;
  expect(rest(command, output)).toBe(output);
});
