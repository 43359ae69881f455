export const FACES = ['sans', 'sans-bold', 'serif', 'serif-bold'] as const;
export const ALIGNS = ['left', 'center', 'right'] as const;
export const VALIGNS = ['top', 'middle', 'bottom'] as const;
export type Face = (typeof FACES)[number];

/** Points from the upper left corner of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextElement extends Box {
  type: 'text';
  text: string;
  font: Face;
  /** Points. */
  size: number;
  align?: (typeof ALIGNS)[number];
  valign?: (typeof VALIGNS)[number];
  /** `#rrggbb`; black if it is not given. */
  colour?: string;
  /**
   * To which part of its size a text that is too wide may shrink before it is wrapped. 1 if it is not given. A text that is
   * too high for its box shrinks further.
   */
  shrink?: number;
}

export interface ImageElement extends Box {
  type: 'image';
  /** Key of `images`. */
  image: string;
  /** `contain`, which keeps the proportions, if it is not given. */
  fit?: 'contain' | 'fill';
}

/** Dark modules on whatever is below; the box is a square that includes the margin of four modules. */
export interface QrElement {
  type: 'qr';
  content: string;
  x: number;
  y: number;
  size: number;
}

/** From the upper left to the lower right corner of the box. */
export interface LineElement extends Box {
  type: 'line';
  thickness: number;
  colour?: string;
}

/** Lines of points `[x, y]`, fractions of the box from its upper left corner: a drawn signature. */
export interface StrokesElement extends Box {
  type: 'strokes';
  strokes: [x: number, y: number][][];
  thickness: number;
  colour?: string;
}

export type PdfElement = TextElement | ImageElement | QrElement | LineElement | StrokesElement;

export interface PdfPage {
  /**
   * A page of a given document, on which the elements are stamped: where they are seen, also on a rotated or cropped page.
   * Without it the page is empty, of the size below.
   */
  from?: { source: number; page: number };
  width: number;
  height: number;
  elements: PdfElement[];
}

/** What a PDF consists of. The same document gives the same bytes. */
export interface PdfDocument {
  title: string;
  author: string;
  subject?: string;
  /** ISO 8601; stands in the file as its creation. */
  created: string;
  /** BCP 47. */
  language?: string;
  pages: PdfPage[];
  /** Signs the file, and allows no changes after that (PAdES B-B). */
  seal?: PdfSeal;
  /** PDFs whose pages are used. */
  sources?: Uint8Array[];
  images?: Record<string, { type: 'image/png' | 'image/jpeg'; bytes: Uint8Array }>;
}

/** A key with its certificate as PKCS#12. */
export interface PdfSeal {
  pkcs12: Uint8Array;
  password: string;
  reason: string;
  name: string;
}

/** Sizes of the pages as they are seen: cropped and rotated. */
export interface PdfShape {
  pages: { width: number; height: number }[];
}

/** What a worker thread is asked. */
export type PdfRequest =
  | { do: 'draw'; document: PdfDocument; fontFolder?: string }
  | { do: 'inspect'; bytes: Uint8Array }
  | { do: 'uncovered'; texts: string[]; fontFolder?: string };

/** Why a given PDF is not used. */
export type PdfFault = { fault: 'encrypted' | 'unreadable' };
