import type { Test } from 'supertest';
import { waitingSessions } from '../../support/lock-waits.js';
import { type Account, TestService } from '../../support/service.js';

export type Who = Pick<Account, 'client'>;

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** So many days ago, in UTC: `2026-03-04`. */
export const dayAgo = (days: number) => new Date(Date.now() - days * DAY * 1_000).toISOString().slice(0, 10);
/** A moment of that day: `at(2, '09:00')`. */
export const at = (days: number, clock: string) => `${dayAgo(days)}T${clock}:00Z`;
/** So many seconds ago. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** A service whose users track their time, and have clients in Invoicing. */
export class TimeDesk {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<TimeDesk> {
    return new TimeDesk(await TestService.lease());
  }

  async stop(): Promise<void> {
    try {
      await this.expectSummed();
    } finally {
      await this.service.stop();
    }
  }

  /** The sums of all owners are what their entries come to, each of them read. */
  async expectSummed(): Promise<void> {
    const key = 'owner_id, of_id, day, currency, billable, billed';
    const counted = `(
      SELECT owner_id, coalesce(project_id, owner_id) AS of_id, unnest(ARRAY[local_date, 'infinity'::date]) AS day, currency, billable,
        batch_id IS NOT NULL AS billed, seconds, CASE WHEN billable THEN round(seconds * coalesce(rate_minor, 0) / 3600.0) ELSE 0 END
          AS amount_minor
      FROM ext_timetracking.entries WHERE ended_at IS NOT NULL) counted`;
    const summed = (rows: string) =>
      this.rows(
        `SELECT to_jsonb(s) AS sum FROM (
           SELECT ${key}, sum(seconds) AS seconds, sum(amount_minor)::bigint AS amount_minor FROM ${rows} GROUP BY ${key}
           HAVING sum(seconds) <> 0 OR sum(amount_minor) <> 0
         ) s ORDER BY 1`,
      );
    expect(await summed('ext_timetracking.time_sums')).toEqual(await summed(counted));
  }

  async person(settings?: object, { invoices = true } = {}): Promise<Account> {
    const made = await this.service.account();
    for (const slug of invoices ? ['invoicing', 'timetracking'] : ['timetracking'])
      await made.client.post('/v1/apps/install', { slug }).expect(200);
    if (settings) await this.ask(made, 'update-settings', settings);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/timetracking/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async client({ client }: Who, given: object = {}): Promise<{ id: string; name: string; currency: string }> {
    const input = { name: 'Acme', currency: 'usd', ...given };
    return (await client.post('/v1/apps/invoicing/create-client', input).expect(200)).body.client;
  }

  async project(who: Who, given: object = {}): Promise<any> {
    return (await this.ask(who, 'create-project', { name: `Project ${++this.made}`, ...given })).project;
  }
  private made = 0;

  async task(who: Who, project: { id: string }, given: object = {}): Promise<any> {
    return (await this.ask(who, 'save-task', { project_id: project.id, name: `Task ${++this.made}`, ...given })).task;
  }

  /** Yesterday at nine for an hour, unless it is given. */
  async entry(who: Who, given: object = {}): Promise<any> {
    const times = { started_at: at(1, '09:00'), ...('ended_at' in given ? {} : { duration_seconds: HOUR }) };
    return (await this.ask(who, 'create-entry', { ...times, ...given })).entry;
  }

  async start(who: Who, given: object = {}): Promise<any> {
    return (await this.ask(who, 'start-timer', given)).entry;
  }

  async get(who: Who, id: string): Promise<any> {
    const { entries } = await this.ask(who, 'list-entries', { limit: 100 });
    return entries.find((entry: { id: string }) => entry.id === id);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** What the draft of Invoicing has. */
  async draft(id: string): Promise<{ total: number; lines: any[]; client_id: string; notes: string | null }> {
    const [document] = await this.rows(
      'SELECT client_id, notes, total_minor::int AS total FROM ext_invoicing.documents WHERE id = $1',
      id,
    );
    const lines = await this.rows(
      `SELECT description, quantity::float8, unit, unit_price_minor::int AS price, amount_minor::int AS amount
       FROM ext_invoicing.document_lines WHERE document_id = $1 ORDER BY position`,
      id,
    );
    return { ...document, lines };
  }

  async voidInvoice(id: string): Promise<void> {
    await this.rows(`UPDATE ext_invoicing.documents SET status = 'void', number = 'V' || id WHERE id = $1`, id);
  }

  async deleteInvoice(id: string): Promise<void> {
    await this.rows('DELETE FROM ext_invoicing.documents WHERE id = $1', id);
  }

  /** As if the timer had been started so much earlier. */
  async travel(entryId: string, seconds: number): Promise<void> {
    await this.rows(
      `UPDATE ext_timetracking.entries SET started_at = started_at - make_interval(secs => $2) WHERE id = $1`,
      entryId,
      seconds,
    );
  }

  /** Until so many requests wait for a lock. */
  async waiting(many: number): Promise<void> {
    for (;;) {
      const rows = await this.rows(waitingSessions());
      if (rows.length >= many) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async run(job: new (...args: never[]) => { run(data: never): Promise<void> }): Promise<void> {
    await this.service.app.get<{ run(data: object): Promise<void> }>(job as never, { strict: false }).run({});
  }
}
