import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { StoryRepository } from './story.repository.js';

/** A week after its end a story goes for good, with its frames and views. */
@Injectable()
export class RemoveOldStories extends Job {
  readonly name = 'social.remove-old-stories';
  override readonly every = '23 * * * *';

  constructor(
    private readonly stories: StoryRepository,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while (await this.database.transaction(() => this.stories.deleteOld()));
  }
}
