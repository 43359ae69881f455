import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EVENT, hasStarted, type TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { expectPlace, NO_ADDRESS, NO_VENUE } from '../catalogue/place.policy.js';
import { EventView, presentFromInside } from '../catalogue/event.views.js';
import { TicketTypeRepository } from '../catalogue/ticket-type.repository.js';

class Input {
  @Uuid() event_id!: string;
}

class Result extends answerWith('event', () => EventView) {}

@Action('publish-event', {
  access: 'owner',
  target: EVENT,
  changes: true,
  description: 'Opens an event for booking.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Add a ticket type before publishing', 'Event has already started', NO_VENUE, NO_ADDRESS],
    409: ['Event is cancelled'],
  },
})
export class PublishEvent {
  constructor(
    private readonly events: EventRepository,
    private readonly types: TicketTypeRepository,
  ) {}

  async run({ target: event }: Call<Input, TicketedEvent>) {
    if (event.status === 'published') return { event: presentFromInside(event) };
    if (event.status === 'cancelled') throw new Refusal(409, 'Event is cancelled');
    if (!(await this.types.exists({ event_id: event.id, status: 'active' })))
      throw new Refusal(400, 'Add a ticket type before publishing');
    if (hasStarted(event)) throw new Refusal(400, 'Event has already started');
    expectPlace(event);
    const published = await this.events.change(event.id, { status: 'published', published_at: NOW });
    return { event: presentFromInside(published) };
  }
}
