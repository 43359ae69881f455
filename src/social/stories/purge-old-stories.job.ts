import { Injectable } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import { BatchJob } from '../../jobs/batch.job.js';
import { StoryRepository } from './story.repository.js';

/** Deletes stories a week after their end, with their frames, files and views. */
@Injectable()
export class PurgeOldStoriesJob extends BatchJob {
  readonly name = 'social.remove-old-stories';
  override readonly every = '23 * * * *';

  constructor(
    private readonly stories: StoryRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ids = await this.stories.lockOld();
    if (ids.length) await this.files.release(await this.stories.deleteAll(ids));
    return ids.length > 0;
  }
}
