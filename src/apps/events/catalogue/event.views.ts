import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { type Question, TicketedEvent } from './event.entity.js';
import { QuestionFields } from './event.inputs.js';
import { remainingOf, saleStateOf, SALE_STATES, type SaleState } from './sale.policy.js';
import { PromoCode, TicketType } from './ticket-type.entity.js';

/** `online_url` is for the door and for holders; the rest that is optional for the door. */
export class EventView extends viewOf(TicketedEvent, {
  without: ['online_url', 'sold', 'held', 'staff_ids', 'reminded_hours'],
}) {
  @ListOf(() => QuestionFields) declare questions: Question[];
  @Optional() @Nullable() @IsString() online_url?: string | null;
  @Optional() @IsInt() sold?: number;
  @Optional() @IsInt() held?: number;
  @Optional() @Uuid({ each: true }) staff_ids?: string[];
}

export const presentEvent = (event: TicketedEvent) => present(EventView, event);

/** As the owner and the staff see it. */
export const presentFromInside = (event: TicketedEvent) => {
  const { online_url, sold, held, staff_ids } = event;
  return { ...presentEvent(event), online_url, sold, held, staff_ids };
};

/** An event in a list. */
export class EventCard extends viewOf(TicketedEvent, {
  only: [
    'id',
    'owner_id',
    'title',
    'slug',
    'summary',
    'cover_url',
    'format',
    'venue_name',
    'address',
    'starts_at',
    'ends_at',
    'timezone',
    'currency',
    'visibility',
    'status',
    'published_at',
    'created_at',
  ],
}) {
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) organizer!: PersonView | null;
  /** Null: it has no ticket types. */
  @Nullable() @IsNumber() from_price!: number | null;
  @IsBoolean() sold_out!: boolean;
}

export type CardRow = TicketedEvent & {
  organizer: PersonView | null;
  from_price_minor: string | null;
  sold_out: boolean;
};

export const presentCard = ({ from_price_minor, organizer, sold_out, ...event }: CardRow) => ({
  ...present(EventCard, event),
  organizer,
  from_price: from_price_minor === null ? null : money(Number(from_price_minor), event.currency),
  sold_out,
});

export class TicketTypeView extends viewOf(TicketType, { without: ['sold', 'held'] }) {
  @IsString() currency!: string;
  /** Null: no limit. */
  @Nullable() @IsInt() remaining!: number | null;
  @IsIn(SALE_STATES) sale_state!: SaleState;
  @Optional() @IsInt() sold?: number;
  @Optional() @IsInt() held?: number;
  /** How many entries wait for this type. */
  @Optional() @IsInt() waiting?: number;
}

export function presentType(type: TicketType, event: TicketedEvent) {
  const { currency } = event;
  const remaining = remainingOf(type, event);
  return {
    ...present(TicketTypeView, { ...type, currency }),
    currency,
    remaining,
    sale_state: saleStateOf(type, event),
  };
}

export const presentTypeFromInside = (type: TicketType, event: TicketedEvent) => {
  const { sold, held } = type;
  return { ...presentType(type, event), sold, held };
};

export class PromoCodeView extends viewOf(PromoCode) {
  @IsString() currency!: string;
}

export const presentCode = (code: PromoCode, currency: string) => {
  const { amount_off_minor: off } = code;
  const shown = present(PromoCodeView, { ...code, currency });
  return { ...shown, amount_off: off === null ? null : money(off, currency), currency };
};
