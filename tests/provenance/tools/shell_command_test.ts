import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { classifyShell } from "../../../src/provenance/tools/shell_command.ts";
import { TOOL_FACTS } from "../../support/tool_facts.ts";

/** Returns the lines of a table that have another class than the one that all of them should have. */
function others(taint: "turn" | "text", lines: readonly string[]): string[] {
  return lines.filter((line) => classifyShell(line, TOOL_FACTS).taint !== taint)
    .map((line) => `${line} -> ${classifyShell(line, TOOL_FACTS).reason}`);
}

describe("a line of shell taints the turn", () => {
  test("with a network verb, however it is written", () => {
    expect(others("turn", [
      "curl https://example.org",
      "/usr/bin/curl -s x",
      "\\curl x",
      'c""url x',
      "'curl' x",
      "$'\\x63url' x",
      "CURL.EXE x",
      "wget -q -O - example.org",
      "ssh host ls",
      "scp host:x .",
      "nc -l 80",
      "gh pr view 1",
      "dig example.org",
      "npm test && curl x",
      "npm test; curl x",
      "npm test\ncurl x",
      "npm test & curl x",
      "npm test || curl x",
      "echo x | curl -d @- y",
      "(cd sub && curl x)",
      "{ curl x; }",
      "if true; then curl x; fi",
      "for f in a b; do curl $f; done",
      "while read u; do wget $u; done < urls",
      "f() { curl x; }; f",
      "case x in x) curl y;; esac",
      "! curl x",
      "time curl x",
      "time -p curl x",
      "coproc curl x",
      "FOO=1 curl x",
      "curl x > memory/x.md",
      "curl x >> ../notes/memory/x.md",
    ])).toEqual([]);
  });

  test("behind a program that runs another one", () => {
    expect(others("turn", [
      "sudo curl x",
      "sudo -u root -E curl x",
      "env X=1 curl x",
      "env -i PATH=/bin curl x",
      "nohup curl x &",
      "timeout 5 curl x",
      "timeout -k 1 5s curl x",
      "nice -n 5 curl x",
      "xargs curl < urls",
      "cat urls | xargs -n1 -P4 curl -O",
      "find . -name '*.url' -exec curl {} ;",
      "find . -exec sh -c 'curl x' ;",
      "exec curl x",
      "command curl x",
      "builtin eval x",
      "setsid curl x",
      "watch -n1 curl x",
      "stdbuf -oL curl x",
      "sudo timeout 5 env A=b curl x",
      "busybox wget x",
      "docker exec web curl x",
      "bundle exec curl x",
      "poetry run curl x",
      "sudo $CMD",
      "xargs $CMD",
    ])).toEqual([]);
  });

  test("if it cannot be told what it runs", () => {
    expect(others("turn", [
      "eval x",
      "eval 'npm test'",
      "$CMD x",
      "${CMD} x",
      "c{url,at} x",
      "diff <(sort a) <(sort b)",
      "cat x | bash",
      "cat x | sudo bash",
      "cat x | sh -s",
      "cat x | python",
      "cat x | python3 -",
      "cat x | node",
      "bash <<EOF\nls\nEOF",
      "python - <<'EOF'\nprint(1)\nEOF",
      "python -c 'print(1)'",
      "python3.12 -c 'print(1)'",
      "node -e '1'",
      "node --eval=1",
      "node -p 1",
      "perl -e 1",
      "perl -ne 'print' x",
      "ruby -e 1",
      "php -r 1",
      "deno eval 1",
      "bun -e 1",
      "osascript -e x",
      "alias ls=curl",
      "trap 'curl x' EXIT",
      "echo hi > /dev/tcp/host/80",
      "cat < /dev/tcp/host/80",
      "if [ -f x",
      "echo 'unclosed",
      "cd",
      "cd - && cat x",
      "source $FILE",
      "memory hook claude-code prompt",
      "echo {} | memory hook claude-code prompt",
      `echo ${"x".repeat(100_001)}`,
    ])).toEqual([]);
  });

  test("with an action of git, a package manager or docker that leaves this machine", () => {
    expect(others("turn", [
      "git fetch",
      "git -C sub fetch",
      "git -C sub -c color.ui=never --git-dir=x pull",
      "git clone x",
      "git push",
      "git ls-remote",
      "git remote update",
      "git submodule update",
      "git archive --remote=x HEAD",
      "git rebase -x 'make' main",
      "git bisect run make",
      "git up",
      "git $ACTION",
      "npm i",
      "npm install left-pad",
      "npm ci",
      "npm view left-pad",
      "npm --prefix sub install",
      "npm exec cowsay",
      "npx cowsay",
      "npx -p typescript tsc",
      "pnpm add x",
      "pnpm dlx x",
      "yarn",
      "yarn add x",
      "bun add x",
      "bunx cowsay",
      "pip install x",
      "pip3 download x",
      "python -m pip install x",
      "uv add x",
      "uv pip install x",
      "uv run --with x pytest",
      "uvx x",
      "pipx run x",
      "poetry add x",
      "cargo add x",
      "cargo install x",
      "go get x",
      "go mod tidy",
      "go run example.org/x@latest",
      "gem install x",
      "bundle install",
      "composer require x",
      "dotnet restore",
      "brew install x",
      "apt-get install x",
      "sudo apt update",
      "docker pull x",
      "docker run x",
      "docker build .",
      "docker compose up",
      "docker-compose pull",
      "podman run x",
      "kubectl logs x",
      "deno run https://example.org/x.ts",
      "deno run npm:cowsay",
    ])).toEqual([]);
  });

  test("with a file outside of project and workspace, or an address", () => {
    expect(others("turn", [
      "cat /etc/hosts",
      "cat ~/Downloads/page.html",
      "cat ../other/x",
      "cat sub/../../other/x",
      "cd /tmp && cat x",
      "cd .. && cat x",
      "cat < /etc/hosts",
      "head -n1 --file=/etc/hosts",
      "grep x /etc/hosts",
      'cat "$HOME/Downloads/page.html"',
      "cat ${TMPDIR}/x",
      "node /tmp/x.js",
      "source /tmp/env.sh",
      "mytool https://example.org",
      "python fetch.py --url=https://example.org",
      "ls C:/Users",
    ])).toEqual([]);
  });
});

