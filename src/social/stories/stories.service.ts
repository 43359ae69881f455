import { Injectable } from '@nestjs/common';
import { FilesService } from '../../files/files.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import type { CreateStoryInput, StoryViewsAnswer } from './stories.dto.js';
import { StoryEventsService } from './story-events.service.js';
import { StoryRepository } from './story.repository.js';

@Injectable()
export class StoriesService {
  constructor(
    private readonly stories: StoryRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
    private readonly storyEvents: StoryEventsService,
  ) {}

  async listActive(userId: string): Promise<RawJson> {
    return new RawJson(`{"stories":${await this.stories.activeJson(userId)}}`);
  }

  async find(id: string, caller: Caller): Promise<RawJson> {
    const json = isUuid(id) && (await this.stories.findJson(id, caller.id, isAdmin(caller)));
    if (!json) throw notFound('Story');
    return new RawJson(`{"story":${json}}`);
  }

  create(userId: string, { frames = [] }: CreateStoryInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      const kept = frames.map((frame) => ({ ...frame, file_id: this.files.idOf(frame.media_url) }));
      const { id, json } = await this.stories.insert(userId, kept);
      const fileIds = new Set(kept.flatMap(({ file_id }) => file_id ?? []));
      await this.files.attach([...fileIds], userId, 'frames');
      this.storyEvents.announceCreated(id, userId);
      return asAnswer(new RawJson(`{"story":${json}}`));
    });
  }

  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const owner = isUuid(id) && (await this.stories.lockOwner(id, caller.id, isAdmin(caller)));
      if (!owner) throw notFound('Story');
      if (owner !== caller.id && !isAdmin(caller)) throw forbidden();
      await this.files.release(await this.stories.delete([id]));
      this.storyEvents.announceDeleted(id, owner, caller.id);
    });
  }

  async recordView(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const isNew = isUuid(id) ? await this.stories.insertView(id, caller.id, isAdmin(caller)) : undefined;
      if (isNew === undefined) throw notFound('Story');
      if (isNew) this.storyEvents.announceViewed(id, caller.id);
    });
  }

  async listViews(id: string, caller: Caller, query: PageQuery): Promise<StoryViewsAnswer> {
    const owner = isUuid(id) && (await this.stories.findOwner(id, caller.id, isAdmin(caller)));
    if (!owner) throw notFound('Story');
    if (owner !== caller.id) throw forbidden();
    const { rows, next_cursor } = await this.stories.listViews(id, query);
    return { views: rows, next_cursor };
  }

  listForExport(userId: string): ExportNode {
    return this.stories.forExport(userId);
  }
}
