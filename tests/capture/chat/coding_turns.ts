/**
 * Ordinary turns of coding: build, test, run, edit, local git. Made up, in English and Chinese. What the agent says is what
 * agents say: most of it in its own words, some of it read off the output.
 *
 * @module
 */

/** One use of a tool: name, input, output. */
export type CodingStep = readonly [tool: string, input: Readonly<Record<string, unknown>>, output: string];

/** One turn. */
export interface CodingTurn {
  readonly user: string;
  readonly steps: readonly CodingStep[];
  /** The agent's words at the end of it. */
  readonly says: string;
}

/** A session. */
export interface CodingSession {
  readonly title: string;
  readonly turns: readonly CodingTurn[];
}

const bash = (command: string, output = ""): CodingStep => ["Bash", { command }, output];
const read = (path: string, output: string): CodingStep => ["Read", { "file_path": path }, output];
const grep = (pattern: string, output: string): CodingStep => ["Grep", { pattern, path: "src" }, output];
const edit = (
  path: string,
  text = "x",
): CodingStep => ["Edit", { "file_path": path, "new_string": text }, `The file ${path} has been updated.`];
const write = (
  path: string,
  content: string,
): CodingStep => ["Write", { "file_path": path, content }, `File created successfully at: ${path}`];
const turn = (user: string, steps: readonly CodingStep[], says: string): CodingTurn => ({ user, steps, says });

/** A parser in TypeScript. */
const PARSER: CodingSession = {
  title: "parser",
  turns: [
    turn(
      "The parser fails on empty files. Please fix it.",
      [
        read(
          "src/parse.ts",
          "export function parse(text: string) {\n  const rows = text.split('\\n');\n  return rows.map((row) => row.split(','));\n}",
        ),
        bash(
          "npm test",
          "FAIL tests/parse.test.ts\n  parses an empty file\n    expected [] but got [['']]\nTests: 1 failed, 41 passed",
        ),
        edit("src/parse.ts", "if (text === '') return [];"),
        bash("npm test", "Tests: 42 passed, 42 total"),
      ],
      "The function split the empty text into one row. It now answers with no rows before it splits anything. All 42 tests pass.",
    ),
    turn("Commit it.", [
      bash("git status --short", " M src/parse.ts"),
      bash(
        "git add -A && git commit -m 'parse: return no rows for an empty file'",
        "[main 1a2b3c4] parse: return no rows for an empty file\n 1 file changed, 1 insertion(+)",
      ),
    ], "Committed on main. Nothing else was in the working tree."),
    turn(
      "Quoted fields should work, too.",
      [
        grep("split\\(','\\)", "src/parse.ts:4:  return rows.map((row) => row.split(','));"),
        write("src/split_fields.ts", "export function splitFields(row: string): string[] {\n  return [];\n}"),
        edit("src/parse.ts"),
        bash("npm test -- parse", "Tests: 47 passed, 47 total"),
      ],
      "Fields are now cut by a small state machine of our own, because a regular expression could not tell an escaped quote from a closing one. I added five cases for it.",
    ),
    turn(
      "Any performance cost?",
      [
        bash("node bench/parse.js", "before 12.1 ms\nafter 13.9 ms\nratio 1.15"),
      ],
      "About fifteen percent on the large sample. That seems acceptable, since most rows hold no quotes. We could skip the machine for rows without a quote.",
    ),
    turn(
      "Do that.",
      [
        edit("src/split_fields.ts"),
        bash("node bench/parse.js", "before 12.1 ms\nafter 12.2 ms\nratio 1.01"),
        bash("npm test", "Tests: 47 passed, 47 total"),
      ],
      "Rows without quotes take the short way again, and the difference is within noise. The long way is only used where it is needed.",
    ),
    turn(
      "Update the readme.",
      [
        read("README.md", "# Rows\n\nParses comma separated files.\n\n## Limits\n\nQuoted fields are not supported."),
        edit("README.md", "Quoted fields are supported."),
      ],
      "The section on limits no longer claims that quotes are unsupported. I left the rest of the document as it was.",
    ),
    turn("Where do we log errors?", [
      grep(
        "console.error",
        "src/cli.ts:18:    console.error(`cannot read ${path}`);\nsrc/cli.ts:31:    console.error(String(error));",
      ),
    ], "Only the command line prints errors, in two places. The library itself throws and never prints."),
    turn("Keep it that way.", [], "Understood: the library stays silent and the command line does the talking."),
    turn("Bump the version for a release.", [
      bash("npm version minor --no-git-tag-version", "v1.4.0"),
      edit("CHANGELOG.md", "## 1.4.0"),
      bash("git commit -am 'release 1.4.0'", "[main 5d6e7f8] release 1.4.0"),
    ], "The package is now at 1.4.0 with a changelog entry. I did not create a tag, as you tag releases yourself."),
    turn("Lint complains.", [
      bash(
        "npx eslint src",
        "src/split_fields.ts\n  12:7  error  'state' is never reassigned. Use 'const' instead  prefer-const\n\n1 problem (1 error, 0 warnings)",
      ),
      edit("src/split_fields.ts"),
      bash("npx eslint src", ""),
    ], "One variable should have been a constant. The linter is quiet now."),
  ],
};

