import { describe, expect, test } from "bun:test";
import { classifyShell } from "../../../src/provenance/tools/shell_command.ts";
import { TOOL_FACTS } from "../../support/tool_facts.ts";

/** Returns the lines that have another class than the one that all of them should have. */
function others(taint: "turn" | "text", lines: readonly string[]): string[] {
  return lines.filter((line) => classifyShell(line, TOOL_FACTS).taint !== taint)
    .map((line) => `${line} -> ${classifyShell(line, TOOL_FACTS).reason}`);
}

describe("a line of shell reaches out", () => {
  test("with code in an option, however the option is written", () => {
    expect(others("turn", [
      "python3 -Ic 'import os'",
      "python3 -X dev -c 'import os'",
      "python3 -mpip install x",
      "python3 -m http.client",
      "python3 /dev/fd/3 3<<< 'code'",
      "perl -MLWP::Simple -E 'getprint q(x)'",
      "perl -nE 'print' x",
      "php -B 'readfile(1);' -- x",
      "php -R 'x'",
      "node --import 'data:text/javascript,fetch(1)' x.js",
      "node --import=data:text/javascript,fetch x.js",
      "swift -e x",
      "raku -e x",
      "racket -e x",
      "clojure -M -e x",
      "clj -e x",
      "bb -e x",
      "kotlin -e x",
      "erl -noshell -eval x",
      "guile -c x",
      "sbcl --eval x",
      "nu -c 'http get x'",
      "ghc -e x",
      "emacs --batch --eval x",
      "gdb -batch -ex 'shell curl x'",
      "lldb -o 'platform shell curl x' -b",
      "vim -c ':r !curl x' -c ':q' x",
      "vim -es '+r !curl x' '+q!'",
      "ex -s x <<< ':r x'",
      "ed x <<< '!curl x'",
      "make --eval='x:; curl y'",
      "cmake -E env curl x",
      "rake -e x",
    ])).toEqual([]);
  });

  test("with a command among the arguments of another", () => {
    expect(others("turn", [
      "env -S 'curl x'",
      "su -c 'curl x'",
      "script -c 'curl x'",
      "script -qc 'curl x' /dev/null",
      "flock x -c 'curl y'",
      "hyperfine 'curl x'",
      "git -c alias.x='!curl y' x",
      "git -c core.pager='curl x' log",
      "git -c core.sshCommand=x log",
      "git config alias.x '!curl y | sh' && git x",
      "git grep -O'curl x' foo",
      "git grep --open-files-in-pager=curl foo",
      "git diff --ext-diff",
      "git rebase --exe=make main",
      "git difftool -x curl",
      "git show FETCH_HEAD",
      "tar -I 'curl x' -xf y",
      "tar xf x.tar --use-compress-program='curl y'",
      "tar xf x.tar --to-command='curl y'",
      "tar --checkpoint=1 --checkpoint-action=exec='curl x' -cf y .",
      "zip x.zip y -T -TT 'curl z'",
      "rg --pre curl x",
      "sort --compress-program=curl x",
      "split --filter='curl x' y",
      "find . -exec bash -c 'curl x' ;",
      "find . -name x -exec rm {} ; -exec curl {} ;",
      "find . -name x | xargs sh -c 'curl x'",
      "bash -c 'npm test && curl x'",
      "bash -c \"bash -c 'curl x'\"",
      "make CC='curl x' y",
      "make SHELL=/tmp/x",
      "less '+!curl x' y",
    ])).toEqual([]);
  });

  test("with a variable that names a program, a library or another machine", () => {
    expect(others("turn", [
      "PAGER='curl x' git log",
      "GIT_EXTERNAL_DIFF='curl x' git diff",
      "GIT_SSH_COMMAND='curl x' git status",
      "EDITOR='curl x' git commit",
      "LESSOPEN='|curl x' less y",
      "MANPAGER='curl x' man ls",
      "LD_PRELOAD=/tmp/x.so ls",
      "BASH_ENV=/tmp/x bash x.sh",
      "PATH=/tmp/evil:$PATH ls",
      "export PATH=/tmp/evil:$PATH; ls",
      "env PATH=/tmp/evil ls",
      "NODE_OPTIONS='--require /tmp/x' node x.js",
      "PYTHONSTARTUP=/tmp/x python3 x.py",
      "DOCKER_HOST=ssh://e docker logs x",
      "docker -H ssh://e logs x",
    ])).toEqual([]);
  });

  test("with a script of sed or awk that runs commands or opens files", () => {
    expect(others("turn", [
      "sed '1e curl -s x' README.md",
      "sed -n 's/x/curl y/e' README.md",
      "sed -n 's/x/y/;1e curl z' README.md",
      "sed -n 'r /etc/passwd' README.md",
      "sed 'r/etc/hosts' x.md",
      "sed -n 's/a/b/w /tmp/x' y",
      "sed -e p -e '1e curl x' y",
      "sed -ne '1e curl x' y",
      "sed -f x.sed y",
      "awk 'BEGIN{\"curl -s x\"|getline y; print y}'",
      "awk 'BEGIN{while((getline l < \"/etc/hosts\")>0) print l}'",
      "awk 'BEGIN{system(\"curl x\")}'",
      'awk \'BEGIN{s="/inet/tcp/0/e/80"; print "GET /" |& s}\'',
      'awk \'BEGIN{print "x" | "curl y"}\'',
      "gawk -f x.awk",
    ])).toEqual([]);
  });

  test("with a program that installs, asks another machine, or is not known", () => {
    const programs = `cpan x;cpanm x;luarocks install x;opam install x;cabal update;nimble install x;mix deps.get
      dart pub get;flutter pub get;pub get;pod install;vcpkg install x;conan install x;rustup update;nvm install 20
      fnm install 20;volta install node;pyenv install 3.12;rbenv install 3;asdf install;sdk install java;git-lfs fetch
      pkg install x;code --install-extension x;mvn dependency:get -Dartifact=x;./mvnw dependency:get
      ./gradlew build --refresh-dependencies;go list -m -versions example.com/x;go list -m -u all;sbt update
      swift package resolve;carthage update;corepack prepare pnpm@latest;lein deps;npm link x
      docker image pull x;docker container run x;docker context use remote;podman image pull x;podman container run x
      openssl s_client -connect e:443;gpg --recv-keys X;psql -h db -c 'select 1';mysql -h db -e x;redis-cli -h e get x
      pg_dump -h e;clickhouse-client -h e -q x;duckdb -c x;sqlite3 x.db 'select readfile(1)';wormhole receive x;croc x
      ipfs cat x;newsboat -x reload;adb shell ls;pbpaste;xclip -o;xsel -b;wl-paste;clip.exe;sgpt x;aichat x;mods x
      tldr curl;vagrant up;packer build x;restic restore x;borg extract x;tcpdump -A;tshark -i any;weechat;irssi
      gst-launch-1.0 x;modal run x;acli jira;ssh-copy-id x;frobnicate;mytool --local`;
    expect(others("turn", programs.split(/;|\n/).map((line) => line.trim()))).toEqual([]);
  });

  test("with a file outside of the project, however its path is written", () => {
    expect(others("turn", [
      'cat "${HOME}"/x',
      "cat $HOME/x",
      "cat $PWD/../../x",
      'cat "$PWD"/../x',
      "cat ~/x",
      "cat ~root/x",
      "grep -f /etc/hosts x",
      "grep -f/etc/hosts x",
      "grep --file=/etc/hosts x",
      "dd if=/tmp/x",
      "dd if=/dev/tcp/e/80",
      "ln -s /tmp/x y; cat y",
      "cp /tmp/x y",
      "echo /tmp/*",
      "/tmp/evil/memory search x",
      "/tmp/evil/ls",
      "cat .*/.*/x",
      "X=/etc/hosts; cat $X",
      "X=etc; cat /$X/hosts",
      "X=..; cat $X/$X/x",
      "cat $X",
      "for f in /tmp/*; do cat $f; done",
      "f=a; f=$(cat b); cat $f",
      "read f < a; cat $f",
      "while read f; do cat $f; done < list",
      "cat $(cat list)",
      "cat $(printf '/etc/%s' hosts)",
      "cat \"$(cat <<'EOF'\n/etc/hosts\nEOF\n)\"",
      "cat list | xargs cat",
      "xargs cat < list",
      "wc --files0-from=list",
      "cat {/etc/hosts,x}",
      "(cd sub); cat ../x",
      'cd "$(git rev-parse --show-toplevel)" && cat ../x',
      "cat < $X",
      "set -- /etc/hosts; cat $1",
    ])).toEqual([]);
  });

  test("with a substitution whose command does, or that decides what runs", () => {
    expect(others("turn", [
      'echo "$(curl x)"',
      "echo `curl x`",
      "echo ${X:-$(curl y)}",
      "cat <<EOF\n$(curl x)\nEOF",
      "echo $(echo $(curl x))",
      "$(git rev-parse HEAD)",
      'sh -c "$(cat x)"',
      'for f in $(ls); do sh -c "echo $f"; done',
      'sed "s/a/$(git rev-parse HEAD)/" x',
      "FOO=$(curl x) make",
      "npm $(git rev-parse HEAD)",
    ])).toEqual([]);
  });
});

