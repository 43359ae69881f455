import { AppProvider } from '../../kernel/app-provider.js';
import { SumPartsRepository } from '../../kernel/stats/sum-parts.repository.js';

@AppProvider()
export class DocumentSumRepository extends SumPartsRepository {
  protected readonly parts = {
    name: 'invoicing_sums',
    table: 'ext_invoicing.document_sums',
    owner: 'owner_id',
    key: ['kind', 'phase', 'due_date', 'source', 'currency'],
    nullable: ['due_date'],
    sums: ['total_minor', 'due_minor'],
  };
}
