import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { BroadcastRepository, type BroadcastRow } from './broadcast.repository.js';
import { TellOfBroadcast } from './tell-of-broadcast.js';

@Injectable()
export class RunBroadcast {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly tell: TellOfBroadcast,
    private readonly database: Database,
  ) {}

  /** One at a time; started again, it is the one that runs. Answers it as JSON. */
  start(hostId: string): Promise<string> {
    return this.database.transaction(async () => {
      const { is_new, ...broadcast } = await this.broadcasts.start(hostId);
      if (is_new) this.tell.started(broadcast);
      return broadcast.json;
    });
  }

  /** Undefined where none is live. */
  end(hostId: string): Promise<BroadcastRow | undefined> {
    return this.database.transaction(async () => {
      const broadcast = await this.broadcasts.end(hostId);
      if (broadcast) this.tell.ended(broadcast, hostId);
      return broadcast;
    });
  }

  /** Once, as long as it is live. Answers the viewer as JSON. */
  join(id: string, userId: string): Promise<string> {
    return this.database.transaction(async () => {
      const joined = await this.broadcasts.join(id, userId);
      if (!joined) throw notFound('Broadcast');
      if (joined.blocked) throw new Refusal(403, 'You cannot join this broadcast');
      if (joined.status !== 'live') throw new Refusal(409, 'Broadcast has ended');
      if (joined.is_new) this.tell.joined(id, userId);
      this.broadcasts.hostSeen(userId);
      return this.broadcasts.viewer(id, userId);
    });
  }

  /** Whoever looks what is live is there, and so is what he hosts himself. */
  async seen(userId: string): Promise<void> {
    if (!(await this.broadcasts.isLive(userId))) return;
    await this.database.transaction(() => Promise.resolve(this.broadcasts.hostSeen(userId)));
  }
}
