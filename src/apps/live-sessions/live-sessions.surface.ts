import { noticePage } from '@community-platform/pages';
import { DatabaseService } from '../../platform/database/database.service.js';
import { AddressesService } from './addresses.service.js';
import { BookingRepository } from './bookings/booking.repository.js';
import type { Booking } from './entities/booking.entity.js';
import { AppProvider } from '../kernel/app-provider.js';
import { calendarAnswer, type CalendarEvent } from '../kernel/calendar/calendar-file.js';
import { pageAnswer, type PublicAnswer, redirectAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { ScheduleRepository } from './schedules/schedule.repository.js';
import { type Entry, JoiningService } from './sessions/joining.service.js';
import { type SessionOfOffering, SessionRepository, type TitledSession } from './sessions/session.repository.js';
import { titleOf } from './sessions/session.views.js';

const TOKEN = /^[0-9a-f]{32}$/;
const HAS_FILE = new Set(['confirmed', 'cancelled', 'refunded']);
/** From a page below `public/join/` to the root of the service. */
const ROOT = '../../../../../';

/** Calendar files, and the address at which a participant joins. Who has an address may use it. */
@AppProvider()
export class LiveSessionsSurface extends PublicSurface {
  protected readonly routes = {
    'bookings/:token.ics': (_: PublicRequest, { token = '' }: Record<string, string>) => this.calendarFile(token),
    'join/:token': ({ method }: PublicRequest, { token = '' }: Record<string, string>) => this.join(token, method),
    'hosts/:token.ics': (_: PublicRequest, { token = '' }: Record<string, string>) => this.feed(token),
  };

  constructor(
    private readonly bookings: BookingRepository,
    private readonly sessions: SessionRepository,
    private readonly schedules: ScheduleRepository,
    private readonly joining: JoiningService,
    private readonly addresses: AddressesService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  private async calendarFile(token: string): Promise<PublicAnswer | undefined> {
    const found = await this.find(token);
    if (!found || !HAS_FILE.has(found.booking.status)) return undefined;
    const { booking, session } = found;
    const isOut = booking.status !== 'confirmed' && session.status !== 'cancelled';
    const event = {
      ...eventOf(session, booking.id),
      // A booking that ended in a session that goes on is the next version of the appointment.
      sequence: session.calendar_sequence + (isOut ? 1 : 0),
      is_cancelled: isOut || session.status === 'cancelled',
      url: this.addresses.join(token),
    };
    return calendarAnswer({ events: [event] });
  }

  private async feed(token: string): Promise<PublicAnswer | undefined> {
    const schedule = TOKEN.test(token) ? await this.schedules.findOne({ feed_token: token }) : undefined;
    if (!schedule) return undefined;
    const coming = await this.sessions.comingOf(schedule.owner_id);
    const events = coming.filter(({ status }) => status !== 'held').map((session) => eventOf(session, session.id));
    return calendarAnswer({ events, name: 'Live sessions' });
  }

  private async join(token: string, method: string): Promise<PublicAnswer | undefined> {
    const found = await this.find(token);
    if (found?.booking.status !== 'confirmed') return undefined;
    const { booking, session } = found;
    const entry = await this.joining.entryOfParticipant(session);
    if (entry !== 'open') return this.page(session, booking, entry);
    const link = await this.database.transaction(async () => {
      if (method === 'GET') await this.joining.joined(booking);
      return this.joining.linkOf(session);
    });
    return link === undefined ? pageOf(session, 'The host has not set the join link yet.') : redirectAnswer(link);
  }

  private async page(session: SessionOfOffering, { timezone }: Booking, entry: Entry): Promise<PublicAnswer> {
    if (entry !== 'early') return pageOf(session, `The session ${entry === 'ended' ? 'has ended' : 'was cancelled'}.`);
    const opens = await this.joining.opensAt(session);
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
    return pageOf(session, `You can join from ${format.format(opens)} (${timezone}).`);
  }

  private async find(token: string): Promise<{ booking: Booking; session: SessionOfOffering } | undefined> {
    const booking = TOKEN.test(token) ? await this.bookings.findOne({ calendar_token: token }) : undefined;
    const session = booking && (await this.sessions.read(booking.session_id));
    return session && { booking, session };
  }
}

const pageOf = (session: TitledSession, text: string) =>
  pageAnswer(noticePage({ mark: 'running', title: titleOf(session), text, links: [], root: ROOT }));

const eventOf = (session: TitledSession, id: string): CalendarEvent => ({
  uid: `${id}@live-sessions`,
  sequence: session.calendar_sequence,
  is_cancelled: session.status === 'cancelled',
  starts_at: session.starts_at,
  ends_at: session.ends_at,
  updated_at: session.updated_at,
  summary: titleOf(session),
});
