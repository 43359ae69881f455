import { Pool, type PoolClient } from 'pg';
import { missing } from './api-error.js';
import { event, type Kinds, type Stored, topicOf } from './objects.js';

const SCHEMA = `
SELECT pg_advisory_xact_lock(hashtext('sandbox'));
CREATE SCHEMA IF NOT EXISTS sandbox;
CREATE TABLE IF NOT EXISTS sandbox.objects (
  id text PRIMARY KEY,
  type text NOT NULL,
  body jsonb NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS objects_newest ON sandbox.objects (type, seq DESC);
CREATE INDEX IF NOT EXISTS objects_open_sessions ON sandbox.objects (((body->>'expires_at')::bigint))
  WHERE type = 'checkout.session' AND body->>'status' = 'open';
CREATE TABLE IF NOT EXISTS sandbox.events (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  object_id text NOT NULL,
  topic text NOT NULL,
  payload json NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  delivered_at timestamptz,
  last_status int
);
CREATE INDEX IF NOT EXISTS events_undelivered ON sandbox.events (topic, seq) WHERE delivered_at IS NULL;
CREATE INDEX IF NOT EXISTS events_of_object ON sandbox.events (object_id, seq DESC);
CREATE INDEX IF NOT EXISTS events_newest ON sandbox.events (seq DESC);
CREATE TABLE IF NOT EXISTS sandbox.switches (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  hold boolean NOT NULL,
  copies int NOT NULL
);
INSERT INTO sandbox.switches (hold, copies) VALUES (false, 1) ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS sandbox.idempotency_keys (
  key text PRIMARY KEY,
  request_hash text NOT NULL,
  status int,
  body json,
  created_at timestamptz NOT NULL DEFAULT now()
);
DELETE FROM sandbox.idempotency_keys WHERE created_at < now() - interval '24 hours';`;

/** The call that caused an event. Events that pages cause have none. */
export interface CallMark {
  id: string | null;
  idempotency_key: string | null;
}

/** Access to the database within one transaction. */
export class Tx {
  told = false;

  constructor(
    readonly client: PoolClient,
    private readonly call: CallMark | null,
  ) {}

  async find<K extends keyof Kinds>(kind: K, id: string): Promise<Kinds[K] | undefined> {
    return this.read(kind, id, '');
  }

  /**
   * Returns the object and locks it until the end of the transaction; throws a refusal when it does not
   * exist.
   */
  async lock<K extends keyof Kinds>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.read(kind, id, 'FOR UPDATE');
    if (!found) throw missing(kind, id, param);
    return found;
  }

  async insert<T extends Stored>(object: T): Promise<T> {
    await this.client.query('INSERT INTO sandbox.objects (id, type, body) VALUES ($1, $2, $3)', [
      object.id,
      object.object,
      JSON.stringify(object),
    ]);
    return object;
  }

  async update<T extends Stored>(before: T, changes: Partial<T>): Promise<T> {
    const after = { ...before, ...changes };
    await this.client.query('UPDATE sandbox.objects SET body = $2 WHERE id = $1', [before.id, JSON.stringify(after)]);
    return after;
  }

  async newest<K extends keyof Kinds>(kind: K, where: object, limit: number, after?: string): Promise<Kinds[K][]> {
    const { rows } = await this.client.query<{ body: Kinds[K] }>(
      `SELECT body FROM sandbox.objects WHERE type = $1 AND body @> $2
       AND ($4::text IS NULL OR seq < (SELECT seq FROM sandbox.objects WHERE id = $4))
       ORDER BY seq DESC LIMIT $3`,
      [kind, JSON.stringify(where), limit, after],
    );
    return rows.map(({ body }) => body);
  }

  /** Inserts the event in the same transaction. `before`: the previous state of the object. */
  async tell<T extends Stored>(type: string, object: T, before?: T): Promise<void> {
    const body = event(type, object, { before, call: this.call });
    await this.client.query(
      'INSERT INTO sandbox.events (id, type, object_id, topic, payload) VALUES ($1, $2, $3, $4, $5)',
      [body.id, type, object.id, topicOf(object), JSON.stringify(body)],
    );
    this.told = true;
  }

  private async read<K extends keyof Kinds>(
    kind: K,
    id: string,
    lock: '' | 'FOR UPDATE',
  ): Promise<Kinds[K] | undefined> {
    const { rows } = await this.client.query<{ body: Kinds[K] }>(
      `SELECT body FROM sandbox.objects WHERE id = $1 AND type = $2 ${lock}`,
      [id, kind],
    );
    return rows[0]?.body;
  }
}

export class Store {
  /** Called after a commit that inserted events. */
  onEvents: () => void = () => undefined;

  private constructor(readonly pool: Pool) {}

  static async open(databaseUrl: string): Promise<Store> {
    const pool = new Pool({
      connectionString: databaseUrl,
      max: 3,
      application_name: 'processor-sandbox',
      connectionTimeoutMillis: 15_000,
    });
    // An idle connection may break: the next call opens a new one.
    pool.on('error', () => undefined);
    const store = new Store(pool);
    try {
      await store.transaction((tx) => tx.client.query(SCHEMA));
      return store;
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, call: CallMark | null = null): Promise<T> {
    const client = await this.pool.connect();
    // Without a listener, a connection that is lost during a transaction would end the process.
    const ignore = () => undefined;
    client.on('error', ignore);
    const tx = new Tx(client, call);
    try {
      await client.query('BEGIN');
      const result = await work(tx);
      await client.query('COMMIT');
      if (tx.told) this.onEvents();
      client.release();
      return result;
    } catch (error) {
      const undone = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
      client.release(!undone);
      throw error;
    } finally {
      client.off('error', ignore);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
