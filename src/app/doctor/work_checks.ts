/**
 * What the program did and has to do: lines and their classes, nights, schedule, wishes, models.
 *
 * @module
 */
import { isRecord } from "../../base/record.ts";
import type { App } from "../app.ts";
import { timerStatus } from "../schedule/timer_orders.ts";
import { lineCounts } from "../status/line_counts.ts";
import { lineLists } from "../status/line_lists.ts";
import type { ListedLine } from "../status/listed_line.ts";
import { modelFacts } from "../status/model_facts.ts";
import { type Check, countOf, type Finding, stated } from "./finding.ts";
import type { Patient } from "./open_patient.ts";

/** Returns lines that a person may want to look at. */
export function lineCheck(app: App): Check {
  const { byOrigin, byState } = lineCounts(app);
  const { pending, untrusted, forgotten } = lineLists(app);
  const about = (id: string, lines: readonly ListedLine[], what: string, command: (citation: string) => string) => {
    const [first] = lines;
    if (first === undefined) return [];
    const message = `${countOf(lines.map(({ citation }) => citation), "line")} ${what}`;
    return [stated({ id, severity: "note", place: first.citation, message, command: command(first.citation) })];
  };
  return {
    area: "lines",
    summary:
      `owner ${byOrigin.owner}, agent ${byOrigin.agent}, system ${byOrigin.system}, untrusted ${byOrigin.untrusted}; ` +
      `unbooked ${byState.unbooked}, attested ${byState.attested}`,
    findings: [
      ...about("lines-pending", pending, "appeared in a turn that is not over", () => "memory status"),
      ...about(
        "lines-untrusted",
        untrusted,
        "searchable only, as somebody else's words",
        (at) => `memory blame '${at}'`,
      ),
      ...about(
        "lines-forgotten",
        forgotten,
        "say what was forgotten and were put back",
        (at) => `memory forget '${at}'`,
      ),
    ],
  };
}

/** Milliseconds of an hour: no night takes so long. */
const HOUR_MS = 3_600_000;

/** Returns how the last sweep ended and what nearly passed it. */
export function sweepCheck({ state, clock }: App): Check {
  const last = state.sweeps.last();
  if (last === null) return { area: "sweeps", summary: "none yet", findings: [] };
  const { id, day, status, startedAt, report } = last;
  const place = `sweep ${id}`;
  const findings: Finding[] = [];
  if (status === "failed" || status === "partial") {
    const message = `The sweep of ${day} ended as ${status}`;
    findings.push(stated({ id: `sweep-${status}`, severity: "warning", place, message, command: "memory dream" }));
  }
  if (status === "running" && clock.now().ms - Date.parse(startedAt) > HOUR_MS) {
    const message = `The sweep that began ${startedAt} never ended: its process is gone`;
    findings.push(stated({ id: "sweep-unended", severity: "warning", place, message, command: "memory dream" }));
  }
  const misses = nearMissesOf(report);
  if (misses.length > 0) {
    const message = `${countOf(misses, "claim")} nearly passed the gates`;
    findings.push(stated({ id: "near-misses", severity: "note", place, message, command: "memory dream preview" }));
  }
  return { area: "sweeps", summary: `last ${day}, ${status}`, findings };
}

/** The report is what `dream` printed; one of another version may have another shape. */
function nearMissesOf(report: string | null): string[] {
  if (report === null) return [];
  try {
    const value: unknown = JSON.parse(report);
    const misses = isRecord(value) ? value["nearMisses"] : null;
    return Array.isArray(misses) ? misses.flatMap((each) => isRecord(each) ? [String(each["key"])] : []) : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

/** Returns whether something starts the nights, as the scheduler itself has it. */
export function scheduleCheck(app: App, { request }: Patient): Check {
  const { timer, installed, nextRun, overdueSince, notices } = timerStatus(app, request);
  const place = timer?.manager ?? "schedule";
  const findings = notices.map((message) =>
    stated({ id: "schedule-differs", severity: "warning", place, message, command: "memory cron install" })
  );
  if (timer === null && installed.length === 0) {
    const message = "Nothing starts the nights: MEMORY.md grows only when somebody types memory dream";
    findings.push(stated({ id: "schedule-none", severity: "note", place, message, command: "memory cron install" }));
  }
  if (overdueSince !== null) {
    const message = `A sweep was due ${overdueSince} and did not come`;
    findings.push(
      stated({ id: "sweep-overdue", severity: "warning", place, message, command: "memory dream --scheduled" }),
    );
  }
  const summary = timer === null ? "none installed" : `${place}, read back; next ${nextRun ?? "never"}`;
  return { area: "schedule", summary, findings };
}

/** Returns what is wrong with wishes for later. */
export function intentCheck({ state, clock }: App): Check {
  const nowMs = clock.now().ms;
  const all = state.intents.all();
  const armed = all.filter((each) => each.state === "armed");
  const about = (id: string, keys: readonly string[], what: string, command: string) => {
    const [place] = keys;
    if (place === undefined) return [];
    return [stated({ id, severity: "note", place, message: `${countOf(keys, "intent")} ${what}`, command })];
  };
  const keysOf = (rows: typeof all) => rows.map(({ key }) => key);
  const isOver = (expiresMs: number | null) => expiresMs !== null && expiresMs <= nowMs;
  const late = armed.filter(({ kind, wakeMs, expiresMs }) =>
    kind === "time" && wakeMs < nowMs - HOUR_MS && !isOver(expiresMs)
  );
  return {
    area: "intents",
    summary: `${armed.length} armed of ${all.length}`,
    findings: [
      ...about("intents-late", keysOf(late), "due and not delivered yet", "memory intent due"),
      ...about(
        "intents-over",
        keysOf(armed.filter(({ expiresMs }) => isOver(expiresMs))),
        "expired without firing",
        "memory intent list --all",
      ),
      ...about(
        "intents-held",
        keysOf(all.filter((each) => each.state === "held")),
        "held: not trusted enough to fire",
        "memory intent list",
      ),
    ],
  };
}

/** Returns which language models serve, and how it went last. */
export async function modelCheck(app: App): Promise<Check> {
  const models = await modelFacts(app);
  const findings = models.flatMap(({ use, name, problem, failedAt, failure, answeredAt }) => {
    const place = `${use}: ${name}`;
    if (problem !== null) {
      return [
        stated({
          id: "model-settings",
          severity: "broken",
          place,
          message: problem,
          command: "memory config get model",
        }),
      ];
    }
    const isFailing = failedAt !== null && (answeredAt === null || Date.parse(failedAt) >= Date.parse(answeredAt));
    if (!isFailing) return [];
    const message = `It failed when it was asked last, ${failedAt}: ${failure ?? "no reason is known"}`;
    return [stated({ id: "model-failing", severity: "warning", place, message, command: "memory config get model" })];
  });
  const summary = models.length === 0 ? "none configured" : models.map(({ use, name }) => `${use} ${name}`).join(", ");
  return { area: "models", summary, findings };
}
