/**
 * What a line of a message is, by its form alone.
 *
 * @module
 */

/** A line of prose. */
export interface LineKind {
  /** Where its text begins, behind blanks and list marker; `null` if the line is no prose. */
  readonly indent: number | null;
  /** It begins a list item. */
  readonly isItem: boolean;
}

/** Returns the closing fence that a line asks for if it opens a code block, else `null`. */
export function isFence(line: string): string | null {
  const [, fence] = /^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(`{3,}|~{3,}|\$\$(?!.*\$\$))/.exec(line) ?? [];
  return fence ?? null;
}

/** Returns what ends the block that a line opens: a tag of scaffolding, the header of a patch; else `null`. */
export function isBlockStart(line: string): string | null {
  const [, tag] = BLOCK_TAG.exec(line) ?? [];
  if (tag !== undefined) return new RegExp(`</${tag}\\s*>`, "i").test(line) ? null : `</${tag}`;
  if (/^\s*<!--(?!.*-->)/.test(line)) return "-->";
  if (/^\*\*\* Begin Patch/.test(line)) return "*** End Patch";
  if (/^-----BEGIN /.test(line)) return "-----END ";
  return null;
}

/** Returns whether a line closes the block. */
export function isBlockEnd(line: string, closing: string): boolean {
  const trimmed = line.trim().toLowerCase();
  if (/^[`~$]/.test(closing)) {
    return trimmed.startsWith(closing) && [...trimmed].every((char) => char === closing.charAt(0));
  }
  return trimmed.includes(closing.toLowerCase());
}

/** Returns whether what opens a block may be just a word of markup: any tag but those of scaffolding and reasoning. */
export function mayStayOpen(closing: string): boolean {
  return closing.startsWith("</") && !SCAFFOLD_TAG.test(closing);
}

const SCAFFOLD_TAG =
  /^<\/(?:analysis|think(?:ing)?|reasoning|reflection|scratchpad|plan|system|memory|environment|instructions|user|command|local-command|bash|tool|function|antml|permissions|context|summary|task-notification|attachment|document|file)/i;

/** Any tag that stands alone at the beginning of a line, as scaffolding and leaked reasoning have it. */
const BLOCK_TAG = /^\s*<([a-z][\w:-]{1,40})(?:\s[^<>]{0,200})?>/i;

/** Says what a line is. */
export function lineKind(line: string): LineKind {
  const [marker = "", bullet = ""] =
    /^\s*((?:[-*+\u2022\u00b7\u2013]|\d{1,3}[.)]|[a-z][.)]|[\u2460-\u2473]|[\uff08(]?\d{1,2}[\uff09)\u3001])\s*(?:\[[ xX]\]\s+)?)?/
      .exec(line) ?? [];
  const isItem = bullet !== "" && (/\s$/.test(bullet) || /[\u3001\uff09\u2460-\u2473)]$/.test(bullet));
  const blanks = line.length - line.trimStart().length;
  const indent = isItem ? marker.length : blanks;
  const rest = line.slice(indent);
  if (!isItem && DATA_START.test(rest)) return NO_PROSE;
  // Four blanks make code, unless the line goes on with a list.
  if (!isItem && (blanks >= CODE_INDENT || line.startsWith("\t"))) return NO_PROSE;
  return rest.trim() === "" || NO_PROSE_LINES.some((pattern) => pattern.test(rest)) ? NO_PROSE : { indent, isItem };
}

/** Returns whether a line looks like a part of a program's source, so that many of them in a row make the text one. */
export function isCodeLine(line: string): boolean {
  return CODE_LINE.test(line);
}

