import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, type PageQuery, queueOf } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, presentedBy, rowsOf } from '../../platform/exports/export-node.js';
import type { Ad } from '../listing.entity.js';
import { presentAd } from './ad.presenter.js';
import type { AdInput } from './ads.dto.js';

/** PostgreSQL returns exact numbers as decimal text. */
export interface Figures {
  budget: string;
  spent_budget: string;
  views_count: string;
}

type Described = Pick<Ad, 'id' | 'title' | 'status' | 'created_at'> & Figures;
type AdRow = Described & Pick<Ad, 'media_url' | 'target_url'>;
/** An ad in the admins' list. */
type AdInQueue = Described & { owner: { id: string; username: string | null } };
type AdToReview = AdInQueue & AdRow & Pick<Ad, 'updated_at'>;

/** `was`: the status before the review. */
export type ReviewedAd = Pick<Ad, 'id' | 'user_id' | 'title' | 'status' | 'updated_at'> & { was: string };
/** `was`: the status before this impression. */
export type Impression = Omit<ReviewedAd, 'id'> & Pick<Ad, 'views_count'> & { ad_id: string };

const DESCRIBED = `id, title, status, (budget * 0.01)::text AS budget,
  (spent_budget * 0.01)::text AS spent_budget, views_count, created_at`;
const SHOWN = `${DESCRIBED}, media_url, target_url`;
const IN_QUEUE = `${DESCRIBED},
  (SELECT json_build_object('id', u.id, 'username', u.username) FROM account.users u WHERE u.id = a.user_id) AS owner`;

const INSERT = sql(
  'ad_insert',
  `INSERT INTO listings.ads (user_id, title, budget, media_url, target_url)
   VALUES ($1, $2, ($3::numeric * 100)::bigint, $4, $5) RETURNING ${SHOWN}`,
);
const OF_USER = sql(
  'ads_of_user',
  `SELECT ${SHOWN} FROM listings.ads
   WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const ALL_OF_USER = sql(
  'ads_all_of_user',
  `SELECT ${SHOWN} FROM listings.ads WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);
// The subquery locks the row before the update, so `was` is the status that the previous impression left.
const IMPRESSION = sql(
  'ad_impression',
  `UPDATE listings.ads a SET
     views_count = views_count + 1,
     spent_budget = CASE WHEN was = 'active' THEN least(budget, spent_budget + impression_cost) ELSE spent_budget END,
     status = CASE WHEN was = 'active' AND spent_budget + impression_cost >= budget THEN 'paused' ELSE status END,
     updated_at = CASE WHEN was = 'active' AND spent_budget + impression_cost >= budget THEN now() ELSE updated_at END
   FROM listings.settings,
     (SELECT id, status AS was FROM listings.ads WHERE id = $1 FOR NO KEY UPDATE) before
   WHERE a.id = before.id RETURNING a.id AS ad_id, user_id, title, views_count, status, updated_at, was`,
);

const QUEUE = queueOf('ads_newest', `SELECT ${IN_QUEUE} FROM listings.ads a`);
const BY_ID = sql(
  'ad_by_id',
  `SELECT ${IN_QUEUE}, media_url, target_url, updated_at FROM listings.ads a WHERE id = $1`,
);
// As with impressions, `was` is read under the lock. A review that keeps the status does not change `updated_at`.
const DECIDE = sql(
  'ad_decide',
  `UPDATE listings.ads a SET status = $2, updated_at = CASE WHEN was = $2 THEN updated_at ELSE now() END
   FROM (SELECT id, status AS was FROM listings.ads WHERE id = $1 FOR NO KEY UPDATE) before
   WHERE a.id = before.id RETURNING a.id, user_id, title, status, updated_at, was`,
);

const PAGE = new Keyset({ name: 'ads', defaultLimit: 20, maxLimit: 50 });
const QUEUE_PAGE = new Keyset({ name: 'ad-queue', defaultLimit: 50, maxLimit: 50 });

@Injectable()
export class AdRepository extends BaseRepository {
  insert(userId: string, { title, budget, media_url = null, target_url = null }: AdInput): Promise<AdRow> {
    return this.onlyOne<AdRow>(INSERT, userId, title, String(budget), media_url, target_url);
  }

  listForUser(userId: string, query: PageQuery) {
    return this.newest<AdRow>(PAGE, query, OF_USER, [userId]);
  }

  forExport(userId: string): ExportNode {
    const present = presentedBy(import.meta.resolve('./ad.presenter.js'), presentAd);
    return rowsOf(ALL_OF_USER, [userId], { present });
  }

  listForReview(status: string | undefined, cursor: string | undefined) {
    return this.queued<AdInQueue>(QUEUE_PAGE, { cursor }, QUEUE, status);
  }

  findForReview(id: string): Promise<AdToReview | undefined> {
    return this.one<AdToReview>(BY_ID, id);
  }

  review(id: string, status: string): Promise<ReviewedAd | undefined> {
    return this.one<ReviewedAd>(DECIDE, id, status);
  }

  countImpression(id: string): Promise<Impression | undefined> {
    return this.one<Impression>(IMPRESSION, id);
  }
}
