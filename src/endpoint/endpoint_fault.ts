/** What {@linkcode EndpointFault} takes beside its message. */
export interface EndpointFaultOptions {
  /** See {@linkcode EndpointFault.isTransient}. */
  readonly isTransient: boolean;
  /** See {@linkcode EndpointFault.retryAfterMs}. @default null */
  readonly retryAfterMs?: number | null;
  /** See {@linkcode EndpointFault.isOtherLength}. @default false */
  readonly isOtherLength?: boolean;
  /** See {@linkcode EndpointFault.status}. @default null */
  readonly status?: number | null;
  /** See {@linkcode EndpointFault.brief}. @default the message */
  readonly brief?: string;
  /** What went wrong underneath. */
  readonly cause?: unknown;
}

/** How asking an endpoint, or a program that answers like one, failed, before it is told to a person. */
export class EndpointFault extends Error {
  /** Tells it from the runtime's own errors. */
  override readonly name = "EndpointFault";
  /** Whether the same call may well succeed a moment later. */
  readonly isTransient: boolean;
  /** How long the endpoint asks to be left alone, in ms; `null` if it does not say. */
  readonly retryAfterMs: number | null;
  /** Whether the vectors have another length than before: perhaps another model has the same name now. */
  readonly isOtherLength: boolean;
  /** The HTTP status that it answered with; `null` if it did not answer, or answered well. */
  readonly status: number | null;

  /** The message without what the other side said: that may hold words that were sent to it. */
  readonly brief: string;

  /** Takes the end of a sentence that begins with the endpoint, such as `answered with status 500`. */
  constructor(message: string, options: EndpointFaultOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isTransient = options.isTransient;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isOtherLength = options.isOtherLength ?? false;
    this.status = options.status ?? null;
    this.brief = options.brief ?? message;
  }

  /** Returns the same fault with another message, and without what lies underneath: that may quote what was struck. */
  saying(message: string): EndpointFault {
    const { isTransient, retryAfterMs, isOtherLength, status, brief } = this;
    return new EndpointFault(message, { isTransient, retryAfterMs, isOtherLength, status, brief });
  }
}
