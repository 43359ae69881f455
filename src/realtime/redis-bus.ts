import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis as Client } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Config } from '../platform/config/environment.js';
import { Redis } from '../platform/limits/redis.js';
import type { Envelope } from './envelope.js';
import { CONTROL, type Outlet, Realtime } from './realtime.js';

const SHARDS = 64;
const CONTROL_CHANNEL = 'rt:control';
/** A subscriber that does not hear is waited for so long; the sweep finds what it misses. */
const PATIENCE = {
  connectTimeout: 2_000,
  autoResubscribe: false,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  disconnectTimeout: 200,
  commandTimeout: 500,
  retryStrategy: (times: number) => Math.min(times * 100, 1_000),
};

type Head = [
  from: string,
  stream: string,
  epoch: string | null,
  seq: number | null,
  type: string,
  at: string,
  actor: string | null,
];

/** Carries events between processes, where there is a Redis: it may lose anything, the log does not. */
@Injectable()
export class RedisBus implements Outlet, OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private readonly own = randomUUID();
  private subscriber: Client | undefined;
  private readonly channels = new Map<string, Promise<unknown>>();
  private heard: (events: Envelope[]) => void = () => undefined;
  private restored: () => void = () => undefined;

  constructor(
    realtime: Realtime,
    private readonly redis: Redis,
    private readonly config: Config,
  ) {
    if (redis.client) realtime.attach(this);
  }

  events(events: Envelope[]): void {
    for (const { stream, epoch, seq, type, at, actor_id, data } of events) {
      const head: Head = [this.own, stream, epoch ?? null, seq ?? null, type, at, actor_id];
      const message = `${JSON.stringify(head)}\n${data}`;
      this.redis.client?.publish(channelOf(stream), message).catch(() => undefined);
    }
  }

  hears(): boolean {
    return true;
  }

  /** Begins to listen: `restored` is told when something may have been missed. */
  hear(heard: (events: Envelope[]) => void, restored: () => void): void {
    this.heard = heard;
    this.restored = restored;
    if (!this.config.redisUrl || this.subscriber) return;
    this.subscriber = new Client(this.config.redisUrl, PATIENCE);
    this.subscriber.on('error', () => undefined);
    this.subscriber.on('ready', () => void this.resume());
    this.subscriber.on('message', (_channel: string, message: string) => this.receive(message));
  }

  /** When it resolves nothing is missed from now on, unless Redis is away: then the sweep is all there is. */
  async listen(streams: string[]): Promise<void> {
    if (!this.subscriber) return;
    const wanted = new Set(streams.map(channelOf));
    await Promise.all([...wanted].map((channel) => this.channels.get(channel) ?? this.subscribe(channel)));
  }

  onApplicationShutdown(): void {
    this.subscriber?.disconnect();
  }

  private subscribe(channel: string): Promise<unknown> {
    const subscribed = this.subscriber?.subscribe(channel).catch(() => undefined) ?? Promise.resolve();
    this.channels.set(channel, subscribed);
    return subscribed;
  }

  private async resume(): Promise<void> {
    try {
      if (this.channels.size) await this.subscriber?.subscribe(...this.channels.keys());
      this.restored();
    } catch (error) {
      this.logger.warn(`Redis is not listened to: ${String(error)}`);
    }
  }

  private receive(message: string): void {
    const line = message.indexOf('\n');
    const [from, stream, epoch, seq, type, at, actor_id] = JSON.parse(message.slice(0, line)) as Head;
    if (from === this.own) return;
    const position = epoch === null || seq === null ? {} : { epoch, seq };
    this.heard([{ stream, ...position, type, at, actor_id, data: message.slice(line + 1) }]);
  }
}

const channelOf = (stream: string) => (stream === CONTROL ? CONTROL_CHANNEL : `rt:${crc32(stream) % SHARDS}`);
