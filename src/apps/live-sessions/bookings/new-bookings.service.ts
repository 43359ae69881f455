import type { Caller } from '../../../platform/access/access.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Booking } from '../entities/booking.entity.js';
import { OfferingRepository } from '../offerings/offering.repository.js';
import { drawToken, SchedulesService } from '../schedules/schedules.service.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import { SessionRepository, type TitledSession } from '../sessions/session.repository.js';
import { answersTo } from './booking.inputs.js';
import { BookingRepository } from './booking.repository.js';
import { ALREADY, CLOSED, PlacingService, type Wanted } from './placing.service.js';

export const WHAT_TO_BOOK = 'Give offering_id and starts_at, or session_id';
export const TOO_MANY_HOLDS = 'Too many unpaid bookings';

const MOST_HOLDS = 3;

export interface BookingWishes {
  offering_id?: string;
  starts_at?: string;
  session_id?: string;
  timezone?: string;
  answers?: Record<string, string>;
  request_key?: string;
}

export interface Booked {
  booking: Booking;
  session: TitledSession;
}

/** Somebody books: confirmed at once where nothing is to be paid, else held for a while. */
@AppProvider()
export class NewBookingsService {
  constructor(
    private readonly offerings: OfferingRepository,
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly schedules: SchedulesService,
    private readonly placing: PlacingService,
    private readonly notifications: SessionNotificationsService,
  ) {}

  /** The booking has the id of the operation: the same call again finds it. */
  async book(participant: Caller, id: string, wishes: BookingWishes): Promise<Booked> {
    const wanted = await this.wanted(wishes);
    const { offering, hostId } = wanted;
    if (hostId === participant.id) throw new Refusal(400, 'You cannot book your own session');
    const answers = answersTo(offering.questions, wishes.answers);
    const isPaid = offering.price_minor > 0;
    if (isPaid) await this.expectFewHolds(hostId, participant.id);
    const session = await this.placing.place(wanted, participant.id, isPaid);
    const hold = isPaid ? await this.placing.hold(hostId) : { status: 'confirmed', confirmed_at: new Date() };
    const booking = await this.bookings.insertIfAbsent({
      ...(hold as Pick<Booking, 'status'>),
      id,
      owner_id: participant.id,
      host_id: hostId,
      session_id: session.id,
      offering_id: offering.id,
      price_minor: offering.price_minor,
      currency: offering.currency,
      answers,
      timezone: wishes.timezone ?? (await this.schedules.zoneOf(hostId)),
      calendar_token: drawToken(),
      request_key: wishes.request_key ?? null,
    });
    if (!booking) throw new Refusal(409, ALREADY);
    if (!isPaid) this.notifications.notifyBooked(session, booking);
    return { booking, session };
  }

  /** Takes back a booking whose page could not be opened: nobody has seen its address. */
  async undo({ id, session_id }: Pick<Booking, 'id' | 'session_id'>): Promise<void> {
    const session = await this.sessions.lock(session_id);
    const booking = await this.bookings.lock(id);
    if (!session || !booking || booking.checkout_url !== null) return;
    await this.bookings.delete({ id });
    if (session.kind === 'one_to_one') await this.sessions.delete({ id: session_id });
    else if (booking.status === 'held') await this.sessions.freeSeat(session, 'held');
  }

  private async wanted({ offering_id, starts_at, session_id }: BookingWishes): Promise<Wanted> {
    const isTime = offering_id !== undefined && starts_at !== undefined && session_id === undefined;
    const isSeat = session_id !== undefined && offering_id === undefined && starts_at === undefined;
    if (isTime) {
      const offering = await this.offerings.findOne({ id: offering_id, status: 'active' });
      if (!offering?.owner_id) throw notFound('Offering');
      if (offering.kind !== 'one_to_one') throw new Refusal(400, WHAT_TO_BOOK);
      return { offering, hostId: offering.owner_id, start: new Date(starts_at) };
    }
    if (!isSeat) throw new Refusal(400, WHAT_TO_BOOK);
    const session = await this.sessions.read(session_id);
    const offering = session?.kind === 'group' && (await this.offerings.findOne({ id: session.offering_id }));
    if (!offering) throw notFound('Session');
    if (!offering.owner_id || offering.status === 'archived') throw new Refusal(409, CLOSED);
    return { offering, hostId: offering.owner_id, session };
  }

  private async expectFewHolds(hostId: string, participantId: string): Promise<void> {
    if ((await this.bookings.countLiveHolds(hostId, participantId)) >= MOST_HOLDS)
      throw new Refusal(409, TOO_MANY_HOLDS);
  }
}
