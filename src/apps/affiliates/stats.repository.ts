import { BaseRepository } from '../../platform/database/base.repository.js';
import { jsonList, jsonObject, searching, sql } from '../../platform/database/sql.js';
import { closedThrough } from '../../web-events/days/event-tables.js';
import { figures } from '../../web-events/days/figures.sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { personBy } from '../kernel/rows/person.js';
import type { Days } from '../kernel/stats/app-stats.js';
import { during } from '../kernel/stats/figures.js';
import type { TopAffiliate } from './top-affiliate.view.js';
import { BY_DAY, CLICKS } from './clicks/click-events.js';

const PROGRAMS = '(SELECT id FROM ext_affiliates.programs WHERE owner_id = $1)';
const AFFILIATES = `(SELECT a.id FROM ext_affiliates.affiliates a WHERE a.program_id IN ${PROGRAMS})`;
const OWN = '(SELECT a.id FROM ext_affiliates.affiliates a WHERE a.owner_id = $1)';
const asked = (ids: string, from: string) => ({
  which: (row: string) => `${row}.affiliate_id IN ${ids}`,
  from,
  to: '$3',
});
const OPEN = `greatest($2::date, ${closedThrough(CLICKS)} + 1)`;
const TOP = 10;

const MERCHANT_NOW = sql(
  'affiliates_stats_merchant',
  `SELECT
     (SELECT count(*)::int FROM ext_affiliates.programs WHERE owner_id = $1 AND status <> 'closed') AS programs,
     (SELECT count(*)::int FROM ext_affiliates.affiliates
      WHERE program_id IN ${PROGRAMS} AND status = 'active') AS affiliates_active`,
);
// Closed days of whole programs, and the open ones from the clicks.
const MERCHANT_CLICKS = sql(
  'affiliates_stats_merchant_clicks',
  `SELECT coalesce(sum(clicks), 0)::int AS clicks, coalesce(sum(visitors), 0)::int AS visitors FROM (
     SELECT d.clicks, d.visitors FROM ext_affiliates.program_days d
     WHERE d.program_id IN ${PROGRAMS} AND d.day BETWEEN $2::date AND $3::date AND d.day <= ${closedThrough(CLICKS)}
     UNION ALL
     SELECT f.clicks, f.visitors FROM (${figures(CLICKS, BY_DAY, asked(AFFILIATES, OPEN))}) f
   ) days`,
);
const AFFILIATE_CLICKS = sql(
  'affiliates_stats_affiliate_clicks',
  `SELECT coalesce(sum(f.clicks), 0)::int AS clicks FROM (${figures(CLICKS, BY_DAY, asked(OWN, '$2'))}) f`,
);
const SIDES = { merchant: 'merchant_id', affiliate: 'owner_id' };

const AFFILIATE_SALES = sql(
  'affiliates_stats_affiliate_sales',
  `SELECT v.currency, count(*)::int AS conversions, sum(v.amount_minor)::float8 AS minor
   FROM ext_affiliates.conversions v
   WHERE v.affiliate_id IN ${OWN} AND v.status = 'live' AND ${during('v.occurred_at')}
   GROUP BY v.currency ORDER BY v.currency`,
);
// By the column of the commission, whose most frequent values the planner knows: it reads those of a large program at once.
const commissionsOf = (role: keyof typeof SIDES) =>
  searching(
    `affiliates_stats_${role}_commissions`,
    `SELECT c.status, c.currency, sum(c.amount_minor)::float8 AS minor FROM ext_affiliates.commissions c
     WHERE c.${SIDES[role]} = $1 AND ${during('c.sold_at')}
     GROUP BY c.status, c.currency ORDER BY c.status, c.currency`,
  );
const COMMISSIONS = { merchant: commissionsOf('merchant'), affiliate: commissionsOf('affiliate') };
// Read once for both. Not IN, by which the planner would expect few rows of a program with most of all sales.
const MERCHANT_SALES = sql(
  'affiliates_stats_merchant_sales',
  `WITH sold AS MATERIALIZED (
     SELECT v.affiliate_id, v.currency, count(*)::int AS conversions, sum(v.amount_minor) AS minor
     FROM ext_affiliates.conversions v
     WHERE v.program_id = ANY (ARRAY ${PROGRAMS}) AND v.status = 'live' AND ${during('v.occurred_at')}
     GROUP BY v.affiliate_id, v.currency
   ), best AS (
     SELECT affiliate_id, sum(minor) AS total, sum(conversions)::int AS conversions,
       json_agg(json_build_object('currency', currency, 'minor', minor) ORDER BY currency) AS revenue
     FROM sold GROUP BY affiliate_id ORDER BY total DESC, affiliate_id LIMIT ${TOP}
   ), sums AS (
     SELECT currency, sum(conversions)::int AS conversions, sum(minor)::float8 AS minor FROM sold GROUP BY currency
   )
   SELECT
     (SELECT ${jsonList(jsonObject({ currency: 's.currency', conversions: 's.conversions', minor: 's.minor' }), 's.currency')}
      FROM sums s) AS sales,
     (SELECT ${jsonList(
       jsonObject({
         affiliate_id: 'a.id',
         code: 'a.code',
         user: personBy('a.owner_id'),
         conversions: 'b.conversions',
         revenue: 'b.revenue',
       }),
       'b.total DESC, a.id',
     )} FROM best b JOIN ext_affiliates.affiliates a ON a.id = b.affiliate_id) AS top`,
);
const AFFILIATE_NOW = sql(
  'affiliates_stats_affiliate',
  `SELECT (SELECT count(*)::int FROM ext_affiliates.affiliates WHERE owner_id = $1 AND status = 'active')
       AS partnerships_active,
     (SELECT min(c.payable_at) FROM ext_affiliates.commissions c
      WHERE c.affiliate_id IN ${OWN} AND c.status = 'pending') AS next_payable_at`,
);

interface Sales {
  currency: string;
  conversions: number;
  minor: number;
}

interface Sum {
  status: string;
  currency: string;
  minor: number;
}

type BestAffiliate = Omit<TopAffiliate, 'revenue'> & { revenue: { currency: string; minor: number }[] };

@AppProvider()
export class StatsRepository extends BaseRepository {
  async merchant(userId: string, { from, to }: Days) {
    const [now, clicks, sold, sums] = await Promise.all([
      this.onlyOne<{ programs: number; affiliates_active: number }>(MERCHANT_NOW, userId),
      this.onlyOne<{ clicks: number; visitors: number }>(MERCHANT_CLICKS, userId, from, to),
      this.onlyOne<{ sales: Sales[]; top: BestAffiliate[] }>(MERCHANT_SALES, userId, from, to),
      this.rows<Sum>(COMMISSIONS.merchant, userId, from, to),
    ]);
    return { ...now, ...clicks, ...sold, sums };
  }

  async affiliate(userId: string, { from, to }: Days) {
    const [now, { clicks }, sales, sums] = await Promise.all([
      this.onlyOne<{ partnerships_active: number; next_payable_at: Date | null }>(AFFILIATE_NOW, userId),
      this.onlyOne<{ clicks: number }>(AFFILIATE_CLICKS, userId, from, to),
      this.rows<Sales>(AFFILIATE_SALES, userId, from, to),
      this.rows<Sum>(COMMISSIONS.affiliate, userId, from, to),
    ]);
    return { ...now, clicks, sales, sums };
  }
}
