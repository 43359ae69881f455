import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AppModule, schemaOfService } from './app.module.js';
import { openProcessor } from './payments/processor/open-processor.js';
import { KeyringService } from './platform/access/keyring.service.js';
import type { Runtime } from './platform/config/runtime.js';
import { warningsOf } from './platform/config/warnings.js';
import { announce } from './platform/process/addresses.js';
import { openLog } from './platform/process/log.js';
import { onStop, roleOf } from './platform/process/run.js';
import { serve } from './platform/process/serve.js';
import { openStorage } from './platform/process/storage.js';
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

/** Starts the service in the role of this process, from the environment that was already read. */
export async function startServer(runtime: Runtime): Promise<void> {
  const logger = await openLog(runtime.environment);
  if (roleOf(process.env) === 'web') {
    onStop(await serveHere(runtime, logger, false), ['SIGTERM']);
    return;
  }
  for (const line of warningsOf(process.env, runtime)) logger.warn(line);
  const tell = (level: 'info' | 'warn' | 'error', message: string) => logger[level](message);
  const storage = await openStorage(runtime, 'server', schemaOfService(), tell);
  let closeProcessor: (() => Promise<void>) | undefined;
  try {
    closeProcessor = await openProcessor(runtime, tell);
    const stop =
      runtime.environment.workers > 1 ? await serveByWorkers(runtime, logger) : await serveHere(runtime, logger, true);
    onStop(async () => {
      await stop();
      await closeProcessor?.();
      await storage.close();
    });
    announce(runtime);
  } catch (error) {
    await closeProcessor?.();
    await storage.close();
    throw error;
  }
}