/** A service in Go. */
const SERVICE: CodingSession = {
  title: "service",
  turns: [
    turn(
      "The health endpoint is slow.",
      [
        bash("go test ./...", "ok  \texample/health\t0.412s\nok  \texample/store\t1.902s"),
        read(
          "health/handler.go",
          "func Handler(w http.ResponseWriter, r *http.Request) {\n\tif err := store.Ping(r.Context()); err != nil {",
        ),
        bash("go test -bench . ./health", "BenchmarkHandler-2   \t     118\t   9881204 ns/op"),
      ],
      "Each request asks the database, which takes ten milliseconds here. Caching the answer for a second would remove nearly all of that. Should I do it?",
    ),
    turn(
      "Yes, one second.",
      [
        edit("health/handler.go", "cached"),
        bash("go test -bench . ./health", "BenchmarkHandler-2   \t 4018122\t       301 ns/op"),
        bash("go vet ./...", ""),
      ],
      "The answer is kept for one second behind a mutex. Requests within that time no longer reach the store. Vet finds nothing to complain about.",
    ),
    turn(
      "What about failures, are they cached too?",
      [
        read("health/handler.go", "\tif time.Since(last) < ttl {\n\t\treturn cached\n\t}"),
        edit("health/handler.go"),
        bash("go test ./health", "ok  \texample/health\t0.398s"),
      ],
      "They were, and that would have hidden a recovery for a second. Now only healthy answers are kept; a failure is asked again at once.",
    ),
    turn("Show me the diff in numbers.", [
      bash(
        "git diff --stat",
        " health/handler.go      | 24 +++++++++++++++++++-----\n health/handler_test.go | 31 +++++++++++++++++++++++++++++++\n 2 files changed, 50 insertions(+), 5 deletions(-)",
      ),
    ], "Two files changed, 50 insertions(+), 5 deletions(-)"),
    turn(
      "Write a test for the race.",
      [
        write("health/race_test.go", "func TestRace(t *testing.T) {}"),
        bash("go test -race ./health", "ok  \texample/health\t1.604s"),
      ],
      "A hundred callers at once now share one ping, and the race detector stays silent. Without the mutex the same test fails right away, which I tried.",
    ),
    turn(
      "Rename store to ledger.",
      [
        bash("gofmt -l .", ""),
        bash("git mv store ledger", ""),
        bash("rg -l 'example/store' --type go | head", "health/handler.go\ncmd/server/main.go"),
        edit("health/handler.go"),
        edit("cmd/server/main.go"),
        bash("go build ./...", ""),
      ],
      "The package is called ledger everywhere, including both importers. The build is clean. I kept the table names, because renaming them would need a migration.",
    ),
    turn(
      "Good. Why is the binary that large?",
      [
        bash("ls -l bin/server", "-rwxr-xr-x 1 dev dev 18874368 Mar  4 10:02 bin/server"),
        bash(
          "go tool nm -size -sort size bin/server | head -3",
          "  812345 T runtime.pclntab\n  401223 R go:func.*\n  220119 R unicode.init",
        ),
      ],
      "Most of it is the runtime's own tables. Stripping symbols would take off roughly a third; nothing of ours stands out.",
    ),
    turn("Strip it in release builds.", [
      edit("Makefile", "-ldflags='-s -w'"),
      bash("make release", "go build -ldflags='-s -w' -o bin/server ./cmd/server"),
    ], "Release builds are stripped from now on; the development target keeps its symbols for debugging."),
    turn(
      "The tests leave files behind.",
      [
        bash("git status --short --ignored", "!! bin/\n!! tmp/ledger-1.db\n!! tmp/ledger-2.db"),
        grep("MkdirTemp", 'ledger/ledger_test.go:14:\tdir, _ := os.MkdirTemp("tmp", "")'),
        edit("ledger/ledger_test.go"),
        bash("go test ./ledger", "ok  \texample/ledger\t1.711s"),
      ],
      "The tests made folders by hand and never removed them. They use the testing package's own temporary folders now, which vanish by themselves.",
    ),
    turn("Delete the leftovers.", [
      bash("rm -f tmp/ledger-1.db tmp/ledger-2.db", ""),
    ], "Both leftover databases are gone."),
    turn(
      "Add a timeout to the server.",
      [
        edit("cmd/server/main.go", "ReadTimeout: 5 * time.Second"),
        bash("go build ./... && go test ./...", "ok  \texample/health\t0.402s\nok  \texample/ledger\t1.722s"),
      ],
      "Reading a request may take five seconds and writing the answer ten. Slow clients can no longer hold a connection for ever.",
    ),
  ],
};

