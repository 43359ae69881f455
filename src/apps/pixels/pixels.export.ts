import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN_PIXELS = 'pixel_id IN (SELECT id FROM ext_pixels.pixels WHERE owner_id = $1)';

/** Figures of days, never who came. */
const TABLES: Record<string, string> = {
  pixels: 'owner_id = $1',
  attachments: OWN_PIXELS,
  pixel_days: OWN_PIXELS,
  pixel_day_values: OWN_PIXELS,
};

const STATEMENTS = exportStatements('pixels', TABLES);

@AppProvider()
export class PixelsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
