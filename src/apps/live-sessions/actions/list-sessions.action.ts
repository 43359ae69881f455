import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DayOrInstant } from '../../kernel/calendar/time.fields.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { SESSION_STATUSES, type SessionStatus } from '../entities/session.entity.js';
import { beginOf, endOf } from '../sessions/session.inputs.js';
import { SessionListRepository } from '../sessions/session-list.repository.js';
import { presentSession, SessionView } from '../sessions/session.views.js';

class Input extends Page {
  @Optional() @Uuid() offering_id?: string;
  @Optional() @DayOrInstant() from?: string;
  @Optional() @DayOrInstant() to?: string;
  @Optional() @IsIn(SESSION_STATUSES) status?: SessionStatus;
}

class Result extends pageOf('sessions', () => SessionView) {}

@Action('list-sessions', {
  access: 'authenticated',
  description: 'The calendar of the caller as host, soonest first; from now on unless it says otherwise.',
  input: Input,
  result: Result,
})
export class ListSessions {
  constructor(private readonly sessions: SessionListRepository) {}

  async run({ input, caller }: Call<Input>) {
    const { offering_id, from, to, status } = input;
    const filters = {
      offering_id,
      status,
      not_released: status === undefined ? (true as const) : undefined,
      now: from === undefined ? (true as const) : undefined,
      from: from === undefined ? undefined : beginOf(from),
      to: to === undefined ? undefined : endOf(to),
    };
    const { rows, next_cursor } = await this.sessions.ofHost(caller.id, filters, pageQuery(input));
    return { sessions: rows.map(presentSession), next_cursor };
  }
}
