import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import type { InvoiceClient, InvoicingService } from '../../contracts/invoicing.js';
import { AppProvider } from '../../kernel/app-provider.js';

/** The clients of Invoicing. */
@AppProvider()
export class ClientsService {
  constructor(private readonly services: AppServices) {}

  get invoicing(): InvoicingService | undefined {
    return this.services.core('invoicing') as InvoicingService | undefined;
  }

  async the(ownerId: string, id: string): Promise<InvoiceClient> {
    const [client] = (await this.invoicing?.getClients(ownerId, [id])) ?? [];
    if (!client) throw notFound('Client');
    return client;
  }

  /** Of a project: the one that is given must be the client's. */
  async currencyOf(ownerId: string, clientId: string, given: string | undefined): Promise<string> {
    const { currency } = await this.the(ownerId, clientId);
    if (given !== undefined && given.toLowerCase() !== currency)
      throw new Refusal(400, "Currency differs from the client's");
    return currency;
  }

  /** Their names; null for those that are gone. */
  async names(ownerId: string, ids: (string | null)[]): Promise<Map<string, string>> {
    const asked = [...new Set(ids)].filter((id) => id !== null);
    if (!asked.length) return new Map();
    const clients = (await this.invoicing?.getClients(ownerId, asked)) ?? [];
    return new Map(clients.map(({ id, name }) => [id, name]));
  }
}
