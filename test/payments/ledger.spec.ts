import { LedgerService } from '../../src/payments/ledger/ledger.service.js';
import { PROCESSOR_ACCOUNT } from '../../src/payments/migrations/1790000003000-payments.js';
import { command, commandProcess } from '../support/command.js';
import type { Account } from '../support/service.js';
import { Shop } from './shop.js';
import { completed, Webhook } from './webhook.js';

let shop: Shop;
let webhook: Webhook;
let ann: Account;
let wallet: string;
let held: string;
beforeAll(async () => {
  shop = await Shop.start();
  webhook = new Webhook(shop.service);
});
afterAll(() => shop.stop());
beforeEach(async () => {
  ann = await shop.account();
  await deposit();
  await shop.withdraw(ann, 4);
  wallet = await accountOf('wallet');
  held = await accountOf('held');
});

const sql = async (text: string, ...values: unknown[]) => (await shop.service.database.query(text, values)).rows;
const check = () => shop.service.app.get(LedgerService, { strict: false }).check();

/** Deposits ten dollars for Ann; returns the payment's id. */
async function deposit(): Promise<string> {
  const payment = await shop.paymentOf(await shop.askToDeposit(ann, 10));
  await webhook.deliver(completed(payment));
  return payment.id;
}

async function accountOf(kind: string): Promise<string> {
  const rows = await sql('SELECT id FROM payments.ledger_accounts WHERE user_id = $1 AND kind = $2', ann.id, kind);
  return rows[0].id;
}

const transfer = (from: string, to: string, amount: number | string, kind = 'tip') =>
  sql(
    `INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference)
     VALUES ($1, $2, $3, $4, gen_random_uuid())`,
    kind,
    from,
    to,
    amount,
  );

