import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { ConversationsService } from './conversations.service.js';

/** Deletes the conversations of an account with it; the other participants get an event. */
@Injectable()
export class ConversationDeletionExtension extends AccountDeletionHook {
  constructor(private readonly conversations: ConversationsService) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.conversations.deleteAllOfUser(userId);
  }
}
