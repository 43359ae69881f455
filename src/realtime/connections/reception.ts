import { Injectable } from '@nestjs/common';
import { Hub } from '../hub/hub.js';
import { Subscriptions } from '../hub/subscriptions.js';
import { Watching } from '../hub/watching.js';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import type { Bearer } from './credentials.js';
import { Gatekeeper } from './gatekeeper.js';
import { Roster } from './roster.js';

const COME_BACK_MS = 30_000;

/** How connections come and go. */
@Injectable()
export class Reception {
  constructor(
    private readonly connections: Connections,
    private readonly hub: Hub,
    private readonly subscriptions: Subscriptions,
    private readonly watching: Watching,
    private readonly gatekeeper: Gatekeeper,
    private readonly roster: Roster,
  ) {}

  /** A restart: they come back spread over half a minute, and not all at once. */
  dismiss(): void {
    for (const connection of this.connections.all) {
      connection.close(1012, Math.floor(Math.random() * COME_BACK_MS));
    }
  }

  /** It is open, and nobody's yet. */
  arrive(connection: Connection): void {
    connection.onClose = (closed) => this.leave(closed);
    this.connections.add(connection);
  }

  /** Looked at once more when it is known whose it is: what ended meanwhile would not find it otherwise. */
  async admit(connection: Connection, { caller, expiresAt }: Bearer): Promise<boolean> {
    await this.hub.start();
    if (connection.closed) return false;
    connection.expiresAt = expiresAt;
    this.connections.own(connection, caller);
    this.roster.opened(connection);
    await this.gatekeeper.look([connection]);
    return !connection.closed;
  }

  /** The same person came with a newer credential. */
  async renew(connection: Connection, { caller, expiresAt }: Bearer): Promise<boolean> {
    connection.caller = caller;
    connection.expiresAt = expiresAt;
    this.roster.renewed(connection);
    await this.gatekeeper.look([connection]);
    return !connection.closed;
  }

  private leave(connection: Connection): void {
    this.connections.remove(connection);
    this.subscriptions.unsubscribe(connection, [...connection.streams.keys()]);
    this.watching.forget(connection);
    this.roster.closed(connection);
  }
}

export const readyFrame = (connection: Connection, streams: object[]) => ({
  op: 'ready',
  user_id: connection.caller?.id,
  expires_at: connection.expiresAt === null ? null : new Date(connection.expiresAt).toISOString(),
  streams,
});
