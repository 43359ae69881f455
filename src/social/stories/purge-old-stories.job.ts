import { Injectable } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { StoryRepository } from './story.repository.js';

/** Deletes stories a week after their end, with their frames, files and views. */
@Injectable()
export class PurgeOldStoriesJob extends Job {
  readonly name = 'social.remove-old-stories';
  override readonly every = '23 * * * *';

  constructor(
    private readonly stories: StoryRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while (await this.database.transaction(() => this.deleteBatch()));
  }

  private async deleteBatch(): Promise<number> {
    const ids = await this.stories.lockOld();
    if (ids.length) await this.files.release(await this.stories.deleteAll(ids));
    return ids.length;
  }
}
