/**
 * Where a client's settings are looked for.
 *
 * @module
 */
import { join } from "node:path";

/** For all of a user's sessions, or for those of one project. */
export const INSTALL_SCOPES = ["user", "project"] as const;
/** One of {@linkcode INSTALL_SCOPES}. */
export type InstallScope = (typeof INSTALL_SCOPES)[number];

/** The folders of a user and a project. */
export interface InstallPlace {
  /** See {@linkcode InstallScope}. */
  readonly scope: InstallScope;
  /** The user's home folder, absolute. */
  readonly homeDir: string;
  /** The root of the repository around the current folder, or that folder; absolute. */
  readonly projectDir: string;
  /** Clients can be told by variables where their settings are. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As in `linux`. */
  readonly platform: string;
}

/** Returns the folder of a user's settings that a variable may move. */
export function userFolder({ homeDir, environment }: InstallPlace, name: string, variable: string | null): string {
  const moved = variable === null ? undefined : environment[variable];
  return moved === undefined || moved === "" ? join(homeDir, name) : moved;
}
