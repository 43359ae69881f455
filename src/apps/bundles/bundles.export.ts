import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

/** A seller's bundles and what was sold of them; a buyer's purchases with their items. */
const TABLES: Record<string, string> = {
  bundles: 'owner_id = $1',
  bundle_items: 'bundle_id = ANY (ARRAY(SELECT id FROM ext_bundles.bundles WHERE owner_id = $1))',
  purchases: 'seller_id = $1 OR owner_id = $1',
  purchase_items: 'purchase_id = ANY (ARRAY(SELECT id FROM ext_bundles.purchases WHERE owner_id = $1))',
};

/** The page where a purchase is paid is the buyer's. */
const SHOWN: Record<string, string> = {
  bundles: `to_jsonb(t) - 'ending_notified_for'`,
  purchases: `to_jsonb(t) - CASE WHEN t.owner_id = $1 THEN '{}' ELSE '{checkout_url}' END::text[]`,
};

const STATEMENTS = exportStatements('bundles', TABLES, SHOWN);

@AppProvider()
export class BundlesExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
