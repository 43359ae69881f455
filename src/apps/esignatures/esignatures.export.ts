import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN = 'SELECT id FROM ext_esignatures.envelopes WHERE owner_id = $1';
const OF_OWN = `envelope_id IN (${OWN})`;
const AS_SIGNER = 'SELECT id FROM ext_esignatures.signers WHERE user_id = $1';

/** A sender's envelopes with all that belongs to them, and what a signer by account has done in those of others. */
const TABLES: Record<string, string> = {
  envelopes: 'owner_id = $1',
  envelope_documents: OF_OWN,
  signers: `user_id = $1 OR ${OF_OWN}`,
  signer_links: `signer_id IN (SELECT id FROM ext_esignatures.signers WHERE ${OF_OWN})`,
  fields: `signer_id IN (${AS_SIGNER}) OR ${OF_OWN}`,
  audit_events: OF_OWN,
};

/** Hashes of secrets, and what the app notes for itself. */
const SHOWN: Record<string, string> = {
  envelopes: `to_jsonb(t) - '{final_key,seal_attempts,released_at}'::text[]`,
  signers: `to_jsonb(t) - '{access_code_hash}'::text[]`,
  signer_links: `to_jsonb(t) - '{token_hash}'::text[]`,
};

const STATEMENTS = exportStatements('esignatures', TABLES, SHOWN);

@AppProvider()
export class EsignaturesExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
