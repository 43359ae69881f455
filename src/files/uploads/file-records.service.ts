import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { FileUploaded } from '../files.events.js';
import { SmallImagesJob } from '../images/small-images.job.js';
import { FileRepository, type NewFile } from '../stored/file.repository.js';
import { EmptyTrashJob } from '../storage/empty-trash.job.js';
import { UsageRepository } from './usage.repository.js';

/** Inserts the row of a file with its usage, job and event, inside the transaction that takes over its bytes. */
@Injectable()
export class FileRecordsService {
  constructor(
    private readonly files: FileRepository,
    private readonly usage: UsageRepository,
    private readonly jobs: JobsService,
    private readonly smallImages: SmallImagesJob,
    private readonly events: EventsService,
    private readonly emptyTrash: EmptyTrashJob,
  ) {}

  /**
   * False: the file was recorded before, with another copy of the bytes. `needsRoom`: no quota was reserved
   * for this file of an app, so it may be refused.
   */
  async insert(file: NewFile, needsRoom = false): Promise<boolean> {
    const { id, owner_id, type, size, of_app, slot } = file;
    if (slot !== undefined) await this.emptySlot(owner_id, slot);
    if (!(await this.files.insertIfAbsent(file))) return false;
    if (of_app) await this.usage.addAppBytes(owner_id, size, needsRoom);
    else await this.usage.addUpload(owner_id, size);
    // A file with dimensions is an image.
    if (file.width) await this.jobs.enqueue(this.smallImages, { id });
    this.events.announce(FileUploaded, { id, type, size }, owner_id);
    return true;
  }

  /** Locks the account's usage row first, so that of two files for one slot the second one finds the first. */
  private async emptySlot(ownerId: string, slot: string): Promise<void> {
    await this.usage.lockUsage(ownerId);
    if (await this.files.delete({ owner_id: ownerId, slot })) await this.jobs.enqueue(this.emptyTrash, {});
  }
}
