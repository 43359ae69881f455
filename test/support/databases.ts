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

/** What the database has done so far, as far as its connections have reported it. */
export async function workOf(name: string): Promise<{ rows: number; ms: number }> {
  const [work] = await administer(
    `SELECT (tup_inserted + tup_updated + tup_deleted)::int AS rows, round(active_time)::int AS ms
     FROM pg_stat_database WHERE datname = '${name}'`,
  );
  return work;
}

/** Adds what the database has done, since then if given, to the figures of the spec. */
export async function countWork(name: string, since = { rows: 0, ms: 0 }): Promise<{ rows: number; ms: number }> {
  const work = await workOf(name);
  counted.rows += work.rows - since.rows;
  counted.databaseMs += work.ms - since.ms;
  return work;
}
