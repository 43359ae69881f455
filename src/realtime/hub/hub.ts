import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import type { Envelope } from '../envelope.js';
import { CONTROL, type Outlet, Realtime } from '../realtime.js';
import { RedisBus } from '../redis-bus.js';
import { Channels } from './channels.js';
import { Mender } from './mender.js';

/** What is lost between processes is found by then; where nothing is sent between them, this is the way. */
const SWEEP_MS = { found: 2_000, only: 750 };

/** Where what is said in any process comes to those who listen in this one. It sleeps until the first of them is here. */
@Injectable()
export class Hub implements Outlet, OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  /** Whether there are other processes that hold connections, as far as the database knows. */
  several = false;
  private started: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly channels: Channels,
    private readonly mender: Mender,
    private readonly bus: RedisBus,
    realtime: Realtime,
    private readonly config: Config,
  ) {
    realtime.attach(this);
  }

  events(events: Envelope[]): void {
    for (const event of events) this.channels.take(event);
  }

  hears(stream: string): boolean {
    return this.channels.all.has(stream);
  }

  start(): Promise<void> {
    return (this.started ??= this.begin().catch((error: unknown) => {
      this.started = undefined;
      throw error;
    }));
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async begin(): Promise<void> {
    this.bus.hear(
      (events) => this.events(events),
      () => void this.sweep(),
    );
    await this.mender.open([CONTROL]);
    this.sweepLater();
  }

  private sweepLater(): void {
    if (this.stopped) return;
    const { redisUrl, workers } = this.config;
    const ms = !redisUrl && (workers > 1 || this.several) ? SWEEP_MS.only : SWEEP_MS.found;
    this.timer = setTimeout(() => void this.sweep().finally(() => this.sweepLater()), ms).unref();
  }

  private async sweep(): Promise<void> {
    try {
      await this.mender.sweep();
    } catch (error) {
      if (!this.stopped) this.logger.warn(`the log does not answer: ${String(error)}`);
    }
  }
}
