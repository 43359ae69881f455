import { atOnce, refusals, tally } from '../account/at-once.js';
import { type Account, PASSWORD } from '../support/service.js';
import { Shop } from './shop.js';

let shop: Shop;
let admin: Account;
/** A user with money and without an account at the processor. */
let user: Account;
/** A user with money and an account at the processor. */
let seller: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [admin, user, seller] = [await shop.service.admin(), await shop.account(), await shop.seller()];
  await shop.deposit(user, 100);
  await shop.deposit(seller, 100);
});
afterAll(() => shop.stop());
afterEach(async () => {
  await shop.processor.outage({ calls: 0 });
  expect(await shop.ledgerProblems()).toEqual([]);
});

const UNAVAILABLE = { error: 'Payment processor unavailable' };
const NOT_FOUND = { error: 'Withdrawal not found' };
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const decide = (id: string, status: string, more: object = {}) =>
  admin.client.patch(`/v1/admin/withdrawals/${id}`, { status, ...more });
const payOut = (id: string) => decide(id, 'completed', { payout: 'processor' });
const transfersOf = (id: string) => shop.calls('POST /v1/transfers', id);

async function statusOf({ client }: Account, id: string): Promise<string> {
  const { transactions } = (await client.get('/v1/wallet/transactions?limit=50').expect(200)).body;
  return transactions.find((transaction: { id: string }) => transaction.id === id).status;
}

/** Asserts the spendable balance: requests a withdrawal of it, which is failed at once. */
async function expectSpendable(account: Account, amount: number): Promise<void> {
  await account.client
    .post('/v1/wallet/withdraw', { amount: Math.round(amount * 100 + 1) / 100 })
    .expect(400, { error: 'Insufficient balance' });
  if (amount > 0) await decide(await shop.withdraw(account, amount), 'failed').expect(200);
}

describe('PATCH /v1/admin/withdrawals/{id}', () => {
  it('completed: the money leaves the wallet, once', async () => {
    const before = await shop.balance(user);
    const id = await shop.withdraw(user, 4.5);
    const { body } = await decide(id, 'completed').expect(200);
    expect(body).toEqual({
      withdrawal: {
        id,
        user_id: user.id,
        type: 'withdrawal',
        amount: -4.5,
        status: 'completed',
        created_at: TIME,
        processor_transfer_id: null,
        decided_at: TIME,
        decided_by: admin.id,
      },
    });
    expect(await shop.balance(user)).toBe(before - 4.5);
    await decide(id, 'completed').expect(409, { error: 'Withdrawal already completed' });
    await decide(id, 'failed').expect(409, { error: 'Withdrawal already completed' });
    expect(await shop.balance(user)).toBe(before - 4.5);
    expect(await statusOf(user, id)).toBe('completed');
    expect(await transfersOf(id)).toEqual([]);
  });

  it('failed: the money can be spent again, once', async () => {
    const before = await shop.balance(user);
    const id = await shop.withdraw(user, before);
    await expectSpendable(user, 0);
    const { body } = await decide(id, 'failed').expect(200);
    expect(body.withdrawal).toMatchObject({ id, status: 'failed', decided_by: admin.id });
    expect(await shop.balance(user)).toBe(before);
    await expectSpendable(user, before);
    await decide(id, 'failed').expect(409, { error: 'Withdrawal already failed' });
    await decide(id, 'completed').expect(409, { error: 'Withdrawal already failed' });
    expect(await shop.balance(user)).toBe(before);
    expect(await statusOf(user, id)).toBe('failed');
  });

  it.each(['completed', 'failed'])('%s twenty times at once is done once', async (status) => {
    const before = await shop.balance(user);
    const id = await shop.withdraw(user, 3);
    const answers = await atOnce(20, () => decide(id, status));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: `Withdrawal already ${status}` }]);
    expect(await shop.balance(user)).toBe(status === 'completed' ? before - 3 : before);
    await expectSpendable(user, await shop.balance(user));
  });

  it('completed and failed at once: one of them wins', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await shop.balance(user);
      const id = await shop.withdraw(user, 1);
      const answers = await atOnce(10, (index) => decide(id, index % 2 ? 'completed' : 'failed'));
      expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
      const status = await statusOf(user, id);
      expect(answers.find((answer) => answer.status === 200)?.body.withdrawal.status).toBe(status);
      expect(await shop.balance(user)).toBe(status === 'completed' ? before - 1 : before);
    }
  });

  it.each(['completed', 'failed'])('%s for a user whose account is gone meanwhile', async (status) => {
    const leaver = await shop.account();
    await shop.deposit(leaver, 3);
    const id = await shop.withdraw(leaver, 2);
    await leaver.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect((await decide(id, status).expect(200)).body.withdrawal).toMatchObject({ user_id: null, status });
  });

  it.each([undefined, null, 'pending', 'paid', '', 5, true, ['completed'], {}])(
    'refuses the status %j',
    async (status) => {
      const id = await shop.withdraw(user, 0.01);
      await admin.client.patch(`/v1/admin/withdrawals/${id}`, { status }).expect(400, { error: 'Invalid status' });
      expect(await statusOf(user, id)).toBe('pending');
    },
  );

  it('refuses another way of payout', async () => {
    const id = await shop.withdraw(user, 0.01);
    for (const payout of ['cash', '', null, 5, true]) await decide(id, 'completed', { payout }).expect(400);
    expect(await statusOf(user, id)).toBe('pending');
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'x', "1'--", '0'.repeat(36), '%F0%9F%92%A9'])(
    '%s is no withdrawal',
    async (id) => {
      await decide(id, 'failed').expect(404, NOT_FOUND);
      await payOut(id).expect(404, NOT_FOUND);
    },
  );

  it('a deposit is no withdrawal', async () => {
    const before = await shop.balance(user);
    const { transactions } = (await user.client.get('/v1/wallet/transactions?limit=50').expect(200)).body;
    const deposit = transactions.find(({ type }: { type: string }) => type === 'deposit');
    for (const status of ['completed', 'failed']) await decide(deposit.id, status).expect(404, NOT_FOUND);
    await payOut(deposit.id).expect(404, NOT_FOUND);
    expect(await shop.balance(user)).toBe(before);
  });
});

