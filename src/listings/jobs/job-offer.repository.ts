import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, rowsOf } from '../../platform/exports/export-node.js';
import type { JobOffer } from '../listing.entity.js';
import type { JobInput } from './jobs.dto.js';

export type JobRow = Omit<JobOffer, 'user_id'>;
interface Posted {
  poster: { id: string; username: string | null };
}
type PostedRow = JobRow & Posted;
/** A job offer in the admins' list. */
type JobInQueue = Omit<PostedRow, 'description'>;
export type JobDetails = Pick<JobOffer, 'title' | 'status' | 'location' | 'description'>;

const SHOWN = 'id, title, status, location, description, created_at, updated_at';

const INSERT = sql(
  'job_offer_insert',
  `INSERT INTO listings.jobs (user_id, title, location, description) VALUES ($1, $2, $3, $4) RETURNING ${SHOWN}`,
);
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
const queue = (name: string, ofStatus = '') =>
  sql(
    name,
    `SELECT ${QUEUED}, ${POSTER} FROM listings.jobs j WHERE ${ofStatus} (created_at, id) < ($1, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT $3`,
  );
const NEWEST = queue('job_offers_newest');
const NEWEST_OF_STATUS = queue('job_offers_newest_of_status', 'status = $4 AND');
const BY_ID = sql('job_offer_by_id', `SELECT ${SHOWN}, ${POSTER} FROM listings.jobs j WHERE id = $1`);
const LOCK = sql('job_offer_lock', `SELECT ${SHOWN}, user_id FROM listings.jobs WHERE id = $1 FOR NO KEY UPDATE`);
const UPDATE = sql(
  'job_offer_update',
  `UPDATE listings.jobs SET title = $2, status = $3, location = $4, description = $5, updated_at = now()
   WHERE id = $1 RETURNING ${SHOWN}`,
);
const ALL_OF_USER = sql(
  'job_offers_all_of_user',
  `SELECT ${SHOWN} FROM listings.jobs WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);

const PAGE = new Keyset({ name: 'jobs', defaultLimit: 20, maxLimit: 50 });
const QUEUE_PAGE = new Keyset({ name: 'job-queue', defaultLimit: 50, maxLimit: 50 });

@Injectable()
export class JobOfferRepository extends BaseRepository {
  insert(userId: string, { title, location, description = null }: JobInput): Promise<JobRow> {
    return this.onlyOne<JobRow>(INSERT, userId, title, location, description);
  }

  /** Active job offers of all users, and the user's own in any state. */
  listVisible(userId: string, query: PageQuery) {
    return this.newest<PostedRow>(PAGE, query, VISIBLE, [userId]);
  }

  listForReview(status: string | undefined, cursor: string | undefined) {
    const [statement, more] = status ? [NEWEST_OF_STATUS, [status]] : [NEWEST, []];
    return this.newest<JobInQueue>(QUEUE_PAGE, { cursor }, statement, [], more);
  }

  findForReview(id: string): Promise<PostedRow | undefined> {
    return this.one<PostedRow>(BY_ID, id);
  }

  lock(id: string): Promise<JobOffer | undefined> {
    return this.one<JobOffer>(LOCK, id);
  }

  update(id: string, { title, status, location, description }: JobDetails): Promise<JobRow> {
    return this.onlyOne<JobRow>(UPDATE, id, title, status, location, description);
  }

  forExport(userId: string): ExportNode {
    return rowsOf(ALL_OF_USER, [userId]);
  }
}
