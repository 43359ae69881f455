import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import type { Caller } from '../../platform/access/access.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { type Asked, type Readable, StreamPolicy } from '../../realtime/extension-points.js';
import { Searchable } from '../../social/search/search.service.js';
import { RoomMembershipRepository } from './access/room-membership.repository.js';
import { RoomInvitationsService } from './invitations/room-invitations.service.js';
import { RoomMembersService } from './members/room-members.service.js';
import { RoomMessageRepository } from './messages/room-message.repository.js';
import { RoomRepository } from './room.repository.js';
import { RoomsService } from './rooms.service.js';

/**
 * The user leaves all rooms. Rooms they own go to another member, or are deleted where nobody is left. Their messages
 * stay as empty rows, which no event announces one by one: subscribers read the rooms again.
 */
@Injectable()
export class RoomDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly rooms: RoomsService,
    private readonly messages: RoomMessageRepository,
    private readonly members: RoomMembersService,
    private readonly invitations: RoomInvitationsService,
    private readonly realtime: RealtimeService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    // Most rows are erased before the rooms are locked, so that others can write there meanwhile.
    const erased = await this.messages.eraseForUser(userId);
    await this.rooms.replaceOwner(await this.members.removeFromAll(userId), userId);
    await this.invitations.removeInviter(userId);
    // Messages may have been written between the first pass and the locks.
    const erasedSince = await this.messages.eraseForUser(userId);
    this.realtime.renew([...new Set([...erased, ...erasedSince])].map((id) => `room:${id}` as const));
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
