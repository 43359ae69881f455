import { IsBoolean, IsInt } from 'class-validator';
import { ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type LiveSession, SESSION } from '../entities/session.entity.js';
import { SessionCancellationsService } from '../sessions/session-cancellations.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { presentSession, SessionView } from '../sessions/session.views.js';

class Input {
  @Uuid() session_id!: string;
  @Optional() @Written(1, 500) reason?: string;
  /** True: this one and the later ones of its series. */
  @Optional() @IsBoolean() whole_series?: boolean;
}

class Result {
  @ListOf(() => SessionView) sessions!: SessionView[];
  @IsInt() bookings_cancelled!: number;
  /** How many of them are to be refunded. */
  @IsInt() refunds_due!: number;
}

@Action('cancel-session', {
  access: 'owner',
  target: SESSION,
  changes: true,
  why: 'reason',
  description: 'Cancels a session, or the rest of its series, with its bookings; what was paid is refunded.',
  input: Input,
  result: Result,
  refuses: { 409: ['Session is over'] },
})
export class CancelSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly cancellations: SessionCancellationsService,
  ) {}

  async run({ input: { reason, whole_series = false }, target }: Call<Input, LiveSession>) {
    const locked = whole_series ? await this.sessions.lockSeries(target) : await this.sessions.lockAll([target.id]);
    if (locked.find(({ id }) => id === target.id)?.status === 'ended') throw new Refusal(409, 'Session is over');
    const open = locked.filter(({ status }) => status !== 'cancelled' && status !== 'released');
    const ended = await this.cancellations.cancel(open, 'host', reason);
    const shown = locked.map((session) => ended.sessions.find(({ id }) => id === session.id) ?? session);
    return {
      sessions: shown.toSorted((a, b) => +a.starts_at - +b.starts_at).map(presentSession),
      bookings_cancelled: ended.bookings.length,
      refunds_due: ended.bookings.filter(({ refund_due_minor }) => refund_due_minor > 0).length,
    };
  }
}
