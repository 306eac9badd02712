import type { NativePart } from "../../base/assets/native_part.ts";
import { terminalText } from "../../base/text/display.ts";
import { cutCodePoints } from "../../base/text/measure.ts";
import type { BudgetUse } from "../../app/status/curated_facts.ts";
import type { Status } from "../../app/status/gather_status.ts";
import type { LaneFacts } from "../../app/status/lane_facts.ts";
import type { LineLists } from "../../app/status/line_lists.ts";
import type { IndexFacts } from "../../app/status/index_facts.ts";
import { stripAnnotations } from "../../workspace/annotation.ts";
import type { TextStyle } from "../_style.ts";
import { modelText } from "./model_use_text.ts";
import { alignRows } from "./align.ts";
import { count } from "./count.ts";

/** Lines named one by one under a heading; the JSON form has them all. */
const MAX_NAMED = 5;

/** Returns the status as a table: a name and its facts. */
export function statusText(status: Status, style: TextStyle): string {
  const rows: (readonly [name: string, facts: readonly string[]])[] = [
    ["Workspace", [`${status.workspace} ${style.dim(`(${SOURCES[status.source]})`)}`]],
    ["Data folder", [status.dataDir]],
    ...(status.lostSince === null ? [] : [
      ["State", [
        style.red(
          `lost, seen ${status.lostSince}: lines count as untrusted until you vouch for them: memory trust .`,
        ),
      ]] as const,
    ]),
    ["Index", indexLines(status.index, style)],
    ["Lanes", laneLines(status.lanes, style)],
    ...(status.models.length === 0 ? [] : [["Models", status.models.map((each) => modelText(each, style))] as const]),
    ["Lines", [originLine(status, style)]],
    ...(status.openTurns.length === 0 ? [] : [["Open turns", turnLines(status, style)] as const]),
    ["Hooks", hookLines(status, style)],
    ...listedRows(status.listed, style),
    ...forgetRows(status, style),
    ...status.curated.map((use) => [use.path, budgetLines(use, style)] as const),
    ["Candidates", [String(status.candidates)]],
    ["Last sweep", [sweepLine(status.lastSweep, style)]],
    ["Next sweep", [nextSweepLine(status.schedule, style)]],
    ...(status.intents.open + status.intents.held === 0 ? [] : [["Intents", [intentLine(status, style)]] as const]),
    ...(status.malformed.length === 0 ? [] : [["Malformed", malformedLines(status, style)] as const]),
    ["Native parts", status.native.flatMap((part) => nativeLines(part, style))],
    ["Caller", [
      `${status.caller.sessionKind}, at most ${status.caller.ceiling} ${style.dim(`(${status.caller.why})`)}`,
    ]],
    ["Settings", status.settings.map(({ path, exists }) => exists ? path : `${path} ${style.dim("(none)")}`)],
  ];
  return alignRows(rows.flatMap(([name, facts]) => facts.map((fact, at) => [at === 0 ? style.bold(name) : "", fact])))
    .join("\n");
}

const SOURCES: Readonly<Record<Status["source"], string>> = {
  flag: "named by --workspace",
  environment: "named by MEMORY_WORKSPACE",
  ancestor: "around the current folder",
  config: "named in the user's settings",
  openclaw: "of OpenClaw",
};

function indexLines(index: IndexFacts, style: TextStyle): string[] {
  const behind = [
    ...(index.added > 0 ? [`${index.added} new`] : []),
    ...(index.changed > 0 ? [`${index.changed} changed`] : []),
    ...(index.gone > 0 ? [`${index.gone} gone`] : []),
  ];
  const state = behind.length === 0
    ? style.green("up to date")
    : style.yellow(`${behind.join(", ")}; the next search takes them up`);
  return [
    `${count(index.files, "file")}, ${count(index.chunks, "chunk")}, ${state}`,
    ...named(index.failures.map(({ path, reason }) => `${style.red("failed")} ${terminalText(path)}: ${reason}`)),
    ...named(index.skipped.map(({ path, reason }) => `${style.yellow("left out")} ${terminalText(path)}: ${reason}`)),
  ];
}

function laneLines(
  { keyword, vector, embedder, vectors: { done, pending, model } }: LaneFacts,
  style: TextStyle,
): string[] {
  const isWorking = vector === "ok" || vector === "off";
  return [
    `keyword ${keyword}, vector ${isWorking ? vector : style.yellow(vector)}`,
    ...(embedder.name === null ? [] : [`embedder ${terminalText(embedder.name)}`]),
    ...(embedder.reason === null ? [] : [style.dim(`embedder ${embedder.state}: ${terminalText(embedder.reason)}`)]),
    ...(embedder.hint === null ? [] : [style.dim(terminalText(embedder.hint))]),
    ...(model === null
      ? []
      : [`${done} of ${count(done + pending, "vector")} ${style.dim(`(${terminalText(model)})`)}`]),
    ...(vector === "paused" ? [style.yellow("the vectors are of another model: memory index embeds anew")] : []),
  ];
}

function intentLine({ intents: { open, due, late, held, next } }: Status, style: TextStyle): string {
  return [
    `${open} open`,
    ...(due === 0 ? [] : [style.yellow(`${due} due${late === 0 ? "" : `, ${late} late`}`)]),
    ...(held === 0 ? [] : [`${held} held`]),
    ...(next === null ? [] : [`next ${next}`]),
  ].join(", ");
}

