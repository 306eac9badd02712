/** A shell at a terminal of its own, for what only somebody who types can see: its completion. */

/** Where the shell runs. */
export interface ShellPlace {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One line: what is typed, and what the screen has to hold before the next one. */
export type TypedLine = readonly [typed: string, wanted: string];

/** How each shell is started without anybody's settings, and made ready. */
const SHELLS = {
  bash: { command: ["bash", "--norc", "--noprofile", "-i"], start: "PS1=; bind 'set bell-style none'" },
  zsh: { command: ["zsh", "-f", "-i"], start: "PS1=; autoload -Uz compinit; compinit -u -D" },
} as const;

/**
 * Types command lines, each with a tab, into an interactive shell, and returns what the screen showed of each. A line whose
 * words never come is waited for two minutes.
 */
export async function typeInShell(
  shell: keyof typeof SHELLS,
  script: string,
  { place: { cwd, environment }, lines }: { readonly place: ShellPlace; readonly lines: readonly TypedLine[] },
): Promise<string[]> {
  let screen = "";
  const decoder = new TextDecoder();
  const { command, start } = SHELLS[shell];
  const child = Bun.spawn([...command], {
    cwd,
    env: { LC_ALL: "C.UTF-8", ...environment, TERM: "dumb" },
    terminal: { cols: 200, rows: 50, data: (_, data) => void (screen += decoder.decode(data, { stream: true })) },
  });
  const type = async (text: string, wanted: string) => {
    screen = "";
    child.terminal?.write(text);
    for (let waits = 0; waits < 6_000 && !screen.includes(wanted); waits++) await Bun.sleep(20);
    return screen;
  };
  await type(`${start}; source "${script}"; echo rea''dy\n`, "ready\r\n");
  const ends: string[] = [];
  // Control-U empties the line again.
  for (const [typed, wanted] of lines) ends.push(await type(`\x15${typed}\t`, wanted));
  child.terminal?.close();
  child.kill("SIGKILL");
  await child.exited;
  return ends;
}
