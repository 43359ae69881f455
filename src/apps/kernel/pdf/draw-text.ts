import {
  beginText,
  endText,
  PDFArray,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  setTextRise,
} from 'pdf-lib';
import { colourOf } from './colours.js';
import type { FontBook, Glyph } from './font-book.js';
import type { TextElement } from './pdf-document.js';
import { BASELINE, fitText, LINE } from './text-box.js';
import type { TextRun } from './text-shaping.js';

const THOUSAND = 1000;
/** Thousandths of the size. Smaller moves are rounding. */
const LEAST_MOVE = 1e-3;
const LEFT = { left: 0, center: 0.5, right: 1 };
const ABOVE = { top: 0, middle: 0.5, bottom: 1 };

interface Sheet {
  pdf: PDFDocument;
  page: PDFPage;
  /** As it is seen. */
  height: number;
}

export async function drawText(
  { pdf, page, height: whole }: Sheet,
  book: FontBook,
  element: TextElement,
): Promise<void> {
  const { x, y, width, height, align = 'left', valign = 'top', colour = '#000000' } = element;
  const { lines, size } = fitText(book, element);
  const above = Math.max(0, height - lines.length * LINE * size) * ABOVE[valign];
  page.pushOperators(setFillingColor(colourOf(colour)));
  for (const [at, line] of lines.entries()) {
    let left = x + (width - line.width * size) * LEFT[align];
    const baseline = whole - (y + above + (at * LINE + BASELINE) * size);
    for (const run of line.runs) {
      const font = await run.font.embed(pdf);
      page.pushOperators(...runOperators(page, font, run, { left, baseline, size }));
      left += run.width * size;
    }
  }
}

interface Place {
  left: number;
  baseline: number;
  size: number;
}

function runOperators(page: PDFPage, embedded: PDFFont, run: TextRun, { left, baseline, size }: Place): PDFOperator[] {
  const { font, shaped } = run;
  const codes = font.encode(embedded, shaped);
  const scale = THOUSAND / font.font.unitsPerEm;
  const operators: PDFOperator[] = [];
  let shown: (string | number)[] = [];
  let rise = 0;
  const show = () => {
    if (shown.length) operators.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [adjusted(page, shown)]));
    shown = [];
  };
  for (const [at, { xAdvance, xOffset, yOffset }] of shaped.positions.entries()) {
    if (yOffset !== rise) {
      show();
      operators.push(setTextRise((yOffset * scale * size) / THOUSAND));
      rise = yOffset;
    }
    // The operator moves to the left by these numbers. The viewer itself moves on by the width of the glyph.
    const { advanceWidth } = shaped.glyphs[at] as Glyph;
    shown.push(-xOffset * scale, codes[at] as string, (xOffset + advanceWidth - xAdvance) * scale);
  }
  show();
  if (rise) operators.push(setTextRise(0));
  return [
    beginText(),
    setFontAndSize(fontKey(page, embedded), size),
    setTextMatrix(1, 0, 0, 1, left, baseline),
    ...operators,
    endText(),
  ];
}

const keys = new WeakMap<PDFPage, Map<PDFFont, ReturnType<PDFPage['node']['newFontDictionary']>>>();

/** The name of the font in the resources of the page. */
function fontKey(page: PDFPage, font: PDFFont) {
  const ofPage = keys.get(page) ?? new Map();
  keys.set(page, ofPage);
  const key = ofPage.get(font) ?? page.node.newFontDictionary(font.name, font.ref);
  ofPage.set(font, key);
  return key;
}

/** Codes that follow each other without a move are one text. */
function adjusted(page: PDFPage, shown: (string | number)[]): PDFArray {
  const array = PDFArray.withContext(page.doc.context);
  let codes = '';
  let move = 0;
  const putCodes = () => {
    if (codes) array.push(PDFHexString.of(codes));
    codes = '';
  };
  const putMove = () => {
    if (Math.abs(move) <= LEAST_MOVE) return;
    putCodes();
    array.push(PDFNumber.of(move));
    move = 0;
  };
  for (const one of shown) {
    if (typeof one === 'number') move += one;
    else {
      putMove();
      codes += one;
    }
  }
  putCodes();
  putMove();
  return array;
}
