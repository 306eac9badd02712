/**
 * The plugin of OpenCode: it passes on what happens, in the shape that `src/agents/hook/opencode.ts` reads, and puts what
 * is answered before the model. All that is decided is decided in the program.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { isOwnHook, shellLine } from "./hook_command.ts";
import type { FoundPiece, SettingsPiece } from "./settings_piece.ts";

/** Name of the plugin's file. */
const FILE = "memory.js";

/** The program may start anew and index meanwhile; nobody waits longer. In milliseconds. */
const LIMIT_MS = 10_000;

/** The events that the plugin passes on. */
export const OPENCODE_EVENTS = [
  "session.created",
  "chat.message",
  "tool.execute.after",
  "session.idle",
  "session.compacting",
  "session.deleted",
] as const;

/** Returns the piece. @param folder of OpenCode's settings; older versions read `plugin`, newer ones both */
export function pluginPiece(folder: string, words: readonly string[]): SettingsPiece {
  const plugins = !existsSync(join(folder, "plugins")) && existsSync(join(folder, "plugin")) ? "plugin" : "plugins";
  const path = join(folder, plugins, FILE);
  return {
    path,
    isWholeFile: true,
    add(text) {
      if (text !== null) requireOwn(path, text);
      return pluginText(words);
    },
    found(text) {
      const line = COMMAND.exec(text)?.[1];
      if (line === undefined) return null;
      return foundPlugin(path, text, readWords(line));
    },
  };
}

function foundPlugin(path: string, text: string, words: readonly string[]): FoundPiece | null {
  const command = shellLine(words, "linux");
  if (!isOwnHook(command, "opencode")) return null;
  return {
    events: OPENCODE_EVENTS,
    commands: [command],
    hasServer: false,
    addAgain: () => text,
    removed() {
      requireOwn(path, text);
      return null;
    },
  };
}

/** Returns the text of the plugin. */
export function pluginText(words: readonly string[]): string {
  const body = BODY.replace("COMMAND_WORDS", () => JSON.stringify(words)).replace("LIMIT_VALUE", String(LIMIT_MS));
  return `// Written by memory hook install, ${
    shortHash(body, HASH_DIGITS)
  }. Changes are lost: memory hook uninstall takes it away.\n${body}`;
}

const HEAD = /^\/\/ Written by memory hook install, ([0-9a-f]+)\.[^\n]*\n/;
const COMMAND = /^const COMMAND = (\[.*\]);$/m;
const HASH_DIGITS = 16;

function readWords(line: string): readonly string[] {
  try {
    const words: unknown = JSON.parse(line);
    return Array.isArray(words) ? words.map(String) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** A file that somebody wrote or changed is somebody's work. */
function requireOwn(path: string, text: string): void {
  const head = HEAD.exec(text);
  if (head !== null && head[1] === shortHash(text.slice(head[0].length), HASH_DIGITS)) return;
  throw new MemoryError(
    `Cannot replace "${path}": ${head === null ? "somebody else wrote it" : "it was changed by hand"}`,
    {
      hint: "move that file away, then run the same command again",
    },
  );
}

const BODY = `import { spawn } from "node:child_process";

const COMMAND = COMMAND_WORDS;
const LIMIT_MS = LIMIT_VALUE;

/** Calls the memory; whatever goes wrong, the answer is "" and the session goes on. */
function call(cwd, fields) {
  return new Promise((resolve) => {
    let out = "";
    const done = () => {
      clearTimeout(timer);
      try {
        resolve(String(JSON.parse(out).context ?? ""));
      } catch {
        resolve("");
      }
    };
    const child = spawn(COMMAND[0], COMMAND.slice(1), { cwd, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const timer = setTimeout(() => (child.kill("SIGKILL"), resolve("")), LIMIT_MS);
    child.on("error", done).on("close", done);
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stdin.on("error", () => {}).end(JSON.stringify({ cwd, ...fields }));
  });
}

export const MemoryPlugin = async ({ client, directory: cwd }) => {
  const parents = new Map();
  const starts = new Map();
  const tell = (hook_event_name, session_id, fields = {}) =>
    call(cwd, { hook_event_name, session_id, parent_id: parents.get(session_id), ...fields });
  const start = (id, parent) => {
    if (starts.has(id)) return;
    parents.set(id, parent);
    starts.set(id, tell("session.created", id));
  };
  const lastReply = async (id) => {
    const { data = [] } = await client.session.messages({ path: { id } }).catch(() => ({}));
    const last = data.findLast(({ info }) => info.role === "assistant");
    return (last?.parts ?? []).filter(({ type }) => type === "text").map(({ text }) => text).join("\\n");
  };
  return {
    event: async ({ event: { type, properties } }) => {
      if (type === "session.created") start(properties.info.id, properties.info.parentID);
      if (type === "session.idle") {
        const id = properties.sessionID;
        await tell(type, id, { text: await lastReply(id) });
      }
      if (type === "session.deleted") {
        await tell(type, properties.info.id);
        parents.delete(properties.info.id);
        starts.delete(properties.info.id);
      }
    },
    "chat.message": async ({ sessionID, messageID }, { message, parts }) => {
      start(sessionID);
      const first = await starts.get(sessionID);
      starts.set(sessionID, "");
      const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map(({ text }) => text).join("\\n");
      const more = await tell("chat.message", sessionID, { prompt, message_id: messageID ?? message.id });
      const text = [first, more].filter((each) => each !== "").join("\\n\\n");
      const last = parts.at(-1);
      // An id that begins with the last one's comes right behind it.
      if (text !== "" && last) parts.push({ ...ids(last), id: last.id + "m", type: "text", text, synthetic: true });
    },
    "tool.execute.after": async ({ tool, sessionID, args }, { output, ...served }) => {
      // A tool of a server comes with what the server answered.
      const tool_output = output ?? served;
      await tell("tool.execute.after", sessionID, { tool_name: tool, tool_input: args, tool_output });
    },
    "experimental.session.compacting": async ({ sessionID }, output) => {
      const text = await tell("session.compacting", sessionID);
      if (text !== "") output.context.push(text);
    },
  };
};

const ids = ({ sessionID, messageID }) => ({ sessionID, messageID });
`;
