import type { Pool } from 'pg';
import { countMade, inTransaction } from './transaction.js';

const FIRST_NAMES =
  'Amara,Ben,Chiara,Dinesh,Elif,Farid,Grace,Hiro,Ines,Jonas,Keiko,Lena,Mateo,Nadia,Omar,Priya,Rosa,Sven,Tala,Yara';
const LAST_NAMES =
  'Adeyemi,Baker,Costa,Dubois,Eriksen,Fischer,Garcia,Haddad,Ito,Jansen,Kowalski,Larsen,Mensah,Novak,Okafor,Patel,Rossi,Silva,Tanaka,Weber';

/** The demonstration accounts up to this number: `ids` is an array, `many` its length. */
export const peopleUpTo = (last: string) => `
  SELECT array_agg(id ORDER BY number) AS ids, count(*)::int AS many FROM (
    SELECT id, substring(email FROM '^person(\\d{1,8})@')::int AS number
    FROM account.users WHERE email LIKE 'person%@demo.example'
  ) numbered WHERE number <= ${last}`;

// Name, age and type follow from the number alone, so that the same call creates the same people.
const INSERT_USERS = `WITH made AS (
     INSERT INTO account.users (email, password_hash, username, first_name, last_name, type, verified,
                                email_verified_at, created_at)
     SELECT 'person' || n || '@demo.example', $3, lower(first || '_' || last) || '_' || n, first, last,
       CASE WHEN n % 20 = 0 THEN 'creator' END, n % 50 = 0,
       CASE WHEN n % 10 <> 0 THEN now() END, now() - make_interval(secs => power(n % 1000, 2) * 30)
     FROM generate_series($1::int, $2::int) n,
       LATERAL (SELECT (string_to_array('${FIRST_NAMES}', ','))[1 + n % 20] AS first,
                       (string_to_array('${LAST_NAMES}', ','))[1 + (n / 20) % 20] AS last) names
     ON CONFLICT DO NOTHING RETURNING id
   ), counted AS (INSERT INTO account.user_counters (user_id) SELECT id FROM made)
   SELECT count(*)::int AS made FROM made`;

/** Creates the missing accounts of these numbers, and returns how many it created. */
export const insertAccounts = (pool: Pool, from: number, to: number, passwordHash: string): Promise<number> =>
  inTransaction(pool, (run) => countMade(run, INSERT_USERS, [from, to, passwordHash]));
