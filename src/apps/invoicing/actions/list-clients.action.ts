import { IsIn, IsNumber } from 'class-validator';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { money } from '../../kernel/selling/prices.js';
import { BalanceRepository } from '../clients/balance.repository.js';
import { ClientView, presentClient } from '../clients/client.views.js';
import { ACTIVE_STATUSES, type Client } from '../entities/client.entity.js';

class Input extends Page {
  /** A part of the name or of the e-mail address. */
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @IsIn(ACTIVE_STATUSES) status?: Client['status'];
}

class ListedClientView extends ClientView {
  @IsNumber() outstanding!: number;
}

class Result extends pageOf('clients', () => ListedClientView) {}

const CLIENTS = new List({
  name: 'invoicing_clients',
  columns: 'c.*, c.credit_minor::float8 AS credit_minor',
  from: 'ext_invoicing.clients c',
  id: 'c.id',
  where: 'c.owner_id = $1 AND c.status = $2',
  filters: { q: `(c.name ILIKE ? OR c.email ILIKE ?)` },
  sorts: { name: { by: 'lower(c.name)', type: 'text', order: 'ASC' } },
});

@Action('list-clients', {
  access: 'authenticated',
  description: 'The own clients by name, with what they owe.',
  input: Input,
  result: Result,
})
export class ListClients {
  constructor(
    private readonly database: DatabaseService,
    private readonly balances: BalanceRepository,
  ) {}

  async run({ input: { q, status = 'active', ...page }, caller: { id } }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await CLIENTS.page<Client>(this.database, {
      values: [id, status],
      filters: { q: q === undefined ? undefined : containing(q) },
      sort: 'name',
      query: pageQuery(page),
    });
    const outstanding = await this.balances.outstanding(
      id,
      rows.map((client) => client.id),
    );
    const clients = rows.map((client) => ({
      ...presentClient(client),
      outstanding: money(outstanding.get(client.id) ?? 0, client.currency),
    }));
    return { clients, next_cursor };
  }
}
