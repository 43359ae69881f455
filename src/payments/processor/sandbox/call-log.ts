/** What a failing processor answers, and how many calls it still does so to. */
export interface Outage {
  calls: number;
  status: number;
  hang_ms: number;
  /** Only calls to addresses that begin so. */
  path?: string;
  /** The call is carried out, and only its answer is lost. */
  lost: boolean;
}

export interface Call {
  method: string;
  path: string;
  body: unknown;
  idempotency_key: string | null;
  /** null: no answer yet, or none that the caller waited for. */
  status: number | null;
  /** Milliseconds since 1970. */
  time: number;
}

const KEPT = 200;

/** What reached the API of late, and the trouble that it is to make. In memory: both are of the moment. */
export class CallLog {
  readonly calls: Call[] = [];
  outage?: Outage;

  note(call: Omit<Call, 'status' | 'time'>): Call {
    const noted = { ...call, status: null, time: Date.now() };
    this.calls.push(noted);
    if (this.calls.length > KEPT) this.calls.shift();
    return noted;
  }

  /** The outage that this call falls into, counted. */
  strikes(path: string): Outage | undefined {
    const { outage } = this;
    if (!outage || outage.calls <= 0 || (outage.path && !path.startsWith(outage.path))) return undefined;
    outage.calls -= 1;
    return outage;
  }
}