/** A page in Chinese. */
const PAGE_ZH: CodingSession = {
  title: "页面",
  turns: [
    turn("登录页在窄屏上错位了，修一下。", [
      read("src/login.css", ".form { width: 480px; margin: 0 auto; }"),
      edit("src/login.css", ".form { max-width: 480px; }"),
      bash(
        "pnpm build",
        "vite v5.1.0 building for production...\n✓ 312 modules transformed.\ndist/index.js  142.10 kB",
      ),
    ], "表单原来写死了宽度，窄屏放不下。我改成了最大宽度，小屏会自动收缩。构建没有警告。"),
    turn("提交，信息用中文。", [
      bash(
        "git commit -am '登录页：窄屏不再错位'",
        "[main 77aa88b] 登录页：窄屏不再错位\n 1 file changed, 1 insertion(+), 1 deletion(-)",
      ),
    ], "已经提交到主分支，只动了样式文件。"),
    turn("按钮文案改成“进入”。", [
      grep("登录", 'src/login.tsx:21:      <button>登录</button>\nsrc/nav.tsx:9:        <a href="/login">登录</a>'),
      edit("src/login.tsx", "进入"),
    ], "表单里的按钮已经换了文案。导航里的链接我没有动，因为它指的是页面而不是动作。"),
    turn("导航也一起改。", [
      edit("src/nav.tsx", "进入"),
      bash("pnpm test", "Test Files  8 passed (8)\n     Tests  61 passed (61)"),
    ], "导航的链接也换好了，两处现在一致。测试全部通过。"),
    turn("为什么首屏慢？", [
      bash("pnpm build --report", "dist/index.js  142.10 kB\n  lodash 71.40 kB\n  react-dom 41.20 kB"),
      grep("lodash", "src/list.ts:3:import { groupBy } from 'lodash';"),
    ], "一半体积来自工具库，而我们只用了其中一个分组函数。自己写这个函数只要十行左右，可以省下一大半。"),
    turn("那就自己写。", [
      write("src/group_by.ts", "export function groupBy() {}"),
      edit("src/list.ts"),
      bash("pnpm build", "dist/index.js  70.92 kB"),
    ], "分组函数改成我们自己的实现，打包体积减半。以后浏览器端不再引入通用工具库。"),
    turn("记一条规范到文档里。", [
      read("docs/style.md", "# 规范\n\n- 文案用中文标点"),
      edit("docs/style.md", "- 浏览器端不引入通用工具库"),
    ], "规范里加了一条关于依赖的约定，放在文案那条的下面。"),
    turn("跑一下端到端测试。", [
      bash(
        "pnpm exec playwright test",
        "Running 6 tests using 1 worker\n  1) login.spec.ts:12 找不到按钮“登录”\n\n  1 failed\n  5 passed",
      ),
      edit("e2e/login.spec.ts", "进入"),
      bash("pnpm exec playwright test", "  6 passed (14.2s)"),
    ], "有一个用例还在找旧文案，我把它跟着改了。现在六个用例都能跑通。"),
    turn("接口超时设成多少合适？", [
      grep("timeout", "src/api.ts:7:  timeout: 30000,"),
    ], "现在是三十秒，对用户来说太久。建议改成八秒，并在失败后重试一次。"),
    turn("按你说的改。", [
      edit("src/api.ts", "timeout: 8000, retries: 1"),
      bash("pnpm test", "Tests  61 passed (61)"),
    ], "超时缩短到八秒，失败会再试一次。重试只用于读取类请求，写入类请求不会重复发送。"),
    turn("看下谁改过登录样式。", [
      bash(
        "git log --oneline -3 -- src/login.css",
        "77aa88b 登录页：窄屏不再错位\n1c2d3e4 登录页：新配色\n9f8e7d6 登录页：初版",
      ),
    ], "一共三次改动：最早的初版，然后换过一次配色，最后就是今天这次。"),
    turn("把未用的图片删掉。", [
      bash("rg -o --no-filename 'img/[a-z-]+\\.png' src | sort -u", "img/logo.png\nimg/empty.png"),
      bash("ls public/img", "empty.png\nlogo.png\nold-banner.png"),
      bash("git rm public/img/old-banner.png", "rm 'public/img/old-banner.png'"),
    ], "只有旧横幅没人引用，已经删除。其余两张都还在用。"),
  ],
};

