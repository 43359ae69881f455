import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { ForgetRoomsRepository } from './forget-rooms.repository.js';
import { MemberRepository } from './members/member.repository.js';
import { Membership } from './members/membership.js';
import { RoomNews } from './room-news.js';
import { RoomRepository } from './room.repository.js';

/**
 * He leaves his rooms like anybody else; his own go to who is left there, and with him where nobody is. What he wrote
 * is emptied wherever it was, which no event tells line by line: who is there reads again.
 */
@Injectable()
export class ForgetRooms extends Farewell {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly forgotten: ForgetRoomsRepository,
    private readonly members: MemberRepository,
    private readonly membership: Membership,
    private readonly news: RoomNews,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    // Before their rooms are held, so that nobody who writes there waits for it.
    const erased = await this.forgotten.erase(userId);
    const rooms = await this.members.lockRoomsOf(userId);
    for (const room of await this.members.deleteAllOf(userId)) this.news.left(room, userId, 'left', userId);
    await this.membership.fillIn(rooms, userId);
    await this.passOn(userId);
    for (const { user_id, invitation, room } of await this.forgotten.disown(userId)) {
      this.news.invited(user_id, `{"invitation":${invitation},"room":${room}}`, userId);
    }
    this.news.emptied([...new Set([...erased, ...(await this.forgotten.erase(userId))])]);
  }

  private async passOn(userId: string): Promise<void> {
    const passed = await this.members.passOn(userId);
    const ids = (isEmpty: boolean) =>
      passed.filter(({ owner_id }) => (owner_id === null) === isEmpty).map(({ id }) => id);
    for (const { id, json } of await this.forgotten.show(ids(false))) this.news.updated(id, json, userId);
    await this.news.deleted(ids(true), userId);
    await this.rooms.delete(ids(true));
  }
}
