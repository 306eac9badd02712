/** A home of a user whose clients are set up, without a workspace and without processes. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ClientPlan } from "../../src/agents/install/client_setup.ts";
import { installClient, uninstallClient } from "../../src/agents/install/edit_client.ts";
import type { FileChange } from "../../src/agents/install/change_files.ts";
import type { InstallScope } from "../../src/agents/install/install_place.ts";
import { CLIENT_SETUPS } from "../../src/agents/install/setups.ts";

/** What a test asks of it. */
export interface InstallWorld {
  /** The home. */
  readonly home: string;
  /** Returns the plan of a client. */
  plan(client: string, options?: PlanOptions): ClientPlan;
  /** Installs. */
  install(client: string, options?: PlanOptions): FileChange[];
  /** Takes out. */
  uninstall(client: string, options?: PlanOptions): FileChange[];
  /** Writes a file below the home. */
  write(path: string, content: string | Uint8Array): string;
  /** Returns a file's bytes as Latin-1 text; `null` if there is none. */
  read(path: string): string | null;
  /** Removes all of it. */
  remove(): void;
}

/** How a plan is made. */
export interface PlanOptions {
  readonly scope?: InstallScope;
  readonly program?: string;
  readonly kept?: readonly string[];
  readonly withServer?: boolean;
  readonly isDryRun?: boolean;
  readonly platform?: string;
}

/** Opens it. */
export function openInstallWorld(): InstallWorld {
  const home = mkdtempSync(join(tmpdir(), "memory-install-"));
  const setupOf = (client: string) => {
    const setup = CLIENT_SETUPS.get(client);
    if (setup === undefined) throw new Error(client);
    return setup;
  };
  const plan = (client: string, options: PlanOptions = {}) => {
    const { scope = "user", program = "/opt/memory/bin/memory", kept = [], withServer = true, platform = "linux" } =
      options;
    const place = { scope, homeDir: home, projectDir: join(home, "project"), environment: {}, platform };
    return setupOf(client).plan(place, { program: [program], kept, platform }, withServer);
  };
  return {
    home,
    plan,
    install: (client, options = {}) =>
      installClient(setupOf(client), plan(client, options), { isDryRun: options.isDryRun === true }),
    uninstall: (client, options = {}) =>
      uninstallClient(plan(client, options), { isDryRun: options.isDryRun === true }),
    write(path, content) {
      const whole = join(home, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, content);
      return whole;
    },
    read: (path) => existsSync(join(home, path)) ? readFileSync(join(home, path), "latin1") : null,
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