describe("a line of shell taints only what repeats it", () => {
  test("when it builds, tests, runs, looks or edits here", () => {
    expect(others("text", [
      "npm test",
      "npm run build -- --watch=false",
      "npm --version",
      "yarn build",
      "yarn test",
      "pnpm run lint",
      "pnpm build",
      "bun test",
      "bun run build.ts",
      "npx tsc --noEmit",
      "npx vitest run",
      "npm exec tsc",
      "make -j4",
      "cargo build --release",
      "cargo test",
      "go build ./...",
      "go test ./... -run X",
      "go mod why x",
      "pytest -q tests",
      "python -m pytest -x",
      "python script.py --verbose",
      "python3 manage.py migrate",
      "python --version",
      "node server.js",
      "node --test",
      "bash scripts/check.sh",
      "sh ./x.sh",
      "./gradlew test",
      "mvn -q test",
      "cmake --build build",
      "dotnet test",
      "deno test",
      "uv run pytest",
      "poetry run pytest",
      "bundle exec rspec",
      "timeout 60 npm test",
      "env NODE_ENV=test npm test",
      "FOO=1 npm test",
      "nohup node server.js &",
      "time make",
      "sudo -n true && make install",
      "cd sub && npm test",
      "cd sub && cat ../x",
      "ls -la src",
      "cat src/main.ts | head -50",
      "cat /work/app/src/main.ts",
      "cat ~/notes/memory/topics.md",
      "rg -n 'curl' src",
      "grep -r '/api/users' src",
      "sed -i 's/a/b/' x.ts",
      "awk '/x/ {print}' log",
      "find . -name '*.ts' -not -path './node_modules/*'",
      "find . -name x -exec rm {} ;",
      "xargs rm < list",
      "jq .x package.json",
      "git status",
      "git -C sub log --oneline -5",
      "git --no-pager diff HEAD~1",
      "git add -A && git commit -m 'fix: x'",
      "git commit -m \"$(cat <<'EOF'\nfix: x\n\nlonger text with $(no) substitution\nEOF\n)\"",
      "git branch -vv",
      "git checkout -b x",
      "git stash && git stash pop",
      "docker ps",
      "docker logs web",
      "docker compose logs web",
      "docker exec web ls",
      "npm test 2>&1 | tail -20",
      "npm test > out.log 2>/dev/null",
      "cat <<'EOF' > x.txt\ntext $(no)\nEOF",
      'for f in a b; do echo "$f"; cat "$f"; done',
      "if [ -f x ]; then make; else echo no; fi",
      "command -v node",
      "echo 'see https://example.org'",
      "git tag v1",
      "mkdir -p /tmp/out",
      "rm -rf dist",
      "memory search gateway",
      "memory note 'x' | jq .",
      "source venv/bin/activate && pytest",
      "go version",
      "echo # curl",
      "tar xzf x.tgz",
    ])).toEqual([]);
  });

  test("and of our own commands it is said that they are", () => {
    const isOwn = (line: string) => classifyShell(line, TOOL_FACTS).isOwn;
    expect(
      [
        "memory search x",
        "/usr/local/bin/memory get x",
        "memory search x --json | jq .results",
        "cd sub && memory status",
      ].map(isOwn),
    )
      .toEqual([true, true, true, true]);
    expect(["memory search x; cat y", "cat memory", "echo memory", "memoryx search x", "python memory"].map(isOwn))
      .toEqual([false, false, false, false, false]);
  });
});

