import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { removeFolder, temporaryFolder } from '../support/server-process.js';

const SEED = fileURLToPath(new URL('../../dist/seed.js', import.meta.url));

let name: string;
let folder: string;
let database: Client;
beforeAll(async () => {
  [name, folder] = [await cloneTemplate(), temporaryFolder()];
  database = new Client({ connectionString: addressOf(name) });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await dropDatabase(name);
  removeFolder(folder);
});

/** Runs the seed program as an operator does, on the test's database. */
async function seed(options: string, variables: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: folder, DATABASE_URL: addressOf(name), ...variables };
  const child = spawn(process.execPath, [SEED, ...options.split(' ')], { env });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, errors };
}

const one = async (text: string) => (await database.query(text)).rows[0];
const TABLES = ['posts', 'follows', 'reactions', 'comments', 'polls', 'poll_votes', 'stories', 'post_counters'];
const sizes = () =>
  one(`SELECT ${TABLES.map((table) => `(SELECT count(*)::int FROM social.${table}) AS ${table}`).join(', ')}`);

/** Counter rows that differ from the actual count. */
const WRONG = {
  people: `
    SELECT FROM account.user_counters c WHERE (posts_count, following_count, followers_count) IS DISTINCT FROM (
      (SELECT count(*) FROM social.posts p WHERE p.user_id = c.user_id AND status = 'published'),
      (SELECT count(*) FROM social.follows f WHERE f.follower_id = c.user_id AND status = 'following'),
      (SELECT count(*) FROM social.follows f WHERE f.following_id = c.user_id AND status = 'following'))`,
  posts: `
    SELECT FROM social.posts p LEFT JOIN social.post_counters c ON c.post_id = p.id
    WHERE (c.reactions, c.comments_count, c.last_comment_at) IS DISTINCT FROM (
      (SELECT coalesce(jsonb_object_agg(type, count), '{}') FROM (
        SELECT type, count(*) FROM social.reactions r WHERE r.post_id = p.id GROUP BY type) types),
      (SELECT count(*) FROM social.comments m WHERE m.post_id = p.id),
      (SELECT max(created_at) FROM social.comments m WHERE m.post_id = p.id))`,
  polls: `
    SELECT FROM social.polls p WHERE p.counts IS DISTINCT FROM (
      SELECT coalesce(jsonb_object_agg(option_index, count), '{}') FROM (
        SELECT option_index, count(*) FROM social.poll_votes v WHERE v.poll_id = p.id GROUP BY option_index) options)`,
};

it('creates only accounts without --posts', async () => {
  const { code, output, errors } = await seed('--users 600');
  expect({ code, output }).toEqual({
    code: 0,
    output: '600 accounts added, person1@demo.example to person600@demo.example\npassword of each: demonstration\n',
  });
  expect(errors).toContain('600/600 accounts');
  expect(await sizes()).toMatchObject({ posts: 0, follows: 0 });
});

describe('a network of posts', () => {
  let before: Record<string, number>;

  it('contains skewed activity: a few users have far more than the others', async () => {
    const { code, output } = await seed('--users 600 --posts 6000');
    expect(code).toBe(0);
    before = await sizes();
    expect(output).toContain(`0 accounts, ${before.follows} follows, 6000 posts and 30 stories added`);
    expect(before).toMatchObject({ posts: 6000, post_counters: 6000, stories: 30, polls: 60 });
    expect(before.reactions! / 6000).toBeGreaterThan(5);
    expect(before.reactions! / 6000).toBeLessThan(15);
    expect(before.comments! / 6000).toBeGreaterThan(1);
    expect(before.comments! / 6000).toBeLessThan(3);
    const { busiest, status } = await one(`
      SELECT max(posts_count) AS busiest,
        (SELECT array_agg(DISTINCT status ORDER BY status) FROM social.posts) AS status
      FROM account.user_counters`);
    expect(busiest).toBeGreaterThan(200);
    expect(status).toEqual(['draft', 'flagged', 'published']);
  });

  it.each(Object.entries(WRONG))('has exact counters of its %s', async (_of, wrong) => {
    expect((await database.query(wrong)).rowCount).toBe(0);
  });

  it('has no time in the future, and nothing older than its post', async () => {
    for (const table of ['reactions', 'comments'])
      expect(
        await one(`
          SELECT count(*)::int AS wrong FROM social.${table} t JOIN social.posts p ON p.id = t.post_id
          WHERE t.created_at < p.created_at OR t.created_at > now()`),
      ).toEqual({ wrong: 0 });
  });

  it('is unchanged when it is seeded again', async () => {
    await database.query(`UPDATE social.posts SET title = 'mine' WHERE id IN (SELECT id FROM social.posts LIMIT 1)`);
    const { output } = await seed('--users 600 --posts 6000');
    expect(output).toContain('0 accounts, 0 follows, 0 posts and 0 stories added');
    expect(await sizes()).toEqual(before);
    expect(await one(`SELECT count(*)::int AS kept FROM social.posts WHERE title = 'mine'`)).toEqual({
      kept: 1,
    });
  });

  it('leaves the counter triggers enabled', async () => {
    const asleep = `SELECT count(*)::int AS asleep FROM pg_trigger WHERE tgenabled <> 'O'`;
    expect(await one(asleep)).toEqual({ asleep: 0 });
  });

  it('has planner statistics', async () => {
    const known = `SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'social.posts'::regclass`;
    expect(await one(known)).toEqual({ rows: 6000 });
  });
});

it.each([
  ['--users 0', '--users is 0, accepted is a whole number from 1 to 10000000'],
  ['--posts many', '--posts is many, accepted is a whole number from 0 to 100000000'],
  ['--posts -1', '--posts'],
])('refuses %s', async (options, words) => {
  const { code, errors } = await seed(options);
  expect(code).toBe(1);
  expect(errors).toContain(words);
});

it('refuses production', async () => {
  const { code, errors } = await seed('--users 5', {
    NODE_ENV: 'production',
    JWT_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    PROCESSOR_SECRET_KEY: 'sk_test',
    PROCESSOR_WEBHOOK_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  });
  expect(code).toBe(1);
  expect(errors).toContain('demonstration data does not belong in production');
});
