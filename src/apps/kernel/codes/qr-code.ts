import { type BitMatrix, create, type QRCode, type QRCodeErrorCorrectionLevel } from 'qrcode';
import { captionOf } from './caption.js';
import { type CodeStyle, PLAIN } from './code-style.js';
import { EYE_SIZE, eyesOf, isInEye, pathOf } from './modules.js';

export type Level = Extract<QRCodeErrorCorrectionLevel, 'L' | 'M' | 'Q' | 'H'>;

/** The symbol of a content; undefined if the content is too long for the level. */
export function symbolOf(content: string, errorCorrectionLevel: Level): QRCode | undefined {
  try {
    return create(content, { errorCorrectionLevel });
  } catch (error) {
    if (error instanceof Error && TOO_LONG.test(error.message)) return undefined;
    throw error;
  }
}

const TOO_LONG = /amount of data is too big/;

export interface Drawing {
  modules: BitMatrix;
  style: CodeStyle;
  /** A PNG in the middle of the code. */
  logo?: Buffer | null;
  /** The width of the image in pixels; without it the image has the size of the place where it is shown. */
  width?: number;
}

export interface Drawn {
  svg: string;
  width: number;
  height: number;
}

/** A QR code as an SVG image, dark on white. */
export function qrCodeSvg(content: string, level: Level = 'M'): string {
  const { modules } = create(content, { errorCorrectionLevel: level });
  return drawCode({ modules, style: PLAIN }).svg;
}

/** Draws a code from checked values; the image refers to nothing outside of itself. Its units are modules. */
export function drawCode({ modules, style, logo, width }: Drawing): Drawn {
  const { foreground, background, margin, shape, eye_shape } = style;
  const { size } = modules;
  const side = size + 2 * margin;
  const caption = style.caption === null ? undefined : captionOf(style.caption, side);
  const height = side + (caption?.height ?? 0);
  const space = logo ? logoSpace(size, style.logo_scale) : undefined;
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < size && y < size && modules.get(y, x) === 1 && !isInEye(x, y, size) && !space?.covers(x, y);
  const isFixed = (x: number, y: number) => modules.isReserved(y, x) === 1;
  const { box, ...drawn } = frameOf({ side, height, width });
  const sized = width === undefined ? '' : ` width="${drawn.width}" height="${drawn.height}"`;
  const ground =
    background === 'transparent'
      ? ''
      : `<path fill="${background}" d="M${box.at} ${box.at}h${box.width}v${box.height}H${box.at}z"/>`;
  const picture = logo && space ? logoImage(logo, space) : '';
  const words = caption ? `<g fill="${foreground}">${caption.svg(side)}</g>` : '';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.at} ${box.at} ${box.width} ${box.height}"${sized} shape-rendering="crispEdges">` +
    `${ground}<g transform="translate(${margin} ${margin})" fill="${foreground}">` +
    `${pathOf({ size, isDark, isFixed, shape, colour: foreground })}${eyesOf(size, eye_shape)}${picture}</g>${words}</svg>`;
  return { svg, ...drawn };
}

/**
 * The size of an image, and what it shows, in modules. Modules are whole pixels, and the rest of the width is margin: a
 * scanner missed codes whose modules were now four and now five pixels wide. An image that is too small for two pixels a
 * module has broken ones.
 */
function frameOf({ side, height, width }: { side: number; height: number; width: number | undefined }) {
  if (width === undefined) return { box: { at: 0, width: side, height }, width: side, height };
  const whole = Math.floor(width / side);
  const scale = whole >= 2 ? whole : width / side;
  const rest = Math.round(width - side * scale);
  const pixels = Math.round(height * scale) + rest;
  const box = { at: -Math.floor(rest / 2) / scale, width: width / scale, height: pixels / scale };
  return { box, width, height: pixels };
}

/** The modules that a logo replaces: its own and those that it touches. */
function logoSpace(size: number, scale: number) {
  const side = Math.min(size * scale, size - 2 * EYE_SIZE);
  const from = (size - side) / 2;
  const covers = (x: number, y: number) => [x, y].every((at) => at + 1 > from && at < from + side);
  return { from, side, covers };
}

const logoImage = (logo: Buffer, { from, side }: { from: number; side: number }) =>
  `<image x="${from}" y="${from}" width="${side}" height="${side}" href="data:image/png;base64,${logo.toString('base64')}"/>`;
