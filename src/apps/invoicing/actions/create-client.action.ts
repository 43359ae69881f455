import { Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ClientInput } from '../clients/client.inputs.js';
import { ClientRepository } from '../clients/client.repository.js';
import { ClientResult, presentClient } from '../clients/client.views.js';
import { ClientsService } from '../clients/clients.service.js';
import { InvoicingSettings } from '../invoicing.settings.js';

const MOST = 10_000;
const LIMIT = 'At most 10,000 clients';

class Input extends ClientInput {
  @Words(200) name!: string;
}

@Action('create-client', {
  access: 'authenticated',
  changes: true,
  about: 'client',
  description: 'A client, with what stands on its invoices.',
  input: Input,
  result: ClientResult,
  refuses: { 404: ['User not found', 'Tax rate not found'], 409: [LIMIT] },
})
export class CreateClient {
  constructor(
    private readonly clients: ClientRepository,
    private readonly service: ClientsService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input: { name, ...given }, caller: { id } }: Call<Input>): Promise<ClientResult> {
    await this.clients.lockOwner(id);
    const columns = await this.service.columnsOf(id, given);
    if ((await this.clients.countWhere({ owner_id: id })) >= MOST) throw new Refusal(409, LIMIT);
    const currency = columns.currency ?? (await this.settings.of(InvoicingSettings, id)).default_currency.toLowerCase();
    return { client: presentClient(await this.clients.insert({ ...columns, name, currency, owner_id: id })) };
  }
}
