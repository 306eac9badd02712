/**
 * Which programs stay here and which read from outside (SPEC 4.5): the lists behind the classes of shell commands. A
 * program that stands in none of them is not known, and counts as reading from outside.
 *
 * @module
 */

/** Programs that are for nothing else. */
export const NETWORK_PROGRAMS: ReadonlySet<string> = words(`
  curl wget curlie http https xh httpie aria2c axel lynx w3m links elinks ssh scp sftp ssh-keyscan mosh telnet ftp lftp
  ncftp rsync rclone nc ncat netcat socat nmap dig nslookup host whois ping traceroute mtr gh glab hub tea jira linear
  mail mailx mutt neomutt sendmail msmtp fetchmail getmail himalaya notmuch offlineimap mbsync aerc
  kubectl helm terraform tofu pulumi ansible ansible-playbook aws gcloud gsutil bq az doctl heroku vercel netlify flyctl
  fly wrangler supabase firebase railway render s3cmd mc b2 ngrok cloudflared tailscale
  yt-dlp youtube-dl gallery-dl hf huggingface-cli kaggle dvc ollama llm
  claude codex gemini cursor-agent opencode openclaw amp aider goose crush copilot qwen
  apt apt-get aptitude yum dnf microdnf apk pacman yay paru zypper emerge port snap flatpak choco winget scoop nix-env
  pipx uvx easy_install conda mamba micromamba pkgin
  svn cvs iex invoke-webrequest invoke-restmethod iwr irm start-bitstransfer certutil bitsadmin
`);

/** What cannot be seen through, or is run elsewhere or later. */
export const OPAQUE_PROGRAMS: ReadonlySet<string> = words(`
  eval trap alias unalias enable complete compgen parallel watchexec entr nodemon script tmux screen zellij at batch crontab dtach expect osascript
  powershell pwsh cmd wsl busctl dbus-send bind fc
`);

/** Programs that are known to work on what lies here: look, filter, build, test. */
export const LOCAL_PROGRAMS: ReadonlySet<string> = words(`
  ls cat bat head tail less more wc sort uniq cut tr paste join comm nl tac rev fold column expand unexpand split csplit
  grep egrep fgrep zgrep rg ag sed gsed awk gawk mawk jq yq diff cmp patch tee tree file stat du df find fd fdfind
  basename dirname realpath readlink date cal seq expr bc factor nproc uname arch id whoami groups hostname uptime free ps printenv
  pgrep which whereis type hash ulimit umask jobs fg disown tput clear cp mv ln install tar gzip gunzip zcat bzip2 bunzip2
  xz unxz zstd unzstd zip unzip 7z md5sum sha1sum sha256sum sha512sum shasum cksum base64 xxd hexdump od strings iconv
  dos2unix dd truncate sync locale
  make gmake cmake ctest ninja meson bazel buck2 just gcc g++ cc c++ clang clang++ ld ar ranlib nm objdump readelf size
  strip pkg-config autoconf automake rustc rustfmt javac java jar kotlinc scalac gofmt goimports golangci-lint gotestsum
  ghc stack cabal-fmt dune ocamlformat swiftc swiftformat swiftlint zig mvn mvnw gradle gradlew
  tsc vitest jest mocha ava eslint prettier biome oxlint dprint vite rollup esbuild webpack turbo nx lerna tap c8 nyc
  stylelint playwright cypress svelte-check vue-tsc next nuxt astro
  pytest py.test mypy ruff black isort flake8 pylint pyright coverage bandit
  rspec rubocop rake rails phpunit phpstan pest prove shellcheck shfmt hadolint markdownlint cloc tokei scc ctags
`);

/** Programs that run code: from a file, an option or their input. */
export const INTERPRETERS: ReadonlySet<string> = words(`
  sh bash zsh dash ksh mksh ash fish csh tcsh python pypy ipython node nodejs deno bun perl ruby irb php lua luajit r
  rscript tclsh elixir iex julia groovy scala jshell ghci runghc tsx ts-node
`);