describe('a payout by the processor', () => {
  it('is a transfer of the amount to the account of the user', async () => {
    const before = await shop.balance(seller);
    const id = await shop.withdraw(seller, 12.34);
    const { body } = await payOut(id).expect(200);
    const { processor_account_id } = (await seller.client.get('/v1/processor/connect/status')).body.connect;
    const calls = await transfersOf(id);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      idempotency_key: `transfer:${id}`,
      status: 200,
      body: { amount: '1234', currency: 'usd', destination: processor_account_id },
    });
    expect(body.withdrawal).toMatchObject({
      status: 'completed',
      processor_transfer_id: expect.stringMatching(/^tr_/),
      decided_by: admin.id,
    });
    expect(await shop.balance(seller)).toBeCloseTo(before - 12.34, 10);
  });

  it('asked for twenty times at once is one transfer', async () => {
    const before = await shop.balance(seller);
    const id = await shop.withdraw(seller, 2);
    const answers = await atOnce(20, () => payOut(id));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(await shop.balance(seller)).toBe(before - 2);
    expect(await transfersMade(id)).toBe(1);
  });

  it('is refused for a user without an account there', async () => {
    const id = await shop.withdraw(user, 1);
    await payOut(id).expect(409, { error: 'The user has no account at the processor that takes payouts' });
    expect(await transfersOf(id)).toEqual([]);
    expect(await statusOf(user, id)).toBe('pending');
    await decide(id, 'failed').expect(200);
  });

  it('is refused for one whose account takes none yet', async () => {
    const newcomer = await shop.account();
    await newcomer.client.post('/v1/processor/connect/onboard').expect(200);
    await shop.deposit(newcomer, 1);
    const id = await shop.withdraw(newcomer, 1);
    await payOut(id).expect(409, { error: 'The user has no account at the processor that takes payouts' });
    expect(await transfersOf(id)).toEqual([]);
  });

  it('in an outage stays pending and cannot fail; a later try makes one transfer', async () => {
    const before = await shop.balance(seller);
    const id = await shop.withdraw(seller, 5);
    // The processor makes the transfer, but its answer is lost.
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/transfers' });
    await payOut(id).expect(502, UNAVAILABLE);
    expect(await statusOf(seller, id)).toBe('pending');
    await decide(id, 'failed').expect(409, { error: 'The payout has begun: it can only be completed' });
    expect(await shop.balance(seller)).toBe(before);
    await shop.processor.outage({ calls: 0 });
    await payOut(id).expect(200);
    expect(await shop.balance(seller)).toBe(before - 5);
    expect(await transfersMade(id)).toBe(1);
  });

  it('that the processor refuses may fail after all', async () => {
    const before = await shop.balance(seller);
    const id = await shop.withdraw(seller, 5);
    await shop.processor.outage({ calls: 1, status: 402, path: '/v1/transfers' });
    await payOut(id).expect(502, UNAVAILABLE);
    expect(await statusOf(seller, id)).toBe('pending');
    await decide(id, 'failed').expect(200);
    expect(await shop.balance(seller)).toBe(before);
    expect(await transfersMade(id)).toBe(0);
  });

  it('that was made with its answer lost cannot fail, whatever a later try is answered', async () => {
    const id = await shop.withdraw(seller, 5);
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/transfers' });
    await payOut(id).expect(502, UNAVAILABLE);
    await shop.lockOut('/v1/transfers');
    await payOut(id).expect(502, UNAVAILABLE);
    await shop.processor.outage({ calls: 0 });
    expect(await transfersMade(id)).toBe(1);
    await decide(id, 'failed').expect(409, { error: 'The payout has begun: it can only be completed' });
    await payOut(id).expect(200);
  });

  it('and a failure at once never both happen', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await shop.balance(seller);
      const id = await shop.withdraw(seller, 1);
      await atOnce(6, (index) => (index % 2 ? payOut(id) : decide(id, 'failed')));
      const status = await statusOf(seller, id);
      expect(['completed', 'failed']).toContain(status);
      expect(await transfersMade(id)).toBe(status === 'completed' ? 1 : 0);
      expect(await shop.balance(seller)).toBe(status === 'completed' ? before - 1 : before);
    }
  });

  /** The transfers of this withdrawal at the processor. */
  async function transfersMade(id: string): Promise<number> {
    const { rows } = await shop.service.database.query(
      `SELECT count(*)::int AS made FROM sandbox.objects WHERE body->>'object' = 'transfer'
       AND body->'metadata'->>'withdrawal_id' = $1`,
      [id],
    );
    return rows[0].made;
  }
});