const CODE_LINE =
  /^(?:\s* \*(?:\s|\/|$)|\s*(?:\/\*|\/\/|import |export |const |let |var |function |def |class |return\b|if \(|for \(|while \(|[}\])]|<\/?\w|@\w+\b|readonly |private |public |static |elif |else:|fn |func |pub |#include|package )|\t)|[;{},]\s*$|\)\s*:\s*$|=>\s*$/;

/** Times, objects, keys, tables, patches and comments: most of what programs print is known by its first characters. */
const DATA_START =
  /^(?:\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]|\[?\d{2}:\d{2}:\d{2}|[{}\]);,|<>=+#/\\]|\[(?!\[)|"[\w -]{1,80}":|at \S+ \(|-{3}|@@)/;

const NO_PROSE: LineKind = { indent: null, isItem: false };
/** CommonMark, indented code. */
const CODE_INDENT = 4;

const NO_PROSE_LINES: readonly RegExp[] = [
  // Headings, quotes, tables, rules, pictures, comments, tags.
  /^(?:#{1,6}(?:\s|$)|>|\||[-=_*]{3,}\s*$|!\[|<[!/?a-z]|\[\^|\[[^\]]{1,80}\]:\s)/i,
  // Prompts of shells and interpreters, and commands that somebody pasted.
  /^(?:[$%#\u276f\u279c\u03bb]\s+\S|>>>|\.\.\.\s|PS [A-Z]:|[\w.-]{1,32}@[\w.-]{1,64}[:\s][^\s]{0,80}[$#%]\s|In \[\d+\]:|Out\[\d+\]:|irb\(|mysql>|sqlite>|=>\s)/,
  /^(?:sudo |cd |ls |cat |echo |export |curl |wget |git |npm |npx |pnpm |yarn |bun |deno |pip |pip3 |python3? |node |cargo |go (?:build|run|test|get) |docker |kubectl |make |brew |apt(?:-get)? |ssh |scp |chmod |mkdir |rm |cp |mv |grep |sed |awk |find |tail |head |tar |source |systemctl |journalctl |terraform |helm |psql |redis-cli )(?:[-./~$"'\w@:=][^.\u3002!?]*)?$/,
  // Logs: times, levels, access logs, dates of programs.
  /^\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}|^\[?\d{2}:\d{2}:\d{2}|^\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL|NOTICE)\b[\]:\s]|^npm (?:ERR!|WARN|warn|error|notice)\s|^(?:debug|info|warn(?:ing)?|error|fatal|err|note|hint)(?:\[[\w]+\])?:\s|^E\d{3,5}\b|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d|^[A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}:\d{2}/,
  // Stack traces and test reports.
  /^(?:at\s+\S+.*[):\d]$|at async |File "[^"]+", line \d|Traceback \(|Caused by:|\.{3} \d+ more|goroutine \d|panic:|thread '|[\w.$]+(?:Error|Exception|Warning)\b[:(]|Exception in thread|\s*\^+~*\s*$|\u2713|\u2717|\u2714|\u2716|\u2718|\u2705\s*\S+\.(?:test|spec)|\u25cf|PASS\b|FAIL\b|ok\s+\d+|not ok\s+\d+|\(pass\)|\(fail\)|\d+ (?:passing|failing|passed|failed|pending|pass|fail|skipped|tests?)\b|Tests?:\s+\d|Test Suites?:|Ran \d+ tests|={3,}|-{3,}\s*\S|\+{3}\s|@@ |diff --git|index [0-9a-f]{7})/,
  // What git says.
  /^(?:On branch |Your branch |nothing (?:to commit|added)|Changes (?:not staged|to be committed)|Untracked files|HEAD detached|Already up to date|Fast-forward|(?:modified|new file|deleted|renamed|both modified):\s|commit [0-9a-f]{7,40}\b|Author:\s|Date:\s|Merge:\s|(?:create|delete) mode \d|\d+ files? changed)/,
  // Patches: a sign without a blank behind it, or one that stands before code.
  /^[+-](?![\s-])\S/,
  // JSON, YAML, settings, code.
  /^(?:[{}\[\]();,]+\s*$|\{\s*["'{[\d]|\[(?!\[[a-z_]+[:\]])\s*["'{[\d]|"[^"]{1,80}"\s*:\s|[\w.-]+\s*=\s*\S+\s*$|[\w.-]+:\s*[|>]?\s*$|@\w+(?:\(|$)|@(?:param|returns?|throws|type|module|see|example|deprecated|default|internal)\b|\.?[\w.-]+:\s.*\s##\s|\.PHONY|readonly \w|(?:const|let|var)\s*[{[]|import\s.*(?:from|["'])|from\s+[\w.]+\s+import|(?:export\s+)?(?:const|let|var|function|class|interface|type|enum|async function|default)\s+\w+.*[{=(;]|(?:public|private|protected|static)\s+\w|def \w+\(|return\b.*[;)]$|if\s*\(.*\)\s*\{?$|for\s*\(|while\s*\(|else\b.*\{|try\s*\{|catch\s*\(|\}\s*\S*|fn \w+|func \w+|package \w+;?$|use \w+::|#include|SELECT\s.*\bFROM\b|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TABLE|INDEX)|ALTER TABLE|\/\/|\/\*|\*\/|--\s)/,
  // A turn of a transcript, and answers of unattended turns.
  /^(?:\[[^\]]{1,60}\]\s*)?(?:\*\*|__)?(?:user|assistant|system|human|ai|bot|tool|model|developer|用户|助手|系统|人类|工具)(?:\*\*|__)?\s*[:\uff1a]/i,
  /^(?:HEARTBEAT_OK|NO_REPLY|ANNOUNCE_SKIP|REPLY_SKIP)\b|^\[cron:|^\[\[[a-z_]+(?::[^\]]*)?\]\]\s*$|^pre-compaction|^(?:candidate|reflections?|possible lasting (?:truths|updates)|confidence|evidence|recalls)\s*:|^\[redacted|memory-data\b/i,
  // A path, an address or a name alone.
  /^`?(?:~?\.{0,2}\/|[A-Z]:\\)\S*`?[:,]?$|^<?https?:\/\/\S+>?$|^`[^`]*`[:\uff1a]?$|^[\w./\\-]+\.\w{1,5}(?::\d+){0,2}:?$/,
];
