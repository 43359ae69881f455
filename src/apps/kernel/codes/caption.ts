import { escapeHtml } from '@community-platform/pages';

/** Letters are at most so high, as a part of the width of the image. */
const HIGHEST = 0.08;
/** The height of the line, in heights of its letters. */
const LINE = 1.6;
/** Where letters stand, from the top of their line. */
const BASELINE = 0.9;

/**
 * A line of text below a code of this width. The width of a text depends on the font of the viewer, so
 * the letters are as small as the widest ones need.
 */
export function captionOf(text: string, width: number) {
  const letters = [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
  const size = rounded(Math.min(width * HIGHEST, (width * 0.94) / letters));
  const height = rounded(size * LINE);
  const svg = (top: number) =>
    `<text x="${width / 2}" y="${rounded(top + size * BASELINE)}" font-size="${size}" ` +
    `font-family="sans-serif" text-anchor="middle">${escapeHtml(text)}</text>`;
  return { height, svg };
}

const rounded = (number: number) => Math.round(number * 100) / 100;

/** In heights of a letter, by DejaVu Sans, one of the widest fonts. */
function widthOf(letter: string): number {
  if (letter > '\u10FF') return 1.1;
  if (/[MWmw@%]/.test(letter)) return 1.02;
  return /[A-Z\u0370-\u10FF]/.test(letter) ? 0.85 : 0.65;
}
