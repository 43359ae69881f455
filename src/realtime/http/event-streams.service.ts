import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { invalid } from '../../platform/http/refusal.js';
import type { Bearer } from '../connections/credentials.service.js';
import { HeartbeatService } from '../connections/heartbeat.service.js';
import { readyFrame, ConnectionLifecycleService } from '../connections/connection-lifecycle.service.js';
import {
  type SubscriptionAnswer,
  fromNowOn,
  SubscriptionsService,
  type SubscriptionRequest,
} from '../hub/subscriptions.service.js';
import { type Head, LogRepository } from '../log/log.repository.js';
import { EventStream } from './event-stream.js';

export type Positions = Map<string, { epoch: string; since: number }>;

const POSITION = /^([a-z]+:[\w-]+);([\w-]+);(\d{1,15})$/;
const BEFORE_SECONDS = 60;

/** Parses positions such as `room:r1;p0aa;13`, separated by commas. */
export function readPositions(text: string, field: string): Positions {
  const positions: Positions = new Map();
  for (const part of text.split(',')) {
    const [, stream, epoch, since] = POSITION.exec(part.trim()) ?? [];
    if (!stream || !epoch) {
      throw invalid({ field, message: 'must be positions such as room:…;epoch;13, separated by commas' });
    }
    positions.set(stream, { epoch, since: Number(since) });
  }
  return positions;
}

/** Opens event streams: registers and authenticates the connection, then subscribes it. */
@Injectable()
export class EventStreamsService {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly lifecycle: ConnectionLifecycleService,
    private readonly subscriptions: SubscriptionsService,
    private readonly log: LogRepository,
    private readonly heartbeat: HeartbeatService,
  ) {}

  async open(
    response: Response,
    bearer: Bearer,
    streams: string[] | undefined,
    named: Positions | undefined,
  ): Promise<void> {
    const connection = new EventStream(response);
    this.lifecycle.add(connection);
    this.heartbeat.start();
    try {
      if (!(await this.lifecycle.authenticate(connection, bearer))) return;
      const wanted = (heads: Head[]) => (named ? this.findPositions(heads, named) : fromNowOn(heads));
      const ready = (answers: SubscriptionAnswer[]) => connection.send(readyFrame(connection, answers));
      if (streams) await this.subscriptions.resume(connection, streams, wanted, ready);
      else await this.subscriptions.subscribeDefaults(connection, wanted, ready);
    } catch (error) {
      this.logger.warn(`event stream closed after an error: ${String(error)}`);
      connection.close(1012, 1_000);
    }
  }

  /**
   * Streams without a given position continue one minute before the newest event that the client names, so an event may
   * arrive twice but is never lost. If the log no longer has that event, they continue from the first event of the log.
   */
  private async findPositions(heads: Head[], named: Positions): Promise<SubscriptionRequest[]> {
    const unnamed = heads.filter(({ stream }) => !named.has(stream)).map(({ stream }) => stream);
    const given = [...named].map(([stream, { since }]) => ({ stream, seq: since }));
    const at = unnamed.length ? await this.log.findNewestTime(given) : undefined;
    const before = at ? await this.log.listPositionsBefore(unnamed, at, BEFORE_SECONDS) : new Map<string, number>();
    return heads.map(({ stream, epoch, seq }) => {
      const since = at ? (before.get(stream) ?? seq) : 0;
      return { stream, position: named.get(stream) ?? { epoch, since } };
    });
  }
}
