import { type Passage, paragraphsOf } from './passages.js';

export interface Sentence {
  start: number;
  end: number;
  text: string;
  /** The first one of its section. */
  isFirst: boolean;
}

/** Where a line begins something of its own; any other line goes on with the sentence of the line before it. */
const SOFT_BREAK = /\n(?![ \t]*(?:[-*+>|]|\d{1,3}[.)]\s))/g;
const MARKS = /^(?:\s|[-*+>]\s|\d{1,3}[.)]\s)+/;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of Markdown as they stand, without headings and code. */
export function sentencesOf(text: string): Sentence[] {
  let section: string | null | undefined;
  return paragraphsOf(text).flatMap((paragraph) => {
    const isHeading = paragraph.heading !== null && text.slice(paragraph.start, paragraph.end) === paragraph.heading;
    if (paragraph.code || isHeading) return [];
    const isFirst = section === undefined || section !== paragraph.heading;
    section = paragraph.heading;
    return split(text, paragraph).map((one, nth) => ({ ...one, isFirst: isFirst && nth === 0 }));
  });
}

function split(text: string, { start, end }: Pick<Passage, 'start' | 'end'>): Omit<Sentence, 'isFirst'>[] {
  const raw = text.slice(start, end);
  const found = [];
  for (const { segment, index } of segmenter.segment(raw.replace(SOFT_BREAK, ' '))) {
    const marks = MARKS.exec(segment)?.[0].length ?? 0;
    const words = segment.slice(marks).trimEnd();
    if (!/[\p{L}\p{N}]/u.test(words)) continue;
    const from = index + marks;
    found.push({ start: start + from, end: start + from + words.length, text: raw.slice(from, from + words.length) });
  }
  return found;
}
