import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { Booking } from '../entities/booking.entity.js';
import { NOT_OVER } from '../sessions/session-list.repository.js';

const FILTERS = {
  session_id: 'b.session_id = ?',
  offering_id: 'b.offering_id = ?',
  status: 'b.status = ?',
  owed: 'b.refund_due_minor > 0',
  now: NOT_OVER,
  from: 's.starts_at >= ?',
  to: 's.starts_at < ?',
};
const JOINED = 'ext_live_sessions.bookings b JOIN ext_live_sessions.sessions s ON s.id = b.session_id';
const STARTS = { by: 's.starts_at', type: 'timestamptz' } as const;
const SORTS = { soonest: { ...STARTS, order: 'ASC' }, newest: STARTS } as const;
const OPTIONS = { id: 'b.id', filters: FILTERS, sorts: SORTS };

const MINE = new List({
  ...OPTIONS,
  name: 'live_sessions_my_bookings',
  columns: 'b.*',
  from: JOINED,
  where: 'b.owner_id = $1',
});
const HOSTED = new List({
  ...OPTIONS,
  name: 'live_sessions_roster_list',
  columns: 'b.*, u.username',
  from: `${JOINED} LEFT JOIN account.users u ON u.id = b.owner_id`,
  where: 'b.host_id = $1 AND s.owner_id = $1',
});

interface ListedBookings {
  filters: { [Name in keyof typeof FILTERS]?: unknown };
  sort: keyof typeof SORTS;
  query: PageQuery;
}

@AppProvider()
export class BookingListRepository extends BaseRepository {
  ofParticipant(userId: string, call: ListedBookings) {
    return MINE.page<Booking>(this.database, { ...call, values: [userId] });
  }

  ofHost(hostId: string, call: ListedBookings) {
    return HOSTED.page<Booking & { username: string | null }>(this.database, { ...call, values: [hostId] });
  }
}
