import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { Client, Pool } from 'pg';
import { MailboxService } from '../../src/mail/mailbox.service.js';
import { boot, type Booted, midnightPassed } from './boot.js';
import { CleanDatabase } from './clean-database.js';
import { countWork } from './databases.js';

export type Extend = (service: DynamicModule) => DynamicModule;

/** A service that specs use one after the other. */
interface Warm {
  booted: Booted;
  clean: CleanDatabase;
  keeper: Client;
  isLeased: boolean;
  /** What the database had done when it was last given back. */
  work: { rows: number; ms: number };
}

/** By their settings and additional modules. */
const warm = new Map<string, Warm>();

/**
 * The warm service of this worker with these settings, clean as after a start, or a new one where another spec
 * has not given it back. `stop` gives it back. With TEST_FRESH=1 every spec starts one.
 */
export async function lease(variables: Record<string, string>, extend?: Extend): Promise<Booted> {
  const key = JSON.stringify([variables, extend?.name]);
  if (process.env.TEST_FRESH || warm.get(key)?.isLeased) return boot(variables, extend);
  await midnightPassed();
  const leased = warm.get(key) ?? (await warmUp(variables, extend));
  warm.set(key, leased);
  leased.isLeased = true;
  const database = new Pool({ connectionString: leased.booted.runtime.databaseUrl, max: 5 });
  database.on('error', () => undefined);
  return { ...leased.booted, database, stop: () => database.end().then(() => giveBack(key, leased)) };
}

/** Stops the warm services of this process. */
export async function endLeases(): Promise<void> {
  for (const [key, ended] of warm) await end(key, ended);
}

async function end(key: string, { keeper, booted }: Warm): Promise<void> {
  warm.delete(key);
  await keeper.end();
  await booted.stop();
}

async function warmUp(variables: Record<string, string>, extend?: Extend): Promise<Warm> {
  const booted = await boot(variables, extend);
  const keeper = new Client({ connectionString: booted.runtime.databaseUrl });
  keeper.on('error', () => undefined);
  await keeper.connect();
  return { booted, keeper, clean: await CleanDatabase.of(keeper), isLeased: false, work: { rows: 0, ms: 0 } };
}

/** A service that remembers rows of the spec, or that is not clean, is stopped; the next spec starts another one. */
async function giveBack(key: string, leased: Warm): Promise<void> {
  try {
    if (await isClean(leased)) leased.isLeased = false;
  } finally {
    if (leased.isLeased) await end(key, leased);
  }
}

async function isClean(leased: Warm): Promise<boolean> {
  const { booted, clean } = leased;
  await clean.waitForQuiet();
  if (await clean.isRemembered()) return false;
  await clean.restore();
  await booted.running.app.get(MailboxService).clear();
  for (const folder of ['files', 'exports'])
    rmSync(join(booted.runtime.environment.dataDir, folder), { recursive: true, force: true });
  booted.log.length = 0;
  leased.work = await countWork(booted.databaseName, leased.work);
  return true;
}
