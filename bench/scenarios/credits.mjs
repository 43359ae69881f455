import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { figuresRow, whole } from '../report.mjs';

export const name = 'credits';
const path = '/v1/webhook/processor';

/** Deposits credited per second by signed webhooks: each to a user of its own, and all to one. */
export async function figures({ here, environment, sizes, load, rounds }) {
  const database = new pg.Client(environment.DATABASE_URL);
  await database.connect();
  const measure = async (users) => {
    const results = [];
    for (let round = 1; round <= rounds; round++) {
      const sessions = await pendingDeposits(database, users, sizes.deposits);
      const posts = sessions.map((session) => signed(session, environment.PROCESSOR_WEBHOOK_SECRET));
      results.push(await load({ port: here.port, path, posts }));
      console.log(
        `credits    round ${round}   ${users === 1 ? 'one user' : 'distinct users'}   ${whole(results.at(-1).perSecond)}/s`,
      );
    }
    return results;
  };
  const distinct = await measure(sizes.deposits);
  const one = await measure(1);
  await database.end();
  return [figuresRow('credits', `here, POST ${path}, distinct users`, distinct), figuresRow('', 'here, one user', one)];
}

/** More than a round can use up. */
async function pendingDeposits(database, users, deposits) {
  const run = randomUUID();
  await database.query(
    `INSERT INTO account.users (email) SELECT $1 || n || '@example.com' FROM generate_series(1, $2::int) n`,
    [run, users],
  );
  const { rows } = await database.query(
    `WITH buyers AS (
       SELECT id, row_number() OVER () - 1 AS n FROM account.users WHERE email LIKE $1 || '%'
     )
     INSERT INTO payments.payments (kind, buyer_id, amount, currency, session_id)
     SELECT 'deposit', buyers.id, 100, 'usd', 'cs_' || $1 || n.n FROM generate_series(0, $3::int - 1) n
     JOIN buyers ON buyers.n = n.n % $2::int
     RETURNING session_id`,
    [run, users, deposits],
  );
  await database.query('ANALYZE payments.payments');
  return rows.map(({ session_id }) => session_id);
}

function signed(session, secret) {
  const time = Math.floor(Date.now() / 1000);
  const object = {
    id: session,
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: 100,
    currency: 'usd',
  };
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: time,
    data: { object },
  });
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    headers: { 'content-type': 'application/json', 'processor-signature': `t=${time},v1=${v1}` },
    body,
  };
}
