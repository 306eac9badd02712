/**
 * Where the owner is asked (SPEC 4.3): the controlling terminal itself, never standard input, which anybody may have
 * filled beforehand.
 *
 * @module
 */
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { MemoryError } from "../base/errors.ts";
import type { App } from "./app.ts";
import { answerLines } from "./answer_lines.ts";
import type { AppRequest } from "./app_request.ts";

/** A conversation with the owner. */
export interface OwnerTerminal {
  /** Whether somebody sits before a screen, so that long texts have to be shown in pages. */
  readonly hasScreen: boolean;
  /** Returns whether anybody may answer: a question to nobody is not shown. */
  mayAnswer(): Promise<boolean>;
  /** Shows lines. */
  show(text: string): Promise<void>;
  /** Shows a question and returns what was answered, without blanks around it; `null` if nobody answers any more. */
  ask(question: string): Promise<string | null>;
  /** Ends it. */
  close(): void;
}

/** What the conversation is opened with. */
export interface OwnerTerminalRequest {
  /** The app: in a simulated workspace its caller may be declared. */
  readonly app: Pick<App, "isSimulated">;
  /** The environment is looked at for `MEMORY_CALLER`. */
  readonly request: Pick<AppRequest, "environment" | "terminals">;
  /** Returns standard input as it comes; called only where it stands for the terminal. */
  input(): ReadableStream<Uint8Array>;
}

/**
 * Opens the controlling terminal. In a simulated workspace `MEMORY_CALLER=owner` stands for the owner's proof (SPEC 11.10),
 * and so for the terminal: unless standard input is one, its lines are then the answers and stderr the screen.
 *
 * @throws {MemoryError} failed, if there is no terminal
 */
export function openOwnerTerminal({ app, request, input }: OwnerTerminalRequest): OwnerTerminal {
  const isDeclared = app.isSimulated && request.environment["MEMORY_CALLER"] === "owner";
  return isDeclared && !request.terminals.stdin ? declaredTerminal(input) : realTerminal();
}

function declaredTerminal(input: () => ReadableStream<Uint8Array>): OwnerTerminal {
  const answers = answerLines(input);
  const show = async (text: string) => {
    await Bun.write(Bun.stderr, `${text}\n`);
  };
  return {
    hasScreen: false,
    mayAnswer: () => answers.isThere(),
    show,
    ask: async (question) => {
      await show(question);
      return await answers.next();
    },
    close: () => answers.close(),
  };
}

const TERMINAL = "/dev/tty";
/** On Windows input and output of the console have a name each. */
const CONSOLE = { input: "\\\\.\\CONIN$", output: "\\\\.\\CONOUT$" };

function realTerminal(): OwnerTerminal {
  const isWindows = process.platform === "win32";
  const input = open(isWindows ? CONSOLE.input : TERMINAL, constants.O_RDONLY);
  const output = open(isWindows ? CONSOLE.output : TERMINAL, constants.O_WRONLY);
  const write = (text: string) => {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) done += writeSync(output, bytes, done);
  };
  return {
    hasScreen: true,
    mayAnswer: () => Promise.resolve(true),
    show: (text) => {
      write(`${text}\n`);
      return Promise.resolve();
    },
    ask: (question) => {
      write(`${question} `);
      return Promise.resolve(readLine(input));
    },
    close: () => {
      closeSync(input);
      closeSync(output);
    },
  };
}

function open(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (cause) {
    throw new MemoryError("Cannot ask the owner: there is no terminal to ask at", {
      hint: "type the same command yourself in a terminal, outside of any agent",
      cause,
    });
  }
}

/** Bytes of an answer that are looked at; nobody types more to say yes. */
const MAX_ANSWER_BYTES = 4096;

/** A terminal hands over whole lines, one a read. */
function readLine(input: number): string | null {
  const bytes = Buffer.alloc(MAX_ANSWER_BYTES);
  const length = readSync(input, bytes);
  return length === 0 ? null : bytes.toString("utf8", 0, length).trim();
}
