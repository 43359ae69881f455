import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import '../../src/app.module.js';
import { anotherPool, dataSourceOptions, poolOf } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { QuickLane } from '../../src/platform/database/quick-lane.js';
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
    const primary = addressOf(name);
    const onPoolError = () => undefined;
    const settings = { poolSize, onPoolError };
    const dataSource = await new DataSource(dataSourceOptions({ ...settings, url: primary })).initialize();
    const replicas = replicaUrls.map((url) => anotherPool('replica', { ...settings, url }));
    const lane = new QuickLane(anotherPool('quick lane', { poolSize: 1, onPoolError, url: primary }));
    const pool = poolOf(dataSource);
    return new BareDatabase(new Database(dataSource, pool, lane, replicas), pool, name);
  }

  async close(): Promise<void> {
    await this.database.onApplicationShutdown();
    await dropDatabase(this.name);
  }
}
