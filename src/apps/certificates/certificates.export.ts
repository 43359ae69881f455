import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN = 'owner_id = $1';
const PARTY = '(owner_id = $1 OR recipient_user_id = $1)';

const TABLES: Record<string, string> = {
  templates: OWN,
  template_versions: OWN,
  assets: OWN,
  certificates: PARTY,
  revisions: OWN,
};

const SHOWN = {
  assets: `to_jsonb(t) - 'storage_key'`,
  // The e-mail and the reference are notes of the issuer, so the recipient does not get them.
  certificates: `to_jsonb(t) - 'claim_hash' - 'pdf_key'
    - CASE WHEN t.owner_id = $1 THEN '{}'::text[] ELSE '{recipient_email,external_ref}' END`,
};

const STATEMENTS = exportStatements('certificates', TABLES, SHOWN);

@AppProvider()
export class CertificatesExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