describe('by SQL, nobody can', () => {
  let before: string;
  beforeEach(async () => (before = await webhook.books()));
  afterEach(async () => {
    expect(await webhook.books()).toBe(before);
    expect(await check()).toMatchObject({ ok: true });
  });

  it.each<[string, string]>([
    ['set a balance', 'UPDATE payments.ledger_accounts SET balance = 1 WHERE id = $1'],
    ['add to a balance', 'UPDATE payments.ledger_accounts SET balance = balance + 1 WHERE id = $1'],
    [
      'set a balance among other things',
      'UPDATE payments.ledger_accounts SET updated_at = now(), balance = 0 WHERE id = $1',
    ],
    [
      'set a balance by the back door of an insert',
      `INSERT INTO payments.ledger_accounts (id, kind) VALUES ($1, 'wallet') ON CONFLICT (id) DO UPDATE SET balance = 9`,
    ],
    [
      'set a balance by a merge',
      'MERGE INTO payments.ledger_accounts a USING (SELECT $1::uuid AS id) s ON a.id = s.id WHEN MATCHED THEN UPDATE SET balance = 9',
    ],
    ['delete an account', 'DELETE FROM payments.ledger_accounts WHERE id = $1'],
    ['change what was moved', 'UPDATE payments.ledger_transfers SET amount = amount + 1 WHERE credit_id = $1'],
    ['change where it went', 'UPDATE payments.ledger_transfers SET kind = kind WHERE credit_id = $1'],
    ['delete what was moved', 'DELETE FROM payments.ledger_transfers WHERE credit_id = $1'],
  ])('%s', async (_, text) => {
    await expect(sql(text, wallet)).rejects.toThrow(/the ledger is only added to/);
  });

  it.each(['ledger_accounts', 'ledger_transfers', 'ledger_transfers, payments.ledger_accounts'])(
    'truncate %s',
    async (tables) => {
      await expect(sql(`TRUNCATE payments.${tables} CASCADE`)).rejects.toThrow(/the ledger is only added to/);
    },
  );

  it.each([1, -1])('begin with a balance of %i', async (balance) => {
    const text = `INSERT INTO payments.ledger_accounts (kind, balance) VALUES ('wallet', ${balance})`;
    await expect(sql(text)).rejects.toThrow(/the ledger is only added to|balance_check/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['overdraw a wallet', () => transfer(wallet, held, 601)],
    ['overdraw what is set aside', () => transfer(held, wallet, 401, 'release')],
    ['move more than there is in the world', () => transfer(wallet, held, '9223372036854775807')],
    ['move nothing', () => transfer(wallet, held, 0)],
    ['move less than nothing', () => transfer(wallet, held, -1)],
    ['move in a circle', () => transfer(wallet, wallet, 1)],
    ['move to nowhere', () => transfer(wallet, ann.id, 1)],
    ['move in a way that has no name', () => transfer(wallet, held, 1, 'gift')],
    ['delete an account by deleting its owner and kin', () => sql('TRUNCATE account.users CASCADE')],
  ])('%s', async (_, attempt) => {
    await expect(attempt()).rejects.toThrow();
  });

  it('move the same twice', async () => {
    const rows = await sql('SELECT * FROM payments.ledger_transfers WHERE debit_id = $1', wallet);
    const { kind, debit_id, credit_id, reference } = rows[0];
    const text =
      'INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference) VALUES ($1, $2, $3, 1, $4)';
    await expect(sql(text, kind, debit_id, credit_id, reference)).rejects.toThrow(/ledger_transfers_once/);
  });
});

it('a transfer moves both balances and nothing else', async () => {
  const balances = async () =>
    Object.fromEntries(
      (await sql('SELECT id, balance FROM payments.ledger_accounts')).map((row) => [row.id, row.balance]),
    );
  const before = await balances();
  await transfer(wallet, held, 150, 'hold');
  expect(await balances()).toEqual({ ...before, [wallet]: '450', [held]: '550' });
  await transfer(held, wallet, 150, 'release');
  expect(await balances()).toEqual(before);
  expect(before[PROCESSOR_ACCOUNT]).toBe('0');
});

describe('check-ledger', () => {
  const options = () => {
    const { databaseUrl, environment } = shop.service.runtime;
    return { DATABASE_URL: databaseUrl, DATA_DIR: environment.dataDir };
  };

  /** Changes rows as a superuser can: with the triggers disabled. */
  async function forge(...texts: string[]): Promise<void> {
    const client = await shop.service.database.connect();
    try {
      await client.query("SET session_replication_role = 'replica'");
      for (const text of texts) await client.query(text);
    } finally {
      await client.query("SET session_replication_role = 'origin'");
      client.release();
    }
  }

  it('says what is there, and exits with 0', async () => {
    const [sums] = await sql(
      `SELECT (SELECT count(*)::int FROM payments.ledger_accounts) AS accounts,
         (SELECT count(*)::int FROM payments.ledger_transfers) AS transfers,
         (SELECT sum(balance)::float / 100 FROM payments.ledger_accounts) AS balances,
         (SELECT sum(balance)::float / 100 FROM payments.ledger_accounts WHERE kind = 'held') AS held`,
    );
    const { code, out } = await command(options(), 'check-ledger', '--json');
    expect({ code, report: JSON.parse(out) }).toEqual({ code: 0, report: { ok: true, ...sums, problems: [] } });
    expect(sums.held).toBeGreaterThanOrEqual(4);
  });

  /** Each forgery, the statement that undoes it, and the expected problem. */
  const forgeries: [string, () => string, () => string, () => RegExp][] = [
    [
      'a balance that was raised',
      () => `UPDATE payments.ledger_accounts SET balance = balance + 1 WHERE id = '${wallet}'`,
      () => `UPDATE payments.ledger_accounts SET balance = balance - 1 WHERE id = '${wallet}'`,
      () => new RegExp(`account ${wallet} has 601, its transfers give 600`),
    ],
    [
      'a transfer that was changed',
      () => `UPDATE payments.ledger_transfers SET amount = amount + 5 WHERE credit_id = '${held}'`,
      () => `UPDATE payments.ledger_transfers SET amount = amount - 5 WHERE credit_id = '${held}'`,
      () => new RegExp(`account ${held} has 400, its transfers give 405`),
    ],
    [
      'a withdrawal that was decided without the ledger',
      () => `UPDATE payments.wallet_transactions SET status = 'completed' WHERE user_id = '${ann.id}' AND amount < 0`,
      () => `UPDATE payments.wallet_transactions SET status = 'pending' WHERE user_id = '${ann.id}' AND amount < 0`,
      () => new RegExp(`user ${ann.id} has 400 held, the pending withdrawals are 0`),
    ],
    [
      'a deposit that was completed without the ledger',
      () =>
        `INSERT INTO payments.payments (id, kind, status, amount, currency) VALUES ('${ann.id}', 'deposit', 'completed', 700, 'usd')`,
      () => `DELETE FROM payments.payments WHERE id = '${ann.id}'`,
      () => new RegExp(`deposit ${ann.id} is completed over 700, the ledger has 0`),
    ],
    [
      'a payment whose amount was changed',
      () => `UPDATE payments.payments SET amount = amount + 1 WHERE buyer_id = '${ann.id}'`,
      () => `UPDATE payments.payments SET amount = amount - 1 WHERE buyer_id = '${ann.id}'`,
      () => /is completed over 1001, the ledger has 1000/,
    ],
    [
      'a payment that was made pending again',
      () => `UPDATE payments.payments SET status = 'pending' WHERE buyer_id = '${ann.id}'`,
      () => `UPDATE payments.payments SET status = 'completed' WHERE buyer_id = '${ann.id}'`,
      () => /is pending over 1000, the ledger has 1000/,
    ],
    [
      'money out of nothing, with the balance to it',
      () =>
        `WITH t AS (INSERT INTO payments.ledger_transfers (id, kind, debit_id, credit_id, amount, reference)
           VALUES ('${ann.id}', 'deposit', '${PROCESSOR_ACCOUNT}', '${wallet}', 50, '${ann.id}'))
         UPDATE payments.ledger_accounts SET balance = balance + 50 WHERE id = '${wallet}'`,
      () =>
        `WITH t AS (DELETE FROM payments.ledger_transfers WHERE id = '${ann.id}')
         UPDATE payments.ledger_accounts SET balance = balance - 50 WHERE id = '${wallet}'`,
      () => new RegExp(`transfer ${ann.id} brought in 50 for a deposit that is not there`),
    ],
    [
      'a transfer that is gone, with the balance to it',
      () =>
        `WITH t AS (DELETE FROM payments.ledger_transfers WHERE credit_id = '${wallet}')
         UPDATE payments.ledger_accounts SET balance = balance - 1000 + 1000 WHERE id = '${wallet}'`,
      () =>
        `INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference)
         SELECT 'deposit', '${PROCESSOR_ACCOUNT}', '${wallet}', 1000, id FROM payments.payments WHERE buyer_id = '${ann.id}'`,
      () => new RegExp(`account ${wallet} has 600, its transfers give -400`),
    ],
  ];

  it.each(forgeries)('finds %s', async (_, made, undone, problem) => {
    await forge(made());
    try {
      const { ok, problems } = await check();
      expect({ ok, problems }).toEqual({
        ok: false,
        problems: expect.arrayContaining([expect.stringMatching(problem())]),
      });
    } finally {
      await forge(undone());
    }
    expect(await check()).toMatchObject({ ok: true, problems: [] });
  });

  it('exits with 1 and says what it found', async () => {
    await forge(`UPDATE payments.ledger_accounts SET balance = balance + 1 WHERE id = '${wallet}'`);
    const { code, out } = await commandProcess(options(), 'check-ledger', '--json');
    const report = JSON.parse(out);
    await forge(`UPDATE payments.ledger_accounts SET balance = balance - 1 WHERE id = '${wallet}'`);
    expect(code).toBe(1);
    expect(report).toMatchObject({
      ok: false,
      problems: [expect.stringContaining(wallet), expect.any(String)],
    });
  });
});
