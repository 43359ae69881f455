import { AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { InvoiceDocument } from './entities/document.entity.js';
import { InvoiceAddressesService } from './invoice-addresses.service.js';
import { ClientRepository } from './clients/client.repository.js';
import { amountText } from './documents/amount-text.js';
import type { Client } from './entities/client.entity.js';

const CLIENT_TITLES = {
  received: 'You have an invoice',
  reminder: 'An invoice is waiting for your payment',
  voided: 'An invoice was withdrawn',
  paid: 'Your payment arrived',
  credited: 'You have a credit note',
} as const;
const OWNER_TITLES = {
  viewed: 'Your invoice was opened',
  paid: 'An invoice was paid',
  overdue: 'An invoice is overdue',
  overpaid: 'More was paid than was due',
  refunded: 'A payment of an invoice was refunded',
} as const;

interface Wish {
  message?: string;
  mails?: boolean;
}

/** What clients and owners of invoices are told. */
@AppProvider()
export class NoticesService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly clients: ClientRepository,
    private readonly addresses: InvoiceAddressesService,
  ) {}

  /**
   * A client with an account gets a notification: true. Otherwise one with an e-mail address gets a mail, if `mails` says
   * so: false, because nobody knows whether it arrives.
   */
  async tellClient(document: InvoiceDocument, kind: keyof typeof CLIENT_TITLES, wish: Wish = {}): Promise<boolean> {
    return this.tell(document, await this.clients.findOne({ id: document.client_id }), kind, wish);
  }

  /** The clients are read at once. */
  async remindClients(documents: InvoiceDocument[]): Promise<void> {
    const clients = await this.clients.byId(documents.map(({ client_id }) => client_id));
    for (const document of documents)
      await this.tell(document, clients.get(document.client_id), 'reminder', { mails: true });
  }

  private async tell(
    document: InvoiceDocument,
    client: Client | undefined,
    kind: keyof typeof CLIENT_TITLES,
    { message, mails = false }: Wish,
  ): Promise<boolean> {
    const type = `invoicing.${kind}` as const;
    const title = CLIENT_TITLES[kind];
    const body = [textOf(document), message].filter(Boolean).join('\n\n');
    const link = this.addresses.hostedUrl(document.public_token);
    if (client?.user_id) {
      const data = { invoice_id: document.id, number: document.number, hosted_url: link };
      this.notifications.notify(client.user_id, { type, title, body, data, actor_id: document.owner_id });
      return true;
    }
    if (mails && client?.email) await this.notifications.notifyAddress(client.email, { type, title, body, link });
    return false;
  }

  tellOwner(document: InvoiceDocument, kind: keyof typeof OWNER_TITLES, data: object = {}, message?: string): void {
    if (document.owner_id === null) return;
    this.notifications.notify(document.owner_id, {
      type: `invoicing.${kind}`,
      title: OWNER_TITLES[kind],
      body: [textOf(document), message].filter(Boolean).join('\n\n'),
      data: { invoice_id: document.id, number: document.number, ...data },
    });
  }
}

function textOf({ number, seller, client, total_minor, currency, due_date }: InvoiceDocument): string {
  const parties = [number, seller?.name, client?.name && `to ${client.name}`].filter(Boolean).join(', ');
  return [parties, amountText(total_minor, currency), due_date && `due on ${due_date}`].filter(Boolean).join(' · ');
}
