import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { Limits } from '../../platform/limits/limits.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Realtime } from '../../realtime/realtime.js';
import { ConversationRepository } from './conversation.repository.js';
import { cannotMessage } from './direct-access.js';
import { CONVERSATION_CREATED } from './direct-events.js';

export interface Opened {
  /** As it is answered to the caller. */
  json: string;
  existing: boolean;
}

@Injectable()
export class OpenConversation {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly limits: Limits,
  ) {}

  /** One for the two of them, whoever asks for it first and how many ask at once. */
  async run(callerId: string, userId: string): Promise<Opened> {
    if (callerId === userId) throw new Refusal(400, 'You cannot message yourself');
    const known = await this.known(callerId, userId);
    if (known) return known;
    await this.limits.flood('conversations', callerId);
    return this.database.transaction(async () => {
      const id = await this.conversations.open(callerId, userId);
      if (id) return this.tell(id, callerId, userId);
      // Somebody was quicker: to open it, to block, or to go.
      const other = await this.known(callerId, userId);
      if (!other) throw notFound('User');
      return other;
    });
  }

  private async known(callerId: string, userId: string): Promise<Opened | undefined> {
    const between = await this.conversations.between(callerId, userId);
    if (!between) throw notFound('User');
    if (between.is_blocked) throw cannotMessage();
    return between.json === null ? undefined : { json: between.json, existing: true };
  }

  private async tell(conversation_id: string, callerId: string, userId: string): Promise<Opened> {
    const views = await this.conversations.bothViews(conversation_id);
    for (const { viewer_id, json } of views) {
      const data = new RawJson(`{"conversation":${json}}`);
      this.realtime.emit(CONVERSATION_CREATED, `user:${viewer_id}`, data, callerId);
    }
    const data = { conversation_id, user_id: userId };
    this.outbox.record({ type: 'conversation.created', actor_id: callerId, data });
    const own = views.find(({ viewer_id }) => viewer_id === callerId);
    return { json: own?.answer as string, existing: false };
  }
}
