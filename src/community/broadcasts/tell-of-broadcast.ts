import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { AtMost } from '../../realtime/at-most.js';
import { Realtime } from '../../realtime/realtime.js';
import { FollowersThere } from '../../social/follows/followers-there.js';
import { BROADCAST_ENDED, BROADCAST_STARTED, BROADCAST_VIEWERS } from './broadcast.events.js';
import { BroadcastRepository, type BroadcastRow } from './broadcast.repository.js';

const VIEWERS_MS = 5_000;

/** Who hears of a broadcast: its viewers, and the followers of its host who are there. */
@Injectable()
export class TellOfBroadcast {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly realtime: Realtime,
    private readonly atMost: AtMost,
    private readonly followers: FollowersThere,
    private readonly outbox: Outbox,
  ) {}

  started(broadcast: BroadcastRow): void {
    this.both(BROADCAST_STARTED, broadcast, broadcast.host_id);
  }

  /** `actorId` is null where it ended because its host was gone. */
  ended(broadcast: BroadcastRow, actorId: string | null): void {
    this.both(BROADCAST_ENDED, broadcast, actorId);
  }

  joined(broadcast_id: string, userId: string): void {
    this.outbox.record({ type: 'broadcast.joined', actor_id: userId, data: { broadcast_id } });
    this.counted(broadcast_id);
  }

  /** There are more viewers, or fewer. */
  counted(broadcast_id: string): void {
    this.atMost.atMost(`broadcast.viewers:${broadcast_id}`, VIEWERS_MS, () => void this.count(broadcast_id));
  }

  private both(
    type: typeof BROADCAST_STARTED,
    { id, host_id, json }: BroadcastRow,
    actorId: string | null,
  ): void {
    this.outbox.record({ type: type.name, actor_id: actorId, data: { broadcast_id: id, host_id } });
    const data = new RawJson(`{"broadcast":${json}}`);
    this.realtime.emit(type, `broadcast:${id}`, data, actorId);
    this.followers.tell(type, host_id, data, actorId);
  }

  /** Read when it is sent, so that the last one is true; where that fails, the next one is. */
  private async count(broadcast_id: string): Promise<void> {
    const count = await this.broadcasts.viewersCount(broadcast_id).catch(() => undefined);
    if (count === undefined) return;
    this.realtime.hint(BROADCAST_VIEWERS, `broadcast:${broadcast_id}`, { broadcast_id, count }, null);
  }
}
