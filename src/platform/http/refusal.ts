export interface Fault {
  field: string;
  message: string;
}

/** The fault of one item of a list that is accepted or refused as a whole. */
export interface ItemFault {
  index: number;
  error: string;
}

interface Extra {
  details?: Fault[] | ItemFault[];
  retryAfterSeconds?: number;
  /** Of a row that somebody has changed since the caller read it. */
  current_version?: number;
}

/** A 4xx or 503 answer. It is thrown where the rule is known; the error filter turns it into a response. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly extra: Extra = {},
  ) {
    super(message);
  }
}

/** A refusal with fixed words: a rule throws it, `throw blocked()`, and routes state it, `@Refuses(blocked)`. */
export interface FixedRefusal {
  (extra?: Extra): Refusal;
  readonly status: number;
  readonly text: string;
}

export const refusal = (status: number, text: string): FixedRefusal =>
  Object.assign((extra?: Extra) => new Refusal(status, text, extra), { status, text });

export const notAuthenticated = refusal(401, 'Not authenticated');
export const forbidden = refusal(403, 'Forbidden');
export const notFound = (thing: string) => new Refusal(404, `${thing} not found`);
export const tooMany = (retryAfterSeconds: number) => new Refusal(429, 'Too many requests', { retryAfterSeconds });
export const unavailable = (retryAfterSeconds = 1) => new Refusal(503, 'Service unavailable', { retryAfterSeconds });
export const invalid = (...details: Fault[]) => new Refusal(400, 'Validation error', { details });
