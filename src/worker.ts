import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readEnvironment } from './platform/config/environment.js';
import { NestLog, openLog } from './platform/process/log.js';
import { onStop, run } from './platform/process/run.js';
import { openStorage } from './platform/process/storage.js';
import { roleOf } from './platform/process/role.js';

/** The jobs process: everything but HTTP. Started beside the web workers, or by itself on another machine. */
await run(async () => {
  const config = readEnvironment(process.env);
  const logger = await openLog(config);
  const underMain = roleOf(process.env) === 'web';
  const storage = underMain
    ? undefined
    : await openStorage(config, 'visitor', (level, message) => logger[level](message));
  const app = await NestFactory.createApplicationContext(AppModule.with(config, { jobs: true }), {
    logger: new NestLog(logger),
    abortOnError: false,
  });
  onStop(
    async () => {
      await app.close();
      await storage?.close();
    },
    underMain ? ['SIGTERM'] : undefined,
  );
});
