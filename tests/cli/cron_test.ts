/** `memory cron` against schedulers that scripts act. */
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CliWorld, openCliWorld } from "../support/cli_world.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { type StandIns, standIns } from "../support/stand_ins.ts";

setDefaultTimeout(240_000);

let world: CliWorld;
let system: StandIns;

beforeEach(async () => {
  world = openCliWorld();
  system = standIns(world.home);
  await world.run(["init"]);
});
afterEach(() => world.remove());

async function cron(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await world.run(["cron", ...words], {
    environment: { PATH: system.path, ...environment },
  });
  return { code, stderr, json: JSON.parse(stdout) };
}

const OTHERS = Buffer.concat([
  Buffer.from("# mine\r\nMAILTO=\"\"\n0 5 * * * date +\\%F > '/tmp/a b'\n# 备份\n"),
  Buffer.from([0xff, 0xfe, 0x0a]),
  Buffer.from("*/5 * * * * /bin/true"),
]);

describe("an offer that was taken and cannot be kept", () => {
  test("says that no night was scheduled, and what to do instead", async () => {
    system.script("crontab", 'echo "crontab: you are not allowed to use this program" >&2; exit 1');
    const { code, screen } = await world.runAtTerminal(["init", join(world.home, "other")], {
      environment: { PATH: system.path },
      input: "y\n",
    });
    expect(code).toBe(0);
    expect(screen).toContain("No night was scheduled. Cannot read the crontab: crontab: you are not allowed");
    expect(screen).toContain("memory daemon");
  });
});

