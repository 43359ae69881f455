import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { LedgerService } from '../../src/payments/ledger/ledger.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { Refusal } from '../../src/platform/http/refusal.js';
import { type Account, eventually } from '../support/service.js';
import { Audit } from './audit.js';
import { Shop } from './shop.js';
import { charge, completed, event, Webhook } from './webhook.js';

const USERS = 3;

let shop: Shop;
let webhook: Webhook;
let audit: Audit;
let admin: Account;
let users: Account[];
beforeAll(async () => {
  shop = await Shop.start();
  webhook = new Webhook(shop.service);
  audit = new Audit(shop.service);
  admin = await shop.service.admin();
  users = await Promise.all(Array.from({ length: USERS }, () => shop.account()));
  await shop.processor.copies(2);
});
afterAll(() => shop.stop());

const sql = async (text: string, ...values: unknown[]) => (await shop.service.database.query(text, values)).rows;

/** True if the tip was made. */
async function tip(from: Account, to: Account, amount: bigint): Promise<boolean> {
  const database = shop.service.app.get(DatabaseService);
  const ledger = shop.service.app.get(LedgerService, { strict: false });
  try {
    await database.transaction(() => ledger.tip(from.id, to.id, { amount, reference: randomUUID() }));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return false;
    throw error;
  }
}

/** The operations as numbers: users, amounts, and the index of an existing payment or withdrawal. */
type Step = { what: keyof typeof steps; user: number; other: number; cents: number };

/** The payments and withdrawals that exist so far and are still open. */
let payments: string[] = [];
let withdrawals: string[] = [];
/** The sums of tips by user, in cents, because the list of a wallet does not contain tips. */
const tipped = new Map<string, number>();
const note = (id: string, cents: number) => tipped.set(id, (tipped.get(id) ?? 0) + cents);
const pick = <T>(list: T[], at: number) => list[at % list.length] as T;

async function expectOneOf(statuses: number[], answer: PromiseLike<{ status: number; body: any }>) {
  const { status, body } = await answer;
  expect({ body, known: statuses.includes(status) }).toEqual({ body, known: true });
  return { status, body };
}

const steps = {
  deposit: async ({ user, cents }: Step) => {
    payments.push(await shop.deposit(pick(users, user), cents / 100));
  },
  withdraw: async ({ user, cents }: Step) => {
    const asked = pick(users, user).client.post('/v1/wallet/withdraw', { amount: cents / 100 });
    const { status, body } = await expectOneOf([201, 400], asked);
    if (status === 201) withdrawals.push(body.transaction.id);
  },
  tip: async ({ user, other, cents }: Step) => {
    const [from, to] = [pick(users, user), pick(users, user + 1 + (other % (USERS - 1)))];
    if (!(await tip(from, to, BigInt(cents)))) return;
    note(from.id, -cents);
    note(to.id, cents);
  },
  decide: async ({ other, cents }: Step) => {
    if (!withdrawals.length) return;
    const status = cents % 2 ? 'completed' : 'failed';
    const path = `/v1/admin/withdrawals/${pick(withdrawals, other)}`;
    await expectOneOf([200, 409], admin.client.patch(path, { status }));
  },
  refund: async ({ other }: Step) => {
    if (!payments.length) return;
    const path = `/v1/payments/${pick(payments, other)}/refund`;
    await expectOneOf([200, 400, 409], admin.client.post(path));
  },
  chargeback: async ({ other, cents }: Step) => {
    if (!payments.length) return;
    const [payment] = await sql('SELECT * FROM payments.payments WHERE id = $1', pick(payments, other));
    const { payment_intent_id: payment_intent, amount } = payment;
    const total = cents % 3 ? cents % Number(amount) : Number(amount);
    await webhook.deliver(event('charge.refunded', charge(payment, total, { payment_intent })));
  },
};

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...(Object.keys(steps) as Step['what'][]), 'deposit' as const),
  user: fc.nat(USERS - 1),
  other: fc.nat(50),
  cents: fc.integer({ min: 1, max: 3000 }),
});

/** Waits until every event of the processor was delivered. */
async function atRest(): Promise<void> {
  const open = `SELECT type FROM sandbox.events WHERE delivered_at IS NULL AND next_attempt_at IS NOT NULL`;
  await eventually(async () => expect(await sql(open)).toEqual([]));
}

