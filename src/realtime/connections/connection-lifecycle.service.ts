import { Injectable } from '@nestjs/common';
import { HubService } from '../hub/hub.service.js';
import { SubscriptionsService } from '../hub/subscriptions.service.js';
import { PresenceWatchersService } from '../hub/presence-watchers.service.js';
import type { Connection } from './connection.js';
import { ConnectionRegistry } from './connections.registry.js';
import type { Bearer } from './credentials.service.js';
import { CredentialChecksService } from './credential-checks.service.js';
import { ConnectionRecordsService } from './connection-records.service.js';

const RECONNECT_MS = 30_000;

/** Registers, authenticates and removes connections. */
@Injectable()
export class ConnectionLifecycleService {
  constructor(
    private readonly connections: ConnectionRegistry,
    private readonly hub: HubService,
    private readonly subscriptions: SubscriptionsService,
    private readonly presenceWatchers: PresenceWatchersService,
    private readonly credentialChecks: CredentialChecksService,
    private readonly records: ConnectionRecordsService,
  ) {}

  /** Runs at shutdown. Clients reconnect spread over half a minute instead of all at once. */
  closeAll(): void {
    for (const connection of this.connections.all) {
      connection.close(1012, Math.floor(Math.random() * RECONNECT_MS));
    }
  }

  /** Registers a connection that has no owner yet. */
  add(connection: Connection): void {
    connection.onClose = (closed) => this.remove(closed);
    this.connections.add(connection);
  }

  /**
   * The credential is checked again after the owner is registered: a revocation in between would not find the
   * connection.
   */
  async authenticate(connection: Connection, { caller, expiresAt }: Bearer): Promise<boolean> {
    await this.hub.start();
    if (connection.closed) return false;
    connection.expiresAt = expiresAt;
    this.connections.assign(connection, caller);
    this.records.recordOpened(connection);
    await this.credentialChecks.checkConnections([connection]);
    return !connection.closed;
  }

  /** The same user sent a newer credential. */
  async renew(connection: Connection, { caller, expiresAt }: Bearer): Promise<boolean> {
    connection.caller = caller;
    connection.expiresAt = expiresAt;
    this.records.recordOpened(connection);
    await this.credentialChecks.checkConnections([connection]);
    return !connection.closed;
  }

  private remove(connection: Connection): void {
    this.connections.remove(connection);
    this.subscriptions.unsubscribe(connection, [...connection.streams.keys()]);
    this.presenceWatchers.unwatchAll(connection);
    this.records.recordClosed(connection);
  }
}

export const readyFrame = (connection: Connection, streams: object[]) => ({
  op: 'ready',
  user_id: connection.caller?.id,
  expires_at: connection.expiresAt === null ? null : new Date(connection.expiresAt).toISOString(),
  streams,
});
