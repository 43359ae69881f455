import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class LiveSessionsCalendarOfMovedBookings1790000035010 extends SqlMigration {
  protected readonly apply = ['ALTER TABLE ext_live_sessions.bookings ADD calendar_ahead int NOT NULL DEFAULT 0'];
  protected readonly revert = ['ALTER TABLE ext_live_sessions.bookings DROP calendar_ahead'];
}
