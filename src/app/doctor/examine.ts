/**
 * The doctor (SPEC 11.8): looks at everything that can be looked at, whatever is wrong with the rest, and changes nothing.
 *
 * @module
 */
import { causeChain, MemoryError } from "../../base/errors.ts";
import { expandPath } from "../../workspace/user_paths.ts";
import type { AppRequest } from "../app_request.ts";
import { indexCheck, stateCheck } from "./database_checks.ts";
import { budgetCheck, filesCheck, grammarCheck } from "./file_checks.ts";
import { type Area, AREAS, type Check, type Finding, SEVERITIES, type Severity, stated } from "./finding.ts";
import { laneCheck, runtimeCheck } from "./lane_checks.ts";
import { hookCheck, leftoverCheck } from "./leftover_checks.ts";
import { openPatient, type Patient } from "./open_patient.ts";
import { diskCheck, settingsCheck, workspaceCheck } from "./place_checks.ts";
import { intentCheck, lineCheck, modelCheck, scheduleCheck, sweepCheck } from "./work_checks.ts";
import type { App } from "../app.ts";

/** What was found. */
export interface Examination {
  /** Real path of the workspace; `null` if there is none. */
  readonly workspace: string | null;
  /** Absolute path of its data folder, or `null`. */
  readonly dataDir: string | null;
  /** Whether answers have to be marked as simulated (SPEC 11.10). */
  readonly isSimulated: boolean;
  /** `healthy`, or the worst that was found; notes do not count. */
  readonly verdict: "healthy" | Exclude<Severity, "note">;
  /** What was looked at, in a fixed order. */
  readonly checks: readonly Check[];
}

/** Looks at everything. @throws {MemoryError} usage, if the call itself is wrong */
export async function examine(request: AppRequest): Promise<Examination> {
  const patient = await openPatient(request);
  try {
    const { located } = patient;
    const checks = await checksOf(patient);
    const layout = located instanceof MemoryError ? null : located.layout;
    return {
      workspace: layout?.root ?? null,
      dataDir: layout?.dataDir ?? null,
      isSimulated: !(located instanceof MemoryError) && located.isSimulated,
      verdict: verdictOf(checks),
      checks,
    };
  } finally {
    patient.close();
  }
}

/** Returns all findings of an examination, in its order. */
export function findingsOf({ checks }: Pick<Examination, "checks">): (Finding & { readonly area: Area })[] {
  return checks.flatMap(({ area, findings }) => findings.map((finding) => ({ ...finding, area })));
}

function verdictOf(checks: readonly Check[]): Examination["verdict"] {
  const found = new Set(findingsOf({ checks }).map(({ severity }) => severity));
  const worst = [...SEVERITIES].reverse().find((severity) => found.has(severity));
  return worst === undefined || worst === "note" ? "healthy" : worst;
}

type Look = (() => Check | null) | (() => Promise<Check | null>);

async function checksOf(patient: Patient): Promise<Check[]> {
  const { located, app, clock, request, config } = patient;
  const withApp = (look: (app: App) => Check | Promise<Check>) => async () =>
    app === null ? { isUnknown: true as const, summary: patient.reason ?? "" } : await look(app);
  const layout = located instanceof MemoryError ? null : located.layout;
  const extraPaths = config.index.extraPaths.map((path) => expandPath(path, request.homeDir, "/"));
  const files = layout === null ? null : { layout, extraPaths };
  const isIndexUsable = patient.index?.condition === "sound";
  const looks: Readonly<Record<Area, () => unknown>> = {
    settings: () => settingsCheck(patient),
    workspace: () => workspaceCheck(patient),
    disk: () => diskCheck(patient),
    runtime: () => runtimeCheck(patient),
    state: () => stateCheck(patient),
    index: () => indexCheck(patient),
    lanes: withApp((opened) =>
      isIndexUsable ? laneCheck(opened, patient) : { area: "lanes", summary: "there is no index yet", findings: [] }
    ),
    files: () => files === null ? null : filesCheck(files),
    grammar: () => files === null ? null : grammarCheck(files),
    budgets: withApp(budgetCheck),
    lines: withApp(lineCheck),
    sweeps: withApp(sweepCheck),
    schedule: withApp((opened) => scheduleCheck(opened, patient)),
    hooks: () => layout === null ? null : hookCheck(layout, clock),
    intents: withApp(intentCheck),
    models: withApp(modelCheck),
    leftovers: () => layout === null ? null : leftoverCheck(layout, app),
  };
  const checks: Check[] = [];
  for (const area of AREAS) {
    if (layout === null && !WITHOUT_WORKSPACE.has(area)) continue;
    const check = await looked(area, looks[area] as Look);
    if (check !== null) checks.push(check);
  }
  return checks;
}

/** What can be looked at without a workspace. */
const WITHOUT_WORKSPACE: ReadonlySet<Area> = new Set(["settings", "workspace", "runtime"]);

/** That one area cannot be looked at is a finding of its own, and keeps nobody from the others. */
async function looked(area: Area, look: Look): Promise<Check | null> {
  try {
    const check = await look();
    return check === null ? null : { ...check, area, findings: check.findings ?? [] };
  } catch (error) {
    const message = `It could not be looked at: ${causeChain(error)[0] ?? ""}`;
    const hint = error instanceof MemoryError ? error.hint : undefined;
    return {
      area,
      summary: "could not be looked at",
      isUnknown: true,
      findings: [stated({
        id: `${area}-failed`,
        severity: "broken",
        place: area,
        message: hint === undefined ? message : `${message} (${hint})`,
        command: "memory doctor --verbose",
      })],
    };
  }
}
