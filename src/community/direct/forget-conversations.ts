import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Realtime } from '../../realtime/realtime.js';
import { ConversationRepository } from './conversation.repository.js';
import { CONVERSATION_REMOVED } from './direct-events.js';

/** His conversations go with him: whoever he talked to sees them go. */
@Injectable()
export class ForgetConversations extends Farewell {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly realtime: Realtime,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    for (const { id, partner_id } of await this.conversations.deleteAllOf(userId)) {
      this.realtime.emit(CONVERSATION_REMOVED, `user:${partner_id}`, { conversation_id: id }, userId);
    }
  }
}
