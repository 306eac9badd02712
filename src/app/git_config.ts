/**
 * Reads the text of a `.git/config` as git itself does, without starting it: sections, quoted values, escapes, comments,
 * lines that go on. A line that git would refuse is skipped. Files that it includes are not read.
 *
 * @module
 */

/** One value of a settings file of git. */
export interface GitSetting {
  /** Name of the section, in lower case. */
  readonly section: string;
  /** Such as the name of a remote, its case kept; `""` if the section has none. */
  readonly subsection: string;
  /** In lower case. */
  readonly name: string;
  /** Without quotes and escapes; `""` also for a name without a value. */
  readonly value: string;
}

/** Returns the settings in the order of the text; takes time in proportion to its length. */
export function parseGitConfig(text: string): GitSetting[] {
  const settings: GitSetting[] = [];
  let section = "";
  let subsection = "";
  // A carriage return before a line feed is no part of a line.
  const lines = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n").split("\n");
  for (let at = 0; at < lines.length;) {
    let line = (lines[at++] ?? "").trimStart();
    const header = HEADER.exec(line);
    if (header !== null) {
      const [whole, name = "", dotted = "", quoted] = header;
      section = name.toLowerCase();
      subsection = quoted === undefined ? dotted.toLowerCase() : quoted.replace(/\\(.)/g, "$1");
      line = line.slice(whole.length).trimStart();
    } else if (line.startsWith("[")) {
      // What follows belongs to a section that nobody knows.
      section = "";
      subsection = "";
    }
    const assignment = ASSIGNMENT.exec(line);
    if (assignment === null) continue;
    const [whole, name = "", sign] = assignment;
    const read = sign === undefined ? { value: "", next: at } : readValue(line.slice(whole.length), lines, at);
    at = read.next;
    if (read.value !== null) settings.push({ section, subsection, name: name.toLowerCase(), value: read.value });
  }
  return settings;
}

/** `[section]`, `[section.sub]`, `[section "sub"]`. */
const HEADER = /^\[\s*([A-Za-z0-9-]+)(?:\.([^\]"\s]*))?(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
/** A name, and the sign behind it unless it has no value. */
const ASSIGNMENT = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:(=)[ \t]*|(?=[#;]|$))/;

/** What an escape stands for; any other one is an error. */
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\" };

/**
 * Returns a value and the index of the line behind it.
 *
 * @param first the line behind the sign `=`
 * @param next index of the line after it
 */
function readValue(first: string, lines: readonly string[], next: number): { value: string | null; next: number } {
  let line = first;
  let after = next;
  let value = "";
  // Blanks count only if something follows them.
  let kept = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    const isBlank = !isQuoted && /\s/.test(sign);
    if (isBlank && value === "") continue;
    if (sign === "\\") {
      kept = value.length;
      const escaped = line[++at];
      if (escaped === undefined) {
        // The last sign of a line: the value goes on behind it.
        if (after >= lines.length) break;
        line = lines[after++] ?? "";
        at = -1;
        continue;
      }
      const meant = ESCAPES[escaped];
      if (meant === undefined) return { value: null, next: after };
      value += meant;
      kept = value.length;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
      kept = value.length;
    } else if (!isQuoted && (sign === "#" || sign === ";")) break;
    else {
      value += sign;
      if (!isBlank) kept = value.length;
    }
  }
  return { value: isQuoted ? null : value.slice(0, kept), next: after };
}
