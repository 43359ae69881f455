import { Refusal } from '../../../platform/http/refusal.js';
import { PLAIN } from '../../kernel/codes/code-style.js';
import type { Look } from './drawing-task.js';
import type { Style } from './style.input.js';

/** A scanner needs this ratio between the foreground and the background, by WCAG's formula. */
const LEAST_CONTRAST = 3;
const LOGO_LEVELS = new Set(['Q', 'H']);

/** The style with its defaults, or the refusal of what can be refused without drawing it. */
export function lookOf({ error_correction, ...given }: Style, logo: Uint8Array | null): Look {
  const style = { ...PLAIN, ...given };
  const level = error_correction ?? (logo ? 'H' : 'M');
  if (logo && !LOGO_LEVELS.has(level)) throw new Refusal(400, 'A logo needs error correction Q or H');
  const background = style.background === 'transparent' ? '#ffffff' : style.background;
  const [dark, light] = [luminance(style.foreground), luminance(background)];
  if ((light + 0.05) / (dark + 0.05) < LEAST_CONTRAST) {
    throw new Refusal(400, 'Colours have too little contrast to scan');
  }
  return { level, style, logo };
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