function originLine({ lines: { byOrigin, byState } }: Status, style: TextStyle): string {
  const untrusted = byOrigin.untrusted > 0 ? style.red(`untrusted ${byOrigin.untrusted}`) : "untrusted 0";
  return `owner ${byOrigin.owner}, agent ${byOrigin.agent}, system ${byOrigin.system}, ${untrusted}; ` +
    `unbooked ${byState.unbooked}, pending ${byState.pending}, attested ${byState.attested}, echo ${byState.echo}`;
}

function turnLines({ openTurns }: Status, style: TextStyle): string[] {
  return named(openTurns.map(({ client, session, openedAt, taint }) => {
    const state = taint === null ? "" : `, ${style.red("tainted")} by ${terminalText(taint)}`;
    return `${client} ${terminalText(session)}${state} ${style.dim(`(since ${openedAt})`)}`;
  }));
}

function hookLines({ hooks }: Status, style: TextStyle): string[] {
  if (hooks.length === 0) return [style.dim("none seen")];
  return hooks.map(({ client, event, count: times, failed, lastAt, lastOutcome }) => {
    const failures = failed === 0 ? "" : `, ${style.red(`${failed} failed`)}`;
    return `${client} ${event}: ${count(times, "call")}${failures} ${style.dim(`(last ${lastAt}: ${lastOutcome})`)}`;
  });
}

/** In the place of a text. */
const WITHHELD = "(text withheld)";

/** Chars of a line that are shown: enough to know it again. */
const SHOWN_CHARS = 60;

function listedRows(listed: LineLists, style: TextStyle): [name: string, facts: readonly string[]][] {
  const rows = (["pending", "untrusted", "attested", "forgotten"] as const).map((name): [string, readonly string[]] => {
    const lines = listed[name].map(({ citation, text, why, withheld = false }) => {
      const words = stripAnnotations(text).replace(/\s+/g, " ");
      const cut = cutCodePoints(words, SHOWN_CHARS);
      const shown = withheld ? WITHHELD : terminalText(cut.length < words.length ? `${cut}…` : cut);
      return `${style.bold(terminalText(citation))} ${shown} ${style.dim(`(${terminalText(why)})`)}`;
    });
    return [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, named(lines)];
  });
  return rows.filter(([, facts]) => facts.length > 0);
}

function forgetRows({ pendingForgets, forgetRequests }: Status, style: TextStyle): [string, readonly string[]][] {
  const open = `${count(pendingForgets, "forget")} not complete: run ${style.bold("memory forget")}`;
  const asked = forgetRequests.flatMap(({ lines, requestedAt }) =>
    lines.map(({ citation, text, withheld = false }) =>
      `${style.bold(terminalText(citation))} ${
        withheld ? WITHHELD : terminalText(cutCodePoints(stripAnnotations(text), SHOWN_CHARS))
      } ${style.dim(`(asked at ${requestedAt}; decide with memory forget)`)}`
    )
  );
  return [
    ...(pendingForgets === 0 ? [] : [["Forgetting", [style.yellow(open)]] as [string, readonly string[]]]),
    ...(asked.length === 0 ? [] : [["To forget", named(asked)] as [string, readonly string[]]]),
  ];
}

function budgetLines(use: BudgetUse, style: TextStyle): string[] {
  const { unbookedLines } = use;
  const chars = `${use.chars} of ${use.budgetChars} chars`;
  return [
    `${count(use.entries, "entry", "entries")}, ${
      use.chars > use.budgetChars ? style.red(`${chars}, over its budget`) : chars
    }`,
    ...(unbookedLines.length === 0
      ? []
      : [style.dim(`${unbookedLines.length} unbooked: line ${shortList(unbookedLines)}`)]),
  ];
}

function nextSweepLine(schedule: Status["schedule"], style: TextStyle): string {
  if (schedule === null) return style.dim("no schedule: memory cron install");
  const next = `${schedule.nextRun ?? "never"} ${style.dim(`(${schedule.manager}, "${schedule.expression}")`)}`;
  return schedule.overdueSince === null ? next : `${next}, ${style.red(`overdue since ${schedule.overdueSince}`)}`;
}

function sweepLine(sweep: Status["lastSweep"], style: TextStyle): string {
  if (sweep === null) return style.dim("none yet");
  const outcome = sweep.status === "failed" ? style.red(sweep.status) : sweep.status;
  return `${sweep.day}, ${outcome}, ${sweep.promoted} promoted ${
    style.dim(`(${sweep.mode}, began ${sweep.startedAt})`)
  }`;
}

function malformedLines({ malformed }: Status, style: TextStyle): string[] {
  return named(
    malformed.map(({ path, line, problem }) =>
      `${style.yellow(terminalText(`${path}:${line}`))} ${terminalText(problem)}`
    ),
  );
}

function nativeLines(part: NativePart, style: TextStyle): string[] {
  const name = `${part.name}${part.version === null ? "" : ` ${part.version}`}`;
  if (part.isLoaded) return [`${name}, ${style.green("loaded")}`];
  return [
    `${name}, ${style.yellow("not loaded")}: ${part.reason}`,
    ...(part.hint === null ? [] : [style.dim(part.hint)]),
  ];
}

function named(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_NAMED;
  return rest <= 0 ? [...lines] : [...lines.slice(0, MAX_NAMED), `… and ${rest} more`];
}

function shortList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MAX_NAMED).join(", ");
  return numbers.length > MAX_NAMED ? `${shown} …` : shown;
}
