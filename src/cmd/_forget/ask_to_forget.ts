import type { OwnerTerminal } from "../../app/owner_terminal.ts";
import { textStyle, wantsColour } from "../_style.ts";
import { count } from "../_text/count.ts";
import { forgetText } from "../_text/forget_text.ts";
import type { ForgetAnswer } from "./answer.ts";

/** Shows what would go and returns whether the owner wants that. */
export async function askToForget(
  terminal: OwnerTerminal,
  shown: ForgetAnswer,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  await terminal.show(forgetText(shown, textStyle(wantsColour(terminal.hasScreen, environment))));
  const lines = shown.removed.length;
  const what = lines === 1 ? "this passage" : `these ${count(lines, "passage")}`;
  const answer = await terminal.ask(`Forget ${what}, for good? [y/N]`);
  return answer !== null && /^(?:y|yes|是|好)$/i.test(answer);
}
