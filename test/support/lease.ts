import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { MailboxService } from '../../src/mail/mailbox.service.js';
import { boot, type Booted, type Extend, openPool } from './boot.js';
import { CleanDatabase } from './clean-database.js';
import { countWork } from './databases.js';

/** A service that specs use one after the other. */
interface Warm {
  booted: Booted;
  clean: CleanDatabase;
  keeper: Client;
  isLeased: boolean;
}

/** Each takes memory and connections; what few specs ask for makes room for what many do. */
const MOST = 3;

/** By their settings and additional modules, the last used last. */
const warm = new Map<string, Warm>();

/**
 * The warm service of this worker with these settings, clean as after a start, or a new one where another spec
 * has not given it back. `stop` gives it back. With TEST_FRESH=1 every spec starts one.
 */
export async function lease(variables: Record<string, string>, extend?: Extend): Promise<Booted> {
  const key = JSON.stringify([variables, extend?.name]);
  if (process.env.TEST_FRESH || warm.get(key)?.isLeased) return boot(variables, extend);
  const leased = warm.get(key) ?? (await warmUp(variables, extend));
  leased.isLeased = true;
  warm.delete(key);
  warm.set(key, leased);
  for (const [other, free] of warm) if (warm.size > MOST && !free.isLeased) await end(other, free);
  const database = openPool(leased.booted.runtime);
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
  return { booted, keeper, clean: await CleanDatabase.of(keeper), isLeased: false };
}

/** A service that remembers rows of the spec, or that is not clean, is stopped; the next spec starts another one. */
async function giveBack(key: string, leased: Warm): Promise<void> {
  try {
    if (await cleaned(leased)) leased.isLeased = false;
  } finally {
    if (leased.isLeased) await end(key, leased);
  }
}

/** Cleans the service; false if it must not be used again. */
async function cleaned({ booted, clean }: Warm): Promise<boolean> {
  await clean.waitForQuiet();
  if (!(await clean.restore())) return false;
  await booted.running.app.get(MailboxService).clear();
  for (const folder of ['files', 'incoming'])
    rmSync(join(booted.runtime.environment.dataDir, folder), { recursive: true, force: true });
  booted.log.length = 0;
  await countWork(booted.databaseName);
  return true;
}
