/**
 * The parts of the app that say who calls, and what hooks know of it.
 *
 * @module
 */
import type { Clock } from "../base/clock.ts";
import type { StateStore } from "../store/state/open_state.ts";
import { hear, heardTaint, ownTurnMs, taintElsewhere } from "../store/state/heard_taint.ts";
import { isOwnSession } from "../store/state/own_session.ts";
import { ownTurn, taintWriter, writerFacts, type WriterQuestion } from "../store/state/writer_facts.ts";
import { agentProcess } from "./agent_process.ts";
import { readAncestors } from "./ancestors.ts";
import type { App } from "./app.ts";
import type { AppRequest } from "./app_request.ts";
import { heardFolder } from "../workspace/heard_words.ts";
import type { Located } from "../workspace/locate.ts";
import { clientStores } from "./client_stores.ts";
import type { Config } from "./config_schema.ts";
import type { LazyParts } from "./lazy_parts.ts";
import { openCaller } from "./open_caller.ts";
import { openOtherStates } from "./other_states.ts";
import { isAlive, isSameProcess } from "./process_stamp.ts";

/** What they are made of. */
export interface CallerPartsContext {
  /** Keeps what is worked out once. */
  readonly parts: LazyParts;
  /** See `App.located`. */
  readonly workspace: () => Located;
  /** See `App.isSimulated`. */
  readonly isSimulated: () => boolean;
  /** See `App.state`. */
  readonly state: () => StateStore;
  /** The program's time. */
  readonly clock: Clock;
  /** The settings. */
  readonly config: Pick<Config, "provenance">;
}

/** Returns the parts. */
export function callerParts(
  request: AppRequest,
  { parts, workspace, isSimulated, state, clock, config: { provenance: { transcriptRoots } } }: CallerPartsContext,
): Pick<App, "caller" | "ownsSession" | "writerFacts" | "taintWriter" | "hearOutside" | "connection" | "isInStore"> {
  const stores = parts.value(() =>
    clientStores({
      isSimulated: isSimulated(),
      homeDir: request.homeDir,
      transcriptRoots,
      heardFolder: heardFolder(workspace().layout),
    })
  );
  const connection = request.connection ?? null;
  const writerDeps = () => ({ state: state(), clock, ...PROCESSES });
  const others = parts.part(() => openOtherStates(workspace(), clock.now().iso));
  const taintOfOthers = (question: WriterQuestion): string | null => {
    // What a transcript tells is judged by what it holds itself.
    if (question.said !== undefined) return null;
    const { opened, unreadable } = others();
    const [unknown] = unreadable;
    if (unknown !== undefined) {
      return `the state of the workspace "${unknown}", where this writer may have been given text from outside, ` +
        "cannot be read";
    }
    if (opened.length === 0) return null;
    const turnMs = ownTurnMs(writerDeps(), question.variable);
    return opened.map((other) => taintElsewhere({ ...writerDeps(), state: other.state }, question, turnMs))
      .find((taint) => taint !== null) ?? null;
  };
  return {
    caller: (declaredKind) => openCaller(request, isSimulated(), declaredKind),
    ownsSession: (name) => isOwnSession(writerDeps(), name, openCaller(request, isSimulated(), undefined).session),
    connection,
    writerFacts(question) {
      const facts = writerFacts(writerDeps(), question);
      if (facts.taint !== null) return facts;
      // What was read by a command of the shell counts as well, and the other way round: both are one agent.
      const own = connection?.taint(ownTurn(writerDeps(), question.variable)) ?? null;
      return { ...facts, taint: own ?? heardTaint(writerDeps(), question) ?? taintOfOthers(question) };
    },
    taintWriter(reason) {
      const { session } = openCaller(request, isSimulated(), undefined);
      taintWriter(writerDeps(), { flag: null, variable: session }, reason);
      connection?.heard(reason, ownTurn(writerDeps(), session));
      hear(writerDeps(), session, reason);
    },
    hearOutside(reason) {
      if (connection === null) return;
      const { session } = openCaller(request, isSimulated(), undefined);
      // Hooks see what their session's tools read, and judge it by the tool.
      if (ownTurn(writerDeps(), session) === null) connection.heard(reason, null);
    },
    isInStore: (client, path) => stores()(client, path),
  };
}

/** Ids of the processes above this one, nearest first; none where they cannot be read. */
function ancestors(): readonly number[] {
  return (readAncestors(process.ppid, process.platform) ?? []).map(({ pid }) => pid);
}

/** What the system is asked about processes. */
const PROCESSES = { isAlive, isSame: isSameProcess, ancestors, agentProcess };