/** Programs that give back only what they are told, or nothing. */
export const SAYING_PROGRAMS: ReadonlySet<string> = words(`
  echo printf true false : test [ cd pushd popd pwd export set unset local declare readonly shift return exit wait
  mkdir rmdir rm touch chmod chown mktemp kill sleep read break continue shopt mapfile readarray let
`);

/** Programs whose first argument is a pattern or a script, not a file. */
export const PATTERN_FIRST: ReadonlySet<string> = words(
  "grep egrep fgrep zgrep rg ag ack sed gsed awk gawk mawk jq yq",
);

/** Actions of programs that stay on this machine; every other action of theirs reads from outside. */
export const LOCAL_ACTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: words(`add am annotate apply bisect blame branch bundle cat-file check-attr check-ignore checkout checkout-index
    cherry cherry-pick clean column commit commit-graph commit-tree config count-objects describe diff diff-files
    diff-index diff-tree difftool fast-export format-patch for-each-ref fsck gc grep hash-object help init
    interpret-trailers log ls-files ls-tree merge merge-base merge-file merge-tree mergetool mktag mktree mv
    name-rev notes pack-refs patch-id prune range-diff read-tree rebase reflog repack replace rerere reset restore
    rev-list rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stage stash status stripspace switch
    symbolic-ref tag unpack-objects update-index update-ref var verify-commit verify-pack verify-tag version whatchanged
    worktree write-tree`),
  npm: words(`run run-script test t tst start stop restart ls list la ll pack version config c get set prefix root bin
    explain why fund prune rebuild rb unlink uninstall un remove rm r dedupe ddp shrinkwrap help pkg completion
    query sbom`),
  pip: words("list freeze show check config cache uninstall help debug inspect hash completion"),
  uv: words("run venv tree version cache help format build self"),
  poetry: words("run shell show env version check config build remove list about"),
  cargo: words(`build b test t run r check c clippy fmt bench doc d clean tree metadata fix expand nextest version
    rustc rustdoc locate-project pkgid help uninstall remove rm miri llvm-cov`),
  go: words("build test run vet fmt generate version env list tool doc clean work mod fix help"),
  gem: words("list env environment contents which build uninstall help check cleanup pristine"),
  bundle: words("exec check list config show info open clean help viz"),
  composer: words("run run-script exec show dump-autoload dumpautoload test validate check help depends prohibits"),
  dotnet: words("build test run clean format watch sln list pack publish msbuild vstest help new"),
  brew: words("list ls config doctor deps uses leaves help --version --prefix --cellar --repository"),
  docker: words(`ps images logs exec inspect stop start restart rm rmi kill top stats port diff cp tag version info
    network volume container image system events wait rename pause unpause attach history save load compose context`),
  "docker compose": words(
    "ps logs stop start restart down exec config top kill rm images ls version events port pause",
  ),
  deno: words("run test bench fmt lint check compile doc task coverage types info help serve"),
  hg: words(
    "add annotate branch bookmarks cat commit diff files heads help id log manifest parents phase status summary tag tip up update",
  ),
  jj: words(
    "abandon bookmark commit describe desc diff edit evolog log new op rebase resolve restore show split squash st status undo workspace",
  ),
};

/** Programs whose unknown actions are scripts of the project; these actions read from outside, and so does no action at all. */
export const OUTSIDE_ACTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  yarn: words(
    "add install i up upgrade upgrade-interactive dlx create info npm search audit outdated import set policies global init publish login plugin self-update",
  ),
  pnpm: words(
    "add install i ci update up upgrade dlx create info view show v search audit outdated fetch import publish login store env setup self-update init deploy licenses server",
  ),
  bun: words("add install i ci update upgrade create c init publish outdated info audit link patch"),
};

/** Names under which the same program is known. */
export const SAME_PROGRAM: Readonly<Record<string, string>> = {
  pip3: "pip",
  podman: "docker",
  nerdctl: "docker",
  "docker-compose": "docker compose",
  yarnpkg: "yarn",
  rushx: "pnpm",
  bundler: "bundle",
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
