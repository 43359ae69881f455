import { Injectable } from '@nestjs/common';
import { Notifications } from '../../notifications/notifications.js';
import { Farewell } from './farewell.js';

/** Whoever was told of what he did sees that go. */
@Injectable()
export class ForgetNotices extends Farewell {
  constructor(private readonly notifications: Notifications) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.notifications.leave(userId);
  }
}
