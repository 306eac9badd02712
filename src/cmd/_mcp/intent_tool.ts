import { listOf, orNull, record, VALUE } from "../../agents/mcp/output_schema.ts";
import { defineTool, type McpTool, type ObjectSchema, type ToolValues } from "../../agents/mcp/tool.ts";
import { MemoryError } from "../../base/errors.ts";
import { terminalText } from "../../base/text/display.ts";
import type { FlagValues } from "../_declare.ts";
import { INTENT_FLAGS } from "../_intent/flags.ts";
import { command } from "../intent.ts";
import { textStyle } from "../_style.ts";
import { DATA_NOTE, framed } from "./data_text.ts";
import { runCommand, type ToolDeps } from "./run_command.ts";

const ACTIONS = ["add", "list", "show", "cancel", "due", "match"] as const;

const FIELDS = {
  action: { type: "string", isRequired: true, choices: ACTIONS, description: "What to do" },
  text: {
    type: "string",
    description: "Of add: what to bring up, as one wish, time included if it has one. Of match: the user's message",
  },
  at: { type: "string", description: 'Of add: when, as in "Friday 9:00", "every weekday 8:30", 明天早上八点' },
  keywords: {
    type: "strings",
    description: 'Of add: sets of words; a message that has all words of one set brings it up: ["a b", "c"]',
  },
  expires: { type: "string", description: "Of add: last day on which it fires" },
  maxFires: {
    type: "integer",
    minimum: INTENT_FLAGS.maxFires.minimum,
    maximum: INTENT_FLAGS.maxFires.maximum,
    description: "Of add: fire at most so often (if left out 3 times on keywords)",
  },
  cooldown: { type: "string", description: "Of add with keywords: time between two firings, 24h if left out" },
  scope: {
    type: "strings",
    description:
      "Of add: where it may fire, anywhere if left out: channel, session, channel:NAME, sender:NAME, session:ID",
  },
  id: { type: "string", description: "Of show and cancel: the id, its beginning, or words of it" },
  all: { type: "boolean", description: "Of list: also what fired, expired or was cancelled" },
  dryRun: { type: "boolean", description: "Of match: only say what would come up" },
} as const;

const INTENT: ObjectSchema = record({
  id: VALUE.text,
  kind: VALUE.text,
  text: VALUE.textOrNull,
});

/** Returns `memory_intent`. */
export function intentTool(deps: ToolDeps): McpTool {
  return defineTool({
    name: "memory_intent",
    title: "Bring something up later",
    description:
      "Keep a wish to be reminded at a time, or when a message holds some words; list, show and cancel such " +
      "wishes, see what is due, and, where no hook does it, match a message to have told, once, what it brings up.",
    fields: FIELDS,
    output: record({ note: VALUE.text, action: VALUE.text, notices: VALUE.texts }, {
      intent: orNull(INTENT),
      intents: listOf(INTENT),
      cancelled: INTENT,
      due: listOf(INTENT),
      reviews: listOf(INTENT),
      fired: listOf(INTENT),
      passedOver: listOf(record({ id: VALUE.text, reason: VALUE.text })),
      context: VALUE.text,
      firings: listOf(record({ firedAt: VALUE.text, place: VALUE.text })),
      written: VALUE.flag,
      reason: VALUE.textOrNull,
      understood: VALUE.textOrNull,
      simulated: VALUE.flag,
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    async run(values, call) {
      const words = wordsOf(values);
      const answer = await runCommand(
        deps,
        { command, words: [values.action, ...words], flags: flagsOf(values) },
        call,
      );
      const json = answer.json as { readonly notices: readonly string[]; readonly context?: string };
      const { context = "", notices } = json;
      return {
        // The command calls the line that it may have written a note as well.
        structured: { ...json, note: DATA_NOTE, action: values.action, ...answer.marks },
        // What a message brings up comes in the frame that hooks give it.
        text: context === ""
          ? framed(answer.text(textStyle(false)), "memory_intent", notices)
          : [context, ...notices].map(terminalText).join("\n"),
        afterwards: answer.afterwards?.bind(answer),
      };
    },
  });
}

type IntentValues = ToolValues<typeof FIELDS>;

function wordsOf({ action, text, id }: IntentValues): string[] {
  const [name, value, other] = action === "add" || action === "match"
    ? ["text", text, id]
    : action === "show" || action === "cancel"
    ? ["id", id, text]
    : [null, undefined, text ?? id];
  if (other !== undefined) {
    throw refused(
      `Cannot use "${name === "id" ? "text" : "id"}" with action "${action}": it takes ${
        name ?? "neither text nor id"
      }`,
    );
  }
  if (name === null) return [];
  if (value === undefined || value.trim() === "") throw refused(`Missing argument "${name}" of action "${action}"`);
  return [value];
}

function flagsOf(values: IntentValues): FlagValues<typeof INTENT_FLAGS> {
  const { at, keywords, expires, maxFires, cooldown, scope = [], all = false, dryRun = false } = values;
  return {
    at,
    // One text may hold several sets as well.
    keywords: keywords?.join("; "),
    expires,
    maxFires,
    cooldown,
    scope,
    all,
    dryRun,
    channel: undefined,
    sender: undefined,
    take: false,
    session: undefined,
    sessionKind: undefined,
    chat: undefined,
  };
}

function refused(message: string): MemoryError {
  return new MemoryError(message, { kind: "usage" });
}
