import { IsString } from 'class-validator';
import { Nested, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { type LiveSession, SESSION } from '../entities/session.entity.js';
import { type Entry, JoiningService } from '../sessions/joining.service.js';
import { type SessionOfOffering, SessionRepository } from '../sessions/session.repository.js';
import { BookedSessionView, presentBookedSession } from '../sessions/session.views.js';

class Input {
  @Uuid() session_id!: string;
}

class Result {
  @IsString() join_url!: string;
  @Nested(() => BookedSessionView) session!: BookedSessionView;
}

const REFUSED: Record<Exclude<Entry, 'open'>, string> = {
  early: 'Session is not open yet',
  cancelled: 'Session was cancelled',
  ended: 'Session has ended',
};
const NO_LINK = 'Join link is not set';

@Action('join-session', {
  access: 'authenticated',
  target: SESSION,
  changes: true,
  description: 'Gives the join link to the host and to confirmed participants. The first host who joins begins it.',
  input: Input,
  result: Result,
  refuses: { 403: ['Not a participant'], 409: [...Object.values(REFUSED), NO_LINK] },
})
export class JoinSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly joining: JoiningService,
  ) {}

  async run({ target, caller }: Call<Input, LiveSession>) {
    const session = await this.sessions.read(target.id);
    if (!session) throw notFound('Session');
    return session.owner_id === caller.id ? this.host(session) : this.participant(session, caller.id);
  }

  private async host(session: SessionOfOffering) {
    const join_url = await this.enter(session, this.joining.entryOfHost(session));
    const started = await this.sessions.start(session.id);
    return { join_url, session: presentBookedSession(started ?? session) };
  }

  private async participant(session: SessionOfOffering, userId: string) {
    const booking = await this.bookings.latest(session.id, userId);
    // Who was booked until the session was cancelled is told so.
    const was = session.status === 'cancelled' && booking?.status === 'cancelled';
    if (!booking || (booking.status !== 'confirmed' && !was)) throw new Refusal(403, 'Not a participant');
    const join_url = await this.enter(session, await this.joining.entryOfParticipant(session));
    await this.joining.joined(booking);
    return { join_url, session: presentBookedSession(session) };
  }

  private async enter(session: SessionOfOffering, entry: Entry): Promise<string> {
    if (entry !== 'open') throw new Refusal(409, REFUSED[entry]);
    const link = await this.joining.linkOf(session);
    if (link === undefined) throw new Refusal(409, NO_LINK);
    return link;
  }
}
