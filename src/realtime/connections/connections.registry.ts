import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { MetricsService } from '../../platform/http/server/metrics.service.js';
import type { Control } from '../realtime.service.js';
import type { Connection } from './connection.js';

/** The most connections per user: all sessions together, and each API key. */
const MOST = { sessions: 10, key: 20 };

type Close = Extract<Control, { do: 'close' }>;

/** The connections of this process. */
@Injectable()
export class ConnectionRegistry {
  readonly all = new Set<Connection>();
  private readonly byUser = new Map<string, Set<Connection>>();

  constructor(metrics: MetricsService) {
    metrics.addGauge('realtime_connections', 'WebSockets and event streams that are open', () => this.all.size);
  }

  listByUser(userId: string): Iterable<Connection> {
    return this.byUser.get(userId) ?? [];
  }

  add(connection: Connection): void {
    this.all.add(connection);
  }

  /** Gives the connection its owner. Beyond the limit, the oldest connection is closed. */
  assign(connection: Connection, caller: Caller): void {
    connection.caller = caller;
    const owned = this.byUser.get(caller.id) ?? new Set();
    this.byUser.set(caller.id, owned.add(connection));
    const sameKind = [...owned].filter((one) => one.caller && kindOf(one.caller) === kindOf(caller));
    const most = 'key' in caller.via ? MOST.key : MOST.sessions;
    for (const oldest of sameKind.slice(0, Math.max(0, sameKind.length - most))) oldest.close(4409, null);
  }

  remove(connection: Connection): void {
    this.all.delete(connection);
    const id = connection.caller?.id;
    const owned = id && this.byUser.get(id);
    if (!owned) return;
    owned.delete(connection);
    if (!owned.size) this.byUser.delete(id);
  }

  closeMatching({ session_id, key_id, user_id, code }: Close): void {
    for (const connection of this.all) {
      const { caller } = connection;
      if (!caller) continue;
      const { session, key } = caller.via as { session?: string; key?: string };
      const isMeant =
        (session_id !== undefined && session === session_id) ||
        (key_id !== undefined && key === key_id) ||
        (user_id !== undefined && caller.id === user_id);
      if (isMeant) connection.close(code, null);
    }
  }
}

const kindOf = ({ via }: Caller) => ('key' in via ? via.key : 'sessions');
