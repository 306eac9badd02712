/**
 * What a forget cannot reach (SPEC 7.6): said plainly, so that nobody takes it for more than it is.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StateStore } from "../../store/state/open_state.ts";
import type { WorkspaceLayout } from "../../workspace/layout.ts";

/** A place that is out of reach. */
export interface OutOfReach {
  /** `transcripts` of clients, `git` history, `backups`, `disk` blocks, `screen`: what was shown. */
  readonly kind: "transcripts" | "git" | "backups" | "disk" | "screen";
  /** What may hold the text still, as a sentence without a stop. */
  readonly what: string;
  /** Absolute paths, where they are known. */
  readonly paths: readonly string[];
}

/**
 * Returns the places.
 *
 * @param sessions in which the forgotten lines were written, as far as that is known
 */
export function outOfReach(
  { layout, state }: { readonly layout: WorkspaceLayout; readonly state: Pick<StateStore, "ingested"> },
  sessions: readonly string[],
): OutOfReach[] {
  const repository = repositoryOf(layout.root);
  return [
    {
      kind: "transcripts",
      what:
        "The transcripts that agents' clients keep of their sessions; what is read from them again does not come back",
      paths: state.ingested.filesOfSessions(sessions),
    },
    ...repository === null ? [] : [{
      kind: "git" as const,
      what: "The history of the repository that the workspace lies in, and its copies elsewhere",
      paths: [repository],
    }],
    {
      kind: "backups",
      what: "Backups, snapshots and other copies of the files, and what a synchroniser keeps",
      paths: [],
    },
    { kind: "disk", what: "Blocks of the disk that were freed and are not written again yet", paths: [] },
    { kind: "screen", what: "What was shown on screens and handed to models before", paths: [] },
  ];
}

/** Returns the `.git` of the nearest repository, or `null`. */
function repositoryOf(root: string): string | null {
  for (let folder = root;; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return join(folder, ".git");
    if (dirname(folder) === folder) return null;
  }
}
