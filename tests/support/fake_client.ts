/**
 * A process that the program takes for Claude Code: a link named `claude` to the runtime, which runs lines of shell as a
 * client runs hooks and tools.
 *
 * @module
 */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryCommand, type RunResult } from "./run_memory.ts";

/** A line of shell, and what stands on its standard input. */
export interface ClientLine {
  readonly line: string;
  readonly input?: object;
}

/** What one client runs, one after the other, and with which arguments it was started. */
export interface ClientRun {
  readonly lines: readonly ClientLine[];
  readonly args?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Returns how a line of shell calls the program. */
export function memoryLine(words: string): string {
  return `${memoryCommand().map((word) => `"${word}"`).join(" ")} ${words}`;
}

/** Runs lines below a process named `claude`, each in a shell of its own as hooks are. */
export async function runInClient(
  home: string,
  { lines, args = [], environment, cwd }: ClientRun,
): Promise<RunResult[]> {
  const client = join(home, "claude");
  const script = join(home, "client.js");
  try {
    symlinkSync(process.execPath, client);
    writeFileSync(script, SCRIPT);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  const child = Bun.spawn([client, script, ...args], {
    cwd,
    env: environment,
    stdin: new Blob([JSON.stringify(lines)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return JSON.parse(text) as RunResult[];
}

const SCRIPT = `
const done = [];
for (const { line, input } of JSON.parse(await Bun.stdin.text())) {
  const child = Bun.spawnSync(["/bin/sh", "-c", line], {
    stdin: Buffer.from(input === undefined ? "" : JSON.stringify(input)),
    stdout: "pipe",
    stderr: "pipe",
  });
  done.push({ code: child.exitCode, stdout: child.stdout.toString(), stderr: child.stderr.toString() });
}
console.log(JSON.stringify(done));
`;
