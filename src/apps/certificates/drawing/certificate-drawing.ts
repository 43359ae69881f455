import type { PdfDocument, PdfElement } from '../../kernel/pdf/pdf-document.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import type { Slot } from '../templates/choices.js';
import type { LayoutElement } from '../templates/layout.inputs.js';
import { boxOf } from '../templates/layout.policy.js';
import { sizeOf } from '../templates/page-size.js';
import { filledText } from '../templates/placeholders.js';
import { type Award, shownValues } from './shown-values.js';

const SIZE = 16;
/** To which part of its size a text shrinks before it gets several lines. */
const SHRINK = 0.6;
const HASH_LINE = { size: 5.5, height: 9, above: 14 };

export type Images = NonNullable<PdfDocument['images']>;

interface Printed {
  version: TemplateVersion;
  award: Award;
  /** Null on a preview. */
  contentHash: string | null;
  verifyUrl: string;
  images: Images;
}

/** The document of one certificate: nothing else goes into its PDF. */
export function certificateDocument({ version, award, contentHash, verifyUrl, images }: Printed): PdfDocument {
  const page = sizeOf(version);
  const values = shownValues(version, award, verifyUrl);
  const elements = version.layout.elements.flatMap((element) => drawn(element, { page, values, images, verifyUrl }));
  if (contentHash) elements.push(hashLine(contentHash, page));
  return {
    title: `${version.title} – ${award.recipient_name}`,
    author: version.issuer_name,
    subject: contentHash ? `SHA-256 ${contentHash}` : undefined,
    created: `${award.issued_on}T00:00:00Z`,
    language: version.layout.locale,
    pages: [{ ...page, elements }],
    images,
  };
}

interface Filling {
  page: { width: number; height: number };
  values: Map<string, string>;
  images: Images;
  verifyUrl: string;
}

function drawn(element: LayoutElement, { page, values, images, verifyUrl }: Filling): PdfElement[] {
  const box = boxOf(element);
  const { type, text = '', font = 'sans', size = SIZE, align, valign, colour, thickness = 1 } = element;
  switch (type) {
    case 'text': {
      const content = filledText(text, values);
      return content ? [{ type, ...box, text: content, font, size, align, valign, colour, shrink: SHRINK }] : [];
    }
    case 'image': {
      const slot = element.slot as Slot;
      if (!images[slot]) return [];
      if (slot === 'background') return [{ type, x: 0, y: 0, ...page, image: slot, fit: 'fill' }];
      return [{ type, ...box, image: slot }];
    }
    case 'qr':
      return [{ type, x: box.x, y: box.y, size: box.width, content: verifyUrl }];
    case 'line':
      return [{ type, ...box, thickness, colour }];
  }
}

const hashLine = (hash: string, { width, height }: Filling['page']): PdfElement => ({
  type: 'text',
  x: 0,
  y: height - HASH_LINE.above,
  width,
  height: HASH_LINE.height,
  text: `SHA-256 ${hash}`,
  font: 'sans',
  size: HASH_LINE.size,
  align: 'center',
  colour: '#767676',
});
