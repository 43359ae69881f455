import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import '../../src/app.module.js';
import { dataSourceOptions, poolOf, replicaPool } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { addressOf, administer } from './service.js';

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

export async function cloneTemplate(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE platform_template`);
  return name;
}

export const dropDatabase = (name: string) => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