describe("a crontab", () => {
  test("gets one line, however often it is installed, and is given back as it was", async () => {
    system.setCrontab(OTHERS);
    const first = await cron(["install"]);
    expect(first).toMatchObject({ code: 0, json: { manager: "crontab", expression: "0 3 * * *", changed: true } });
    expect(first.json.nextRun).toBe("2026-08-20T03:00:00+08:00");
    const installed = system.crontab();
    expect(installed?.subarray(0, OTHERS.length).equals(OTHERS)).toBe(true);
    expect(await cron(["install"])).toMatchObject({ code: 0, json: { changed: false } });
    expect(system.crontab()).toEqual(installed);
    expect(await cron(["install", "--at", "30 4 * * 1-5"])).toMatchObject({ code: 0, json: { changed: true } });
    expect(system.crontab()?.toString("latin1").match(/--scheduled/g)).toHaveLength(1);
    expect(await cron(["status"])).toMatchObject({
      json: { timer: { expression: "30 4 * * 1-5" }, installed: [{ manager: "crontab", current: true }] },
    });
    expect(await cron(["uninstall"])).toMatchObject({ code: 0, json: { changed: true, manager: "crontab" } });
    expect(system.crontab()?.equals(OTHERS)).toBe(true);
    expect(await cron(["uninstall"])).toMatchObject({ code: 0, json: { changed: false } });
    expect(await cron(["status"])).toMatchObject({ json: { timer: null, installed: [], nextRun: null } });
  });

  test("is only shown the difference by a dry run, to an agent too", async () => {
    system.setCrontab("0 5 * * * /bin/true\n");
    const { code, json } = await cron(["install", "--dry-run"], { MEMORY_CALLER: "agent" });
    expect({ code, dryRun: json.dryRun, changed: json.changed }).toEqual({ code: 0, dryRun: true, changed: true });
    expect(json.diff.slice(0, 2)).toEqual(["--- crontab", "+++ crontab"]);
    expect(json.diff.slice(2).map((line: string) => line[0])).toEqual(["+", "+", "+"]);
    expect(system.crontab()?.toString()).toBe("0 5 * * * /bin/true\n");
    expect(await cron(["status"])).toMatchObject({ json: { timer: null } });
  });

  test("follows a workspace that was moved", async () => {
    await cron(["install"]);
    const moved = join(world.home, "moved");
    renameSync(world.workspace, moved);
    renameSync(`${world.workspace}.memory`, `${moved}.memory`);
    const there = { cwd: "moved", environment: { PATH: system.path } };
    const lost = await world.run(["cron", "status"], there);
    expect(JSON.parse(lost.stdout).error.hint).toStartWith("memory init --adopt");
    expect((await world.run(["init", "--adopt"], there)).code).toBe(0);
    const status = JSON.parse((await world.run(["cron", "status"], there)).stdout);
    expect(status).toMatchObject({
      installed: [],
      notices: [expect.stringContaining(`of "${world.workspace}", where`)],
    });
    expect((await world.run(["cron", "install"], there)).code).toBe(0);
    const text = system.crontab()?.toString() ?? "";
    expect(text.match(/--workspace \S+/g)).toEqual([`--workspace ${moved}`]);
    expect(JSON.parse((await world.run(["cron", "status"], there)).stdout)).toMatchObject({ notices: [] });
    // One that moved again takes what it left with it.
    const again = join(world.home, "again");
    renameSync(moved, again);
    renameSync(`${moved}.memory`, `${again}.memory`);
    await world.run(["init", "--adopt"], { ...there, cwd: "again" });
    expect((await world.run(["cron", "uninstall"], { ...there, cwd: "again" })).code).toBe(0);
    expect(system.crontab()?.toString()).toBe("");
  });

  test("is not touched for an agent", async () => {
    const { code, json } = await cron(["install"], { MEMORY_CALLER: "agent" });
    expect({ code, message: json.error.message }).toMatchObject({
      code: 1,
      message: expect.stringMatching(/^Cannot install a schedule: only the owner/),
    });
    expect(system.crontab()).toBeNull();
    await cron(["install"]);
    expect((await cron(["uninstall"], { MEMORY_CALLER: "agent" })).code).toBe(1);
    expect(system.crontab()?.toString()).toContain("--scheduled");
  });

  test("that another program writes at the same time keeps what that wrote", async () => {
    system.setCrontab("# first\n");
    // The second time it is read somebody has just added a line.
    system.script(
      "crontab",
      `kept='${join(world.home, "crontab.kept")}'
case "$1" in
  -l) n=$(cat "$kept.n" 2>/dev/null || echo 0); n=$((n+1)); echo $n > "$kept.n"
      [ $n = 2 ] && echo "# second" >> "$kept"; cat "$kept" ;;
  -) cat > "$kept.new" && mv "$kept.new" "$kept" ;;
esac`,
    );
    expect(await cron(["install"])).toMatchObject({ code: 0, json: { changed: true } });
    expect(system.crontab()?.toString()).toStartWith("# first\n# second\n# BEGIN memory ");
  });

  test("that cannot be relied on is an error, never an installation", async () => {
    const said: string[] = [];
    for (
      const script of [
        'echo "You (ann) are not allowed to use this program (crontab)" >&2; exit 1',
        '[ "$1" = -l ] || { echo "errors in crontab file, cannot install." >&2; exit 1; }',
        '[ "$1" = -l ] || cat >/dev/null',
      ]
    ) {
      system.script("crontab", script);
      const { code, json } = await cron(["install"]);
      expect(code).toBe(1);
      expect(json.error.hint).not.toBe("");
      said.push(json.error.message);
    }
    expect(said).toEqual([
      "Cannot read the crontab: You (ann) are not allowed to use this program (crontab)",
      "Cannot write the crontab: errors in crontab file, cannot install.",
      "Cannot rely on the crontab: read back, it is not what was written",
    ]);
    expect(await cron(["status"])).toMatchObject({ json: { timer: null } });
  });

  test("that is not there is an error with a way out", async () => {
    const { code, json } = await cron(["install"], { PATH: join(world.home, "nowhere") });
    expect({ code, message: json.error.message, hint: json.error.hint }).toEqual({
      code: 1,
      message: "Cannot install a schedule: there is no crontab, systemctl or launchctl in the PATH",
      hint: expect.stringContaining("memory dream --scheduled"),
    });
  });

  test("in which somebody changed the times is noticed", async () => {
    await cron(["install"]);
    system.setCrontab(system.crontab()?.toString().replace("0 3 * * *", "0 5 * * 1") ?? "");
    const { json } = await cron(["status"]);
    expect(json).toMatchObject({ installed: [{ expression: "0 5 * * 1", current: true }] });
    expect(json.notices).toEqual([
      'The crontab says "0 5 * * 1" where "0 3 * * *" was installed: memory cron install --at takes one of them',
    ]);
    expect(await cron(["install", "--at", "0 5 * * 1"])).toMatchObject({ json: { changed: false } });
    expect((await cron(["status"])).json.notices).toEqual([]);
  });

  test("of which somebody deleted our line is noticed", async () => {
    await cron(["install"]);
    system.setCrontab("");
    const { json } = await cron(["status"]);
    expect(json).toMatchObject({ timer: { manager: "crontab" }, installed: [] });
    expect(json.notices).toEqual(["The crontab has no entry any more: memory cron install writes it again"]);
  });
});

