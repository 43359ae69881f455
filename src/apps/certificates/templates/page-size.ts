import type { Orientation, PageSize } from './choices.js';

/** Points of a page that stands upright. */
const SIZES: Record<PageSize, [number, number]> = { a4: [595.28, 841.89], letter: [612, 792] };

export function sizeOf({ page, orientation }: { page: PageSize; orientation: Orientation }) {
  const [short, long] = SIZES[page];
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}
