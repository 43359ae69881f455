import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppInvoicingService } from '../../contracts/app-invoicing.service.js';
import type { InvoiceClient, InvoicingService } from '../../contracts/invoicing.js';
import { AppProvider } from '../../kernel/app-provider.js';

export const OTHER_CURRENCY = "Currency differs from the client's";

/** The clients of Invoicing. */
@AppProvider()
export class ClientsService {
  constructor(private readonly app: AppInvoicingService) {}

  get invoicing(): InvoicingService {
    return this.app.service;
  }

  async the(ownerId: string, id: string): Promise<InvoiceClient> {
    const [client] = await this.invoicing.getClients(ownerId, [id]);
    if (!client) throw notFound('Client');
    return client;
  }

  /** Of a project: the one that is given must be the client's. */
  async currencyOf(ownerId: string, clientId: string, given: string | undefined): Promise<string> {
    const { currency } = await this.the(ownerId, clientId);
    if (given !== undefined && given.toLowerCase() !== currency) throw new Refusal(400, OTHER_CURRENCY);
    return currency;
  }

  /** Their names; null for those that are gone. */
  async names(ownerId: string, ids: (string | null)[]): Promise<Map<string, string>> {
    const asked = [...new Set(ids)].filter((id) => id !== null);
    if (!asked.length) return new Map();
    const clients = await this.invoicing.getClients(ownerId, asked);
    return new Map(clients.map(({ id, name }) => [id, name]));
  }
}
