import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { notFound } from '../../../platform/http/refusal.js';
import { RoomAccess } from '../room-access.js';
import type { Seat } from '../seat.js';
import { type HeldMessage, MessageRepository } from './message.repository.js';

/** Which message somebody means, in a room that he may read. */
@Injectable()
export class MessageAccess {
  constructor(
    private readonly rooms: RoomAccess,
    private readonly messages: MessageRepository,
  ) {}

  /** Inside a transaction, to whose end the message stays as it is; what he may do to it is asked after that. */
  async held(
    roomId: string,
    messageId: string,
    caller: Caller,
  ): Promise<{ seat: Seat; message: HeldMessage }> {
    const seat = await this.rooms.seen(roomId, caller);
    const message = isUuid(messageId) && (await this.messages.hold(seat.room_id, messageId));
    if (!message) throw notFound('Message');
    return { seat, message };
  }
}
