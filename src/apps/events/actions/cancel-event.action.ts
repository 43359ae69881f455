import { IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EVENT, hasEnded, type TicketedEvent } from '../catalogue/event.entity.js';
import { EventView, presentFromInside } from '../catalogue/event.views.js';
import { CancellationService } from '../orders/cancellation.service.js';

class Input {
  @Uuid() event_id!: string;
  @Optional() @Written(0, 500) reason?: string;
}

class Result extends answerWith('event', () => EventView) {
  @IsInt() tickets_cancelled!: number;
  /** Of how many orders something has to be given back. */
  @IsInt() refunds_due!: number;
}

@Action('cancel-event', {
  access: 'owner',
  target: EVENT,
  changes: true,
  why: 'reason',
  description: 'Cancels an event for good, with all tickets; what was paid is owed to the buyers.',
  input: Input,
  result: Result,
  refuses: { 409: ['Event has ended'] },
})
export class CancelEvent {
  constructor(private readonly cancellation: CancellationService) {}

  async run({ input, target }: Call<Input, TicketedEvent>) {
    if (target.status !== 'cancelled' && hasEnded(target)) throw new Refusal(409, 'Event has ended');
    const { event, ...counts } = await this.cancellation.cancel(target, input.reason ?? null);
    return { event: presentFromInside(event), ...counts };
  }
}
