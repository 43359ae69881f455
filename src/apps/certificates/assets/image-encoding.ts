import { createHash } from 'node:crypto';
import type { ImageType } from '../templates/choices.js';

const MOST_PIXELS = 5_000;
/** 300 dots per inch on the longer side of A4 are 3,508; 210 are what a print needs. */
const PRINTED_PIXELS = 2_480;
const SECONDS = 20;
const LIMITS = { limitInputPixels: MOST_PIXELS * MOST_PIXELS, failOn: 'error' } as const;

interface Encoded {
  bytes: Buffer;
  content_type: ImageType;
  sha256: string;
}

/**
 * The image encoded anew, so that nothing but its pixels is kept. Undefined: it is not what was declared, or too large. Without
 * transparency it becomes a JPEG, which a PDF takes as it is.
 */
export async function encodedImage(given: Buffer, declared: ImageType): Promise<Encoded | undefined> {
  const { default: sharp } = await import('sharp');
  try {
    const { format, width = Infinity, height = Infinity, hasAlpha } = await sharp(given, LIMITS).metadata();
    if (`image/${format}` !== declared || Math.max(width, height) > MOST_PIXELS) return undefined;
    const image = sharp(given, LIMITS)
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: PRINTED_PIXELS, height: PRINTED_PIXELS, fit: 'inside', withoutEnlargement: true });
    const bytes = await (hasAlpha ? image.png() : image.jpeg({ quality: 88 })).toBuffer();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { bytes, content_type: hasAlpha ? 'image/png' : 'image/jpeg', sha256 };
  } catch {
    return undefined;
  }
}
