/**
 * The command frame with invented commands, streams that are arrays, and no files.
 *
 * @module
 */
import type { App } from "../../src/app/app.ts";
import { MemoryError } from "../../src/base/errors.ts";
import { type CommandDeclaration, type CommandEntry, defineCommand } from "../../src/cmd/_declare.ts";
import { type Program, runProgram } from "../../src/cmd/_run.ts";
import { COMMANDS } from "../../src/cmd/registry.ts";

/** What a fake run wrote. */
export interface FakeRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Names of the commands whose modules were loaded. */
  readonly loaded: readonly string[];
}

/** What differs from a run in pipes with an empty environment. */
export interface FakeOptions {
  readonly terminals?: readonly number[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Descriptors that nobody reads any more. */
  readonly goneReaders?: readonly number[];
  /** Descriptors that take nothing. */
  readonly fullDescriptors?: readonly number[];
  readonly commands?: Readonly<Record<string, CommandDeclaration>>;
  readonly app?: Partial<App>;
  /** The app cannot be opened for this reason. */
  readonly openError?: Error;
}

/** Returns a command that answers with what it was given, for tests that look at the frame. */
export function echoCommand(changes: Partial<CommandDeclaration> = {}): CommandDeclaration {
  return {
    ...defineCommand({
      arguments: [{ name: "WORD", description: "Any word", isVariadic: true }],
      flags: { count: { type: "integer", short: "c", value: "N", description: "A number" } },
      examples: [],
      output: "answer",
      run: ({ arguments: words, flags }) => ({
        json: { words, count: flags.count ?? null },
        text: (style) => style.bold(words.join(" ")),
      }),
    }),
    ...changes,
  };
}

/** Runs the frame with words. */
export async function runFake(words: readonly string[], options: FakeOptions = {}): Promise<FakeRun> {
  const written = ["", "", ""];
  const loaded: string[] = [];
  const invented = Object.entries(options.commands ?? { echo: echoCommand() }).map(([name, command]): CommandEntry => ({
    name,
    summary: `Run ${name}`,
    load: () => {
      loaded.push(name);
      return Promise.resolve({ command });
    },
  }));
  const builtIn = COMMANDS.filter(({ name }) => name === "help" || name === "version");
  const program: Program = {
    words,
    version: "1.2.3",
    commands: [...invented, ...builtIn],
    environment: options.environment ?? {},
    cwd: () => "/nowhere",
    steadyMs: () => 0,
    loadApp: () =>
      Promise.resolve({
        openApp: () =>
          options.openError === undefined
            ? Promise.resolve({ close() {}, explain: (error: unknown) => error, ...options.app } as App)
            : Promise.reject(options.openError),
        isMarkedSimulated: () => options.app?.isMarkedSimulated === true,
      }),
    loadChecker: () => Promise.reject(new Error("No settings here")),
    loadEmbedding: () => Promise.reject(new Error("No vectors here")),
    streams: {
      isTerminal: (descriptor) => options.terminals?.includes(descriptor) === true,
      write(descriptor, text) {
        if (options.goneReaders?.includes(descriptor) === true) return Promise.resolve(false);
        if (options.fullDescriptors?.includes(descriptor) === true) {
          return Promise.reject(new MemoryError("Cannot write the answer to stdout: no space left"));
        }
        written[descriptor] += text;
        return Promise.resolve(true);
      },
      input: () => new ReadableStream({ start: (controller) => controller.close() }),
      readInput: () => Promise.resolve(""),
    },
  };
  const code = await runProgram(program);
  return { code, stdout: written[1] ?? "", stderr: written[2] ?? "", loaded };
}