describe("the installed line", () => {
  test("runs a sweep where cron gives it nothing, in a folder with an odd name", async () => {
    const odd = join(world.home, `ann's 100% $HOME "笔记"`);
    const far = join(world.home, "elsewhere");
    mkdirSync(odd);
    await world.run(["init", odd, "--data-dir", far]);
    const place = ["--workspace", odd];
    expect((await cron(["install", ...place])).code).toBe(0);
    const line = entryIn(system.crontab());
    expect(line).toStartWith("0 3 * * * ");
    const child = Bun.spawnSync(["/usr/bin/env", "-i", "/bin/sh", "-c", asCronRunsIt(line)], {
      cwd: "/",
      stdin: "ignore",
    });
    expect({ code: child.exitCode, out: child.stdout.toString(), err: child.stderr.toString() })
      .toEqual({ code: 0, out: "", err: "" });
    const { stdout } = await world.run(["dream", "history", ...place]);
    expect(JSON.parse(stdout).sweeps).toMatchObject([{ kind: "night", mode: "dry", status: "dry-run" }]);
  });

  test("names the program by its absolute path, and what was set to find the workspace", async () => {
    const set = { XDG_CACHE_HOME: join(world.home, "my cache"), TZ: "Asia/Shanghai" };
    const { json } = await cron(["install", "--dry-run"], set);
    const line = json.diff.find((each: string) => each.includes("--scheduled"));
    const variables = `HOME=${world.home} XDG_STATE_HOME=${world.home}/.state XDG_CONFIG_HOME=${world.home}/.config`;
    expect(line).toContain(
      `env ${variables} XDG_CACHE_HOME='${world.home}/my cache' TZ=Asia/Shanghai ${memoryCommand()[0]} `,
    );
    expect(line).not.toContain("MEMORY_CALLER");
    expect(line).not.toContain("MEMORY_NOW");
  });
});

