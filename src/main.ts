import { readEnvironment } from './platform/config/environment.js';
import { Runtime } from './platform/config/runtime.js';
import { settleAddress } from './platform/process/addresses.js';
import { roleOf, run } from './platform/process/run.js';

/** The environment is checked before the service is loaded, which takes a second. */
await run(async () => {
  const runtime = new Runtime(readEnvironment(process.env));
  if (roleOf(process.env) === 'alone') await settleAddress(runtime);
  const { startServer } = await import('./server.js');
  await startServer(runtime);
});
