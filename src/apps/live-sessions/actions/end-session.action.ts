import { ArrayMaxSize, IsBoolean, IsUrl } from 'class-validator';
import { type Values } from '../../../platform/database/entity.repository.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { ArrayUnique, Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DAY } from '../../kernel/calendar/wall-clock.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { BookingView, presentBooking } from '../bookings/booking.views.js';
import { type LiveSession, SESSION } from '../entities/session.entity.js';
import { LiveSessionsSettings } from '../live-sessions.settings.js';
import { MOST_SEATS } from '../offerings/offering.inputs.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import { type SessionOfOffering, SessionRepository } from '../sessions/session.repository.js';
import { presentSession, SessionView } from '../sessions/session.views.js';

class AttendanceFields {
  @Uuid() booking_id!: string;
  @IsBoolean() attended!: boolean;
}

class Input {
  @Uuid() session_id!: string;
  @Optional()
  @Nullable()
  @Chars(1, 2048)
  @IsUrl({ protocols: ['https'], require_protocol: true, require_tld: false })
  recording_url?: string | null;
  @Optional()
  @ListOf(() => AttendanceFields)
  @ArrayMaxSize(MOST_SEATS)
  @ArrayUnique(({ booking_id }: AttendanceFields) => booking_id)
  attendance?: AttendanceFields[];
}

class Result {
  @Nested(() => SessionView) session!: SessionView;
  @ListOf(() => BookingView) bookings!: BookingView[];
}

@Action('end-session', {
  access: 'owner',
  target: SESSION,
  changes: true,
  description: 'Ends a session and marks attendance; again, adds the recording or corrects attendance.',
  input: Input,
  result: Result,
  refuses: { 404: ['Booking not found'], 409: ['Session has not started', 'Session was cancelled'] },
})
export class EndSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly settings: AppSettings,
    private readonly notifications: SessionNotificationsService,
  ) {}

  async run({ input: { session_id, recording_url, attendance = [] } }: Call<Input, LiveSession>) {
    const before = await this.sessions.lock(session_id);
    if (!before) throw notFound('Session');
    expectEndable(before);
    const roster = new Set((await this.bookings.roster(session_id)).map(({ id }) => id));
    if (!attendance.every(({ booking_id }) => roster.has(booking_id))) throw notFound('Booking');
    const ended_at = before.ended_at ?? new Date();
    const isOther = recording_url !== undefined && recording_url !== before.recording_url;
    const recording = isOther && { recording_url, recording_until: await this.until(before, recording_url, ended_at) };
    const changes: Values<LiveSession> = { status: 'ended', ended_at, remind_at: null, updated_at: NOW, ...recording };
    await this.sessions.updateOne({ id: session_id }, changes);
    await this.bookings.attend([session_id], attendance, true);
    const bookings = await this.bookings.roster(session_id);
    const session = (await this.sessions.read(session_id)) as SessionOfOffering;
    const participants = bookings.map(({ owner_id }) => owner_id);
    if (isOther && recording_url !== null) this.notifications.notifyRecordingReady(session, participants);
    return { session: presentSession(session), bookings: bookings.map(presentBooking) };
  }

  private async until(session: LiveSession, url: string | null, ended_at: Date): Promise<Date | null> {
    if (url === null || session.owner_id === null) return null;
    const { recording_days } = await this.settings.of(LiveSessionsSettings, session.owner_id);
    return recording_days === null ? null : new Date(+ended_at + recording_days * DAY);
  }
}

function expectEndable({ status, starts_at }: LiveSession): void {
  if (status === 'cancelled' || status === 'released') throw new Refusal(409, 'Session was cancelled');
  const hasStarted = status === 'live' || status === 'ended' || (status === 'scheduled' && +starts_at <= Date.now());
  if (!hasStarted) throw new Refusal(409, 'Session has not started');
}
