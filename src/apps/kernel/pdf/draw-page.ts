import { type PDFDocument, type PDFImage, type PDFPage, popGraphicsState, pushGraphicsState } from 'pdf-lib';
import { fill, rectangle, setFillingColor } from 'pdf-lib';
import { symbolOf } from '../codes/qr-code.js';
import { colourOf } from './colours.js';
import { drawText } from './draw-text.js';
import type { FontBook } from './font-book.js';
import type { ImageElement, LineElement, PdfElement, QrElement } from './pdf-document.js';

const BLACK = '#000000';
/** Empty modules around a code, which scanners need. */
const QUIET = 4;

export interface Canvas {
  pdf: PDFDocument;
  page: PDFPage;
  book: FontBook;
  imageOf(key: string): Promise<PDFImage | undefined>;
}

export async function drawElement(canvas: Canvas, element: PdfElement): Promise<void> {
  const { pdf, page, book } = canvas;
  page.pushOperators(pushGraphicsState());
  if (element.type === 'text') await drawText(pdf, page, book, element);
  else if (element.type === 'image') await drawImage(canvas, element);
  else if (element.type === 'qr') drawQr(page, element);
  else drawLine(page, element);
  page.pushOperators(popGraphicsState());
}

async function drawImage({ page, imageOf }: Canvas, { image: key, x, y, width, height, fit }: ImageElement) {
  const image = await imageOf(key);
  if (!image) return;
  const size = fit === 'fill' ? { width, height } : image.scaleToFit(width, height);
  const left = x + (width - size.width) / 2;
  const top = y + (height - size.height) / 2;
  page.drawImage(image, { ...size, x: left, y: page.getHeight() - top - size.height });
}

/** Neighbouring dark modules of a row are one rectangle. */
function drawQr(page: PDFPage, { content, x, y, size: side }: QrElement): void {
  const symbol = symbolOf(content, 'M');
  if (!symbol) throw new Error('The content of a QR code is too long');
  const { modules } = symbol;
  const unit = side / (modules.size + 2 * QUIET);
  const top = page.getHeight() - y - QUIET * unit;
  page.pushOperators(setFillingColor(colourOf(BLACK)));
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      let dark = 0;
      while (column + dark < modules.size && modules.get(row, column + dark)) dark++;
      if (!dark) continue;
      const left = x + (QUIET + column) * unit;
      page.pushOperators(rectangle(left, top - (row + 1) * unit, dark * unit, unit));
      column += dark;
    }
  }
  page.pushOperators(fill());
}

function drawLine(page: PDFPage, { x, y, width, height, thickness, colour = BLACK }: LineElement): void {
  const top = page.getHeight() - y;
  page.drawLine({ start: { x, y: top }, end: { x: x + width, y: top - height }, thickness, color: colourOf(colour) });
}
