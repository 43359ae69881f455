import { Injectable } from '@nestjs/common';
import { Declared } from '../../platform/declared.js';
import type { Connection } from '../connections/connection.js';
import type { Envelope } from '../envelope.js';
import { Batch, Outgoing } from '../outgoing.js';
import { PresenceKeeper, type PresenceState } from '../presence-keeper.port.js';
import { Channels } from './channels.js';

/** Whose presence is watched by whom, as far as they may see each other. */
@Injectable()
export class Watching {
  private readonly watchers = new Map<string, Set<Connection>>();

  constructor(
    private readonly declared: Declared,
    channels: Channels,
  ) {
    channels.watchers.presence = (event) => this.tell(event);
  }

  /** In the place of those watched before. What changes while it is asked comes after the answer. */
  async watch(
    connection: Connection,
    ids: string[],
    answer: (presences: PresenceState[]) => void,
  ): Promise<void> {
    this.forget(connection);
    const viewer = connection.caller?.id as string;
    const watched = (connection.watched = new Map(ids.map((id) => [id, {}])));
    for (const id of ids) this.watchers.set(id, (this.watchers.get(id) ?? new Set()).add(connection));
    const [keeper] = this.declared.all(PresenceKeeper);
    const seen = new Set(ids.length && keeper ? await keeper.watchable(ids, viewer) : []);
    const states = ids.length && keeper ? await keeper.of(ids, viewer) : ids.map(nobody);
    answer(states);
    if (connection.watched !== watched) return;
    for (const [id, { meanwhile }] of watched as Map<string, { meanwhile?: Outgoing }>) {
      connection.watched.set(id, seen.has(id));
      if (meanwhile && seen.has(id)) connection.deliver(new Batch([meanwhile]));
    }
  }

  forget(connection: Connection): void {
    for (const id of connection.watched?.keys() ?? []) {
      const watchers = this.watchers.get(id);
      watchers?.delete(connection);
      if (!watchers?.size) this.watchers.delete(id);
    }
    connection.watched = undefined;
  }

  /** Somebody was blocked, or is no more: who may hear of him, and of whom he may. */
  async recheck(userId: string, own: Iterable<Connection>): Promise<void> {
    const pairs = [
      ...[...own].map((connection) => ({ connection, ids: [...(connection.watched?.keys() ?? [])] })),
      ...[...(this.watchers.get(userId) ?? [])].map((connection) => ({ connection, ids: [userId] })),
    ];
    const [keeper] = this.declared.all(PresenceKeeper);
    for (const { connection, ids } of keeper ? pairs : []) {
      const viewer = connection.caller?.id;
      if (!viewer || !ids.length) continue;
      const seen = new Set(await keeper?.watchable(ids, viewer));
      for (const id of ids) this.change(connection, id, seen.has(id));
    }
  }

  private change(connection: Connection, id: string, isSeen: boolean): void {
    const before = connection.watched?.get(id);
    if (typeof before !== 'boolean') return;
    connection.watched?.set(id, isSeen);
    if (before && !isSeen) connection.deliver(new Batch([Outgoing.event(vanished(id))]));
  }

  private tell(event: Envelope): void {
    const id = event.stream.slice('presence:'.length);
    const watchers = this.watchers.get(id);
    if (!watchers) return;
    const outgoing = Outgoing.event(event);
    const batch = new Batch([outgoing]);
    for (const connection of watchers) {
      const watched = connection.watched?.get(id);
      if (watched === true) connection.deliver(batch);
      else if (watched) watched.meanwhile = outgoing;
    }
  }
}

const nobody = (user_id: string): PresenceState => ({ user_id, status: 'offline', last_seen: null });

const vanished = (userId: string): Envelope => ({
  stream: `presence:${userId}`,
  type: 'presence',
  at: new Date().toISOString(),
  actor_id: null,
  data: JSON.stringify(nobody(userId)),
});
