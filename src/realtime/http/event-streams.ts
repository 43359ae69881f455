import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { Bearer } from '../connections/credentials.js';
import { Pulse } from '../connections/pulse.js';
import { readyFrame, Reception } from '../connections/reception.js';
import { type Answer, fromNowOn, Subscriptions } from '../hub/subscriptions.js';
import type { Head } from '../log/log.repository.js';
import { EventStream } from './event-stream.js';
import { type Positions, ResumeAll } from './positions.js';

/** Streams of events from their head to their end. */
@Injectable()
export class EventStreams {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly reception: Reception,
    private readonly subscriptions: Subscriptions,
    private readonly resuming: ResumeAll,
    private readonly pulse: Pulse,
  ) {}

  async open(
    response: Response,
    bearer: Bearer,
    streams: string[] | undefined,
    named: Positions | undefined,
  ): Promise<void> {
    const connection = new EventStream(response);
    this.reception.arrive(connection);
    this.pulse.start();
    try {
      if (!(await this.reception.admit(connection, bearer))) return;
      const wanted = (heads: Head[]) => (named ? this.resuming.wanted(heads, named) : fromNowOn(heads));
      const ready = (answers: Answer[]) => connection.send(readyFrame(connection, answers));
      if (streams) await this.subscriptions.resume(connection, streams, wanted, ready);
      else await this.subscriptions.welcome(connection, wanted, ready);
    } catch (error) {
      this.logger.warn(`a stream of events is closed: ${String(error)}`);
      connection.close(1012, 1_000);
    }
  }
}
