import { MARKS } from './search.repository.js';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** As HTML, in which nothing of the text itself is a tag. */
export const marked = (headline: string) =>
  headline
    .replace(/[&<>"']/g, (sign) => ESCAPES[sign] as string)
    .replaceAll(MARKS.begin, '<mark>')
    .replaceAll(MARKS.end, '</mark>')
    .replace(/\p{Cc}+/gu, ' ');
