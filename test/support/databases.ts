import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { counted } from './measure.js';

export function addressOf(databaseName: string): string {
  const url = new URL(process.env.TEST_CLUSTER_URL as string);
  url.pathname = `/${databaseName}`;
  return url.href;
}

export async function administer(statement: string): Promise<any[]> {
  const admin = new Client({ connectionString: process.env.TEST_CLUSTER_URL });
  await admin.connect();
  try {
    return (await admin.query(statement)).rows;
  } finally {
    await admin.end();
  }
}

/** Creates a migrated database for one test and returns its name. */
export async function cloneTemplate(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE platform_template STRATEGY file_copy`);
  return name;
}

export const dropDatabase = (name: string) => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** Adds what the database has done to the figures of the spec. Its connections are closed. */
export async function countWork(name: string): Promise<void> {
  const [{ rows, ms }] = await administer(
    `SELECT (tup_inserted + tup_updated + tup_deleted)::int AS rows, round(active_time)::int AS ms
     FROM pg_stat_database WHERE datname = '${name}'`,
  );
  counted.rows += rows;
  counted.databaseMs += ms;
}
