import { IsBoolean, IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { notAuthenticated } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { containing } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { EVENT_STATUSES, FORMATS } from '../catalogue/event.entity.js';
import { EventListRepository } from '../catalogue/event-list.repository.js';
import { EventCard, presentCard } from '../catalogue/event.views.js';

class Input extends Page {
  @Optional() @Chars(1, 100) q?: string;
  @Optional() @Uuid() owner_id?: string;
  /** Of the start, in UTC; both days count. */
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @IsIn(FORMATS) format?: string;
  @Optional() @IsBoolean() free?: boolean;
  @Optional() @IsBoolean() mine?: boolean;
  @Optional() @IsIn(EVENT_STATUSES) status?: string;
}

class Result extends pageOf('events', () => EventCard) {}

@Action('list-events', {
  access: 'public',
  description: 'Published public events, soonest first; or those that the caller owns or staffs, newest first.',
  input: Input,
  result: Result,
  refuses: { 401: ['Not authenticated'] },
})
export class ListEvents {
  constructor(private readonly events: EventListRepository) {}

  async run({ input, caller }: PublicCall<Input>) {
    const { q, owner_id, from, to, format, free, mine, status } = input;
    const filters = { title: q && containing(q), owner_id, from, to, format, free };
    const query = pageQuery(input);
    if (mine && !caller) throw notAuthenticated();
    const upcoming = from === undefined && to === undefined ? true : undefined;
    const { rows, next_cursor } =
      mine && caller
        ? await this.events.mine(caller.id, { ...filters, status }, query)
        : await this.events.published({ ...filters, upcoming }, query);
    return { events: rows.map(presentCard), next_cursor };
  }
}
