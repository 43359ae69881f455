import { type Fault, invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { lineAmount } from '../../kernel/invoices/arithmetic.js';
import { signedMinor } from '../catalogue/amount.fields.js';
import { ItemRepository } from '../catalogue/item.repository.js';
import { TaxRateRepository } from '../catalogue/tax-rate.repository.js';
import type { Client, Item, TaxRate } from '../entities/client.entity.js';
import type { InvoicingSettings } from '../invoicing.settings.js';
import { OTHER_CURRENCY } from './draft.inputs.js';
import type { LineInput } from './line.inputs.js';
import type { NewLine } from './line.repository.js';
import { expectStorable } from './totals.policy.js';

type Buying = Pick<Client, 'currency' | 'tax_rate_id'>;

interface Known {
  items: Map<string, Item>;
  rates: Map<string, TaxRate>;
  client: Buying;
  /** Of lines that say nothing. */
  defaultRate: string | null;
}

/** Lines as they are stored, from what the caller gives. */
@AppProvider()
export class LinesService {
  constructor(
    private readonly items: ItemRepository,
    private readonly rates: TaxRateRepository,
  ) {}

  async priced(
    ownerId: string,
    inputs: LineInput[],
    client: Buying,
    { default_tax_rate_id }: Pick<InvoicingSettings, 'default_tax_rate_id'>,
  ): Promise<NewLine[]> {
    const items = await this.items.byIds(
      ownerId,
      inputs.flatMap(({ item_id }) => item_id ?? []),
    );
    const fallback = client.tax_rate_id ?? default_tax_rate_id;
    const given = inputs.map((input) => input.tax_rate_id).filter((id) => typeof id === 'string');
    const ofItems = [...items.values()].flatMap(({ tax_rate_id }) => tax_rate_id ?? []);
    const rates = await this.rates.byIds(ownerId, [...given, ...ofItems], 'share');
    const defaultRate = await this.defaultOf(ownerId, fallback, rates);
    return inputs.map((input, index) => lineOf(input, index, { items, rates, client, defaultRate }));
  }

  /** The rate of the settings is a text that a user wrote: one that does not exist is no rate. */
  private async defaultOf(owner_id: string, id: string | null, rates: Map<string, TaxRate>): Promise<string | null> {
    if (id === null) return null;
    const rate = rates.get(id) ?? (await this.rates.findOne({ id, owner_id }, { lock: 'share' }));
    if (!rate) return null;
    rates.set(id, rate);
    return id;
  }
}

function lineOf(input: LineInput, index: number, { items, rates, client, defaultRate }: Known): NewLine {
  const item = input.item_id === undefined ? undefined : items.get(input.item_id);
  const unit_price_minor = priceOf(input, index, item, client.currency);
  const description = input.description ?? (item && [item.name, item.description].filter(Boolean).join('\n'));
  if (description === undefined) throw invalid(missing(index, 'description'));
  const { quantity = 1, discount_percent = null } = input;
  const tax_rate_id = input.tax_rate_id === undefined ? (item?.tax_rate_id ?? defaultRate) : input.tax_rate_id;
  const rate = tax_rate_id === null ? undefined : rates.get(tax_rate_id);
  const amount_minor = lineAmount(quantity, unit_price_minor, discount_percent ?? 0);
  expectStorable(amount_minor);
  return {
    description,
    quantity,
    unit: input.unit === undefined ? (item?.unit ?? null) : input.unit,
    unit_price_minor,
    discount_percent,
    tax_rate_id,
    tax_name: rate?.name ?? null,
    rate_ppm: rate?.rate_ppm ?? 0,
    amount_minor,
  };
}

function priceOf({ unit_price }: LineInput, index: number, item: Item | undefined, currency: string): number {
  if (unit_price !== undefined) return signedMinor(`lines.${index}.unit_price`, unit_price, currency);
  if (!item) throw invalid(missing(index, 'unit_price'));
  if (item.currency !== currency) throw new Refusal(400, OTHER_CURRENCY);
  return item.unit_price_minor;
}

const missing = (index: number, field: string): Fault => ({
  field: `lines.${index}.${field}`,
  message: `${field} is required in a line without item_id`,
});
