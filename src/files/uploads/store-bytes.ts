import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalid } from '../../platform/http/refusal.js';
import { Images, type Picture } from '../images/images.js';
import type { StoredFile } from '../records/file.entity.js';
import { SafeWrite } from '../storage/safe-write.js';
import { contentTypeOf } from './content-type.js';
import { Incoming } from './incoming.js';
import type { Upload } from './upload.js';

const KEY_BYTES = 16;

export const newKey = () => randomBytes(KEY_BYTES).toString('base64url');

export interface Promised {
  /** As the caller calls it. */
  type?: string;
  /** True: it must be one. False: nobody looks whether it is, and it stays as it came. */
  picture?: boolean;
}

export type StoredBytes = Pick<StoredFile, 'key' | 'path' | 'type' | 'kind' | 'size' | 'width' | 'height'> & {
  isAsItCame: boolean;
};

/** From a file that came in to bytes that are kept: what they are, and where. */
@Injectable()
export class StoreBytes {
  constructor(
    private readonly incoming: Incoming,
    private readonly images: Images,
    private readonly writes: SafeWrite,
  ) {}

  /** `own` gives the bytes a row and says so; where it does not, or throws, they go again. */
  async run(
    { file, size }: Upload,
    promised: Promised,
    own: (stored: StoredBytes) => Promise<boolean>,
  ): Promise<Omit<StoredBytes, 'path'>> {
    const found = await contentTypeOf(file, promised.type);
    const isImage = found.kind === 'image';
    if (promised.picture && !isImage) throw noImage();
    return this.incoming.within(async (clean) => {
      const isLookedAt = isImage && promised.picture !== false;
      const picture: Partial<Picture> = isLookedAt ? await this.images.examine(file, found.type, clean) : {};
      const { width = null, height = null, cleanSize } = picture;
      const [source, bytes] = cleanSize ? [clean, cleanSize] : [file, size];
      const stored = { ...found, key: newKey(), size: bytes, width, height, isAsItCame: !cleanSize };
      await this.writes.run(source, bytes, (path) => own({ ...stored, path }));
      return stored;
    });
  }
}

const noImage = () =>
  invalid({ field: 'file', message: 'the file must be an image: JPEG, PNG, WebP, GIF or AVIF' });
