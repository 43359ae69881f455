import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import '../../src/app.module.js';
import { dataSourceOptions, poolOf, replicaPool } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { addressOf, cloneTemplate, dropDatabase } from './databases.js';

/** The platform's way to PostgreSQL without a service around it, on a clone of the migrated template. */
export class BareDatabase {
  private constructor(
    readonly database: Database,
    /** The pool under it. */
    readonly pool: Pool,
    readonly name: string,
  ) {}

  static async open(poolSize = 10, replicaUrls: string[] = []): Promise<BareDatabase> {
    Logger.overrideLogger(false);
    const name = await cloneTemplate();
    const settings = { poolSize, onPoolError: () => undefined };
    const dataSource = await new DataSource(
      dataSourceOptions({ ...settings, url: addressOf(name) }),
    ).initialize();
    const replicas = replicaUrls.map((url) => replicaPool({ ...settings, url }));
    const pool = poolOf(dataSource);
    return new BareDatabase(new Database(dataSource, pool, replicas), pool, name);
  }

  async close(): Promise<void> {
    await this.database.onApplicationShutdown();
    await dropDatabase(this.name);
  }
}
