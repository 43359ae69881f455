import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Declared } from '../../platform/declared.js';
import { Departed } from '../departed.port.js';
import { Hub } from '../hub/hub.js';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import { keyOf, sessionOf } from './credentials.repository.js';
import { RosterRepository } from './roster.repository.js';

const BATCH_MS = 200;
const SEEN_MS = 10_000;
const DEPART_MS = 5_000;
/** So long after his last connection somebody is gone. */
const AWAY_SECONDS = 60;
const DEPARTED_AT_ONCE = 500;

/** Writes down who is connected, for all processes to know: in batches, as there are many. */
@Injectable()
export class Roster implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private readonly instance = randomUUID();
  private opening = new Set<Connection>();
  private closing: { id: string; user_id: string; at: number }[] = [];
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private seenAt = 0;
  private departedAt = 0;

  constructor(
    private readonly repository: RosterRepository,
    private readonly connections: Connections,
    private readonly database: Database,
    private readonly declared: Declared,
    private readonly hub: Hub,
  ) {}

  opened(connection: Connection): void {
    this.opening.add(connection);
    this.writeSoon();
  }

  renewed(connection: Connection): void {
    this.opened(connection);
  }

  closed(connection: Connection): void {
    const { id, caller } = connection;
    if (!caller) return;
    this.opening.delete(connection);
    this.closing.push({ id, user_id: caller.id, at: Date.now() });
    this.writeSoon();
  }

  /** Called every second. */
  async tick(now: number): Promise<void> {
    if (this.opening.size || this.closing.length) this.writeSoon();
    if (!this.seenAt) return;
    if (now - this.seenAt >= SEEN_MS) await this.seen(now);
    const replaced = new Set(await this.repository.replaced(this.instance));
    for (const connection of replaced.size ? this.connections.all : []) {
      if (replaced.has(connection.id)) connection.close(4409, null);
    }
    if (now - this.departedAt < DEPART_MS) return;
    this.departedAt = now;
    await this.depart();
  }

  /** Everybody has left when a process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.seenAt) return;
    await this.database.transaction(() => this.repository.leave(this.instance)).catch(() => undefined);
  }

  /** What of all processes is over. */
  async keep(): Promise<void> {
    await this.database.transaction(async () => {
      await this.repository.bury();
      await this.repository.forget();
    });
    await this.depart();
  }

  /** Those who did not come back: told in the transaction that notes it, so that it is told once. */
  async depart(seconds = AWAY_SECONDS): Promise<void> {
    const some = () => this.database.transaction(() => this.departed(seconds));
    while ((await some()) === DEPARTED_AT_ONCE);
  }

  private async departed(seconds: number): Promise<number> {
    const left = await this.repository.departed(seconds, DEPARTED_AT_ONCE);
    const gone = left.flatMap(({ back, ...departure }) => (back ? [] : [departure]));
    if (gone.length) for (const one of this.declared.all(Departed)) await one.departed(gone);
    return left.length;
  }

  private async seen(now: number): Promise<void> {
    const { fresh, several } = await this.database.transaction(() => this.repository.seen(this.instance));
    if (fresh && this.seenAt) for (const connection of this.connections.all) this.opening.add(connection);
    this.hub.several = several;
    this.seenAt = now;
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.writing = (this.writing ?? Promise.resolve())
        .then(() => this.write())
        .catch((error: unknown) => this.logger.warn(`who is connected was not written: ${String(error)}`));
    }, BATCH_MS);
  }

  private async write(): Promise<void> {
    if (!this.seenAt) await this.seen(Date.now());
    const opened = [...this.opening];
    const { closing } = this;
    this.opening = new Set();
    this.closing = [];
    try {
      await this.database.transaction(async () => {
        const now = Date.now();
        const closed = closing.map(({ at, ...one }) => ({ ...one, ago: now - at }));
        // First those who left: they are not counted against those who came.
        if (closed.length) await this.repository.close(closed);
        const here = opened.filter((connection) => !connection.closed);
        if (here.length) await this.repository.open(this.instance, here.flatMap(rowOf));
      });
    } catch (error) {
      for (const connection of opened) if (!connection.closed) this.opening.add(connection);
      this.closing.push(...closing);
      throw error;
    }
  }
}

function rowOf({ id, caller, openedAt }: Connection) {
  if (!caller) return [];
  const { via } = caller;
  const opened_at = new Date(openedAt);
  return [{ id, user_id: caller.id, session_id: sessionOf(via), key_id: keyOf(via), opened_at }];
}
