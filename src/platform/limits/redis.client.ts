import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis as Client } from 'ioredis';
import { Environment } from '../config/environment.js';
import { ReadinessService } from '../http/health/readiness.service.js';

/** A Redis that hangs must not delay requests; they continue without it. */
const PATIENCE = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 500,
  disconnectTimeout: 200,
};

/** The shared Redis, if one is configured. It only accelerates: nothing permanent is stored only there. */
@Injectable()
export class RedisClient implements OnApplicationShutdown {
  readonly client: Client | undefined;

  constructor(environment: Environment, readiness: ReadinessService) {
    readiness.addCheck('redis', async () =>
      !this.client ? 'not configured' : (await this.isAnswering()) ? 'ok' : 'down',
    );
    if (!environment.redisUrl) return;
    const logger = new Logger('Redis');
    this.client = new Client(environment.redisUrl, PATIENCE);
    let told = false;
    this.client.on('error', (error: Error) => {
      if (!told) logger.warn(`Redis does not answer: ${error.message}`);
      told = true;
    });
    this.client.on('ready', () => (told = false));
  }

  private async isAnswering(): Promise<boolean> {
    return (await this.client?.ping()) === 'PONG';
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }
}
