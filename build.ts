/**
 * Builds the executable: `build.ts` for this machine into `dist/memory`, `build.ts --all` for every target into
 * `dist/<file name>`. Run by `make build` and `make dist`.
 *
 * @module
 */
import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { MODEL_CACHE } from "./src/base/assets/native_files.ts";
import type { PartName } from "./src/base/assets/native_part.ts";
import { checkExecutable } from "./tools/natives/check_executable.ts";
import { pack, type PartHomes } from "./tools/natives/pack.ts";
import { hostTarget, type Target, TARGETS } from "./tools/natives/targets.ts";
import { INLINED_SQL } from "./tools/natives/inlined_sql.ts";
import { WITHOUT_WEB_RUNTIME } from "./tools/natives/without_web_runtime.ts";

/** One built executable. */
interface Built {
  readonly target: Target;
  readonly path: string;
  readonly bytes: number;
  readonly missing: readonly PartName[];
  readonly versions: readonly string[];
}

const CROSS_PACKAGES = ".tools/cross/node_modules";

/** Where native parts are searched. */
const HOMES: PartHomes = { package: ["node_modules", CROSS_PACKAGES], made: [MODEL_CACHE] };

/**
 * Compiles one executable and checks it.
 *
 * @param executable Bun's own executable for the target, or `null` to use the one that runs this
 * @throws {Error} if the bundle, an embedded file or the format of the result is not as expected
 */
async function build(target: Target, outfile: string, executable: string | null): Promise<Built> {
  const packed = pack(target, HOMES);
  const temp = `${outfile}.new${target.platform === "win32" ? ".exe" : ""}`;
  const result = await Bun.build({
    entrypoints: ["src/main.ts"],
    target: "bun",
    format: "esm",
    minify: true,
    // Compiling ahead halves the start-up time; every command is its own chunk and is read only when it runs.
    bytecode: true,
    splitting: true,
    plugins: [WITHOUT_WEB_RUNTIME, INLINED_SQL],
    compile: {
      target: target.bunTarget,
      outfile: temp,
      assets: [packed.folder],
      // A command lives for milliseconds: compiling hot code on a second thread rarely pays back. At 50 a search takes
      // three quarters of the processor time it takes at 1, and indexing 10,000 chunks no more; at 1000 that doubles.
      // The one loop that is worth it asks for more (src/store/index/vectors/shortlist.ts).
      jitPolicy: 50,
      // A folder that somebody else wrote must not be able to change how the program runs.
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(executable === null ? {} : { executablePath: executable }),
    },
  });
  if (!result.success) throw new AggregateError(result.logs, `The bundle for ${target.name} failed`);
  const bytes = checkExecutable(temp, target, packed);
  // In one step, so that a program that is running, or an interrupted build, never meets half a file.
  renameSync(temp, outfile);
  const versions = packed.manifest.parts.map((part) => `${part.name} ${part.version}`);
  return { target, path: outfile, bytes, missing: packed.missing, versions };
}

/** Builds for every target with the executables that `make dist` installed. */
async function buildAll(): Promise<void> {
  const built: Built[] = [];
  for (const target of TARGETS) {
    const executable = `${CROSS_PACKAGES}/${target.bunExecutable}`;
    if (!existsSync(executable)) throw new Error(`"${executable}" is missing; run "make dist"`);
    built.push(await build(target, `dist/${target.fileName}`, executable));
  }
  // What the licences of others ask for.
  for (const notice of ["LICENSE", "THIRD_PARTY_NOTICES.md"]) copyFileSync(notice, `dist/${notice}`);
  console.log(`${"file".padEnd(26)}${"MB".padStart(7)}  native parts`);
  for (const each of built) console.log(`${each.path.padEnd(26)}${megabytes(each).padStart(7)}  ${partsOf(each)}`);
}

/** Returns the size of an executable. */
function megabytes({ bytes }: Built): string {
  return (bytes / 1_000_000).toFixed(1);
}

/** Returns what an executable carries, and what it does not and what follows from that. */
function partsOf({ versions, missing }: Built): string {
  return [...versions, ...missing.map((name) => `no ${name}: keyword search only`)].join(", ");
}

mkdirSync("dist", { recursive: true });
if (Bun.argv.includes("--all")) await buildAll();
else {
  const built = await build(hostTarget(), "dist/memory", null);
  console.log(`${built.path}  ${megabytes(built)} MB  (${partsOf(built)})`);
}
