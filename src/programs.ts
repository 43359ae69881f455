import { readEnvironment } from './platform/config/environment.js';
import { Runtime } from './platform/config/runtime.js';
import { settleAddress } from './platform/process/addresses.js';
import { openLog } from './platform/process/log.js';
import { print, run } from './platform/process/run.js';
import { startDatabase } from './platform/process/running-database.js';

/** What the processes of the service run. The build makes one file of it and all that it imports (decision 0033). */
export const programs = {
  /** The environment is checked before the service is loaded, and PostgreSQL starts while it is loaded. */
  server: () =>
    run(async () => {
      const runtime = new Runtime(readEnvironment(process.env));
      await settleAddress(runtime);
      const logger = await openLog(runtime.environment);
      const { launched, ready } = startDatabase(runtime, 'server', (level, message) => logger[level](message));
      await launched;
      const [{ startServer }, database] = await Promise.all([import('./server.js'), ready]);
      await startServer(runtime, logger, database);
    }),

  /** One of several processes that serve, started by the process `server`. */
  web: () =>
    run(async () => {
      const runtime = new Runtime(readEnvironment(process.env));
      const { startWorker } = await import('./server.js');
      await startWorker(runtime);
    }),

  jobs: () =>
    run(async () => {
      const { startJobs } = await import('./jobs-process.js');
      await startJobs();
    }),

  command: () =>
    run(async () => {
      const { runCommand } = await import('./commands.js');
      const { ok, text } = await runCommand(process.argv.slice(2), process.env);
      await print(text);
      process.exit(ok ? 0 : 1);
    }),
};

/** Loads all modules of all programs and starts nothing, for the build. */
export async function loadAll(): Promise<void> {
  await Promise.all([
    import('./server.js'),
    import('./jobs-process.js'),
    import('./commands.js'),
    import('./operator.js'),
    import('./platform/process/embedded-database.js'),
    import('@community-platform/processor-sandbox'),
  ]);
}
