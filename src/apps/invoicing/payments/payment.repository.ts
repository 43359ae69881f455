import { MoreThan } from 'typeorm';
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

  /** The caller has locked the document and its client. */
  lock(id: string): Promise<InvoicePayment> {
    return this.the({ id }, 'Payment', { lock: 'no key update' });
  }

  byRequest(owner_id: string, request_key: string): Promise<InvoicePayment | undefined> {
    return this.findOne({ owner_id, request_key });
  }

  /** `payment_id` is that of the platform. */
  byPayment(payment_id: string): Promise<InvoicePayment | undefined> {
    return this.findOne({ payment_id });
  }

  /** The pages of an amount that have not run out, the newest first, and those that are being opened. */
  pages(document_id: string, amount_minor: number): Promise<InvoicePayment[]> {
    const where = { document_id, status: 'pending', amount_minor, expires_at: MoreThan(new Date()) } as const;
    return this.find(where, { order: { created_at: 'DESC', id: 'DESC' } });
  }
}
