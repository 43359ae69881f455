import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Refusal } from '../../platform/http/refusal.js';
import { cannotMessage, conversationId, DirectAccess } from './direct-access.js';
import { DirectReactionRepository } from './direct-reaction.repository.js';
import { TellOfDirect } from './tell-of-direct.js';

@Injectable()
export class ReactToDirect {
  constructor(
    private readonly reactions: DirectReactionRepository,
    private readonly access: DirectAccess,
    private readonly tell: TellOfDirect,
    private readonly database: Database,
  ) {}

  /** Several different ones of the same person are kept side by side; the same once. */
  async add(path: string, callerId: string, message_id: string, emoji: string): Promise<void> {
    const id = conversationId(path);
    await this.database.transaction(async () => {
      const { partner_id: partnerId, is_blocked } = await this.access.held(id, callerId, message_id);
      if (is_blocked) throw cannotMessage();
      const { is_new, was_there } = await this.reactions.add(message_id, callerId, emoji);
      if (was_there) return;
      if (!is_new) throw new Refusal(409, 'Too many different reactions');
      const reactions = await this.reactions.show(message_id);
      this.tell.reacted({ id, callerId, partnerId }, { message_id, emoji, action: 'added', reactions });
    });
  }

  async remove(path: string, callerId: string, message_id: string, emoji: string): Promise<void> {
    const id = conversationId(path);
    await this.database.transaction(async () => {
      const { partner_id: partnerId } = await this.access.held(id, callerId, message_id);
      if (!(await this.reactions.remove(message_id, callerId, emoji))) return;
      const reactions = await this.reactions.show(message_id);
      this.tell.reacted({ id, callerId, partnerId }, { message_id, emoji, action: 'removed', reactions });
    });
  }
}
