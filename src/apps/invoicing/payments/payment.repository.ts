import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { InvoicePayment } from '../entities/invoice-payment.entity.js';

@AppProvider()
export class InvoicePaymentRepository extends EntityRepository<InvoicePayment> {
  protected readonly entity = InvoicePayment;

  /** What has been paid of a document: not the pages that were opened and never paid. */
  async of(document_id: string): Promise<InvoicePayment[]> {
    const payments = await this.find({ document_id }, { order: { created_at: 'ASC', id: 'ASC' } });
    return payments.filter(({ status }) => status !== 'pending');
  }
}
