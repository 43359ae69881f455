import { App } from '../kernel/app.js';
import { BookSession } from './actions/book-session.action.js';
import { CancelBooking } from './actions/cancel-booking.action.js';
import { CancelSession } from './actions/cancel-session.action.js';
import { CreateOffering } from './actions/create-offering.action.js';
import { EndSession } from './actions/end-session.action.js';
import { GetAvailability } from './actions/get-availability.action.js';
import { JoinSession } from './actions/join-session.action.js';
import { ListAvailableSlots } from './actions/list-available-slots.action.js';
import { ListBookings } from './actions/list-bookings.action.js';
import { ListOfferings } from './actions/list-offerings.action.js';
import { ListSessions } from './actions/list-sessions.action.js';
import { RescheduleBooking } from './actions/reschedule-booking.action.js';
import { ScheduleSession } from './actions/schedule-session.action.js';
import { SetAvailability } from './actions/set-availability.action.js';
import { UpdateOffering } from './actions/update-offering.action.js';
import { UpdateSession } from './actions/update-session.action.js';
import { Booking } from './entities/booking.entity.js';
import { Offering } from './entities/offering.entity.js';
import { Schedule } from './entities/schedule.entity.js';
import { LiveSession } from './entities/session.entity.js';
import { EndSessions } from './jobs/end-sessions.job.js';
import { ExpireHolds } from './jobs/expire-holds.job.js';
import { SendReminders } from './jobs/send-reminders.job.js';
import { LiveSessionsAccountDeletion } from './live-sessions-account-deletion.js';
import { LiveSessionsExport } from './live-sessions.export.js';
import { LiveSessionsFulfilment } from './live-sessions.fulfilment.js';
import { LiveSessionsService } from './live-sessions.service.js';
import { LiveSessionsSettings } from './live-sessions.settings.js';
import { LiveSessionsStats } from './live-sessions.stats.js';
import { LiveSessionsSurface } from './live-sessions.surface.js';
import { LiveSessions1790000035000 } from './migrations/1790000035000-live-sessions.js';

const HOSTING = [CreateOffering, UpdateOffering, ListOfferings, GetAvailability, SetAvailability];
const SESSIONS = [ScheduleSession, UpdateSession, CancelSession, EndSession, ListSessions, JoinSession];
const BOOKINGS = [ListAvailableSlots, BookSession, CancelBooking, RescheduleBooking, ListBookings];

@App({
  slug: 'live-sessions',
  name: 'Live Sessions',
  description: 'Live time with a host: one-to-one calls in their open hours, and group sessions with seats.',
  icon: 'video',
  category: 'scheduling',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [Schedule, Offering, LiveSession, Booking],
  migrations: [LiveSessions1790000035000],
  actions: [...HOSTING, ...SESSIONS, ...BOOKINGS],
  settings: LiveSessionsSettings,
  stats: LiveSessionsStats,
  exports: LiveSessionsExport,
  service: LiveSessionsService,
  surface: LiveSessionsSurface,
  providers: [ExpireHolds, SendReminders, EndSessions, LiveSessionsFulfilment, LiveSessionsAccountDeletion],
})
export class LiveSessionsApp {}
