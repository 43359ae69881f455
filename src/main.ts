import 'reflect-metadata';
import { AppModule } from './app.module.js';
import { readEnvironment } from './platform/config/environment.js';
import { openLog } from './platform/process/log.js';
import { onStop, run } from './platform/process/run.js';
import { serve } from './platform/process/serve.js';
import { openStorage } from './platform/process/storage.js';
import { announce, settleAddress } from './platform/process/addresses.js';

await run(async () => {
  const config = readEnvironment(process.env);
  const logger = await openLog(config);
  await settleAddress(config);
  const storage = await openStorage(config, 'server', (level, message) => logger[level](message));
  try {
    const service = await serve(AppModule.with(config, { jobs: true }), config, logger);
    onStop(async () => {
      await service.stop();
      await storage.close();
    });
    announce(config);
  } catch (error) {
    await storage.close();
    throw error;
  }
});
