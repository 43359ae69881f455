import type { Box, PdfElement } from '../../kernel/pdf/pdf-document.js';
import type { ShownSize } from '../entities/envelope.entity.js';
import type { Field, StoredSignature } from '../entities/signer.entity.js';

const INK = '#1a237e';
const THICKNESS = 1.2;
/** Of the height of the box. */
const TEXT_PART = 0.7;
const LARGEST = 24;
const LARGEST_VALUE = 12;

const textIn = (box: Box, text: string, largest: number, colour?: string): PdfElement => ({
  ...box,
  type: 'text',
  text,
  font: colour ? 'serif' : 'sans',
  size: Math.max(4, Math.min(largest, box.height * TEXT_PART)),
  shrink: 0.2,
  valign: 'middle',
  colour,
});

export const signatureElement = ({ text, strokes }: StoredSignature, box: Box): PdfElement =>
  strokes
    ? { ...box, type: 'strokes', strokes, thickness: THICKNESS, colour: INK }
    : textIn(box, text ?? '', LARGEST, INK);

/** What is drawn where a field was filled. */
export function stampsOf(field: Field, size: ShownSize, signature: StoredSignature | null): PdfElement[] {
  const { type, value } = field;
  const box = {
    x: field.x * size.width,
    y: field.y * size.height,
    width: field.width * size.width,
    height: field.height * size.height,
  };
  if (value === null) return [];
  if (type === 'signature') return signature ? [signatureElement(signature, box)] : [];
  if (type === 'initials') return [textIn(box, value, LARGEST, INK)];
  if (type !== 'checkbox') return [textIn(box, value, LARGEST_VALUE)];
  return value === 'true' ? [{ ...crossIn(box), type: 'strokes', thickness: THICKNESS }] : [];
}

const crossIn = (box: Box) => ({
  ...box,
  strokes: [
    [
      [0.1, 0.1],
      [0.9, 0.9],
    ],
    [
      [0.9, 0.1],
      [0.1, 0.9],
    ],
  ] as [number, number][][],
});
