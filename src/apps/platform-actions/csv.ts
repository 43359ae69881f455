/** RFC 4180, in UTF-8 with the mark by which spreadsheets know it. */
export function csvOf(rows: object[]): Uint8Array {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((name) => cell((row as Record<string, unknown>)[name])));
  const head = columns.length ? [columns.map(cell)] : [];
  const text = [...head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
  return new TextEncoder().encode(`\uFEFF${text}`);
}

function cell(value: unknown): string {
  const text = textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  // A spreadsheet would run what begins like a formula; large numbers come as text from the database, and are none.
  return typeof value === 'string' && /^(?!-?\d+(\.\d+)?$)[=+\-@\t\r]/.test(value)
    ? `'${value}`
    : String(value);
}
