import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PasswordHasherService } from '../../src/account/password-hashing/password-hasher.service.js';
import { PurgeIdempotentAnswersJob } from '../../src/jobs/purge-idempotent-answers.job.js';
import { poolOf } from '../../src/platform/database/connection/data-source.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { IdempotencyClaimsService } from '../../src/platform/http/idempotency/idempotency-claims.service.js';
import type { IdempotencyKey } from '../../src/platform/http/idempotency/idempotency-key.js';
import {
  type Claim,
  IdempotentAnswerRepository,
} from '../../src/platform/http/idempotency/idempotent-answer.repository.js';
import { type Refusal, unavailable } from '../../src/platform/http/refusal.js';
import { atOnce, tally } from '../account/at-once.js';
import { lockedOut, type Person, person } from '../social/people.js';
import { waitingSessions } from '../support/lock-waits.js';
import { eventually, PASSWORD, TestService } from '../support/service.js';
import { ServerProcess } from '../support/server-process.js';

const SECRET = 'a secret that both processes know, as they share a database';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ JWT_SECRET: SECRET, DATABASE_POOL: '4' });
});
afterAll(() => service.stop());

const make = ({ client }: Person, key: string, name = 'once') =>
  client.with({ 'idempotency-key': key }).post('/v1/api-keys', { name });
const keysOf = async ({ client }: Person): Promise<object[]> =>
  (await client.get('/v1/api-keys').expect(200)).body.api_keys;
const rows = async (statement: string, ...values: unknown[]): Promise<any[]> =>
  (await service.database.query(statement, values)).rows;

/**
 * Locks the row of the account, for which the creation of an API key waits, until the returned function is
 * called.
 */
