import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis as Client } from 'ioredis';
import { Config } from '../config/environment.js';
import { Readiness } from '../http/health/readiness.js';

/** A Redis that hangs must not hold requests: whoever asks it goes on without it. */
const PATIENCE = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 500,
  disconnectTimeout: 200,
};

/** The shared Redis, where one is configured. It is an accelerator: nothing that must last lives only there. */
@Injectable()
export class Redis implements OnApplicationShutdown {
  readonly client: Client | undefined;

  constructor(config: Config, readiness: Readiness) {
    readiness.watch('redis', async () =>
      !this.client ? 'not configured' : (await this.answers()) ? 'ok' : 'down',
    );
    if (!config.redisUrl) return;
    const logger = new Logger('Redis');
    this.client = new Client(config.redisUrl, PATIENCE);
    let told = false;
    this.client.on('error', (error: Error) => {
      if (!told) logger.warn(`Redis does not answer: ${error.message}`);
      told = true;
    });
    this.client.on('ready', () => (told = false));
  }

  private async answers(): Promise<boolean> {
    return (await this.client?.ping()) === 'PONG';
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }
}
