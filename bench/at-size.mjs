import { ask } from './network/database.mjs';
import { figuresRow } from './report.mjs';

const DIST = new URL('../dist/', import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1000;
/** More than one connection is answered; a list of requests must not end before its measurement. */
const MOST_PER_SECOND = 1_000;

/** The date so many days from today, in UTC. */
export const day = (ahead) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);

/**
 * Measures each of the requests on one connection, turn by turn. A request is
 * `{ what, path, headers, body }`; where it can be sent once, it has `bodies(count)`, the bodies of the next requests.
 */
export async function atSize(name, about, requests, { here, load, seconds, rounds, warmUp }) {
  const results = requests.map(() => []);
  const measure = ({ path, headers, body, bodies }) => {
    const count = Math.ceil(MOST_PER_SECOND * seconds);
    const posts = (bodies?.(count) ?? Array(count).fill(body)).map((one) => ({ headers, body: JSON.stringify(one) }));
    return load({ port: here.port, path, posts, connections: 1 });
  };
  for (const request of warmUp ? requests : []) await measure(request);
  for (let round = 1; round <= rounds; round++) {
    for (const [at, request] of requests.entries()) results[at].push(await measure(request));
    const taken = requests.map(({ what }, at) => `${what} ${results[at].at(-1).p50.toFixed(2)} ms`);
    console.log(`${name} round ${round}   p50 ${taken.join(', ')}`);
  }
  return requests.map(({ what }, at) =>
    figuresRow(at ? '' : name, at ? `here, ${what}` : `here, ${about}, ${what}`, results[at]),
  );
}

/** Without triggers and foreign keys, which take most of the time of many rows; then with the statistics of all of them. */
export async function fill(environment, statements) {
  await ask(environment, `SET session_replication_role = replica; ${statements}`);
  await ask(environment, 'VACUUM ANALYZE');
}

/** Gives `work` a function that runs a job, by its file below `dist`, beside the service that is at rest. */
export async function withJobs(environment, work) {
  const { asOperator } = await import(new URL('operator.js', DIST));
  const { readEnvironment } = await import(new URL('platform/config/environment.js', DIST));
  await asOperator(readEnvironment(environment), (app) =>
    work(async (file, name) => {
      const { [name]: type } = await import(new URL(`${file}.job.js`, DIST));
      await app.get(type, { strict: false }).run({});
    }),
  );
}

/** So many accounts that nobody signs in to. */
export const accounts = (prefix, count) => `
  INSERT INTO account.users (email, username)
  SELECT '${prefix}' || n || '@bench.example', '${prefix}_' || n FROM generate_series(1, ${count}) n;`;

/** Their ids, as an array. */
export const idsOf = (prefix) =>
  `(SELECT array_agg(id) AS ids, count(*)::int AS many FROM account.users WHERE email LIKE '${prefix}%@bench.example') people`;
