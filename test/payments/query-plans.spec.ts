import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 5_000;
/** The number of rows in each table that grows with use. */
const ROWS = 50_000;

let service: TestService;
let user: string;
let payment: string;
let withdrawal: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const fill = (text: string) => service.database.query(text);
  await fill(`INSERT INTO account.users (email) SELECT n || '@example.com' FROM generate_series(1, ${PEOPLE}) n`);
  await fill(`CREATE TABLE people AS SELECT id, row_number() OVER () - 1 AS n FROM account.users`);
  await fill(`
    INSERT INTO payments.ledger_accounts (user_id, kind)
    SELECT id, kind FROM people, unnest(ARRAY['wallet', 'held']) kind`);
  await fill(`
    INSERT INTO payments.payments (kind, status, buyer_id, seller_id, amount, currency, session_id, payment_intent_id, created_at)
    SELECT 'checkout', 'completed', b.id, s.id, 100, 'usd', 'cs_' || i, 'pi_' || i, now() - i * interval '1 second'
    FROM generate_series(1, ${ROWS}) i
    JOIN people b ON b.n = i % ${PEOPLE} JOIN people s ON s.n = (i + 1) % ${PEOPLE}`);
  await fill(`
    INSERT INTO payments.wallet_transactions (user_id, type, amount, status, created_at)
    SELECT p.id, 'withdrawal', -100, CASE WHEN i % 100 = 0 THEN 'pending' ELSE 'completed' END, now() - i * interval '1 second'
    FROM generate_series(1, ${ROWS}) i JOIN people p ON p.n = i % ${PEOPLE}`);
  await fill(`
    INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference)
    SELECT 'deposit', (SELECT id FROM payments.ledger_accounts WHERE kind = 'processor'), a.id, 100, gen_random_uuid()
    FROM payments.ledger_accounts a WHERE a.kind = 'wallet'`);
  await fill(`
    INSERT INTO payments.subscriptions (processor_subscription_id, user_id, purpose, status, started_at)
    SELECT 'sub_' || n, id, 'plan', 'active', now() FROM people`);
  await fill(`
    INSERT INTO payments.subscription_states (event_id, processor_subscription_id, told_at, rank, status, started_at)
    SELECT 'evt_' || n || '_' || r, 'sub_' || n, now(), r, 'active', now() FROM people, generate_series(0, 5) r`);
  await fill(`
    INSERT INTO payments.business_accounts (user_id, processor_account_id) SELECT id, 'acct_' || n FROM people`);
  await fill(`INSERT INTO payments.customers (user_id, processor_customer_id) SELECT id, 'cus_' || n FROM people`);
  await fill('ANALYZE');
  const one = async (table: string) => (await fill(`SELECT id FROM payments.${table} LIMIT 1`)).rows[0].id;
  user = (await fill('SELECT id FROM people LIMIT 1')).rows[0].id;
  [payment, withdrawal] = [await one('payments'), await one('wallet_transactions')];
});
afterAll(() => service.stop());

const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

describe('what a request or an event asks is found by an index:', () => {
  it.each<[string, () => unknown[]]>([
    ['ledger_wallet', () => [user]],
    ['ledger_spendable', () => [[user]]],
    ['ledger_deposit', () => ['deposit', '100', payment, user, user]],
    ['ledger_hold', () => ['hold', '100', payment, user]],
    ['ledger_tip', () => ['tip', '100', payment, user, user]],
    ['ledger_tip_if_covered', () => ['tip', '100', payment, user, user]],
    ['ledger_end_hold', () => [withdrawal, 'payout', null]],
    ['wallet_transactions_of_user', () => [user, ...END, 21]],
    ['wallet_pending_refund', () => [payment]],
    ['withdrawals', () => [...END, 21]],
    ['withdrawals_of_status', () => [...END, 21, 'pending']],
    ['withdrawal_lock', () => [withdrawal]],
    ['payments_of_user', () => [user, ...END, 21]],
    ['payments_sold', () => [user]],
    ['payment_by_id', () => [payment]],
    ['payment_lock_by_session', () => ['cs_7']],
    ['payment_lock_by_intent', () => ['pi_7']],
    ['subscription_current', () => [user, 'plan']],
    ['subscription_going_on', () => [user]],
    ['subscription_read_off', () => ['sub_7']],
    ['SELECT * FROM payments.business_accounts WHERE user_id = $1', () => [user]],
    ['SELECT FROM payments.business_accounts WHERE processor_account_id = $1 LIMIT 1', () => ['acct_7']],
    ['SELECT * FROM payments.customers WHERE user_id = $1', () => [user]],
    ['SELECT * FROM payments.customers WHERE processor_customer_id = $1', () => ['cus_7']],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  it('sales are counted off the index alone', async () => {
    expect(await queryPlan(service.database, 'payments_sold', [user])).toContainEqual(
      expect.stringMatching(/^(Index Only Scan|Bitmap).*payments_sold$/),
    );
  });
});
