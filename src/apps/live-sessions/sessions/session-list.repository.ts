import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { FROM_SESSIONS, type SessionOfOffering, WITH_OFFERING } from './session.repository.js';

/** SQL condition: the session `s` is not over yet. The first part is for the index: no session is longer. */
export const NOT_OVER = `s.starts_at > now() - interval '8 hours' AND s.ends_at > now()`;

const CALENDAR = new List({
  name: 'live_sessions_calendar',
  columns: WITH_OFFERING,
  from: FROM_SESSIONS,
  id: 's.id',
  where: 's.owner_id = $1',
  filters: {
    offering_id: 's.offering_id = ?',
    status: 's.status = ?',
    /** Unpaid holds that ran out are shown to who asks for them. */
    not_released: `s.status <> 'released'`,
    now: NOT_OVER,
    from: 's.starts_at >= ?',
    to: 's.starts_at < ?',
  },
  sorts: { soonest: { by: 's.starts_at', type: 'timestamptz', order: 'ASC' } },
});

interface Filters {
  offering_id?: string;
  status?: string;
  not_released?: true;
  now?: true;
  from?: Date;
  to?: Date;
}

@AppProvider()
export class SessionListRepository extends BaseRepository {
  ofHost(hostId: string, filters: Filters, query: PageQuery) {
    const call = { values: [hostId], filters, sort: 'soonest' as const, query };
    return CALENDAR.page<SessionOfOffering>(this.database, call);
  }
}
