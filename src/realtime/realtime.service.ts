import { Injectable, Logger } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { DatabaseService } from '../platform/database/database.service.js';
import type { Collector } from '../platform/database/connection/transaction-unit.js';
import { RawJson } from '../platform/http/raw-json.js';
import { type Envelope, type Logged, positionOf, type EventType, type Stream } from './event-type.js';
import { columnsOf } from '../platform/database/sql.js';
import { APPEND, LogRepository, RENEWED } from './log/log.repository.js';

type UnloggedEvent = Pick<Envelope, 'stream' | 'type' | 'actor_id' | 'data'>;

/** An internal stream: its entries are not events for clients, but every process must receive them. */
export const CONTROL = 'control';

/** Commands that change who receives what. */
export type Control =
  | { do: 'recheck'; stream?: string; user_id?: string }
  | { do: 'close'; session_id?: string; key_id?: string; user_id?: string; code: 4401 | 4403 };

/** Receives events after their COMMIT: one outlet serves the connections of this process, one the other processes. */
export abstract class EventOutlet {
  abstract deliver(events: Envelope[]): void;
  /** False if there can be no subscriber, so callers can skip building the payload. */
  abstract hasListeners(stream: Stream): boolean;
}

/** The realtime interface of all areas. Everything takes effect with the COMMIT, or not at all. */
@Injectable()
export class RealtimeService {
  private readonly logger = new Logger('Realtime');
  private readonly outlets: EventOutlet[] = [];
  private readonly logCollector: Collector<UnloggedEvent> = {
    isLast: true,
    statements: (events) => [
      {
        statement: APPEND,
        values: columnsOf(events, 'stream', 'type', 'actor_id', 'data'),
        committed: (rows) => this.publishLogged(events, rows),
      },
    ],
  };

  constructor(
    private readonly database: DatabaseService,
    private readonly logRepository: LogRepository,
  ) {}

  addOutlet(outlet: EventOutlet): void {
    this.outlets.push(outlet);
  }

  /**
   * Appends a durable event to the log. Must run in the transaction that makes the event true; the sequence
   * number is taken at its end.
   */
  emit<Data extends object>(
    type: EventType<Data>,
    stream: Stream | Stream[],
    data: Data | RawJson,
    actorId: string | null,
  ): void {
    if (!type.durable) throw new Error(`${type.name} is a hint`);
    for (const one of [stream].flat()) this.database.gather(this.logCollector, unlogged(type, one, data, actorId));
  }

  /**
   * Sends state that a small GET returns as well. A hint is not in the log, so clients that are not connected
   * miss it. A type that is durable on one stream may be a hint on others.
   */
  hint<Data extends object>(
    type: EventType<Data>,
    stream: Stream | Stream[],
    data: Data | RawJson,
    actorId: string | null,
  ): void {
    const at = new Date().toISOString();
    const events = [stream].flat().map((one) => ({ ...unlogged(type, one, data, actorId), at }));
    this.database.afterCommit(() => this.deliver(events));
  }

  /**
   * Starts a new epoch: this transaction changed more than events could describe, and clients have to read
   * the state again.
   */
  renew(streams: Stream[]): void {
    for (const stream of streams) {
      this.database.gather(this.logCollector, { stream, type: RENEWED, actor_id: null, data: '{}' });
    }
  }

  hears(stream: Stream): boolean {
    return this.outlets.some((outlet) => outlet.hasListeners(stream));
  }

  /** This transaction changed what a user may read, or who may read a stream, without an event that says so. */
  recheck(whose: { stream?: Stream; user_id?: string }): void {
    this.sendControl({ do: 'recheck', ...whose });
  }

  /** This transaction ended a credential (4401), or suspended or banned its owner (4403). */
  close(whose: { session_id?: string; key_id?: string; user_id?: string }, code: 4401 | 4403): void {
    this.sendControl({ do: 'close', ...whose, code });
  }

  /** For `X-Realtime-Position`. It is read before the data, so that an event may arrive twice but is never lost. */
  async position(stream: Stream): Promise<string> {
    return positionOf(await this.logRepository.findHead(stream));
  }

  private sendControl(control: Control): void {
    const event: UnloggedEvent = {
      stream: CONTROL,
      type: control.do,
      actor_id: null,
      data: JSON.stringify(control),
    };
    if (this.database.inTransaction()) return this.database.gather(this.logCollector, event);
    this.database
      .transaction(() => Promise.resolve(this.database.gather(this.logCollector, event)))
      .catch((error: unknown) => this.logger.error({ err: error }));
  }

  private publishLogged(unloggedEvents: UnloggedEvent[], rows: QueryResultRow[]): void {
    const positions = rows as Pick<Logged, 'epoch' | 'seq' | 'at'>[];
    this.deliver(unloggedEvents.map((one, at) => ({ ...one, ...positions[at] }) as Logged));
  }

  private deliver(events: Envelope[]): void {
    for (const outlet of this.outlets) outlet.deliver(events);
  }
}

const unlogged = <Data extends object>(
  { name }: EventType<Data>,
  stream: Stream,
  data: Data | RawJson,
  actor_id: string | null,
): UnloggedEvent => ({
  stream,
  type: name,
  actor_id,
  data: data instanceof RawJson ? data.text : JSON.stringify(data),
});
