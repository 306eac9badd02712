/**
 * Returns one key for every way of writing the same remote: host in lower case, then the path; no scheme, credentials,
 * port, `.git` or closing slash. `null` for text that is no remote or that would not survive in an annotation.
 */
export function normaliseRemote(url: string): string | null {
  const text = url.trim();
  // scheme://[user[:password]@]host[:port]/path
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/]*@)?(\[[^\]]+\]|[^/:]*)(?::\d+)?\/(.*)$/i.exec(text);
  // [user@]host:path, the short form of ssh; a single letter before the colon is a drive
  const short = full === null ? /^(?:[^/:]*@)?([^/:@]{2,}):(?!\/\/)(.+)$/.exec(text) : null;
  const [, host, path] = full ?? short ?? [];
  const isRemote = host !== undefined && host !== "" && path !== undefined;
  const file = text.replace(/^file:\/\//i, "");
  // A relative path means something else in every repository.
  if (!isRemote && !file.startsWith("/")) return null;
  const key = isRemote ? `${host.toLowerCase()}/${bare(path).replace(/^\/+/, "")}` : `file:${bare(file)}`;
  return /[;,<>\s]|--|\/$|:$/.test(key) ? null : key;
}

function bare(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/i, "");
}
