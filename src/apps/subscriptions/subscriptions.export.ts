import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const SOLD = 'plan_id = ANY (ARRAY(SELECT id FROM ext_subscriptions.plans WHERE owner_id = $1))';
const MINE = 'subscription_id = ANY (ARRAY(SELECT id FROM ext_subscriptions.subscriptions WHERE owner_id = $1))';

/** The plans of a seller with what is sold of them; what a subscriber has, has paid and has done. */
const TABLES: Record<string, string> = {
  plans: 'owner_id = $1',
  plan_benefits: SOLD,
  coupons: SOLD,
  subscriptions: 'owner_id = $1 OR seller_id = $1',
  subscription_benefits: MINE,
  charges: 'owner_id = $1 OR seller_id = $1',
  trials_used: 'owner_id = $1',
  history: MINE,
};

/** Only the subscriber pays. */
const SHOWN = {
  charges: `to_jsonb(t) - CASE WHEN t.owner_id = $1 THEN '{}' ELSE '{checkout_url}' END::text[]`,
};

const STATEMENTS = exportStatements('subscriptions', TABLES, SHOWN);

@AppProvider()
export class SubscriptionsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