/** Scripts and tools. */
const SCRIPTS: CodingSession = {
  title: "scripts",
  turns: [
    turn(
      "The nightly script stops half way.",
      [
        read("scripts/nightly.sh", "#!/bin/sh\nset -e\n./build.sh\n./pack.sh\n./report.sh"),
        bash("sh -n scripts/nightly.sh", ""),
        bash("./scripts/nightly.sh", "build ok\npack: no such folder: out\n"),
      ],
      "Packing expects a folder that the build only makes on demand. Creating it first is the smallest fix. The script itself is fine.",
    ),
    turn("Fix it.", [
      edit("scripts/pack.sh", "mkdir -p out"),
      bash("./scripts/nightly.sh", "build ok\npack ok\nreport ok"),
    ], "All three steps run through now. I ran it twice to make sure that a second run does not trip over the first."),
    turn("How long does it take?", [
      bash("time ./scripts/nightly.sh", "build ok\npack ok\nreport ok\n\nreal\t0m41.202s"),
    ], "A bit over forty seconds on this machine, nearly all of it in the build."),
    turn(
      "Can the build use both cores?",
      [
        read("build.sh", "make all"),
        edit("build.sh", "make -j2 all"),
        bash("time ./build.sh", "real\t0m22.718s"),
      ],
      "With two jobs the build takes a little more than half. The makefile had all its dependencies declared, so nothing broke.",
    ),
    turn(
      "Check the python part.",
      [
        bash(
          "python -m pytest -q",
          "....F\nFAILED tests/test_dates.py::test_week - AssertionError: assert 53 == 52\n1 failed, 4 passed in 0.31s",
        ),
        read("report/dates.py", "def week(day):\n    return int(day.strftime('%W')) + 1"),
        edit("report/dates.py", "return day.isocalendar().week"),
        bash("python -m pytest -q", "5 passed in 0.30s"),
      ],
      "Weeks were counted from the first Monday instead of by the ISO rule. The standard library knows that rule, so I used it. The failing test passes.",
    ),
    turn("Are there other uses of that format?", [
      bash('rg -n "%W" report', ""),
    ], "No, that was the only one."),
    turn("Type hints, please.", [
      edit("report/dates.py", "def week(day: date) -> int:"),
      bash("mypy report", "Success: no issues found in 4 source files"),
    ], "The function and its two callers are annotated. The checker is content."),
    turn("Set up a pre-commit check.", [
      write(".githooks/pre-commit", "#!/bin/sh\nmake check"),
      bash("chmod +x .githooks/pre-commit", ""),
      bash("git config core.hooksPath .githooks", ""),
    ], "Every commit in this clone now runs the checks first. Others have to switch it on once in theirs."),
    turn("Write that into the contributing file.", [
      edit("CONTRIBUTING.md", "git config core.hooksPath .githooks"),
    ], "Contributors find the one command they need under the heading on set-up."),
    turn("What does make check run?", [
      bash("make -n check", "ruff check report\nmypy report\npython -m pytest -q"),
    ], "Three things in this order: style, types, tests. The first failure stops the rest."),
    turn("Make the tests verbose in CI only.", [
      edit("Makefile", "PYTEST_FLAGS ?= -q"),
      bash("make check", "All checks passed!\nSuccess: no issues found in 4 source files\n5 passed in 0.29s"),
    ], "The flags come from a variable with the quiet form as default. The pipeline can set its own."),
    turn("Squash the last two commits.", [
      bash(
        "git log --oneline -3",
        "b1b2b3b report: annotate\na1a2a3a report: iso weeks\n0f0e0d0 nightly: make the folder first",
      ),
      bash(
        "git reset --soft HEAD~2 && git commit -m 'report: count weeks by the ISO rule'",
        "[main c4c5c6c] report: count weeks by the ISO rule\n 2 files changed, 9 insertions(+), 4 deletions(-)",
      ),
    ], "Both are one commit now, with a message that says what changed for the reader. Nothing had been pushed yet."),
  ],
};

