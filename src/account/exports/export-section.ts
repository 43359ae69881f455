import type { ExportNode } from '../../platform/exports/export-node.js';

/** One area's part of the export of an account. Its rows are read later, by the export process. */
export abstract class ExportSection {
  /** The key of the section in the document. */
  abstract readonly section: string;
  abstract content(userId: string): ExportNode | Promise<ExportNode>;
}
