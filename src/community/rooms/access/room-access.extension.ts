import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../platform/database/uuid.js';
import { type Asked, type Readable, StreamPolicy } from '../../../realtime/extension-points.js';
import { RoomMembershipRepository } from './room-membership.repository.js';

/** Who may subscribe to the streams of rooms. */
@Injectable()
export class RoomStreamExtension extends StreamPolicy {
  readonly kind = 'room';

  constructor(private readonly memberships: RoomMembershipRepository) {
    super();
  }

  async readable(asked: Asked[]): Promise<Readable[]> {
    const known = asked.filter(({ id }) => isUuid(id));
    const answers = await this.memberships.findReadable(
      known.map(({ id }) => id),
      known.map(({ user_id }) => user_id),
    );
    return asked.map((one) => answers[known.indexOf(one)] ?? 'no');
  }

  override joined(userId: string, limit: number): Promise<string[]> {
    return this.memberships.listJoined(userId, limit);
  }
}
