/**
 * A session at the command line as text, for golden files.
 *
 * @module
 */
import type { CliWorld, WorldChanges } from "./cli_world.ts";

/** One command of a session; words alone, or with what differs from the owner's call. */
export interface Step extends WorldChanges {
  readonly words: readonly string[];
  /** Runs on a terminal; colour codes are shown as `<1>`. */
  readonly atTerminal?: boolean;
}

/**
 * Runs commands one after the other and returns what a person would have seen. Lines of stderr begin with `! `; the home
 * folder is `~`, times of the machine are `…`.
 */
export async function transcript(world: CliWorld, steps: readonly Step[]): Promise<string> {
  const parts: string[] = [];
  for (const step of steps) parts.push(await stepText(world, step));
  return BEHIND.reduce((text, notice) => text.replaceAll(notice, ""), parts.join("\n")).replaceAll(world.home, "~");
}

/**
 * `bootstrap` gives the index 20 ms and says so if they were not enough. Whether they are is the machine's affair, so the
 * notice, in both of its forms, is no part of a golden file.
 */
const BEHIND = [
  "! Note: The index is behind: it does not show every change yet\n",
  '"The index is behind: it does not show every change yet"',
];

async function stepText(world: CliWorld, step: Step): Promise<string> {
  const variables = Object.entries(step.environment ?? {}).map(([name, value]) => `${name}=${quoted(value)} `);
  const head = `$ ${variables.join("")}memory ${step.words.map(quoted).join(" ")}`.trimEnd();
  if (step.atTerminal === true) {
    const { code, screen } = await world.runAtTerminal(step.words, step);
    return `${head}\n${
      screen.replace(/\p{Cc}\[(\d*)([A-Za-z])/gu, (_, digits, letter) => `<${digits}${letter === "m" ? "" : letter}>`)
    }${exitLine(code)}`;
  }
  const { code, stdout, stderr } = await world.run(step.words, step);
  const errors = stderr === "" ? "" : `${stderr.trimEnd().replace(/^/gm, "! ")}\n`;
  return `${head}\n${stdout}${errors}${exitLine(code)}`;
}

function exitLine(code: number): string {
  return code === 0 ? "" : `[exit ${code}]\n`;
}

function quoted(word: string): string {
  return /^[\w./:=#+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
