/**
 * Words of a parsed shell command as the program gets them.
 *
 * @module
 */
import type { CommandNode, ParsedScript, Word, WordPart } from "unbash";
import type { ShellWord } from "./shell_word.ts";

/** Returns the value of a word, or `null` if an expansion decides it. Globs stay as they are written. */
export function literalOf(word: Word | undefined): ShellWord {
  if (word === undefined) return null;
  return (word.parts ?? []).every(isLiteral) ? word.value : null;
}

function isLiteral(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
      return true;
    case "DoubleQuoted":
      return part.parts.every(isLiteral);
    default:
      return false;
  }
}

/**
 * Returns whether a substitution gives back nothing but a here-document that the agent wrote itself, as in
 * `git commit -m "$(cat <<'EOF' …)"`, the way in which agents pass texts of several lines.
 */
export function isOwnText(script: ParsedScript | undefined): boolean {
  const command: CommandNode | undefined = onlyCommand(script);
  if (command?.type !== "Command" || command.name?.value !== "cat" || command.args.length > 0) return false;
  const [document, ...others] = command.redirects;
  return others.length === 0 && command.prefix.length === 0 && document?.type === "HereDoc" &&
    (document.body.parts ?? []).every(isLiteral);
}

function onlyCommand(script: ParsedScript | undefined): CommandNode | undefined {
  const statement = script?.commands.length === 1 && script.errors === undefined ? script.commands[0] : undefined;
  const node = statement?.command;
  return node === undefined || node.type === "AndOr" || node.type === "Pipeline" ? undefined : node;
}
