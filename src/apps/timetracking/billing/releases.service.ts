import { AppProvider } from '../../kernel/app-provider.js';
import { ClientsService } from '../projects/clients.service.js';
import { BatchRepository } from './batch.repository.js';

const GONE = new Set(['deleted', 'void']);

/** Gives time back whose invoice is deleted or void. The caller holds the state of the owner FOR UPDATE. */
@AppProvider()
export class ReleasesService {
  constructor(
    private readonly batches: BatchRepository,
    private readonly clients: ClientsService,
  ) {}

  async release(ownerId: string): Promise<void> {
    const ids = (await this.batches.open(ownerId)).flatMap(({ invoice_id }) => invoice_id ?? []);
    if (!ids.length) return;
    const gone = (await this.clients.invoicing.getInvoiceStates(ownerId, ids)).filter(({ state }) => GONE.has(state));
    if (gone.length)
      await this.batches.release(
        ownerId,
        gone.map(({ id }) => id),
      );
  }
}
