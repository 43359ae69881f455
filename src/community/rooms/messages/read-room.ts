import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Realtime } from '../../../realtime/realtime.js';
import { READ_UPDATED, type ReadUpdated } from '../../read-updated.js';
import { RoomAccess } from '../room-access.js';
import { userStream } from '../room-events.js';
import { outside } from '../seat.js';
import { MessageRepository } from './message.repository.js';

@Injectable()
export class ReadRoom {
  constructor(
    private readonly messages: MessageRepository,
    private readonly access: RoomAccess,
    private readonly database: Database,
    private readonly realtime: Realtime,
  ) {}

  /** Up to this message; what was read once stays read. */
  mark(id: string, caller: Caller, message_id: string): Promise<ReadUpdated> {
    return this.database.transaction(async () => {
      const { room_id } = await this.access.seen(id, caller);
      const read = await this.messages.read(room_id, caller.id, message_id);
      if (!read) throw notFound('Message');
      const { moved, unread_count } = read;
      if (unread_count === null) throw outside();
      const data = { channel_id: room_id, message_id, unread_count };
      if (moved) this.realtime.emit(READ_UPDATED, userStream(caller.id), data, caller.id);
      return data;
    });
  }
}
