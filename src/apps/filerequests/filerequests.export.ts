import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OF_OWN = 'request_id IN (SELECT id FROM ext_filerequests.requests WHERE owner_id = $1)';

/** An owner's requests with all that belongs to them; what an uploader with an account has sent to others. */
const TABLES: Record<string, string> = {
  requests: 'owner_id = $1',
  items: OF_OWN,
  recipients: `user_id = $1 OR ${OF_OWN}`,
  submissions: `user_id = $1 OR ${OF_OWN}`,
  files: `submission_id IN (SELECT id FROM ext_filerequests.submissions WHERE user_id = $1) OR ${OF_OWN}`,
};

/** Hashes, and what the app notes for itself. */
const SHOWN: Record<string, string> = {
  requests: `to_jsonb(t) - '{password_hash,storage_told_at,submission_told_at}'::text[]`,
  recipients: `to_jsonb(t) - '{token_hash}'::text[]`,
  submissions: `to_jsonb(t) - '{receipt_hash}'::text[]`,
  files: `to_jsonb(t) - '{upload_id,version_id,expires_at}'::text[]`,
};

const STATEMENTS = exportStatements('filerequests', TABLES, SHOWN);

@AppProvider()
export class FilerequestsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
