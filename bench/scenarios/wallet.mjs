import pg from 'pg';
import { signIn } from '../sign-in.mjs';

export const name = 'wallet';
export const path = '/v1/wallet';

/** The wallet of somebody who has money, among many others. */
export async function prepare(here, { DATABASE_URL }, { wallets }) {
  const { token, id } = await signIn(here);
  const database = new pg.Client(DATABASE_URL);
  await database.connect();
  await database.query(
    `INSERT INTO account.users (email) SELECT 'wallet' || n || '@example.com' FROM generate_series(1, $1::int) n`,
    [wallets],
  );
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

export function bare(app, { query, identify }) {
  app.get(path, identify, async (request, response) => {
    const { rows } = await query('ledger_wallet', request.user.id);
    const [{ user_id, balance, created_at, updated_at }] = rows;
    response.json({ wallet: { user_id, balance: Number(balance) / 100, created_at, updated_at } });
  });
}
