import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule, schemaOfService } from './app.module.js';
import { readEnvironment } from './platform/config/environment.js';
import { Runtime } from './platform/config/runtime.js';
import { warningsOf } from './platform/config/warnings.js';
import { limitConnectionWait } from './platform/database/connection/data-source.js';
import { DatabaseService } from './platform/database/database.service.js';
import { NestLog, openLog } from './platform/process/log.js';
import { onStop, roleOf } from './platform/process/run.js';
import { openStorage } from './platform/process/storage.js';

/**
 * The jobs process: the service without HTTP. It is started beside the web workers, or alone on another
 * machine.
 */
export async function startJobs(): Promise<void> {
  const runtime = new Runtime(readEnvironment(process.env));
  const logger = await openLog(runtime.environment);
  const underMain = roleOf(process.env) === 'web';
  if (!underMain) for (const line of warningsOf(process.env, runtime)) logger.warn(line);
  const storage = underMain
    ? undefined
    : await openStorage(runtime, 'visitor', schemaOfService(), (level, message) => logger[level](message));
  const app = await NestFactory.createApplicationContext(AppModule.with(runtime, { jobs: true }), {
    logger: new NestLog(logger),
    abortOnError: false,
  });
  limitConnectionWait(app.get(DatabaseService).dataSource);
  onStop(
    async () => {
      await app.close();
      await storage?.close();
    },
    underMain ? ['SIGTERM'] : undefined,
  );
}
