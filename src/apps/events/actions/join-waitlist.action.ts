import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EVENT, expectSeen, type TicketedEvent } from '../catalogue/event.entity.js';
import { isSaleOver, remainingOf } from '../catalogue/sale.policy.js';
import { TicketTypeRepository } from '../catalogue/ticket-type.repository.js';
import { WaitlistRepository } from '../waitlist/waitlist.repository.js';
import { EntryView, presentEntry } from '../waitlist/waitlist.views.js';

class Input {
  @Uuid() event_id!: string;
  @Uuid() ticket_type_id!: string;
  @Optional() @IsInt() @Min(1) @Max(10) quantity?: number;
}

class JoinedView extends EntryView {
  /** From 1, among those who wait for the type. */
  @IsInt() position!: number;
}

class Result extends answerWith('waitlist_entry', () => JoinedView) {}

@Action('join-waitlist', {
  access: 'authenticated',
  target: EVENT,
  changes: true,
  description: 'Waits for seats of a type that is sold out.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Ticket type not found'],
    409: ['Waitlist is closed', 'Tickets are still available', 'Already on the waitlist'],
  },
})
export class JoinWaitlist {
  constructor(
    private readonly types: TicketTypeRepository,
    private readonly entries: WaitlistRepository,
  ) {}

  async run({ input, caller, target: event }: Call<Input, TicketedEvent>) {
    const { event_id, ticket_type_id, quantity = 1 } = input;
    expectSeen(event, caller);
    const type = await this.types.the({ id: ticket_type_id, event_id }, 'Ticket type');
    if (!event.waitlist_enabled || isSaleOver(type, event)) throw new Refusal(409, 'Waitlist is closed');
    if ((remainingOf(type, event) ?? Infinity) >= quantity) throw new Refusal(409, 'Tickets are still available');
    const entry = await this.entries.insertIfAbsent({ owner_id: caller.id, event_id, ticket_type_id, quantity });
    if (!entry) throw new Refusal(409, 'Already on the waitlist');
    return { waitlist_entry: { ...presentEntry(entry), position: await this.entries.position(entry) } };
  }
}
