import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import type { Caller } from '../../platform/access/caller.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Searchable } from '../../social/search/searchable.js';
import { RoomInvitationsService } from './invitations/room-invitations.service.js';
import { RoomMembersService } from './members/room-members.service.js';
import { RoomMessagesService } from './messages/room-messages.service.js';
import { RoomEventsService } from './room-events.service.js';
import { RoomRepository } from './room.repository.js';

/**
 * The user leaves all rooms. Rooms they own go to another member, or are deleted where nobody is left. Their messages
 * stay as empty rows, which no event announces one by one: subscribers read the rooms again.
 */
@Injectable()
export class RoomDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly messages: RoomMessagesService,
    private readonly members: RoomMembersService,
    private readonly invitations: RoomInvitationsService,
    private readonly events: RoomEventsService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    // Most rows are erased before the rooms are locked, so that others can write there meanwhile.
    const erased = await this.messages.eraseForUser(userId);
    await this.replaceOwner(await this.members.removeFromAll(userId), userId);
    await this.invitations.removeInviter(userId);
    // Messages may have been written between the first pass and the locks.
    const erasedSince = await this.messages.eraseForUser(userId);
    this.events.renewRooms([...new Set([...erased, ...erasedSince])]);
  }

  private async replaceOwner(rooms: { id: string; owner_id: string | null }[], userId: string): Promise<void> {
    const kept = rooms.filter(({ owner_id }) => owner_id !== null).map(({ id }) => id);
    const empty = rooms.filter(({ owner_id }) => owner_id === null).map(({ id }) => id);
    for (const { id, json } of await this.rooms.listJson(kept)) this.events.announceRoom(id, json, userId);
    await this.events.roomsDeleted(empty, userId);
    await this.rooms.delete(empty);
  }
}

@Injectable()
export class RoomSearchExtension extends Searchable {
  readonly type = 'rooms';

  constructor(private readonly rooms: RoomRepository) {
    super();
  }

  async find(words: string, { id }: Caller, page: PageQuery): Promise<RawJson> {
    return new RawJson(await this.rooms.search(words, id, page));
  }
}
