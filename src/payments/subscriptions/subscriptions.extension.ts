import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Cancels all subscriptions of a deleted account, so that its owner is not charged any more. */
@Injectable()
export class SubscriptionsDeletionExtension extends AccountDeletionHook {
  constructor(private readonly subscriptions: SubscriptionsService) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.subscriptions.cancelAll(userId);
  }
}
