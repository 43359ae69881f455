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
    const conditions = given.map((name, index) => FILTERS[name].replaceAll('?', `$${index + 2}`));
    const statement = searching(
      ['timetracking_entries_total', ...given.map((name) => NAMES.indexOf(name))].join(' '),
      `SELECT coalesce(sum(e.seconds), 0)::float8 AS seconds, (SELECT to_char(s.locked_until, 'YYYY-MM-DD')
         FROM ext_timetracking.owner_state s WHERE s.owner_id = $1) AS locked_until
       FROM ext_timetracking.entries e WHERE ${['e.owner_id = $1', ...conditions].join(' AND ')}`,
    );
    return this.onlyOne(statement, ownerId, ...given.map((name) => filters[name]));
  }
}
