/**
 * `memory hook install|uninstall|status|print`: what all of them start from.
 *
 * @module
 */
import { resolve } from "node:path";

import { programWords } from "../../app/program_words.ts";
import type { ClientPlan, ClientSetup } from "../../agents/install/client_setup.ts";
import { INSTALL_SCOPES, type InstallScope } from "../../agents/install/install_place.ts";
import { projectRoot } from "../../agents/install/project_root.ts";
import { CLIENT_SETUPS } from "../../agents/install/setups.ts";
import { MemoryError } from "../../base/errors.ts";
import type { Answer, CommandContext } from "../_declare.ts";
import type { HOOK_FLAGS } from "./hook_flags.ts";
import { editAnswer } from "./edit_answer.ts";
import { printAnswer } from "./print_answer.ts";
import { hookStatusAnswer } from "./status_answer.ts";

/** The context of an action. */
export type HookContext = CommandContext<typeof HOOK_FLAGS>;

/** A client with what goes into its settings. */
export interface PlannedClient {
  /** The client. */
  readonly setup: ClientSetup;
  /** For one scope. */
  readonly plan: ClientPlan;
  /** That scope. */
  readonly scope: InstallScope;
}

/** Returns the answer of an action. @throws {MemoryError} usage or failed */
export function hookAction(action: string, context: HookContext): Promise<Answer> | Answer {
  refuseMisplaced(action, context);
  switch (action) {
    case "install":
    case "uninstall":
      return editAnswer(action, context, plannedClient(required(context, action), context));
    case "print":
      return printAnswer(plannedClient(required(context, action), context));
    default: {
      const setups = clientOf(context) === undefined ? [...CLIENT_SETUPS.values()] : [required(context, action)];
      const scopes = context.flags.scope === undefined ? INSTALL_SCOPES : [context.flags.scope];
      return hookStatusAnswer(
        context,
        setups.map((setup) => scopes.map((scope) => plannedClient(setup, context, scope))),
      );
    }
  }
}

function plannedClient(setup: ClientSetup, { request, flags }: HookContext, scope?: InstallScope): PlannedClient {
  const { cwd, homeDir, environment, flags: globals } = request();
  const kept = [["--workspace", globals.workspace], ["--data-dir", globals.dataDir]] as const;
  const command = {
    program: programWords(),
    kept: kept.flatMap(([flag, path]) => path === undefined ? [] : [flag, resolve(cwd, path)]),
    platform: process.platform,
  };
  const chosen = scope ?? flags.scope ?? "user";
  const place = {
    scope: chosen,
    homeDir,
    projectDir: projectRoot(cwd, homeDir),
    environment,
    platform: process.platform,
  };
  return { setup, scope: chosen, plan: setup.plan(place, command, flags.mcp) };
}

function clientOf({ arguments: [, positional], flags }: HookContext): string | undefined {
  if (flags.client !== undefined && positional !== undefined && flags.client !== positional) {
    throw new MemoryError(`Cannot tell which client is meant: "${positional}" or "${flags.client}"`, { kind: "usage" });
  }
  return flags.client ?? positional;
}

function required(context: HookContext, action: string): ClientSetup {
  const name = clientOf(context);
  const names = [...CLIENT_SETUPS.keys()].join(", ");
  const setup = CLIENT_SETUPS.get(name ?? "");
  if (setup !== undefined) return setup;
  throw new MemoryError(
    name === undefined ? `Missing "--client" of "memory hook ${action}"` : `Unknown client "${name}"`,
    { kind: "usage", hint: `it is one of ${names}` },
  );
}

function refuseMisplaced(action: string, { flags }: HookContext): void {
  const isEdit = action === "install" || action === "uninstall";
  const misplaced = [
    ["--dry-run", flags.dryRun && !isEdit],
    ["--mcp", flags.mcp && action !== "install" && action !== "print"],
    ["--schedule", flags.schedule && action !== "install"],
  ].find(([, isGiven]) => isGiven);
  if (misplaced === undefined) return;
  throw new MemoryError(`Cannot use "${String(misplaced[0])}" with "memory hook ${action}"`, {
    kind: "usage",
    hint: '"memory help hook" shows how it is used',
  });
}
