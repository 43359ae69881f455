import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { TestService } from '../support/service.js';

const ONE = sql('test_first_connection_one', 'SELECT 1 AS one');
/** Longer than a caller of the running service waits for a connection. */
const LONG_MS = 6_000;

/** Another part of the service, which asks while the only connection is in use for long. */
@Injectable()
class AsksAtStart implements OnApplicationBootstrap {
  answered: unknown;

  constructor(private readonly database: DatabaseService) {}

  async onApplicationBootstrap(): Promise<void> {
    // The second statement is in an object, because the transaction would wait for a promise that it returns.
    const answer = await this.database.transaction(async () => {
      await this.database.rows(ONE);
      const waiting = this.database.outside(() => this.database.rows(ONE));
      await sleep(LONG_MS);
      return { waiting };
    });
    this.answered = await answer.waiting;
  }
}

@Module({ providers: [AsksAtStart] })
class AskingModule {}

it('the start waits for a database that answers its first connection too late', async () => {
  let isFirst = true;
  let proxy: DatabaseProxy | undefined;
  const bare = await BareDatabase.open(1, [], async (address) => {
    proxy = await DatabaseProxy.open(address, () => {
      const verdict = isFirst ? 'silence' : 'pass';
      isFirst = false;
      return verdict;
    });
    return proxy.url;
  });
  try {
    const { rows } = await bare.pool.query('SELECT 1 AS one');
    expect({ isFirst, rows }).toEqual({ isFirst: false, rows: [{ one: 1 }] });
  } finally {
    await bare.close();
    proxy?.close();
  }
});

it('the start fails at once where nothing listens', async () => {
  await expect(BareDatabase.open(1, [], () => 'postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED');
});

it('the start waits for a connection of a full pool for longer than a caller does later', async () => {
  const extend = (service: DynamicModule) => ({ ...service, imports: [...(service.imports ?? []), AskingModule] });
  const service = await TestService.start({ DATABASE_POOL: '1' }, { extend });
  try {
    expect(service.app.get(AsksAtStart, { strict: false }).answered).toEqual([{ one: 1 }]);
    const database = service.app.get(DatabaseService, { strict: false });
    await database.transaction(async () => {
      await database.rows(ONE);
      const late = database.outside(() => database.rows(ONE));
      await expect(late).rejects.toThrow('timeout exceeded when trying to connect');
    });
  } finally {
    await service.stop();
  }
});
