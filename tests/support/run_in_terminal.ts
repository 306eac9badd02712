/**
 * Runs the real program on a pseudo-terminal, as a person would.
 *
 * @module
 */
import { memoryCommand, type RunOptions } from "./run_memory.ts";

/** What the terminal showed. */
export interface TerminalResult {
  readonly code: number;
  /** Everything written to the terminal, with line ends as `\n`. */
  readonly screen: string;
}

/** What to run, with the columns of the terminal; `input` is typed. */
export interface TerminalCall extends RunOptions {
  readonly command: readonly string[];
  readonly columns: number;
}

/** Runs `memory` with words in a terminal of 100 columns; `options.input` is typed. */
export function runInTerminal(words: readonly string[], options: RunOptions): Promise<TerminalResult> {
  const environment = { TERM: "xterm-256color", ...options.environment };
  return onTerminal({ ...options, command: [...memoryCommand(), ...words], environment, columns: 100 });
}

/** Runs any command on a terminal of its own. */
export async function onTerminal(call: TerminalCall): Promise<TerminalResult> {
  const decoder = new TextDecoder();
  let screen = "";
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>();
  const child = Bun.spawn([...call.command], {
    cwd: call.cwd,
    env: { ...call.environment },
    terminal: {
      cols: call.columns,
      rows: 40,
      data: (_terminal, data) => {
        screen += decoder.decode(data, { stream: true });
      },
      exit: () => onShown(),
    },
  });
  if (call.input !== undefined) child.terminal?.write(call.input);
  const code = await child.exited;
  // The last bytes may still be in the terminal's buffer when the process has gone.
  await Promise.race([shown, Bun.sleep(HELD_MS)]);
  child.terminal?.close();
  return { code, screen: screen.replaceAll("\r\n", "\n") };
}

/** A terminal that something left behind still holds has no end to wait for. */
const HELD_MS = 10_000;
