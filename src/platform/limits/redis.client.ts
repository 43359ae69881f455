import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis as Client } from 'ioredis';
import type { Environment } from '../config/environment.js';
import type { ReadinessService } from '../http/health/readiness.service.js';

/** A Redis that hangs must not delay requests; they continue without it. */
const PATIENCE = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 500,
  disconnectTimeout: 200,
};

/** The shared Redis, if one is configured. It only accelerates: nothing permanent is stored only there. */
export class RedisClient implements OnApplicationShutdown {
  private constructor(
    readonly client: Client | undefined,
    readiness: ReadinessService,
  ) {
    readiness.addCheck('redis', async () =>
      !this.client ? 'not configured' : (await this.isAnswering()) ? 'ok' : 'down',
    );
  }

  /** The library is loaded only when a Redis is configured. */
  static async open({ redisUrl }: Environment, readiness: ReadinessService): Promise<RedisClient> {
    return new RedisClient(redisUrl ? await connect(redisUrl) : undefined, readiness);
  }

  private async isAnswering(): Promise<boolean> {
    return (await this.client?.ping()) === 'PONG';
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }
}

async function connect(url: string): Promise<Client> {
  const { Redis } = await import('ioredis');
  const logger = new Logger('Redis');
  const client = new Redis(url, PATIENCE);
  let told = false;
  client.on('error', (error: Error) => {
    if (!told) logger.warn(`Redis does not answer: ${error.message}`);
    told = true;
  });
  return client.on('ready', () => (told = false));
}
