import { Injectable } from '@nestjs/common';
import type { Metadata, OutputInfo, Sharp, SharpOptions } from 'sharp';
import { invalid, Refusal } from '../../platform/http/refusal.js';
import { Semaphore } from '../../platform/semaphore.js';

const MEGAPIXELS = 64;
const SECONDS = 20;
/** Processing an image takes some hundred MiB. */
const AT_ONCE = 2;
const WAITING = 64;
const SMALL = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const;

const LIMITS = { limitInputPixels: MEGAPIXELS * 1_000_000, failOn: 'error' } as const;

interface Format {
  /** The name of the format in sharp. */
  name: string;
  /** Encodes the image again: in similar quality, and fast. */
  write: (image: Sharp) => Sharp;
}

const FORMATS: Record<string, Format> = {
  'image/jpeg': { name: 'jpeg', write: (image) => image.jpeg({ quality: 90 }) },
  'image/png': { name: 'png', write: (image) => image.png() },
  'image/webp': { name: 'webp', write: (image) => image.webp({ quality: 90, effort: 2 }) },
  'image/gif': { name: 'gif', write: (image) => image.gif() },
  'image/avif': { name: 'heif', write: (image) => image.avif({ quality: 65, effort: 0 }) },
};

export interface Picture {
  width: number;
  height: number;
  /** The size of the copy without metadata, if one was written because the original had some. */
  cleanSize?: number;
}

/** The library is loaded with the first image: it takes 20 MiB of memory. */
async function openImage(file: string, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Each image is read once, so a cache would not help.
  sharp.cache(false);
  return sharp(file, options).timeout({ seconds: SECONDS });
}

/** Measures and converts images. Only a few run at once, because each takes much memory and a whole core. */
@Injectable()
export class ImagesService {
  private readonly slots = new Semaphore(AT_ONCE, undefined, WAITING);

  /**
   * Measures an image. If it has metadata that reveals where or by whom it was taken, a copy without it is
   * written to `clean`. Otherwise it is not encoded again, because that takes time and reduces the quality.
   */
  async examine(file: string, type: string, clean: string): Promise<Picture> {
    try {
      const found = await (await openImage(file, LIMITS)).metadata();
      const format = FORMATS[type];
      if (!format || found.format !== format.name) throw new Error(`${type} was read as ${found.format}`);
      if (!hasMetadata(found)) return found.autoOrient;
      return await this.slots.run(() => rewrite(file, format, clean, (found.pages ?? 1) > 1));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const message = `the image cannot be read, or has more than ${MEGAPIXELS} megapixels`;
      throw invalid({ field: 'file', message });
    }
  }

  /** Writes the small version and returns its size; undefined when the image cannot be read. */
  writeSmall(file: string, to: string): Promise<number | undefined> {
    return this.slots.run(async () => {
      const image = await openImage(file, { ...LIMITS, pages: 1 });
      try {
        return (await image.autoOrient().resize(SMALL).webp({ quality: 80 }).toFile(to)).size;
      } catch {
        return undefined;
      }
    });
  }
}

const hasMetadata = ({ exif, xmp, iptc, comments, orientation = 1 }: Metadata) =>
  !!exif || !!xmp || !!iptc || !!comments?.length || orientation > 1;

async function rewrite(file: string, { write }: Format, clean: string, animated: boolean): Promise<Picture> {
  const image = await openImage(file, { ...LIMITS, animated });
  // The colour profile is kept; all other metadata is dropped.
  const { width, height, pageHeight, size }: OutputInfo = await write(image.autoOrient().keepIccProfile()).toFile(
    clean,
  );
  return { width, height: pageHeight ?? height, cleanSize: size };
}
