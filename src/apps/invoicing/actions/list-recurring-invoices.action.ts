import { IsIn } from 'class-validator';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { RECURRING_STATUSES, type RecurringInvoice } from '../entities/recurring-invoice.entity.js';
import { presentRecurring, RecurringView } from '../recurring/recurring.views.js';

class Input extends Page {
  @Optional() @Uuid() client_id?: string;
  @Optional() @IsIn(RECURRING_STATUSES) status?: RecurringInvoice['status'];
}

class ListedRecurringView extends RecurringView {
  /** Of the last date; null if there is none. */
  @Nullable() @Uuid() last_invoice_id!: string | null;
}

class Result extends pageOf('recurring_invoices', () => ListedRecurringView) {}

const DAYS = ['start_date', 'next_date', 'end_date'].map((day) => `r.${day}::text AS ${day}`).join(', ');
const RECURRING_INVOICES = new List({
  name: 'invoicing_recurring',
  columns: `r.*, ${DAYS}, (SELECT d.id FROM ext_invoicing.documents d WHERE d.recurring_id = r.id
    ORDER BY d.recurring_date DESC LIMIT 1) AS last_invoice_id`,
  from: 'ext_invoicing.recurring_invoices r',
  id: 'r.id',
  where: 'r.owner_id = $1',
  filters: { client_id: 'r.client_id = ?', status: 'r.status = ?' },
  sorts: { newest: { by: 'r.created_at', type: 'timestamptz' } },
});

@Action('list-recurring-invoices', {
  access: 'authenticated',
  description: 'The own recurring invoices, newest first, with their next date and last invoice.',
  input: Input,
  result: Result,
})
export class ListRecurringInvoices {
  constructor(private readonly database: DatabaseService) {}

  async run({ input: { client_id, status, ...page }, caller: { id } }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await RECURRING_INVOICES.page<RecurringInvoice & { last_invoice_id: string | null }>(
      this.database,
      { values: [id], filters: { client_id, status }, sort: 'newest', query: pageQuery(page) },
    );
    const recurring_invoices = rows.map((row) => ({
      ...presentRecurring(row),
      last_invoice_id: row.last_invoice_id,
    }));
    return { recurring_invoices, next_cursor };
  }
}
