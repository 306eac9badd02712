import { version } from "../package.json" with { type: "json" };
import { EXIT_CODES } from "./base/errors.ts";
import { lastWords } from "./cmd/_failure.ts";
import { type Program, runProgram } from "./cmd/_run.ts";
import { processStreams, STDERR } from "./cmd/_streams.ts";
import { COMMANDS } from "./cmd/registry.ts";

const streams = processStreams();

const program: Program = {
  words: Bun.argv.slice(2),
  version,
  commands: COMMANDS,
  streams,
  environment: Bun.env,
  cwd: () => process.cwd(),
  steadyMs: () => performance.now(),
  loadApp: () => import("./app/app.ts"),
  loadChecker: () => import("./app/check_config.ts"),
  loadEmbedding: () => import("./app/open_embedder.ts"),
};

// What a shell asks between two keys is no command: no flag is checked, no error told.
const work = program.words[0] === "__complete"
  ? import("./cmd/_complete/complete.ts").then(({ complete }) => complete(program))
  : runProgram(program);

work.catch(async (error: unknown) => {
  // Nothing may end as an unhandled rejection: the runtime would print the program's own source.
  await streams.write(STDERR, lastWords(error));
  return EXIT_CODES.defect;
}).then((code) => process.exit(code));
