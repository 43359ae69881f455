import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule, schemaOfService } from './app.module.js';
import type { Environment } from './platform/config/environment.js';
import { Runtime } from './platform/config/runtime.js';
import { NestLog, openLog } from './platform/process/log.js';
import { openStorage } from './platform/process/storage.js';

/** Runs work on the service's data from the command line, beside a running server or without one. */
export async function asOperator<T>(
  environment: Environment,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const runtime = new Runtime(environment);
  const storage = await openStorage(runtime, 'visitor', schemaOfService(), quiet);
  try {
    const logger = await openLog({ ...environment, logLevel: 'error' });
    const app = await NestFactory.createApplicationContext(AppModule.with(runtime, { jobs: false }), {
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
export async function migrateDatabase(environment: Environment): Promise<string[]> {
  const { migrated, checkpoint, close } = await openStorage(
    new Runtime(environment),
    'visitor',
    schemaOfService(),
    quiet,
  );
  if (migrated.length) await checkpoint();
  await close();
  return migrated;
}

/** The standard output is for the result, so only problems are printed, to the standard error. */
function quiet(level: 'info' | 'warn' | 'error', message: string): void {
  if (level !== 'info') process.stderr.write(`${message}\n`);
}
