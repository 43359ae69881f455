import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { searching } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { Entry } from '../entities/entry.entity.js';

// The moments lead to the index; they leave room for every zone that a row may have been dated in.
const FILTERS = {
  from: `e.local_date >= ?::date AND e.started_at > ?::date - interval '2 days'`,
  to: `e.local_date <= ?::date AND e.started_at < ?::date + interval '3 days'`,
  project_id: 'e.project_id = ?',
  client_id: 'e.project_id IN (SELECT p.id FROM ext_timetracking.projects p WHERE p.owner_id = $1 AND p.client_id = ?)',
  task_id: 'e.task_id = ?',
  tag: 'e.tags @> ARRAY[?::text]',
  billable: 'e.billable = ?',
  invoiced: '(e.batch_id IS NOT NULL) = ?',
  q: 'e.description ILIKE ?',
};
/** The same, where the sums know what is asked. */
const SUMMED: Partial<typeof FILTERS> = {
  from: 's.day >= ?::date',
  to: 's.day <= ?::date',
  project_id: 's.of_id = ?',
  client_id: FILTERS.client_id.replace('e.project_id', 's.of_id'),
  billable: 's.billable = ?',
  invoiced: 's.billed = ?',
};
type FilterName = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as FilterName[];

export type EntryFilters = { [Name in FilterName]?: unknown };

const ENTRIES = new List({
  name: 'timetracking_entries',
  columns: `e.*, e.rate_minor::float8 AS rate_minor, to_char(e.local_date, 'YYYY-MM-DD') AS local_date`,
  from: 'ext_timetracking.entries e',
  id: 'e.id',
  where: 'e.owner_id = $1',
  filters: FILTERS,
  sorts: { newest: { by: 'e.started_at', type: 'timestamptz' } },
});

@AppProvider()
export class EntryListRepository extends BaseRepository {
  page(ownerId: string, filters: EntryFilters, query: PageQuery): Promise<Page<Entry>> {
    return ENTRIES.page<Entry>(this.database, { values: [ownerId], filters, sort: 'newest', query });
  }

  total(ownerId: string, filters: EntryFilters): Promise<{ seconds: number; locked_until: string | null }> {
    const given = NAMES.filter((name) => filters[name] !== undefined);
    const isSummed = given.every((name) => name in SUMMED);
    const isOfDays = given.includes('from') || given.includes('to');
    const conditions = given.map((name, at) => (isSummed ? SUMMED : FILTERS)[name]?.replaceAll('?', `$${at + 2}`));
    if (isSummed) conditions.push(`s.day ${isOfDays ? '<' : '='} 'infinity'`);
    const statement = searching(
      ['timetracking_entries_total', ...given.map((name) => NAMES.indexOf(name))].join(' '),
      `SELECT coalesce(sum(seconds), 0)::float8 AS seconds, (SELECT to_char(o.locked_until, 'YYYY-MM-DD')
         FROM ext_timetracking.owner_state o WHERE o.owner_id = $1) AS locked_until
       FROM ext_timetracking.${isSummed ? 'time_sums s' : 'entries e'} WHERE ${['owner_id = $1', ...conditions].join(' AND ')}`,
    );
    return this.onlyOne(statement, ownerId, ...given.map((name) => filters[name]));
  }
}
