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

  /** Beside those watched before. What changes while it is asked comes after the answer. */
  async watch(
    connection: Connection,
    ids: string[],
    answer: (presences: PresenceState[]) => void,
  ): Promise<void> {
    const viewer = connection.caller?.id as string;
    const watched = (connection.watched ??= new Map());
    for (const id of ids) {
      watched.set(id, {});
      this.watchers.set(id, (this.watchers.get(id) ?? new Set()).add(connection));
    }
    const [keeper] = this.declared.all(PresenceKeeper);
    try {
      const seen = new Set(ids.length && keeper ? await keeper.watchable(ids, viewer) : []);
      answer(ids.length && keeper ? await keeper.of(ids, viewer) : ids.map(nobody));
      if (connection.watched !== watched) return;
      for (const id of ids) this.begin(connection, id, seen.has(id));
    } catch (error) {
      this.stop(connection, ids);
      throw error;
    }
  }

  forget(connection: Connection): void {
    this.stop(connection, [...(connection.watched?.keys() ?? [])]);
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

  private begin(connection: Connection, id: string, isSeen: boolean): void {
    const before = connection.watched?.get(id);
    connection.watched?.set(id, isSeen);
    const meanwhile = typeof before === 'object' ? before.meanwhile : undefined;
    if (meanwhile && isSeen) connection.deliver(new Batch([meanwhile]));
  }

  private stop(connection: Connection, ids: string[]): void {
    for (const id of ids) {
      connection.watched?.delete(id);
      const watchers = this.watchers.get(id);
      watchers?.delete(connection);
      if (!watchers?.size) this.watchers.delete(id);
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
