/**
 * Keeps keys and passwords out of what is printed: settings, messages, and what a server says back. Pure.
 *
 * @module
 */

/** Stands where a secret stood. */
export const STRUCK = "***";

/** Shorter values are no secrets, and striking them would spoil every sentence: in UTF-16 units. */
const MIN_SECRET_UNITS = 4;

/** A scheme with what divides it from the rest. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Returns an address without user, password and the values of its query; one without any of them comes back as it is.
 * Text that is no address is treated as one that was mistyped: whatever stands before its last "@" goes.
 */
export function strikeUrl(address: string): string {
  const url = URL.parse(address);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" &&
    !url.pathname.includes("@");
  const at = isPlain ? -1 : address.lastIndexOf("@");
  const scheme = SCHEME.exec(address)?.[0] ?? "";
  const shown = at < 0 ? address : `${scheme}${STRUCK}@${address.slice(at + 1)}`;
  const end = shown.search(/[?#]/);
  return end < 0 ? shown : shown.slice(0, end) + struckQuery(shown.slice(end));
}

/** Keeps the names of a query, which say what it is for, and nothing of a fragment. */
function struckQuery(query: string): string {
  const [search = "", fragment] = query.split("#");
  const names = search.slice(1).split("&").map((pair) => {
    const equals = pair.indexOf("=");
    return equals < 0 ? STRUCK : `${pair.slice(0, equals)}=${STRUCK}`;
  });
  const shown = search === "" ? "" : search === "?" ? "?" : `?${names.join("&")}`;
  return fragment === undefined ? shown : `${shown}#${STRUCK}`;
}

/** Returns what an address holds that nobody else should read: user, password, the values of its query. */
export function secretsOfUrl(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  return [url.username, url.password, ...url.searchParams.values()].filter((each) => each !== "");
}

/** Returns a text without the given secrets, in the forms that a server may quote them in. */
export function strikeSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter(({ length }) => length >= MIN_SECRET_UNITS).flatMap((secret) => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll("/", "\\/"),
  ]);
  // The longest first: one secret may be a part of another.
  return forms.sort((a, b) => b.length - a.length).reduce((struck, form) => struck.replaceAll(form, STRUCK), text);
}
