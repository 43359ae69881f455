import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AppModule, schemaOfService } from './app.module.js';
import { openProcessor } from './payments/processor/open-processor.js';
import { KeyringService } from './platform/access/keyring.service.js';
import type { Runtime } from './platform/config/runtime.js';
import { adviceOf, warningsOf } from './platform/config/warnings.js';
import { announce } from './platform/process/addresses.js';
import { openLog } from './platform/process/log.js';
import { onStop } from './platform/process/run.js';
import type { RunningDatabase } from './platform/process/running-database.js';
import { serve } from './platform/process/serve.js';
import { bringUpToDate } from './platform/process/storage.js';
import { Workers } from './platform/process/workers.js';

const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function serveHere(runtime: Runtime, logger: Logger, jobs: boolean): Promise<() => Promise<void>> {
  const service = await serve(AppModule.with(runtime, { jobs }), runtime, logger);
  return () => service.stop();
}

async function serveByWorkers(runtime: Runtime, logger: Logger): Promise<() => Promise<void>> {
  // Creates the secret before the workers all look for it at once.
  new KeyringService(runtime.environment).onApplicationShutdown();
  const workers = new Workers(runtime, logger);
  await workers.start({ web: entry('./main.js'), jobs: entry('./worker.js') });
  return () => workers.stop();
}

/** Starts the service in a web process, which its primary process stops. */
export async function startWorker(runtime: Runtime): Promise<void> {
  onStop(await serveHere(runtime, await openLog(runtime.environment), false), ['SIGTERM']);
}

/** Starts the service on a database that runs, from the environment that was already read. */
export async function startServer(runtime: Runtime, logger: Logger, database: RunningDatabase): Promise<void> {
  for (const line of warningsOf(process.env, runtime)) logger.warn(line);
  const advice = adviceOf(process.versions.node);
  if (advice) logger.info(advice);
  const tell = (level: 'info' | 'warn' | 'error', message: string) => logger[level](message);
  const migrated = await bringUpToDate(runtime, database, schemaOfService(), tell);
  if (migrated.length) void database.checkpoint();
  let closeProcessor: (() => Promise<void>) | undefined;
  try {
    closeProcessor = await openProcessor(runtime, tell);
    const stop =
      runtime.environment.workers > 1 ? await serveByWorkers(runtime, logger) : await serveHere(runtime, logger, true);
    onStop(async () => {
      await stop();
      await closeProcessor?.();
      await database.close();
    });
    announce(runtime);
  } catch (error) {
    await closeProcessor?.();
    await database.close();
    throw error;
  }
}
