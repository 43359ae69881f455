import type { ExportRows } from '../../../platform/exports/export-node.js';

/** By table, the rows that a user owns in an app or is a party of; they are read when the export is written. */
export type Exported = Record<string, { rows: ExportRows }>;

export abstract class AppExport {
  abstract of(userId: string): Exported;
}
