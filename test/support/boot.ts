import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { DynamicModule } from '@nestjs/common';
import { Pool } from 'pg';
import { AppModule, type Parts, schemaOfService } from '../../src/app.module.js';
import { openProcessor } from '../../src/payments/processor/open-processor.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { settleAddress } from '../../src/platform/process/addresses.js';
import { logTo } from '../../src/platform/process/log.js';
import { serve, type Service } from '../../src/platform/process/serve.js';
import { addressOf, cloneTemplate, countWork, dropDatabase } from './databases.js';
import { keepIfError } from './logged-errors.js';
import { counted } from './measure.js';

/** Nothing that a spec has sent is on its way any more when the spec ends. */
const NONE_ARRIVING = { least: 0, most: -1 };

export interface Booted {
  runtime: Runtime;
  /** The test's own connections to the service's database. */
  database: Pool;
  databaseName: string;
  /** All lines that the service has logged. */
  log: string[];
  running: Service;
  stop(): Promise<void>;
}

/** Adds modules to the service. */
export type Extend = (service: DynamicModule) => DynamicModule;

/** The test's own connections; `options` are settings of PostgreSQL for them. */
export function openPool({ databaseUrl }: Runtime, options?: string): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 5, options });
  pool.on('error', () => undefined);
  return pool;
}

/** Starts the whole service on its own database and folder; `extend` adds modules. */
export async function boot(
  variables: Record<string, string>,
  extend: Extend = (service) => service,
  apps?: Parts['apps'],
): Promise<Booted> {
  counted.services++;
  const databaseName = await cloneTemplate();
  const environment = readEnvironment({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: mkdtempSync(join(process.env.TEST_RUN_DIR as string, 'data-')),
    DATABASE_URL: addressOf(databaseName),
    RATE_LIMIT: 'off',
    // A hash takes 12 ms by default, a tenth of a millisecond here. Production refuses that.
    ...(variables.NODE_ENV !== 'production' && { PASSWORD_MEMORY_KIB: '64' }),
    ...variables,
  });
  const runtime = new Runtime(environment);
  await settleAddress(runtime);
  let closeProcessor = () => Promise.resolve();
  const remove = async () => {
    await closeProcessor();
    await dropDatabase(databaseName);
    rmSync(environment.dataDir, { recursive: true, force: true });
  };
  const log: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const line = chunk.toString();
      log.push(line);
      keepIfError(line);
      done();
    },
  });
  try {
    closeProcessor = await openProcessor(runtime, () => undefined);
    if (apps) await migrate(runtime.databaseUrl, schemaOfService(apps));
    const module = extend(AppModule.with(runtime, { jobs: true, apps }));
    const booted: Booted = {
      runtime,
      database: openPool(runtime),
      databaseName,
      log,
      running: await serve(module, runtime, logTo(sink, environment.logLevel)),
      stop: async () => {
        await booted.running.stop(NONE_ARRIVING);
        await booted.database.end();
        await countWork(databaseName);
        await remove();
        // Specs stay loaded and keep references to what they started: four megabytes of providers.
        delete (booted as Partial<Booted>).running;
      },
    };
    return booted;
  } catch (error) {
    await remove();
    throw error;
  }
}
