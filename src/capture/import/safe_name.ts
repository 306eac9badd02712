/**
 * Names of files that come from elsewhere, made fit for any file system and for the index.
 *
 * @module
 */

/** Longest part of a path, in bytes: a file system takes 255, and a number may have to be added. */
const MAX_PART_BYTES = 120;
/** More parts than these are joined into one: no path grows without end. */
const MAX_PARTS = 12;

/**
 * Returns a relative path of safe parts that ends in `.md`: no part leads out, is hidden, ends in a dot, is a device of
 * Windows, or holds what some system cannot write.
 */
export function safeName(name: string): string {
  const parts = name.normalize("NFC").split(/[\\/]+/).map(safePart).filter((part) => part !== "");
  if (parts.length > MAX_PARTS) parts.splice(MAX_PARTS - 1, parts.length, parts.slice(MAX_PARTS - 1).join("-"));
  const last = parts.pop() ?? "";
  const stem = last.replace(/\.(?:md|markdown|mdx|txt)$/i, "").replace(/\.+$/, "");
  return [...parts.map(cutPart), `${cutPart(stem) || "note"}.md`].join("/");
}

function safePart(part: string): string {
  // deno-lint-ignore no-control-regex -- control characters are meant
  const plain = part.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .replace(/[<>:"|?*#]/g, "-").replace(/^[.\s~]+/, "").replace(/[.\s]+$/, "");
  return DEVICES.test(plain) ? `_${plain}` : plain;
}

/** What Windows takes for a device, whatever its ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** No character is cut in two. */
function cutPart(part: string): string {
  let kept = "";
  let bytes = 0;
  for (const char of part) {
    bytes += Buffer.byteLength(char);
    if (bytes > MAX_PART_BYTES) break;
    kept += char;
  }
  return kept.trimEnd();
}
