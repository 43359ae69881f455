import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export function addressOf(databaseName: string): string {
  const url = new URL(process.env.TEST_CLUSTER_URL as string);
  url.pathname = `/${databaseName}`;
  return url.href;
}

export async function administer(statement: string): Promise<void> {
  const admin = new Client({ connectionString: process.env.TEST_CLUSTER_URL });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Creates a migrated database for one test and returns its name. */
export async function cloneTemplate(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE platform_template`);
  return name;
}

export const dropDatabase = (name: string) => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
