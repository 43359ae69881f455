import bidiFactory, { type Bidi } from 'bidi-js';
import type { BookFont, FontBook, Shaped } from './font-book.js';
import type { Face } from './pdf-document.js';

/** A piece of a line in one font, script and direction. */
export interface TextRun {
  font: BookFont;
  shaped: Shaped;
  /** At size 1. */
  width: number;
}

export interface ShapedLine {
  /** From left to right. */
  runs: TextRun[];
  /** At size 1. */
  width: number;
}

interface Piece {
  font: BookFont;
  script: string | undefined;
  level: number;
  text: string;
}

// The types describe a module, and the package is a script: what is imported is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** The scripts that fonts shape by rules of their own, or that share a font with others. */
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Latin}/u, 'latn'],
  [/\p{Script=Greek}/u, 'grek'],
  [/\p{Script=Cyrillic}/u, 'cyrl'],
  [/\p{Script=Arabic}/u, 'arab'],
  [/\p{Script=Hebrew}/u, 'hebr'],
];
/** Belongs to the text before it: a mark, a space, a digit, a sign. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const scriptOf = (letter: string) => SCRIPTS.find(([expression]) => expression.test(letter))?.[1];
const has = ({ font }: BookFont, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number);

/**
 * As it is printed: composed letters, and no control characters. The normal form has an Arabic vowel sign before a shadda, and
 * it stands above the shadda.
 */
export const printable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/([\u064B-\u0650])\u0651/g, '\u0651$1');

/** The letters that no font has, each once. */
export function uncovered(book: FontBook, text: string): string[] {
  const fonts = book.fontsOf('sans');
  const letters = new Set(printable(text.replace(/\r?\n/g, ' ')));
  return [...letters].filter((letter) => !UNSEEN.test(letter) && !fonts.some((font) => has(font, letter)));
}

/** Shapes one line: Arabic letters are joined, marks are placed, and right-to-left text is ordered (UAX #9). */
export function shapeLine(book: FontBook, face: Face, given: string): ShapedLine {
  const text = printable(given);
  const { levels } = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs = inVisualOrder(piecesOf(book.fontsOf(face), text, levels, mirrored)).map(shapePiece);
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
}

function piecesOf(fonts: BookFont[], text: string, levels: Uint8Array, mirrored: Map<number, string>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] as number;
    const shown = mirrored.get(at) ?? letter;
    at += letter.length;
    const last = pieces.at(-1);
    const isShared = SHARED.test(letter);
    const font = last && isShared && has(last.font, shown) ? last.font : fonts.find((one) => has(one, shown));
    // Such a character only directs the text around it.
    if (!font && UNSEEN.test(letter)) continue;
    const chosen = font ?? (fonts[0] as BookFont);
    const script = isShared ? last?.script : scriptOf(letter);
    if (last && last.font === chosen && last.level === level && (last.script === script || !last.script)) {
      last.text += shown;
      last.script ??= script;
    } else pieces.push({ font: chosen, script, level, text: shown });
  }
  return pieces;
}

/** Rule L2: from the highest level down to the lowest odd one, whatever is at least that deep is reversed. */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const order = [...pieces];
  for (let level = Math.max(0, ...order.map((piece) => piece.level)); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (order[to] as Piece).level >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
}

function shapePiece({ font, script, level, text }: Piece): TextRun {
  const shaped = font.font.layout(text, undefined, script, undefined, level % 2 ? 'rtl' : 'ltr');
  const units = shaped.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { font, shaped, width: units / font.font.unitsPerEm };
}
