import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TaxRateRepository } from '../catalogue/tax-rate.repository.js';
import type { ClientInput } from './client.inputs.js';
import { ClientRepository } from './client.repository.js';

/** What clients refer to must be there. */
@AppProvider()
export class ClientsService {
  constructor(
    private readonly clients: ClientRepository,
    private readonly rates: TaxRateRepository,
  ) {}

  /** The columns that the input gives. */
  async columnsOf(ownerId: string, { currency, ...given }: ClientInput) {
    const { user_id, tax_rate_id } = given;
    if (user_id && !(await this.clients.isUser(user_id))) throw notFound('User');
    if (tax_rate_id) await this.rates.the({ id: tax_rate_id, owner_id: ownerId }, 'Tax rate');
    return { ...given, currency: currency?.toLowerCase() };
  }
}
