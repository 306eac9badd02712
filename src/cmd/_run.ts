/**
 * The frame around every command: words → command → answer → the form that the output needs → exit code. Nothing else
 * in the program prints.
 *
 * @module
 */
import type { App } from "../app/app.ts";
import type { AppRequest, ConfigChecker, EmbedderOpener } from "../app/app_request.ts";
import { appRequest } from "./_app_request.ts";
import { type CommandLine, readCommandLine } from "./_command_line.ts";
import type { Answer, CommandContext, CommandEntry } from "./_declare.ts";
import { EXIT_CODES } from "../base/errors.ts";
import { asMemoryError, exitCodeOf } from "./_failure.ts";
import { guessChoice, openOutput, type Output } from "./_output.ts";
import { refuseSecrets } from "./_refuse_secrets.ts";
import { type Progress, startProgress } from "./_progress.ts";
import { STDERR, STDIN, type Streams } from "./_streams.ts";
import { startTiming, type Timing } from "./_timing.ts";

/** What opens the app. */
export interface AppModule {
  /** Opens it. */
  openApp(request: AppRequest): Promise<App>;
  /** Returns what `App.isMarkedSimulated` would say if the app could be opened. */
  isMarkedSimulated(request: AppRequest): boolean;
}

/** What `main` hands over. */
export interface Program {
  /** Words after the program's name. */
  readonly words: readonly string[];
  /** Version of the program. */
  readonly version: string;
  /** The registry. */
  readonly commands: readonly CommandEntry[];
  /** Standard streams. */
  readonly streams: Streams;
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns the current folder; throws if it is gone. */
  readonly cwd: () => string;
  /** A steady clock in milliseconds. */
  readonly steadyMs: () => number;
  /** Loads the app; called only by commands that need a workspace or settings. */
  loadApp(): Promise<AppModule>;
  /** Loads the check of settings; called only if a settings file holds settings. */
  loadChecker(): Promise<ConfigChecker>;
  /** Loads what opens embedders; called only if somebody asks for vectors. */
  loadEmbedding(): Promise<EmbedderOpener>;
}

/** Runs one command line and returns the exit code (SPEC 11.5). Every error ends here, as text, JSON and a code. */
export async function runProgram(program: Program): Promise<number> {
  const timing = startTiming(program.steadyMs);
  const code = await runWords(program, timing);
  if (program.environment["MEMORY_TIMING"] === "1") await program.streams.write(STDERR, `${timing.report()}\n`);
  return code;
}

async function runWords(program: Program, timing: Timing): Promise<number> {
  const { streams, environment, words, commands } = program;
  let isTextOnly = false;
  let isHook = false;
  let line: CommandLine;
  try {
    line = await readCommandLine(words, commands, (declaration, isAction) => {
      isTextOnly = declaration.output === "text" && !isAction;
      isHook = declaration.isHook === true && !isAction;
    });
  } catch (error) {
    const code = await fail(openOutput(streams, environment, { ...guessChoice(words), isTextOnly }), error, {});
    return isHook ? Math.min(code, EXIT_CODES.failed) : code;
  }
  timing.mark("parse");
  const ndjson = line.flags["ndjson"] === true;
  const output = openOutput(streams, environment, { ...line.globals, ndjson, isTextOnly });
  const session = openSession(program, line, { timing, output });
  try {
    const answer = await line.declaration.run(session.context);
    timing.mark("run");
    await session.progress.clear();
    const wasRead = await output.answer(answer, session.marks());
    timing.mark("print");
    await finish(answer, output, session.explain);
    // A reader that has seen enough is no failure of the command (SPEC 11.4).
    return wasRead ? answer.exitCode ?? 0 : 0;
  } catch (error) {
    await session.progress.clear();
    return await fail(output, session.explain(error), session.marks());
  } finally {
    session.close();
  }
}

/** Does what was left for later. The answer stands: that this failed is said, and does not change the exit code. */
async function finish(answer: Answer, output: Output, explain: Session["explain"]): Promise<void> {
  try {
    await answer.afterwards?.();
  } catch (error) {
    await fail(output, explain(error), {});
  }
}

async function fail(output: Output, error: unknown, marks: object): Promise<number> {
  const failure = asMemoryError(error);
  await output.failure(failure, marks);
  return exitCodeOf(failure);
}

/** What lives as long as one command. */
interface Session {
  readonly context: CommandContext;
  readonly progress: Progress;
  /** Fields that every JSON document of this run carries (SPEC 11.10). */
  marks(): object;
  /** Returns the error to show. */
  explain(error: unknown): unknown;
  close(): void;
}

/** What a session is opened with beside the program and its words. */
interface SessionParts {
  readonly timing: Timing;
  readonly output: Output;
}

function openSession(program: Program, line: CommandLine, { timing, output }: SessionParts): Session {
  const { streams, environment } = program;
  const isProgressShown = streams.isTerminal(STDERR) && !line.globals.quiet;
  const form = isProgressShown ? environment["TERM"] === "dumb" ? "lines" : "redrawn" : "none";
  const progress = startProgress(streams, form, program.steadyMs);
  const request = (): AppRequest => appRequest(program, line.globals);
  let opened: App | undefined;
  let isMarked = false;
  const marks = () => isMarked ? { simulated: true } : {};
  const open = async (): Promise<App> => {
    timing.mark("load");
    const { openApp, isMarkedSimulated } = await program.loadApp();
    try {
      opened = await openApp(request());
      isMarked = opened.isMarkedSimulated;
    } catch (error) {
      isMarked = isMarkedSimulated(request());
      throw error;
    }
    timing.mark("open");
    await refuseSecrets(line, opened);
    return opened;
  };
  return {
    progress,
    marks,
    explain: (error) => opened === undefined ? error : opened.explain(error),
    close: () => opened?.close(),
    context: {
      arguments: line.positionals,
      flags: line.flags,
      program: {
        version: program.version,
        commands: program.commands,
        isInputTerminal: streams.isTerminal(STDIN),
        input: () => streams.input(),
        readInput: () => streams.readInput(),
        progress: (text) => progress.show(text),
        async emit(event, text) {
          if (text !== null) await progress.clear();
          return await output.event(event, text, marks());
        },
      },
      request,
      app: async () => opened ?? await open(),
      reopen() {
        opened?.close();
        opened = undefined;
        return open();
      },
    },
  };
}
