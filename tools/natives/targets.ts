/**
 * The machines that the executable is built for.
 *
 * @module
 */

/** One target of `make dist`. */
export interface Target {
  /** Platform and architecture as `process.platform` and `process.arch` say, joined: `linux-x64`. */
  readonly name: string;
  /** As `process.platform` says. */
  readonly platform: "linux" | "darwin" | "win32";
  /** As `process.arch` says. */
  readonly arch: "x64" | "arm64";
  /** Bun's name for the target. */
  readonly bunTarget: Bun.Build.CompileTarget;
  /** npm package that holds Bun's executable for the target, and the path inside it. */
  readonly bunExecutable: string;
  /** Name of the file that is built for it by `make dist`. */
  readonly fileName: string;
}

/** Every target, the order of the printed table. */
export const TARGETS: readonly Target[] = [
  target("linux", "x64", { bun: "linux-x64" }),
  target("linux", "arm64", { bun: "linux-aarch64" }),
  target("darwin", "arm64", { bun: "darwin-aarch64" }),
  target("darwin", "x64", { bun: "darwin-x64" }),
  target("win32", "x64", { bun: "windows-x64", suffix: ".exe" }),
];

/**
 * Returns the target of the machine that this runs on.
 *
 * @throws {Error} if the program is not built for it
 */
export function hostTarget(): Target {
  const name = `${process.platform}-${process.arch}`;
  const found = TARGETS.find((each) => each.name === name);
  if (found === undefined) {
    throw new Error(`No executable is built for "${name}", only for ${TARGETS.map((each) => each.name).join(", ")}`);
  }
  return found;
}

function target(
  platform: Target["platform"],
  arch: Target["arch"],
  names: { readonly bun: string; readonly suffix?: string },
): Target {
  const { bun, suffix = "" } = names;
  const system = bun.split("-")[0] ?? platform;
  return {
    name: `${platform}-${arch}`,
    platform,
    arch,
    bunTarget: `bun-${system}-${arch}` as Bun.Build.CompileTarget,
    bunExecutable: `@oven/bun-${bun}/bin/bun${suffix}`,
    fileName: `memory-${platform}-${arch}${suffix}`,
  };
}
