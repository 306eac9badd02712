import { MemoryError } from "../base/errors.ts";
import { leastTrusted, type OriginClass } from "../provenance/origin.ts";
import type { Choice, Withheld } from "../select/choose.ts";
import { readSelectedFile, type SelectedFile } from "../select/selected_file.ts";
import { stripAnnotations } from "../workspace/annotation.ts";
import { normaliseClaim } from "../workspace/claims.ts";
import type { App } from "./app.ts";

/** What classes are asked of. */
type Asked = Pick<App, "layout" | "extraPaths" | "originsOf" | "caller">;

/**
 * Returns what is printed in the place of texts that the caller named nothing of: an agent is given untrusted ones only by a
 * read, which taints it (SPEC 4.5). Fails closed: of what stands nowhere as it is told nobody knows the class.
 */
export function withheldFrom(app: Asked): Withheld {
  // Who calls is read from the processes above, and a file is taken apart: neither anew for each of a hundred lines.
  let isAgent: boolean | null = null;
  const files = new Map<string, SelectedFile>();
  const read = (path: string) => {
    const file = files.get(path) ?? readSelectedFile(app, path);
    files.set(path, file);
    return file;
  };
  return (choice) => {
    isAgent ??= app.caller().client !== null;
    if (!isAgent) return null;
    const origin = choice.anchor === null ? choice.origin ?? null : classAt(app, choice, read);
    if (origin === null) return "(of unknown origin: text withheld)";
    return origin === "untrusted" ? `(${origin}: text withheld)` : null;
  };
}

/** Returns the least trusted class of the lines that a choice stands on now, or `null` if they do not say it. */
function classAt(
  { originsOf }: Asked,
  { anchor, text }: Choice,
  read: (path: string) => SelectedFile,
): OriginClass | null {
  if (anchor === null) return null;
  const { path, startLine, endLine } = anchor;
  try {
    const file = read(path);
    const units = file.units().filter((it) => it.startLine <= endLine && it.endLine >= startLine);
    const says = normaliseClaim(stripAnnotations(units.map(({ raw }) => raw).join("\n")));
    if (!says.includes(normaliseClaim(stripAnnotations(text)))) return null;
    const origins = originsOf(file.path, units.map(({ raw }) => raw)).map(({ origin }) => origin);
    return origins.length === 0 ? null : origins.reduce(leastTrusted);
  } catch (error) {
    // Gone meanwhile, or not to be read.
    if (error instanceof MemoryError) return null;
    throw error;
  }
}
