/**
 * A tool call that has come back: what its output does to the turn and to the session (SPEC 4.5).
 *
 * @module
 */
import { DAY_MS } from "../../base/clock.ts";
import { yearOf } from "../../base/dates/day_range.ts";
import { answerTexts } from "../../capture/chat/answer_texts.ts";
import { classOfCall, type JudgeDeps, judgeTool, MOST_INPUT } from "../../capture/chat/judge_tool.ts";
import { type MemoryLinesDeps, withoutMemoryLines } from "../../capture/chat/memory_lines.ts";
import { sync } from "../../pipeline/sync.ts";
import type { ToolVerdict } from "../../provenance/tools/verdict.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
import { hashesOfText } from "../../store/state/text_taint.ts";
import { diskFacts } from "../../workspace/disk_facts.ts";
import { carryTool } from "./carried_turns.ts";
import { type HookDeps, type HookOutcome, sessionFacts, silent } from "./hook_deps.ts";
import type { HookInput, HookTool } from "./hook_input.ts";
import { addText } from "./on_session.ts";
import { turnOfTool } from "./open_turn.ts";
import { outputText } from "../../base/text/output_text.ts";

/** Text of one output that is looked at, in UTF-16 units. Of more the rest counts as lost. */
const MOST_OUTPUT = 500_000;

/** What the hook of a tool may spend on finding lines that a tainted turn wrote. */
const TOOL_SYNC_MS = 300;

/** Judges a tool call. Whoever calls this hook can only lower trust, so nobody is asked for a proof. */
export async function onTool(deps: HookDeps, input: HookInput): Promise<HookOutcome> {
  const { app } = deps;
  const { state, clock } = app;
  const { tool } = input;
  if (tool === null) return silent("no tool");
  const at = clock.now().iso;
  const known = state.sessions.find(input.client, input.session);
  const session = known ?? state.sessions.put(sessionFacts(deps, input, null), at);
  if (mayTouchStore(tool)) state.sessions.touchStore(session.id);
  const open = turnOfTool(app, session, known === null);
  taintFirst(deps, input, { tool, session, turnId: open.id });
  const output = outputText(tool.output, MOST_OUTPUT);
  const verdict = judge(deps, input, { tool, session, output: output.text });
  state.transaction(() => {
    state.sessions.touch(session.id, at);
    state.turns.touch(open.id, at);
    remember(deps, input, { tool, session, verdict, output: output.text });
    if (output.isCut && verdict.taint !== "none") state.sessions.loseText(session.id);
    if (verdict.taint === "turn") state.turns.taint(open.id, { reason: verdict.reason, since: at });
  });
  if (verdict.taint === "turn" || open.taint !== null) sync(app, { budgetMs: TOOL_SYNC_MS });
  await carryTool(deps, input, { tool, session, turn: open });
  return silent(OUTCOMES[verdict.taint]);
}

/**
 * Whether a tool may reach where clients keep transcripts. Where no prompt hook tells what was said, a transcript proves
 * nothing from then on (SPEC 4.4); a command that hides the path is one of the reasons why that is the weaker proof.
 */
function mayTouchStore({ input }: HookTool): boolean {
  return /\.(?:claude|codex|gemini|openclaw)\b/.test(outputText(input, MOST_INPUT).text);
}

/**
 * What the name and the input of a tool decide alone is written before any text is looked at: should that take too long,
 * the client ends this process.
 */
function taintFirst(
  deps: HookDeps,
  input: HookInput,
  { tool, session, turnId }: { tool: HookTool; session: SessionRow; turnId: number },
): void {
  const found = classOfCall(judgeDeps(deps, input, session), callOf(input, tool));
  if (found.taint !== "turn" || found.mayBeOwn) return;
  deps.app.state.turns.taint(turnId, { reason: found.reason, since: deps.app.clock.now().iso });
}

const OUTCOMES = { turn: "turn tainted", text: "text kept", none: "nothing to keep" } as const;

interface Call {
  readonly tool: HookTool;
  readonly session: SessionRow;
  readonly output: string;
}

function judgeDeps(
  { app, cwd, homeDir }: HookDeps,
  input: HookInput,
  session: SessionRow,
): JudgeDeps & MemoryLinesDeps {
  const { state, clock, originsOf, layout, config } = app;
  const facts = diskFacts({
    workspace: layout.root,
    folder: input.folder ?? session.projectDir ?? cwd,
    projectDir: session.projectDir,
    homeDir,
  });
  let injected: ReadonlySet<string> | undefined;
  const wasHandedOut = (hash: string) => {
    injected ??= state.injections.handedTo(session.name, clock.at(clock.now().ms - DAY_MS).iso);
    return injected.has(hash);
  };
  return { tools: config.provenance.tools, facts, state, originsOf, wasHandedOut };
}

function callOf({ client }: HookInput, { name, input }: HookTool) {
  return { client, tool: name, input };
}

function judge(deps: HookDeps, input: HookInput, { tool, session, output }: Call): ToolVerdict {
  const texts = () => answerTexts(tool.output);
  return judgeTool({ ...judgeDeps(deps, input, session), texts }, callOf(input, tool), output);
}

function remember(
  deps: HookDeps,
  hooked: HookInput,
  { tool, session, verdict, output }: Call & { readonly verdict: ToolVerdict },
): void {
  const { state, clock } = deps.app;
  const year = yearOf(clock.now().day);
  const given = outputText(tool.input, MOST_INPUT).text;
  // What the agent wrote itself repeats nothing; its names were known before the output came.
  const input = hashesOfText(state, given, { isOutside: false, isNamesOnly: true, year });
  if (input.names.length > 0) addText(deps, session.id, input);
  const isOutside = verdict.taint === "turn";
  const brought = isOutside ? output : withoutMemoryLines(judgeDeps(deps, hooked, session), tool, output);
  if (verdict.taint === "none" || brought.trim() === "") return;
  addText(deps, session.id, hashesOfText(state, brought, { isOutside, year }));
}
