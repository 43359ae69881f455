import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { MINUTE } from '../../kernel/calendar/wall-clock.js';
import type { Offering } from '../entities/offering.entity.js';
import { LiveSessionsSettings } from '../live-sessions.settings.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';
import { SchedulesService } from '../schedules/schedules.service.js';
import { SlotsService } from '../schedules/slots.service.js';
import { SessionRepository, type TitledSession } from '../sessions/session.repository.js';
import { BookingRepository } from './booking.repository.js';

export const TAKEN = 'That time was just taken';
export const FULL = 'Session is full';
export const CLOSED = 'Booking is closed';
export const ALREADY = 'Already booked';

/** What is booked: a time of a one-to-one offering, or a seat of a group session. */
export type Wanted = { offering: Offering; hostId: string } & ({ start: Date } | { session: TitledSession });

/** Takes the time or the seat that somebody books. */
@AppProvider()
export class PlacingService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly schedules: SchedulesService,
    private readonly calendars: ScheduleRepository,
    private readonly slots: SlotsService,
    private readonly settings: AppSettings,
  ) {}

  async place(wanted: Wanted, participantId: string, isPaid: boolean): Promise<TitledSession> {
    const { offering, hostId } = wanted;
    if ('session' in wanted) return this.seat(wanted.session, participantId, isPaid);
    await this.calendars.lockCalendar(hostId);
    const times = await this.schedules.of(hostId);
    await this.slots.expectOffered(offering, times, +wanted.start);
    const taken = isPaid ? { status: 'held', held: 1 } : { status: 'scheduled', booked: 1 };
    const [session] = await this.sessions.schedule({
      ...(taken as { status: 'held' | 'scheduled' }),
      offering_id: offering.id,
      starts: [wanted.start],
    });
    if (!session) throw new Refusal(409, TAKEN);
    return session;
  }

  private async seat({ id }: TitledSession, participantId: string, isPaid: boolean): Promise<TitledSession> {
    const taken = await this.sessions.takeSeat(id, isPaid ? 'held' : 'booked');
    const latest = await this.bookings.latest(id, participantId);
    if (latest?.status === 'held' || latest?.status === 'confirmed') throw new Refusal(409, ALREADY);
    if (taken) return taken;
    const session = await this.sessions.read(id);
    const isOpen = session?.status === 'scheduled' && +session.starts_at > Date.now();
    throw new Refusal(409, isOpen ? FULL : CLOSED);
  }

  /** The columns of a booking that is to be paid. */
  async hold(hostId: string) {
    const { hold_minutes } = await this.settings.of(LiveSessionsSettings, hostId);
    return {
      status: 'held',
      payment_id: uuidv7(),
      hold_expires_at: new Date(Date.now() + hold_minutes * MINUTE),
    };
  }
}
