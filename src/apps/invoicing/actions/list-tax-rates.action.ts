import { IsBoolean } from 'class-validator';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { presentRate, TaxRateView } from '../catalogue/catalogue.views.js';
import type { TaxRate } from '../entities/client.entity.js';

class Input extends Page {
  @Optional() @IsBoolean() include_archived?: boolean;
}

class Result extends pageOf('tax_rates', () => TaxRateView) {}

const RATES = new List({
  name: 'invoicing_tax_rates',
  columns: 'r.*',
  from: 'ext_invoicing.tax_rates r',
  id: 'r.id',
  where: 'r.owner_id = $1',
  filters: { active: `r.status = 'active'` },
  sorts: { name: { by: 'lower(r.name)', type: 'text', order: 'ASC' } },
  prepared: true,
});

@Action('list-tax-rates', {
  access: 'authenticated',
  description: 'The own tax rates by name.',
  input: Input,
  result: Result,
})
export class ListTaxRates {
  constructor(private readonly database: DatabaseService) {}

  async run({ input: { include_archived, ...page }, caller: { id } }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await RATES.page<TaxRate>(this.database, {
      values: [id],
      filters: { active: include_archived ? undefined : true },
      sort: 'name',
      query: pageQuery(page),
    });
    return { tax_rates: rows.map(presentRate), next_cursor };
  }
}
