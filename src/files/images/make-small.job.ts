import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { FileRepository } from '../records/file.repository.js';
import { SafeWrite } from '../storage/safe-write.js';
import { Storage } from '../storage/storage.js';
import { Incoming } from '../uploads/incoming.js';
import { Images } from './images.js';

/** The small version of a picture: after its upload was answered, and a moment later. */
@Injectable()
export class MakeSmall extends Job<{ id: string }> {
  readonly name = 'files.make-small';

  constructor(
    private readonly files: FileRepository,
    private readonly storage: Storage,
    private readonly writes: SafeWrite,
    private readonly incoming: Incoming,
    private readonly images: Images,
  ) {
    super();
  }

  async run({ id }: { id: string }): Promise<void> {
    const file = await this.files.stored(id);
    if (!file || file.small_path) return;
    const original = await this.incoming.receive(await this.storage.read(file.path));
    try {
      await this.incoming.within((small) => this.make(id, original.path, small));
    } finally {
      await rm(original.path, { force: true });
    }
  }

  private async make(id: string, original: string, small: string): Promise<void> {
    const size = await this.images.small(original, small);
    // A picture whose middle is broken: what is shown is the original.
    if (size) await this.writes.run(small, size, (path) => this.files.setSmall(id, path));
  }
}
