import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { ReferredSale } from '../../contracts/affiliates.js';
import { AppProvider } from '../../kernel/app-provider.js';

export interface Attribution {
  affiliate_id: string;
  click_id: string | null;
  matched_by: 'click' | 'code';
}

// What is neither a token nor a code is not looked for: the database refuses some characters.
const REFERRAL = /^[\w-]{3,64}$/;
// A token is looked for first: 22 random characters are no code that somebody has chosen.
const REFERRED = `SELECT c.affiliate_id, c.id AS click_id, 'click' AS matched_by, c.expires_at
    FROM ext_affiliates.clicks c WHERE c.token = $1
    UNION ALL
    SELECT a.id, NULL, 'code', NULL FROM ext_affiliates.affiliates a WHERE a.code = lower($1)`;
const RESOLVE = sql(
  'affiliates_resolve',
  `SELECT r.affiliate_id, r.click_id, r.matched_by FROM (${REFERRED}) r
   JOIN ext_affiliates.affiliates a ON a.id = r.affiliate_id AND a.status = 'active'
   JOIN ext_affiliates.programs p ON p.id = a.program_id AND p.status = 'active'
   WHERE p.owner_id = $2 AND a.owner_id <> $2 AND a.owner_id IS DISTINCT FROM $3
     AND CASE WHEN r.click_id IS NULL THEN p.codes_without_click ELSE r.expires_at > now() END
     AND (p.scope = 'all' OR EXISTS (SELECT FROM ext_affiliates.program_items i
       WHERE i.program_id = p.id AND i.app_slug = $4 AND i.item_id = $5))
   LIMIT 1`,
);
const NOTE = sql(
  'affiliates_note_referral',
  `INSERT INTO ext_affiliates.referrals (affiliate_id, buyer_id, app_slug, item_id, matched_by, click_id)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (affiliate_id, buyer_id, app_slug, item_id)
   DO UPDATE SET matched_by = excluded.matched_by, click_id = excluded.click_id, updated_at = now()`,
);
// A subscription may have changed its plan since: then the buyer's newest referral by this affiliate counts.
const NOTED = sql(
  'affiliates_noted_referral',
  `SELECT affiliate_id, click_id, matched_by FROM ext_affiliates.referrals WHERE affiliate_id = $1 AND buyer_id = $2
   ORDER BY app_slug = $3 AND item_id = $4 DESC, updated_at DESC LIMIT 1`,
);
const OF_PROGRAM = sql(
  'affiliates_referred',
  `SELECT r.affiliate_id, r.click_id, r.matched_by FROM (${REFERRED}) r
   JOIN ext_affiliates.affiliates a ON a.id = r.affiliate_id AND a.status = 'active' AND a.program_id = $2
   WHERE r.expires_at IS NULL OR r.expires_at > $3
     OR $4 > 1 AND EXISTS (SELECT FROM ext_affiliates.conversions v WHERE v.click_id = r.click_id) LIMIT 1`,
);

@AppProvider()
export class AttributionRepository extends BaseRepository {
  async resolve({ referral, seller_id, buyer_id, app_slug, item_id }: ReferredSale) {
    if (!REFERRAL.test(referral)) return undefined;
    return this.one<Attribution>(RESOLVE, referral, seller_id, buyer_id, app_slug, item_id);
  }

  /** Until the sale is paid. */
  async note({ affiliate_id, matched_by, click_id }: Attribution, { buyer_id, app_slug, item_id }: ReferredSale) {
    await this.count(NOTE, affiliate_id, buyer_id, app_slug, item_id, matched_by, click_id);
  }

  noted(affiliateId: string, buyerId: string, app_slug: string, item_id: string): Promise<Attribution | undefined> {
    return this.one<Attribution>(NOTED, affiliateId, buyerId, app_slug, item_id);
  }

  /** For sales outside the platform, by the time of the sale. A click that has sold a subscription serves its renewals. */
  async ofProgram(programId: string, referral: string, at: Date, paymentNumber: number) {
    if (!REFERRAL.test(referral)) return undefined;
    return this.one<Attribution>(OF_PROGRAM, referral, programId, at, paymentNumber);
  }
}
