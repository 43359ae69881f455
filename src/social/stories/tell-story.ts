import { Injectable } from '@nestjs/common';
import { Files } from '../../files/files.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import type { CreateStoryInput } from './stories.io.js';
import { StoryNews } from './story-news.js';
import { StoryRepository } from './story.repository.js';

@Injectable()
export class TellStory {
  constructor(
    private readonly stories: StoryRepository,
    private readonly files: Files,
    private readonly database: Database,
    private readonly news: StoryNews,
  ) {}

  /** Answers the story as JSON. */
  create(userId: string, { frames = [] }: CreateStoryInput): Promise<string> {
    return this.database.transaction(async () => {
      const kept = frames.map((frame) => ({ ...frame, file_id: this.files.idOf(frame.media_url) }));
      const { id, json } = await this.stories.insert(userId, kept);
      const fileIds = new Set(kept.flatMap(({ file_id }) => file_id ?? []));
      await this.files.attach([...fileIds], userId, 'frames');
      this.news.told(id, userId);
      return json;
    });
  }

  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const owner = isUuid(id) && (await this.stories.lock(id, caller.id, isAdmin(caller)));
      if (!owner) throw notFound('Story');
      if (owner !== caller.id && !isAdmin(caller)) throw forbidden();
      await this.files.release(await this.stories.delete([id]));
      this.news.deleted(id, owner, caller.id);
    });
  }

  async view(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const isNew = isUuid(id) ? await this.stories.view(id, caller.id, isAdmin(caller)) : undefined;
      if (isNew === undefined) throw notFound('Story');
      if (isNew) this.news.viewed(id, caller.id);
    });
  }
}
