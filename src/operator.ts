import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config/environment.js';
import { NestLog, openLog } from './platform/process/log.js';
import { openStorage } from './platform/process/storage.js';

/** Works on the service's data from the machine itself: beside a running server, or without one. */
export async function asOperator<T>(
  config: Config,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(config, 'visitor', quiet);
  try {
    const logger = await openLog({ ...config, logLevel: 'error' });
    const app = await NestFactory.createApplicationContext(AppModule.with(config, { jobs: false }), {
      logger: new NestLog(logger),
      abortOnError: false,
    });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await storage.close();
  }
}

/** Brings the database up to date; tells which migrations ran. */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const { migrated, close } = await openStorage(config, 'visitor', quiet);
  await close();
  return migrated;
}

/** Standard output is the result; only what goes wrong is told besides. */
function quiet(level: 'info' | 'warn' | 'error', message: string): void {
  if (level !== 'info') process.stderr.write(`${message}\n`);
}
