import pg from 'pg';
import { signIn } from '../sign-in.mjs';

export const name = 'wallet';
export const path = '/v1/wallet';

/** The wallet of somebody who has money, among a hundred thousand others. */
export async function prepare(here, { DATABASE_URL }) {
  const { token, id } = await signIn(here);
  const database = new pg.Client(DATABASE_URL);
  await database.connect();
  await database.query(`
    INSERT INTO account.users (email) SELECT 'wallet' || n || '@example.com' FROM generate_series(1, 100000) n`);
  await database.query(
    `
    INSERT INTO payments.ledger_accounts (user_id, kind)
    SELECT id, kind FROM account.users, unnest(ARRAY['wallet', 'held']) kind
    WHERE id = $1 OR email LIKE 'wallet%'`,
    [id],
  );
  await database.query('ANALYZE payments.ledger_accounts');
  await database.end();
  return { headers: { authorization: `Bearer ${token}` } };
}

const WALLET = {
  name: 'wallet',
  text: `SELECT user_id, sum(balance)::bigint AS balance, min(created_at) AS created_at, max(updated_at) AS updated_at
    FROM payments.ledger_accounts WHERE user_id = $1 GROUP BY user_id`,
};

export function bare(app, { pool, identify }) {
  app.get(path, identify, async (request, response) => {
    const { rows } = await pool.query({ ...WALLET, values: [request.user.id] });
    const [{ user_id, balance, created_at, updated_at }] = rows;
    response.json({ wallet: { user_id, balance: Number(balance) / 100, created_at, updated_at } });
  });
}
