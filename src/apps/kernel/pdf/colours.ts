import { type RGB, rgb } from 'pdf-lib';

/** Of `#rrggbb`. */
export function colourOf(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return rgb(red, green, blue);
}
