import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually } from '../support/service.js';
import { Shop } from './shop.js';

let shop: Shop;
/** A seller whose account is enabled. */
let seller: Account;
/** A user without a seller account. */
let stranger: Account;
let admin: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [seller, stranger, admin] = [await shop.seller(), await shop.account(), await shop.service.admin()];
});
afterAll(() => shop.stop());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const ONBOARD = '/v1/processor/connect/onboard';

const statusOf = async ({ client }: Account) =>
  (await client.get('/v1/processor/connect/status').expect(200)).body.connect;
const businessOf = async ({ client }: Account) => (await client.get('/v1/business').expect(200)).body.business_account;
const accountsMade = ({ id }: Account) => shop.calls('POST /v1/accounts', id);

async function rowsOf({ id }: Account): Promise<number> {
  const { rows } = await shop.service.database.query('SELECT FROM payments.business_accounts WHERE user_id = $1', [id]);
  return rows.length;
}

async function eventuallyStatus(account: Account, flags: [boolean, boolean, boolean]): Promise<void> {
  await eventually(async () => {
    const connect = await statusOf(account);
    expect([
      connect.processor_charges_enabled,
      connect.processor_payouts_enabled,
      connect.processor_onboarding_complete,
    ]).toEqual(flags);
  });
}

describe('POST /v1/processor/connect/onboard', () => {
  it('makes an account at the processor first, and later only links', async () => {
    const account = await shop.account();
    const { body: first } = await account.client.post(ONBOARD).expect(200);
    expect(first).toEqual({ onboarding_url: expect.stringContaining(`${shop.processor.url}/`) });
    const { body: second } = await account.client.post(ONBOARD, {}).expect(200);
    expect(second.onboarding_url).not.toBe(first.onboarding_url);
    const made = await accountsMade(account);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      idempotency_key: `account:${account.id}`,
      body: { type: 'express', email: account.email, metadata: { user_id: account.id } },
    });
    const { processor_account_id } = await statusOf(account);
    const links = await shop.calls('POST /v1/account_links', processor_account_id);
    expect(links).toHaveLength(2);
    expect(links[0]?.body).toEqual({
      account: processor_account_id,
      type: 'account_onboarding',
      return_url: `${shop.service.runtime.publicUrl}/return/onboarded`,
      refresh_url: `${shop.service.runtime.publicUrl}/return/onboarded`,
    });
    expect(await rowsOf(account)).toBe(1);
  });

  it('twenty times at once makes one account there, and one row here', async () => {
    const account = await shop.account();
    const answers = await atOnce(20, () => account.client.post(ONBOARD));
    expect(tally(answers)).toEqual({ 200: 20 });
    const { rows } = await shop.service.database.query(
      `SELECT id FROM sandbox.objects WHERE body->>'object' = 'account' AND body->>'email' = $1`,
      [account.email],
    );
    expect(rows).toHaveLength(1);
    expect(await rowsOf(account)).toBe(1);
    expect((await statusOf(account)).processor_account_id).toBe(rows[0].id);
  });

  it('leads back to where the caller says', async () => {
    const addresses = { return_url: 'https://shop.example/done', refresh_url: 'https://shop.example/again' };
    await seller.client.post(ONBOARD, addresses).expect(200);
    const { processor_account_id } = await statusOf(seller);
    const calls = await shop.calls('POST /v1/account_links', processor_account_id);
    expect(calls.at(-1)?.body).toMatchObject(addresses);
    await seller.client.post(ONBOARD, { return_url: addresses.return_url }).expect(200);
    const again = await shop.calls('POST /v1/account_links', processor_account_id);
    expect(again.at(-1)?.body).toMatchObject({
      return_url: addresses.return_url,
      refresh_url: addresses.return_url,
    });
  });

  it.each<[string, unknown]>([
    ['return_url', 'javascript:alert(1)'],
    ['return_url', 'ftp://shop.example/'],
    ['return_url', ''],
    ['return_url', null],
    ['return_url', 5],
    ['refresh_url', 'javascript:alert(1)'],
    ['refresh_url', {}],
  ])('refuses a %s of %j, and makes nothing', async (field, address) => {
    await stranger.client.post(ONBOARD, { [field]: address }).expect(400);
    expect(await rowsOf(stranger)).toBe(0);
    expect(await accountsMade(stranger)).toEqual([]);
  });

  it('in an outage is 502, and the same account is made when it is over', async () => {
    const account = await shop.account();
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/accounts' });
    await account.client.post(ONBOARD).expect(502, { error: 'Payment processor unavailable' });
    expect(await statusOf(account)).toEqual({ connected: false });
    await shop.processor.outage({ calls: 0 });
    await account.client.post(ONBOARD).expect(200);
    const { rows } = await shop.service.database.query(
      `SELECT id FROM sandbox.objects WHERE body->>'object' = 'account' AND body->>'email' = $1`,
      [account.email],
    );
    expect(rows.map(({ id }) => id)).toEqual([(await statusOf(account)).processor_account_id]);
  });
});