describe('GET /v1/admin/withdrawals', () => {
  const list = async (query: string) => (await admin.client.get(`/v1/admin/withdrawals${query}`).expect(200)).body;

  it('shows those of one status, of all users and no deposits, in whole pages', async () => {
    const pending = [await shop.withdraw(user, 0.5), await shop.withdraw(seller, 0.5)];
    for (const status of ['pending', 'completed', 'failed']) {
      const { rows } = await shop.service.database.query(
        `SELECT id FROM payments.wallet_transactions WHERE type = 'withdrawal' AND status = $1
         ORDER BY created_at DESC, id DESC`,
        [status],
      );
      const seen: any[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(`?limit=4&status=${status}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.withdrawals);
        cursor = page.next_cursor;
      }
      expect(seen.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      expect(seen.length).toBeGreaterThan(1);
      for (const one of seen) expect(one).toMatchObject({ type: 'withdrawal', status });
    }
    const { withdrawals } = await list('?limit=100');
    expect(withdrawals.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual(pending.reverse());
    expect(new Set(withdrawals.map(({ status }: { status: string }) => status)).size).toBe(3);
  });

  it.each([
    ['?status=paid', 'Invalid status'],
    ['?status=', 'Invalid status'],
    ['?limit=0', 'Invalid limit'],
  ])('%s is refused', (query, error) => admin.client.get(`/v1/admin/withdrawals${query}`).expect(400, { error }));

  it("a cursor of the user's own list is none of this one", async () => {
    const { next_cursor } = (await user.client.get('/v1/wallet/transactions?limit=1').expect(200)).body;
    await admin.client.get(`/v1/admin/withdrawals?cursor=${next_cursor}`).expect(400, { error: 'Invalid cursor' });
  });
});
