import { Injectable } from '@nestjs/common';
import { type One, ExtensionsService } from '../../platform/extensions.service.js';
import type { Connection } from '../connections/connection.js';
import type { Envelope } from '../event-type.js';
import { Batch, Outgoing } from '../outgoing.js';
import { PresenceSource, type PresenceState } from '../extension-points.js';
import { ChannelsService } from './channels.service.js';

/** Knows which connections watch whose presence, and whether they may see it. */
@Injectable()
export class PresenceWatchersService {
  private readonly watchers = new Map<string, Set<Connection>>();

  private readonly presence: One<PresenceSource>;

  constructor(extensions: ExtensionsService, channels: ChannelsService) {
    this.presence = extensions.one(PresenceSource);
    channels.listeners.onPresence = (event) => this.deliverPresence(event);
  }

  /** Adds to the users that are watched already. A change during the check is delivered after the answer. */
  async watch(connection: Connection, ids: string[], answer: (presences: PresenceState[]) => void): Promise<void> {
    const viewer = connection.caller?.id as string;
    const watched = (connection.watchedUsers ??= new Map());
    for (const id of ids) {
      watched.set(id, {});
      this.watchers.set(id, (this.watchers.get(id) ?? new Set()).add(connection));
    }
    try {
      const seen = new Set(ids.length ? await this.presence.value.watchable(ids, viewer) : []);
      answer(ids.length ? await this.presence.value.of(ids, viewer) : []);
      if (connection.watchedUsers !== watched) return;
      for (const id of ids) this.startWatching(connection, id, seen.has(id));
    } catch (error) {
      this.unwatch(connection, ids);
      throw error;
    }
  }

  unwatchAll(connection: Connection): void {
    this.unwatch(connection, [...(connection.watchedUsers?.keys() ?? [])]);
    connection.watchedUsers = undefined;
  }

  /** Runs after a block or a deletion: checks what this user may see, and who may see this user. */
  async recheck(userId: string, own: Iterable<Connection>): Promise<void> {
    const pairs = [
      ...[...own].map((connection) => ({ connection, ids: [...(connection.watchedUsers?.keys() ?? [])] })),
      ...[...(this.watchers.get(userId) ?? [])].map((connection) => ({ connection, ids: [userId] })),
    ];
    for (const { connection, ids } of pairs) {
      const viewer = connection.caller?.id;
      if (!viewer || !ids.length) continue;
      const seen = new Set(await this.presence.value.watchable(ids, viewer));
      for (const id of ids) this.setVisible(connection, id, seen.has(id));
    }
  }

  private startWatching(connection: Connection, id: string, isSeen: boolean): void {
    const before = connection.watchedUsers?.get(id);
    connection.watchedUsers?.set(id, isSeen);
    const meanwhile = typeof before === 'object' ? before.meanwhile : undefined;
    if (meanwhile && isSeen) connection.deliver(new Batch([meanwhile]));
  }

  private unwatch(connection: Connection, ids: string[]): void {
    for (const id of ids) {
      connection.watchedUsers?.delete(id);
      const watchers = this.watchers.get(id);
      watchers?.delete(connection);
      if (!watchers?.size) this.watchers.delete(id);
    }
  }

  private setVisible(connection: Connection, id: string, isSeen: boolean): void {
    const before = connection.watchedUsers?.get(id);
    if (typeof before !== 'boolean') return;
    connection.watchedUsers?.set(id, isSeen);
    if (before && !isSeen) connection.deliver(new Batch([Outgoing.fromEvent(offlineEvent(id))]));
  }

  private deliverPresence(event: Envelope): void {
    const id = event.stream.slice('presence:'.length);
    const watchers = this.watchers.get(id);
    if (!watchers) return;
    const outgoing = Outgoing.fromEvent(event);
    const batch = new Batch([outgoing]);
    for (const connection of watchers) {
      const watched = connection.watchedUsers?.get(id);
      if (watched === true) connection.deliver(batch);
      else if (watched) watched.meanwhile = outgoing;
    }
  }
}

const offlineEvent = (user_id: string): Envelope => ({
  stream: `presence:${user_id}`,
  type: 'presence',
  at: new Date().toISOString(),
  actor_id: null,
  data: JSON.stringify({ user_id, status: 'offline', last_seen: null } satisfies PresenceState),
});
