import type { AppRequest } from "../app/app_request.ts";
import type { Program } from "./_run.ts";
import { STDIN, STDOUT } from "./_streams.ts";

/** Returns what the app is opened with for a call that names these places. */
export function appRequest(program: Program, flags: AppRequest["flags"]): AppRequest {
  const { streams, environment } = program;
  const cwd = program.cwd();
  return {
    flags: { workspace: flags.workspace, dataDir: flags.dataDir },
    environment,
    cwd,
    // Without a home there is no user config and no registry; the current folder keeps paths absolute.
    homeDir: environment["HOME"] ?? environment["USERPROFILE"] ?? cwd,
    terminals: { stdin: streams.isTerminal(STDIN), stdout: streams.isTerminal(STDOUT) },
    loadChecker: () => program.loadChecker(),
    loadEmbedding: () => program.loadEmbedding(),
  };
}
