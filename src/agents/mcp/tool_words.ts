/**
 * Messages are written for people who type commands; a model has tools.
 *
 * @module
 */

const TOOL_OF: Readonly<Record<string, string>> = {
  search: "memory_search",
  get: "memory_get",
  note: "memory_add",
  forget: "memory_forget",
  intent: "memory_intent",
};

/**
 * Returns a message with commands and flags named as tools and arguments.
 *
 * @param names of the arguments that the tool has; other flags are those of the program, which the owner may set
 */
export function toolWords(text: string, names: readonly string[]): string {
  return text
    .replace(/"?memory help \w+"? shows how it is used/g, "the schema of the tool shows its arguments")
    .replace("the same command without --apply", "the same call without token")
    .replace(/\bmemory (search|get|note|forget|intent)\b/g, (all, command: string) => TOOL_OF[command] ?? all)
    .replace(/(?<![\w-])--([a-z]+(?:-[a-z]+)*)/g, (all, flag: string) => {
      const name = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return names.includes(name) ? name : all;
    });
}
