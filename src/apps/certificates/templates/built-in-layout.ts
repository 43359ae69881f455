import type { TemplateVersion } from '../entities/template.entity.js';
import type { LayoutElement } from './layout.inputs.js';
import { sizeOf } from './page-size.js';

const INK = '#1c2440';
const ACCENT = '#b08d3c';
const SOFT = '#5b6276';
const MARGIN = 34;
const CODE = 92;

type Drawn = Pick<TemplateVersion, 'page' | 'orientation' | 'custom_fields'>;

/** Has no words of its own, so it fits certificates in any language. */
export function builtInLayout(version: Drawn): LayoutElement[] {
  const page = sizeOf(version);
  const inner = { x: MARGIN * 2, width: page.width - MARGIN * 4 };
  const at = (part: number) => Math.round(page.height * part);
  const foot = page.height - MARGIN * 2 - CODE;
  const half = inner.width / 2 - CODE;
  const values = version.custom_fields.map(({ key }) => `{values.${key}}`).join('   ');
  return [
    { type: 'image', slot: 'background' },
    ...frame(page.width, page.height),
    { type: 'image', slot: 'logo', ...inner, y: MARGIN + 18, height: at(0.12) },
    text('{title}', { ...inner, y: at(0.21), height: at(0.12), font: 'serif-bold', size: 36, colour: ACCENT }),
    text('{recipient_name}', { ...inner, y: at(0.38), height: at(0.14), font: 'serif', size: 44, colour: INK }),
    line(page.width * 0.3, at(0.53), page.width * 0.4, 0, 1),
    ...(values
      ? [text(values, { ...inner, y: at(0.55), height: at(0.07), font: 'sans', size: 15, colour: SOFT })]
      : []),
    { type: 'image', slot: 'signature', x: inner.x, y: foot - 10, width: half, height: 46 },
    text('{issuer_name}', {
      x: inner.x,
      y: foot + 40,
      width: half,
      height: 24,
      font: 'sans-bold',
      size: 14,
      align: 'left',
    }),
    text('{issued_on}', { x: inner.x, y: foot + 64, width: half, height: 18, font: 'sans', size: 11, align: 'left' }),
    text('– {expires_on}', {
      x: inner.x,
      y: foot + 80,
      width: half,
      height: 18,
      font: 'sans',
      size: 11,
      align: 'left',
    }),
    { type: 'qr', x: page.width - inner.x - CODE, y: foot, width: CODE },
    text('{code}', { x: page.width - inner.x - CODE, y: foot + CODE, width: CODE, height: 14, font: 'sans', size: 9 }),
  ];
}

const text = (content: string, element: Omit<LayoutElement, 'type' | 'text'>): LayoutElement => ({
  type: 'text',
  text: content,
  align: 'center',
  valign: 'middle',
  colour: INK,
  ...element,
});

const line = (x: number, y: number, width: number, height: number, thickness: number): LayoutElement => ({
  type: 'line',
  x,
  y,
  width,
  height,
  thickness,
  colour: ACCENT,
});

/** Two rectangles, one in the other. */
function frame(width: number, height: number): LayoutElement[] {
  return [
    { inset: MARGIN - 10, thickness: 2.5 },
    { inset: MARGIN - 4, thickness: 0.6 },
  ].flatMap(({ inset, thickness }) => {
    const [across, down] = [width - 2 * inset, height - 2 * inset];
    return [
      line(inset, inset, across, 0, thickness),
      line(inset, height - inset, across, 0, thickness),
      line(inset, inset, 0, down, thickness),
      line(width - inset, inset, 0, down, thickness),
    ];
  });
}
