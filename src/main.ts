import { version } from "../package.json" with { type: "json" };
import { runProgram } from "./cmd/_run.ts";
import { processStreams } from "./cmd/_streams.ts";
import { COMMANDS } from "./cmd/registry.ts";

runProgram({
  words: Bun.argv.slice(2),
  version,
  commands: COMMANDS,
  streams: processStreams(),
  environment: Bun.env,
  cwd: () => process.cwd(),
  steadyMs: () => performance.now(),
  loadApp: () => import("./app/app.ts"),
  loadChecker: () => import("./app/check_config.ts"),
}).then((code) => process.exit(code));
