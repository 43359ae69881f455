import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt } from 'class-validator';
import { ArrayUnique, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { EVENT, type TicketedEvent } from '../catalogue/event.entity.js';
import { TicketTypeRepository } from '../catalogue/ticket-type.repository.js';

const TYPE = 'events.message';
const MOST_IN_A_DAY = 5;

class Input {
  @Uuid() event_id!: string;
  @Written(1, 120) title!: string;
  @Written(1, 5000) body!: string;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @Uuid({ each: true })
  ticket_type_ids?: string[];
  @Optional() @IsBoolean() only_not_checked_in?: boolean;
}

class Result {
  @IsInt() recipients!: number;
}

@Action('message-attendees', {
  access: 'owner',
  target: EVENT,
  changes: true,
  description: 'Notifies each holder of a valid ticket once.',
  input: Input,
  result: Result,
  refuses: { 404: ['Ticket type not found'], 409: ['Message limit reached', 'Event is not published'] },
})
export class MessageAttendees {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly types: TicketTypeRepository,
  ) {}

  async run({ input, target: event }: Call<Input, TicketedEvent>): Promise<Result> {
    const { event_id, ticket_type_ids: ids, ...text } = input;
    if (event.status !== 'published') throw new Refusal(409, 'Event is not published');
    if (ids && !(await this.types.areOf(event_id, ids))) throw notFound('Ticket type');
    if ((await this.announcements.countRecent(event_id, TYPE)) >= MOST_IN_A_DAY)
      throw new Refusal(409, 'Message limit reached');
    const written = await this.announcements.write({ event_id, type: TYPE, ticket_type_ids: ids ?? null, ...text });
    return { recipients: await this.announcements.countRecipients(written) };
  }
}
