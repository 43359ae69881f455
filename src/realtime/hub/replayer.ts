import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import type { Envelope, Logged } from '../envelope.js';
import { LogRepository } from '../log/log.repository.js';
import { Batch, Outgoing } from '../outgoing.js';
import { Channels, endingOf, ROOM_ADDED, type Reason } from './channels.js';
import type { Channel } from './channel.js';
import { Mender } from './mender.js';
import type { Replay } from './replay.js';
import { Turns } from './turns.js';

const PAGE = 100;
const DRAIN_MS = 50;

interface Seat {
  channel: Channel;
  connection: Connection;
  /** The seq after which he wants to hear. */
  cursor: number;
  checkedAt: number;
}

/** Brings a subscription to where the stream is: by the log as far as needed, then with all the others. */
@Injectable()
export class Replayer {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly channels: Channels,
    private readonly mender: Mender,
    private readonly log: LogRepository,
    private readonly turns: Turns,
  ) {}

  seat({ channel, connection, cursor, checkedAt }: Seat): void {
    this.channels.leave(connection, channel.stream);
    if (cursor === channel.seq) return this.channels.join(connection, channel);
    const replay: Replay = { channel, connection, cursor, checkedAt, over: false };
    this.channels.begin(replay);
    this.run(replay).catch((error: unknown) => this.fail(replay, error));
  }

  private async run(replay: Replay): Promise<void> {
    const { channel, connection } = replay;
    while (!replay.over) {
      if (replay.cursor === channel.seq) return this.channels.finish(replay);
      if (replay.cursor > channel.seq) await this.mender.mend(channel);
      else if (connection.pressed) await sleep(DRAIN_MS);
      else this.give(replay, await this.read(replay));
    }
  }

  private read({ channel: { stream }, cursor }: Replay): Promise<Envelope[]> {
    return this.turns.take(() => this.log.since([{ stream, seq: cursor }], PAGE));
  }

  private give(replay: Replay, page: Envelope[]): void {
    const { channel, connection } = replay;
    if (replay.over) return;
    if (page[0]?.seq !== replay.cursor + 1) return this.lose(replay, 'expired');
    const events: Outgoing[] = [];
    const deliver = () => events.length && connection.deliver(new Batch(events.splice(0)));
    for (const event of page as Logged[]) {
      const ending = event.seq > replay.checkedAt ? endingOf(event) : undefined;
      replay.cursor = event.seq;
      if (ending && ending.user_id === connection.caller?.id) {
        deliver();
        return this.channels.drop(connection, channel.stream, ending.reason);
      }
      events.push(Outgoing.event(event));
      if (event.type === ROOM_ADDED && event.seq > replay.checkedAt) {
        this.channels.watchers.added(connection, event);
      }
      if (ending && !ending.user_id) {
        deliver();
        return this.channels.drop(connection, channel.stream, ending.reason);
      }
    }
    deliver();
  }

  /** What he misses is not there any more: he goes on with the others, and reads again. */
  private lose(replay: Replay, reason: Reason): void {
    this.channels.finish(replay);
    this.channels.lose(replay.connection, replay.channel, reason);
  }

  /** A durable event is sent, or the connection is closed: without the log it cannot be known which. */
  private fail({ over, connection }: Replay, error: unknown): void {
    this.logger.warn(`missed events cannot be read: ${String(error)}`);
    if (!over) connection.close(1012, 1_000);
  }
}
