import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const STATEMENTS = exportStatements('domains', {
  domains: 'owner_id = $1',
  checks: 'domain_id = ANY (ARRAY(SELECT id FROM ext_domains.domains WHERE owner_id = $1))',
});

@AppProvider()
export class DomainsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
