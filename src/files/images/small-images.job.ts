import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { FileRepository } from '../stored/file.repository.js';
import { StorageWritesService } from '../storage/storage-writes.service.js';
import { Storage } from '../storage/storage.js';
import { TemporaryFilesService } from '../storage/temporary-files.service.js';
import { ImagesService } from './images.service.js';

/** Creates the small version of an image after its upload was answered. */
@Injectable()
export class SmallImagesJob extends Job<{ id: string }> {
  readonly name = 'files.make-small';

  constructor(
    private readonly files: FileRepository,
    private readonly storage: Storage,
    private readonly storageWrites: StorageWritesService,
    private readonly temporaryFiles: TemporaryFilesService,
    private readonly images: ImagesService,
  ) {
    super();
  }

  async run({ id }: { id: string }): Promise<void> {
    const file = await this.files.findStored({ id });
    if (!file || file.small_path) return;
    const original = await this.temporaryFiles.receive(await this.storage.read(file.path));
    try {
      await this.temporaryFiles.withPath((small) => this.createSmall(id, original.path, small));
    } finally {
      await rm(original.path, { force: true });
    }
  }

  private async createSmall(id: string, original: string, small: string): Promise<void> {
    const size = await this.images.writeSmall(original, small);
    // When the image is damaged, there is no small version and the original is shown.
    if (!size) return;
    await this.storageWrites.write(small, size, async (path) => {
      return (await this.files.update({ id, small_path: null }, { small_path: path })) > 0;
    });
  }
}