async function expectBooksToBeRight(): Promise<void> {
  await audit.expectSound();
  const [sums] = await sql(
    `SELECT (SELECT coalesce(sum(amount), 0)::int FROM payments.ledger_transfers WHERE kind = 'deposit') AS came,
       (SELECT coalesce(sum(amount), 0)::int FROM payments.ledger_transfers WHERE kind = 'payout') AS went,
       (SELECT sum(balance)::int FROM payments.ledger_accounts) AS there,
       (SELECT min(balance)::int FROM payments.ledger_accounts) AS least`,
  );
  expect(sums.there).toBe(sums.came - sums.went);
  expect(sums.least).toBeGreaterThanOrEqual(0);
  for (const user of users) {
    const [{ listed }] = await sql(
      `SELECT coalesce(sum(amount), 0)::int AS listed FROM payments.wallet_transactions
       WHERE user_id = $1 AND status = 'completed'`,
      user.id,
    );
    expect(Math.round((await shop.balance(user)) * 100)).toBe(listed + (tipped.get(user.id) ?? 0));
  }
  // Money that a refund has reserved is paid out or returned.
  const stuck = await sql(
    `SELECT amount FROM payments.wallet_transactions WHERE status = 'pending' AND payment_id IS NOT NULL`,
  );
  expect(stuck).toEqual([]);
}

describe('whatever happens at once', () => {
  it('the ledger is right', async () => {
    const schedule = fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), {
      minLength: 2,
      maxLength: 3,
    });
    const property = fc.asyncProperty(schedule, async (batches) => {
      payments = [];
      withdrawals = [];
      for (const batch of batches) await Promise.all(batch.map((one) => steps[one.what](one)));
      await atRest();
      await expectBooksToBeRight();
    });
    await fc.assert(property, { numRuns: 30, endOnFailure: true });
  });
});

describe('money that two want at once', () => {
  /** A new user with ten dollars. */
  async function rich(): Promise<Account> {
    const account = await shop.account();
    await webhook.deliver(completed(await shop.paymentOf(await shop.askToDeposit(account, 10))));
    return account;
  }

  it('is withdrawn or tipped, never both', async () => {
    for (let round = 0; round < 20; round++) {
      const giver = await rich();
      const taker = pick(users, round);
      const withdrawing = giver.client.post('/v1/wallet/withdraw', { amount: 10 }).then(({ status }) => status);
      const [status, went] = await Promise.all([withdrawing, tip(giver, taker, 1000n)]);
      expect({ status, went }).toEqual(went ? { status: 400, went } : { status: 201, went });
      expect(await shop.balance(giver)).toBe(went ? 0 : 10);
    }
    await audit.expectSound();
  });

  it('is tipped to one of twenty', async () => {
    const giver = await rich();
    const went = await Promise.all(Array.from({ length: 20 }, (_, n) => tip(giver, pick(users, n), 1000n)));
    expect(went.filter(Boolean)).toHaveLength(1);
  });

  it('goes round in both directions, and none is lost or stuck', async () => {
    const [ann, ben] = [await rich(), await rich()];
    const tips = Array.from({ length: 40 }, (_, n) => (n % 2 ? tip(ann, ben, 100n) : tip(ben, ann, 100n)));
    await Promise.all(tips);
    expect((await shop.balance(ann)) + (await shop.balance(ben))).toBe(20);
    await audit.expectSound();
  });

  it('is the first of both: their wallets are opened by tips in both directions', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, ben] = [await shop.account(), await shop.account()];
      const tips = Array.from({ length: 10 }, (_, n) => (n % 2 ? tip(ann, ben, 1n) : tip(ben, ann, 1n)));
      expect((await Promise.all(tips)).some(Boolean)).toBe(false);
    }
  });

  it('is given back by the processor and withdrawn: never both', async () => {
    for (let round = 0; round < 5; round++) {
      const giver = await rich();
      const [payment] = await sql('SELECT * FROM payments.payments WHERE buyer_id = $1', giver.id);
      const [{ status }] = await Promise.all([
        giver.client.post('/v1/wallet/withdraw', { amount: 10 }),
        webhook.deliver(event('charge.refunded', charge(payment, 1000))),
      ]);
      const [{ flag }] = await sql('SELECT flag FROM payments.payments WHERE id = $1', payment.id);
      const flagged = status === 201 ? 'refund_not_covered' : null;
      expect({ status, flag, balance: await shop.balance(giver) }).toEqual({
        status,
        flag: flagged,
        balance: flagged ? 10 : 0,
      });
    }
    await audit.expectSound();
  });
});
