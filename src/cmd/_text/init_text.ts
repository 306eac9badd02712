import type { InitialisedApp } from "../../app/initialise_app.ts";
import type { TextStyle } from "../_style.ts";
import { alignRows } from "./align.ts";

/** What there is to tell. */
export interface InitTold {
  /** What `init` did. */
  readonly done: InitialisedApp;
  /** Commands to go on with. */
  readonly next: readonly string[];
  /** When the first sweep is due, or `null` if no schedule was installed. */
  readonly nextRun: string | null;
}

/** Returns what `init` did and what to do next. */
export function initText({ done, next, nextRun }: InitTold, style: TextStyle): string {
  const { layout, created } = done;
  const rows = [
    ["data folder", layout.dataDir],
    ...created.map((path, at) => [at === 0 ? "created" : "", path]),
    ...(done.isSimulated ? [["time", "frozen by MEMORY_NOW; this workspace is simulated"]] : []),
    ...(nextRun === null ? [] : [["first night", nextRun]]),
    ...(done.isLost
      ? [["state", style.red("lost: lines found here are held as untrusted until the owner attests them")]]
      : []),
  ];
  return [
    `${style.bold(headline(done))} ${layout.root}`,
    ...alignRows(rows.map(([name = "", value = ""]) => [`  ${style.dim(name)}`, value])),
    "",
    "Next:",
    ...next.map((command) => `  ${style.cyan(command)}`),
  ].join("\n");
}

function headline(done: InitialisedApp): string {
  if (done.adopted) return "Adopted the data folder of";
  return done.alreadyInitialised ? "Already initialised:" : "Initialised";
}
