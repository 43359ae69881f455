import { atOnce, tally } from '../../account/at-once.js';
import { type Account, PASSWORD } from '../../support/service.js';
import { Desk } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
afterAll(() => desk.stop());

const SHOP = 'https://shop.example/spring';

describe('bulk-create-links', () => {
  it('with passwords runs once at a time for one account, and delays no sign-in', async () => {
    const links = Array.from({ length: 8 }, (_, n) => ({ url: SHOP, password: `open sesame ${n}` }));
    let isOver = false;
    const bulks = atOnce(70, () => desk.call(ann, 'bulk-create-links', { links }).then((answer) => answer));
    void bulks.finally(() => (isOver = true));
    const signIns: number[] = [];
    do {
      const body = { email: ann.email, password: PASSWORD };
      signIns.push((await desk.service.client().post('/v1/auth/sign-in', body)).status);
    } while (!isOver && signIns.length < 20);
    expect(new Set(signIns)).toEqual(new Set([200]));
    const counts = tally(await bulks);
    expect(Object.keys(counts).sort()).toEqual(['200', '429']);
    for (const { status, headers } of await bulks) if (status === 429) expect(headers['retry-after']).toBe('5');
  });

  it('refused for another one under way is not kept by an Idempotency-Key', async () => {
    const links = [
      { url: SHOP, password: 'open sesame one' },
      { url: SHOP, password: 'open sesame two' },
    ];
    const keyed = (key: string) => ({ client: ann.client.with({ 'idempotency-key': key }) });
    const both = () => atOnce(2, (n) => desk.call(keyed(`bulk-${n}`), 'bulk-create-links', { links }).then((a) => a));
    for (const answer of await both()) expect([200, 429]).toContain(answer.status);
    for (const n of [0, 1]) await desk.call(keyed(`bulk-${n}`), 'bulk-create-links', { links }).expect(200);
    const [{ made }] = await desk.rows(
      `SELECT count(*)::int AS made FROM ext_shortlinks.links WHERE password_hash IS NOT NULL
      AND created_at > now() - interval '1 minute' AND url = $1`,
      SHOP,
    );
    expect(made % 2).toBe(0);
  });

  it('leaves answers that take little room, and each is given again', async () => {
    const links = Array.from({ length: 500 }, (_, n) => ({ url: `${SHOP}/${n}`, reuse_existing: true }));
    const keyed = (key: string) => ({ client: ann.client.with({ 'idempotency-key': key }) });
    const ask = (key: string) => desk.call(keyed(key), 'bulk-create-links', { links }).expect(200);
    const first = await ask('reuse-0');
    for (let n = 1; n < 12; n++) await ask(`reuse-${n}`);
    const [{ bytes }] = await desk.rows(
      'SELECT sum(octet_length(answer))::int AS bytes FROM platform.idempotent_answers',
    );
    expect(bytes).toBeLessThanOrEqual(2 * 1024 * 1024 + 64 * 1024);
    const again = await ask('reuse-0');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });
});
