import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AppModule, schemaOfService } from './app.module.js';
import { openProcessor } from './payments/processor/open-processor.js';
import { KeyringService } from './platform/access/keyring.service.js';
import type { Config } from './platform/config/environment.js';
import { warningsOf } from './platform/config/warnings.js';
import { announce } from './platform/process/addresses.js';
import { openLog } from './platform/process/log.js';
import { onStop, roleOf } from './platform/process/run.js';
import { serve } from './platform/process/serve.js';
import { openStorage } from './platform/process/storage.js';
import { Workers } from './platform/process/workers.js';

const entry = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function serveHere(config: Config, logger: Logger, jobs: boolean): Promise<() => Promise<void>> {
  const service = await serve(AppModule.with(config, { jobs }), config, logger);
  return () => service.stop();
}

async function serveByWorkers(config: Config, logger: Logger): Promise<() => Promise<void>> {
  // Creates the secret before the workers all look for it at once.
  new KeyringService(config).onApplicationShutdown();
  const workers = new Workers(config, logger);
  await workers.start({ web: entry('./main.js'), jobs: entry('./worker.js') });
  return () => workers.stop();
}

/** Starts the service in the role of this process, from the environment that was already read. */
export async function startServer(config: Config): Promise<void> {
  const logger = await openLog(config);
  if (roleOf(process.env) === 'web') {
    onStop(await serveHere(config, logger, false), ['SIGTERM']);
    return;
  }
  for (const line of warningsOf(process.env, config)) logger.warn(line);
  const tell = (level: 'info' | 'warn' | 'error', message: string) => logger[level](message);
  const storage = await openStorage(config, 'server', schemaOfService(), tell);
  let closeProcessor: (() => Promise<void>) | undefined;
  try {
    closeProcessor = await openProcessor(config, tell);
    const stop = config.workers > 1 ? await serveByWorkers(config, logger) : await serveHere(config, logger, true);
    onStop(async () => {
      await stop();
      await closeProcessor?.();
      await storage.close();
    });
    announce(config);
  } catch (error) {
    await closeProcessor?.();
    await storage.close();
    throw error;
  }
}
