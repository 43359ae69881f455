import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { type Asked, type Readable, StreamKeeper } from '../../realtime/stream-keeper.port.js';
import { RoomRepository } from './room.repository.js';
import { SeatRepository } from './seat.repository.js';

@Injectable()
export class RoomStreams extends StreamKeeper {
  readonly kind = 'room';

  constructor(
    private readonly rooms: RoomRepository,
    private readonly seats: SeatRepository,
  ) {
    super();
  }

  /** As RoomAccess says it of one. */
  async readable(asked: Asked[]): Promise<Readable[]> {
    const known = asked.filter(({ id }) => isUuid(id));
    const answers = await this.seats.readable(
      known.map(({ id }) => id),
      known.map(({ user_id }) => user_id),
    );
    return asked.map((one) => answers[known.indexOf(one)] ?? 'no');
  }

  override joined(userId: string, limit: number): Promise<string[]> {
    return this.rooms.joinedBy(userId, limit);
  }
}
