/**
 * What may stand in an annotation. A value that breaks a rule is refused, never repaired: a wrong project must not
 * become another one.
 *
 * @module
 */

/**
 * Returns a project key in its one form, or `null` if the text is none. A key is `host/path` (the host lower-cased, the
 * path as it is), a plain name (lower-cased), or `path:` and an absolute path (SPEC 9.4).
 */
export function normaliseProjectKey(text: string): string | null {
  const key = text.trim();
  if (key === "" || key.length > MAX_VALUE_UNITS || !isPrintable(key) || key.startsWith("!")) return null;
  if (key.startsWith(PATH_PREFIX)) return isAbsolutePath(key.slice(PATH_PREFIX.length)) ? key : null;
  if (/[\s*]/.test(key) || key.startsWith("/") || key.endsWith("/")) return null;
  const slash = key.indexOf("/");
  return slash < 0 ? key.toLowerCase() : key.slice(0, slash).toLowerCase() + key.slice(slash);
}

/** Returns whether a text is a project key in its one form that can stand in a list of keys. */
export function isProjectKey(text: string): boolean {
  return normaliseProjectKey(text) === text && !/[;；]/.test(text);
}

/** Returns whether a text can be a supersession key, such as `gateway.port`: one word without `<`, `>`, `;` or commas. */
export function isSupersessionKey(text: string): boolean {
  return text !== "" && text.length <= MAX_VALUE_UNITS && isPrintable(text) && !/[\s,;，；]/.test(text);
}

/** Returns trigger phrases from a list parted by commas, semicolons (of any width), `、` or line feeds; without repeats. */
export function splitTriggers(text: string): string[] {
  const phrases = text.split(/[,;，；、\n]/).map((phrase) => phrase.trim()).filter((phrase) => phrase !== "");
  return [...new Set(phrases)];
}

/** A key longer than this is a mistake; long paths of real file systems fit. */
const MAX_VALUE_UNITS = 512;
const PATH_PREFIX = "path:";

/** No control or invisible characters, nothing that could end a comment or open code, no half of a surrogate pair. */
function isPrintable(text: string): boolean {
  return !/[<>`]|\p{Cc}|\p{Cf}|\p{Cs}|[\u2028\u2029]/u.test(text) && !text.includes("--\u003e");
}

function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith("\\\\");
}
