import { IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BalanceRepository } from '../clients/balance.repository.js';
import { ClientInput } from '../clients/client.inputs.js';
import { ClientRepository } from '../clients/client.repository.js';
import { ClientResult, presentClient } from '../clients/client.views.js';
import { ClientsService } from '../clients/clients.service.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { ACTIVE_STATUSES, CLIENT, type Client } from '../entities/client.entity.js';
import { RecurringRepository } from '../recurring/recurring.repository.js';

const CURRENCY_FIXED = 'Currency cannot change once an invoice exists';
const UNPAID_LEFT = 'Client has unpaid invoices';

class Input extends ClientInput {
  @Uuid() client_id!: string;
  @Optional() @Words(200) name?: string;
  @Optional() @IsIn(ACTIVE_STATUSES) status?: Client['status'];
}

@Action('update-client', {
  access: 'owner',
  target: CLIENT,
  changes: true,
  description: 'Changes a client, or archives it: then it gets no new invoices. Issued documents keep their copy.',
  input: Input,
  result: ClientResult,
  refuses: { 404: ['User not found', 'Tax rate not found'], 409: [CURRENCY_FIXED, UNPAID_LEFT] },
})
export class UpdateClient {
  constructor(
    private readonly clients: ClientRepository,
    private readonly service: ClientsService,
    private readonly balances: BalanceRepository,
    private readonly documents: DocumentRepository,
    private readonly recurring: RecurringRepository,
  ) {}

  async run({ input: { client_id, name, status, ...given }, target }: Call<Input, Client>): Promise<ClientResult> {
    const columns = await this.service.columnsOf(target.owner_id, given);
    if (columns.currency !== undefined && columns.currency !== target.currency) await this.expectNoInvoice(client_id);
    if (status === 'archived' && target.status === 'active') await this.archive(client_id);
    const changes = { ...columns, name, status, updated_at: NOW };
    return { client: presentClient((await this.clients.updateOne({ id: client_id }, changes)) as Client) };
  }

  private async expectNoInvoice(client_id: string): Promise<void> {
    const isUsed = (await this.documents.exists({ client_id })) || (await this.recurring.exists({ client_id }));
    if (isUsed) throw new Refusal(409, CURRENCY_FIXED);
  }

  private async archive(client_id: string): Promise<void> {
    if (await this.balances.hasUnpaid(client_id)) throw new Refusal(409, UNPAID_LEFT);
    await this.recurring.update({ client_id, status: 'active' }, { status: 'paused', updated_at: NOW });
  }
}
