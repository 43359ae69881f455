import { type Fault, invalid, Refusal } from '../../../platform/http/refusal.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import type { Layout, LayoutElement } from './layout.inputs.js';
import { sizeOf } from './page-size.js';
import { hasUnknownPlaceholder } from './placeholders.js';

export const UNKNOWN_PLACEHOLDER = 'Unknown placeholder';
export const OUTSIDE = 'Element lies outside the page';

type Drawn = Pick<TemplateVersion, 'page' | 'orientation' | 'custom_fields'>;
type Key = keyof LayoutElement;

const PLACE = ['x', 'y', 'width', 'height'] as const;
const NEEDED: Record<LayoutElement['type'], readonly Key[]> = {
  text: [...PLACE, 'text'],
  image: [...PLACE, 'slot'],
  qr: ['x', 'y', 'width'],
  line: PLACE,
};

const isBackground = ({ type, slot }: LayoutElement) => type === 'image' && slot === 'background';

/** The place of an element; a code is a square. */
export const boxOf = ({ type, x = 0, y = 0, width = 0, height = 0 }: LayoutElement) => ({
  x,
  y,
  width,
  height: type === 'qr' ? width : height,
});

/** Refuses a layout that cannot be drawn on its page. */
export function checkLayout({ elements }: Layout, version: Drawn): void {
  const faults = elements.flatMap(missingIn);
  if (faults.length) throw invalid(...faults);
  const page = sizeOf(version);
  for (const element of elements) {
    if (element.type === 'text' && hasUnknownPlaceholder(element.text ?? '', version.custom_fields))
      throw new Refusal(400, UNKNOWN_PLACEHOLDER);
    const { x, y, width, height } = boxOf(element);
    if (!isBackground(element) && (x + width > page.width || y + height > page.height)) throw new Refusal(400, OUTSIDE);
  }
}

function missingIn(element: LayoutElement, at: number): Fault[] {
  const needed = isBackground(element) ? (['slot'] as const) : NEEDED[element.type];
  return needed
    .filter((key) => element[key] === undefined)
    .map((key) => ({
      field: `layout.elements.${at}.${key}`,
      message: `${key} is required for an element of type ${element.type}`,
    }));
}
