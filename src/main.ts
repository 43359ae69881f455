import { readEnvironment } from './platform/config/environment.js';
import { settleAddress } from './platform/process/addresses.js';
import { run } from './platform/process/run.js';
import { roleOf } from './platform/process/role.js';

/** What is wrong with the environment is said at once: the service itself takes a second to load. */
await run(async () => {
  const config = readEnvironment(process.env);
  if (roleOf(process.env) === 'alone') await settleAddress(config);
  const { startServer } = await import('./server.js');
  await startServer(config);
});
