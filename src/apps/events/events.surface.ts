import { networkOf } from '../../platform/http/networks.js';
import { isUuid } from '../../platform/database/uuid.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { calendarAnswer, type CalendarEvent } from '../kernel/calendar/calendar-file.js';
import { qrCodeSvg } from '../kernel/codes/qr-code.js';
import { fileAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import type { TicketedEvent } from './catalogue/event.entity.js';
import { EventRepository } from './catalogue/event.repository.js';
import { TicketRepository } from './orders/order.repository.js';
import { TICKET_CODE } from './orders/ticket-code.js';

/** A ticket is its holder's alone: no proxy and no browser keeps it. */
const PRIVATE = 'private, no-store';
const TICKETS_A_MINUTE = 30;
const MINUTE_SECONDS = 60;

type Parameters = Record<string, string>;

/** Calendar files of events, and the QR codes and calendar files of tickets. Who has the code of a ticket may use it. */
@AppProvider()
export class EventsSurface extends PublicSurface {
  protected readonly routes = {
    'events/:id.ics': (_: PublicRequest, { id = '' }: Parameters) => this.eventFile(id),
    'organizers/:id.ics': (_: PublicRequest, { id = '' }: Parameters) => this.organizerFile(id),
    'tickets/:code/qr.svg': (request: PublicRequest, { code = '' }: Parameters) => this.code(request, code),
    'tickets/:code/ticket.ics': (request: PublicRequest, { code = '' }: Parameters) => this.ticketFile(request, code),
  };
  private readonly count: (network: string) => Promise<void>;

  constructor(
    private readonly events: EventRepository,
    private readonly tickets: TicketRepository,
    limits: LimitsService,
  ) {
    super();
    this.count = limits.calls('events:tickets', { points: TICKETS_A_MINUTE, duration: MINUTE_SECONDS });
  }

  private async eventFile(id: string): Promise<PublicAnswer | undefined> {
    const event = isUuid(id) ? await this.events.findOne({ id }) : undefined;
    if (!event || event.status === 'draft') return undefined;
    return calendarAnswer({ events: [appointmentOf(event)] });
  }

  private async organizerFile(userId: string): Promise<PublicAnswer | undefined> {
    const events = isUuid(userId) ? await this.events.comingOf(userId) : undefined;
    return events && calendarAnswer({ events: events.map(appointmentOf), name: 'Events' });
  }

  private async code({ visitor }: PublicRequest, text: string): Promise<PublicAnswer | undefined> {
    const ticket = await this.validTicket(visitor.address, text);
    return ticket && fileAnswer('image/svg+xml', qrCodeSvg(ticket.code), { cache: PRIVATE });
  }

  private async ticketFile({ visitor }: PublicRequest, text: string): Promise<PublicAnswer | undefined> {
    const ticket = await this.validTicket(visitor.address, text);
    const event = ticket && (await this.events.findOne({ id: ticket.event_id }));
    return event && calendarAnswer({ events: [{ ...appointmentOf(event), url: event.online_url }], cache: PRIVATE });
  }

  /** Codes cannot be guessed one after the other. */
  private async validTicket(address: string, code: string) {
    await this.count(networkOf(address) ?? '');
    return TICKET_CODE.test(code) ? this.tickets.findOne({ code, status: 'valid' }) : undefined;
  }
}

function appointmentOf(event: TicketedEvent): CalendarEvent {
  const { id, calendar_sequence, status, starts_at, ends_at, updated_at, title, summary, venue_name, address } = event;
  return {
    uid: id,
    sequence: calendar_sequence,
    is_cancelled: status === 'cancelled',
    starts_at,
    ends_at,
    updated_at,
    summary: title,
    description: summary,
    location: [venue_name, address].filter(Boolean).join(', '),
  };
}
