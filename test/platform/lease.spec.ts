import { listen, written } from '../realtime/listening.js';
import { TestService } from '../support/service.js';

const count = async ({ database }: TestService, table: string) =>
  (await database.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;

(process.env.TEST_FRESH ? describe.skip : describe)('a leased service of the tests', () => {
  it('has the rows of its start when it is leased again', async () => {
    const first = await TestService.lease();
    const { url } = first;
    const categories = await count(first, 'community.room_categories');
    const account = await first.account();
    await account.client.post('/v1/posts', { title: 'Hello', content: 'World' }).expect(201);
    await account.client.post('/v1/auth/forgot-password', { email: account.email }).expect(200);
    await first.database.query('DELETE FROM community.room_categories');
    await first.stop();

    const second = await TestService.lease();
    expect(second.url).toBe(url);
    expect(await count(second, 'community.room_categories')).toBe(categories);
    for (const table of ['account.users', 'social.posts', 'events.domain_events', 'jobs.job'])
      expect([table, await count(second, table)]).toEqual([table, 0]);
    expect(await second.mails()).toEqual([]);
    await account.client.get('/v1/auth/session').expect(401);
    expect((await second.account()).email).toBe(account.email);
    await second.stop();
  });

  it('is another one for the second of two at once', async () => {
    const [first, second] = [await TestService.lease(), await TestService.lease()];
    expect(second.url).not.toBe(first.url);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('is not leased again when it may remember censors of a spec', async () => {
    const first = await TestService.lease();
    const { app } = first;
    const { client } = await first.admin();
    await client.post('/v1/admin/censors', { pattern: 'darn', replacement: '***' }).expect(201);
    await first.stop();
    const second = await TestService.lease();
    // The port of a service that has ended may be that of the next one.
    expect(second.app === app).toBe(false);
    await second.stop();
  });

  it('is not leased again when it had connections', async () => {
    const first = await TestService.lease();
    const { app } = first;
    const account = await first.account();
    const connection = await listen(first, account);
    await written(first, account);
    await first.stop();
    await connection.close();
    const second = await TestService.lease();
    expect(second.app === app).toBe(false);
    await second.stop();
  });

  it('makes and drops partitions as days pass', async () => {
    const first = await TestService.lease();
    const { url } = first;
    await first.database.query(
      `CREATE TABLE realtime.events_later PARTITION OF realtime.events FOR VALUES FROM ('2100-01-01') TO ('2100-01-02')`,
    );
    await first.stop();
    const second = await TestService.lease();
    expect(second.url).toBe(url);
    await second.database.query('DROP TABLE realtime.events_later');
    await second.stop();
  });

  it('fails the spec that changes its schema', async () => {
    const first = await TestService.lease();
    await first.database.query('CREATE TABLE left_over ()');
    await expect(first.stop()).rejects.toThrow('the spec changes the schema');
  });
});
