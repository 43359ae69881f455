import { ArrayMaxSize, IsArray } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ArrayUnique, Instant, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { CurrencyService } from '../catalogue/currency.service.js';
import { EVENT, hasEnded, type TicketedEvent } from '../catalogue/event.entity.js';
import { EventFields, EventZone, expectOptions, timesOf } from '../catalogue/event.inputs.js';
import { EventRepository, slugTaken } from '../catalogue/event.repository.js';
import { EventView, presentFromInside } from '../catalogue/event.views.js';
import { expectPlace, NO_ADDRESS, NO_VENUE } from '../catalogue/place.policy.js';
import { OrderRepository } from '../orders/order.repository.js';
import { OffersService } from '../waitlist/offers.service.js';

class Input extends EventFields {
  @Uuid() event_id!: string;
  @Optional() @Written(1, 200) title?: string;
  @Optional() @Instant() starts_at?: string;
  @Optional() @Instant() ends_at?: string;
  @Optional() @EventZone() timezone?: string;
  @Optional() @IsArray() @ArrayMaxSize(20) @ArrayUnique() @Uuid({ each: true }) staff_ids?: string[];
}

class Result extends answerWith('event', () => EventView) {}

/** What holders and their calendars are told of. */
const SHOWN_IN_CALENDARS = ['starts_at', 'ends_at', 'venue_name', 'address', 'online_url'] as const;

@Action('update-event', {
  access: 'owner',
  target: EVENT,
  changes: true,
  description: 'Changes what is given; holders are told of another time or place.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Event must end after it starts',
      'Unknown time zone',
      'Options belong to questions of the type choice',
      NO_VENUE,
      NO_ADDRESS,
      'Price must be 0 or at least {least}',
    ],
    404: ['User not found'],
    409: [
      'Event is cancelled',
      'Event has ended',
      'Capacity is below tickets already sold or held',
      'Currency cannot change once orders exist',
      'Slug already taken',
    ],
  },
})
export class UpdateEvent {
  constructor(
    private readonly events: EventRepository,
    private readonly currencies: CurrencyService,
    private readonly orders: OrderRepository,
    private readonly offers: OffersService,
    private readonly announcements: AnnouncementsService,
  ) {}

  async run({ input, target: before }: Call<Input, TicketedEvent>) {
    const { event_id: id, currency, ...fields } = input;
    if (before.status === 'cancelled') throw new Refusal(409, 'Event is cancelled');
    if (hasEnded(before)) throw new Refusal(409, 'Event has ended');
    const times = timesOf(input, before);
    expectOptions(input.questions);
    if (before.status === 'published') expectPlace({ ...before, ...given(fields) });
    await this.checkTaken(before, input);
    const changes = { ...fields, ...times, currency: currency?.toLowerCase() };
    const isMoved = times.starts_at.getTime() !== before.starts_at.getTime();
    const changed = before.status === 'published' ? changedOf(before, { ...fields, ...times }) : undefined;
    const event = await this.events.change(id, {
      ...changes,
      ...(isMoved && { reminded_hours: [] }),
      ...(changed && { calendar_sequence: before.calendar_sequence + 1 }),
    });
    if (changed) await this.announce(event, changed);
    await this.offers.offerFree(id);
    return { event: presentFromInside((await this.events.findOne({ id })) as TicketedEvent) };
  }

  private async checkTaken(before: TicketedEvent, { capacity, currency, slug, staff_ids }: Input): Promise<void> {
    if (capacity && capacity < before.sold + before.held)
      throw new Refusal(409, 'Capacity is below tickets already sold or held');
    const after = currency?.toLowerCase() ?? before.currency;
    if (after !== before.currency) {
      if (await this.orders.exists({ event_id: before.id }))
        throw new Refusal(409, 'Currency cannot change once orders exist');
      await this.currencies.change(before.id, before.currency, after);
    }
    if (slug && slug !== before.slug && (await this.events.isSlugTaken(slug))) throw slugTaken();
    if (staff_ids?.length && !(await this.events.areUsers(staff_ids))) throw notFound('User');
  }

  private async announce({ id, title }: TicketedEvent, changed: Record<string, Change>): Promise<void> {
    const body = `The ${Object.keys(changed)
      .map((name) => NAMES[name as Shown])
      .join(', ')} changed.`;
    await this.announcements.write({ event_id: id, type: 'events.updated', title, body, data: { changed } });
  }
}

type Shown = (typeof SHOWN_IN_CALENDARS)[number];
interface Change {
  old: unknown;
  new: unknown;
}

const NAMES: Record<Shown, string> = {
  starts_at: 'start',
  ends_at: 'end',
  venue_name: 'venue',
  address: 'address',
  online_url: 'online address',
};

const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The old and the new values of what differs. */
function changedOf(before: TicketedEvent, after: object): Record<string, Change> | undefined {
  const values = given(after);
  const names = SHOWN_IN_CALENDARS.filter((name) => name in values && text(values[name]) !== text(before[name]));
  if (!names.length) return undefined;
  return Object.fromEntries(names.map((name) => [name, { old: before[name], new: values[name] }]));
}

const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
