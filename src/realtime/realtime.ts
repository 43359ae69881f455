import { Injectable, Logger } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { type Collector, Database } from '../platform/database/database.js';
import { RawJson } from '../platform/http/raw-json.js';
import { type Envelope, positionOf } from './envelope.js';
import type { EventType, Stream } from './event-type.js';
import { APPEND, LogRepository, RENEWED } from './log/log.repository.js';

type Said = Pick<Envelope, 'stream' | 'type' | 'actor_id' | 'data'>;

/** A stream of our own: what is no event for clients, and yet no process may miss. */
export const CONTROL = 'control';

/** What changes what goes to whom. */
export type Control =
  | { do: 'recheck'; stream?: string; user_id?: string }
  | { do: 'close'; session_id?: string; key_id?: string; user_id?: string; code: 4401 | 4403 };

/** Where events go once they are true: to the connections of this process, and to the other processes. */
export abstract class Outlet {
  abstract events(events: Envelope[]): void;
  /** Whether somebody may be listening there: where not, nobody has to look up what to tell. */
  abstract hears(stream: Stream): boolean;
}

/** How areas tell clients what happened. All of it happens with the COMMIT, or not at all. */
@Injectable()
export class Realtime {
  private readonly logger = new Logger('Realtime');
  private readonly outlets: Outlet[] = [];
  private readonly log: Collector<Said> = {
    statement: APPEND,
    values: (said) => [
      said.map(({ stream }) => stream),
      said.map(({ type }) => type),
      said.map(({ actor_id }) => actor_id),
      said.map(({ data }) => data),
    ],
    committed: (said, rows) => this.publish(said, rows),
  };

  constructor(
    private readonly database: Database,
    private readonly heads: LogRepository,
  ) {}

  attach(outlet: Outlet): void {
    this.outlets.push(outlet);
  }

  /** Inside the transaction that makes it true; its place in the stream is taken as the last thing of that. */
  emit<Data extends object>(
    type: EventType<Data>,
    stream: Stream | Stream[],
    data: Data | RawJson,
    actorId: string | null,
  ): void {
    if (!type.durable) throw new Error(`${type.name} is a hint`);
    for (const one of [stream].flat()) this.database.gather(this.log, said(type, one, data, actorId));
  }

  /**
   * For what a small GET tells as well: it is in no log, and whoever is not there misses it. What is durable on one
   * stream may be a hint on others.
   */
  hint<Data extends object>(
    type: EventType<Data>,
    stream: Stream | Stream[],
    data: Data | RawJson,
    actorId: string | null,
  ): void {
    const at = new Date().toISOString();
    const events = [stream].flat().map((one) => ({ ...said(type, one, data, actorId), at }));
    this.database.afterCommit(() => this.pass(events));
  }

  /** What the streams show has changed, by this transaction, beyond what events could tell: it is to be read again. */
  renew(streams: Stream[]): void {
    for (const stream of streams) {
      this.database.gather(this.log, { stream, type: RENEWED, actor_id: null, data: '{}' });
    }
  }

  hears(stream: Stream): boolean {
    return this.outlets.some((outlet) => outlet.hears(stream));
  }

  /** What somebody may read has changed, by this transaction, without an event that says so. */
  recheck(whose: { stream?: Stream; user_id?: string }): void {
    this.tell({ do: 'recheck', ...whose });
  }

  /** A credential has ended, by this transaction: 4401; or its owner was suspended or banned: 4403. */
  close(whose: { session_id?: string; key_id?: string; user_id?: string }, code: 4401 | 4403): void {
    this.tell({ do: 'close', ...whose, code });
  }

  /** For `X-Realtime-Position`: read before the data, so that an event may come twice and never not at all. */
  async position(stream: Stream): Promise<string> {
    return positionOf(await this.heads.head(stream));
  }

  private tell(control: Control): void {
    const said: Said = { stream: CONTROL, type: control.do, actor_id: null, data: JSON.stringify(control) };
    if (this.database.inTransaction()) return this.database.gather(this.log, said);
    this.database
      .transaction(() => Promise.resolve(this.database.gather(this.log, said)))
      .catch((error: unknown) => this.logger.error({ err: error }));
  }

  private publish(said: Said[], rows: QueryResultRow[]): void {
    const events = said.map((one, at) => ({
      ...one,
      ...(rows[at] as { epoch: string; seq: number; at: string }),
    }));
    this.pass(events);
  }

  private pass(events: Envelope[]): void {
    for (const outlet of this.outlets) outlet.events(events);
  }
}

const said = <Data extends object>(
  { name }: EventType<Data>,
  stream: Stream,
  data: Data | RawJson,
  actor_id: string | null,
): Said => ({
  stream,
  type: name,
  actor_id,
  data: data instanceof RawJson ? data.text : JSON.stringify(data),
});
