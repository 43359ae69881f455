import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RecurringInvoice } from '../entities/recurring-invoice.entity.js';

@AppProvider()
export class RecurringRepository extends EntityRepository<RecurringInvoice> {
  protected readonly entity = RecurringInvoice;
}
