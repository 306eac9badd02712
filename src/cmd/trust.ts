import { requireOwnersOrder } from "../app/require_owner.ts";
import { selectDeps } from "../app/select_deps.ts";
import { takeUpAgain } from "../capture/trust/take_up_again.ts";
import { defineCommand } from "./_declare.ts";
import { trustText } from "./_text/trust_text.ts";
import { vouchFor } from "./_vouch_for.ts";

/** `memory trust SELECTOR`. */
export const command = defineCommand({
  details:
    "Shows the exact lines with everything in them that cannot be seen written out, and asks at the terminal whether " +
    "you vouch for them. No flag answers that. Attested lines count as the agent's, or as yours with --as owner, and may " +
    "be promoted; the mark of untrusted origin is taken off them. A long file is shown in pages, a folder file by file, and " +
    "of all only what is not trusted yet. A workspace that lost its state is taken up again with: memory trust .",
  arguments: [{
    name: "SELECTOR",
    description: "Lines, a file, a folder, a key or words: path:3-5, path, memory/imports, c:0123456789ab, k:name",
    isRequired: true,
    isVariadic: true,
    completion: "selector",
  }],
  flags: {
    as: {
      type: "string",
      value: "CLASS",
      choices: ["agent", "owner"],
      description: "The class that the lines get; owner if you wrote them",
      default: "agent",
    },
  },
  examples: [
    { command: "memory trust memory/2026-08-19.md:3", about: "vouch for one line" },
    { command: "memory trust memory/imports/chatgpt", about: "look through an import, file by file" },
    { command: 'memory trust "port 18790" --as owner', about: "by its words; you wrote it yourself" },
  ],
  output: "answer",
  async run({ arguments: words, flags, app, request, program }) {
    const opened = await app();
    await requireOwnersOrder(opened, "trust lines", program.progress);
    const { state, originsOf } = opened;
    const asked = { selector: words.join(" "), origin: flags.as ?? "agent" };
    const result = await vouchFor({ app, request, program }, asked);
    const lost = result.trusted > 0 ? takeUpAgain({ meta: state.meta, select: selectDeps(opened), originsOf }) : null;
    const notices = [...opened.notices, ...(lost === null ? [] : [lost])];
    return { json: { ...result, notices }, text: (shown) => trustText(result, shown), notices };
  },
});
