import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { JobOffer } from './job-offer.entity.js';
import type { JobInput } from './jobs.io.js';

export type JobRow = Omit<JobOffer, 'user_id'>;
type PostedRow = JobRow & { poster: { id: string; username: string | null } };

const SHOWN = 'id, title, status, location, description, created_at, updated_at';

const INSERT = sql(
  'job_offer_insert',
  `INSERT INTO listings.jobs (user_id, title, location, description) VALUES ($1, $2, $3, $4) RETURNING ${SHOWN}`,
);
// Two lists, each off an index of its own: with OR, PostgreSQL reads through the jobs of all. And people are asked for
// one by one, as they are few: in a join, it may read all of them.
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
const ALL_OF_USER = sql(
  'job_offers_all_of_user',
  `SELECT ${SHOWN} FROM listings.jobs WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);

const PAGE = new Keyset({ name: 'jobs', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class JobOfferRepository extends Repository {
  async insert(userId: string, { title, location, description }: JobInput): Promise<JobRow> {
    const values = [userId, title, location, description ?? null];
    return (await this.one<JobRow & object>(INSERT, ...values)) as JobRow;
  }

  /** The active ones of all, and the own in any state. */
  async visible(userId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<PostedRow & object>(VISIBLE, userId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  allOfUser(userId: string): Promise<JobRow[]> {
    return this.rows<JobRow & object>(ALL_OF_USER, userId);
  }
}
