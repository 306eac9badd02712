/**
 * `init` offers the nights (SPEC 3.2): at a terminal it asks, with `--schedule` it takes the flag for the answer.
 *
 * @module
 */
import { type App, openApp } from "../../app/app.ts";
import type { AppRequest } from "../../app/app_request.ts";
import { openOwnerTerminal } from "../../app/owner_terminal.ts";
import { requireOwnersOrder } from "../../app/require_owner.ts";
import { installTimer, type TimerOutcome } from "../../app/schedule/timer_orders.ts";
import { MemoryError } from "../../base/errors.ts";
import { NIGHTLY, readTimetable } from "../../base/dates/read_timetable.ts";
import type { ProgramFacts } from "../_declare.ts";

/** What was initialised, and how. */
export interface ScheduleOffer {
  /** What the app is opened with. */
  readonly request: AppRequest;
  /** Real path of the workspace. */
  readonly root: string;
  /** `--schedule`. */
  readonly isOrdered: boolean;
  /** It was made a workspace just now: only then is anybody asked. */
  readonly isNew: boolean;
  /** Progress and standard input. */
  readonly program: Pick<ProgramFacts, "progress" | "input">;
}

/** What came of an offer. */
export interface OfferOutcome {
  /** What was installed; `null` if nothing was. */
  readonly timer: TimerOutcome | null;
  /** What the user has to know, as sentences. */
  readonly notices: readonly string[];
}

const NOTHING: OfferOutcome = { timer: null, notices: [] };

/**
 * Installs the schedule if the owner wants it, and records the yes that lets its nights write once the first seven have
 * shown what they would.
 *
 * @throws {MemoryError} failed, if it was ordered and the caller is not the owner, or the scheduler refuses
 */
export async function offerSchedule(offer: ScheduleOffer): Promise<OfferOutcome> {
  const { request, root, isOrdered, isNew } = offer;
  const hasScreen = request.terminals.stdin && request.terminals.stdout;
  if (!isOrdered && !(isNew && hasScreen)) return NOTHING;
  const app = await openApp({ ...request, flags: { workspace: root, dataDir: undefined } });
  try {
    if (isOrdered) await requireOwnersOrder(app, "install a schedule", offer.program.progress);
    else if (app.caller().ceiling !== "owner" || !await isWanted(app, offer)) return NOTHING;
    return installed(app, request, isOrdered);
  } finally {
    app.close();
  }
}

function installed(app: App, request: AppRequest, isOrdered: boolean): OfferOutcome {
  const { meta } = app.state;
  try {
    const timetable = readTimetable(meta.dreamTimer?.expression ?? NIGHTLY);
    const timer = installTimer(app, request, { manager: undefined, isDryRun: false, timetable });
    if (meta.dreamConsent === null) meta.setDreamConsent({ isGiven: true, at: app.clock.now().iso });
    return { timer, notices: timer.notices };
  } catch (error) {
    // The workspace is there; what was only offered must not look as if it were not.
    if (isOrdered || !(error instanceof MemoryError)) throw error;
    return { timer: null, notices: [`No night was scheduled. ${sentence(error)}`] };
  }
}

function sentence({ message, hint }: MemoryError): string {
  return hint === undefined ? message : `${message}; next: ${hint}`;
}

async function isWanted(app: App, { request, program }: ScheduleOffer): Promise<boolean> {
  const terminal = openOwnerTerminal({ app, request, input: program.input });
  try {
    await terminal.show(OFFER);
    return /^(?:y|yes|是|好)$/i.test(await terminal.ask("Start it every night at three? [y/N]") ?? "");
  } finally {
    terminal.close();
  }
}

/** What the first nights do, before anybody says yes to them. */
const OFFER = `
At night the memory can decide what deserves to be kept for good. The first seven nights that find something only show it:
memory dream history. From then on it writes MEMORY.md by itself, with the reasons in DREAMS.md; memory dream undo takes a
night back. memory cron uninstall ends it.
`;
