import { createHmac } from 'node:crypto';
import { expireDue } from './sessions.js';
import type { Store } from './store.js';

const TIME_OUT_MS = 10_000;
const TURN_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;
const KEEP_TRYING = '3 days';
/** How many topics are delivered concurrently. */
const AT_ONCE = 16;

export interface Delivery {
  event: string;
  type: string;
  /** The status of the receiver; 0: no answer within the time-out. */
  status: number;
}

export interface Waiting {
  id: string;
  type: string;
  topic: string;
  attempts: number;
  payload: unknown;
}

export interface Switches {
  /** New events wait until they are released. */
  hold: boolean;
  /** How many times each event is sent, at once. */
  copies: number;
}

interface Options {
  webhookUrl: () => string;
  webhookSecret: string;
  retryMs?: number;
  tell: (level: 'info' | 'warn' | 'error', message: string) => void;
}

const COLUMNS = 'id, type, topic, attempts, payload';
/** SQL: not attempted yet, but due to be. */
const NEW = 'delivered_at IS NULL AND attempts = 0 AND next_attempt_at IS NOT NULL';

/**
 * Sends the events from their table, so that a crash loses none. Events of one topic are sent in order; a
 * refused one is repeated later, and those after it do not wait for it.
 */
export class Deliveries {
  switches: Switches = { hold: false, copies: 1 };
  /** Events that are being sent, with their topics. */
  private readonly busy = new Map<string, string>();
  private readonly sending = new Set<Promise<unknown>>();
  private readonly closing = new AbortController();
  private readonly retryMs: number;
  private timer?: NodeJS.Timeout;
  private turning?: Promise<void>;
  private again = false;
  private down = false;
  private nextExpiry = 0;

  constructor(
    private readonly store: Store,
    private readonly options: Options,
  ) {
    this.retryMs = options.retryMs ?? 1000;
    store.onEvents = () => this.wake();
  }

  async start(): Promise<void> {
    const { rows } = await this.store.pool.query<Switches>('SELECT hold, copies FROM sandbox.switches');
    if (rows[0]) this.switches = rows[0];
    // A developer who restarts the service should not wait for the end of a long pause.
    await this.store.pool.query(
      'UPDATE sandbox.events SET next_attempt_at = now() WHERE delivered_at IS NULL AND next_attempt_at IS NOT NULL',
    );
    this.wake();
  }

  async stop(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.turning;
    await Promise.allSettled(this.sending);
  }

  async set(switches: Partial<Switches>): Promise<Switches> {
    this.switches = { ...this.switches, ...switches };
    await this.store.pool.query('UPDATE sandbox.switches SET hold = $1, copies = $2', [
      this.switches.hold,
      this.switches.copies,
    ]);
    // A poll that started before may still find later events, so holding takes effect when this call returns.
    await this.turning;
    this.wake();
    return this.switches;
  }

  /** Polls for due events; called during a poll, it polls once more. */
  wake(): void {
    if (this.closing.signal.aborted) return;
    this.again = true;
    this.turning ??= this.turn().finally(() => {
      this.turning = undefined;
      if (this.again) this.wake();
    });
  }

  /** Sends all events that were not attempted, in the order of `arrange`, and ends the holding. */
  async release(
    arrange: (waiting: Waiting[]) => Waiting[],
    { copies, atOnce }: { copies?: number; atOnce?: boolean },
  ): Promise<Delivery[]> {
    const { rows } = await this.store.pool.query<Waiting>(
      `SELECT ${COLUMNS} FROM sandbox.events WHERE ${NEW} AND id <> ALL($1) ORDER BY seq`,
      [[...this.busy.keys()]],
    );
    const waiting = arrange(rows);
    for (const { id, topic } of waiting) this.busy.set(id, topic);
    await this.set({ hold: false });
    if (atOnce) return (await Promise.all(waiting.map((event) => this.deliver(event, copies)))).flat();
    const deliveries: Delivery[] = [];
    for (const event of waiting) deliveries.push(...(await this.deliver(event, copies)));
    return deliveries;
  }

