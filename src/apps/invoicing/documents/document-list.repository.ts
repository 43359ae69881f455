import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { total } from '../../kernel/stats/figures.js';
import { ALL_DAYS, spanOf } from '../sum.repository.js';
import { UNPAID } from '../clients/balance.repository.js';
import type { DocumentKind } from '../entities/document.entity.js';
import type { ListedDocument } from './document.presenter.js';
import type { State } from './state.js';

/** Rows `d`; `$2` is today in the zone of the owner. The words are those of the partial indexes. */
const STATES: Record<State, string> = {
  draft: `d.status = 'draft'`,
  void: `d.status = 'void'`,
  paid: `d.status = 'issued' AND d.paid_minor + d.credited_minor = d.total_minor`,
  overdue: `${UNPAID} AND d.due_date < $2::date`,
  open: `${UNPAID} AND d.paid_minor + d.credited_minor = 0 AND d.due_date >= $2::date`,
  partially_paid: `${UNPAID} AND d.paid_minor + d.credited_minor > 0 AND d.due_date >= $2::date`,
};

const MONEY = ['discount', 'subtotal', 'tax', 'total', 'paid', 'credited']
  .map((name) => `d.${name}_minor::float8 AS ${name}_minor`)
  .join(', ');
const COLUMNS = `d.id, d.owner_id, d.client_id, d.kind, d.status, d.number, d.issue_date::text, d.due_date::text, d.currency,
  d.prices_include_tax, d.discount_percent::float8 AS discount_percent, ${MONEY}, d.po_number, d.notes, d.footer, d.public_token, d.invoice_id,
  d.reason, d.recurring_id, d.recurring_date::text, d.source, d.source_ref, d.sent_at, d.viewed_at, d.paid_at,
  d.voided_at, d.reminders, d.reminded_at, d.created_at, d.updated_at, coalesce(d.client ->> 'name', c.name) AS client_name`;
const FROM = 'ext_invoicing.documents d JOIN ext_invoicing.clients c ON c.id = d.client_id';
/** The clients are known before, because a condition over two tables is answered by no index. */
const NUMBERED = 'd.number ILIKE (?::text[])[1]';
const NAMED = 'd.client_id = ANY ((?::text[])[2:]::uuid[])';
const SEARCH = `(${NUMBERED} OR ${NAMED})`;
/** The length of the shortest pattern that the index of numbers finds: three characters between percent signs. */
const INDEXED = '%123%'.length;
/** Of so many rows all are read sooner than some are found in an order where they may be the last. */
const FEW = 100_000;
const CLIENTS_NAMED = sql(
  'invoicing_clients_named',
  'SELECT c.id FROM ext_invoicing.clients c WHERE c.owner_id = $1 AND c.name ILIKE $2',
);

const DOCUMENTS = new List({
  name: 'invoicing_documents',
  columns: COLUMNS,
  from: FROM,
  id: 'd.id',
  // The day is named once more, because a list without a state does not ask for it.
  where: 'd.owner_id = $1 AND d.kind = $3 AND $2::date IS NOT NULL',
  filters: {
    ...STATES,
    client_id: 'd.client_id = ?',
    words: SEARCH,
    from: 'd.issue_date >= ?::date',
    to: 'd.issue_date <= ?::date',
    source: 'd.source = ?',
  },
  sorts: {
    newest: { by: 'd.created_at', type: 'timestamptz' },
    issued: { by: 'd.issue_date', type: 'date' },
  },
});

/** The state as the sums know it, which count by phase and by the day on which something is due. */
const PHASE = `CASE WHEN s.phase IN ('open', 'partially_paid') AND s.due_date < $4::date THEN 'overdue' ELSE s.phase END`;
const SUMMED_TOTALS = sql(
  'invoicing_totals',
  `SELECT s.currency, sum(s.total_minor)::float8 AS total_minor, sum(s.due_minor)::float8 AS due_minor,
     sum(s.documents)::float8 AS documents
   FROM ext_invoicing.document_sums s
   WHERE s.owner_id = $1 AND s.of_id = ANY ($2::uuid[]) AND s.kind = $3 AND s.day BETWEEN $5 AND $6
     AND ($7::text IS NULL OR ${PHASE} = $7) AND ($8::text IS NULL OR s.source = $8)
   GROUP BY 1 HAVING sum(s.total_minor) <> 0 OR sum(s.due_minor) <> 0 ORDER BY 1`,
);

const UNPAID_OF_CLIENT = sql(
  'invoicing_unpaid_of_client',
  `SELECT ${COLUMNS} FROM ${FROM} WHERE d.client_id = $1 AND ${UNPAID} ORDER BY d.due_date, d.id LIMIT 50`,
);

export interface DocumentFilters {
  state?: State;
  client_id?: string;
  /** As `wordsOf` answers them. */
  words?: string[];
  from?: string;
  to?: string;
  source?: string;
}

