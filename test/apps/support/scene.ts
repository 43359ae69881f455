import type { Test } from 'supertest';
import { WatchDeadlines } from '../../../src/apps/support/jobs/watch-deadlines.job.js';
import { FinishTickets } from '../../../src/apps/support/jobs/finish-tickets.job.js';
import { type Account, eventually, TestService } from '../../support/service.js';

type Caller = Pick<Account, 'client'>;

const MOMENTS = [
  'response_started_at',
  'response_due_at',
  'response_look_at',
  'first_responded_at',
  'resolution_due_at',
  'resolution_look_at',
  'clock_started_at',
  'warned_response_at',
  'warned_resolution_at',
  'last_requester_at',
  'last_agent_at',
  'pending_at',
  'resolved_at',
  'closed_at',
  'created_at',
];

/** A service in which people ask for help and give it. */
export class Scene {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<Scene> {
    return new Scene(await TestService.lease());
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app. */
  async person(settings?: object): Promise<Account> {
    const account = await this.service.account();
    await account.client.post('/v1/apps/install', { slug: 'support' }).expect(200);
    if (settings) await this.ask(account, 'update-settings', settings);
    return account;
  }

  people(count: number): Promise<Account[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  /** An agent of a desk. */
  async agent(owner: Account, more: object = {}): Promise<Account> {
    const account = await this.person();
    await this.ask(owner, 'save-agent', { user_id: account.id, ...more });
    return account;
  }

  call({ client }: Caller, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/support/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Caller, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Caller, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async open(who: Account, desk: { id: string }, more: object = {}): Promise<any> {
    const input = { desk_id: desk.id, subject: 'Help', body: 'It does not work.', ...more };
    return (await this.ask(who, 'open-ticket', input)).ticket;
  }

  async reply(who: Account, ticket: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'reply-to-ticket', { ticket_id: ticket.id, body: 'Well.', ...more });
  }

  async get(who: Account, ticket: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'get-ticket', { ticket_id: ticket.id, ...more });
  }

  async update(who: Account, ticket: { id: string }, more: object): Promise<any> {
    return (await this.ask(who, 'update-ticket', { ticket_ids: [ticket.id], ...more })).tickets[0];
  }

  /** Of which the bytes are there. */
  async file(who: Account, desk: { id: string }, words = 'hello'): Promise<any> {
    const wanted = { desk_id: desk.id, name: 'a.txt', size: words.length, content_type: 'text/plain' };
    const { upload, upload_url } = await this.ask(who, 'create-upload', wanted);
    await this.send(upload_url, words);
    return upload;
  }

  async send(address: string, words: string): Promise<void> {
    const path = new URL(address).pathname;
    const answer = await fetch(`${this.service.url}${path}`, { method: 'PUT', body: words });
    expect(answer.status).toBe(200);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** As if so much time had gone by for this ticket. */
  async travel({ id }: { id: string }, by: string): Promise<void> {
    const moved = MOMENTS.map((name) => `${name} = ${name} - $2::interval`).join(', ');
    await this.rows(`UPDATE ext_support.tickets SET ${moved} WHERE id = $1`, id, by);
    const past = `SET created_at = created_at - $2::interval WHERE ticket_id = $1`;
    for (const table of ['messages', 'ratings', 'ticket_events'])
      await this.rows(`UPDATE ext_support.${table} ${past}`, id, by);
  }

  async row({ id }: { id: string }): Promise<any> {
    return (await this.rows('SELECT * FROM ext_support.tickets WHERE id = $1', id))[0];
  }

  /** The service's own run may be at it in this moment: then it is done when that is. */
  async watch(): Promise<void> {
    await this.service.app.get(WatchDeadlines, { strict: false }).run({});
    await this.settled('response_look_at <= now() OR resolution_look_at <= now()');
  }

  async finish(): Promise<void> {
    await this.service.app.get(FinishTickets, { strict: false }).run();
  }

  /** What somebody was told, oldest first. */
  async told({ id }: { id: string }, ticket?: { id: string }): Promise<any[]> {
    return this.rows(
      `SELECT type, data FROM notifications.notifications
       WHERE user_id = $1 AND type LIKE 'support.%' AND ($2::text IS NULL OR data ->> 'ticket_id' = $2)
       ORDER BY created_at, id`,
      id,
      ticket?.id ?? null,
    );
  }

  async types(who: { id: string }, ticket?: { id: string }): Promise<string[]> {
    return (await this.told(who, ticket)).map(({ type }) => type.replace('support.', ''));
  }

  private async settled(where: string): Promise<void> {
    await eventually(async () => {
      expect(await this.rows(`SELECT id FROM ext_support.tickets WHERE ${where}`)).toEqual([]);
    });
  }
}
