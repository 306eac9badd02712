/**
 * `memory hook status`.
 *
 * @module
 */
import { type HookCalls, hookCalls, hookState, LOOKED_AT_DAYS } from "../../agents/install/hook_state.ts";
import type { App } from "../../app/app.ts";
import { programWords } from "../../app/program_words.ts";
import { MemoryError } from "../../base/errors.ts";
import { type HookRecord, readHookRecords } from "../../workspace/hook_log.ts";
import type { Answer } from "../_declare.ts";
import { type ClientRow, hookStatusText } from "../_text/hook_status_text.ts";
import type { HookContext, PlannedClient } from "./hook_actions.ts";

/** Returns the answer. @param planned for each client its scopes */
export async function hookStatusAnswer(
  { app }: HookContext,
  planned: readonly (readonly PlannedClient[])[],
): Promise<Answer> {
  const opened = await app();
  const records = recordsOf(opened);
  const program = programWords();
  const rows = planned.flatMap((scopes): ClientRow[] => {
    const [first] = scopes;
    if (first === undefined) return [];
    const { setup: { name, title } } = first;
    const calls = records === null ? null : hookCalls(records, name, opened.clock.now().ms);
    const places = scopes.map(({ setup, plan, scope }) => ({
      client: name,
      scope,
      ...hookState(setup, plan, program),
    }));
    return [{ name, title, places, calls, notices: places.flatMap((place) => problemsOf(title, place)) }];
  });
  const notices = [...opened.notices, ...rows.flatMap((row) => [...row.notices, ...silenceOf(row)])];
  return {
    json: { lookedAtDays: LOOKED_AT_DAYS, clients: rows.map(jsonOf), notices },
    text: (style) => hookStatusText(rows, style),
    notices,
  };
}

function recordsOf(app: App): HookRecord[] | null {
  try {
    return readHookRecords(app.layout);
  } catch (error) {
    // Where there is no workspace nobody can have called for it.
    if (error instanceof MemoryError) return null;
    throw error;
  }
}

function jsonOf({ name, places, calls }: ClientRow): object {
  return {
    client: name,
    installed: places.some(({ isInstalled }) => isInstalled),
    places: places.map((
      { scope, path, isInstalled, missing, commands, isProgramThere, isThisProgram, otherCalls, hasServer, ...rest },
    ) => ({
      scope,
      path,
      installed: isInstalled,
      missing,
      commands,
      programExists: isProgramThere,
      thisProgram: isThisProgram,
      otherCalls,
      server: hasServer,
      switchedOff: rest.switchedOff,
      problem: rest.problem,
    })),
    calls: calls === null ? null : callsJson(calls),
  };
}

function callsJson({ lastAt, events, count, failed }: HookCalls): object {
  return { lastAt, events, count, failed };
}

function problemsOf(title: string, place: ClientRow["places"][number]): string[] {
  const { scope, isInstalled, isProgramThere, isThisProgram, missing, switchedOff, problem } = place;
  if (problem !== null) return [problem];
  if (!isInstalled) return [];
  const again = `memory hook install --client ${place.client} --scope ${scope}`;
  return [
    ...(isProgramThere ? [] : [`${title} starts a program that is not there any more: ${again} mends it`]),
    ...(isProgramThere && !isThisProgram
      ? [`${title} starts another program than this one: ${again} changes that`]
      : []),
    ...(missing.length === 0 ? [] : [`${title} is not told to call at ${missing.join(", ")}: ${again} adds it`]),
    ...(switchedOff === null
      ? []
      : [`${title} calls no hook at all, since "${switchedOff.path}" says "${switchedOff.setting}"`]),
  ];
}

function silenceOf({ title, places, calls }: ClientRow): string[] {
  const isInstalled = places.some((place) => place.isInstalled);
  const twice = places.every((place) => place.isInstalled) && places.length > 1
    ? [`${title} is set up for you and for this project: it may call twice`]
    : [];
  if (!isInstalled || calls === null) return twice;
  if (calls.lastAt === null) return [...twice, `${title} is set up and has not called for this workspace yet`];
  if (calls.count === 0) {
    return [...twice, `${title} has not called for ${LOOKED_AT_DAYS} days; last at ${calls.lastAt}`];
  }
  return twice;
}
