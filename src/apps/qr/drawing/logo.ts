import { Refusal } from '../../../platform/http/refusal.js';

const MOST_BYTES = 64 * 1024;
const MOST_PIXELS = 512;
const SECONDS = 5;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** What a picture consists of. Metadata, further frames and compressed texts are not even opened. */
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** A chunk is its length, its name, its bytes and a checksum. */
const CHUNK_FRAME = 12;

export const LOGO_FAULT = 'Logo must be a PNG of at most 64 KB and 512 x 512 pixels';

/** A logo from hostile bytes: decoded within limits and encoded anew. */
export async function logoOf(base64: string): Promise<Buffer> {
  const given = BASE64.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  const plain = isSmallPng(given) ? withoutMetadata(given) : undefined;
  const logo = plain && (await encoded(plain));
  if (!logo) throw new Refusal(400, LOGO_FAULT);
  return logo;
}

/** The dimensions are read before anything is decompressed. */
function isSmallPng(bytes: Buffer): boolean {
  if (bytes.length > MOST_BYTES || bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE)) return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  return [16, 20].every((at) => bytes.readUInt32BE(at) > 0 && bytes.readUInt32BE(at) <= MOST_PIXELS);
}

function withoutMetadata(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [SIGNATURE];
  for (let at = SIGNATURE.length; at < bytes.length;) {
    if (at + CHUNK_FRAME > bytes.length) return undefined;
    const end = at + CHUNK_FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    if (KEPT_CHUNKS.has(bytes.toString('latin1', at + 4, at + 8))) chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(chunks);
}

/** Undefined: it cannot be read, or is too large. A picture of many colours is reduced to 256 if it has to be. */
async function encoded(png: Buffer): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  const limits = { limitInputPixels: MOST_PIXELS * MOST_PIXELS, failOn: 'error' } as const;
  for (const palette of [false, true]) {
    const image = sharp(png, limits).timeout({ seconds: SECONDS }).png({ compressionLevel: 9, palette });
    const bytes = await image.toBuffer().catch(() => undefined);
    if (!bytes || bytes.length <= MOST_BYTES) return bytes;
  }
  return undefined;
}
