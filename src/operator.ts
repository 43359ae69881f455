import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, schemaOfService } from './app.module.js';
import type { Config } from './platform/config/environment.js';
import { NestLog, openLog } from './platform/process/log.js';
import { openStorage } from './platform/process/storage.js';

/** Runs work on the service's data from the command line, beside a running server or without one. */
export async function asOperator<T>(config: Config, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const storage = await openStorage(config, 'visitor', schemaOfService(), quiet);
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

/** Brings the database up to date and returns the migrations that ran. */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const { migrated, close } = await openStorage(config, 'visitor', schemaOfService(), quiet);
  await close();
  return migrated;
}

/** The standard output is for the result, so only problems are printed, to the standard error. */
function quiet(level: 'info' | 'warn' | 'error', message: string): void {
  if (level !== 'info') process.stderr.write(`${message}\n`);
}
