import { SessionTokensService } from '../../src/account/sessions/session-tokens.service.js';
import type { Client } from '../support/client.js';
import { waitingSessions } from '../support/lock-waits.js';
import { eventually, type TestService } from '../support/service.js';

/** A user who has signed in. */
export interface Person {
  id: string;
  client: Client;
}

/** Signs in without a password, because hashing one takes longer than the tests of this area. */
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
  const { access_token } = service.app.get(SessionTokensService).issuePair(id, session, 0);
  return { id, client: service.bearer(access_token) };
}

/** Reads every row of a list, page by page; calls `between` after each page. */
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

/** Inserts many accounts that never sign in; returns their ids. */
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

/** Waits until so many requests wait for a lock. A job of the service may wait beside them. */
export const lockedOut = ({ database }: Pick<TestService, 'database'>, requests = 1) =>
  eventually(async () => {
    const { rowCount } = await database.query(waitingSessions());
    expect(rowCount).toBeGreaterThanOrEqual(requests);
  });

/** The domain events of this type with the account as their actor, oldest first. */
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

/** The notifications of an account with their actors. */
export async function notices(client: Client): Promise<{ type: string; actors: string[] }[]> {
  const { body } = await client.get('/v1/notifications').expect(200);
  return (body.notifications as Notice[]).map(({ type, actors }) => ({
    type,
    actors: actors.map(({ id }) => id),
  }));
}

export const UNKNOWN = '0190a0a0-0000-7000-8000-000000000000';
/** An id that PostgreSQL accepts as a UUID although it has no UUID version; no row has it. */
export const OF_NO_VERSION = '11111111-1111-1111-1111-111111111111';
export const NOT_AUTHENTICATED = { error: 'Not authenticated' };
export const FORBIDDEN = { error: 'Forbidden' };
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);

export const invalid = (...fields: string[]) => ({
  error: 'Validation error',
  details: fields.map((field) => ({ field, message: expect.any(String) })),
});
