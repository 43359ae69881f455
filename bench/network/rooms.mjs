import { randomBytes, randomUUID } from 'node:crypto';
import { ask } from './database.mjs';

/** People by SQL, as thousands of sign-ups take minutes; answers an API key of each. */
export async function peopleWithKeys(environment, count) {
  const keys = Array.from({ length: count }, () => `cpk_${randomBytes(32).toString('base64url')}`);
  await ask(
    environment,
    `WITH people AS (
       INSERT INTO account.users (email) SELECT $2 || n || '@example.com' FROM generate_series(1, cardinality($1::text[])) n
       RETURNING id
     ), numbered AS (SELECT id, row_number() OVER () AS n FROM people)
     INSERT INTO account.api_keys (user_id, name, prefix, key_hash)
     SELECT id, 'bench', left(key, 10), sha256(convert_to(key, 'UTF8'))
     FROM unnest($1::text[]) WITH ORDINALITY given (key, n) JOIN numbered USING (n)`,
    [keys, randomUUID()],
  );
  await ask(environment, 'ANALYZE account.users, account.api_keys');
  return keys;
}

/** So many rooms, all of whose members are the owners of these keys and ids; answers the ids of the rooms. */
export async function rooms(environment, count, { keys = [], ids = [] }) {
  const made = await ask(
    environment,
    `INSERT INTO community.rooms (name) SELECT 'Room ' || n FROM generate_series(1, $1::int) n RETURNING id`,
    [count],
  );
  await ask(
    environment,
    `INSERT INTO community.room_members (room_id, user_id)
     SELECT room.id, member.id FROM unnest($1::uuid[]) room (id), (
       SELECT unnest($2::uuid[]) AS id
       UNION SELECT user_id FROM unnest($3::text[]) key JOIN account.api_keys ON key_hash = sha256(convert_to(key, 'UTF8'))
     ) member`,
    [made.map(({ id }) => id), ids, keys],
  );
  await ask(environment, 'ANALYZE community.rooms, community.room_members');
  return made.map(({ id }) => id);
}
