import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { durable, hint } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { OnlineFollowersService } from '../../social/follows/online-followers.service.js';
import { BroadcastRepository, type BroadcastRow } from './broadcast.repository.js';
import { BroadcastAnswer, ViewersCount } from './broadcasts.dto.js';

/** Durable on the broadcast's stream; connected followers of the host receive the same event as a hint. */
const BROADCAST_STARTED = durable('broadcast.started', BroadcastAnswer);
const BROADCAST_ENDED = durable('broadcast.ended', BroadcastAnswer);
const BROADCAST_VIEWERS = hint('broadcast.viewers', ViewersCount);

/** The shortest time between two counts that the viewers of a broadcast receive. */
const VIEWERS_INTERVAL_MS = 5_000;

/** Announces broadcasts to their viewers and to the connected followers of their hosts. */
@Injectable()
export class BroadcastEventsService {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly followers: OnlineFollowersService,
    private readonly events: EventsService,
  ) {}

  broadcastStarted(broadcast: BroadcastRow): void {
    this.announce(BROADCAST_STARTED, broadcast, broadcast.host_id);
  }

  /** `actorId` is null when the broadcast ended because its host was away. */
  broadcastEnded(broadcast: BroadcastRow, actorId: string | null): void {
    this.announce(BROADCAST_ENDED, broadcast, actorId);
  }

  /**
   * Followers usually receive the end shortly after the COMMIT. The follows of a deleted host are gone by then, so
   * this reads the followers inside the transaction.
   */
  async broadcastOfRemovedHostEnded({ host_id, json }: BroadcastRow): Promise<void> {
    const data = new RawJson(`{"broadcast":${json}}`);
    this.realtime.hint(BROADCAST_ENDED, await this.followers.listStreams(host_id), data, host_id);
  }

  viewerJoined(broadcast_id: string, userId: string): void {
    this.events.record({ type: 'broadcast.joined', actor_id: userId, data: { broadcast_id } });
    this.viewersChanged(broadcast_id);
  }

  viewersChanged(broadcast_id: string): void {
    this.throttle.atMost(
      `broadcast.viewers:${broadcast_id}`,
      VIEWERS_INTERVAL_MS,
      () => void this.sendCount(broadcast_id),
    );
  }

  private announce(type: typeof BROADCAST_STARTED, { id, host_id, json }: BroadcastRow, actorId: string | null): void {
    this.events.record({ type: type.name, actor_id: actorId, data: { broadcast_id: id, host_id } });
    const data = new RawJson(`{"broadcast":${json}}`);
    this.realtime.emit(type, `broadcast:${id}`, data, actorId);
    this.followers.sendHint(type, host_id, data, actorId);
  }

  /** Reads the count when it is sent, so the last hint is exact. A failed read is corrected by the next hint. */
  private async sendCount(broadcast_id: string): Promise<void> {
    const count = await this.broadcasts.countViewers(broadcast_id).catch(() => undefined);
    if (count === undefined) return;
    this.realtime.hint(BROADCAST_VIEWERS, `broadcast:${broadcast_id}`, { broadcast_id, count }, null);
  }
}