describe("a line of shell stays here", () => {
  test("if the commands in it do, which are seen through", () => {
    expect(others("text", [
      'echo "$(git rev-parse HEAD)"',
      "echo $(cat x)",
      "echo $((1 + $(cat n)))",
      "[[ $(cat x) == y ]]",
      "FOO=$(date) make",
      'for f in $(ls *.ts); do wc -l "$f"; done',
      'for f in *.ts; do echo $f; head -3 "${f%.ts}.js"; done',
      "for i in {1..5}; do npm test; done",
      'cd "$(git rev-parse --show-toplevel)" && make',
      'ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/package.json"',
      'git show "$(git merge-base HEAD main)"',
      "git diff $(git merge-base HEAD main) --stat",
      "bash -c ls",
      "bash -lc 'npm test'",
      "sh -ec 'npm test && git status'",
      "timeout 60 bash -lc 'cd sub && make'",
      "git ls-files | xargs wc -l",
      "rg -l foo src | xargs sed -i 's/foo/bar/g'",
      "find . -name '*.ts' | head | while read f; do head -1 \"$f\"; done",
      "find . -name '*.ts' -exec grep -l x {} +",
      "f() { npm test; }; f",
    ])).toEqual([]);
  });

  test("with filters, switches and settings that run nothing", () => {
    expect(others("text", [
      "sed -n '1,20p' x.ts",
      "sed -E 's/[^/]*$//; s|a|b|g' x",
      "sed -i.bak -e '/x/d' -e 's/a/b/' y",
      "sed '/^$/d;$!N' x",
      "awk '{print $1, $NF}' x",
      "awk -F: 'NR>1 || /x/ {n+=$2} END {print n}' x",
      "grep -e '/api' src/x.ts",
      "NODE_ENV=test npm test",
      "GIT_PAGER=cat git log -3",
      "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
      "PYTHONPATH=src pytest",
      "git -c color.ui=always -c user.name=x log",
      "git commit -m '/etc is not read'",
      "make V=1 CFLAGS=-O2",
      "node --import tsx src/x.ts",
      "node --test tests",
      "./x.sh",
      "./node_modules/.bin/eslint src",
      "node_modules/.bin/tsc",
      "tar -czf x.tgz dist",
      "docker exec -it web ls",
      "pnpm -r build",
      "uv run pytest",
      "cargo test -p x -- --nocapture",
      "go test ./... -run X -v",
    ])).toEqual([]);
  });

  test("and the time to tell does not grow faster than the line", () => {
    for (
      const piece of ["echo $(", "a|", "cat <<E\n", "(", "`", "sed 's/[", "$((", "echo {a,", "if x; then "]
    ) {
      expect(["turn", "text", "none"]).toContain(classifyShell(piece.repeat(200), TOOL_FACTS).taint);
      expect(classifyShell(piece.repeat(99_000 / piece.length), TOOL_FACTS).taint).toBe("turn");
    }
    const nested = `${"echo $(".repeat(120)}ls${")".repeat(120)}`;
    expect(classifyShell(nested, TOOL_FACTS).taint).toBe("text");
  });
});
