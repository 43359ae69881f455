import { IsNumber } from 'class-validator';
import { ListOf, Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { money } from '../../kernel/selling/prices.js';
import { BalanceRepository } from '../clients/balance.repository.js';
import { ClientView, presentClient } from '../clients/client.views.js';
import { DocumentListRepository } from '../documents/document-list.repository.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { ListedInvoiceView } from '../documents/document.views.js';
import { CLIENT, type Client } from '../entities/client.entity.js';

class Input {
  @Uuid() client_id!: string;
}

class BalanceView {
  @IsNumber() outstanding!: number;
  @IsNumber() overdue!: number;
  @IsNumber() credit!: number;
  @IsNumber() invoiced_total!: number;
  @IsNumber() paid_total!: number;
}

class Result {
  @Nested(() => ClientView) client!: ClientView;
  @Nested(() => BalanceView) balance!: BalanceView;
  /** At most 50, the oldest due date first. */
  @ListOf(() => ListedInvoiceView) open_invoices!: ListedInvoiceView[];
}

@Action('get-client', {
  access: 'owner',
  target: CLIENT,
  description: 'A client with its balance and its unpaid invoices.',
  input: Input,
  result: Result,
})
export class GetClient {
  constructor(
    private readonly balances: BalanceRepository,
    private readonly lists: DocumentListRepository,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ target: client }: Call<Input, Client>): Promise<Result> {
    const today = await this.presenter.todayOf(client.owner_id);
    const [balance, unpaid] = await Promise.all([this.balances.of(client, today), this.lists.unpaidOf(client.id)]);
    const { currency } = client;
    return {
      client: presentClient(client),
      balance: {
        outstanding: money(balance.outstanding_minor, currency),
        overdue: money(balance.overdue_minor, currency),
        credit: money(client.credit_minor, currency),
        invoiced_total: money(balance.invoiced_minor, currency),
        paid_total: money(balance.paid_minor, currency),
      },
      open_invoices: unpaid.map((row) => this.presenter.listed(row, today)),
    };
  }
}
