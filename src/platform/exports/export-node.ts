import type { Statement } from '../database/sql.js';

/** A pure function, named by the address of its module: the process that reads the rows imports it. */
export interface Presenter {
  module: string;
  name: string;
  args: unknown[];
}

/** Rows that a cursor reads while the document is written. */
export interface ExportRows {
  text: string;
  values: unknown[];
  /** The column that is the whole item; by default the item is the row. */
  column?: string;
  present?: Presenter;
}

/** The content of an export as plain data, so that another process can receive it. */
export type ExportNode = { rows: ExportRows } | { value: unknown } | { fields: Record<string, ExportNode> };

export const rowsOf = (
  { text }: Statement,
  values: unknown[],
  more: Pick<ExportRows, 'column' | 'present'> = {},
): { rows: ExportRows } => ({ rows: { text, values, ...more } });

export const valueOf = (value: unknown): ExportNode => ({ value });
export const fieldsOf = (fields: Record<string, ExportNode>): ExportNode => ({ fields });

/** `module` is the `import.meta.resolve` of the file that exports the function under its own name. */
export const presentedBy = (
  module: string,
  { name }: (row: never, ...args: never[]) => unknown,
  ...args: unknown[]
): Presenter => ({ module, name, args });
