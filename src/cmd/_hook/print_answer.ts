import type { Answer } from "../_declare.ts";
import type { PlannedClient } from "./hook_actions.ts";

/** Returns what a person would put into a client's settings by hand: each file as it would be if it held nothing else. */
export function printAnswer({ setup, plan, scope }: PlannedClient): Answer {
  const files = plan.pieces.flatMap((piece) => {
    const text = piece.add(null);
    return text === "" ? [] : [{ path: piece.path, text }];
  });
  return {
    json: { client: setup.name, scope, command: plan.command, files, notices: plan.remarks },
    text: (style) => files.map(({ path, text }) => `${style.dim(`# ${path}`)}\n${text.trimEnd()}`).join("\n\n"),
    notices: plan.remarks,
  };
}
