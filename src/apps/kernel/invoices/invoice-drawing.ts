import type { Box, PdfDocument, PdfElement, TextElement } from '../pdf/pdf-document.js';

/** What stands on a document, written out for the reader: amounts with their currency, days as dates. */
export interface PrintedInvoice {
  kind: 'invoice' | 'credit_note';
  /** Null: a draft, which gets a watermark. */
  number: string | null;
  /** The day of issue, `YYYY-MM-DD`. */
  issued_on: string;
  seller: { name: string; lines: string[] };
  client: { name: string; lines: string[] };
  /** Below the title: dates, the purchase order, the invoice of a credit note. */
  facts: PrintedPair[];
  lines: { description: string; quantity: string; price: string; tax: string; amount: string }[];
  /** Subtotal, discount and the taxes. */
  sums: PrintedPair[];
  total: PrintedPair;
  /** Notes, how to pay, the footer: each with its heading, or none. */
  texts: { label: string | null; text: string }[];
}

export interface PrintedPair {
  label: string;
  value: string;
}

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 48;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - 64;
const LEADING = 1.35;
const SIZE = 9;
const ROW = SIZE * LEADING;
const GREY = '#5b6472';
const RULE = '#c9ced6';
/** Characters of the width of a line: narrow enough for wide letters, so that a box is never too low for its text. */
const CHARACTER = 0.58;

const COLUMNS = [
  { key: 'description', label: 'Description', width: 0.42, align: 'left' },
  { key: 'quantity', label: 'Quantity', width: 0.13, align: 'right' },
  { key: 'price', label: 'Unit price', width: 0.16, align: 'right' },
  { key: 'tax', label: 'Tax', width: 0.12, align: 'right' },
  { key: 'amount', label: 'Amount', width: 0.17, align: 'right' },
] as const;
const GAP = 8;
/** A description wraps, and a quantity between the number and its unit; an amount shrinks, because it must not be broken. */
const SHRINK = { description: 1, quantity: 0.8, price: 0.6, tax: 0.6, amount: 0.6 };
const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' };

/** The PDF of a document. Nothing but what it is given goes into it, so it has the same bytes each time. */
export function invoiceDocument(printed: PrintedInvoice): PdfDocument {
  const title = [TITLES[printed.kind], printed.number ?? 'draft'].join(' ');
  const sheet = new Sheet(printed.number === null);
  sheet.parties(title, printed);
  sheet.lines(printed.lines);
  sheet.sums(printed.sums, printed.total);
  for (const { label, text } of printed.texts) sheet.paragraph(label, text);
  return {
    title,
    author: printed.seller.name,
    created: `${printed.issued_on}T00:00:00Z`,
    language: 'en',
    pages: sheet.pages(title),
  };
}

class Sheet {
  private readonly sheets: PdfElement[][] = [];
  private y = MARGIN;

  constructor(private readonly isDraft: boolean) {
    this.turn();
  }

  parties(title: string, { seller, client, facts }: PrintedInvoice): void {
    const half = WIDTH / 2 - 12;
    this.text(title, { x: MARGIN, width: WIDTH, height: 26 }, { size: 20, font: 'sans-bold', shrink: 0.5 });
    this.y += 40;
    const from = this.party('From', seller, MARGIN, half);
    const to = this.party('To', client, MARGIN + half + 24, half);
    this.y += Math.max(from, to) + 14;
    for (const { label, value } of facts) {
      this.text(label, { x: MARGIN, width: 120, height: ROW }, { colour: GREY });
      const height = heightOf(value, WIDTH - 120);
      this.text(value, { x: MARGIN + 120, width: WIDTH - 120, height }, {});
      this.y += height + 1;
    }
    this.y += 16;
  }

  lines(lines: PrintedInvoice['lines']): void {
    this.head();
    for (const line of lines) {
      const height = Math.max(
        heightOf(line.description, WIDTH * COLUMNS[0].width - GAP),
        heightOf(line.quantity, WIDTH * COLUMNS[1].width - GAP),
      );
      if (this.y + height > BOTTOM) {
        this.turn();
        this.head();
      }
      let x = MARGIN;
      for (const { key, width, align } of COLUMNS) {
        // The gap is on the other side of the text.
        const box = { x: align === 'left' ? x : x + GAP, width: WIDTH * width - GAP, height };
        this.text(line[key], box, { align, shrink: SHRINK[key] });
        x += WIDTH * width;
      }
      this.y += height + 6;
    }
    this.rule();
    this.y += 8;
  }

