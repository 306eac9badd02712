/** The environment variable of every process that we start: what that one starts itself must not come back to us. */
export const INSIDE_VARIABLE = "MEMORY_INSIDE";
