import { Injectable } from '@nestjs/common';
import { Files } from '../../files/files.js';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { StoryRepository } from './story.repository.js';

/** A week after its end a story goes for good, with its frames, their files and its views. */
@Injectable()
export class RemoveOldStories extends Job {
  readonly name = 'social.remove-old-stories';
  override readonly every = '23 * * * *';

  constructor(
    private readonly stories: StoryRepository,
    private readonly files: Files,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while (await this.database.transaction(() => this.remove()));
  }

  /** Tells how many there were. */
  private async remove(): Promise<number> {
    const ids = await this.stories.lockOld();
    if (ids.length) await this.files.release(await this.stories.delete(ids));
    return ids.length;
  }
}
