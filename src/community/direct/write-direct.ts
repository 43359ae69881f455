import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import { Database } from '../../platform/database/database.js';
import { forbidden } from '../../platform/http/refusal.js';
import { LONGEST } from './direct.io.js';
import { cannotMessage, conversationId, DirectAccess } from './direct-access.js';
import { DirectMessageRepository } from './direct-message.repository.js';
import { DirectReactionRepository } from './direct-reaction.repository.js';
import { TellOfDirect } from './tell-of-direct.js';

@Injectable()
export class WriteDirect {
  constructor(
    private readonly messages: DirectMessageRepository,
    private readonly reactions: DirectReactionRepository,
    private readonly access: DirectAccess,
    private readonly filter: ContentFilter,
    private readonly tell: TellOfDirect,
    private readonly database: Database,
  ) {}

  /** Answers the message as JSON. */
  async send(path: string, callerId: string, text: string, clientRef?: string): Promise<string> {
    const id = conversationId(path);
    const content = await this.filter.clean(text, LONGEST);
    return this.database.transaction(async () => {
      const sent = await this.messages.send(id, callerId, content);
      if (!sent) {
        await this.access.standing(id, callerId);
        throw cannotMessage();
      }
      this.tell.sent({ id, callerId, partnerId: sent.partner_id }, sent, clientRef);
      return sent.json;
    });
  }

  /** By who wrote it; answers the message as JSON. */
  async edit(path: string, callerId: string, messageId: string, text: string): Promise<string> {
    const id = conversationId(path);
    const content = await this.filter.clean(text, LONGEST);
    return this.database.transaction(async () => {
      const { partner_id, sender_id, is_blocked } = await this.access.held(id, callerId, messageId);
      if (sender_id !== callerId) throw forbidden();
      if (is_blocked) throw cannotMessage();
      const json = await this.messages.edit(messageId, content);
      if (!json) return this.messages.show(messageId);
      this.tell.edited({ id, callerId, partnerId: partner_id }, messageId, json);
      return json;
    });
  }

  /** By who wrote it, between people who blocked each other too. */
  async delete(path: string, callerId: string, messageId: string): Promise<void> {
    const id = conversationId(path);
    await this.database.transaction(async () => {
      const { partner_id, sender_id } = await this.access.held(id, callerId, messageId);
      if (sender_id !== callerId) throw forbidden();
      await this.messages.erase(messageId);
      await this.reactions.clear(messageId);
      this.tell.deleted({ id, callerId, partnerId: partner_id }, messageId);
    });
  }
}
