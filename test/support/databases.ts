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

/** What was already counted of databases that several specs use one after the other. */
const reported = new Map<string, { rows: number; ms: number }>();

/** Adds what the database has done since the last call to the figures of the spec, as far as its connections have reported it. */
export async function countWork(name: string): Promise<void> {
  const [work] = await administer(
    `SELECT (tup_inserted + tup_updated + tup_deleted)::int AS rows, round(active_time)::int AS ms
     FROM pg_stat_database WHERE datname = '${name}'`,
  );
  const before = reported.get(name) ?? { rows: 0, ms: 0 };
  counted.rows += work.rows - before.rows;
  counted.databaseMs += work.ms - before.ms;
  reported.set(name, work);
}
