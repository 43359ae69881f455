import { signIn } from '../sign-in.mjs';
import { ask } from './database.mjs';

/** Somebody who follows so many of the demonstration's accounts, the busy ones and the others alike. */
export async function follower(here, environment, count) {
  const { token, id } = await signIn(here);
  await ask(
    environment,
    `INSERT INTO social.follows (follower_id, following_id, status)
     SELECT $1, id, 'following' FROM (
       SELECT id, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS many
       FROM account.users WHERE email LIKE 'person%@demo.example'
     ) person WHERE n % greatest(1, many / $2::int) = 0 LIMIT $2::int`,
    [id, count],
  );
  await ask(environment, 'ANALYZE social.follows');
  return { id, headers: { authorization: `Bearer ${token}` } };
}

/** Somebody who follows so many who wrote one post each, long ago, or none. */
export async function followerOfQuietOnes(here, environment, count) {
  const { token, id } = await signIn(here);
  await ask(
    environment,
    `WITH quiet AS (
       INSERT INTO account.users (email) SELECT 'quiet' || n || '@example.com' FROM generate_series(1, $2::int) n
       RETURNING id, email
     ), written AS (
       INSERT INTO social.posts (user_id, title, created_at)
       SELECT id, 'Long ago', now() - interval '2 years' FROM quiet WHERE email LIKE '%00@%'
     ) INSERT INTO social.follows (follower_id, following_id, status) SELECT $1, id, 'following' FROM quiet`,
    [id, count],
  );
  await ask(environment, 'ANALYZE account.users, social.follows, social.posts');
  return { headers: { authorization: `Bearer ${token}` } };
}
