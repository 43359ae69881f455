import { Injectable } from '@nestjs/common';
import { type Effect, effectOf } from '../../events/define-event.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { EventType, Stream } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { FollowRepository } from './follow.repository.js';

/** Connection records are written in batches, so a follower who has just connected is in the table only later. */
const CONNECTION_RECORD_DELAY_MS = 300;

/** Sends hints to the followers of a user who are connected. Users with more than 5,000 followers have no hints. */
@Injectable()
export class OnlineFollowersService {
  constructor(
    private readonly follows: FollowRepository,
    private readonly realtime: RealtimeService,
    private readonly database: DatabaseService,
  ) {}

  /** Shortly after the COMMIT, in the background. A lost hint does no harm, because clients also read the feed. */
  sendHint<Data extends object>(type: EventType<Data>, userId: string, data: Data, actorId: string | null = userId) {
    const send = async () => {
      this.realtime.hint(type, await this.listStreams(userId).catch(() => []), data, actorId);
    };
    this.database.afterCommit(() => {
      setTimeout(() => void send(), CONNECTION_RECORD_DELAY_MS).unref();
    });
  }

  /** The streams of the connected followers now, for hints that are sent after the follows are deleted. */
  async listStreams(userId: string): Promise<Stream[]> {
    return (await this.follows.listOnlineFollowers(userId)).map((id): Stream => `user:${id}`);
  }
}

/** Sends a hint to the followers who are connected; the actor is the followed user. */
export const hintFollowers = <Data extends object>(type: EventType<Data>, userId: string, data: Data): Effect =>
  effectOf(OnlineFollowersService, (followers) => followers.sendHint(type, userId, data));
