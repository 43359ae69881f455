import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis as Client } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { RedisClient } from '../platform/limits/redis.client.js';
import type { Envelope } from './event-type.js';
import { CONTROL, type EventOutlet, RealtimeService } from './realtime.service.js';

const SHARDS = 64;
const CONTROL_CHANNEL = 'rt:control';
/** A subscriber that does not answer is given up after this time; the sweep finds what it misses. */
const SUBSCRIBER_OPTIONS = {
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

/** Carries events between processes if Redis is configured. It may lose events, as the log has all of them. */
@Injectable()
export class RedisBusClient implements EventOutlet, OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private readonly processId = randomUUID();
  private subscriber: Client | undefined;
  private readonly subscriptions = new Map<string, Promise<unknown>>();
  private onEvents: (events: Envelope[]) => void = () => undefined;
  private onRestored: () => void = () => undefined;

  constructor(
    realtime: RealtimeService,
    private readonly redis: RedisClient,
  ) {
    if (redis.client) realtime.addOutlet(this);
  }

  deliver(events: Envelope[]): void {
    for (const { stream, epoch, seq, type, at, actor_id, data } of events) {
      const head: Head = [this.processId, stream, epoch ?? null, seq ?? null, type, at, actor_id];
      const message = `${JSON.stringify(head)}\n${data}`;
      this.redis.client?.publish(channelOf(stream), message).catch(() => undefined);
    }
  }

  hasListeners(): boolean {
    return true;
  }

  /** Starts the subscriber. `onRestored` runs when events may have been missed. */
  connect(onEvents: (events: Envelope[]) => void, onRestored: () => void): void {
    this.onEvents = onEvents;
    this.onRestored = onRestored;
    if (!this.redis.client || this.subscriber) return;
    this.subscriber = this.redis.client.duplicate(SUBSCRIBER_OPTIONS);
    this.subscriber.on('error', () => undefined);
    this.subscriber.on('ready', () => void this.resubscribe());
    this.subscriber.on('message', (_channel: string, message: string) => this.receive(message));
  }

  /** After it resolves, no event of these streams is missed. While Redis is down, only the sweep finds them. */
  async subscribeTo(streams: string[]): Promise<void> {
    if (!this.subscriber) return;
    const wanted = new Set(streams.map(channelOf));
    await Promise.all([...wanted].map((channel) => this.subscriptions.get(channel) ?? this.subscribeChannel(channel)));
  }

  onApplicationShutdown(): void {
    this.subscriber?.disconnect();
  }

  private subscribeChannel(channel: string): Promise<unknown> {
    const subscribed = this.subscriber?.subscribe(channel).catch(() => undefined) ?? Promise.resolve();
    this.subscriptions.set(channel, subscribed);
    return subscribed;
  }

  private async resubscribe(): Promise<void> {
    try {
      if (this.subscriptions.size) await this.subscriber?.subscribe(...this.subscriptions.keys());
      this.onRestored();
    } catch (error) {
      this.logger.warn(`Redis subscription failed: ${String(error)}`);
    }
  }

  private receive(message: string): void {
    const line = message.indexOf('\n');
    const [from, stream, epoch, seq, type, at, actor_id] = JSON.parse(message.slice(0, line)) as Head;
    if (from === this.processId) return;
    const position = epoch === null || seq === null ? {} : { epoch, seq };
    this.onEvents([{ stream, ...position, type, at, actor_id, data: message.slice(line + 1) }]);
  }
}

const channelOf = (stream: string) => (stream === CONTROL ? CONTROL_CHANNEL : `rt:${crc32(stream) % SHARDS}`);
