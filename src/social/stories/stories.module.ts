import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { FollowsModule } from '../follows/follows.module.js';
import { PurgeOldStoriesJob } from './purge-old-stories.job.js';
import { StoriesController } from './stories.controller.js';
import { StoriesService } from './stories.service.js';
import { StoryViewsService } from './story-views.service.js';
import { Story, StoryFrame, StoryView } from './story.entity.js';
import { StoryRepository } from './story.repository.js';
import { FilesModule } from '../../files/files.module.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Story, StoryFrame, StoryView] }), FollowsModule, FilesModule],
  controllers: [StoriesController],
  providers: [StoriesService, StoryViewsService, StoryRepository, PurgeOldStoriesJob],
  exports: [StoriesService],
})
export class StoriesModule {}
