import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ArrayUnique, Instant, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AmountOff, minorOf } from '../../kernel/selling/prices.js';
import { EVENT, type TicketedEvent } from '../catalogue/event.entity.js';
import { presentCode, PromoCodeView } from '../catalogue/event.views.js';
import { CODE_STATUSES, type PromoCode } from '../catalogue/ticket-type.entity.js';
import { PromoCodeRepository, TicketTypeRepository } from '../catalogue/ticket-type.repository.js';

const MOST_CODES = 500;

class Input {
  @Uuid() event_id!: string;
  @Matches(/^[A-Za-z0-9-]{3,32}$/, { message: '$property must be 3 to 32 letters, digits and hyphens' }) code!: string;
  @Optional() @IsInt() @Min(1) @Max(100) percent_off?: number;
  /** Of each ticket. */
  @Optional() @AmountOff() amount_off?: number;
  /** Null: all types. */
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @Uuid({ each: true })
  ticket_type_ids?: string[] | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) max_uses?: number | null;
  @Optional() @Nullable() @Instant() starts_at?: string | null;
  @Optional() @Nullable() @Instant() ends_at?: string | null;
  @Optional() @IsIn(CODE_STATUSES) status?: PromoCode['status'];
}

class Result extends answerWith('promo_code', () => PromoCodeView) {}

const NOT_ONE = 'Give either percent_off or amount_off';

@Action('save-promo-code', {
  access: 'owner',
  target: EVENT,
  changes: true,
  description: 'Makes a promo code, or changes the one of that name; one order is one use.',
  input: Input,
  result: Result,
  refuses: {
    400: [NOT_ONE, 'At most 500 promo codes'],
    404: ['Ticket type not found'],
    409: ['Max uses is below uses already made'],
  },
})
export class SavePromoCode {
  constructor(
    private readonly codes: PromoCodeRepository,
    private readonly types: TicketTypeRepository,
  ) {}

  async run({ input, target: event }: Call<Input, TicketedEvent>) {
    const { event_id, percent_off, amount_off, ticket_type_ids: ids, starts_at, ends_at, max_uses, status } = input;
    const before = await this.codes.findOne({ event_id, code: input.code.toUpperCase() }, { lock: 'update' });
    if (percent_off !== undefined && amount_off !== undefined) throw new Refusal(400, NOT_ONE);
    if (!before && percent_off === undefined && amount_off === undefined) throw new Refusal(400, NOT_ONE);
    if (ids && !(await this.types.areOf(event_id, ids))) throw notFound('Ticket type');
    const changes = {
      ...reductionOf(event, percent_off, amount_off),
      ticket_type_ids: ids,
      max_uses,
      starts_at: momentOf(starts_at),
      ends_at: momentOf(ends_at),
      status,
    };
    const code = before
      ? await this.change(before, changes)
      : await this.add({ ...changes, event_id, code: input.code.toUpperCase() });
    return { promo_code: presentCode(code, event.currency) };
  }

  private async change(before: PromoCode, changes: Changes): Promise<PromoCode> {
    if (changes.max_uses && changes.max_uses < before.used)
      throw new Refusal(409, 'Max uses is below uses already made');
    return this.codes.change(before.id, changes);
  }

  private async add(values: Changes & { event_id: string }): Promise<PromoCode> {
    if ((await this.codes.countWhere({ event_id: values.event_id })) >= MOST_CODES)
      throw new Refusal(400, `At most ${MOST_CODES} promo codes`);
    return this.codes.insert(values);
  }
}

type Changes = Partial<PromoCode>;

/** A new reduction replaces the one before. */
function reductionOf({ currency }: TicketedEvent, percent_off?: number, amount?: number): Changes {
  if (percent_off !== undefined) return { percent_off, amount_off_minor: null };
  if (amount === undefined) return {};
  return { percent_off: null, amount_off_minor: minorOf('amount_off', amount, currency) };
}

const momentOf = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined));