/** A library in Rust, in both languages. */
const RUST: CodingSession = {
  title: "rust",
  turns: [
    turn("编译有警告，处理掉。", [
      bash(
        "cargo build",
        "warning: unused variable: `limit`\n  --> src/cache.rs:41:9\nwarning: `cache` (lib) generated 1 warning",
      ),
      read("src/cache.rs", "    let limit = self.limit;\n    self.evict();"),
      edit("src/cache.rs"),
      bash("cargo build", "    Finished dev [unoptimized + debuginfo] target(s) in 1.92s"),
    ], "那个变量取出来以后没有用到，说明上限其实没有生效。我没有直接删掉它，而是把它传给了淘汰函数。"),
    turn("那是个 bug？加个测试。", [
      edit("src/cache.rs", "#[test] fn keeps_to_its_limit() {}"),
      bash("cargo test", "running 9 tests\ntest cache::keeps_to_its_limit ... ok\ntest result: ok. 9 passed; 0 failed"),
    ], "是的，缓存以前会无限增长。新测试放进一千条，再检查只剩上限那么多。改动前它会失败，我验证过。"),
    turn(
      "Is eviction fair?",
      [
        read("src/evict.rs", "pub fn evict(&mut self) {\n    let key = self.order.pop_front();"),
      ],
      "It removes the oldest entry, whatever was used since. For our access pattern the least recently used one would be a better choice.",
    ),
    turn(
      "Switch to that.",
      [
        edit("src/evict.rs"),
        bash("cargo test", "test result: ok. 11 passed; 0 failed"),
        bash("cargo bench", "evict  time: [41.2 ns 41.9 ns 42.8 ns]"),
      ],
      "Entries move to the back when they are read. That costs a few nanoseconds a read and nothing else. Two further tests describe the new order.",
    ),
    turn("文档注释也更新。", [
      edit("src/evict.rs", "/// Removes the entry that was not used for the longest time."),
      bash("cargo doc --no-deps", " Documenting cache v0.3.0\n    Finished dev target(s) in 2.10s"),
    ], "注释里写明了现在按最近使用来淘汰，生成文档也没有报错。"),
    turn(
      "Clippy?",
      [
        bash("cargo clippy -- -D warnings", "error: this function has too many arguments (8/7)\n  --> src/lib.rs:88:1"),
        edit("src/lib.rs"),
        bash("cargo clippy -- -D warnings", "    Finished dev target(s) in 3.02s"),
      ],
      "One constructor took eight arguments. They are gathered in an options struct with defaults, so callers name only what differs.",
    ),
    turn("这样会不会破坏调用方？", [
      bash(
        "rg -n 'Cache::new\\(' --type rust",
        "src/main.rs:12:    let cache = Cache::new(64, ttl, clock, false, None, None, 1, log);",
      ),
      edit("src/main.rs"),
      bash("cargo build", "    Finished dev target(s) in 1.88s"),
    ], "仓库里只有一个调用的地方，已经改好。对外发布时这算不兼容的改动，需要提高次版本号。"),
    turn("好，记到变更记录。", [
      edit("CHANGELOG.md", "- 构造函数改为接收选项"),
    ], "变更记录里说明了新的构造方式，并给出了迁移的写法。"),
    turn("Format everything.", [
      bash("cargo fmt", ""),
      bash("git diff --stat", " src/lib.rs | 6 +++---\n 1 file changed, 3 insertions(+), 3 deletions(-)"),
    ], "Only one file needed it, three lines of imports."),
    turn("Commit in two parts.", [
      bash(
        "git add src && git commit -m 'cache: evict what was not used for longest'",
        "[main d1d2d3d] cache: evict what was not used for longest\n 3 files changed, 58 insertions(+), 21 deletions(-)",
      ),
      bash(
        "git add CHANGELOG.md && git commit -m 'changelog: the new constructor'",
        "[main e1e2e3e] changelog: the new constructor\n 1 file changed, 4 insertions(+)",
      ),
    ], "The behaviour and the note about it are separate commits. The tree is clean."),
    turn("最后再跑一遍全部测试。", [
      bash("cargo test --all", "test result: ok. 11 passed; 0 failed; 0 ignored"),
    ], "全部十一项通过，没有被跳过的。"),
    turn(
      "Thanks. What is left?",
      [
        bash("rg -n 'LATER' src", "src/cache.rs:7:// LATER: persist on shutdown"),
      ],
      "One open point in the sources: the cache is not saved when the program ends. Everything that you asked for today is done.",
    ),
    turn(
      "Leave it for now.",
      [],
      "It stays as it is. I would start with a snapshot at shutdown when you come back to it.",
    ),
    turn("看看二进制依赖。", [
      bash("cargo tree --depth 1", "cache v0.3.0\n├── log v0.4.21\n└── serde v1.0.197"),
    ], "直接依赖只有两个，一个管日志，一个管序列化。"),
    turn("Could we drop serde?", [
      grep("serde", "src/config.rs:1:use serde::Deserialize;"),
    ], "Only the settings use it. Reading three keys by hand would be shorter than the derive, so yes."),
    turn("Then do it.", [
      edit("src/config.rs"),
      bash("cargo build && cargo test", "test result: ok. 11 passed; 0 failed"),
    ], "Settings are read by a function of twenty lines. Build time fell noticeably, and one dependency is left."),
    turn("很好，今天就到这里。", [], "好的。下次可以从保存快照开始。"),
  ],
};

/** All sessions. */
export const CODING_SESSIONS: readonly CodingSession[] = [PARSER, SERVICE, PAGE_ZH, SCRIPTS, RUST];
