import { Injectable } from '@nestjs/common';
import { AccountLockoutHook } from '../../account/users/account-deletion-hook.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { OnlineFollowersService } from '../../social/follows/online-followers.service.js';
import { BroadcastRepository } from './broadcast.repository.js';
import type { BroadcastAnswer, BroadcastEndedAnswer, LiveBroadcastsAnswer, ViewerAnswer } from './broadcasts.dto.js';
import {
  BROADCAST_VIEWERS,
  BroadcastEnded,
  BroadcastStarted,
  RemovedHostLeft,
  ViewerJoined,
} from './broadcasts.events.js';

export const notLive = refusal(404, 'No live broadcast');
export const cannotJoin = refusal(403, 'You cannot join this broadcast');
export const broadcastHasEnded = refusal(409, 'Broadcast has ended');

/** The shortest time between two counts that the viewers of a broadcast receive. */
const VIEWERS_INTERVAL_MS = 5_000;

@Injectable()
export class BroadcastsService extends AccountLockoutHook {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly followers: OnlineFollowersService,
    private readonly events: EventsService,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  /** The request also proves that the caller is there, which keeps the caller's own broadcast alive. */
  async listLive(userId: string, query: PageQuery): Promise<LiveBroadcastsAnswer> {
    const page = await this.broadcasts.pageLive(userId, query);
    if (await this.broadcasts.exists({ host_id: userId, status: 'live' })) {
      await this.database.transaction(() => Promise.resolve(this.broadcasts.touchHost(userId)));
    }
    return { broadcasts: page.rows, next_cursor: page.next_cursor };
  }

  /** A host has one live broadcast; a second start returns it. */
  start(hostId: string): Promise<BroadcastAnswer> {
    return this.database.transaction(async () => {
      const { is_new, ...broadcast } = await this.broadcasts.start(hostId);
      if (is_new) this.events.announce(BroadcastStarted, broadcast, hostId);
      return asAnswer({ broadcast });
    });
  }

  stop(hostId: string): Promise<BroadcastEndedAnswer> {
    return this.database.transaction(async () => {
      const ended = await this.broadcasts.end(hostId);
      if (!ended) throw notLive();
      this.events.announce(BroadcastEnded, ended, hostId);
      return { message: 'Broadcast ended', broadcast: ended };
    });
  }

  /** Joining twice counts once. */
  join(id: string, userId: string): Promise<ViewerAnswer> {
    return this.database.transaction(async () => {
      const joined = await this.broadcasts.join(id, userId);
      if (!joined) throw notFound('Broadcast');
      if (joined.blocked) throw cannotJoin();
      if (joined.status !== 'live') throw broadcastHasEnded();
      if (joined.is_new) {
        this.events.announce(ViewerJoined, { broadcast_id: id }, userId);
        this.sendViewersCount(id);
      }
      this.broadcasts.touchHost(userId);
      return { viewer: await this.broadcasts.findViewer(id, userId) };
    });
  }

  /** Before the account is deleted, banned or suspended. */
  async before(userId: string): Promise<void> {
    const ended = await this.broadcasts.end(userId);
    if (ended) {
      this.events.announce(BroadcastEnded, ended, userId);
      const streams = await this.followers.listStreams(userId);
      this.events.announce(RemovedHostLeft, { broadcast: ended, streams }, userId);
    }
    for (const id of await this.broadcasts.listWatchedBy(userId)) this.sendViewersCount(id);
  }

  private sendViewersCount(id: string): void {
    this.throttle.atMost(`broadcast.viewers:${id}`, VIEWERS_INTERVAL_MS, () => void this.sendCountNow(id));
  }

  /** Reads the count when it is sent, so the last hint is exact. A failed read is corrected by the next hint. */
  private async sendCountNow(broadcast_id: string): Promise<void> {
    const count = await this.broadcasts.countViewers(broadcast_id).catch(() => undefined);
    if (count === undefined) return;
    this.realtime.hint(BROADCAST_VIEWERS, `broadcast:${broadcast_id}`, { broadcast_id, count }, null);
  }
}
