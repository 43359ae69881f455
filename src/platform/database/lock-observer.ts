import type { Client } from 'pg';

const INTERVAL_MS = 250;

/**
 * Finds the lock that sessions of this application name wait for, and its holders. It leaves out statement
 * texts, which may contain secrets.
 */
const WAITING = `SELECT wanted.mode,
    coalesce(wanted.relation::regclass::text, wanted.locktype) AS what,
    (SELECT string_agg(format('process %s (%s, %s for %s s)', h.pid, coalesce(nullif(h.application_name, ''), h.backend_type),
       h.state, round(extract(epoch FROM now() - coalesce(h.xact_start, h.state_change)))), ', ' ORDER BY h.xact_start)
     FROM pg_stat_activity h WHERE h.pid = ANY (pg_blocking_pids(a.pid))) AS holders
  FROM pg_stat_activity a JOIN pg_locks wanted ON wanted.pid = a.pid AND NOT wanted.granted
  WHERE a.application_name = $1 AND wanted.locktype <> 'advisory' LIMIT 1`;

interface Waiting {
  mode: string;
  what: string;
  holders: string | null;
}

/** Records which lock a running migration waits for, because the error of a lock time-out does not name it. */
export class LockObserver {
  /** Describes the lock that a session waited for last. */
  lastWait: string | undefined;
  private readonly timer: NodeJS.Timeout;
  private lastCheck = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly applicationName: string,
  ) {
    this.timer = setInterval(() => {
      this.lastCheck = this.lastCheck.then(() => this.checkLocks()).catch(() => undefined);
    }, INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.lastCheck;
  }

  private async checkLocks(): Promise<void> {
    const { rows } = await this.client.query<Waiting>(WAITING, [this.applicationName]);
    const [waiting] = rows;
    if (!waiting) return;
    const lock = `${waiting.mode} on ${waiting.what}`;
    // When the wait ends while it is looked at, nobody holds the lock any more: what was seen before says more.
    if (waiting.holders) this.lastWait = `${lock}, held by ${waiting.holders}`;
    else if (!this.lastWait?.startsWith(`${lock}, `)) this.lastWait = lock;
  }
}
