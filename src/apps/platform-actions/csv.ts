/** The mark by which spreadsheets know UTF-8, and the names of the columns, where there are any. */
export const csvHead = (columns: string[]): string =>
  `\uFEFF${columns.length ? `${columns.map(cell).join(',')}\r\n` : ''}`;

/** One row, as RFC 4180 has it. */
export const csvLine = (columns: string[], row: object): string =>
  `${columns.map((name) => cell((row as Record<string, unknown>)[name])).join(',')}\r\n`;

function cell(value: unknown): string {
  const text = textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  // A spreadsheet would run what begins like a formula; large numbers come as text from the database, and are none.
  return typeof value === 'string' && /^(?!-?\d+(\.\d+)?$)[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
}
