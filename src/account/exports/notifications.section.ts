import { Injectable } from '@nestjs/common';
import { Notifications } from '../../notifications/notifications.js';
import { ExportSection } from './export-section.js';

@Injectable()
export class NotificationsSection extends ExportSection {
  readonly section = 'notifications';

  constructor(private readonly notifications: Notifications) {
    super();
  }

  rows(userId: string): Promise<unknown> {
    return this.notifications.copyOf(userId);
  }
}