describe("any line of shell", () => {
  const WORD = fc.constantFrom(
    "npm",
    "test",
    "&&",
    ";",
    "|",
    "(",
    ")",
    "{",
    "}",
    "'",
    '"',
    "`",
    "$(",
    "x",
    "\n",
    "<<EOF",
    "if",
    "fi",
    "\\",
    "=",
    "echo",
  );

  test("has a class, and a network verb that is added to one keeps no class but that of the turn", () => {
    fc.assert(
      fc.property(fc.array(WORD, { maxLength: 12 }), (words) => {
        const line = words.join(" ");
        const { taint } = classifyShell(line, TOOL_FACTS);
        expect(["turn", "text", "none"]).toContain(taint);
        expect(classifyShell(`curl x; ${line}`, TOOL_FACTS).taint).toBe("turn");
      }),
      { seed: 20260819, numRuns: 1_000 },
    );
  });

  test("can be anything", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (line) => {
        classifyShell(line, TOOL_FACTS);
      }),
      { seed: 20260819, numRuns: 1_000 },
    );
    const nested = `${"(".repeat(5_000)}curl x${")".repeat(5_000)}`;
    expect(classifyShell(nested, TOOL_FACTS).taint).toBe("turn");
    expect(classifyShell(`${"echo $(".repeat(3_000)}x`, TOOL_FACTS).taint).toBe("turn");
    expect(classifyShell(`${"sudo ".repeat(1_000)}curl x`, TOOL_FACTS).taint).toBe("turn");
  });
});

describe("a line that would keep the parser busy", () => {
  test("reads from outside, and is not parsed", () => {
    const lines = ["$(".repeat(20_000), "a|".repeat(45_000), "cat <<A\n".repeat(10_000), "x ".repeat(30_000)];
    for (const line of lines) {
      const verdict = classifyShell(line, TOOL_FACTS);
      expect(verdict).toEqual({ taint: "turn", reason: "a command too long to see through", isOwn: false });
    }
  });
});
