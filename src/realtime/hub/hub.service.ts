import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import type { Envelope } from '../event-type.js';
import { CONTROL, type EventOutlet, RealtimeService } from '../realtime.service.js';
import { RedisBusClient } from '../redis-bus.client.js';
import { ChannelsService } from './channels.service.js';
import { GapRecoveryService } from './gap-recovery.service.js';

/**
 * The interval in which lost events are found. Without Redis, this is the only way between processes, so it is shorter.
 */
const SWEEP_MS = { withBus: 2_000, withoutBus: 750 };

/**
 * Receives the events of all processes and passes them to the channels of this process. It starts with the
 * first connection.
 */
@Injectable()
export class HubService implements EventOutlet, OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  /** True if the database knows other processes with connections. */
  hasOtherProcesses = false;
  private started: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly channels: ChannelsService,
    private readonly gapRecovery: GapRecoveryService,
    private readonly bus: RedisBusClient,
    realtime: RealtimeService,
    private readonly environment: Environment,
  ) {
    realtime.addOutlet(this);
  }

  deliver(events: Envelope[]): void {
    for (const event of events) this.channels.receive(event);
  }

  hasListeners(stream: string): boolean {
    return this.channels.all.has(stream);
  }

  start(): Promise<void> {
    return (this.started ??= this.connect().catch((error: unknown) => {
      this.started = undefined;
      throw error;
    }));
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async connect(): Promise<void> {
    this.bus.connect(
      (events) => this.deliver(events),
      () => void this.sweep(),
    );
    await this.gapRecovery.openChannels([CONTROL]);
    this.scheduleSweep();
  }

  private scheduleSweep(): void {
    if (this.stopped) return;
    const { redisUrl, workers } = this.environment;
    const ms = !redisUrl && (workers > 1 || this.hasOtherProcesses) ? SWEEP_MS.withoutBus : SWEEP_MS.withBus;
    this.timer = setTimeout(() => void this.sweep().finally(() => this.scheduleSweep()), ms).unref();
  }

  private async sweep(): Promise<void> {
    try {
      await this.gapRecovery.checkAllChannels();
    } catch (error) {
      if (!this.stopped) this.logger.warn(`sweep failed, the log does not answer: ${String(error)}`);
    }
  }
}
