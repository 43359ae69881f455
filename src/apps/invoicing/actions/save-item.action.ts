import { IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid, Words, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { SignedPrice, signedMinor } from '../catalogue/amount.fields.js';
import { ItemView, presentItem } from '../catalogue/catalogue.views.js';
import { ItemRepository } from '../catalogue/item.repository.js';
import { TaxRateRepository } from '../catalogue/tax-rate.repository.js';
import { ACTIVE_STATUSES, type Item } from '../entities/client.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';

const INCOMPLETE = 'name and unit_price are required';
const CURRENCY_NEEDS_PRICE = 'unit_price is required with another currency';

class Input {
  /** Absent: creates an item. */
  @Optional() @Uuid() item_id?: string;
  @Optional() @Words(200) name?: string;
  @Optional() @Nullable() @Written(0, 2000) description?: string | null;
  @Optional() @Nullable() @Chars(1, 20) unit?: string | null;
  @Optional() @SignedPrice() unit_price?: number;
  @Optional() @Currency() currency?: string;
  @Optional() @Nullable() @Uuid() tax_rate_id?: string | null;
  @Optional() @IsIn(ACTIVE_STATUSES) status?: Item['status'];
}

class Result extends answerWith('item', () => ItemView) {}

@Action('save-item', {
  access: 'authenticated',
  changes: true,
  about: 'item',
  description: 'Creates or changes an item of the catalogue.',
  input: Input,
  result: Result,
  refuses: { 400: [INCOMPLETE, CURRENCY_NEEDS_PRICE], 404: ['Item not found', 'Tax rate not found'] },
})
export class SaveItem {
  constructor(
    private readonly items: ItemRepository,
    private readonly rates: TaxRateRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<Result> {
    const { item_id, unit_price, currency, ...given } = input;
    const where = { id: item_id as string, owner_id: id };
    const before = item_id === undefined ? undefined : await this.items.the(where, 'Item', { lock: 'no key update' });
    if (input.tax_rate_id) await this.rates.the({ id: input.tax_rate_id, owner_id: id }, 'Tax rate');
    if (!before && (input.name === undefined || unit_price === undefined)) throw new Refusal(400, INCOMPLETE);
    const wanted = currency?.toLowerCase() ?? before?.currency ?? (await this.defaultCurrency(id));
    // Its price in minor units would become another amount.
    if (before && wanted !== before.currency && unit_price === undefined) throw new Refusal(400, CURRENCY_NEEDS_PRICE);
    const unit_price_minor = unit_price === undefined ? undefined : signedMinor('unit_price', unit_price, wanted);
    const values = { ...given, currency: wanted, unit_price_minor };
    if (!before) return { item: presentItem(await this.items.insert({ ...values, owner_id: id })) };
    return { item: presentItem((await this.items.updateOne(where, { ...values, updated_at: NOW })) as Item) };
  }

  private async defaultCurrency(ownerId: string): Promise<string> {
    return (await this.settings.of(InvoicingSettings, ownerId)).default_currency.toLowerCase();
  }
}