  async deliver(event: Waiting, copies = this.switches.copies): Promise<Delivery[]> {
    this.busy.set(event.id, event.topic);
    const sent = this.sendAndNote(event, copies).finally(() => {
      this.busy.delete(event.id);
      this.sending.delete(sent);
    });
    this.sending.add(sent);
    return sent;
  }

  async read(id: string): Promise<Waiting | undefined> {
    const sql = `SELECT ${COLUMNS} FROM sandbox.events WHERE id = $1`;
    return (await this.store.pool.query<Waiting>(sql, [id])).rows[0];
  }

  /** Sends copies of a payload concurrently and returns their statuses. */
  send(payload: unknown, copies: number): Promise<number[]> {
    const text = JSON.stringify(payload, null, 2);
    return Promise.all(Array.from({ length: copies }, () => this.post(text)));
  }

  private async turn(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.again = false;
      await this.expire();
      for (const event of await this.due()) {
        void this.deliver(event).then(
          () => this.wake(),
          (error: Error) => this.trouble(error),
        );
      }
      this.down = false;
    } catch (error) {
      this.trouble(error as Error);
    }
    this.timer = setTimeout(() => this.wake(), Math.min(TURN_MS, this.retryMs)).unref();
  }

  private async expire(): Promise<void> {
    if (Date.now() < this.nextExpiry) return;
    this.nextExpiry = Date.now() + TURN_MS;
    await this.store.transaction(expireDue);
  }

  private async due(): Promise<Waiting[]> {
    const { rows } = await this.store.pool.query<Waiting>(
      `SELECT ${COLUMNS} FROM (
         SELECT DISTINCT ON (topic) seq, next_attempt_at, ${COLUMNS} FROM sandbox.events due
         WHERE delivered_at IS NULL AND next_attempt_at <= now() AND (attempts > 0 OR NOT $1)
           AND topic <> ALL($2) AND NOT EXISTS (
             SELECT FROM sandbox.events before WHERE before.topic = due.topic AND before.seq < due.seq AND ${NEW})
         ORDER BY topic, seq) next
       ORDER BY next_attempt_at, seq LIMIT $3`,
      [this.switches.hold, [...this.busy.values()], Math.max(0, AT_ONCE - this.busy.size)],
    );
    return rows.filter(({ id }) => !this.busy.has(id));
  }

  private async sendAndNote(event: Waiting, copies: number): Promise<Delivery[]> {
    const statuses = await this.send(event.payload, copies);
    const accepted = statuses.find((status) => status >= 200 && status < 300);
    const status = accepted ?? statuses[0] ?? 0;
    // A delivery that the shutdown interrupts is no failure: the next start sends it again.
    if (accepted === undefined && this.closing.signal.aborted) return [];
    if (accepted === undefined && event.attempts === 0) {
      this.options.tell('warn', `event ${event.id} (${event.type}) was answered ${status || 'not at all'}`);
    }
    const pause = Math.min(this.retryMs * 2 ** Math.min(event.attempts, 30), LONGEST_PAUSE_MS);
    await this.store.pool.query(
      `UPDATE sandbox.events SET attempts = attempts + 1, last_status = $2,
         delivered_at = CASE WHEN $3 THEN coalesce(delivered_at, now()) ELSE delivered_at END,
         next_attempt_at = CASE WHEN NOT $3 AND next_attempt_at IS NOT NULL AND created > now() - interval '${KEEP_TRYING}'
           THEN now() + $4 * interval '1 millisecond' END
       WHERE id = $1`,
      [event.id, status, accepted !== undefined, pause],
    );
    return statuses.map((each) => ({ event: event.id, type: event.type, status: each }));
  }

  private async post(body: string): Promise<number> {
    const { webhookUrl, webhookSecret } = this.options;
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
    try {
      const response = await fetch(webhookUrl(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'processor-signature': `t=${t},v1=${v1}`,
          'user-agent': 'Processor/1.0',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIME_OUT_MS), this.closing.signal]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }

  /** The database may be unavailable for a while: logged once and not at each poll. */
  private trouble({ message }: Error): void {
    if (!this.down && !this.closing.signal.aborted) {
      this.options.tell('warn', `the processor sandbox cannot read its events: ${message}`);
    }
    this.down = true;
  }
}
