import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { MemberRepository } from './members/member.repository.js';
import { Membership } from './members/membership.js';
import { RoomNews } from './room-news.js';
import { RoomRepository } from './room.repository.js';

/** He leaves his rooms like anybody else; his own go to who is left there, and with him where nobody is. */
@Injectable()
export class ForgetRooms extends Farewell {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly members: MemberRepository,
    private readonly membership: Membership,
    private readonly news: RoomNews,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const rooms = await this.members.lockRoomsOf(userId);
    if (!rooms.length) return;
    for (const room of await this.members.deleteAllOf(userId)) this.news.left(room, userId, 'left', userId);
    await this.membership.fillIn(rooms, userId);
    const passed = await this.members.passOn(userId);
    const empty = passed.filter(({ owner_id }) => owner_id === null).map(({ id }) => id);
    for (const { id, owner_id } of passed) {
      if (owner_id) this.news.updated(id, await this.rooms.show(id), userId);
    }
    for (const id of empty) await this.news.deleted(id, userId);
    await this.rooms.delete(empty);
  }
}
