import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from '../../src/platform/database/database-error.js';
import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';
import { DatabaseProxy, type Verdict } from '../support/database-proxy.js';
import { administer } from '../support/databases.js';
import { eventually } from '../support/service.js';

const ADD = sql('test_flight_add', 'INSERT INTO public.made (n) VALUES ($1)');
const COUNT = sql('test_flight_count', 'SELECT count(*)::int AS count FROM public.made');
const PID = sql('test_flight_pid', 'SELECT pg_backend_pid() AS pid');

/** Enough for what is answered, on a busy machine too; two of them pass before a caller has waited 5 s for a connection. */
const PATIENCE_MS = 1_500;

let bare: BareDatabase;
let proxy: DatabaseProxy;
let verdict: (sent: string) => Verdict = () => 'pass';
beforeEach(async () => {
  verdict = () => 'pass';
  bare = await BareDatabase.open(1, [], async (address) => {
    proxy = await DatabaseProxy.open(address, (sent) => verdict(sent));
    return proxy.url;
  });
  await bare.pool.query('CREATE TABLE public.made (n int)');
});
afterEach(async () => {
  await bare.close();
  proxy.close();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const made = async () => (await bare.database.rows<{ count: number }>(COUNT))[0]?.count;
/** Applies the verdict to the first COMMIT only. */
const once = (what: Verdict) => {
  let done = false;
  verdict = (sent) => {
    if (done || !sent.includes('COMMIT')) return 'pass';
    done = true;
    return what;
  };
};

describe('a COMMIT whose answer is lost', () => {
  it('is a 503 and is not retried, because the transaction may have happened', async () => {
    once('cut');
    let attempts = 0;
    const error = await failureOf(
      bare.database.transaction(async () => {
        attempts++;
        await bare.database.count(ADD, [1]);
      }),
    );
    expect(refusalOf(error)).toMatchObject({ status: 503 });
    expect(attempts).toBe(1);
    await eventually(async () => expect(await made()).toBe(1));
  });

  it('does not run effects after the commit', async () => {
    once('cut');
    const happened: string[] = [];
    await failureOf(
      bare.database.transaction(async () => {
        bare.database.afterCommit(() => happened.push('effect'));
        bare.database.atEndThen(ADD, [1], () => happened.push('answer'));
      }),
    );
    expect(happened).toEqual([]);
  });

  it('takes its connection out of the pool before the next caller gets it', async () => {
    once('silence');
    bare.pool.options.query_timeout = PATIENCE_MS;
    // The pool opens a new connection, which has the shorter time-out.
    await failureOf(bare.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    const lost = failureOf(bare.database.transaction(() => bare.database.count(ADD, [1])));
    await sleep(50);
    const next = failureOf(bare.database.transaction(() => bare.database.count(ADD, [2])));
    expect(refusalOf(await lost)).toMatchObject({ status: 503 });
    expect(await next).toBeUndefined();
  });
});

describe('a COMMIT that PostgreSQL refuses', () => {
  it.each(['40001', '40P01'])('with %s is retried, and counts once', async (code) => {
    await bare.pool.query('CREATE SEQUENCE public.tries');
    await bare.pool.query(`CREATE FUNCTION public.refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('public.tries') = 1 THEN RAISE EXCEPTION 'at the commit' USING ERRCODE = '${code}'; END IF;
      RETURN NULL; END $$`);
    await bare.pool.query(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON public.made
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.refuse_once()`);
    let attempts = 0;
    const happened: number[] = [];
    await bare.database.transaction(async () => {
      const attempt = ++attempts;
      bare.database.afterCommit(() => happened.push(attempt));
      await bare.database.count(ADD, [1]);
    });
    expect({ attempts, happened, made: await made() }).toEqual({ attempts: 2, happened: [2], made: 1 });
  });
});

describe('a statement that PostgreSQL does not answer', () => {
  it('takes its connection out of the pool before the next caller gets it', async () => {
    bare.pool.options.query_timeout = PATIENCE_MS;
    await failureOf(bare.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    verdict = (sent) => (sent.includes('test_flight_pid') ? 'silence' : 'pass');
    const lost = failureOf(bare.database.transaction(() => bare.database.rows(PID)));
    const alone = failureOf(bare.database.rows(PID));
    const next = failureOf(bare.database.transaction(() => bare.database.count(ADD, [2])));
    expect(refusalOf(await lost)).toMatchObject({ status: 503 });
    expect(refusalOf(await alone)).toMatchObject({ status: 503 });
    expect(await next).toBeUndefined();
  });
});

describe('a connection to a read-only server', () => {
  it('is dropped when another server accepts writes: the pool resolves the address again', async () => {
    const add = () => bare.database.transaction(() => bare.database.count(ADD, [1]));
    const readOnly = (value: 'on' | 'off') =>
      administer(`ALTER DATABASE ${bare.name} SET default_transaction_read_only = ${value}`);
    await readOnly('on');
    await failureOf(bare.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    const refused = await failureOf(add());
    expect(refused).toMatchObject({ code: '25006' });
    expect(refusalOf(refused)).toMatchObject({ status: 503 });
    await readOnly('off');
    await failureOf(add());
    expect(await failureOf(add())).toBeUndefined();
  });
});
