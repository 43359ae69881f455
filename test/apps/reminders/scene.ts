import { DeliverReminders } from '../../../src/apps/reminders/jobs/deliver-reminders.job.js';
import { type Account, eventually, TestService } from '../../support/service.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const inFuture = (ms: number) => new Date(Math.ceil((Date.now() + ms) / 1000) * 1000);
/** The next day's time of day in UTC, as a wall clock shows it. */
export const wall = (ms: number) => inFuture(ms).toISOString().slice(0, 19);
/** So many days later by the clock on the wall. */
export const wallAfter = (at: string, days: number) => local(new Date(Date.parse(`${at}Z`) + days * DAY));

const local = (moment: Date | string) => new Date(moment).toISOString().slice(0, 19);

/** A service whose users have reminders, and a clock that can be moved on for one of them. */
export class Scene {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<Scene> {
    return new Scene(await TestService.lease());
  }

  async user(settings?: object): Promise<Account> {
    const account = await this.service.account();
    await account.client.post('/v1/apps/install', { slug: 'reminders' }).expect(200);
    if (settings) await this.call(account, 'update-settings', settings).expect(200);
    return account;
  }

  call({ client }: Pick<Account, 'client'>, action: string, body: object = {}) {
    return client.post(`/v1/apps/reminders/${action}`, body);
  }

  async create(account: Account, body: object) {
    const made = await this.call(account, 'create-reminder', { title: 'Tea', ...body }).expect(200);
    return made.body.reminder as { id: string; next_due_at: string };
  }

  async get(account: Account, reminder_id: string, more: object = {}) {
    return (await this.call(account, 'get-reminder', { reminder_id, ...more }).expect(200)).body;
  }

  query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.service.database.query(text, values).then(({ rows }) => rows as Row[]);
  }

  /** As if so much time had gone by for this reminder. */
  async travel(reminderId: string, ms: number): Promise<void> {
    const by = `${ms / 1000} seconds`;
    const moved = (columns: string[]) => columns.map((name) => `${name} = ${name} - $2::interval`).join(', ');
    const change = (table: string, columns: string[], of: string) =>
      this.query(`UPDATE ext_reminders.${table} SET ${moved(columns)} WHERE ${of} = $1`, [reminderId, by]);
    await change('reminders', ['start_local', 'next_due_at'], 'id');
    const moments = ['scheduled_local', 'due_at', 'snoozed_until', 'wakes_at', 'fired_at', 'completed_at'];
    await change('occurrences', moments, 'reminder_id');
    // Far away first: on its way a row must not meet another.
    for (const far of ['1000 years', `${-ms / 1000} seconds -1000 years`])
      await this.query(
        `UPDATE ext_reminders.deliveries SET fire_at = fire_at + $2::interval WHERE occurrence_id IN (
           SELECT id FROM ext_reminders.occurrences WHERE reminder_id = $1)`,
        [reminderId, far],
      );
  }

  /** The service's own run may be at it at the same moment: then it is done when that is. */
  async tick(): Promise<void> {
    await this.service.app.get(DeliverReminders).run({ follows: true });
    await eventually(async () => {
      const [row] = await this.query<{ busy: boolean }>(
        `SELECT NOT pg_try_advisory_xact_lock(hashtext('reminders.deliver')) AS busy`,
      );
      if (row?.busy) throw new Error('somebody else delivers');
    });
  }

  /** What they were told of a reminder, oldest first. */
  async told({ id }: Account, reminderId?: string) {
    return this.query<{ type: string; data: Record<string, unknown> }>(
      `SELECT type, data FROM notifications.notifications
       WHERE user_id = $1 AND ($2::text IS NULL OR data ->> 'reminder_id' = $2) ORDER BY created_at, id`,
      [id, reminderId ?? null],
    );
  }

  async passes(reminderId: string, ms: number): Promise<void> {
    await this.travel(reminderId, ms);
    await this.tick();
  }

  /** In short: `reminders.due 0`, and how many were missed. */
  async toldOf(account: Account, reminderId: string): Promise<string[]> {
    const told = await this.told(account, reminderId);
    return told.map(({ type, data: { minutes_before, missed } }) =>
      [type, minutes_before, ...(missed ? [missed] : [])].join(' '),
    );
  }

  /** Of the open one and of those before it, latest first. */
  async statuses(account: Account, reminderId: string): Promise<string[]> {
    const { occurrence, history } = await this.get(account, reminderId);
    return [occurrence?.status, ...history.map(({ status }: { status: string }) => status)];
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
