/** Around the words in a headline; PostgreSQL gives no other way to mark them that a text cannot hold itself. */
const MARKS = { begin: '\u0001', end: '\u0002' };
/** Options of `ts_headline`, for `marked`. */
export const HEADLINE = `StartSel=${MARKS.begin}, StopSel=${MARKS.end}, MaxWords=24, MinWords=8, MaxFragments=1`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** As HTML, in which nothing of the text itself is a tag. */
export const marked = (headline: string) =>
  headline
    .replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)
    .replaceAll(MARKS.begin, '<mark>')
    .replaceAll(MARKS.end, '</mark>')
    .replace(/\p{Cc}+/gu, ' ');
