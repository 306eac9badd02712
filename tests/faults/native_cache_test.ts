/** The built executable with a cache folder that is empty, contested, forged, read-only, full or without execution. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256Hex } from "../../src/base/hash.ts";
import { memoryCommand } from "../support/run_memory.ts";
import { openTempHome, type TempHome } from "../support/temp_home.ts";
import { skips } from "../support/skips.ts";

/** A user id that owns nothing here (`nobody` on Debian). */
const STRANGER = 65_534;

/** Each damage costs half a second of unpacking, and more beside other tests. */
const UNPACKING_MS = 120_000;

const isRoot = process.getuid?.() === 0;

interface NativeStatus {
  readonly name: string;
  readonly loaded: boolean;
  readonly reason: string | null;
  readonly hint: string | null;
}

let home: TempHome;
let binary = "";

/** The parts of this executable: one that was built without a model has two. */
let parts: string[] = [];

beforeAll(() => {
  const [built = ""] = memoryCommand();
  home = openTempHome({ MEMORY_NOW: "2026-08-19T10:00:00+00:00", MEMORY_CALLER: "owner" });
  // A copy that other users can read, wherever the repository lies.
  binary = join(home.home, "memory");
  copyFileSync(built, binary);
  chmodSync(binary, 0o755);
  chmodSync(home.home, 0o755);
  expect(status(["init"], home.environment).code).toBe(0);
  expect(status(["note", "The gateway listens on port 18789"], home.environment).code).toBe(0);
  const { native } = status(["status"], home.environment);
  parts = native.filter((part) => !(part.reason ?? "").includes("built without")).map((part) => part.name);
  skips(!parts.includes("embedding-model"), "what is said of the model: this executable was built without one");
});

afterAll(() => home.remove());

/** Runs words, after a prefix that may change the user or the mounts, and returns code and answer. */
function status(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  prefix: readonly string[] = [],
): { code: number; answer: Record<string, unknown>; native: NativeStatus[] } {
  const child = Bun.spawnSync([...prefix, binary, ...words, "--json"], {
    cwd: home.workspace,
    env: environment,
    stdin: "ignore",
  });
  const text = child.stdout.toString();
  const answer = text === "" ? { error: child.stderr.toString() } : JSON.parse(text);
  return { code: child.exitCode, answer, native: answer.native ?? [] };
}

/** Returns the environment with a cache folder of its own. */
function withCache(name: string): { cache: string; environment: Record<string, string> } {
  const cache = join(home.home, name);
  return { cache, environment: { ...home.environment, MEMORY_CACHE_DIR: cache } };
}

/** Returns the names of the parts that are loaded. */
function loadedIn(native: readonly NativeStatus[]): string[] {
  return native.filter((part) => part.loaded).map((part) => part.name);
}

/** Expects that all parts, or those named, are missing for the same reason, and that the program goes on without them. */
function expectDegraded(native: readonly NativeStatus[], reason: string, among: readonly string[] = parts): void {
  expect(parts).toEqual(expect.arrayContaining(["sqlite-vec", "onnxruntime"]));
  expect(native.map((part) => part.name)).toEqual(["sqlite-vec", "onnxruntime", "embedding-model"]);
  for (const part of native.filter(({ name }) => among.includes(name))) {
    expect(part.loaded).toBe(false);
    expect(part.reason).toContain(reason);
    expect(part.hint).not.toBe("");
  }
}

describe("the first start", () => {
  test("unpacks every part, and only for the command that needs them", () => {
    const { cache, environment } = withCache("first");
    expect(status(["search", "gateway", "--keyword-only"], environment).code).toBe(0);
    expect(globSync(cache)).toEqual([]);
    const { native } = status(["status"], environment);
    expect(loadedIn(native)).toEqual(parts);
    expect(readdirSync(cache)).toHaveLength(parts.length);
    // The library was tried in a child process before it was loaded in this one.
    expect(globSync(join(cache, "onnxruntime-*", "loads-here"))).toHaveLength(1);
  });

  test("works for twenty processes at once", async () => {
    const { cache, environment } = withCache("crowd");
    const answers = await Promise.all(Array.from({ length: 20 }, async () => {
      const child = Bun.spawn([binary, "status", "--json"], { cwd: home.workspace, env: environment, stdin: "ignore" });
      return JSON.parse(await new Response(child.stdout).text());
    }));
    expect(answers.map((answer) => loadedIn(answer.native))).toEqual(Array.from({ length: 20 }, () => parts));
    expect(readdirSync(cache)).toHaveLength(parts.length);
  });
});

