import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during } from '../../kernel/stats/figures.js';
import type { FilerequestsFigures } from './figures.view.js';

const OWN = 'JOIN ext_filerequests.requests r ON r.owner_id = $1 AND r.id =';

const REQUESTS = sql(
  'filerequests_figures_requests',
  `SELECT (SELECT count(*)::int FROM ext_filerequests.requests WHERE owner_id = $1 AND status = 'open') AS open_requests,
     (SELECT count(*)::int FROM ext_filerequests.requests WHERE owner_id = $1 AND ${during('created_at')}) AS requests,
     (SELECT count(*)::int FROM ext_filerequests.submissions s ${OWN} s.request_id WHERE s.status = 'submitted')
       AS to_review`,
);
const SUBMISSIONS = sql(
  'filerequests_figures_submissions',
  `SELECT count(*)::int AS submissions, count(*) FILTER (WHERE s.status = 'accepted')::int AS accepted,
     count(*) FILTER (WHERE s.late)::int AS late,
     round((percentile_cont(0.5) WITHIN GROUP (
       ORDER BY extract(epoch FROM s.first_submitted_at - p.created_at) / 3600))::numeric, 2)::float8
       AS median_hours_to_submit
   FROM ext_filerequests.submissions s ${OWN} s.request_id
   LEFT JOIN ext_filerequests.recipients p ON p.id = s.recipient_id
   WHERE ${during('s.first_submitted_at')}`,
);
const FILES = sql(
  'filerequests_figures_files',
  `SELECT count(*)::int AS files_received, coalesce(sum(f.size_bytes), 0)::float8 AS bytes_received
   FROM ext_filerequests.files f ${OWN} f.request_id
   WHERE f.received_at IS NOT NULL AND ${during('f.received_at')}`,
);
const RECIPIENTS = sql(
  'filerequests_figures_recipients',
  `SELECT count(*)::int AS invited,
     count(*) FILTER (WHERE EXISTS (
       SELECT FROM ext_filerequests.submissions s
       WHERE s.recipient_id = p.id AND s.first_submitted_at IS NOT NULL))::int AS submitted
   FROM ext_filerequests.recipients p ${OWN} p.request_id WHERE ${during('p.created_at')}`,
);

type Figures<Key extends keyof FilerequestsFigures> = Pick<FilerequestsFigures, Key>;

@AppProvider()
export class FiguresRepository extends BaseRepository {
  requests(ownerId: string, { from, to }: Days) {
    return this.onlyOne<Figures<'open_requests' | 'requests' | 'to_review'>>(REQUESTS, ownerId, from, to);
  }

  submissions(ownerId: string, { from, to }: Days) {
    type Row = Figures<'submissions' | 'accepted' | 'late' | 'median_hours_to_submit'>;
    return this.onlyOne<Row>(SUBMISSIONS, ownerId, from, to);
  }

  files(ownerId: string, { from, to }: Days) {
    return this.onlyOne<Figures<'files_received' | 'bytes_received'>>(FILES, ownerId, from, to);
  }

  recipients(ownerId: string, { from, to }: Days) {
    return this.onlyOne<{ invited: number; submitted: number }>(RECIPIENTS, ownerId, from, to);
  }
}