describe("systemd", () => {
  beforeEach(() => {
    system.script("systemctl", `echo "$*" >> '${join(world.home, "systemctl.log")}'`);
  });

  test("gets a timer that makes up for what it missed", async () => {
    const { code, json } = await cron(["install", "--manager", "systemd", "--at", "15 2,4 * * mon-fri"]);
    expect({ code, changed: json.changed }).toEqual({ code: 0, changed: true });
    const folder = unitFolder();
    const [service = "", timer = ""] = readdirSync(folder).sort().map((name) =>
      readFileSync(join(folder, name), "utf8")
    );
    expect(timer).toContain("\nOnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 2,4:15:00\nPersistent=true\n");
    expect(service).toContain(`\nEnvironment="HOME=${world.home}"\n`);
    expect(service).toContain(`"dream" "--scheduled" "--workspace" "${world.workspace}" "--quiet"\n`);
    const said = readFileSync(join(world.home, "systemctl.log"), "utf8");
    expect(said).toMatch(/--user daemon-reload\n--user enable memory-dream-\w+\.timer\n--user restart memory-dream-/);
    expect(await cron(["install", "--at", "15 2,4 * * mon-fri", "--manager", "systemd"]))
      .toMatchObject({ json: { changed: false } });
    expect(await cron(["status"])).toMatchObject({ json: { installed: [{ manager: "systemd", current: true }] } });
    expect((await cron(["install", "--manager", "crontab"])).json.error.hint).toBe("memory cron uninstall first");
    expect(await cron(["uninstall"])).toMatchObject({ json: { manager: "systemd", changed: true } });
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(join(world.home, "systemctl.log"), "utf8")).toMatch(/--user disable --now memory-dream-/);
  });

  test("that cannot be reached leaves no files", async () => {
    system.script("systemctl", 'echo "Failed to connect to bus: No medium found" >&2; exit 1');
    const { code, json } = await cron(["install", "--manager", "systemd"]);
    expect({ code, message: json.error.message }).toEqual({
      code: 1,
      message: "Cannot daemon-reload with systemctl --user: Failed to connect to bus: No medium found",
    });
    expect(readdirSync(unitFolder())).toEqual([]);
    expect(await cron(["status"])).toMatchObject({ json: { timer: null, installed: [] } });
  });

  test("keeps a file of somebody else's", async () => {
    await cron(["install", "--manager", "systemd"]);
    const path = join(unitFolder(), readdirSync(unitFolder()).find((name) => name.endsWith(".timer")) ?? "");
    writeFileSync(path, "[Timer]\nOnCalendar=daily\n");
    const { code, json } = await cron(["install", "--manager", "systemd"]);
    expect({ code, message: json.error.message }).toEqual({
      code: 1,
      message: `Cannot use "${path}": somebody else wrote that file`,
    });
    expect(readFileSync(path, "utf8")).toBe("[Timer]\nOnCalendar=daily\n");
  });
});

describe("launchd", () => {
  test("gets an agent, which is loaded and looked for", async () => {
    const loaded = join(world.home, "loaded");
    system.script(
      "launchctl",
      `case "$1" in bootstrap) echo "$3" > '${loaded}' ;; bootout) rm '${loaded}' ;; print) test -f '${loaded}' ;; esac`,
    );
    expect(await cron(["install", "--manager", "launchd", "--at", "0 3,15 * * *"])).toMatchObject({ code: 0 });
    const path = readFileSync(loaded, "utf8").trim();
    const plist = readFileSync(path, "utf8");
    expect(dirname(path)).toBe(join(world.home, "Library", "LaunchAgents"));
    expect(plist).toContain(
      "    <dict><key>Hour</key><integer>3</integer><key>Minute</key><integer>0</integer></dict>\n" +
        "    <dict><key>Hour</key><integer>15</integer><key>Minute</key><integer>0</integer></dict>\n",
    );
    expect(plist).toContain("<string>--workspace</string>\n");
    expect(await cron(["status"])).toMatchObject({ json: { installed: [{ manager: "launchd", current: true }] } });
    expect(await cron(["uninstall"])).toMatchObject({ json: { manager: "launchd", changed: true } });
    expect([existsSync(path), existsSync(loaded)]).toEqual([false, false]);
  });
});

describe("a sweep that did not come", () => {
  const NEXT_NOON = { MEMORY_NOW: "2026-08-20T12:00:00+08:00" };

  test("is overdue, in both commands, until one came", async () => {
    await cron(["install"]);
    expect((await cron(["status"])).json).toMatchObject({ overdueSince: null });
    expect((await cron(["status"], { MEMORY_NOW: "2026-08-20T03:10:00+08:00" })).json).toMatchObject({
      overdueSince: null,
    });
    const due = "2026-08-20T03:00:00+08:00";
    expect((await cron(["status"], NEXT_NOON)).json).toMatchObject({ overdueSince: due });
    const shown = await world.run(["status"], { environment: NEXT_NOON });
    expect(JSON.parse(shown.stdout).schedule).toMatchObject({
      overdueSince: due,
      nextRun: "2026-08-21T03:00:00+08:00",
    });
    await world.run(["dream", "--scheduled"], { environment: NEXT_NOON });
    expect((await cron(["status"], NEXT_NOON)).json).toMatchObject({ overdueSince: null });
  });

  test("is not overdue where unattended sweeps were disabled", async () => {
    await cron(["install"]);
    await world.run(["dream", "disable"]);
    expect((await cron(["status"], NEXT_NOON)).json).toMatchObject({ overdueSince: null });
  });
});

