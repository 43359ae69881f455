import { IsIn, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Price, priceMinor } from '../../kernel/selling/prices.js';
import { EVENT, type TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { presentTypeFromInside, TicketTypeView } from '../catalogue/event.views.js';
import { TYPE_STATUSES, type TicketType } from '../catalogue/ticket-type.entity.js';
import { TicketTypeRepository } from '../catalogue/ticket-type.repository.js';
import { OffersService } from '../waitlist/offers.service.js';

const MOST_TYPES = 50;

class Input {
  @Uuid() event_id!: string;
  /** Absent: a new one is made, and `name` is required. */
  @Optional() @Uuid() ticket_type_id?: string;
  @Optional() @Written(1, 120) name?: string;
  @Optional() @Nullable() @Written(0, 2000) description?: string | null;
  @Optional() @Price() price?: number;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) quantity?: number | null;
  @Optional() @Nullable() @Instant() sales_start_at?: string | null;
  @Optional() @Nullable() @Instant() sales_end_at?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(50) max_per_buyer?: number | null;
  @Optional() @IsInt() @Min(0) @Max(10_000) position?: number;
  @Optional() @IsIn(TYPE_STATUSES) status?: TicketType['status'];
}

class Result extends answerWith('ticket_type', () => TicketTypeView) {}

@Action('save-ticket-type', {
  access: 'owner',
  target: EVENT,
  changes: true,
  description: 'Makes a ticket type, or changes one; a new price holds for orders made later.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Sales must end after they start', 'At most 50 ticket types', 'Price must be 0 or at least {least}'],
    404: ['Ticket type not found'],
    409: [
      'A ticket type with this name exists',
      'Quantity is below tickets already sold or held',
      'Event is cancelled',
    ],
  },
})
export class SaveTicketType {
  constructor(
    private readonly events: EventRepository,
    private readonly types: TicketTypeRepository,
    private readonly offers: OffersService,
  ) {}

  async run({ input, target: event }: Call<Input, TicketedEvent>) {
    const { event_id, ticket_type_id, price, sales_start_at, sales_end_at, ...fields } = input;
    if (event.status === 'cancelled') throw new Refusal(409, 'Event is cancelled');
    const before =
      ticket_type_id === undefined ? undefined : await this.types.the({ id: ticket_type_id, event_id }, 'Ticket type');
    const changes = {
      ...fields,
      price_minor: price === undefined ? undefined : priceMinor(price, event.currency),
      sales_start_at: momentOf(sales_start_at),
      sales_end_at: momentOf(sales_end_at),
    };
    const { sales_start_at: begins, sales_end_at: ends } = { ...before, ...given(changes) } as TicketType;
    if (begins && ends && ends <= begins) throw new Refusal(400, 'Sales must end after they start');
    if (fields.name !== undefined && (await this.types.isNameTaken(event_id, fields.name, ticket_type_id)))
      throw new Refusal(409, 'A ticket type with this name exists');
    const { id } = before ? await this.change(before, changes) : await this.add(event_id, changes);
    const type = await this.types.the({ id }, 'Ticket type');
    const now = (await this.events.findOne({ id: event_id })) as TicketedEvent;
    return { ticket_type: presentTypeFromInside(type, now) };
  }

  private async add(event_id: string, { name, ...changes }: Changes): Promise<TicketType> {
    if (name === undefined) throw invalid({ field: 'name', message: 'name is required' });
    if ((await this.types.countWhere({ event_id })) >= MOST_TYPES)
      throw new Refusal(400, `At most ${MOST_TYPES} ticket types`);
    return this.types.insert({ event_id, name, ...changes });
  }

  /** Seats that are added or on sale again go to those who wait first. */
  private async change(before: TicketType, changes: Changes): Promise<TicketType> {
    const { quantity } = changes;
    if (quantity && quantity < before.sold + before.held)
      throw new Refusal(409, 'Quantity is below tickets already sold or held');
    const type = await this.types.change(before.id, changes);
    await this.offers.offerFree(type.event_id);
    return type;
  }
}

type Changes = Partial<TicketType>;

const momentOf = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined));
const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
