import * as z from "zod/mini";

/** The slice `provenance` (SPEC 4.2). What a class may become is decided by predicates, which have no setting. */
export const provenanceConfig = z.prefault(
  z.strictObject({
    /** How lines without a writer count: as the agent's, or held back (searchable only). @default "agent" */
    unbooked: z._default(z.enum(["agent", "hold"]), "agent"),
    /**
     * How long an owner's order waits for the open turn of an agent before it gives up, in seconds, 0 to 600.
     * @default 60
     */
    ownerWaitSeconds: z._default(z.int().check(z.minimum(0), z.maximum(600)), 60),
    /**
     * Further folders in which clients keep their transcripts, absolute or with `~`, where a client was told to keep them
     * elsewhere than in its own folder of the home folder (SPEC 4.4). Only in the user's own settings. @default []
     */
    transcriptRoots: z._default(z.array(z.string()), []),
    /**
     * Ids under which the owner writes to a gateway of direct chats, as its transcripts name them. None: who speaks first in
     * a chat counts. With some: whoever has another id counts as somebody else. Only in the user's own settings. @default []
     */
    ownerSenders: z._default(z.array(z.string()), []),
    /**
     * Tools that count otherwise than the program has it (SPEC 4.5): `WebFetch`, `mcp__server__tool`, `mcp__server` for all
     * of a server, `shell:program` for a plain command. Where lists disagree the strictest counts. Only in the user's own
     * settings (SPEC 3.1).
     */
    tools: z.prefault(
      z.strictObject({
        /** MCP servers that read nothing from outside. @default [] */
        localServers: z._default(z.array(z.string()), []),
        /** Tools that taint their turn. @default [] */
        turn: z._default(z.array(z.string()), []),
        /** Tools that taint only what repeats them. @default [] */
        text: z._default(z.array(z.string()), []),
        /** Tools that taint nothing. @default [] */
        none: z._default(z.array(z.string()), []),
      }),
      {},
    ),
  }),
  {},
);