describe("init", () => {
  test("with --schedule installs it, says when the first night is, and takes it for the owner's yes", async () => {
    const environment = { PATH: system.path };
    const { stdout } = await world.run(["init", "--schedule"], { environment });
    expect(JSON.parse(stdout)).toMatchObject({
      alreadyInitialised: true,
      schedule: { manager: "crontab", expression: "0 3 * * *", nextRun: "2026-08-20T03:00:00+08:00" },
    });
    expect(system.crontab()?.toString()).toContain("--scheduled");
    const status = await world.run(["dream", "status"]);
    expect(JSON.parse(status.stdout)).toMatchObject({ consent: { isGiven: true, by: "owner" }, next: { run: "dry" } });
    expect((await world.run(["init", "--schedule"], { environment })).code).toBe(0);
    expect(system.crontab()?.toString().match(/--scheduled/g)).toHaveLength(1);
  });

  test("installs nothing for an agent, and for nobody who did not ask", async () => {
    const { code, stdout } = await world.run(["init", "--schedule"], {
      environment: { PATH: system.path, MEMORY_CALLER: "agent" },
    });
    expect({ code, message: JSON.parse(stdout).error.message }).toMatchObject({
      code: 1,
      message: expect.stringMatching(/only the owner/),
    });
    expect(JSON.parse((await world.run(["init"], { environment: { PATH: system.path } })).stdout).schedule).toBeNull();
    expect(system.crontab()).toBeNull();
  });

  test.each([["y\n", true], ["\n", false]])(
    "asks at a terminal, and takes %j for what it is",
    async (input, isWanted) => {
      const folder = join(world.home, "new");
      mkdirSync(folder);
      const environment = { PATH: system.path };
      const { code, screen } = await world.runAtTerminal(["init", folder], { environment, input });
      expect(code).toBe(0);
      expect(screen).toContain("The first seven nights that find something only show it");
      expect(screen.includes("first night")).toBe(isWanted);
      expect(system.crontab() !== null).toBe(isWanted);
      const again = await world.runAtTerminal(["init", folder], { environment });
      expect(again.screen).not.toContain("[y/N]");
    },
  );

  test("keeps what the owner said before: no sweeps that nobody watches", async () => {
    await world.run(["dream", "disable"]);
    await world.run(["init", "--schedule"], { environment: { PATH: system.path } });
    const status = await world.run(["dream", "status"]);
    expect(JSON.parse(status.stdout)).toMatchObject({ consent: { isGiven: false } });
  });
});

test("times and flags that make no sense are usage errors", async () => {
  expect((await cron(["install", "--at", "每天三点"])).code).toBe(2);
  expect((await cron(["status", "--at", "0 3 * * *"])).code).toBe(2);
  expect((await cron(["status", "--dry-run"])).code).toBe(2);
  rmSync(system.folder, { recursive: true });
  renameSync(world.workspace, `${world.workspace}.gone`);
  expect((await world.run(["cron", "status"], { cwd: "." })).code).toBe(1);
});

function unitFolder(): string {
  return join(world.home, ".config", "systemd", "user");
}

function entryIn(crontab: Buffer | null): string {
  return crontab?.toString().split("\n").find((line) => line.includes("--scheduled")) ?? "";
}

/** What cron hands to the shell: the line without its times, and its escaped percent signs as such. */
function asCronRunsIt(line: string): string {
  return line.split(" ").slice(5).join(" ").replaceAll("\\%", "%");
}
