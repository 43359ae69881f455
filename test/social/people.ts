import { SessionTokens } from '../../src/account/sessions/session-tokens.js';
import type { Client } from '../support/client.js';
import { eventually, type TestService } from '../support/service.js';

/** Somebody who has signed in. */
export interface Person {
  id: string;
  client: Client;
}

/** Signed in without a password, whose hashing takes longer than all that is tested here. */
export async function person(service: TestService, role = 'user'): Promise<Person> {
  const { rows } = await service.database.query(
    `WITH made AS (
       INSERT INTO account.users (email, role) VALUES (gen_random_uuid() || '@example.com', $1) RETURNING id
     ), counted AS (
       INSERT INTO account.user_counters (user_id) SELECT id FROM made
     )
     INSERT INTO account.sessions (user_id, idle_ends_at, ends_at)
     SELECT id, now() + interval '1 day', now() + interval '1 day' FROM made RETURNING id, user_id`,
    [role],
  );
  const [{ id: session, user_id: id }] = rows;
  const { access_token } = service.app.get(SessionTokens).pair(id, session, 0);
  return { id, client: service.bearer(access_token) };
}

/** Every row of a list, page by page; `between` happens after each page. */
export async function walk<Row>(
  client: Client,
  path: string,
  list: string,
  between: () => unknown = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: any } = await client
      .get(`${path}${path.includes('?') ? '&' : '?'}${cursor && `cursor=${cursor}`}`)
      .expect(200);
    rows.push(...body[list]);
    cursor = body.next_cursor;
    await between();
  }
  return rows;
}

/** Accounts that never sign in, made where many are needed; answers their ids. */
export async function crowd({ database }: TestService, count: number): Promise<string[]> {
  const { rows } = await database.query(
    `WITH made AS (
       INSERT INTO account.users (email) SELECT gen_random_uuid() || '@example.com' FROM generate_series(1, $1)
       RETURNING id
     ), counted AS (INSERT INTO account.user_counters (user_id) SELECT id FROM made)
     SELECT id FROM made`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Until so many requests wait for what somebody else has locked. */
export const lockedOut = ({ database }: TestService, requests = 1) =>
  eventually(async () => {
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(requests);
  });

/** The events of this kind that an account caused, oldest first. */
export async function events({ database }: TestService, actorId: string, type: string): Promise<object[]> {
  const { rows } = await database.query(
    'SELECT data FROM events.domain_events WHERE actor_id = $1 AND type = $2 ORDER BY id',
    [actorId, type],
  );
  return rows.map(({ data }) => data);
}

export interface Notice {
  type: string;
  actors: { id: string }[];
  actors_count: number;
}

/** What an account has been told, each with who did it. */
export async function notices(client: Client): Promise<{ type: string; actors: string[] }[]> {
  const { body } = await client.get('/v1/notifications').expect(200);
  return (body.notifications as Notice[]).map(({ type, actors }) => ({
    type,
    actors: actors.map(({ id }) => id),
  }));
}

export const UNKNOWN = '0190a0a0-0000-7000-8000-000000000000';
/** An id as PostgreSQL takes it, though of no version of UUID: it names nothing, and its form is right. */
export const OF_NO_VERSION = '11111111-1111-1111-1111-111111111111';
export const NOT_AUTHENTICATED = { error: 'Not authenticated' };
export const FORBIDDEN = { error: 'Forbidden' };
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);

export const invalid = (...fields: string[]) => ({
  error: 'Validation error',
  details: fields.map((field) => ({ field, message: expect.any(String) })),
});
