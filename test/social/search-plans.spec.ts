import type { Pool } from 'pg';
import { textOf } from '../../src/platform/database/sql.js';
import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';
import { person, type Person } from './people.js';

const PEOPLE = 10_000;
const POSTS = 50_000;
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

let service: TestService;
let ann: Person;
beforeAll(async () => {
  service = await TestService.forPlans();
  ann = await person(service);
  const fill = (text: string) => service.database.query(text);
  await fill(
    `WITH made AS (INSERT INTO account.users (email, first_name)
       SELECT n || '@example.com', 'Person ' || n FROM generate_series(1, ${PEOPLE}) n RETURNING id)
     INSERT INTO account.user_counters (user_id) SELECT id FROM made`,
  );
  await fill('CREATE TABLE people AS SELECT id, row_number() OVER () - 1 AS n FROM account.users');
  await fill('ALTER TABLE social.posts DISABLE TRIGGER USER');
  // Sixty words each: one in all of them, one in every hundredth, one in each fourth of the older half, one in three.
  await fill(`
    INSERT INTO social.posts (user_id, title, content, created_at)
    SELECT a.id, 'the post ' || i,
      concat_ws(' ', CASE WHEN i % 100 = 0 THEN 'seldom' END, CASE WHEN i % 20000 = 7 THEN 'unheard' END,
        CASE WHEN i % 4 = 0 AND i > ${POSTS / 2} THEN 'bygone' END,
        (SELECT string_agg('word' || (i * 7919 + k * k * 104729) % 5000, ' ') FROM generate_series(1, 60) k)),
      now() - i * interval '1 minute'
    FROM generate_series(1, ${POSTS}) i JOIN people a ON a.n = i % ${PEOPLE}`);
  await fill('INSERT INTO social.post_counters (post_id) SELECT id FROM social.posts');
  await fill(`
    INSERT INTO social.blocks (blocker_id, blocked_id) SELECT '${ann.id}', id FROM people WHERE n % 50 = 7 AND id <> '${ann.id}'`);
  await fill('VACUUM ANALYZE');
});
afterAll(() => service.stop());

const search = textOf('search_posts') as string;
const values = (words: string, prefix = false) => [ann.id, ...END, 21, 'http://x', words, prefix];

interface Step {
  'Relation Name'?: string;
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

/** The number of posts read by each index, and of pages of 8 kB read in all. */
async function work(database: Pick<Pool, 'query'>, query: string, given?: unknown[]) {
  const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`, given);
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  const looked: Record<string, number> = {};
  const add = (step: Step) => {
    if (step['Relation Name'] === 'posts') {
      const way = step['Index Name'] ?? step['Node Type'];
      const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
      looked[way] = (looked[way] ?? 0) + (step['Actual Rows'] + removed) * step['Actual Loops'];
    }
    step.Plans?.forEach(add);
  };
  add(plan);
  return { looked, pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

/** The search reads at most 200 of the newest posts, and at most a thousand that the word index returns. */
function expectLittle({ looked, pages }: Awaited<ReturnType<typeof work>>, most: number): void {
  expect(looked).not.toHaveProperty('Seq Scan');
  expect(looked['posts_newest'] ?? 0).toBeLessThanOrEqual(200);
  expect(looked['posts_pkey'] ?? 0).toBeLessThanOrEqual(1_000 + 21);
  expect(pages).toBeLessThan(most);
}

/** The executed plan, line by line. */
async function steps(given: unknown[]): Promise<string[]> {
  const { rows } = await service.database.query(`EXPLAIN (ANALYZE) ${search}`, given);
  return rows.map((row) => row['QUERY PLAN'] as string);
}

describe(`a search in ${POSTS} posts`, () => {
  it.each([
    ['a word of three posts', 'unheard', false],
    ['a word of every hundredth post', 'seldom', false],
    ['two words', 'word17 word18', false],
    ['the beginning of a rare word', 'unhe', true],
    ['a word of no post', 'nowhere', false],
  ])('looks %s up in the index of words', async (_, words, prefix) => {
    const lines = await steps(values(words, prefix));
    const lookup = lines.filter((line) => line.includes('Bitmap Index Scan on posts_words'));
    expect(lookup).toEqual([expect.not.stringContaining('never executed')]);
    expect(lines.filter((line) => line.includes('Seq Scan on posts'))).toEqual([]);
  });

  it('goes through the newest for a word of every post, and through no others', async () => {
    const lines = await steps(values('the'));
    const lookup = lines.filter((line) => line.includes('Bitmap Index Scan on posts_words'));
    expect(lookup).toEqual([expect.stringContaining('never executed')]);
    expect(lines).toContainEqual(expect.stringMatching(/using posts_newest.*actual.*rows=\d{1,3}(\.00)? loops/));
    expect(lines.filter((line) => line.includes('Seq Scan on posts'))).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['the', false],
    ['t', true],
    ['w', true],
    ['the post', false],
    ['seldom', false],
    ['bygone', false],
    ['word17', false],
    ['word1', true],
    ['unheard', false],
    ['-the', false],
    ['-unheard', false],
    ['"word17 the"', false],
    ['the unheard', false],
    ['nowhere', false],
    ['"the post"', false],
    ['the-post word1', true],
  ])('reads little for %s', async (words, prefix) => {
    expectLittle(await work(service.database, search, values(words, prefix)), 4_500);
  });

  it('reads not much more for a phrase of words that every post has, and none in this order', async () => {
    for (const words of ['"post the"', 'the -"the post"'])
      expectLittle(await work(service.database, search, values(words)), 9_000);
  });

  it('reads as little for the last page as for the first', async () => {
    const at = new Date(Date.now() - (POSTS - 200) * 60_000);
    const last = [ann.id, at, END[1], 21, 'http://x', 'the', false];
    expectLittle(await work(service.database, search, last), 1_000);
  });

  it('reads as little after many others on the same connection', async () => {
    const client = await service.database.connect();
    try {
      for (let i = 0; i < 12; i++) {
        const given = values(i % 2 ? 'unheard' : 'the');
        await client.query({ name: 'search_posts', text: search, values: given });
      }
      for (const word of ['unheard', 'the']) {
        const given = values(word).map((value) => `'${value}'`);
        expectLittle(await work(client, `EXECUTE search_posts (${given})`), 1_000);
      }
    } finally {
      client.release(true);
    }
  });
});

describe('a search for people', () => {
  it.each([
    ['whole words', ['%person 1733%']],
    ['two letters', ['xq%', '% xq%']],
  ])('by %s is found by an index', async (_, patterns) => {
    const plan = await queryPlan(service.database, 'user_search', [patterns, [ann.id], ...END, 21]);
    expect(plan).toContain('Bitmap Index Scan users_search');
  });
});
