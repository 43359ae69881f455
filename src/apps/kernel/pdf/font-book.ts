import { readFileSync } from 'node:fs';
import fontkit from '@pdf-lib/fontkit';
import type { PDFDocument, PDFFont } from 'pdf-lib';
import { fontFiles } from './font-files.js';
import type { Face } from './pdf-document.js';

export interface Glyph {
  id: number;
  advanceWidth: number;
}

/** In units of the font. */
interface GlyphPosition {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

export interface Shaped {
  glyphs: Glyph[];
  positions: GlyphPosition[];
}

/** The glyphs that are embedded. Those of CFF fonts have another form. */
interface Subset {
  glyf?: Uint8Array[];
  /** Of the next glyph. */
  offset: number;
  _addGlyph?(id: number): number;
}

/** What the types of the library leave out. */
interface Font {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  createSubset(): Subset;
  /** Glyphs that were used, each with the text that it was first used for. */
  _glyphs: object;
  layout(text: string, features?: undefined, script?: string, language?: undefined, direction?: 'ltr' | 'rtl'): Shaped;
}

const ALIGNMENT = 4;

/** Offsets of glyphs are stored as halves: a glyph of odd length would shift all that follow. The library does not pad them. */
function withAlignedGlyphs(subset: Subset): Subset {
  const add = subset._addGlyph;
  if (!add) return subset;
  subset._addGlyph = (id) => {
    const index = add.call(subset, id);
    const glyph = subset.glyf?.at(-1);
    const padding = -(glyph?.length ?? 0) & (ALIGNMENT - 1);
    if (glyph && padding) {
      // The library accepts its own kind of buffers only.
      const Bytes = glyph.constructor as new (bytes: Uint8Array) => Uint8Array;
      subset.glyf?.splice(-1, 1, new Bytes(Buffer.concat([glyph, Buffer.alloc(padding)])));
      subset.offset += padding;
    }
    return index;
  };
  return subset;
}

/** One font file; its glyphs are embedded in the document once they are used. */
export class BookFont {
  /** Set while the document encodes glyphs. */
  private pending: Shaped | undefined;
  private embedded: PDFFont | undefined;

  constructor(
    private readonly bytes: Uint8Array,
    readonly font: Font,
  ) {}

  /** The PDF library shapes text by itself, without positions and directions: it is given what is shaped already. */
  async embed(pdf: PDFDocument): Promise<PDFFont> {
    if (this.embedded) return this.embedded;
    const given = Object.assign(Object.create(this.font) as Font, {
      layout: () => this.pending as Shaped,
      createSubset: () => withAlignedGlyphs(this.font.createSubset()),
    });
    pdf.registerFontkit({ create: () => given } as never);
    this.embedded = await pdf.embedFont(this.bytes, { subset: true });
    return this.embedded;
  }

  /** Four hexadecimal digits for each glyph. */
  encode(embedded: PDFFont, shaped: Shaped): string[] {
    this.pending = shaped;
    return embedded.encodeText('').asString().match(/.{4}/g) ?? [];
  }
}

interface OpenFont {
  bytes: Uint8Array;
  font: Font;
}

/** The tables of a font are read when they are used, which takes 100 ms: a thread keeps its fonts open. */
const open = new Map<string, OpenFont>();

function openFont(file: string): OpenFont {
  const known = open.get(file);
  if (known) return known;
  const bytes = readFileSync(file);
  const opened = { bytes, font: fontkit.create(bytes) as unknown as Font };
  open.set(file, opened);
  return opened;
}

/** The fonts of one document. */
export class FontBook {
  private readonly fonts = new Map<string, BookFont>();

  constructor(private readonly folder: string | undefined) {}

  /** The fonts of a face that have a letter, best first: its own, then those of other scripts. */
  fontsOf(face: Face): BookFont[] {
    return fontFiles(face, this.folder).map((file) => this.fontIn(file));
  }

  private fontIn(file: string): BookFont {
    const known = this.fonts.get(file);
    if (known) return known;
    const { bytes, font } = openFont(file);
    // Otherwise the text of a glyph, which is copied from the PDF, would depend on the documents before.
    font._glyphs = {};
    const added = new BookFont(bytes, font);
    this.fonts.set(file, added);
    return added;
  }
}
