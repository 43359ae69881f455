import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const PROGRAMS = 'ARRAY(SELECT id FROM ext_affiliates.programs WHERE owner_id = $1)';
const UNDER = `program_id = ANY (${PROGRAMS})`;
const AFFILIATES = `affiliate_id = ANY (ARRAY(SELECT id FROM ext_affiliates.affiliates WHERE ${UNDER}))`;
const MINE = 'affiliate_id = ANY (ARRAY(SELECT id FROM ext_affiliates.affiliates WHERE owner_id = $1))';
const PAYOUTS = 'ARRAY(SELECT id FROM ext_affiliates.payouts WHERE merchant_id = $1 OR owner_id = $1)';

/** A merchant's programs with all that is under them; an affiliate's partnerships and what they have earned by them. */
const TABLES: Record<string, string> = {
  programs: 'owner_id = $1',
  program_items: UNDER,
  program_days: UNDER,
  affiliates: `owner_id = $1 OR ${UNDER}`,
  affiliate_sums: `${AFFILIATES} OR ${MINE}`,
  clicks: AFFILIATES,
  click_days: `${AFFILIATES} OR ${MINE}`,
  conversions: UNDER,
  commissions: 'owner_id = $1 OR merchant_id = $1',
  payouts: 'owner_id = $1 OR merchant_id = $1',
  payout_items: `payout_id = ANY (${PAYOUTS})`,
  referrals: 'buyer_id = $1',
};

/** Visitors cannot be told apart by an export, nor does a buyer see the affiliate's id. */
const SHOWN: Record<string, string> = {
  programs: `to_jsonb(t) - 'told_through'`,
  affiliates: `to_jsonb(t) - '{revenue_sum,unpaid_sum}'::text[]`,
  clicks: `to_jsonb(t) - '{visitor_hash,half_hour,token}'::text[]`,
  commissions: `to_jsonb(t) - 'announced_at'`,
  payouts: `CASE WHEN t.merchant_id = $1 THEN to_jsonb(t) ELSE to_jsonb(t) - 'checkout_url' END`,
  referrals: `jsonb_build_object('id', t.id, 'app_slug', t.app_slug, 'item_id', t.item_id, 'created_at', t.created_at)`,
};

const STATEMENTS = exportStatements('affiliates', TABLES, SHOWN);

@AppProvider()
export class AffiliatesExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