describe("a part that cannot be had", () => {
  test("is made again when its file was changed, cut short, or is gone", () => {
    const { cache, environment } = withCache("forged");
    status(["status"], environment);
    const damage = [
      (path: string) => appendFileSync(path, "x"),
      (path: string) => truncateSync(path, 4_096),
      (path: string) => rmSync(path),
    ];
    for (const file of ["onnxruntime-*/libonnxruntime*", "embedding-model-*/model.onnx_data"]) {
      const [path] = globSync(join(cache, file));
      if (path === undefined) continue;
      const right = sha256Hex(new Uint8Array(readFileSync(path)));
      for (const change of damage) {
        change(path);
        for (const words of [["search", "gateway"], ["status"]]) expect(status(words, environment).code).toBe(0);
        expect(loadedIn(status(["status"], environment).native)).toEqual(parts);
        expect(sha256Hex(new Uint8Array(readFileSync(path)))).toBe(right);
      }
    }
  }, UNPACKING_MS);

  test("is made again when its stamp vouches for a file that is damaged all the same", () => {
    if (!parts.includes("embedding-model")) return;
    const { cache, environment } = withCache("forged-stamp");
    status(["index"], environment);
    status(["status"], environment);
    for (const file of ["onnxruntime-*/libonnxruntime*", "embedding-model-*/model.onnx"]) {
      const [path = ""] = globSync(join(cache, file));
      const right = sha256Hex(new Uint8Array(readFileSync(path)));
      writeFileSync(path, "not what it was");
      vouchFor(path);
      // So long that it is worth loading the runtime; a short question needs only the model's own files.
      const { answer } = status(["search", "gateway ".repeat(140)], environment);
      expect(answer["lanes"]).toEqual({ keyword: "ok", vector: "ok" });
      expect(sha256Hex(new Uint8Array(readFileSync(path)))).toBe(right);
    }
  }, UNPACKING_MS);

  test.skipIf(skips(!isRoot, "only root can make a folder of another user's"))(
    "is left out when the folder belongs to another user",
    () => {
      const { cache, environment } = withCache("foreign");
      mkdirSync(cache, { mode: 0o755 });
      chownSync(cache, STRANGER, STRANGER);
      const { code, native } = status(["status"], environment);
      expect(code).toBe(0);
      expectDegraded(native, `belongs to user ${STRANGER}`);
      expect(status(["search", "gateway"], environment).code).toBe(0);
    },
  );

  // Root may write everywhere, so the program runs as a user who may not; that takes root to arrange.
  test.skipIf(skips(isRoot && Bun.which("setpriv") === null, "root writes anywhere, and there is no setpriv"))(
    "is left out when the folder is read-only",
    () => {
      const { cache } = withCache("read-only");
      mkdirSync(cache, { mode: 0o555 });
      chmodSync(cache, 0o555);
      const own = openTempHome({ MEMORY_CACHE_DIR: cache });
      try {
        const prefix = isRoot ? ["setpriv", `--reuid=${STRANGER}`, `--regid=${STRANGER}`, "--clear-groups"] : [];
        if (isRoot) { for (const path of [cache, own.home, own.workspace]) chownSync(path, STRANGER, STRANGER); }
        const run = (words: string[]) => {
          const child = Bun.spawnSync([...prefix, binary, ...words, "--json"], {
            cwd: own.workspace,
            env: own.environment,
            stdin: "ignore",
          });
          return { code: child.exitCode, answer: JSON.parse(child.stdout.toString()) };
        };
        expect(run(["init"])).toMatchObject({ code: 0 });
        const { code, answer } = run(["status"]);
        expect(code).toBe(0);
        expectDegraded(answer.native, "cannot be read and written by this user");
      } finally {
        own.remove();
        chmodSync(cache, 0o755);
      }
    },
  );
});

/** Words that give a process mounts of its own, or `null` where the system does not allow it. */
const unshare = ["unshare", ...(isRoot ? [] : ["--map-root-user"]), "--mount"];
const mayMount = process.platform === "linux" && Bun.which("unshare") !== null &&
  Bun.spawnSync([...unshare, "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).exitCode === 0;

describe.skipIf(skips(!mayMount, "mounts are not allowed here"))("a cache on a file system of its own", () => {
  /** Runs `memory status` with a tmpfs of these options as the cache folder. */
  function statusOn(name: string, options: string): ReturnType<typeof status> {
    const { cache, environment } = withCache(name);
    mkdirSync(cache, { mode: 0o700 });
    const script = `mount -t tmpfs -o mode=700,${options} tmpfs "$0" && exec "$@"`;
    return status(["status"], environment, [...unshare, "sh", "-c", script, cache]);
  }

  test("without execution: the reason names it", () => {
    const { code, native } = statusOn("forbidding", "noexec");
    expect(code).toBe(0);
    // The model is data: it may lie there, but nothing can run it.
    expectDegraded(native, "noexec", ["sqlite-vec", "onnxruntime"]);
    for (const part of native.filter(({ loaded }) => !loaded)) expect(part.hint).toContain("MEMORY_CACHE_DIR");
  });

  test("full: the reason says how much is needed", () => {
    const { code, native } = statusOn("full", "size=100k");
    expect(code).toBe(0);
    expectDegraded(native, "No space is left for");
    expect(native[1]?.reason).toContain("39 MB");
    expect(native[2]?.reason).toContain(parts.includes("embedding-model") ? "36 MB" : "built without");
  });

  test("with room for the small part only: that one is loaded", () => {
    const { native } = statusOn("narrow", "size=1m");
    expect(loadedIn(native)).toEqual(["sqlite-vec"]);
  });
});

test("nothing of all this leaves a temporary folder behind", () => {
  expect(globSync(join(home.home, "*", ".unpack.*"))).toEqual([]);
  rmSync(join(home.home, "crowd"), { recursive: true });
});

/** Makes the stamp of an unpacked folder fit a file as it is now, as if a disk had lost bytes of it unseen. */
function vouchFor(path: string): void {
  const stamp = join(dirname(path), "verified.json");
  const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
  const rows: string[] = JSON.parse(readFileSync(stamp, "utf8"));
  const fitting = rows.map((row) => {
    const [name = "", ...rest] = row.split(" ");
    return name === basename(path) ? [name, size, mtimeNs, ctimeNs, ino, rest.at(-1)].join(" ") : row;
  });
  expect(fitting).not.toEqual(rows);
  writeFileSync(stamp, `${JSON.stringify(fitting, null, 1)}\n`);
}
