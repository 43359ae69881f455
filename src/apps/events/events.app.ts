import { App } from '../kernel/app.js';
import { CancelEvent } from './actions/cancel-event.action.js';
import { BookTickets } from './actions/book-tickets.action.js';
import { CancelOrder } from './actions/cancel-order.action.js';
import { CheckInTicket } from './actions/check-in-ticket.action.js';
import { CreateEvent } from './actions/create-event.action.js';
import { GetEvent } from './actions/get-event.action.js';
import { JoinWaitlist } from './actions/join-waitlist.action.js';
import { LeaveWaitlist } from './actions/leave-waitlist.action.js';
import { ListAttendees } from './actions/list-attendees.action.js';
import { ListEvents } from './actions/list-events.action.js';
import { ListMyTickets } from './actions/list-my-tickets.action.js';
import { MessageAttendees } from './actions/message-attendees.action.js';
import { PublishEvent } from './actions/publish-event.action.js';
import { SavePromoCode } from './actions/save-promo-code.action.js';
import { SaveTicketType } from './actions/save-ticket-type.action.js';
import { TransferTicket } from './actions/transfer-ticket.action.js';
import { UpdateEvent } from './actions/update-event.action.js';
import { EventAnnouncement } from './announcements/announcement.entity.js';
import { CheckIn } from './attendance/check-in.entity.js';
import { TicketedEvent } from './catalogue/event.entity.js';
import { PromoCode, TicketType } from './catalogue/ticket-type.entity.js';
import { EventsAccountDeletion } from './events-account-deletion.js';
import { EventsExport } from './events.export.js';
import { EventsFulfilment } from './events.fulfilment.js';
import { EventsSettings } from './events.settings.js';
import { EventsStats } from './events.stats.js';
import { EventsSurface } from './events.surface.js';
import { ExpireHoldsJob } from './jobs/expire-holds.job.js';
import { RecountSeatsJob } from './jobs/recount-seats.job.js';
import { SendRemindersJob } from './jobs/send-reminders.job.js';
import { StartRefundsJob } from './jobs/start-refunds.job.js';
import { Events1790000034500 } from './migrations/1790000034500-events.js';
import { EventOrder, Ticket } from './orders/order.entity.js';
import { WaitlistEntry } from './waitlist/waitlist-entry.entity.js';

const EVENTS = [CreateEvent, UpdateEvent, PublishEvent, CancelEvent, ListEvents, GetEvent];
const SALES = [SaveTicketType, SavePromoCode, BookTickets, CancelOrder];
const TICKETS = [ListMyTickets, TransferTicket, JoinWaitlist, LeaveWaitlist];
const DOOR = [ListAttendees, CheckInTicket, MessageAttendees];

@App({
  slug: 'events',
  name: 'Events',
  description: 'Ticketed events, free or paid: ticket types, promo codes, a waitlist, and check-in at the door.',
  icon: 'ticket',
  category: 'scheduling',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [TicketedEvent, TicketType, PromoCode, EventOrder, Ticket, CheckIn, WaitlistEntry, EventAnnouncement],
  migrations: [Events1790000034500],
  actions: [...EVENTS, ...SALES, ...TICKETS, ...DOOR],
  settings: EventsSettings,
  stats: EventsStats,
  exports: EventsExport,
  surface: EventsSurface,
  providers: [
    EventsFulfilment,
    EventsAccountDeletion,
    ExpireHoldsJob,
    SendRemindersJob,
    RecountSeatsJob,
    StartRefundsJob,
  ],
})
export class EventsApp {}
