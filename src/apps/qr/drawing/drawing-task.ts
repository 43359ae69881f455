import type { QRCode } from 'qrcode';
import type { Sharp } from 'sharp';
import type { CodeStyle } from '../../kernel/codes/code-style.js';
import { drawCode, type Level, symbolOf } from '../../kernel/codes/qr-code.js';

/** What every drawing needs beside the content. */
export interface Look {
  level: Level;
  style: CodeStyle;
  logo: Uint8Array | null;
}

/** Draws the longest and the shortest of the contents and reads them back. */
export interface ProofTask extends Look {
  contents: string[];
}

export interface DrawTask extends Look {
  content: string;
  format: 'svg' | 'png';
  /** In pixels; undefined for an SVG that has the size of its place. */
  width: number | undefined;
}

/** `versions`: of the symbols, null where a content is too long. `isReadable` says nothing if one is. */
export interface Proof {
  versions: (number | null)[];
  isReadable: boolean;
}

export interface Image {
  data: Uint8Array;
  width: number;
  height: number;
  symbol_version: number;
  modules: number;
}

export type DrawingFault = 'too long' | 'no font';

/** A proof has this width, which is what a phone sees of a code at arm's length. */
const PROOF_WIDTH = 512;

/** Both run in a worker thread: a large code takes 20 ms to encode, and up to 200 ms to read. */
export async function prove({ contents, level, style, logo }: ProofTask): Promise<Proof> {
  const symbols = contents.map((content) => symbolOf(content, level));
  const versions = symbols.map((symbol) => symbol?.version ?? null);
  if (versions.includes(null)) return { versions, isReadable: false };
  const sorted = contents.toSorted((a, b) => Buffer.byteLength(b) - Buffer.byteLength(a));
  // The longest has the smallest modules. A logo hides the most of the shortest, which has the fewest.
  for (const content of new Set([sorted[0], sorted.at(-1)])) {
    const symbol = symbols[contents.indexOf(content ?? '')];
    const svg = symbol && drawing(symbol, { style, logo, level }, PROOF_WIDTH).svg;
    if (!svg || (await read(svg)) !== content) return { versions, isReadable: false };
  }
  return { versions, isReadable: true };
}

export async function draw({ content, format, width, ...look }: DrawTask): Promise<Image | DrawingFault> {
  const symbol = symbolOf(content, look.level);
  if (!symbol) return 'too long';
  if (format === 'png' && look.style.caption !== null && !(await hasFont())) return 'no font';
  const { svg, ...size } = drawing(symbol, look, width);
  const bytes = Buffer.from(svg);
  const data = format === 'svg' ? bytes : await pngOf(await opened(bytes));
  return { data, ...size, symbol_version: symbol.version, modules: symbol.modules.size };
}

/** Base64 makes a mebibyte of it, which is the largest image that an answer carries. */
const MOST_BYTES = 768 * 1024;

/** The largest symbols with round modules have so many soft edges that only 16 colours are kept. */
async function pngOf(image: Sharp): Promise<Buffer> {
  const png = await image.png().toBuffer();
  return png.length <= MOST_BYTES ? png : image.png({ palette: true, colours: 16 }).toBuffer();
}

const drawing = ({ modules }: QRCode, { style, logo }: Look, width: number | undefined) =>
  drawCode({ modules, style, logo: logo && Buffer.from(logo), width });

/** What a scanner reads in an image; transparent counts as white. */
async function read(svg: string): Promise<string | undefined> {
  const image = await opened(Buffer.from(svg));
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { default: jsqr } = await import('jsqr');
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const found = jsqr.default(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' });
  return found?.data;
}

/** Drawings refer to nothing outside, and they have no base address, so nothing is loaded. */
async function opened(svg: Buffer) {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp(svg, { limitInputPixels: 4096 * 4096 });
}

let font: Promise<boolean> | undefined;

/** Without a font on the machine, every letter is the same box. */
const hasFont = () =>
  (font ??= Promise.all(['M', 'i'].map(drawnLetter)).then(([one, other]) => !one?.equals(other as Buffer)));

async function drawnLetter(letter: string): Promise<Buffer> {
  const text = `<text y="15" font-size="16" font-family="sans-serif">${letter}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${text}</svg>`;
  return (await opened(Buffer.from(svg))).raw().toBuffer();
}
