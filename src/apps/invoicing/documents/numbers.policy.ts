/** `{SEQ:4}` is the running number with at least four digits. */
const SEQUENCE = /\{SEQ:([1-9])\}/;
const PART = /\{(YYYY|YY|MM|SEQ:[1-9])\}/g;
/** Of the column: the format with all of its parts written out. */
const LONGEST = 40;
const MOST_DIGITS = 10;

/** Whether a format can give each document a number of its own. */
export function isNumberFormat(format: string): boolean {
  if (format.match(/\{SEQ:[1-9]\}/g)?.length !== 1 || /[{}]/.test(format.replace(PART, ''))) return false;
  // A counter that begins anew each month would give numbers again if the year did not stand beside the month.
  if (format.includes('{MM}') && !/\{YY(YY)?\}/.test(format)) return false;
  return format.replace(SEQUENCE, '0'.repeat(MOST_DIGITS)).replace('{YYYY}', '2030').length <= LONGEST;
}

/** What the counter counts in: a month (`203003`), a year (`2030`), or all time (empty). */
export function seriesPeriod(format: string, day: string): string {
  const [year = '', month = ''] = day.split('-');
  if (format.includes('{MM}')) return year + month;
  return /\{YY(YY)?\}/.test(format) ? year : '';
}

export function documentNumber(format: string, day: string, sequence: number): string {
  const [year = '', month = ''] = day.split('-');
  return format.replace(PART, (_, part: string) => {
    if (part === 'YYYY') return year;
    if (part === 'YY') return year.slice(2);
    if (part === 'MM') return month;
    return String(sequence).padStart(Number(part.slice(4)), '0');
  });
}
