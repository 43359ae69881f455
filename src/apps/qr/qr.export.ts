import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN_CODES = 'code_id IN (SELECT id FROM ext_qr.codes WHERE owner_id = $1)';

/** Figures of days, never single scans. */
const TABLES: Record<string, string> = {
  codes: 'owner_id = $1',
  code_targets: OWN_CODES,
  code_days: OWN_CODES,
  code_day_values: OWN_CODES,
};

const SHOWN = {
  codes: `to_jsonb(t) || jsonb_build_object('logo_png', translate(encode(t.logo_png, 'base64'), E'\\n', ''))`,
};

const STATEMENTS = exportStatements('qr', TABLES, SHOWN);

@AppProvider()
export class QrExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
