import { type PDFDocument, type PDFImage, type PDFPage, popGraphicsState, pushGraphicsState } from 'pdf-lib';
import {
  fill,
  LineCapStyle,
  LineJoinStyle,
  lineTo,
  moveTo,
  rectangle,
  setFillingColor,
  setLineCap,
  setLineJoin,
  setLineWidth,
  setStrokingColor,
  stroke,
} from 'pdf-lib';
import { symbolOf } from '../codes/qr-code.js';
import { colourOf } from './colours.js';
import { drawText } from './draw-text.js';
import type { FontBook } from './font-book.js';
import type { ImageElement, LineElement, PdfElement, QrElement, StrokesElement } from './pdf-document.js';

const BLACK = '#000000';
/** Empty modules around a code, which scanners need. */
const QUIET = 4;

export interface Canvas {
  pdf: PDFDocument;
  page: PDFPage;
  /** As it is seen. */
  height: number;
  book: FontBook;
  imageOf(key: string): Promise<PDFImage | undefined>;
}

export async function drawElement(canvas: Canvas, element: PdfElement): Promise<void> {
  const { pdf, page, height, book } = canvas;
  page.pushOperators(pushGraphicsState());
  if (element.type === 'text') await drawText({ pdf, page, height }, book, element);
  else if (element.type === 'image') await drawImage(canvas, element);
  else if (element.type === 'qr') drawQr(canvas, element);
  else if (element.type === 'strokes') drawStrokes(canvas, element);
  else drawLine(canvas, element);
  page.pushOperators(popGraphicsState());
}

async function drawImage(
  { page, height: whole, imageOf }: Canvas,
  { image: key, x, y, width, height, fit }: ImageElement,
): Promise<void> {
  const image = await imageOf(key);
  if (!image) return;
  const size = fit === 'fill' ? { width, height } : image.scaleToFit(width, height);
  const left = x + (width - size.width) / 2;
  const top = y + (height - size.height) / 2;
  page.drawImage(image, { ...size, x: left, y: whole - top - size.height });
}

/** Neighbouring dark modules of a row are one rectangle. */
function drawQr({ page, height }: Canvas, { content, x, y, size: side }: QrElement): void {
  const symbol = symbolOf(content, 'M');
  if (!symbol) throw new Error('The content of a QR code is too long');
  const { modules } = symbol;
  const unit = side / (modules.size + 2 * QUIET);
  const top = height - y - QUIET * unit;
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

function drawLine(
  { page, height: whole }: Canvas,
  { x, y, width, height, thickness, colour = BLACK }: LineElement,
): void {
  const top = whole - y;
  page.drawLine({ start: { x, y: top }, end: { x: x + width, y: top - height }, thickness, color: colourOf(colour) });
}

function drawStrokes({ page, height: whole }: Canvas, { strokes, x, y, width, height, ...line }: StrokesElement): void {
  page.pushOperators(
    setStrokingColor(colourOf(line.colour ?? BLACK)),
    setLineWidth(line.thickness),
    setLineCap(LineCapStyle.Round),
    setLineJoin(LineJoinStyle.Round),
  );
  for (const points of strokes) {
    const operators = points.map(([right, down], at) =>
      (at ? lineTo : moveTo)(x + right * width, whole - (y + down * height)),
    );
    page.pushOperators(...operators, stroke());
  }
}
