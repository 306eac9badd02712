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

/** Runs `memory` with words in a terminal of 100 columns; `options.input` is typed. */
export async function runInTerminal(words: readonly string[], options: RunOptions): Promise<TerminalResult> {
  const decoder = new TextDecoder();
  let screen = "";
  const child = Bun.spawn([...memoryCommand(), ...words], {
    cwd: options.cwd,
    env: { TERM: "xterm-256color", ...options.environment },
    terminal: {
      cols: 100,
      rows: 40,
      data: (_terminal, data) => {
        screen += decoder.decode(data, { stream: true });
      },
    },
  });
  if (options.input !== undefined) child.terminal?.write(options.input);
  const code = await child.exited;
  await Bun.sleep(SETTLE_MS);
  child.terminal?.close();
  return { code, screen: screen.replaceAll("\r\n", "\n") };
}

/** The last bytes may still be in the terminal's buffer when the process has gone. */
const SETTLE_MS = 50;
