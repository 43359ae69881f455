import { NotificationsModule } from '../../notifications/notifications.module.js';
import { App } from '../kernel/app.js';
import { CompleteReminder } from './actions/complete-reminder.action.js';
import { CreateReminder } from './actions/create-reminder.action.js';
import { DeleteReminder } from './actions/delete-reminder.action.js';
import { GetReminder } from './actions/get-reminder.action.js';
import { ListReminders } from './actions/list-reminders.action.js';
import { PreviewRecurrence } from './actions/preview-recurrence.action.js';
import { SkipOccurrence } from './actions/skip-occurrence.action.js';
import { SnoozeReminder } from './actions/snooze-reminder.action.js';
import { UpdateReminder } from './actions/update-reminder.action.js';
import { Reminder, ReminderDelivery, ReminderOccurrence } from './entities/reminder.entity.js';
import { DeliverReminders } from './jobs/deliver-reminders.job.js';
import { ForgetOccurrences } from './jobs/forget-occurrences.job.js';
import { Reminders1790000030300 } from './migrations/1790000030300-reminders.js';
import { RemindersExport } from './reminders.export.js';
import { RemindersSettings } from './reminders.settings.js';
import { RemindersStats } from './reminders.stats.js';

@App({
  slug: 'reminders',
  name: 'Reminders',
  description: 'Reminders that come when they should: once or repeating, early, snoozed, until they are done.',
  icon: 'bell',
  category: 'productivity',
  version: '1.0.0',
  uses: ['notifications'],
  imports: [NotificationsModule],
  entities: [Reminder, ReminderOccurrence, ReminderDelivery],
  migrations: [Reminders1790000030300],
  actions: [
    CreateReminder,
    UpdateReminder,
    DeleteReminder,
    GetReminder,
    ListReminders,
    CompleteReminder,
    SnoozeReminder,
    SkipOccurrence,
    PreviewRecurrence,
  ],
  settings: RemindersSettings,
  stats: RemindersStats,
  exports: RemindersExport,
  providers: [DeliverReminders, ForgetOccurrences],
})
export class RemindersApp {}
