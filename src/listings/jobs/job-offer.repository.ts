import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { Keyset, type PageQuery, queueOf } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, rowsOf } from '../../platform/exports/export-node.js';
import { JobOffer } from '../listing.entity.js';

type JobRow = Omit<JobOffer, 'user_id'>;
interface Posted {
  poster: { id: string; username: string | null };
}
type PostedRow = JobRow & Posted;
/** A job offer in the admins' list. */
type JobInQueue = Omit<PostedRow, 'description'>;
export type JobDetails = Pick<JobOffer, 'title' | 'status' | 'location' | 'description'>;

const SHOWN = 'id, title, status, location, description, created_at, updated_at';

// A UNION of two lists, each from its own index: with OR, PostgreSQL scans the jobs of all users. The users are read by
// subqueries, because a page has few of them: for a join, PostgreSQL may scan all users.
const VISIBLE = sql(
  'job_offers_visible',
  `SELECT ${SHOWN},
     (SELECT json_build_object('id', id, 'username', username) FROM account.users WHERE id = j.user_id) AS poster
   FROM (
     (SELECT ${SHOWN}, user_id FROM listings.jobs o
      WHERE status = 'active' AND (created_at, id) < ($2, $3::uuid)
        AND (SELECT user_status = 'active' FROM account.users WHERE id = o.user_id)
      ORDER BY created_at DESC, id DESC LIMIT $4)
     UNION
     (SELECT ${SHOWN}, user_id FROM listings.jobs
      WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid)
      ORDER BY created_at DESC, id DESC LIMIT $4)
   ) j ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const QUEUED = 'id, title, status, location, created_at, updated_at';
const POSTER = `(SELECT json_build_object('id', u.id, 'username', u.username)
  FROM account.users u WHERE u.id = j.user_id) AS poster`;
const QUEUE = queueOf('job_offers_newest', `SELECT ${QUEUED}, ${POSTER} FROM listings.jobs j`);
const BY_ID = sql('job_offer_by_id', `SELECT ${SHOWN}, ${POSTER} FROM listings.jobs j WHERE id = $1`);
const ALL_OF_USER = sql(
  'job_offers_all_of_user',
  `SELECT ${SHOWN} FROM listings.jobs WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);

const PAGE = new Keyset({ name: 'jobs', defaultLimit: 20, maxLimit: 50 });
const QUEUE_PAGE = new Keyset({ name: 'job-queue', defaultLimit: 50, maxLimit: 50 });

@Injectable()
export class JobOfferRepository extends EntityRepository<JobOffer> {
  protected readonly entity = JobOffer;

  /** Active job offers of all users, and the user's own in any state. */
  listVisible(userId: string, query: PageQuery) {
    return this.newest<PostedRow>(PAGE, query, VISIBLE, [userId]);
  }

  listForReview(status: string | undefined, cursor: string | undefined) {
    return this.queued<JobInQueue>(QUEUE_PAGE, { cursor }, QUEUE, status);
  }

  findForReview(id: string): Promise<PostedRow | undefined> {
    return this.one<PostedRow>(BY_ID, id);
  }

  forExport(userId: string): ExportNode {
    return rowsOf(ALL_OF_USER, [userId]);
  }
}
