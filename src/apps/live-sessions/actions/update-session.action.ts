import { IsInt, Max, Min } from 'class-validator';
import { type Values } from '../../../platform/database/entity.repository.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { type LiveSession, SESSION } from '../entities/session.entity.js';
import { expectSeatsFit, JOIN_URL_REFUSED, JoinUrl, MOST_SEATS, SEATS_REFUSED } from '../offerings/offering.inputs.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import { CLASH, clashAt, expectSoon, IN_THE_PAST, TOO_FAR } from '../sessions/session.inputs.js';
import { type SessionOfOffering, SessionRepository } from '../sessions/session.repository.js';
import { presentSession, SessionView } from '../sessions/session.views.js';

class Input {
  @Uuid() session_id!: string;
  @Optional() @Instant() starts_at?: string;
  /** Null: the one of the offering. */
  @Optional() @Nullable() @Written(1, 160) title?: string | null;
  @Optional() @IsInt() @Min(1) @Max(MOST_SEATS) seats?: number;
  @Optional() @Nullable() @JoinUrl() join_url?: string | null;
}

class Result extends answerWith('session', () => SessionView) {}

const TOO_FEW = 'Seats are below those already booked or held';
const OVER = 'Session is over';

@Action('update-session', {
  access: 'owner',
  target: SESSION,
  changes: true,
  description: 'Changes a session. With another start, its participants are told and may cancel until it begins.',
  input: Input,
  result: Result,
  refuses: { 400: [IN_THE_PAST, TOO_FAR, SEATS_REFUSED, JOIN_URL_REFUSED], 409: [CLASH, TOO_FEW, OVER] },
})
export class UpdateSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly calendars: ScheduleRepository,
    private readonly notifications: SessionNotificationsService,
  ) {}

  async run({ input: { session_id, starts_at, ...fields }, target: seen }: Call<Input, LiveSession>) {
    if (starts_at !== undefined && seen.owner_id !== null) await this.calendars.lockCalendar(seen.owner_id);
    const before = await this.sessions.lock(session_id);
    if (!before) throw notFound('Session');
    if (!['held', 'scheduled', 'live'].includes(before.status)) throw new Refusal(409, OVER);
    await this.change(before, fields);
    const start = starts_at === undefined ? +before.starts_at : Date.parse(starts_at);
    if (start !== +before.starts_at) await this.move(before, new Date(start));
    return { session: presentSession((await this.sessions.read(session_id)) as SessionOfOffering) };
  }

  private async change(before: SessionOfOffering, { title, seats, join_url }: Omit<Input, 'session_id'>) {
    expectSeatsFit(before.kind, seats);
    if (seats !== undefined && seats < before.booked + before.held) throw new Refusal(409, TOO_FEW);
    const changes: Values<LiveSession> = { title, seats, join_url, updated_at: NOW };
    await this.sessions.updateOne({ id: before.id }, changes);
  }

  private async move(before: SessionOfOffering, start: Date): Promise<void> {
    expectSoon(+start);
    const moved = await this.sessions.move(before.id, start);
    if (!moved) throw clashAt(start);
    this.notifications.notifyMoved(moved, await this.bookings.sessionMoved(before.id));
  }
}
