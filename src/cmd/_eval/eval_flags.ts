/** Results looked at unless the user says otherwise: enough for ten results and for five files. */
export const EVAL_LIMIT = 30;

/** Flags of `memory eval`. */
export const EVAL_FLAGS = {
  lanes: { type: "string", value: "LIST", description: "Lanes to measure", default: "keyword,vector,hybrid" },
  limit: {
    type: "integer",
    short: "n",
    value: "N",
    minimum: 1,
    maximum: 200,
    description: "Results looked at for each question",
    default: "30",
  },
  worst: { type: "integer", value: "N", description: "Show the N questions that were answered worst", default: "0" },
  outcomes: { type: "boolean", description: "Add the place of every question's evidence to the JSON" },
  compare: { type: "string", value: "FILE", description: "Show what changed since this JSON", completion: "file" },
  cache: {
    type: "string",
    value: "FOLDER",
    description: "Keep vectors of folders here, so that the next run is fast",
    default: "the user's cache folder",
    completion: "folder",
  },
} as const;