async function heldUp({ id }: Person): Promise<() => Promise<void>> {
  const client = await service.database.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM account.users WHERE id = $1 FOR UPDATE', [id]);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

describe('the claim of an Idempotency-Key', () => {
  it('that was taken over prevents the COMMIT of the first work', async () => {
    const ann = await person(service);
    const go = await heldUp(ann);
    const asked = make(ann, 'fenced').then((answer) => answer);
    await lockedOut(service);
    // Another process takes the claim over, which lapses only when the test says so.
    await service.database.query(
      `UPDATE platform.idempotent_answers SET claim_id = gen_random_uuid(), created_at = now() + interval '1 hour'
       WHERE status IS NULL`,
    );
    await go();
    await eventually(async () => {
      const [row] = await rows(waitingSessions('state'));
      expect(row).toBeUndefined();
    });
    await sleep(300);
    expect(await keysOf(ann)).toEqual([]);
    await service.database.query(
      `UPDATE platform.idempotent_answers SET created_at = now() - interval '1 minute' WHERE status IS NULL`,
    );
    const { status, body } = await asked;
    expect(status).toBe(201);
    expect(await keysOf(ann)).toEqual([body.api_key]);
    expect((await make(ann, 'fenced').expect(201)).body).toEqual(body);
  });

  it('stays with a process that works for longer than a claim is valid', async () => {
    const key = keyOf('slow');
    const [end, ended] = signal();
    // It is renewed every two seconds, so that a pause of a busy machine does not let it lapse.
    const work = claims().runOnce(key, 6, async () => {
      await ended;
      return { status: 201, body: {} };
    });
    const other = { id: randomUUID(), keyHash: key.hash, lapseSeconds: 6 };
    for (let look = 0; look < 16; look++) {
      await sleep(500);
      expect(await claimAs(other, key)).toBeUndefined();
    }
    end();
    await work;
    // No process renews the claim any more.
    await eventually(async () => expect(await claimAs(other, key)).toEqual(expect.any(String)));
  });

  it('of a process that was killed lapses soon, and the work is done once', async () => {
    const ann = await person(service);
    const folder = `${service.runtime.environment.dataDir}-other`;
    const other = await ServerProcess.start({
      DATABASE_URL: service.runtime.databaseUrl,
      DATA_DIR: folder,
      JWT_SECRET: SECRET,
    });
    try {
      const go = await heldUp(ann);
      const broken = fetch(`${other.url}/v1/api-keys`, {
        method: 'POST',
        headers: { ...ann.client.headers, 'content-type': 'application/json', 'idempotency-key': 'killed' },
        body: '{"name":"once"}',
      }).catch(() => 'broken');
      await lockedOut(service);
      await other.kill('SIGKILL');
      expect(await broken).toBe('broken');
      await go();
      const begun = Date.now();
      const { body } = await make(ann, 'killed').expect(201);
      // A claim lapses 5 seconds after its process has died.
      expect(Date.now() - begun).toBeLessThan(15_000);
      expect(await keysOf(ann)).toEqual([body.api_key]);
      expect((await make(ann, 'killed').expect(201)).body).toEqual(body);
    } finally {
      await other.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('lets sixty-four requests wait, without a connection: further ones get a 503', async () => {
    const key = keyOf('crowd');
    const [end, ended] = signal();
    let done = 0;
    const work = async () => {
      done++;
      await ended;
      return { status: 201, body: {} };
    };
    const asked = atOnce(80, () =>
      claims()
        .runOnce(key, 5, work)
        .then(({ status }) => status, refusalOf),
    );
    await eventually(async () => expect(done).toBe(1));
    await sleep(200);
    await eventually(async () => expect(poolOf(service.app.get(DatabaseService).dataSource).waitingCount).toBe(0));
    end();
    expect(tally((await asked).map((status) => ({ status })))).toEqual({ 201: 65, 503: 15 });
    expect(done).toBe(1);
  });

  it('passes to one of the waiting requests after a failure of the server', async () => {
    const key = keyOf('failing');
    let done = 0;
    const work = async () => {
      await sleep(50);
      if (++done === 1) throw unavailable(1);
      return { status: 201, body: {} };
    };
    const asked = atOnce(10, () =>
      claims()
        .runOnce(key, 0, work)
        .then(({ status }) => status, refusalOf),
    );
    expect(tally((await asked).map((status) => ({ status })))).toEqual({ 201: 9, 503: 1 });
    expect(done).toBe(2);
  });
});

const claims = () => service.app.get(IdempotencyClaimsService);
const refusalOf = ({ status }: Refusal) => status;
const keyOf = (name: string): IdempotencyKey => ({
  name,
  hash: createHash('sha256').update(name).digest(),
  bodyHash: Buffer.from('the body'),
  owner: name,
});
const claimAs = (claim: Claim, { bodyHash }: IdempotencyKey) =>
  service.app
    .get(DatabaseService)
    .transaction(() => service.app.get(IdempotentAnswerRepository).claim(claim, bodyHash, Buffer.from('owner')));

function signal(): [() => void, Promise<void>] {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return [end, ended];
}

describe('keyed requests that hash', () => {
  it('hold no connection while they wait for the hash: other requests can read', async () => {
    const { body } = await (await person(service)).client.post('/v1/posts', { content: 'public' }).expect(201);
    const hasher = service.app.get(PasswordHasherService, { strict: false });
    const hash = hasher.hash.bind(hasher);
    const [end, ended] = signal();
    let hashing = 0;
    hasher.hash = async (...given) => {
      hashing++;
      await ended;
      return hash(...given);
    };
    const signUps = atOnce(24, (index) =>
      service
        .client({ 'idempotency-key': `sign-up-${index}` })
        .post('/v1/auth/sign-up', { email: `flood${index}@example.com`, password: PASSWORD })
        .then(({ status }) => ({ status })),
    );
    try {
      // With a transaction around the hashing only four would get that far, as many as the pool has connections.
      await eventually(async () => expect(hashing).toBe(24));
      await service.client().get(`/v1/posts/${body.post.id}`).expect(200);
    } finally {
      end();
      hasher.hash = hash;
    }
    expect(tally(await signUps)).toEqual({ 201: 24 });
  });
});

describe('stored answers', () => {
  const letters = () =>
    Array.from({ length: 49_000 }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
  const publish = ({ client }: Person, key: string, content: string) =>
    client.with({ 'idempotency-key': key }).post('/v1/posts', { content });

  it('of one account stay below 2 MiB: the oldest keep only their status', async () => {
    const ann = await person(service);
    const content = letters();
    const first = await publish(ann, 'large-0', content).expect(201);
    expect((await publish(ann, 'large-0', content).expect(201)).body).toEqual(first.body);
    for (let index = 1; index <= 25; index++) await publish(ann, `large-${index}`, letters()).expect(201);
    const [{ most, held }] = await rows(
      `SELECT max(total)::int AS most, sum(rows)::int AS held FROM (
         SELECT sum(size) AS total, count(*) AS rows FROM platform.idempotent_answers GROUP BY owner_hash) AS owners`,
    );
    expect(held).toBeGreaterThan(25);
    expect(most).toBeLessThanOrEqual(2 * 1024 * 1024);
    await publish(ann, 'large-0', content).expect(409, {
      error: 'Idempotency key used: its answer is no longer kept',
    });
    const [{ posts }] = await rows('SELECT count(*)::int AS posts FROM social.posts WHERE user_id = $1', ann.id);
    expect(posts).toBe(26);
  });

  it('are kept for the newest twenty thousand keys of a caller', async () => {
    const ann = await person(service);
    await make(ann, 'oldest').expect(201);
    await service.database.query(
      `INSERT INTO platform.idempotent_answers (key_hash, body_hash, status, answer, owner_hash, created_at)
       SELECT sha256(n::text::bytea), '', 201, 'x', owner_hash, created_at + n * interval '1 millisecond'
       FROM generate_series(1, 20500) AS n,
         (SELECT owner_hash, created_at FROM platform.idempotent_answers ORDER BY created_at DESC LIMIT 1) AS newest`,
    );
    await service.app.get(PurgeIdempotentAnswersJob).run();
    const [{ most }] = await rows(
      'SELECT max(held)::int AS most FROM (SELECT count(*) AS held FROM platform.idempotent_answers GROUP BY owner_hash) AS owners',
    );
    expect(most).toBe(20_000);
    expect((await make(ann, 'oldest').expect(201)).headers['idempotent-replayed']).toBeUndefined();
  });
});
