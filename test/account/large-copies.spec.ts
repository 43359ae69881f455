import { atOnce } from './at-once.js';
import { eventually } from '../support/service.js';
import { SmallService } from '../support/small-service.js';
import { unread } from '../support/unread.js';

const POSTS = 640;
const LENGTH = 100_000;

let small: SmallService;
beforeAll(async () => {
  small = await SmallService.start();
});
afterAll(() => small.stop());

it('a service with little memory makes a large export of an account, and sends it to many clients at once', async () => {
  const { id, headers } = await small.account('large@example.com');
  await small.database.query(
    `INSERT INTO social.posts (user_id, title, content, status)
     SELECT $1, n, repeat(chr(97 + n % 26), $3::int), 'draft' FROM generate_series(1, $2::int) n`,
    [id, POSTS, LENGTH],
  );
  const address = await eventually(async () => {
    const asked = await unread(small.url, '/v1/users/me/export', { headers });
    const { export: copy } = JSON.parse(await asked.text());
    return copy.url ? new URL(copy.url).pathname : Promise.reject(new Error(`it is ${copy.status}`));
  }, 90);
  const downloads = await atOnce(5, () => unread(small.url, address));
  const statuses = downloads.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  for (const { status, headers: given } of downloads) {
    if (status === 200) expect(Number(given['content-length'])).toBeGreaterThan(POSTS * LENGTH);
    else expect(given['retry-after']).toBeDefined();
  }
  const sent = downloads.filter(({ status }) => status === 200);
  const { social, account } = JSON.parse((await sent[0]?.text()) as string);
  expect(account.profile.id).toBe(id);
  expect(social.posts).toHaveLength(POSTS);
  for (const other of sent.slice(1)) other.leave();
  expect((await fetch(`${small.url}/v1/health`)).status).toBe(200);
  expect(small.peakMemory).toBeLessThan(450);
});
