/**
 * `memory hook install` and `uninstall`.
 *
 * @module
 */
import { installClient, uninstallClient } from "../../agents/install/edit_client.ts";
import type { App } from "../../app/app.ts";
import { requireOwnersOrder } from "../../app/require_owner.ts";
import { MemoryError } from "../../base/errors.ts";
import type { Answer } from "../_declare.ts";
import { offerSchedule } from "../_init/offer_schedule.ts";
import { type HookEdit, hookEditText } from "../_text/hook_text.ts";
import { unifiedDiff } from "../_text/unified_diff.ts";
import type { HookContext, PlannedClient } from "./hook_actions.ts";

/** Returns the answer. @throws {MemoryError} failed, if the caller is not the owner or settings cannot be changed */
export async function editAnswer(
  action: "install" | "uninstall",
  context: HookContext,
  planned: PlannedClient,
): Promise<Answer> {
  const { flags: { dryRun: isDryRun }, app, program } = context;
  const opened = await app();
  if (!isDryRun) await requireOwnersOrder(opened, `${action} hooks`, program.progress);
  const { setup, plan } = planned;
  const changes = action === "install" ? installClient(setup, plan, { isDryRun }) : uninstallClient(plan, { isDryRun });
  const result: HookEdit = {
    action,
    client: setup.name,
    title: setup.title,
    scope: planned.scope,
    isDryRun,
    command: plan.command,
    files: changes.map(({ path, before, after, backup }) => ({
      path,
      change: before === null ? "created" : after === null ? "removed" : "changed",
      backup,
    })),
    diff: isDryRun ? changes.flatMap(({ path, before, after }) => unifiedDiff({ name: path, before, after })) : [],
  };
  const notices = [...opened.notices, ...(changes.length === 0 ? [] : hints(opened, action, planned))];
  const schedule = action === "install" && !isDryRun ? await schedules(opened, context) : null;
  return answer(result, [...notices, ...schedule?.notices ?? []], schedule?.nextRun ?? null);
}

function answer(result: HookEdit, notices: readonly string[], nextRun: string | null): Answer {
  const { action, client, scope, isDryRun, command, files, diff } = result;
  return {
    json: {
      action,
      client,
      scope,
      changed: files.length > 0,
      dryRun: isDryRun,
      command,
      files,
      diff,
      schedule: nextRun === null ? null : { nextRun },
      notices,
    },
    text: (style) => hookEditText(result, nextRun, style),
    notices,
  };
}

/** What a person has to do or know beside. */
function hints(app: App, action: string, { setup, plan, scope }: PlannedClient): string[] {
  if (action === "uninstall") return [];
  const shared = scope === "project" && setup.name !== "claude-code"
    ? ["These files are often shared with others; the path of this machine's program stands in them"]
    : [];
  return [...plan.remarks, ...shared, ...workspaceHint(app)];
}

function workspaceHint(app: App): string[] {
  try {
    app.located;
    return [];
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return ["A hook finds the workspace from the folder of the session, and none is found from this one: memory init"];
  }
}

/** Offers the nights where there is a workspace without them; says what they would be to whoever cannot be asked. */
async function schedules(
  app: App,
  { request, program, flags }: HookContext,
): Promise<{ readonly nextRun: string | null; readonly notices: readonly string[] } | null> {
  if (workspaceHint(app).length > 0) return null;
  const isMissing = app.state.meta.dreamTimer === null;
  const { timer, notices } = await offerSchedule({
    request: request(),
    root: app.layout.root,
    isOrdered: flags.schedule,
    isNew: isMissing,
    program,
  });
  const { stdin, stdout } = request().terminals;
  const isAsked = stdin && stdout;
  const unasked = isMissing && timer === null && !isAsked ? [NIGHTS] : [];
  return { nextRun: timer?.nextRun ?? null, notices: [...notices, ...unasked] };
}

const NIGHTS =
  "No night is planned yet: memory cron install has a sweep started every night; the first seven nights that " +
  "find something only show it, then it writes MEMORY.md by itself";
