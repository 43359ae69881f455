import type { PDFPage } from 'pdf-lib';

const FULL_TURN = 360;

interface ShownBox {
  height: number;
  width: number;
  /** From the page as it is seen, from its lower left corner, to the coordinates of the file. */
  matrix: [number, number, number, number, number, number];
}

/** A page as viewers show it: what its crop box leaves of it, turned clockwise by its rotation. */
export function shownBox(page: PDFPage): ShownBox {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const left = Math.max(media.x, crop.x);
  const bottom = Math.max(media.y, crop.y);
  const right = Math.min(media.x + media.width, crop.x + crop.width);
  const top = Math.min(media.y + media.height, crop.y + crop.height);
  const [width, height] = [right - left, top - bottom];
  const turn = ((page.getRotation().angle % FULL_TURN) + FULL_TURN) % FULL_TURN;
  if (turn === 90) return { width: height, height: width, matrix: [0, 1, -1, 0, right, bottom] };
  if (turn === 180) return { width, height, matrix: [-1, 0, 0, -1, right, top] };
  if (turn === 270) return { width: height, height: width, matrix: [0, -1, 1, 0, left, top] };
  return { width, height, matrix: [1, 0, 0, 1, left, bottom] };
}

export function shownSize(page: PDFPage): { width: number; height: number } {
  const { width, height } = shownBox(page);
  return { width, height };
}
