import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamicModule } from '@nestjs/common';
import { Pool } from 'pg';
import { AppModule, type Parts, schemaOfService } from '../../src/app.module.js';
import { openProcessor } from '../../src/payments/processor/open-processor.js';
import { type Config, readEnvironment } from '../../src/platform/config/environment.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { settleAddress } from '../../src/platform/process/addresses.js';
import { logTo } from '../../src/platform/process/log.js';
import { serve, type Service } from '../../src/platform/process/serve.js';
import { addressOf, cloneTemplate, dropDatabase } from './databases.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Booted {
  config: Config;
  /** The test's own connections to the service's database. */
  database: Pool;
  databaseName: string;
  /** All lines that the service has logged. */
  log: string[];
  running: Service;
  stop(): Promise<void>;
}

/** Waits while midnight (UTC) is near, so that daily counters do not change during a test. */
async function midnightPassed(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < 20_000) await sleep(left);
}

/** Starts the whole service on its own database and folder; `extend` adds modules. */
export async function boot(
  variables: Record<string, string>,
  extend: (service: DynamicModule) => DynamicModule = (service) => service,
  apps?: Parts['apps'],
): Promise<Booted> {
  await midnightPassed();
  const databaseName = await cloneTemplate();
  const config = readEnvironment({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'platform-data-')),
    DATABASE_URL: addressOf(databaseName),
    RATE_LIMIT: 'off',
    ...variables,
  });
  await settleAddress(config);
  let closeProcessor = () => Promise.resolve();
  const remove = async () => {
    await closeProcessor();
    await dropDatabase(databaseName);
    rmSync(config.dataDir, { recursive: true, force: true });
  };
  const log: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log.push(chunk.toString());
      done();
    },
  });
  try {
    closeProcessor = await openProcessor(config, () => undefined);
    if (apps) await migrate(config.databaseUrl as string, schemaOfService(apps));
    const module = extend(AppModule.with(config, { jobs: true, apps }));
    const booted: Booted = {
      config,
      database: new Pool({ connectionString: config.databaseUrl, max: 5 }),
      databaseName,
      log,
      running: await serve(module, config, logTo(sink, config.logLevel)),
      stop: async () => {
        await booted.running.stop();
        await booted.database.end();
        await remove();
        // Specs stay loaded and keep references to what they started: four megabytes of providers.
        delete (booted as Partial<Booted>).running;
      },
    };
    booted.database.on('error', () => undefined);
    return booted;
  } catch (error) {
    await remove();
    throw error;
  }
}
