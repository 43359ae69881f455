import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import type { Envelope, Logged } from '../event-type.js';
import { LogRepository } from '../log/log.repository.js';
import { Batch, Outgoing } from '../outgoing.js';
import { ChannelsService, endingOf, ROOM_ADDED, type Reason } from './channels.service.js';
import type { Channel, Replay } from './channel.js';
import { GapRecoveryService } from './gap-recovery.service.js';
import { ConcurrencyLimitService } from './concurrency-limit.service.js';

const PAGE = 100;
const BACKPRESSURE_POLL_MS = 50;

interface ReplayStart {
  channel: Channel;
  connection: Connection;
  /** The sequence number after which events are delivered. */
  cursor: number;
  checkedAt: number;
}

/** Moves a subscription to the head of its stream: reads the log page by page until it meets the live events. */
@Injectable()
export class ReplayService {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly channels: ChannelsService,
    private readonly gapRecovery: GapRecoveryService,
    private readonly log: LogRepository,
    private readonly concurrencyLimit: ConcurrencyLimitService,
  ) {}

  start({ channel, connection, cursor, checkedAt }: ReplayStart): void {
    this.channels.leave(connection, channel.stream);
    if (cursor === channel.seq) return this.channels.join(connection, channel);
    const replay: Replay = { channel, connection, cursor, checkedAt, over: false };
    this.channels.addReplay(replay);
    this.run(replay).catch((error: unknown) => this.closeAfterError(replay, error));
  }

  private async run(replay: Replay): Promise<void> {
    const { channel, connection } = replay;
    while (!replay.over) {
      if (replay.cursor === channel.seq) return this.channels.finishReplay(replay);
      if (replay.cursor > channel.seq) await this.gapRecovery.recover(channel);
      else if (connection.underBackpressure) await sleep(BACKPRESSURE_POLL_MS);
      else this.deliverPage(replay, await this.readPage(replay));
    }
  }

  private readPage({ channel: { stream }, cursor }: Replay): Promise<Envelope[]> {
    return this.concurrencyLimit.run(() => this.log.listSince([{ stream, seq: cursor }], PAGE));
  }

  private deliverPage(replay: Replay, page: Envelope[]): void {
    const { channel, connection } = replay;
    if (replay.over) return;
    if (page[0]?.seq !== replay.cursor + 1) return this.resync(replay, 'expired');
    const events: Outgoing[] = [];
    const deliver = () => events.length && connection.deliver(new Batch(events.splice(0)));
    for (const event of page as Logged[]) {
      const ending = event.seq > replay.checkedAt ? endingOf(event) : undefined;
      replay.cursor = event.seq;
      if (ending && ending.user_id === connection.caller?.id) {
        deliver();
        return this.channels.unsubscribe(connection, channel.stream, ending.reason);
      }
      events.push(Outgoing.fromEvent(event));
      if (event.type === ROOM_ADDED && event.seq > replay.checkedAt) {
        this.channels.listeners.onRoomAdded(connection, event);
      }
      if (ending && !ending.user_id) {
        deliver();
        return this.channels.unsubscribe(connection, channel.stream, ending.reason);
      }
    }
    deliver();
  }

  /**
   * The log no longer has the missed events. The client has to read the state by GET and continues with live events.
   */
  private resync(replay: Replay, reason: Reason): void {
    this.channels.finishReplay(replay);
    this.channels.resync(replay.connection, replay.channel, reason);
  }

  /**
   * Without the log, nobody knows whether a durable event was lost, so the connection is closed and the client resumes.
   */
  private closeAfterError({ over, connection }: Replay, error: unknown): void {
    this.logger.warn(`replay failed, missed events cannot be read: ${String(error)}`);
    if (!over) connection.close(1012, 1_000);
  }
}
