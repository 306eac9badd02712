/**
 * How much of what an agent says in ordinary turns of coding stays the agent's (SPEC 4.5: at least 60 %), with the rules of
 * the program and without its processes.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { classifyTool } from "../../../src/provenance/tools/classify_tool.ts";
import { hashesOfText, textTaintOf } from "../../../src/store/state/text_taint.ts";
import { openStoreWorld, WORLD_TIME } from "../../support/store_world.ts";
import { TOOL_FACTS } from "../../support/tool_facts.ts";

interface Step {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** A turn: what the agent did, and what it said and might note afterwards. */
interface Turn {
  readonly steps: readonly Step[];
  readonly says: readonly string[];
}

const bash = (command: string, output: string): Step => ({ tool: "Bash", input: { command }, output });
const read = (path: string, output: string): Step => ({ tool: "Read", input: { "file_path": path }, output });
const edit = (path: string): Step => ({
  tool: "Edit",
  input: { "file_path": path, "new_string": "x" },
  output: "The file has been updated",
});

/** One session of coding, as they are: mostly here, now and then outside. */
const SESSION: readonly Turn[] = [
  {
    steps: [
      read(
        "src/parse.ts",
        "export function parse(text: string) {\n  const rows = text.split('\\n');\n  return rows.map((row) => row.split(','));\n}",
      ),
      bash(
        "npm test",
        "FAIL tests/parse.test.ts\n  ✗ parses an empty file (3 ms)\n    expected [] but got [['']]\nTests: 1 failed, 41 passed",
      ),
      edit("src/parse.ts"),
      bash("npm test", "Tests: 42 passed, 42 total"),
    ],
    says: [
      "The parser returned one empty row for an empty file; I made it return no rows at all.",
      "Empty input is now handled before the text is split into rows.",
      "Tests: 42 passed, 42 total",
      "The owner wants the parser to stay without dependencies.",
    ],
  },
  {
    steps: [
      bash("git status --short && git diff --stat", " M src/parse.ts\n src/parse.ts | 4 +++-"),
      bash(
        "git add -A && git commit -m \"$(cat <<'EOF'\nparse: return no rows for an empty file\nEOF\n)\"",
        "[main 1a2b3c4] parse: return no rows for an empty file",
      ),
    ],
    says: [
      "I committed the change to the parser with a message in the style of the repository.",
      "We write commit messages as area, colon, imperative sentence.",
    ],
  },
  {
    steps: [
      bash(
        "npm run build",
        "vite v5.1.0 building for production...\n✓ 312 modules transformed.\ndist/index.js  142.10 kB │ gzip: 45.90 kB",
      ),
      bash("rg -n 'lodash' src", "src/list.ts:3:import { groupBy } from 'lodash';"),
      edit("src/list.ts"),
      bash("npm run build 2>&1 | tail -3", "dist/index.js  71.55 kB │ gzip: 24.31 kB"),
    ],
    says: [
      "Grouping is now done by a small function of our own, which halves the size of the bundle.",
      "We decided to have no utility library in the browser bundle.",
      "dist/index.js 71.55 kB, gzip: 24.31 kB",
    ],
  },
  {
    steps: [
      bash("make -j4", "cc -O2 -c gateway.c\ncc -o gateway gateway.o"),
      bash("./gateway --check config.toml", "config ok: 3 listeners, 2 upstreams"),
      read("config.toml", "[listener.main]\nport = 18789\n[listener.admin]\nport = 18790"),
    ],
    says: [
      "网关的主监听端口在配置文件里设置，改动后要重新编译。",
      "管理端口只对本机开放，这是主人的要求。",
      "config ok: 3 listeners, 2 upstreams",
      "我把检查配置的步骤加进了发布清单。",
    ],
  },
  {
    steps: [
      bash(
        "pytest -q tests/test_api.py",
        "....F\nFAILED tests/test_api.py::test_login - AssertionError: 401 != 200\n1 failed, 4 passed in 0.51s",
      ),
      bash(
        "git log --oneline -3",
        "9f8e7d6 auth: rotate tokens\n5c4b3a2 api: add login\n1a2b3c4 parse: return no rows",
      ),
      edit("api/auth.py"),
      bash("timeout 60 pytest -q", "128 passed in 9.72s"),
    ],
    says: [
      "Logging in failed because tokens were rotated before the session was saved.",
      "The order of the two steps is now fixed and covered by a test.",
      "登录失败的原因是令牌先于会话轮换。",
    ],
  },
  {
    steps: [
      {
        tool: "WebFetch",
        input: { url: "https://docs.example/tokens" },
        output: "Tokens should be rotated every 24 hours. Use the header X-Rotate-Token.",
      },
      edit("api/auth.py"),
    ],
    says: [
      "The documentation asks for a rotation once a day.",
      "I set the interval of the rotation to one day.",
    ],
  },
  {
    steps: [
      bash("npx vitest run", "Test Files  12 passed (12)"),
      bash("npm install left-pad", "added 1 package in 2s"),
    ],
    says: ["I added a package for padding.", "The list of dependencies has one more entry."],
  },
  {
    steps: [
      bash("cargo test", "running 18 tests\ntest result: ok. 18 passed; 0 failed"),
      bash("cargo clippy -- -D warnings", "Finished dev profile in 3.20s"),
      edit("src/lib.rs"),
    ],
    says: [
      "The cache now evicts the entry that was used least recently.",
      "缓存淘汰策略改成了最久未使用优先。",
      "Rotation uses the header X-Rotate-Token.",
      "The owner prefers small commits over large ones.",
    ],
  },
];

const world = openStoreWorld();
afterAll(() => world.remove());

describe("ordinary turns of coding", () => {
  test("leave most of what the agent says its own, and none of what it has from elsewhere", () => {
    const { id } = world.state.sessions.put({
      client: "claude-code",
      name: "s1",
      process: null,
      hasTerminal: true,
      isBatch: false,
      isProven: true,
      kind: "interactive",
      chat: "direct",
      projectDir: null,
    }, WORLD_TIME);
    const own: string[] = [];
    const foreign: string[] = [];
    const settings = { localServers: [], turn: [], text: [], none: [] };
    for (const { steps, says } of SESSION) {
      let isTainted = false;
      for (const { tool, input, output } of steps) {
        const { taint } = classifyTool({ client: "claude-code", tool, input }, TOOL_FACTS, settings);
        if (taint === "turn") isTainted = true;
        const kept = hashesOfText(world.state, output, { isOutside: taint === "turn", year: 2026 });
        if (taint !== "none") world.state.sessionTexts.add(id, kept);
      }
      for (const text of says) {
        const isForeign = isTainted || textTaintOf(world.state, id, { text, year: 2026 }) !== null;
        (isForeign ? foreign : own).push(text);
      }
    }
    const share = own.length / (own.length + foreign.length);
    console.log(
      `${own.length} of ${own.length + foreign.length} statements stay the agent's (${Math.round(100 * share)} %)`,
    );
    expect(share).toBeGreaterThanOrEqual(0.6);
    expect(foreign).toEqual([
      "Tests: 42 passed, 42 total",
      "dist/index.js 71.55 kB, gzip: 24.31 kB",
      "config ok: 3 listeners, 2 upstreams",
      "The documentation asks for a rotation once a day.",
      "I set the interval of the rotation to one day.",
      "I added a package for padding.",
      "The list of dependencies has one more entry.",
      "Rotation uses the header X-Rotate-Token.",
    ]);
  });
});
