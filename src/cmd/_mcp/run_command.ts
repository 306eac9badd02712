/**
 * A tool does what a command does: one implementation, and the same answer as for an agent that types.
 *
 * @module
 */
import type { ToolCall } from "../../agents/mcp/tool.ts";
import type { App } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { projectKeyOf } from "../../app/project_key.ts";
import type { Answer, CommandDeclaration, FlagDeclarations, FlagValues, ProgramFacts } from "../_declare.ts";
import type { WarmApp } from "./warm_app.ts";

/** What the tools work with. */
export interface ToolDeps {
  /** The app. */
  readonly warm: WarmApp;
  /** Returns what it is opened with. */
  readonly request: () => AppRequest;
  /** The program around the command. */
  readonly program: ProgramFacts;
}

/** A command line. */
export interface CommandCall<F extends FlagDeclarations> {
  /** The command. */
  readonly command: CommandDeclaration<F>;
  /** Its arguments. */
  readonly words: readonly string[];
  /** All of its flags. */
  readonly flags: FlagValues<F>;
}

/** An answer, marked as those of simulated workspaces are (SPEC 11.10). */
export interface CommandAnswer extends Answer {
  /** Added to the document. */
  readonly marks: object;
}

/**
 * Runs a command as the agent behind a connection.
 *
 * @throws {MemoryError} what the command throws; nothing is begun for a call that was taken back
 */
export function runCommand<F extends FlagDeclarations>(
  { warm, request, program }: ToolDeps,
  { command, words, flags }: CommandCall<F>,
  { signal, roots, report }: ToolCall,
): Promise<CommandAnswer> {
  return warm.use(async (opened) => {
    const app = atRoots(opened, roots);
    const wanted = () => {
      signal.throwIfAborted();
      return Promise.resolve(app);
    };
    const answer = await command.run({
      arguments: words,
      flags,
      program: {
        ...program,
        isInputTerminal: false,
        // Standard input belongs to the protocol.
        input: () => new ReadableStream({ start: (controller) => controller.close() }),
        readInput: () => Promise.resolve(""),
        progress(line) {
          signal.throwIfAborted();
          report(line);
        },
        emit: () => Promise.resolve(true),
      },
      request,
      app: wanted,
      reopen: wanted,
    });
    return { ...answer, marks: opened.isMarkedSimulated ? { simulated: true } : {} };
  });
}

/** Where a client says what it works on, that decides the project, not where the server was started. */
function atRoots(app: App, roots: readonly string[]): App {
  if (roots.length === 0) return app;
  // The last folder is the current one.
  const folders = roots.toReversed();
  const own: Partial<App> = {
    projectKey: roots.map(projectKeyOf).find((key) => key !== null) ?? null,
    projectsOf: (session, given = folders) => app.projectsOf(session, given),
  };
  return new Proxy(app, {
    get: (target, name) => Object.hasOwn(own, name) ? Reflect.get(own, name) : Reflect.get(target, name),
  });
}
