/**
 * A tool call that has come back: what its output does to the turn and to the session (SPEC 4.5).
 *
 * @module
 */
import { DAY_MS } from "../../base/clock.ts";
import { yearOf } from "../../base/dates/day_range.ts";
import { injectedHashes } from "../../lanes/injected_hashes.ts";
import { sync } from "../../pipeline/sync.ts";
import { hasUntrustedMark } from "../../provenance/mark.ts";
import { classifyTool } from "../../provenance/tools/classify_tool.ts";
import { graver, type ToolVerdict, turn } from "../../provenance/tools/verdict.ts";
import type { SessionRow } from "../../store/state/sessions.ts";
import { hashesOfText } from "../../store/state/text_taint.ts";
import { ledgerUnits } from "../../workspace/ledger_units.ts";
import { diskFacts } from "./disk_facts.ts";
import { type HookDeps, type HookOutcome, sessionFacts, silent } from "./hook_deps.ts";
import type { HookInput, HookTool } from "./hook_input.ts";
import { addText } from "./on_session.ts";
import { openTurn } from "./open_turn.ts";
import { outputText } from "./output_text.ts";

/** Text of one output that is looked at, in UTF-16 units. Of more the rest counts as lost. */
const MOST_OUTPUT = 500_000;

/** Text of one input: what an agent writes into a file at once. */
const MOST_INPUT = 200_000;

/** Lines of an output that are compared with untrusted lines of the memory; marks are looked for in all of it. */
const MOST_LINES = 1_000;

/** What the hook of a tool may spend on finding lines that a tainted turn wrote. */
const TOOL_SYNC_MS = 300;

/** Judges a tool call. Whoever calls this hook can only lower trust, so nobody is asked for a proof. */
export function onTool(deps: HookDeps, input: HookInput): HookOutcome {
  const { app } = deps;
  const { state, clock } = app;
  const { tool } = input;
  if (tool === null) return silent("no tool");
  const at = clock.now().iso;
  const session = state.sessions.find(input.client, input.session) ??
    state.sessions.put(sessionFacts(deps, input, null), at);
  const open = openTurn(app, { enter: () => session.id, promptHash: null });
  taintFirst(deps, input, { tool, session, turnId: open.id });
  const output = outputText(tool.output, MOST_OUTPUT);
  const verdict = judge(deps, input, { tool, session, output: output.text });
  state.transaction(() => {
    state.sessions.touch(session.id, at);
    state.turns.touch(open.id, at);
    remember(deps, session.id, { tool, verdict, output: output.text });
    if (output.isCut && verdict.taint !== "none") state.sessions.loseText(session.id);
    if (verdict.taint === "turn") state.turns.taint(open.id, { reason: verdict.reason, since: at });
  });
  if (verdict.taint === "turn" || open.taint !== null) sync(app, { budgetMs: TOOL_SYNC_MS });
  return silent(OUTCOMES[verdict.taint]);
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
  const { found } = classOf(deps, input, { tool, session });
  if (found.taint !== "turn" || found.mayBeOwn) return;
  deps.app.state.turns.taint(turnId, { reason: found.reason, since: deps.app.clock.now().iso });
}

const OUTCOMES = { turn: "turn tainted", text: "text kept", none: "nothing to keep" } as const;

interface Call {
  readonly tool: HookTool;
  readonly session: SessionRow;
  readonly output: string;
}

function classOf(deps: HookDeps, input: HookInput, { tool, session }: Omit<Call, "output">) {
  const { app, cwd, homeDir } = deps;
  const facts = diskFacts({
    workspace: app.layout.root,
    folder: input.folder ?? session.projectDir ?? cwd,
    projectDir: session.projectDir,
    homeDir,
  });
  const call = { client: input.client, tool: tool.name, input: tool.input };
  return { facts, found: classifyTool(call, facts, app.config.provenance.tools) };
}

function judge(deps: HookDeps, input: HookInput, { tool, session, output }: Call): ToolVerdict {
  const { facts, found } = classOf(deps, input, { tool, session });
  if (found.mayBeOwn && isInjected(deps, session, output)) return { taint: "none", reason: "memory itself" };
  if (found.taint !== "text") return found;
  const file = found.workspaceFile === null ? null : facts.workspacePath(found.workspaceFile);
  const known = file === null ? found : byOrigins(deps, file, output);
  return graver(known, fromUntrusted(deps, output) ?? known);
}

/** Our own tools are known by their name and by what they gave, which we logged (SPEC 4.5). */
function isInjected({ app: { state, clock } }: HookDeps, session: SessionRow, output: string): boolean {
  const hashes = injectedHashes(output);
  if (hashes.length === 0) return false;
  const injected = state.injections.into(session.name, clock.at(clock.now().ms - DAY_MS).iso);
  return hashes.every((hash) => injected.has(hash));
}

/** Files of the workspace count by their lines' origins; of more lines than are looked at what repeats them counts. */
function byOrigins({ app }: HookDeps, path: string, output: string): ToolVerdict {
  const lines = ledgerUnits({ path, text: output }).map(({ raw }) => raw);
  const isUntrusted = app.originsOf(path, lines.slice(0, MOST_LINES)).some(({ origin }) => origin === "untrusted");
  if (isUntrusted) return turn("untrusted lines of the memory");
  if (lines.length > MOST_LINES) return { taint: "text", reason: "more lines of the memory than are looked at" };
  return { taint: "none", reason: "lines of the memory" };
}

/** An output that holds what the memory has as untrusted brings it in again, whichever tool read it. */
function fromUntrusted({ app: { state } }: HookDeps, output: string): ToolVerdict | null {
  if (state.taints.isEmpty()) return null;
  const isUntrusted = hasUntrustedMark(output) ||
    state.taints.copiesIn(output.split("\n", MOST_LINES)).includes("untrusted");
  return isUntrusted ? turn("untrusted lines of the memory") : null;
}

function remember(
  deps: HookDeps,
  sessionId: number,
  { tool, verdict, output }: { tool: HookTool; verdict: ToolVerdict; output: string },
): void {
  const { state, clock } = deps.app;
  const year = yearOf(clock.now().day);
  const input = hashesOfText(state, outputText(tool.input, MOST_INPUT).text, { isOutside: false, year });
  // What the agent wrote itself repeats nothing; its names were known before the output came.
  if ([...input.names].length > 0) addText(deps, sessionId, { ...input, shingles: [] });
  if (verdict.taint === "none" || output.trim() === "") return;
  addText(deps, sessionId, hashesOfText(state, output, { isOutside: verdict.taint === "turn", year }));
}
