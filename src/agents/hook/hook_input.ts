/**
 * What a hook of any client tells, in one shape.
 *
 * @module
 */

/** Moments of a session at which clients call. */
export const HOOK_EVENTS = ["start", "prompt", "tool", "reply", "precompact", "end"] as const;
/** One of {@linkcode HOOK_EVENTS}. */
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A tool call that has come back. */
export interface HookTool {
  /** The client's name of the tool. */
  readonly name: string;
  /** Its input; empty if the client gave none. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Its output, whatever the client makes of it. */
  readonly output: unknown;
}

/** One call of a hook. */
export interface HookInput {
  /** As in `claude-code`. */
  readonly client: string;
  /** Our name of the event. */
  readonly event: HookEvent;
  /** The client's name of the event, which its answer has to repeat. */
  readonly clientEvent: string;
  /** The client's id of the session. */
  readonly session: string;
  /** The folder in which the agent is now, absolute, or `null`. */
  readonly folder: string | null;
  /** The transcript of the session, absolute, or `null` if the client named none. */
  readonly transcript: string | null;
  /** The event is one of a sub-agent. */
  readonly isSubagent: boolean;
  /** Of a start: the session goes on where it was, as after a compaction, and its turn with it. */
  readonly isContinued: boolean;
  /** Of a prompt, and of a reply where the client tells it once more: what the owner wrote; else `null`. */
  readonly prompt: string | null;
  /** Of a prompt: the client's id of it, or `null`. */
  readonly promptId: string | null;
  /** Of a tool event; else `null`. */
  readonly tool: HookTool | null;
  /** Of a reply: what the agent answered, where the client passes it on; else `null`. */
  readonly reply: string | null;
  /** Of a reply: the agent is done with the turn; else it may go on with tools and say more. */
  readonly endsTurn: boolean;
}

/**
 * Where a client reads `AGENTS.md` by itself: nowhere; in the folder of the session; there and in those above it, up to the
 * root of its repository.
 */
export type ReadsInstructions = "never" | "folder" | "upwards";

/** What a client's hooks look like. */
export interface HookClient {
  /** As in `claude-code`. */
  readonly name: string;
  /** Where it reads `AGENTS.md` by itself, so that the start need not give it. */
  readonly readsInstructions: ReadsInstructions;
  /** It tells of a start again once a context was compacted; else the next prompt has to bring the memory back. */
  readonly startsAfterCompaction: boolean;
  /**
   * Of a client whose hooks do not tell which compactions really come: returns whether lines of a transcript of its own tell
   * of one.
   */
  readonly hasCompactedIn?: (lines: string) => boolean;
  /**
   * Returns what a value tells, or a reason of a few fixed words why it tells nothing.
   *
   * @param asked the event that the command line names, ours or the client's; `null`: none
   */
  read(value: Readonly<Record<string, unknown>>, asked: string | null): HookInput | string;
  /** Returns the answer that puts a text before the agent, or `null` if the client takes none for that event. */
  answer(input: HookInput, context: string): object | null;
}
