import type { FontBook } from './font-book.js';
import type { TextElement } from './pdf-document.js';
import { type ShapedLine, shapeLine } from './text-shaping.js';

export interface FittedText {
  lines: ShapedLine[];
  size: number;
}

/** Of the size: the height of a line, and where its letters stand. */
export const LINE = 1.3;
export const BASELINE = 1;
const SMALLEST = 4;
const STEP = 0.9;
/** What a sum of fractions may be off. */
const TOLERANCE = 1e-6;

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The lines of a text, and a size at which they fit into their box. */
export function fitText(book: FontBook, { text, font, size, shrink = 1, ...box }: TextElement): FittedText {
  const shapes = new Map<string, ShapedLine>();
  const shape = (line: string) => {
    const known = shapes.get(line) ?? shapeLine(book, font, line);
    shapes.set(line, known);
    return known;
  };
  const widthOf = (part: string) => shape(part).width;
  const letters = new Map<string, string[]>();
  const lettersOf = (word: string) => {
    const known = letters.get(word) ?? Array.from(LETTERS.segment(word), ({ segment }) => segment);
    letters.set(word, known);
    return known;
  };
  const paragraphs = text.split(/\r?\n/);
  const widest = Math.max(...paragraphs.map(widthOf));
  let fitting = widest * size > box.width ? Math.max(size * shrink, box.width / widest) : size;
  for (;;) {
    const most = box.width / fitting + TOLERANCE;
    const lines = paragraphs.flatMap((line) => wrapped(line, most, { widthOf, lettersOf }));
    if (lines.length * LINE * fitting <= box.height || fitting <= SMALLEST)
      return { lines: lines.map(shape), size: fitting };
    fitting = Math.max(SMALLEST, fitting * STEP);
  }
}

interface Measures {
  widthOf(part: string): number;
  lettersOf(word: string): string[];
}

/**
 * Breaks at spaces, and within a word that is longer than a line. Only words, and the letters of such a word, are shaped here: a
 * long text in a small box is wrapped at dozens of sizes.
 */
function wrapped(text: string, most: number, { widthOf, lettersOf }: Measures): string[] {
  if (widthOf(text) <= most) return [text];
  const words = text
    .split(' ')
    .flatMap((word) => (widthOf(word) <= most ? [word] : filled(lettersOf(word), '', most, widthOf)));
  return filled(words, ' ', most, widthOf);
}

/** Lines of as many parts as fit, and of one at least. */
function filled(parts: string[], between: string, most: number, widthOf: Measures['widthOf']): string[] {
  const gap = between ? widthOf(between) : 0;
  const lines: string[][] = [];
  let width = Infinity;
  for (const part of parts) {
    const added = widthOf(part);
    width += gap + added;
    if (width <= most) lines.at(-1)?.push(part);
    else {
      lines.push([part]);
      width = added;
    }
  }
  return lines.map((line) => line.join(between));
}
