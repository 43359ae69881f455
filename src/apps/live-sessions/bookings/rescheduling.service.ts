import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { MINUTE } from '../../kernel/calendar/wall-clock.js';
import type { Booking } from '../entities/booking.entity.js';
import { hostOf, type Offering } from '../entities/offering.entity.js';
import { OfferingRepository } from '../offerings/offering.repository.js';
import { SchedulesService } from '../schedules/schedules.service.js';
import { NOT_AVAILABLE, SlotsService } from '../schedules/slots.service.js';
import { type SessionOfOffering, SessionRepository, type TitledSession } from '../sessions/session.repository.js';
import { isActive } from './booking.policy.js';
import { BookingRepository } from './booking.repository.js';
import { ALREADY, FULL, TAKEN } from './placing.service.js';

export const WHERE_TO_MOVE = 'Give starts_at or session_id';

/** Where a confirmed booking can go. Its session and the other one are locked. */
@AppProvider()
export class ReschedulingService {
  constructor(
    private readonly offerings: OfferingRepository,
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly schedules: SchedulesService,
    private readonly slots: SlotsService,
  ) {}

  /** The session of a one-to-one booking moves, with its length, in one statement that also frees its old time. */
  async toTime(session: SessionOfOffering, start: Date): Promise<TitledSession> {
    if (session.kind !== 'one_to_one') throw new Refusal(400, WHERE_TO_MOVE);
    const offering = (await this.offerings.findOne({ id: session.offering_id })) as Offering;
    const duration_minutes = (+session.ends_at - +session.starts_at) / MINUTE;
    const times = await this.schedules.of(hostOf(offering));
    await this.slots.expectOffered({ ...offering, duration_minutes }, times, +start, session.id);
    const moved = await this.sessions.move(session.id, start);
    if (!moved) throw new Refusal(409, TAKEN);
    return moved;
  }

  /** A seat of another session of the group. */
  async toSession(from: SessionOfOffering, { owner_id }: Booking, to: SessionOfOffering | undefined) {
    if (from.kind !== 'group') throw new Refusal(400, WHERE_TO_MOVE);
    if (to?.kind !== 'group') throw notFound('Session');
    if (to.offering_id !== from.offering_id) throw new Refusal(400, 'Sessions are of different offerings');
    if (to.status !== 'scheduled' || +to.starts_at <= Date.now()) throw new Refusal(409, NOT_AVAILABLE);
    const other = await this.bookings.latest(to.id, owner_id);
    if (other && isActive(other)) throw new Refusal(409, ALREADY);
    const taken = await this.sessions.takeSeat(to.id, 'booked');
    if (!taken) throw new Refusal(409, FULL);
    await this.sessions.freeSeat(from, 'booked');
    return taken;
  }
}
