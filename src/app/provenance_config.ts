import * as z from "zod/mini";

/** The slice `provenance` (SPEC 4.2). What a class may become is decided by predicates, which have no setting. */
export const provenanceConfig = z.prefault(
  z.strictObject({
    /** How lines without a writer count: as the agent's, or held back (searchable only). @default "agent" */
    unbooked: z._default(z.enum(["agent", "hold"]), "agent"),
  }),
  {},
);
