import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { FilesService } from '../../files/files.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import type { CreateStoryInput, StoryViewsAnswer } from './stories.dto.js';
import { StoriesDeletedWithAccount, StoryCreated, StoryDeleted, StoryViewed } from './stories.events.js';
import { StoryViewsService } from './story-views.service.js';
import { StoryRepository } from './story.repository.js';
import { OnlineFollowersService } from '../follows/online-followers.service.js';

@Injectable()
export class StoriesService {
  constructor(
    private readonly stories: StoryRepository,
    private readonly views: StoryViewsService,
    private readonly followers: OnlineFollowersService,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async listActive(userId: string): Promise<RawJson> {
    return new RawJson(`{"stories":${await this.stories.activeJson(userId)}}`);
  }

  async find(id: string, caller: Caller): Promise<RawJson> {
    const json = await this.stories.findJson(id, caller.id, isAdmin(caller));
    if (!json) throw notFound('Story');
    return new RawJson(`{"story":${json}}`);
  }

  create(userId: string, { frames = [] }: CreateStoryInput): Promise<RawJson> {
    return this.database.transaction(async () => {
      const kept = frames.map((frame) => ({ ...frame, file_id: this.files.idOf(frame.media_url) }));
      const { id, json } = await this.stories.write(userId, kept);
      const fileIds = new Set(kept.flatMap(({ file_id }) => file_id ?? []));
      await this.files.attach([...fileIds], userId, 'frames');
      this.events.announce(StoryCreated, { id, user_id: userId }, userId);
      return asAnswer(new RawJson(`{"story":${json}}`));
    });
  }

  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const user_id = await this.stories.findOwner(id, caller.id, isAdmin(caller), true);
      if (!user_id) throw notFound('Story');
      const staff = user_id !== caller.id;
      if (staff && !isAdmin(caller)) throw forbidden();
      await this.files.release(await this.stories.deleteAll([id]));
      this.events.announce(StoryDeleted, { id, user_id, staff }, caller.id);
    });
  }

  async recordView(id: string, caller: Caller): Promise<void> {
    await this.database.sharedTransaction('story view', async () => {
      const isNew = await this.stories.insertView(id, caller.id, isAdmin(caller));
      if (isNew === undefined) throw notFound('Story');
      if (!isNew) return;
      this.events.announce(StoryViewed, { story_id: id }, caller.id);
      this.views.announceChange(id);
    });
  }

  async listViews(id: string, caller: Caller, query: PageQuery): Promise<StoryViewsAnswer> {
    const owner = await this.stories.findOwner(id, caller.id, isAdmin(caller));
    if (!owner) throw notFound('Story');
    if (owner !== caller.id) throw forbidden();
    const { rows, next_cursor } = await this.stories.listViews(id, query);
    return { views: rows, next_cursor };
  }

  /** Must run before the account is deleted. Foreign keys delete its stories and views. */
  async announceDeletionWithAccount(user_id: string): Promise<void> {
    this.views.announceChanges(await this.stories.listViewedBy(user_id));
    const ids = await this.stories.listActiveIds(user_id);
    if (!ids.length) return;
    const streams = await this.followers.listStreams(user_id);
    this.events.announce(StoriesDeletedWithAccount, { stories: ids.map((id) => ({ id, user_id })), streams }, user_id);
  }
}
