import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis as Client } from 'ioredis';
import { Config } from '../config/environment.js';
import { Readiness } from '../http/health/readiness.js';

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
    this.client = new Client(config.redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
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
