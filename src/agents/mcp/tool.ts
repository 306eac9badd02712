/**
 * A tool as it is declared: plain data beside one function, so that the schema that clients see and the check of what they
 * send are one thing.
 *
 * @module
 */

/** One argument of a tool. */
export interface ToolField {
  /** `strings` is a list of texts. */
  readonly type: "string" | "integer" | "boolean" | "strings";
  /** One sentence for the model that fills it in. */
  readonly description: string;
  /** Leaving it out is refused. */
  readonly isRequired?: true;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** Smallest value of an integer, inclusive. */
  readonly minimum?: number;
  /** Largest value of an integer, inclusive. */
  readonly maximum?: number;
}

/** The arguments of a tool by name. */
export type ToolFields = Readonly<Record<string, ToolField>>;

type ValueOf<F extends ToolField> = F["type"] extends "integer" ? number
  : F["type"] extends "boolean" ? boolean
  : F["type"] extends "strings" ? readonly string[]
  : F["choices"] extends readonly (infer C extends string)[] ? C
  : string;

/** The values of all arguments after the check: `undefined` for what was left out. */
export type ToolValues<F extends ToolFields> = {
  readonly [K in keyof F]: F[K]["isRequired"] extends true ? ValueOf<F[K]> : ValueOf<F[K]> | undefined;
};

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object, such as a schema. */
export interface JsonObject {
  /** Its fields. */
  [name: string]: JsonValue;
}

/** A JSON Schema of an object: tools take and give objects only, since arrays at the top are legal in one era alone. */
export interface ObjectSchema extends JsonObject {
  /** Of the whole. */
  type: "object";
}

/** What a client may show or ask before it calls (all four, since the protocol's defaults are not ours). */
export interface ToolAnnotations {
  /** Changes nothing that a person would see. */
  readonly readOnlyHint: boolean;
  /** Takes something away. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments does nothing more. */
  readonly idempotentHint: boolean;
  /** Reaches beyond the memory. */
  readonly openWorldHint: boolean;
}

/** What one call comes with beside its arguments. */
export interface ToolCall {
  /** Aborted when the client takes the call back: nothing is begun after that. */
  readonly signal: AbortSignal;
  /** Folders that the client says it works in, absolute; none if it does not say. */
  readonly roots: readonly string[];
  /** Tells how far it is, if the client asked for that. */
  report(message: string): void;
}

/** What a tool answers. */
export interface ToolAnswer {
  /** Matches the tool's output schema. */
  readonly structured: object;
  /** The same for clients that only read text, and for models. */
  readonly text: string;
  /** Work that the client need not wait for. */
  readonly afterwards?: (() => void | Promise<void>) | undefined;
}

/** A tool as it is written down. */
export interface ToolDeclaration<F extends ToolFields> {
  /** Unique, of the letters that the protocol allows. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** When to call it, for the model: every word is paid for in each session. */
  readonly description: string;
  /** Its arguments. */
  readonly fields: F;
  /** What its structured answers look like. */
  readonly output: ObjectSchema;
  /** What it does, in the protocol's words. */
  readonly annotations: ToolAnnotations;
  /** Runs it. @throws {MemoryError} what the model is told, so that it can correct the call */
  run(values: ToolValues<F>, call: ToolCall): Promise<ToolAnswer>;
}

/** A tool as it is served. */
export interface McpTool extends Omit<ToolDeclaration<ToolFields>, "run"> {
  /** Runs it with values that were checked. */
  run(values: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolAnswer>;
}

/** Returns a tool; its function gets the values that follow from its fields. */
export function defineTool<const F extends ToolFields>(tool: ToolDeclaration<F>): McpTool {
  // `readArguments` makes the values from the same fields.
  return { ...tool, run: (values, call) => tool.run(values as ToolValues<F>, call) };
}
