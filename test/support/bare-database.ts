import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { schemaOfService } from '../../src/app.module.js';
import {
  anotherPool,
  limitConnectionWait,
  openDataSource,
  poolOf,
} from '../../src/platform/database/connection/data-source.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { KeyedReads } from '../../src/platform/database/connection/keyed-reads.js';
import { PipelinedConnection } from '../../src/platform/database/connection/pipelined-connection.js';
import { PipelinedConnections } from '../../src/platform/database/connection/pipelined-connections.js';
import { addressOf, cloneTemplate, dropDatabase } from './databases.js';

/** The platform's database access without a service, on a clone of the migrated template. */
export class BareDatabase {
  /** What was counted about shared transactions: the works of each, and what made some fail. */
  readonly sharing = { committed: [] as number[], failed: [] as string[] };
  /** The SQLSTATEs after which transactions ran again. */
  readonly retried: string[] = [];

  private constructor(
    readonly database: DatabaseService,
    /** The pool of the DatabaseService. */
    readonly pool: Pool,
    readonly name: string,
    /** Why shared connections were lost, and idle ones of a pool. */
    readonly lost: string[],
  ) {}

  /**
   * `via` returns another address for the database, such as that of a proxy; `entities` are known to TypeORM in
   * addition to those of the service.
   */
  static async open(
    poolSize = 10,
    replicaUrls: string[] = [],
    via: (address: string) => string | Promise<string> = (address) => address,
    entities: (new () => object)[] = [],
  ): Promise<BareDatabase> {
    Logger.overrideLogger(false);
    const name = await cloneTemplate();
    const primary = await via(addressOf(name));
    const lost: string[] = [];
    const onLost = ({ message }: Error) => void lost.push(message);
    const settings = { poolSize, onLost };
    const schema = schemaOfService();
    const all = { ...schema, entities: [...schema.entities, ...entities] };
    const dataSource = await openDataSource({ ...settings, url: primary }, all);
    const replicas = replicaUrls.map((url) => anotherPool('replica', { ...settings, url }));
    const pipelined = () =>
      new PipelinedConnection(anotherPool('keyed reads', { poolSize: 1, onLost, url: primary }), onLost);
    const pool = poolOf(dataSource);
    const hot = new PipelinedConnections([pipelined(), pipelined()], [pipelined()], pool);
    const database = new DatabaseService(dataSource, pool, new KeyedReads(pipelined()), hot, replicas, {
      shared: (works) => opened.sharing.committed.push(works),
      ranAlone: (kinds, code) => opened.sharing.failed.push(`${kinds.join()} ${code}`),
      retried: (code) => opened.retried.push(code),
    });
    limitConnectionWait(dataSource);
    const opened = new BareDatabase(database, pool, name, lost);
    return opened;
  }

  async close(): Promise<void> {
    await this.database.onApplicationShutdown();
    await dropDatabase(this.name);
  }
}
