import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Metrics } from '../../platform/http/metrics.js';
import type { Control } from '../realtime.js';
import type { Connection } from './connection.js';

/** Of one user: by his sessions together, and by each of his API keys. */
const MOST = { sessions: 10, key: 20 };

type Close = Extract<Control, { do: 'close' }>;

/** Who is connected to this process. */
@Injectable()
export class Connections {
  readonly all = new Set<Connection>();
  private readonly byUser = new Map<string, Set<Connection>>();

  constructor(metrics: Metrics) {
    metrics.gauge('realtime_connections', 'WebSockets and event streams that are open', () => this.all.size);
  }

  of(userId: string): Iterable<Connection> {
    return this.byUser.get(userId) ?? [];
  }

  add(connection: Connection): void {
    this.all.add(connection);
  }

  /** The connection is his from now on. Where there are too many of them, the oldest goes. */
  own(connection: Connection, caller: Caller): void {
    connection.caller = caller;
    const his = this.byUser.get(caller.id) ?? new Set();
    this.byUser.set(caller.id, his.add(connection));
    const alike = [...his].filter((one) => one.caller && kindOf(one.caller) === kindOf(caller));
    const most = 'key' in caller.via ? MOST.key : MOST.sessions;
    for (const oldest of alike.slice(0, Math.max(0, alike.length - most))) oldest.close(4409, null);
  }

  remove(connection: Connection): void {
    this.all.delete(connection);
    const id = connection.caller?.id;
    const his = id && this.byUser.get(id);
    if (!his) return;
    his.delete(connection);
    if (!his.size) this.byUser.delete(id);
  }

  close({ session_id, key_id, user_id, code }: Close): void {
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
