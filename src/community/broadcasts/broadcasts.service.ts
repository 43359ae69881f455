import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { pageJson, RawJson } from '../../platform/http/raw-json.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { BroadcastEventsService } from './broadcast-events.service.js';
import { BroadcastRepository } from './broadcast.repository.js';

@Injectable()
export class BroadcastsService {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly events: BroadcastEventsService,
    private readonly database: DatabaseService,
  ) {}

  /** The request also proves that the caller is there, which keeps the caller's own broadcast alive. */
  async listLive(userId: string, query: PageQuery): Promise<RawJson> {
    const page = await this.broadcasts.pageLive(userId, query);
    if (await this.broadcasts.isLive(userId)) {
      await this.database.transaction(() => Promise.resolve(this.broadcasts.touchHost(userId)));
    }
    return new RawJson(pageJson('broadcasts', page));
  }

  /** A host has one live broadcast; a second start returns it. */
  start(hostId: string): Promise<RawJson> {
    return this.database.transaction(async () => {
      const { is_new, ...broadcast } = await this.broadcasts.start(hostId);
      if (is_new) this.events.broadcastStarted(broadcast);
      return asAnswer(new RawJson(`{"broadcast":${broadcast.json}}`));
    });
  }

  stop(hostId: string): Promise<RawJson> {
    return this.database.transaction(async () => {
      const ended = await this.broadcasts.end(hostId);
      if (!ended) throw new Refusal(404, 'No live broadcast');
      this.events.broadcastEnded(ended, hostId);
      return new RawJson(`{"message":"Broadcast ended","broadcast":${ended.json}}`);
    });
  }

  /** Joining twice counts once. */
  join(id: string, userId: string): Promise<RawJson> {
    return this.database.transaction(async () => {
      const joined = await this.broadcasts.join(id, userId);
      if (!joined) throw notFound('Broadcast');
      if (joined.blocked) throw new Refusal(403, 'You cannot join this broadcast');
      if (joined.status !== 'live') throw new Refusal(409, 'Broadcast has ended');
      if (joined.is_new) this.events.viewerJoined(id, userId);
      this.broadcasts.touchHost(userId);
      return new RawJson(`{"viewer":${await this.broadcasts.showViewer(id, userId)}}`);
    });
  }

  /** Runs in the transaction that deletes or locks the account. */
  async removeUser(userId: string): Promise<void> {
    const ended = await this.broadcasts.end(userId);
    if (ended) {
      this.events.broadcastEnded(ended, userId);
      await this.events.broadcastOfRemovedHostEnded(ended);
    }
    for (const id of await this.broadcasts.listWatchedBy(userId)) this.events.viewersChanged(id);
  }

  exportOfUser(userId: string): ExportNode {
    return this.broadcasts.forExport(userId);
  }
}