interface Asked {
  owner_id: string;
  kind: DocumentKind;
  today: string;
}

export interface CurrencyTotals {
  currency: string;
  total_minor: number;
  due_minor: number;
  documents: number;
}

/** The invoices and credit notes of an owner, and what they come to. */
@AppProvider()
export class DocumentListRepository extends BaseRepository {
  /** What a search looks for: the pattern of a number, then the clients whose name has it. */
  async wordsOf(ownerId: string, q: string): Promise<string[]> {
    const pattern = containing(q);
    const clients = await this.rows<{ id: string }>(CLIENTS_NAMED, ownerId, pattern);
    return [pattern, ...clients.map(({ id }) => id)];
  }

  async read(asked: Asked, filters: DocumentFilters, query: PageQuery) {
    const summed = this.totals(asked, filters);
    const few = isIndexed(filters.words) && documentsOf(await summed) <= FEW;
    const [page, totals] = await Promise.all([this.page(asked, filters, query, few), summed]);
    return { page, totals };
  }

  /** The newest first; between days by the day of issue, whose index finds days of long ago at once. */
  private page({ owner_id, kind, today }: Asked, filters: DocumentFilters, query: PageQuery, few: boolean) {
    const { state, ...others } = filters;
    return DOCUMENTS.page<ListedDocument>(this.database, {
      values: [owner_id, today, kind],
      filters: { ...others, ...(state && { [state]: true }) },
      sort: spanOf(filters.from, filters.to) ? 'issued' : 'newest',
      query,
      few,
    });
  }

  /**
   * Over all documents that the filters let through: read from few sums, but for numbers that words find, and for days of
   * some clients.
   */
  private async totals(asked: Asked, filters: DocumentFilters): Promise<CurrencyTotals[]> {
    const { client_id, words, from, to } = filters;
    const days = spanOf(from, to);
    if (days && (words ?? client_id) !== undefined) return this.counted(asked, filters, SEARCH);
    if (!words) return this.summed(asked, filters, [client_id ?? asked.owner_id], days);
    const clients = words.slice(1).filter((id) => client_id === undefined || id === client_id);
    const parts = [
      this.counted(asked, filters, `(${NUMBERED} AND NOT ${NAMED})`),
      this.summed(asked, filters, clients, undefined),
    ];
    return added((await Promise.all(parts)).flat());
  }

  private summed(
    { owner_id, kind, today }: Asked,
    { state, source }: DocumentFilters,
    of: string[],
    [first, last] = ALL_DAYS,
  ): Promise<CurrencyTotals[]> {
    return this.rows(SUMMED_TOTALS, owner_id, of, kind, today, first, last, state ?? null, source ?? null);
  }

  private counted(
    { owner_id, kind, today }: Asked,
    filters: DocumentFilters,
    search: string,
  ): Promise<CurrencyTotals[]> {
    const { state, client_id, words, from, to, source } = filters;
    const given = [client_id, words, from, to, source].map((value) => value ?? null);
    return this.rows(totalsOf(state, search), owner_id, today, kind, ...given);
  }

  unpaidOf(clientId: string): Promise<ListedDocument[]> {
    return this.rows<ListedDocument>(UNPAID_OF_CLIENT, clientId);
  }
}

const isIndexed = (words: string[] | undefined) => words !== undefined && (words[0] as string).length >= INDEXED;

const documentsOf = (totals: CurrencyTotals[]) => totals.reduce((sum, { documents }) => sum + documents, 0);

function added(parts: CurrencyTotals[]): CurrencyTotals[] {
  const sums = [...grouped(parts, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    total_minor: total(rows, 'total_minor'),
    due_minor: total(rows, 'due_minor'),
    documents: documentsOf(rows),
  }));
  return sums.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

const totalsOf = (state: State | undefined, search: string) =>
  searching(
    `invoicing_totals_of ${state ?? 'any'}${search === SEARCH ? '' : ' numbers'}`,
    `SELECT d.currency, sum(d.total_minor)::float8 AS total_minor,
       coalesce(sum(d.total_minor - d.paid_minor - d.credited_minor) FILTER (WHERE d.status = 'issued'), 0)::float8 AS due_minor,
       count(*)::float8 AS documents
     FROM ext_invoicing.documents d
     WHERE d.owner_id = $1 AND $2::date IS NOT NULL AND d.kind = $3 AND ${state ? STATES[state] : 'true'}
       AND ($4::uuid IS NULL OR d.client_id = $4) AND ($5::text[] IS NULL OR ${search.replaceAll('?', '$5')})
       AND ($6::date IS NULL OR d.issue_date >= $6) AND ($7::date IS NULL OR d.issue_date <= $7)
       AND ($8::text IS NULL OR d.source = $8)
     GROUP BY 1 HAVING sum(d.total_minor) > 0 ORDER BY 1`,
  );
