import { Injectable, Logger } from '@nestjs/common';
import { StreamAccessService } from '../hub/stream-access.service.js';
import type { Channel } from '../hub/channel.js';
import { ChannelsService } from '../hub/channels.service.js';
import { PresenceWatchersService } from '../hub/presence-watchers.service.js';
import type { Caller } from '../../platform/access/access.js';
import { QueryBatcher } from '../../platform/database/query-batcher.js';
import type { Control } from '../realtime.service.js';
import type { Connection } from './connection.js';
import { ConnectionRegistry } from './connections.registry.js';
import { CredentialsRepository, keyOf, sessionOf, type CredentialState } from './credentials.repository.js';

const AT_ONCE = 5_000;

type Recheck = Extract<Control, { do: 'recheck' }>;

/** Closes connections whose credential ended, and ends subscriptions that are no longer allowed. */
@Injectable()
export class CredentialChecksService {
  private readonly logger = new Logger('Realtime');
  private readonly batcher = new QueryBatcher<Caller[], Map<string | null, CredentialState>>(async (lists) => {
    const standings = await this.credentials.listStates(lists.flat());
    const known = new Map(standings.map((one) => [one.session_id ?? one.key_id, one]));
    return lists.map(() => known);
  });

  constructor(
    private readonly connections: ConnectionRegistry,
    private readonly channels: ChannelsService,
    private readonly access: StreamAccessService,
    private readonly presenceWatchers: PresenceWatchersService,
    private readonly credentials: CredentialsRepository,
  ) {
    channels.listeners.onControl = (control) => {
      if (control.do === 'close') this.connections.closeMatching(control);
      else void this.recheck(control);
    };
  }

  /** Compares connections with the database. Finds revocations that no control event announced. */
  async checkConnections(connections: Iterable<Connection> = this.connections.all): Promise<void> {
    const owned = [...connections].flatMap((connection) => {
      const { caller } = connection;
      return caller ? [{ connection, caller }] : [];
    });
    for (let at = 0; at < owned.length; at += AT_ONCE) {
      const batch = owned.slice(at, at + AT_ONCE);
      const states = await this.batcher.query(batch.map(({ caller }) => caller));
      for (const { connection, caller } of batch) {
        // The credential was renewed during the check, and the renewal checked it.
        if (connection.caller !== caller) continue;
        applyState(connection, states.get(sessionOf(caller.via) ?? keyOf(caller.via)));
      }
    }
  }

  private async recheck({ stream, user_id }: Recheck): Promise<void> {
    try {
      const channel = stream === undefined ? undefined : this.channels.all.get(stream);
      const affected = user_id
        ? this.connections.listByUser(user_id)
        : channel
          ? subscribersOf(channel)
          : this.connections.all;
      await this.access.recheck([...(stream && !channel ? [] : affected)], { stream, user_id });
      if (user_id && !stream) {
        await this.presenceWatchers.recheck(user_id, this.connections.listByUser(user_id));
        await this.checkConnections([...this.connections.listByUser(user_id)]);
      }
      // Control events were lost, so everything is checked.
      if (!user_id && !stream) await this.checkConnections();
    } catch (error) {
      this.logger.error({ err: error as Error });
    }
  }
}

function applyState(connection: Connection, credential: CredentialState | undefined): void {
  if (!credential || credential.state === 'ended') return connection.close(4401, null);
  if (credential.state === 'barred') return connection.close(4403, null);
  if (credential.key_id) connection.expiresAt = credential.expires_at?.getTime() ?? null;
  if (connection.caller && credential.role) connection.caller = { ...connection.caller, role: credential.role };
}

const subscribersOf = (channel: Channel): Connection[] => [
  ...channel.subscribers,
  ...[...(channel.replays ?? [])].map(({ connection }) => connection),
];
