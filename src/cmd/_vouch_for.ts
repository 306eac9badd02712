import { openOwnerTerminal } from "../app/owner_terminal.ts";
import { selectDeps } from "../app/select_deps.ts";
import { trust, type TrustRequest, type TrustResult } from "../capture/trust/trust.ts";
import { lookAgain } from "../pipeline/stale_paths.ts";
import { askOwner } from "./_ask_owner.ts";
import type { CommandContext } from "./_declare.ts";
import { textStyle, wantsColour } from "./_style.ts";

/** Shows lines to the owner at the terminal and lifts those that they vouch for. @throws {MemoryError} as `trust` */
export async function vouchFor(
  { app, request, program }: Pick<CommandContext<never>, "app" | "request" | "program">,
  asked: TrustRequest,
): Promise<TrustResult> {
  const opened = await app();
  const { layout, state, clock, originsOf } = opened;
  const terminal = openOwnerTerminal({ app: opened, request: request(), input: program.input });
  try {
    const style = textStyle(wantsColour(terminal.hasScreen, request().environment));
    const confirm = askOwner(terminal, asked.origin, style);
    const result = await trust({ layout, state, clock, originsOf, select: selectDeps(opened) }, asked, confirm);
    const lifted = result.files.filter(({ applied }) => applied).flatMap(({ lines }) => lines.map(({ text }) => text));
    lookAgain({ index: opened.index, ledger: state.ledger, texts: lifted });
    return result;
  } finally {
    terminal.close();
  }
}
