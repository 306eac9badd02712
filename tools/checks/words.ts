/**
 * Words that must not be in the repository's own files: unfinished work, places on somebody's machine, hosts of package
 * registries.
 *
 * @module
 */

/** One rule about words. */
interface WordRule {
  /** What is wrong, for the message. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Paths that the rule does not apply to, with the reason beside it. */
  readonly except?: RegExp;
}

const RULES: readonly WordRule[] = [
  { name: "unfinished work", pattern: /\b(?:TO[D]O|FIX[M]E|XX[X])\b/ },
  {
    name: "a folder of somebody's machine",
    pattern: /(?:^|[\s"'`(=])\/(?:work|root|Users)\/\w/,
    except: /^tests\/|^docs\/json-output\.md$/,
  },
  {
    name: "the host of a package registry",
    pattern: /\bregistry\.\w+\.\w|\bnpm(?:js|mirror)\.\w|\bpythonhosted\b|\bfiles\.py\w+\.org/,
  },
  { name: "a conflict that was not resolved", pattern: /^(?:<{7}|>{7}) / },
];

/** One place where a rule is broken. */
export interface WordHit {
  /** Path, line and rule, such as `src/x.ts:3: unfinished work`. */
  readonly message: string;
}

/** Returns every breach in the text of one file. */
export function wordHits(path: string, text: string): WordHit[] {
  const rules = RULES.filter((rule) => !(rule.except?.test(path) ?? false));
  return text.split("\n").flatMap((line, at) =>
    rules.filter((rule) => rule.pattern.test(line)).map((rule) => ({ message: `${path}:${at + 1}: ${rule.name}` }))
  );
}
