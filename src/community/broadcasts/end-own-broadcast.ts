import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { RunBroadcast } from './run-broadcast.js';

/** The viewers of whoever deletes his account are told that it is over. */
@Injectable()
export class EndOwnBroadcast extends Farewell {
  constructor(private readonly broadcast: RunBroadcast) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.broadcast.end(userId);
  }
}
