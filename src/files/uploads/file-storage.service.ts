import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalid } from '../../platform/http/refusal.js';
import { ImagesService, type Picture } from '../images/images.service.js';
import type { StoredFile } from '../stored/file.entity.js';
import { StorageWritesService } from '../storage/storage-writes.service.js';
import { contentTypeOf } from '../stored/content-type.js';
import { TemporaryFilesService } from '../storage/temporary-files.service.js';
import type { Upload } from './upload.interceptor.js';

const KEY_BYTES = 16;

export const newKey = () => randomBytes(KEY_BYTES).toString('base64url');

export interface Promised {
  /** The media type that the caller states. */
  type?: string;
  /** True: the file must be an image. False: it is stored unchanged, even if it is one. */
  picture?: boolean;
}

export type StoredBytes = Pick<StoredFile, 'key' | 'path' | 'type' | 'kind' | 'size' | 'width' | 'height'>;

/** Detects the type of an incoming file, cleans images, and stores the bytes. */
@Injectable()
export class FileStorageService {
  constructor(
    private readonly temporaryFiles: TemporaryFilesService,
    private readonly images: ImagesService,
    private readonly storageWrites: StorageWritesService,
  ) {}

  /** `own` inserts the row and returns true; `isUnchanged` tells whether the bytes are stored as they came. When it returns false or throws, the bytes are removed. */
  async store(
    { file, size }: Upload,
    promised: Promised,
    own: (stored: StoredBytes, isUnchanged: boolean) => Promise<boolean>,
  ): Promise<Omit<StoredBytes, 'path'>> {
    const found = await contentTypeOf(file, promised.type);
    const isImage = found.kind === 'image';
    if (promised.picture && !isImage) throw noImage();
    return this.temporaryFiles.withPath(async (clean) => {
      const isLookedAt = isImage && promised.picture !== false;
      const picture: Partial<Picture> = isLookedAt ? await this.images.examine(file, found.type, clean) : {};
      const { width = null, height = null, cleanSize } = picture;
      const [source, bytes] = cleanSize ? [clean, cleanSize] : [file, size];
      const stored = { ...found, key: newKey(), size: bytes, width, height };
      await this.storageWrites.write(source, bytes, (path) => own({ ...stored, path }, !cleanSize));
      return stored;
    });
  }
}

const noImage = () => invalid({ field: 'file', message: 'the file must be an image: JPEG, PNG, WebP, GIF or AVIF' });
