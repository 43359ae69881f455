import { atOnce } from '../account/at-once.js';
import { eventually } from '../support/service.js';
import { type SmallAccount, SmallService } from '../support/small-service.js';
import { type Unread, unread } from '../support/unread.js';

const MIBIBYTES = 32;
const LINKS = MIBIBYTES * 16;
const RUNNING = { error: 'An export is already running' };

let small: SmallService;
beforeAll(async () => {
  small = await SmallService.start();
});
afterAll(() => small.stop());

/** An account with so many links of 64 KiB each: the database keeps them in little, since each repeats itself. */
async function withLinks(name: string): Promise<SmallAccount> {
  const account = await small.account(`${name}@example.com`);
  const { headers } = account;
  const install = { method: 'POST', headers, body: { slug: 'shortlinks' } };
  expect(JSON.parse(await (await unread(small.url, '/v1/apps/install', install)).text())).toMatchObject({
    message: 'App installed',
  });
  await small.database.query(
    `INSERT INTO ext_shortlinks.links (owner_id, slug, url, title)
     SELECT $1, $2 || n, 'https://example.com/', repeat(chr(97 + n % 26), 65536) FROM generate_series(1, $3::int) n`,
    [account.id, name, LINKS],
  );
  return account;
}

const exported = ({ headers }: SmallAccount, body?: object): Promise<Unread> =>
  unread(small.url, '/v1/apps/shortlinks/export', { method: 'POST', headers, body });

it('a service with little memory sends large exports to many who read nothing, one to an account', async () => {
  const accounts = [await withLinks('ann'), await withLinks('ben'), await withLinks('eve')];
  const asked = await Promise.all(accounts.map((account) => atOnce(6, () => exported(account))));
  for (const answers of asked) {
    const [sent, ...refused] = answers.sort((one, other) => one.status - other.status);
    expect([sent?.status, small.server.errors]).toEqual([200, '']);
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    expect(Number(sent?.headers['content-length'])).toBeGreaterThan(MIBIBYTES * 1024 * 1024);
    for (const other of refused) {
      expect(other.status).toBe(409);
      expect(JSON.parse(await other.text())).toEqual(RUNNING);
    }
  }
  // What else the service does is in a transaction for a moment; an export would be as long as nobody reads it.
  await eventually(async () => {
    const { rows } = await small.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(rows).toEqual([]);
  });
  const [first, ...others] = asked.map(([sent]) => sent as Unread);
  const { export: tables } = JSON.parse((await first?.text()) as string);
  expect(Object.keys(tables)).toEqual(['links', 'retired_slugs', 'link_days', 'link_day_values']);
  expect(tables.links).toHaveLength(LINKS);
  expect(tables.links.every(({ title }: { title: string }) => title.length === 65536)).toBe(true);
  for (const other of others) other.leave();
  // One that was read to its end is over at once, and each of the others when its caller has gone.
  const again = await exported(accounts[0] as SmallAccount, { format: 'csv' });
  expect(again.status).toBe(200);
  const { export: zip } = JSON.parse(await again.text());
  expect(zip).toEqual({ download_url: expect.any(String), expires_at: expect.any(String) });
  await eventually(async () => {
    const { status } = await exported(accounts[1] as SmallAccount, { format: 'csv' });
    if (status !== 200) throw new Error(`it is answered ${status}`);
  });
  expect((await fetch(`${small.url}/v1/health`)).status).toBe(200);
  expect(small.peakMemory).toBeLessThan(450);
});