describe('GET /v1/processor/connect/status', () => {
  it('is not connected for who never asked', async () => {
    const { body } = await stranger.client.get('/v1/processor/connect/status').expect(200);
    expect(body).toEqual({ connect: { connected: false } });
    expect(await businessOf(stranger)).toBeNull();
  });

  it('follows the processor: made, submitted, enabled', async () => {
    const account = await shop.account();
    const { body: first } = await account.client.post(ONBOARD).expect(200);
    expect(await statusOf(account)).toEqual({
      user_id: account.id,
      processor_account_id: expect.stringMatching(/^acct_/),
      processor_charges_enabled: false,
      processor_payouts_enabled: false,
      processor_onboarding_complete: false,
    });
    await shop.processor.onboard(first.onboarding_url, 'leave');
    await eventuallyStatus(account, [false, false, false]);
    const { body: second } = await account.client.post(ONBOARD).expect(200);
    await shop.processor.onboard(second.onboarding_url, 'submitted');
    await eventuallyStatus(account, [false, false, true]);
    const { body: third } = await account.client.post(ONBOARD).expect(200);
    await shop.processor.onboard(third.onboarding_url, 'enabled');
    await eventuallyStatus(account, [true, true, true]);
  });

  it('is what came last, where two events are of the same second', async () => {
    const account = await shop.account();
    await account.client.post(ONBOARD).expect(200);
    const { processor_account_id } = await statusOf(account);
    const flags = { charges_enabled: false, payouts_enabled: false, details_submitted: true };
    const object = { id: processor_account_id, object: 'account', ...flags };
    const told = { type: 'account.updated', created: Math.floor(Date.now() / 1000) + 1 };
    await shop.processor.send({ ...told, id: 'evt_of_one_second_b', object });
    await eventuallyStatus(account, [false, false, true]);
    const enabled = { ...object, charges_enabled: true, payouts_enabled: true };
    await shop.processor.send({ ...told, id: 'evt_of_one_second_a', object: enabled });
    await eventuallyStatus(account, [true, true, true]);
  });

  it('is known after a later call too, where no event came', async () => {
    const account = await shop.account();
    const { body } = await account.client.post(ONBOARD).expect(200);
    await shop.processor.hold();
    await shop.processor.onboard(body.onboarding_url);
    expect((await statusOf(account)).processor_charges_enabled).toBe(false);
    await account.client.post(ONBOARD).expect(200);
    expect((await statusOf(account)).processor_charges_enabled).toBe(true);
    await shop.processor.release();
    expect((await statusOf(account)).processor_charges_enabled).toBe(true);
  });
});

describe('POST /v1/processor/connect/dashboard', () => {
  const DASHBOARD = '/v1/processor/connect/dashboard';

  it('is a link for who sells', async () => {
    const { body } = await seller.client.post(DASHBOARD).expect(200);
    expect(body).toEqual({ dashboard_url: expect.stringContaining(`${shop.processor.url}/`) });
    const { processor_account_id } = await statusOf(seller);
    expect(await shop.calls(`POST /v1/accounts/${processor_account_id}/login_links`)).toHaveLength(1);
  });

  it('is refused for who does not', () =>
    stranger.client.post(DASHBOARD).expect(400, { error: 'No connected processor account found' }));

  it("is the caller's own, whatever the body names", async () => {
    const { processor_account_id } = await statusOf(seller);
    await stranger.client
      .post(DASHBOARD, { user_id: seller.id, processor_account_id })
      .expect(400, { error: 'No connected processor account found' });
  });

  it('is not opened by the processor before the seller has completed the onboarding', async () => {
    const account = await shop.account();
    await account.client.post(ONBOARD).expect(200);
    await account.client.post(DASHBOARD).expect(400, { error: 'No connected processor account found' });
  });
});

describe('the fee of a seller', () => {
  const setFee = (id: string, percent: unknown) =>
    admin.client.patch(`/v1/admin/business-accounts/${id}`, { platform_fee_percent: percent });

  it("is the platform's, until an admin sets the seller's own", async () => {
    const account = await shop.account();
    await account.client.post(ONBOARD).expect(200);
    const before = await businessOf(account);
    expect(before).toEqual({
      id: ID,
      user_id: account.id,
      processor_account_id: expect.stringMatching(/^acct_/),
      processor_charges_enabled: false,
      processor_payouts_enabled: false,
      processor_onboarding_complete: false,
      platform_fee_percent: 10,
      created_at: TIME,
    });
    for (const percent of [2.5, 0, 100, 33.33, 0.07]) {
      const { body } = await setFee(before.id, percent).expect(200);
      expect(body).toEqual({ business_account: { ...before, platform_fee_percent: percent } });
      expect((await businessOf(account)).platform_fee_percent).toBe(percent);
    }
    await setFee(before.id, null).expect(200);
    expect(await businessOf(account)).toEqual(before);
  });

  it.each([-1, 100.01, 1.234, 1e-7, '5', true, [], {}, '', 1e15])('is not %j', async (percent) => {
    const { id } = await businessOf(seller);
    await setFee(id, percent).expect(400);
    expect((await businessOf(seller)).platform_fee_percent).toBe(10);
  });

  it('is not left out', async () => {
    const { id } = await businessOf(seller);
    await admin.client.patch(`/v1/admin/business-accounts/${id}`, {}).expect(400);
  });

  it.each(['x', '00000000-0000-7000-8000-000000000000'])('is of an account: %s is none', (id) =>
    setFee(id, 5).expect(404, { error: 'Business account not found' }),
  );

  it("is not found by the user's id", () => setFee(seller.id, 5).expect(404, { error: 'Business account not found' }));
});
