/**
 * Which project a folder belongs to (SPEC 9.4): one key for all clones and worktrees of a repository, read from git's own
 * files without starting git.
 *
 * @module
 */
import { basename, dirname, join, resolve } from "node:path";
import { isProjectKey } from "../workspace/annotation_values.ts";
import { type GitSetting, parseGitConfig } from "./git_config.ts";
import { commonGitDir, readGitFile } from "./git_folder.ts";
import { normaliseRemote, percentEncode } from "./normalise_remote.ts";

/**
 * Returns the key of the repository around a folder: that of its `origin`, or of its only remote; else `path:` and its
 * root. `null` outside of a repository, for one whose files cannot be read, and where no key can be made of what they say.
 *
 * @param folder absolute; it need not exist
 */
export function projectKeyOf(folder: string): string | null {
  const gitDir = commonGitDir(folder);
  const config = gitDir === null ? null : readGitFile(join(gitDir, "config"));
  if (gitDir === null || config === null) return null;
  const settings = parseGitConfig(config);
  const remote = remoteOf(settings);
  const key = remote === null ? null : normaliseRemote(remote);
  if (key !== null) return key;
  const path = `path:${percentEncode(rootOf(gitDir, settings), pathRefused())}`;
  return isProjectKey(path) ? path : null;
}

/** What would part a list of keys, end a comment or hide; a blank inside a path may stay. */
const pathRefused = (): RegExp => /[%;；<>`]|\p{C}|[\u2028\u2029]|^\s|\s$/gu;

/** Returns the folder that people see, for a git folder. */
function rootOf(gitDir: string, settings: readonly GitSetting[]): string {
  if (basename(gitDir) === ".git") return dirname(gitDir);
  // Submodules and git folders in another place say where their files are.
  const tree = settings.findLast(({ section, subsection, name }) =>
    section === "core" && subsection === "" && name === "worktree"
  )?.value;
  return tree === undefined || tree === "" ? gitDir : resolve(gitDir, tree);
}

/** Returns the address that git fetches from, rewritten as the same file says, or `null`. */
function remoteOf(settings: readonly GitSetting[]): string | null {
  const urls = new Map<string, string>();
  for (const { section, subsection, name, value } of settings) {
    if (section !== "remote" || subsection === "" || name !== "url") continue;
    // The first of several is fetched from; an empty one takes back those before it.
    if (value === "") urls.delete(subsection);
    else if (!urls.has(subsection)) urls.set(subsection, value);
  }
  const url = urls.get("origin") ?? (urls.size === 1 ? [...urls.values()][0] : undefined);
  return url === undefined ? null : rewritten(url, settings);
}

/** The longest `insteadOf` that an address begins with gives way to its base, once, as git does it. */
function rewritten(url: string, settings: readonly GitSetting[]): string {
  let best = { length: 0, base: "" };
  for (const { section, subsection, name, value } of settings) {
    if (section !== "url" || name !== "insteadof" || !url.startsWith(value)) continue;
    if (value.length > best.length) best = { length: value.length, base: subsection };
  }
  return best.base + url.slice(best.length);
}
