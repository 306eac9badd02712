/**
 * The folders that a client says it works in. Only the handshake era has them.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";
import { causeChain } from "../../base/errors.ts";

/** What a connection knows of them. */
export interface ClientRoots {
  /** Returns them, absolute; waits a moment for a client that was just asked. */
  folders(): Promise<readonly string[]>;
}

/** A client that does not say where it works is not waited for; in milliseconds. */
const ANSWER_MS = 1_000;
/** As many as can be active projects; the newest, which counts most, stands last. */
const MAX_ROOTS = 4;

/** Asks the client of a server for its roots as soon as it can be asked, and again when they change. */
export function clientRoots(server: Server, log: (line: string) => void): ClientRoots {
  let known: Promise<readonly string[]> = Promise.resolve([]);
  const ask = () => {
    if (server.getClientCapabilities()?.roots === undefined) return;
    const before = known;
    known = server.listRoots(undefined, { timeout: ANSWER_MS })
      .then(({ roots }) => roots.slice(0, MAX_ROOTS).map(({ uri }) => folderOf(uri)).filter((each) => each !== null))
      .catch((error: unknown) => {
        log(`The client did not name its roots: ${causeChain(error)[0]}`);
        return before;
      });
  };
  server.oninitialized = ask;
  server.setNotificationHandler("notifications/roots/list_changed", ask);
  return { folders: () => known };
}

/** A root that is no file of this machine is no folder. */
function folderOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}