  sums(sums: PrintedPair[], total: PrintedPair): void {
    // The sums stay together with the total where a page can hold them.
    this.room(Math.min((sums.length + 2) * (ROW + 3), BOTTOM - MARGIN));
    for (const sum of sums) this.sum(sum, {});
    this.y += 4;
    this.sum(total, { font: 'sans-bold', size: 11 });
    this.y += 20;
  }

  paragraph(label: string | null, text: string): void {
    if (!text) return;
    if (label) {
      this.room(3 * ROW);
      this.text(label, { x: MARGIN, width: WIDTH, height: ROW }, { font: 'sans-bold' });
      this.y += ROW + 2;
    }
    for (const line of text.split('\n')) {
      const height = heightOf(line, WIDTH);
      this.room(height);
      if (line) this.text(line, { x: MARGIN, width: WIDTH, height }, {});
      this.y += height;
    }
    this.y += 12;
  }

  pages(title: string): PdfDocument['pages'] {
    return this.sheets.map((elements, index) => ({
      ...PAGE,
      elements: [
        ...elements,
        element(`${title} · page ${index + 1} of ${this.sheets.length}`, foot(), {
          size: 7.5,
          align: 'center',
          colour: GREY,
          shrink: 0.5,
        }),
      ],
    }));
  }

  private party(label: string, { name, lines }: PrintedInvoice['seller'], x: number, width: number): number {
    const start = this.y;
    this.text(label, { x, width, height: ROW }, { colour: GREY });
    this.y += ROW + 2;
    for (const [index, line] of [name, ...lines].entries()) {
      const height = heightOf(line, width);
      this.text(line, { x, width, height }, index ? {} : { font: 'sans-bold' });
      this.y += height;
    }
    const height = this.y - start;
    this.y = start;
    return height;
  }

  private sum({ label, value }: PrintedPair, more: Partial<TextElement>): void {
    this.room(ROW + 3);
    const x = MARGIN + WIDTH * 0.5;
    this.text(label, { x, width: WIDTH * 0.28, height: ROW + 2 }, { ...more, shrink: 0.5 });
    this.text(
      value,
      { x: MARGIN + WIDTH * 0.78, width: WIDTH * 0.22, height: ROW + 2 },
      { ...more, align: 'right', shrink: 0.5 },
    );
    this.y += ROW + 3;
  }

  private head(): void {
    let x = MARGIN;
    for (const { label, width, align } of COLUMNS) {
      this.text(label, { x, width: WIDTH * width, height: ROW }, { align, font: 'sans-bold' });
      x += WIDTH * width;
    }
    this.y += ROW + 4;
    this.rule();
    this.y += 6;
  }

  private rule(): void {
    this.add({ type: 'line', x: MARGIN, y: this.y, width: WIDTH, height: 0, thickness: 0.75, colour: RULE });
  }

  private text(text: string, box: Omit<Box, 'y'>, more: Partial<TextElement>): void {
    if (text) this.add(element(text, { ...box, y: this.y }, more));
  }

  private room(height: number): void {
    if (this.y + height > BOTTOM) this.turn();
  }

  private add(added: PdfElement): void {
    this.sheets.at(-1)?.push(added);
  }

  private turn(): void {
    this.y = MARGIN;
    this.sheets.push([]);
    if (this.isDraft) this.add(element('DRAFT', { x: 0, y: PAGE.height / 2 - 80, ...WATERMARK }, MARK));
  }
}

const WATERMARK = { width: PAGE.width, height: 160 };
const MARK: Partial<TextElement> = {
  size: 130,
  font: 'sans-bold',
  align: 'center',
  valign: 'middle',
  colour: '#eceef1',
};

const foot = (): Box => ({ x: MARGIN, y: PAGE.height - 40, width: WIDTH, height: 12 });

const element = (text: string, box: Box, more: Partial<TextElement>): TextElement => ({
  type: 'text',
  text,
  ...box,
  font: 'sans',
  size: SIZE,
  ...more,
});

/** How high a text is in a column, at the least. A text that needs more shrinks. */
function heightOf(text: string, width: number): number {
  const perLine = Math.max(1, Math.floor(width / (SIZE * CHARACTER)));
  const rows = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return Math.min(rows * ROW + 1, BOTTOM - MARGIN - 3 * ROW);
}
