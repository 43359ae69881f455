import { AppProvider } from '../kernel/app-provider.js';
import { SumPartsRepository } from '../kernel/stats/sum-parts.repository.js';

/** The days under which a sum counts whatever the day is. */
export const ALL_DAYS: Span = ['infinity', 'infinity'];
type Span = [first: string, last: string];

/** The first and the last day of a range with an open end; undefined: no range. */
export const spanOf = (from: string | undefined, to: string | undefined): Span | undefined =>
  from === undefined && to === undefined ? undefined : [from ?? '-infinity', to ?? '9999-12-31'];

@AppProvider()
export class DocumentSumRepository extends SumPartsRepository {
  protected readonly parts = {
    name: 'invoicing_sums',
    table: 'ext_invoicing.document_sums',
    owner: 'owner_id',
    key: ['of_id', 'day', 'kind', 'source', 'currency', 'phase', 'due_date'],
    sums: ['documents', 'total_minor', 'due_minor', 'paid_minor', 'settled', 'settling_days'],
  };
}

@AppProvider()
export class TaxSumRepository extends SumPartsRepository {
  protected readonly parts = {
    name: 'invoicing_tax_sums',
    table: 'ext_invoicing.tax_sums',
    owner: 'owner_id',
    key: ['day', 'currency', 'name', 'rate_ppm'],
    sums: ['net_minor', 'tax_minor'],
  };
}

@AppProvider()
export class PaymentSumRepository extends SumPartsRepository {
  protected readonly parts = {
    name: 'invoicing_payment_sums',
    table: 'ext_invoicing.payment_sums',
    owner: 'owner_id',
    key: ['day', 'currency', 'status', 'method'],
    sums: ['amount_minor', 'reversed_minor'],
  };
}
