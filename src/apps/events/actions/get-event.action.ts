import { IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Caller } from '../../../platform/access/access.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { EVENT, expectSeen, isAtDoor, type TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository } from '../catalogue/event.repository.js';
import {
  EventView,
  presentCode,
  presentEvent,
  presentFromInside,
  presentType,
  presentTypeFromInside,
  PromoCodeView,
  TicketTypeView,
} from '../catalogue/event.views.js';
import { PromoCodeRepository, TicketTypeRepository } from '../catalogue/ticket-type.repository.js';
import { TicketRepository } from '../orders/order.repository.js';
import { WaitlistRepository } from '../waitlist/waitlist.repository.js';
import { EntryView, presentEntry } from '../waitlist/waitlist.views.js';

class Input {
  @Optional() @Uuid() event_id?: string;
  @Optional() @Chars(1, 80) slug?: string;
}

class DoorView extends EventView {
  @Optional() @ListOf(() => PromoCodeView) promo_codes?: PromoCodeView[];
}

class ViewerView {
  /** Valid tickets that the caller holds. */
  @IsInt() ticket_count!: number;
  /** Those that are open. */
  @ListOf(() => EntryView) waitlist_entries!: EntryView[];
}

class Result extends answerWith('event', () => DoorView) {
  @ListOf(() => TicketTypeView) ticket_types!: TicketTypeView[];
  /** Null: nobody is signed in. */
  @Nullable() @Nested(() => ViewerView) viewer!: ViewerView | null;
}

@Action('get-event', {
  access: 'public',
  target: EVENT,
  description: 'An event with its ticket types; the online address is for its holders.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give event_id or slug'] },
})
export class GetEvent {
  constructor(
    private readonly events: EventRepository,
    private readonly types: TicketTypeRepository,
    private readonly codes: PromoCodeRepository,
    private readonly entries: WaitlistRepository,
    private readonly tickets: TicketRepository,
  ) {}

  async run({ input: { event_id, slug }, caller, target }: PublicCall<Input, TicketedEvent | undefined>) {
    if ((event_id === undefined) === (slug === undefined)) throw new Refusal(400, 'Give event_id or slug');
    const event = target ?? (await this.events.the({ slug }, 'Event'));
    expectSeen(event, caller);
    const [types, viewer] = await Promise.all([this.types.ofEvent(event.id), this.viewer(event, caller)]);
    if (isAtDoor(event, caller)) return { ...(await this.inside(event, types)), viewer };
    const shown = types.filter(({ status }) => status === 'active');
    const { online_url } = event;
    return {
      event: { ...presentEvent(event), ...(viewer?.ticket_count && { online_url }) },
      ticket_types: shown.map((type) => presentType(type, event)),
      viewer,
    };
  }

  private async inside(event: TicketedEvent, types: Parameters<typeof presentType>[0][]) {
    const [codes, waiting] = await Promise.all([this.codes.ofEvent(event.id), this.entries.waiting(event.id)]);
    const promo_codes = codes.map((code) => presentCode(code, event.currency));
    return {
      event: { ...presentFromInside(event), promo_codes },
      ticket_types: types.map((type) => ({
        ...presentTypeFromInside(type, event),
        waiting: waiting.get(type.id) ?? 0,
      })),
    };
  }

  private async viewer({ id }: TicketedEvent, caller: Caller | undefined) {
    if (!caller) return null;
    const [ticket_count, entries] = await Promise.all([
      this.tickets.countValid(caller.id, id),
      this.entries.openOf(id, caller.id),
    ]);
    return { ticket_count, waitlist_entries: entries.map(presentEntry) };
  }
}
