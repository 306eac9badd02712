import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { causeChain, errorCode, MemoryError } from "../../base/errors.ts";
import { findSets } from "../../lanes/eval/find_sets.ts";
import { type QuestionFile, readQuestions } from "../../lanes/eval/questions.ts";

/** A file of questions and the memory that is asked. */
export interface EvalTarget extends QuestionFile {
  /** Name in the answer. */
  readonly set: string;
  /** The file of questions, for messages. */
  readonly path: string;
  /** Folder to try as a workspace; `null`: the current workspace. */
  readonly root: string | null;
}

/** The word that stands for standard input. */
const INPUT = "-";

/**
 * Returns what a person named: a file of questions is for the current workspace, a folder brings its own notes.
 *
 * @throws {MemoryError} failed, if it cannot be read; usage, if a folder has no questions, or nothing holds one
 */
export async function readTargets(
  words: readonly string[],
  { cwd, readInput }: { readonly cwd: string; readInput(): Promise<string> },
): Promise<EvalTarget[]> {
  const targets: EvalTarget[] = [];
  for (const word of words) {
    if (word === INPUT) targets.push({ set: "input", path: INPUT, root: null, ...readQuestions(await readInput()) });
    else targets.push(...targetsOf(word, resolve(cwd, word)));
  }
  if (targets.some(({ questions }) => questions.length > 0)) return targets;
  const first = targets.flatMap(({ path, bad }) => bad.map(({ line, reason }) => `${path}:${line}: ${reason}`))[0];
  throw new MemoryError(
    `Cannot measure with "${words.join(" ")}": it holds no question${first === undefined ? "" : ` (${first})`}`,
    { kind: "usage", hint: FORM },
  );
}

const FORM = 'a question is a line such as {"query": "gateway port", "evidence": [{"path": "MEMORY.md", "line": 3}]}';

function targetsOf(word: string, path: string): EvalTarget[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw unreadable(word, "there is no such file or folder");
  if (!stat.isDirectory()) return [{ set: basename(path), path: word, root: null, ...read(path, word) }];
  const sets = findSets(path);
  if (sets.length > 0) {
    return sets.map(({ set, root, questionsPath }) => ({
      set,
      path: questionsPath,
      root,
      ...read(questionsPath, word),
    }));
  }
  throw new MemoryError(`Cannot measure "${word}": no folder in it has a file "queries.jsonl"`, {
    kind: "usage",
    hint: "to ask the current workspace, name a file of questions",
  });
}

function read(path: string, word: string): QuestionFile {
  try {
    return readQuestions(readFileSync(path, "utf8"));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadable(word, causeChain(error)[0] ?? "");
  }
}

function unreadable(word: string, reason: string): MemoryError {
  return new MemoryError(`Cannot read the questions "${word}": ${reason}`, {
    hint: "name a file of questions, or a folder of workspaces that have one",
  });
}
