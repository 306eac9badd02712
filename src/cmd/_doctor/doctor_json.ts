import { type Examination, findingsOf } from "../../app/doctor/examine.ts";
import type { Check } from "../../app/doctor/finding.ts";
import type { Repair } from "../../app/doctor/mend.ts";

/** Returns an examination as `docs/json-output.md` has it. */
export function doctorJson(examination: Examination, repairs: readonly Repair[]): object {
  const { workspace, dataDir, isSimulated } = examination;
  return {
    workspace,
    dataDir,
    ...deepJson(examination),
    repairs: repairs.map(({ isDone, ...repair }) => ({ ...repair, done: isDone })),
    ...(isSimulated ? { simulated: true } : {}),
  };
}

/** Returns what `status --deep` has of an examination beside its own facts. */
export function deepJson(examination: Examination): object {
  const { verdict, checks } = examination;
  return {
    verdict,
    checks: checks.map((check) => ({ area: check.area, state: stateOf(check), summary: check.summary })),
    findings: findingsOf(examination).map(({ isDerived, ...finding }) => ({ ...finding, fixable: isDerived })),
  };
}

/** Returns the worst of an area: `ok`, `unknown`, or a severity. */
export function stateOf({ findings, isUnknown }: Check): string {
  for (const severity of ["broken", "warning", "note"]) {
    if (findings.some((finding) => finding.severity === severity)) return severity;
  }
  return isUnknown === true ? "unknown" : "ok";
}
