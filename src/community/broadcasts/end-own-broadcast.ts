import { Injectable } from '@nestjs/common';
import { Interruption } from '../../account/users/interruption.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Realtime } from '../../realtime/realtime.js';
import { FollowersThere } from '../../social/follows/followers-there.js';
import { BROADCAST_ENDED } from './broadcast.events.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { RunBroadcast } from './run-broadcast.js';
import { TellOfBroadcast } from './tell-of-broadcast.js';

/** The viewers of whoever goes or is shut out are told that it is over, and where he was one, that he has left. */
@Injectable()
export class EndOwnBroadcast extends Interruption {
  constructor(
    private readonly broadcast: RunBroadcast,
    private readonly broadcasts: BroadcastRepository,
    private readonly tell: TellOfBroadcast,
    private readonly followers: FollowersThere,
    private readonly realtime: Realtime,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const ended = await this.broadcast.end(userId);
    if (ended) {
      // A moment after the COMMIT, when it is told otherwise, nobody follows him.
      const data = new RawJson(`{"broadcast":${ended.json}}`);
      this.realtime.hint(BROADCAST_ENDED, await this.followers.there(userId), data, userId);
    }
    for (const id of await this.broadcasts.watchedBy(userId)) this.tell.counted(id);
  }
}
