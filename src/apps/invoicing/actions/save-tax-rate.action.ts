import { IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Percent } from '../catalogue/amount.fields.js';
import { ppmOf, presentRate, TaxRateView } from '../catalogue/catalogue.views.js';
import { SAME_NAME, TaxRateRepository } from '../catalogue/tax-rate.repository.js';
import { DraftRatesService } from '../documents/draft-rates.service.js';
import { ACTIVE_STATUSES, type TaxRate } from '../entities/client.entity.js';

const INCOMPLETE = 'name and percent are required';

class Input {
  /** Absent: creates a rate. */
  @Optional() @Uuid() tax_rate_id?: string;
  @Optional() @Words(60) name?: string;
  @Optional() @Percent() percent?: number;
  @Optional() @IsIn(ACTIVE_STATUSES) status?: TaxRate['status'];
}

class Result extends answerWith('tax_rate', () => TaxRateView) {}

@Action('save-tax-rate', {
  access: 'authenticated',
  changes: true,
  about: 'tax_rate',
  description: 'Creates or changes a tax rate. Drafts follow the change, issued documents never do.',
  input: Input,
  result: Result,
  refuses: { 400: [INCOMPLETE], 404: ['Tax rate not found'], 409: [SAME_NAME] },
})
export class SaveTaxRate {
  constructor(
    private readonly rates: TaxRateRepository,
    private readonly drafts: DraftRatesService,
  ) {}

  async run({ input: { tax_rate_id, name, percent, status }, caller: { id } }: Call<Input>): Promise<Result> {
    const values = { name: name?.trim(), rate_ppm: percent === undefined ? undefined : ppmOf(percent), status };
    if (tax_rate_id === undefined) {
      if (name === undefined || percent === undefined) throw new Refusal(400, INCOMPLETE);
      return { tax_rate: presentRate(await this.rates.save(undefined, id, values)) };
    }
    await this.drafts.lock(tax_rate_id, id);
    const before = await this.rates.the({ id: tax_rate_id, owner_id: id }, 'Tax rate', { lock: 'no key update' });
    const after = await this.rates.save(tax_rate_id, id, { ...values, updated_at: NOW });
    if (after.name !== before.name || after.rate_ppm !== before.rate_ppm) await this.drafts.follow(after);
    return { tax_rate: presentRate(after) };
  }
}
