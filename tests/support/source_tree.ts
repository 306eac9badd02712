/**
 * Reads the program's own source files, for tests about its structure.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Root of the repository. */
export const ROOT = join(import.meta.dir, "../..");

/** One source file. */
export interface SourceFile {
  /** Path from the root, such as `src/base/clock.ts`. */
  readonly path: string;
  /** Its whole text. */
  readonly text: string;
  /** Its text with comments blanked out; line numbers stay. */
  readonly code: string;
  /** Every static import or re-export, type-only ones too. */
  readonly imports: readonly SourceImport[];
  /** What `import()` and `require()` are called with. */
  readonly dynamicImports: readonly string[];
}

/** One import of a source file. */
export interface SourceImport {
  /** Path from the root for a file of the project, else the name of the package. */
  readonly target: string;
  /** Whether only types are taken, so that nothing is loaded for it. */
  readonly isTypeOnly: boolean;
  /** How many names are taken. */
  readonly names: readonly string[];
}

/** Returns every TypeScript file below `src`, sorted by path. */
export function sourceFiles(): SourceFile[] {
  const paths = [...new Bun.Glob("src/**/*.ts").scanSync(ROOT)].map((path) => path.replaceAll("\\", "/")).sort();
  return paths.map((path) => readSource(path, readFileSync(join(ROOT, path), "utf8")));
}

/** Returns what {@linkcode sourceFiles} returns for one file with this text. */
export function readSource(path: string, text: string): SourceFile {
  const code = blankComments(text);
  const imports = [...code.matchAll(STATIC_IMPORT)].map((match): SourceImport => {
    const clause = match[2] ?? "";
    const names = clause.replace(/^[^{]*\{|\}[^}]*$/g, "").split(",").map((name) => name.trim()).filter(Boolean);
    const isTypeOnly = match[1] !== undefined || (names.length > 0 && names.every((name) => name.startsWith("type ")));
    return { target: resolveImport(path, match[3] ?? ""), isTypeOnly, names };
  });
  const dynamicImports = [...code.matchAll(/\b(?:import|require)\(\s*([^)]*?)\s*\)/g)].map((match) => match[1] ?? "");
  return { path, text, code, imports, dynamicImports };
}

/** Returns the folder below `src` that a file belongs to, or `main.ts` for the entry. */
export function folderOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** Returns every file that loading `start` loads as well, without dynamic imports, and all packages among them. */
export function staticReach(start: string, files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const queue = [start];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const each of byPath.get(path)?.imports ?? []) if (!each.isTypeOnly) queue.push(each.target);
  }
  return reached;
}

const STATIC_IMPORT = /^(?:import|export)\s+(type\s+)?(?:([\w*{}\s,$]+?)\s+from\s+)?["']([^"']+)["']/gm;

function resolveImport(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return normalize(join(dirname(from), specifier)).replaceAll("\\", "/");
}

/** Blanks comments, but not what looks like one inside a string, a template or a regular expression on one line. */
function blankComments(text: string): string {
  const pattern = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(pattern, (match) => match.startsWith("/") ? match.replace(/[^\n]/g, " ") : match);
}
