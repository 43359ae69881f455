/** The answer of a failing processor, and how many calls still get it. */
export interface Outage {
  calls: number;
  status: number;
  hang_ms: number;
  /** Only calls to paths with this prefix fail. */
  path?: string;
  /** True: the call is executed and only its answer is lost. */
  lost: boolean;
}

export interface Call {
  method: string;
  path: string;
  body: unknown;
  idempotency_key: string | null;
  /** null: not answered yet, or the caller did not wait. */
  status: number | null;
  /** Milliseconds since 1970. */
  time: number;
}

const KEPT = 200;

/** The recent calls of the API, and the simulated outage. Both are in memory, because they are temporary. */
export class CallLog {
  readonly calls: Call[] = [];
  outage?: Outage;

  note(call: Omit<Call, 'status' | 'time'>): Call {
    const noted = { ...call, status: null, time: Date.now() };
    this.calls.push(noted);
    if (this.calls.length > KEPT) this.calls.shift();
    return noted;
  }

  /** The outage that applies to this call, which it counts. */
  strikes(path: string): Outage | undefined {
    const { outage } = this;
    if (!outage || outage.calls <= 0 || (outage.path && !path.startsWith(outage.path))) return undefined;
    outage.calls -= 1;
    return outage;
  }
}
