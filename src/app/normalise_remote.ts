/**
 * One key for every way of writing the same remote (SPEC 9.4).
 *
 * @module
 */
import { isProjectKey } from "../workspace/annotation_values.ts";

/**
 * Returns the key of a remote: its host in lower case, then its path, whose case counts; no scheme, credentials, port, query,
 * `.git` or closing slash. A remote on this machine has `file:` and its path. `null` for text that is no remote, and for a
 * relative path, which means something else in every repository.
 */
export function normaliseRemote(url: string): string | null {
  // `gcrypt::ssh://…`: a helper of git fetches what follows.
  const text = url.trim().replace(/^(?:[a-z][a-z0-9+.-]*::)+/i, "");
  if (text.length > MAX_REMOTE_UNITS) return null;
  const parts = fullForm(text) ?? localForm(text) ?? shortForm(text);
  if (parts === null) return null;
  const path = plainPath(parts.path);
  if (path === "") return null;
  const host = parts.host === "" ? "file:" : hostOf(parts.host);
  const key = percentEncode(ofAzure(`${host}/${path}`).normalize("NFC"), remoteRefused());
  return host !== null && isProjectKey(key) ? key : null;
}

/**
 * Returns a remote of Azure DevOps as its pages have it. By ssh its path is another one, and so are host and path under the
 * name that the service had before.
 */
function ofAzure(key: string): string {
  const ssh = /^(?:ssh\.dev\.azure\.com|vs-ssh\.visualstudio\.com)\/v3\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(key);
  if (ssh !== null) return `dev.azure.com/${ssh[1]}/${ssh[2]}/_git/${ssh[3]}`;
  const old = /^([^./]+)\.visualstudio\.com\/(?:DefaultCollection\/)?([^/]+)\/_git\/([^/]+)$/.exec(key);
  return old === null ? key : `dev.azure.com/${old[1]}/${old[2]}/_git/${old[3]}`;
}

/**
 * Returns a text with what a pattern finds written as the percent codes of its UTF-8 bytes.
 *
 * @param refused with the flags `g` and `u`
 */
export function percentEncode(text: string, refused: RegExp): string {
  return text.toWellFormed().replace(
    refused,
    (found) =>
      [...new TextEncoder().encode(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(
        "",
      ),
  );
}

/** A text this long was not typed as an address. In UTF-16 units. */
const MAX_REMOTE_UNITS = 2_000;

/** What may not stand in a key; a percent sign may where it begins a code. */
const remoteRefused = (): RegExp => /[;；,<>`*\s]|%(?![0-9A-F]{2})|\p{C}|[\u2028\u2029]/gu;

/** `host` is empty for a path of this machine. */
interface RemoteParts {
  readonly host: string;
  readonly path: string;
}

/** `scheme://[user[:password]@]host[:port]/path[?query][#part]`. */
function fullForm(text: string): RemoteParts | null {
  const found = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(text);
  if (found === null) return null;
  const [, scheme = "", authority = "", rest = ""] = found;
  const path = decoded(rest.replace(/[?#].*$/s, ""));
  if (scheme.toLowerCase() === "file") return { host: "", path };
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
  // A port that is no number: more of a password than of an address.
  return host === "" || /^[^[].*:/.test(host) ? null : { host, path };
}

/** An absolute path, also one of Windows. */
function localForm(text: string): RemoteParts | null {
  if (text.startsWith("/")) return { host: "", path: text };
  return /^[a-z]:[\\/]/i.test(text) ? { host: "", path: text.replaceAll("\\", "/") } : null;
}

/** `[user@]host:path` and `[user@host:port]:path`, the short forms of ssh; a single letter before the colon is a drive. */
function shortForm(text: string): RemoteParts | null {
  const boxed = /^(?:[^/@[]*@)?\[(?:[^\]@]*@)?([^\]]+)\]:(.+)$/s.exec(text);
  if (boxed !== null) {
    const [, inner = "", path = ""] = boxed;
    // Several colons: an IPv6 address.
    const isAddress = inner.split(":").length > 2;
    return { host: isAddress ? `[${inner}]` : inner.replace(/:\d*$/, ""), path };
  }
  // `user:password@host:path` is no form of ssh; what people mean by it is no secret to be kept as a path.
  const found = /^(?:[^/@]*@)?([^/:@]{2,}):(?!\/\/)(.+)$/s.exec(text);
  const [, host = "", path = ""] = found ?? [];
  return found === null ? null : { host, path };
}

/** Other names under which the same hosts answer. */
const SAME_HOSTS: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
};

/** Returns the host in the form of the key, or `null` if it is none. */
function hostOf(host: string): string | null {
  const lower = host.toLowerCase().replace(/\.+$/, "");
  if (lower === "" || /[\s@/\\]/.test(lower)) return null;
  return Object.hasOwn(SAME_HOSTS, lower) ? SAME_HOSTS[lower] ?? lower : lower;
}

/** Returns a path without what does not tell two repositories apart. */
function plainPath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  const last = names.pop() ?? "";
  const bare = last.replace(/\.git$/i, "");
  // `repository/.git` is the repository.
  return (bare === "" ? names : [...names, bare]).join("/");
}

/**
 * Letters and digits of any script and `-._~` mean the same with and without their codes; other codes are written in
 * capitals.
 */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    const bytes = Uint8Array.from(codes.slice(1).split("%"), (digits) => Number.parseInt(digits, 16));
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    if (text.includes("\ufffd")) return codes.toUpperCase();
    return percentEncode(text, /[^\p{L}\p{M}\p{N}\-._~]/gu);
  });
}
