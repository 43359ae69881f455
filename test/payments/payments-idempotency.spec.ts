import { createHash } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually } from '../support/service.js';
import { sessionOf, Shop } from './shop.js';

let shop: Shop;
let seller: Account;
beforeAll(async () => {
  shop = await Shop.start();
  seller = await shop.seller();
});
afterAll(() => shop.stop());
afterEach(() => shop.processor.outage({ calls: 0 }));

const REUSED = { error: 'Idempotency key reused' };
const UNAVAILABLE = { error: 'Payment processor unavailable' };

const send = ({ client }: Account, path: string, body: object, key: string) =>
  client.with({ 'idempotency-key': key }).post(path, body);
const deposit = (account: Account, amount: number, key: string) => send(account, '/v1/wallet/deposit', { amount }, key);

async function paymentsOf({ id }: Account): Promise<any[]> {
  const sql = 'SELECT * FROM payments.payments WHERE buyer_id = $1 ORDER BY created_at';
  return (await shop.service.database.query(sql, [id])).rows;
}

/** The ids of the user's checkout sessions at the processor. */
async function sessionsOf({ id }: Account): Promise<string[]> {
  const { rows } = await shop.service.database.query(
    `SELECT id FROM sandbox.objects WHERE body->>'object' = 'checkout.session' AND body->'metadata'->>'user_id' = $1`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Sets all claims to the state that a process leaves when it dies, this long ago, before it stores the answers. */
const dieBefore = (seconds: number) =>
  shop.service.database.query(
    `UPDATE platform.idempotent_answers SET status = NULL, answer = NULL, created_at = now() - $1 * interval '1 second'`,
    [seconds],
  );

const CREATING: [string, string, () => object, () => object][] = [
  ['deposits', '/v1/wallet/deposit', () => ({ amount: 5 }), () => ({ amount: 6 })],
  [
    'checkouts',
    '/v1/processor/checkout',
    () => shop.order(seller),
    () => shop.order(seller, { reference_id: 'order-2' }),
  ],
  ['upgrades', '/v1/business/upgrade', () => ({ plan: 'starter' }), () => ({ plan: 'pro' })],
];

describe.each(CREATING)('Idempotency-Key on %s', (_, path, body, other) => {
  it('twenty at once are answered the same, and are one payment and one session', async () => {
    const account = await shop.account();
    const answers = await atOnce(20, () => send(account, path, body(), 'at-once'));
    expect(tally(answers)).toEqual({ 200: 20 });
    const links = new Set(answers.map((answer) => answer.body.checkout_url));
    expect(links.size).toBe(1);
    const again = await send(account, path, body(), 'at-once').expect(200);
    expect(again.body).toEqual(answers[0]?.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await paymentsOf(account)).toMatchObject([{ status: 'pending' }]);
    expect(await sessionsOf(account)).toEqual([sessionOf([...links][0] as string)]);
  });

  it('another body is refused, and makes nothing', async () => {
    const account = await shop.account();
    await send(account, path, body(), 'reused').expect(200);
    await send(account, path, other(), 'reused').expect(409, REUSED);
    expect(await paymentsOf(account)).toHaveLength(1);
    await send(account, path, other(), 'another').expect(200);
    expect(await paymentsOf(account)).toHaveLength(2);
  });

  it('an outage is not kept: the same key makes one payment and one session when it is over', async () => {
    const account = await shop.account();
    await shop.processor.outage({ calls: 3, status: 500, lost: true, path: '/v1/checkout' });
    await send(account, path, body(), 'again').expect(502, UNAVAILABLE);
    expect(await paymentsOf(account)).toMatchObject([{ status: 'failed' }]);
    await shop.processor.outage({ calls: 0 });
    const { body: answer } = await send(account, path, body(), 'again').expect(200);
    expect(await sessionsOf(account)).toEqual([sessionOf(answer.checkout_url)]);
    expect(await paymentsOf(account)).toMatchObject([
      { status: 'pending', session_id: sessionOf(answer.checkout_url) },
    ]);
  });

  it("is another user's own", async () => {
    const [ann, ben] = [await shop.account(), await shop.account()];
    const anns = await send(ann, path, body(), 'shared').expect(200);
    const bens = await send(ben, path, body(), 'shared').expect(200);
    expect(bens.body.checkout_url).not.toBe(anns.body.checkout_url);
    expect(await paymentsOf(ben)).toMatchObject([{ session_id: sessionOf(bens.body.checkout_url) }]);
  });

  it('a process that died after it had asked: its claim is taken over, for the same session', async () => {
    const account = await shop.account();
    const { body: first } = await send(account, path, body(), 'died').expect(200);
    await dieBefore(31);
    const answers = await atOnce(5, () => send(account, path, body(), 'died'));
    expect(tally(answers)).toEqual({ 200: 5 });
    for (const answer of answers) expect(answer.body).toEqual(first);
    expect(await paymentsOf(account)).toHaveLength(1);
    expect(await sessionsOf(account)).toHaveLength(1);
  });
});

describe('Idempotency-Key on deposits', () => {
  it('a process that died before it asked: its claim is taken over', async () => {
    const account = await shop.account();
    const sha256 = (text: string) => createHash('sha256').update(text).digest();
    await shop.service.database.query(
      `INSERT INTO platform.idempotent_answers (key_hash, body_hash, created_at)
       VALUES ($1, $2, now() - interval '31 seconds')`,
      [sha256(`${account.id}\nPOST /v1/wallet/deposit {}\nunasked`), sha256('{"amount":5}')],
    );
    await deposit(account, 6, 'unasked').expect(409, REUSED);
    await deposit(account, 5, 'unasked').expect(200);
    expect(await paymentsOf(account)).toMatchObject([{ status: 'pending', amount: '500' }]);
  });

  it('a claim of just now is waited for', async () => {
    const account = await shop.account();
    const { body: first } = await deposit(account, 5, 'young').expect(200);
    const calls = await shop.calls('POST /v1/checkout', account.id);
    const begun = Date.now();
    await dieBefore(29);
    expect((await deposit(account, 5, 'young').expect(200)).body).toEqual(first);
    expect(Date.now() - begun).toBeGreaterThan(800);
    expect(await shop.calls('POST /v1/checkout', account.id)).toHaveLength(calls.length + 1);
  });

  it('what was paid meanwhile stays paid, and is credited once', async () => {
    const account = await shop.account();
    const { body } = await deposit(account, 5, 'paid').expect(200);
    await shop.processor.pay(body.checkout_url);
    await shop.completed(body.checkout_url);
    await dieBefore(31);
    await deposit(account, 5, 'paid').expect(200);
    expect(await paymentsOf(account)).toMatchObject([{ status: 'completed' }]);
    expect(await shop.balance(account)).toBe(5);
  });

  it('after an outage with another amount: never a payment that is paid and not credited', async () => {
    const account = await shop.account();
    await shop.processor.outage({ calls: 1, status: 402, path: '/v1/checkout' });
    await deposit(account, 5, 'changed').expect(502, UNAVAILABLE);
    const answer = await deposit(account, 7, 'changed');
    if (answer.status === 409) return expect(answer.body).toEqual(REUSED);
    await shop.processor.pay(answer.body.checkout_url);
    await eventually(async () => expect(await shop.balance(account)).toBe(7));
  });

  it('is forgotten after 24 hours: then it is a deposit of its own', async () => {
    const account = await shop.account();
    const { body: first } = await deposit(account, 5, 'daily').expect(200);
    await shop.processor.pay(first.checkout_url);
    await shop.completed(first.checkout_url);
    await shop.service.database.query(
      `UPDATE platform.idempotent_answers SET created_at = created_at - interval '24 hours'`,
    );
    const { body: second } = await deposit(account, 5, 'daily').expect(200);
    expect(second.checkout_url).not.toBe(first.checkout_url);
    await shop.processor.pay(second.checkout_url);
    await shop.completed(second.checkout_url);
    expect(await shop.balance(account)).toBe(10);
  });

  it('keeps a 400', async () => {
    const account = await shop.account();
    await deposit(account, -1, 'bad').expect(400, { error: 'Amount must be greater than 0' });
    await deposit(account, -1, 'bad').expect(400, { error: 'Amount must be greater than 0' });
    await deposit(account, 1, 'good').expect(200);
  });
});

describe('Idempotency-Key on withdrawals', () => {
  const withdraw = (account: Account, amount: number, key: string) =>
    send(account, '/v1/wallet/withdraw', { amount }, key);
  const withdrawalsOf = async ({ client }: Account) => {
    const { transactions } = (await client.get('/v1/wallet/transactions').expect(200)).body;
    return transactions.filter(({ type }: { type: string }) => type === 'withdrawal');
  };

  it('twenty at once are one, and another body is refused', async () => {
    const account = await shop.account();
    await shop.deposit(account, 100);
    const answers = await atOnce(20, () => withdraw(account, 5, 'at-once'));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(await withdrawalsOf(account)).toEqual([answers[0]?.body.transaction]);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    await withdraw(account, 6, 'at-once').expect(409, REUSED);
    expect(await withdrawalsOf(account)).toHaveLength(1);
    expect(await shop.ledgerProblems()).toEqual([]);
  });

  it("is another user's own, and another route's", async () => {
    const [ann, ben] = [await shop.account(), await shop.account()];
    await shop.deposit(ann, 5);
    await shop.deposit(ben, 5);
    const anns = await withdraw(ann, 5, 'shared').expect(201);
    const bens = await withdraw(ben, 5, 'shared').expect(201);
    expect(bens.body.transaction.id).not.toBe(anns.body.transaction.id);
    await deposit(ann, 5, 'shared').expect(200);
  });

  it('a refusal is kept, even when there would be money now', async () => {
    const account = await shop.account();
    await withdraw(account, 5, 'poor').expect(400, { error: 'Insufficient balance' });
    await shop.deposit(account, 5);
    await withdraw(account, 5, 'poor').expect(400, { error: 'Insufficient balance' });
    await withdraw(account, 5, 'rich').expect(201);
  });
});

describe('Idempotency-Key on onboarding', () => {
  it('twenty at once are one link', async () => {
    const account = await shop.account();
    const answers = await atOnce(20, () => send(account, '/v1/processor/connect/onboard', {}, 'link'));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.onboarding_url)).size).toBe(1);
  });
});
